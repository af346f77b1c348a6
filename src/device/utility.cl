/* SPDX-License-Identifier: BSD-3-Clause */
/* print and timestamp, and routines that only test mail to the host. */
#include "body/mail.h"
#include "forms/forms.h"

/* Appends a string and its end to the slot's text, of which `reserve` bytes stay free; returns
 * where the next one goes.  One for each address space that a string may be in. */
#define DEFINE_APPEND(NAME, SPACE)                                                           \
    static inline size_t NAME(ishmemi_mail_slot_t slot, size_t at, SPACE const char *string, \
                              size_t reserve)                                                \
    {                                                                                        \
        const size_t end = ISHMEMI_MAIL_TEXT_BYTES - 1 - reserve;                            \
        for (size_t i = 0; string != 0 && string[i] != 0 && at < end; i++) {                 \
            slot->text[at++] = string[i];                                                    \
        }                                                                                    \
        slot->text[at] = 0;                                                                  \
        return at + 1;                                                                       \
    }
DEFINE_APPEND(ishmemi_append, )
#ifdef __OPENCL_C_VERSION__
DEFINE_APPEND(ishmemi_append_literal, __constant)
#endif

/* Text, function and file are in this order so that the least important part is cut off. */
#define DEFINE_PRINT(NAME, PLACE_SPACE, TEXT_SPACE, APPEND_PLACE, APPEND_TEXT)             \
    DEFINE_ITEM void NAME(PLACE_SPACE const char *file, long line,                         \
                          PLACE_SPACE const char *function, TEXT_SPACE const char *text,   \
                          ishmemx_print_msg_type_t type)                                   \
    {                                                                                      \
        ISHMEMI_MAIL_LANE_BY_LANE                                                          \
        {                                                                                  \
            uint64_t turn = 0;                                                             \
            const ishmemi_mail_slot_t slot = ishmemi_mail_open(ISHMEM_CTX_DEFAULT, &turn); \
            if (slot != 0) {                                                               \
                slot->kind = ISHMEMI_MAIL_PRINT;                                           \
                slot->message_type = (int32_t)type;                                        \
                slot->line = line;                                                         \
                size_t at = APPEND_TEXT(slot, 0, text, 2);                                 \
                at = APPEND_PLACE(slot, at, function, 1);                                  \
                APPEND_PLACE(slot, at, file, 0);                                           \
                ishmemi_mail_send(slot, turn);                                             \
            }                                                                              \
        }                                                                                  \
    }
DEFINE_PRINT(ishmemx_print, , , ishmemi_append, ishmemi_append)

#ifdef __OPENCL_C_VERSION__
/* The overloads' names. */
DEFINE_PRINT(ishmemi_print_from, __constant, , ishmemi_append_literal, ishmemi_append)
DEFINE_PRINT(ishmemi_print_literal_from, __constant, __constant, ishmemi_append_literal,
             ishmemi_append_literal)

void ishmemi_print(const char *text, ishmemx_print_msg_type_t type)
{
    ishmemi_print_from(0, 0, 0, text, type);
}

void ishmemi_print_literal(__constant const char *text, ishmemx_print_msg_type_t type)
{
    ishmemi_print_literal_from(0, 0, 0, text, type);
}

void ishmemi_print_debug(const char *text)
{
    ishmemi_print_from(0, 0, 0, text, ISHMEMX_MSG_DEBUG);
}

void ishmemi_print_literal_debug(__constant const char *text)
{
    ishmemi_print_literal_from(0, 0, 0, text, ISHMEMX_MSG_DEBUG);
}
#endif

DEFINE_ITEM void ishmemx_timestamp(ishmemx_ts_handle_t destination)
{
    ishmemi_ask(ISHMEM_CTX_DEFAULT, ISHMEMI_MAIL_TIMESTAMP, destination, 1);
}

DEFINE_ITEM void ishmemx_timestamp_nbi(ishmemx_ts_handle_t destination)
{
    ishmemi_ask(ISHMEM_CTX_DEFAULT, ISHMEMI_MAIL_TIMESTAMP, destination, 0);
}

DEFINE_ITEM void ishmemx_nop(void)
{
    ishmemi_ask(ISHMEM_CTX_DEFAULT, ISHMEMI_MAIL_NOTHING, 0, 1);
}

DEFINE_ITEM void ishmemx_nop_no_r(void)
{
    ishmemi_ask(ISHMEM_CTX_DEFAULT, ISHMEMI_MAIL_NOTHING, 0, 0);
}

DEFINE_ITEM void ishmemx_debug_test(void)
{
    ishmemi_ask(ISHMEM_CTX_DEFAULT, ISHMEMI_MAIL_TEST, 0, 1);
}
