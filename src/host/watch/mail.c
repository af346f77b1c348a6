/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Receives mail from its slots, in the order of numbers, and does what it requests.
 */
#include "mail.h"

#include "fatal.h"
#include "head.h"
#include "job.h"
#include "log.h"
#include "print.h"
#include "timestamp.h"
#include <pthread.h>
#include <string.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static uint64_t next_number;

/* The text holds three strings; a sender's error must not lead past its end. */
static void print(ishmemi_mail_t *mail)
{
    char *const end = mail->text + sizeof mail->text - 1;
    *end = '\0';
    const char *strings[3];
    const char *string = mail->text;
    for (int i = 0; i < 3; i++) {
        strings[i] = string;
        string += strlen(string);
        string += string < end;
    }
    const char *const function = *strings[1] ? strings[1] : NULL;
    const char *const file = *strings[2] ? strings[2] : NULL;
    ishmemi_print(file, (long)mail->line, function, strings[0], mail->message_type);
}

void ishmemi_mail_open(void)
{
    next_number = 0;
}

/* Receives from the slot of the next number; returns false if it is empty. */
static bool receive_one(void)
{
    ishmemi_mail_t *const slot = &ishmemi_job.head->mail[next_number % ISHMEMI_MAIL_SLOTS];
    const uint64_t turn = next_number / ISHMEMI_MAIL_SLOTS * 2;
    if (ishmemi_head_load(&slot->turn) != turn + 1) {
        return false;
    }
    ishmemi_mail_t mail = {.kind = 0};
    ishmemi_head_load_block(&mail, slot, sizeof mail);
    switch (mail.kind) {
    case ISHMEMI_MAIL_PRINT:
        print(&mail);
        break;
    case ISHMEMI_MAIL_TIMESTAMP:
        ishmemi_timestamp_store((ishmemx_ts_handle_t)mail.address);
        break;
    case ISHMEMI_MAIL_NOTHING:
        break;
    case ISHMEMI_MAIL_TEST:
        ishmemi_print_test("a kernel");
        break;
    default:
        ishmemi_fatal("a kernel's mail is of the unknown kind %u", (unsigned)mail.kind);
    }
    next_number++;
    ishmemi_head_store(&slot->turn, turn + 2);
    return true;
}

bool ishmemi_mail_receive(void)
{
    pthread_mutex_lock(&mutex);
    bool any = false;
    while (receive_one()) {
        any = true;
    }
    pthread_mutex_unlock(&mutex);
    return any;
}
