/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * ishmem-perf: what its files share.  A benchmark says how often an operation is carried out and
 * what it moves; measure.c times it, limit.c knows what the machine can do without the library, and
 * report.c shows both.
 */
#ifndef PERF_H
#define PERF_H

#include <ishmemx.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* ---- What is asked for ----------------------------------------------------------------------- */

typedef enum perf_scope { PERF_WORK_ITEM, PERF_SUB_GROUP, PERF_WORK_GROUP } perf_scope_t;
typedef enum perf_format { PERF_TABLE, PERF_JSON, PERF_CSV } perf_format_t;

typedef struct perf_options {
    bool device; /* kernels call the routines, not the host */
    size_t min_bytes;
    size_t max_bytes;
    size_t factor; /* from one size to the next */
    size_t samples;
    size_t warm_up;  /* samples that do not count */
    unsigned groups; /* work-groups of a launch */
    unsigned items;  /* work-items of a work-group; 0 until perf_launch_items() is asked */
    const char *type;
    const char *operation; /* NULL: the benchmark's first */
    perf_scope_t scope;
    bool bidirectional;
    bool message_rate; /* also operations per second */
    perf_format_t format;
    bool compare_mpi;
    const char *plot; /* file name of a picture, or NULL */
} perf_options_t;

/* ---- What a benchmark works on --------------------------------------------------------------- */

/* The words of perf_job_t.word: the first is for turns and written by the peer only. */
enum {
    PERF_WORD_AGREE = 8,
    PERF_WORD_ATOMIC = 16,
    PERF_WORD_SLOWEST = 24,
    PERF_WORD_SIGNAL = 32,
    PERF_WORD_LINE = 40,
    PERF_WORD_FETCHED = 48,
    PERF_WORDS = 56
};

typedef struct perf_job {
    const perf_options_t *options;
    int me;
    int n_pes;
    int peer;           /* of PE 0: 1, of PE 1: 0, of the others: themselves */
    bool active;        /* takes part in what a pair of PEs does */
    bool near;          /* the pair reaches each other by load and store */
    bool line;          /* and can do so without the library (limit.c) */
    bool gpus;          /* near, and GPUs */
    bool by_tile;       /* GPUs whose memory the host reaches only through them */
    ishmem_team_t team; /* its members carry out collectives; none for other operations */
    int members;
    char *source;  /* symmetric, `room` bytes */
    char *dest;    /* the same */
    size_t blocks; /* of the largest size that they hold, at least */
    size_t room;
    uint64_t *word;     /* symmetric: PERF_WORDS, a line for each use */
    uint64_t turn;      /* of ping-pongs: how many have been played */
    uint64_t line_turn; /* the same, without the library */
    double alone;       /* seconds of the operation that work has to hide */
} perf_job_t;

/* ---- Benchmarks ------------------------------------------------------------------------------ */

typedef enum perf_pattern {
    PERF_ONE_WAY,   /* PE 0, with --bidir also PE 1, acts on its peer */
    PERF_PING_PONG, /* PEs 0 and 1 take turns; time is of one way */
    PERF_ALL,       /* all PEs take part */
    PERF_START,     /* the library starts */
    PERF_END        /* the library ends */
} perf_pattern_t;

/* What the machine does without the library in the same time.  The table of benchmarks has limits
 * of processors, which perf_limit_of() turns into those of GPUs; the last three are of GPUs only. */
typedef enum perf_limit {
    PERF_LIMIT_NONE,
    PERF_LIMIT_COPY,    /* memcpy of as many bytes */
    PERF_LIMIT_LINE,    /* a cache line's way from one processor to another */
    PERF_LIMIT_ATOMIC,  /* an atomic instruction on a line of one's own */
    PERF_LIMIT_MOVE,    /* memcpy of what a link carries, and no less than a line's way */
    PERF_LIMIT_APPEND,  /* zeCommandListAppendMemoryCopy of as many bytes */
    PERF_LIMIT_ALONE,   /* the same operation without work at the same time */
    PERF_LIMIT_LINK,    /* as many bytes, or an atomic, by a kernel */
    PERF_LIMIT_MESSAGE, /* as many bytes and a flag, one way, between kernels */
    PERF_LIMIT_LAUNCH   /* an empty kernel */
} perf_limit_t;

typedef struct perf_benchmark {
    const char *name;
    const char *meaning;
    perf_pattern_t pattern;
    perf_limit_t limit;
    bool sized;        /* runs over sizes; else one row */
    bool counts_bytes; /* has a bandwidth */
    bool blocks;       /* buffers have a block of so many bytes for each PE */
    bool by_item;      /* a kernel's caller is one work-item, whatever the scope */
    bool gets;         /* bytes come from the peer */
    bool queued;       /* on a command list */
    size_t batch;      /* operations that are completed together; 1: each one */
    /* Names of operations (-o), ended by NULL; NULL if there is nothing to choose. */
    const char *const *operations;
    /* Carries out `count` operations of `bytes` bytes each, and completes them.  NULL if the host,
     * or a kernel, has no such routine.  `alone` and `device_alone` are `host` and `device` without
     * work at the same time. */
    void (*host)(perf_job_t *job, size_t bytes, size_t count);
    void (*device)(perf_job_t *job, size_t bytes, size_t count);
    void (*alone)(perf_job_t *job, size_t bytes, size_t count);
    void (*device_alone)(perf_job_t *job, size_t bytes, size_t count);
    /* What `device` does, by kernels of GPUs without the library; NULL if `limit` is theirs, too. */
    void (*raw)(perf_job_t *job, size_t bytes, size_t count);
    /* The same by MPI; NULL if MPI has nothing for it. */
    void (*mpi)(perf_job_t *job, size_t bytes, size_t count);
    /* algbw times this is busbw: what a link carries.  NULL means 1. */
    double (*bus_factor)(int members);
} perf_benchmark_t;

#endif
