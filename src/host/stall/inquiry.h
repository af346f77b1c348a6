/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * A PE asks all PEs what they do and tells it: the report of a stall.  All of this runs in the
 * lifelines' thread, which lives whatever the program and its kernels do.
 */
#ifndef ISHMEMI_INQUIRY_H
#define ISHMEMI_INQUIRY_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#define ISHMEMI_LETTER_DATA 232

/* What travels on the lifelines, all of one size. */
typedef struct ishmemi_letter {
    int32_t news;   /* the lifelines' */
    int32_t value;  /* by news */
    int32_t origin; /* the PE that asks */
    int32_t number; /* of its question */
    int32_t part;   /* of an answer */
    int32_t pad;
    unsigned char data[ISHMEMI_LETTER_DATA];
} ishmemi_letter_t;

typedef enum ishmemi_inquiry_news {
    ISHMEMI_INQUIRY_ASK,   /* value: why, ISHMEMI_STALL_... */
    ISHMEMI_INQUIRY_ANSWER /* value: the PE that answers */
} ishmemi_inquiry_news_t;

/* Sends a letter on the connection to a PE; nothing where there is none. */
typedef void (*ishmemi_inquiry_post_fn)(ishmemi_inquiry_news_t news, ishmemi_letter_t *letter,
                                        int pe);

/* pids: [n_pes] of those PEs whose processes this one sees, else 0; taken over.  passes_on: this PE
 * has no connection to every other, so that questions go from connection to connection. */
void ishmemi_inquiry_open(ishmemi_inquiry_post_fn post, pid_t *pids, bool passes_on);
void ishmemi_inquiry_close(void);

/* A letter that has come from a PE's connection. */
void ishmemi_inquiry_receive(ishmemi_inquiry_news_t news, const ishmemi_letter_t *letter, int from);

/* Goes on with what is to be done; returns in how many ms it is to be called again although nothing
 * has come, or -1. */
int ishmemi_inquiry_serve(void);

#endif
