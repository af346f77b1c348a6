/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * A PE asks all PEs what they do and prints the answers: the report of a stall.  All of this runs
 * in the lifelines' thread, which runs whatever the program and its kernels do.
 */
#ifndef ISHMEMI_INQUIRY_H
#define ISHMEMI_INQUIRY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#define ISHMEMI_LETTER_DATA 232

/* A message on the lifelines; all have one size. */
typedef struct ishmemi_letter {
    int32_t news;   /* the lifelines' kind of message */
    int32_t value;  /* depends on news */
    int32_t origin; /* the PE that asks */
    int32_t number; /* of its question */
    int32_t part;   /* of an answer */
    int32_t parts;  /* of an answer that are sent */
    unsigned char data[ISHMEMI_LETTER_DATA];
} ishmemi_letter_t;

typedef enum ishmemi_inquiry_news {
    ISHMEMI_INQUIRY_ASK,   /* value: why, ISHMEMI_STALL_... */
    ISHMEMI_INQUIRY_ANSWER /* value: the PE that answers */
} ishmemi_inquiry_news_t;

/* Sends a message on the connection to a PE; does nothing if there is none. */
typedef void (*ishmemi_inquiry_post_fn)(ishmemi_inquiry_news_t news, ishmemi_letter_t *letter,
                                        int pe);

typedef struct ishmemi_inquiry_process {
    int pe;
    pid_t pid;
} ishmemi_inquiry_process_t;

/* processes: those of PEs that this process can see; the inquiry frees it.  passes_on: this PE has
 * no connection to some other PE, so that it passes questions on. */
void ishmemi_inquiry_open(ishmemi_inquiry_post_fn post, ishmemi_inquiry_process_t *processes,
                          size_t count, bool passes_on);
void ishmemi_inquiry_close(void);

/* Handles a message from a PE's connection. */
void ishmemi_inquiry_receive(ishmemi_inquiry_news_t news, const ishmemi_letter_t *letter, int from);

/* Continues what is under way; returns after how many ms it must be called again although nothing
 * has arrived, or -1. */
int ishmemi_inquiry_serve(void);

#endif
