/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * ishmrun: what its files share.  One process, one thread.  On this machine it starts the PEs,
 * answers their questions (src/runtime/ishmrun.h), passes on their output if it is to be labelled,
 * and waits for their end.  A job over hosts becomes the command line of a launcher that starts
 * processes there, and ishmrun becomes that launcher.  A process that a launcher has started
 * becomes its PE's program.
 */
#ifndef ISHMRUN_H
#define ISHMRUN_H

#include "tool.h"
#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#define ISHMRUN_PES_MAX 4096
#define ISHMRUN_SENTENCE TOOL_SENTENCE

/* The processors on which a PE may run. */
typedef enum binding {
    BINDING_SHARE, /* an equal share of the processors, or all if there are too few */
    BINDING_CORE,  /* one core */
    BINDING_NONE
} binding_t;

typedef struct options {
    int pes; /* 0: not given */
    bool label;
    bool binding_said;
    binding_t binding;
    const char *hosts;     /* NULL: not given, also for the next two */
    const char *host_file; /* a path */
    const char *launcher;  /* a kind, or a program */
    char **command;        /* NULL-terminated */
} options_t;

/* Returns, or ends the program: with --help, with --version, or with a sentence. */
options_t options_read(int argc, char **argv);

/* Prints the sentence after the program's name and ends with a failure. */
_Noreturn void refuse(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* The same where the command line is wrong: with the status of such mistakes. */
#define misused(...) tool_misused("ishmrun", __VA_ARGS__)

/* The status if the program, or the launcher, cannot be run, as in shells. */
#define CANNOT_RUN 127

/* A number of PEs from 1 to ISHMRUN_PES_MAX; 0 if the text is something else. */
int read_pes(const char *text);

/* ---- Over hosts ------------------------------------------------------------------------------ */

typedef struct host {
    char *name;
    int pes; /* 0 while the list is read: not given */
} host_t;

typedef struct hosts {
    host_t *list;
    size_t count; /* 0: the launcher knows them */
    size_t room;
} hosts_t;

/* Reads the hosts that the options name, each once.  Returns false, with the reason in `wrong`, of
 * ISHMRUN_SENTENCE bytes, if that cannot be.  The list stays for as long as the program runs. */
bool hosts_read(const options_t *options, hosts_t *hosts, char *wrong);
/* Gives each host its PEs, and leaves out those that get none.  pes 0: as many as the hosts take.
 * Returns how many there are; 0, with the reason in `wrong`, if that cannot be. */
int hosts_divide(hosts_t *hosts, int pes, char *wrong);
/* Ends the program with a sentence if a host's name is unknown: a launcher may wait for such a host
 * forever. */
void hosts_require_names(const hosts_t *hosts);
/* How many PEs each host has; 0 if not all have the same number. */
int hosts_each(const hosts_t *hosts);

typedef enum launcher_kind { LAUNCHER_MPICH, LAUNCHER_OPEN_MPI, LAUNCHER_SLURM } launcher_kind_t;

typedef struct launcher {
    launcher_kind_t kind;
    const char *program;
} launcher_t;

/* Whether Slurm has given this process other hosts than the one that it is on. */
bool launcher_has_allocation(void);
/* The PEs that an allocation of Slurm is for; 0: there is none, or it does not say. */
int launcher_allocated_pes(void);
/* The launcher that the options name, or the first that is found; or ends the program with a
 * sentence. */
launcher_t launcher_find(const char *named);
#define ISHMRUN_ANSWER_BYTES 4096
/* The beginning of what a program prints, found and called as the words say. */
void launcher_ask(char *const words[], char answer[ISHMRUN_ANSWER_BYTES]);
/* Whether the program, asked `option`, prints the text. */
bool launcher_says(const char *program, const char *option, const char *text);

/* Whether a launcher has to start the job. */
bool hand_over_is_due(const options_t *options);
/* This process becomes the launcher. */
_Noreturn void hand_over(const options_t *options);

/* ---- In the job of a launcher ---------------------------------------------------------------- */

/* Whether a launcher has started this process as one of a job. */
bool is_launched(void);
/* Whether it was, and the options do not ask for a job of its own. */
bool becoming_program_is_due(const options_t *options);
/* This process becomes the program of its PE. */
_Noreturn void become_program(const options_t *options);

/* ---- On this machine ------------------------------------------------------------------------- */

/* Lets this process open enough files for so many PEs, or ends the program with a sentence. */
void limits_raise(const options_t *options);
/* In a PE's process: restores the earlier limit. */
void limits_restore(void);

/* Decides where the PEs run, and then binds this process, PE `pe`. */
void binding_open(binding_t binding, int pes);
void binding_take(int pe);
/* After binding_open: whether this process could not use all processors of this machine before. */
bool binding_was_made(void);

/* One stream of a PE's output, passed on line by line. */
typedef struct output {
    int from; /* -1: at its end */
    int to;
    char *line; /* begun */
    size_t bytes;
    size_t capacity;
} output_t;

typedef struct child {
    pid_t process; /* 0: ended */
    int socket;    /* for its questions; -1: closed */
    output_t output[2];
} child_t;

/* Starts all PEs; returns false after a message if one cannot be started. */
bool children_start(const options_t *options, child_t *children);
void children_signal(const child_t *children, int count, int number);
/* Collects the PEs that have ended.  Returns how many there were.  *status becomes the status of
 * the first one that failed, as a shell gives it; a signal that ended it is reported.  If several
 * are found at once, one that a signal has ended counts as the first, then one with a status of its
 * own: the others may have ended because of it, and the library lets such PEs end with 1. */
int children_collect(child_t *children, int count, int *status);

/* Reads what has arrived and writes its whole lines, each with "[pe] " before it. */
void output_pass(output_t *output, int pe);
/* Writes the last line, if it has no end. */
void output_finish(output_t *output, int pe);

/* Answers a PE's question; false if its socket is closed. */
bool ids_answer(int socket);

#endif
