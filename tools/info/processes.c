/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * See processes.h.
 */
#include "processes.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The number of generations of parents that are searched. */
#define ANCESTORS_MOST 64

/* Reads the beginning of a file of /proc/PROCESS: how many bytes, with a zero after them. */
static size_t read_file(pid_t process, const char *file, char *text, size_t bytes)
{
    char path[64];
    snprintf(path, sizeof path, "/proc/%d/%s", (int)process, file);
    FILE *const stream = fopen(path, "re");
    const size_t got = stream ? fread(text, 1, bytes - 1, stream) : 0;
    if (stream) {
        fclose(stream);
    }
    text[got] = '\0';
    return got;
}

/* The first word of the command line.  For a script this is its interpreter's name. */
void process_name(pid_t process, char name[PROCESS_NAME_BYTES])
{
    char line[4096];
    (void)read_file(process, "cmdline", line, sizeof line);
    const char *const slash = strrchr(line, '/');
    snprintf(name, PROCESS_NAME_BYTES, "%.*s", PROCESS_NAME_BYTES - 1,
             *line == '\0' ? "?"
             : slash       ? slash + 1
                           : line);
}

/* 0: none. */
static pid_t parent_of(pid_t process)
{
    char line[1024];
    (void)read_file(process, "stat", line, sizeof line);
    /* The program's name, in parentheses, may hold anything; the state and the parent follow. */
    const char *const end = strrchr(line, ')');
    return end && strlen(end) > 4 ? (pid_t)atoi(end + 4) : 0;
}

bool process_descends_from(pid_t process, pid_t ancestor)
{
    for (int i = 0; i < ANCESTORS_MOST && process > 0; i++) {
        if (process == ancestor) {
            return true;
        }
        process = parent_of(process);
    }
    return false;
}
