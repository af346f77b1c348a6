/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * A name is parsed once: the prefix, with or without a context; the type, if any; the routine; and
 * the calling group.  routine_lists.h and type_lists.h define routines, sizes, arguments and
 * effects.  A routine without an effect, or a new kind of arguments, does not compile.  The test
 * races.routines checks that no list is missing.
 *
 * word     written by                              read by     ordering
 * known[]  the first thread that finds a routine   any thread  under the mutex
 */
#include "routine_names.h"

#include "ishmem/routine_lists.h"
#include "ishmem/type_lists.h"
#include <pthread.h>
#include <stddef.h>
#include <string.h>

#define LENGTH(ARRAY) (sizeof(ARRAY) / sizeof(ARRAY)[0])

/* ---- Arguments, by the kinds of routine_lists.h ------------------------------------------------- */

/* For example, ISHMEMI_ARGUMENTS_copy is "dest, source, nelems, pe". */
#define NAME_ROW(NAME) NAME = ISHMEMI_ARGUMENT_##NAME,
enum { ISHMEMI_ARGUMENT_NAMES(NAME_ROW) };

#define KINDS(X)      \
    X(copy)           \
    X(strided)        \
    X(blocks)         \
    X(signal)         \
    X(read)           \
    X(change)         \
    X(value)          \
    X(cond)           \
    X(read_nbi)       \
    X(change_nbi)     \
    X(value_nbi)      \
    X(cond_nbi)       \
    X(one)            \
    X(set)            \
    X(some)           \
    X(set_vector)     \
    X(some_vector)    \
    X(gather)         \
    X(gather_strided) \
    X(from_root)      \
    X(reduce)         \
    X(signal_word)    \
    X(own_signal)     \
    X(await_signal)   \
    X(pes)            \
    X(lock)           \
    X(team)           \
    X(nothing)
#define KIND_NUMBER(KIND) KIND_##KIND,
enum { KINDS(KIND_NUMBER) KIND_COUNT };

/* Each row begins with NONE, because the list of the kind `nothing` is empty. */
#define KIND_ROW(KIND) {ISHMEMI_ARGUMENT_NONE, ISHMEMI_ARGUMENTS_##KIND},
static const uint8_t arguments[KIND_COUNT][1 + ISHMEMI_ARGUMENTS_MOST + 1] = {KINDS(KIND_ROW)};

/* ---- Routines ----------------------------------------------------------------------------------- */

typedef struct row {
    const char *name;
    uint8_t kind;
    uint8_t does;
    uint8_t returns;
    uint8_t size; /* 0: of the type before the name */
} row_t;

/* An effect of routine_lists.h; the other lists have one effect each. */
#define DOES_OF(EFFECT) ISHMEMI_DOES_##EFFECT
#define DOES(EFFECT) DOES_OF(EFFECT)

/* After a type's name and a `_`.  For a routine that returns its type, the result here is an
 * int. */
#define TYPED(NAME, TYPE, RESULT, PREFIX, ROUTINE, KIND) \
    {#ROUTINE, KIND_##KIND, DOES(ISHMEMI_EFFECT_##ROUTINE), ISHMEMI_RETURNS_##RESULT, 0},
#define TYPED_AS(DOES, RESULT, ROUTINE, KIND) \
    {#ROUTINE, KIND_##KIND, ISHMEMI_DOES_##DOES, ISHMEMI_RETURNS_##RESULT, 0},
#define AMO(NAME, TYPE, RESULT, PREFIX, ROUTINE, KIND) TYPED_AS(AMO, RESULT, ROUTINE, KIND)
#define WAIT(NAME, TYPE, RESULT, PREFIX, ROUTINE, KIND) TYPED_AS(WAIT, RESULT, ROUTINE, KIND)
#define TEST(NAME, TYPE, RESULT, PREFIX, ROUTINE, KIND) TYPED_AS(TEST, RESULT, ROUTINE, KIND)
#define REDUCE(NAME, TYPE, RESULT, PREFIX, ROUTINE, KIND) TYPED_AS(REDUCE, RESULT, ROUTINE, KIND)
#define SCATTER(NAME, TYPE, RESULT, PREFIX, ROUTINE, KIND) \
    TYPED_AS(REDUCE_SCATTER, RESULT, ROUTINE, KIND)

#define TYPED_ROWS                                  \
    ISHMEMI_EACH_RMA(, int, TYPED)                  \
    ISHMEMI_EACH_AMO_STD(, int, AMO)                \
    ISHMEMI_EACH_AMO_EXT(, int, AMO)                \
    ISHMEMI_EACH_AMO_BIT(, int, AMO)                \
    ISHMEMI_EACH_AMO_FLOAT(, int, AMO)              \
    ISHMEMI_WAIT_UNTIL_ROUTINES(WAIT, , int)        \
    ISHMEMI_TEST_ROUTINES(TEST, , int)              \
    ISHMEMI_EACH_COLLECTIVE(, int, TYPED)           \
    ISHMEMI_REDUCE_BITWISE_ROUTINES(REDUCE, , int)  \
    ISHMEMI_REDUCE_EXTREMA_ROUTINES(REDUCE, , int)  \
    ISHMEMI_REDUCE_SUM_ROUTINES(REDUCE, , int)      \
    ISHMEMI_EACH_REDUCE_HALF(, int, REDUCE)         \
    ISHMEMI_REDUCE_SCATTER_ROUTINES(SCATTER, , int) \
    ISHMEMI_REDUCE_BIT_SCATTER_ROUTINES(SCATTER, , int)
static const row_t typed[] = {TYPED_ROWS};

/* Without a type: with the size or `mem`, with one object, or without any. */
#define SIZED(SIZE, BYTES, PREFIX, HEAD, TAIL, KIND)                                          \
    {#HEAD #SIZE #TAIL, KIND_##KIND, DOES(ISHMEMI_EFFECT_##HEAD##TAIL), ISHMEMI_RETURNS_void, \
     BYTES},
#define PLAIN(RESULT, PREFIX, ROUTINE, KIND, TYPE)                                    \
    {#ROUTINE, KIND_##KIND, DOES(ISHMEMI_EFFECT_##ROUTINE), ISHMEMI_RETURNS_##RESULT, \
     sizeof(uint64_t)},

#define WHOLE_ROWS                                  \
    ISHMEMI_SIZES(ISHMEMI_EACH_SIZE, SIZED)         \
    ISHMEMI_SIZE_RMA_ROUTINES(SIZED, mem, 1)        \
    ISHMEMI_SIZE_SIGNAL_ROUTINES(SIZED, mem, 1)     \
    ISHMEMI_SIZE_COLLECTIVE_ROUTINES(SIZED, mem, 1) \
    ISHMEMI_ALL_PLAIN(PLAIN)
static const row_t whole[] = {WHOLE_ROWS};

#define TYPE_ROW(NAME, TYPE, A) {#NAME "_", sizeof(TYPE)},
static const struct {
    const char *name;
    uint8_t bytes;
} types[] = {ISHMEMI_RMA_TYPES(TYPE_ROW, ) ISHMEMI_REDUCE_HALF_TYPES(TYPE_ROW, )};

/* ---- Names -------------------------------------------------------------------------------------- */

/* A part of a name. */
typedef struct part {
    const char *text;
    size_t length;
} part_t;

static bool is_text(part_t part, const char *text)
{
    return strlen(text) == part.length && memcmp(part.text, text, part.length) == 0;
}

static bool take_front(part_t *part, const char *front)
{
    const size_t length = strlen(front);
    const bool has = part->length > length && memcmp(part->text, front, length) == 0;
    if (has) {
        part->text += length;
        part->length -= length;
    }
    return has;
}

static bool take_end(part_t *part, const char *end)
{
    const size_t length = strlen(end);
    const bool has =
        part->length > length && memcmp(part->text + part->length - length, end, length) == 0;
    part->length -= has ? length : 0;
    return has;
}

static bool find_row(const row_t *rows, size_t count, part_t name, uint32_t bytes,
                     ishmemi_routine_t *routine)
{
    for (const row_t *row = rows; row < rows + count; row++) {
        if (is_text(name, row->name)) {
            routine->does = row->does;
            routine->returns = row->returns;
            routine->is_nbi = take_end(&name, "_nbi");
            routine->size = row->size != 0 ? row->size : bytes;
            routine->argument = arguments[row->kind] + 1;
            return true;
        }
    }
    return false;
}

static bool find_typed(part_t name, ishmemi_routine_t *routine)
{
    for (size_t i = 0; i < LENGTH(types); i++) {
        part_t rest = name;
        if (take_front(&rest, types[i].name) &&
            find_row(typed, LENGTH(typed), rest, types[i].bytes, routine)) {
            return true;
        }
    }
    return false;
}

static ishmemi_routine_t take_apart(const char *text)
{
    ishmemi_routine_t routine = {.does = ISHMEMI_DOES_NOTHING};
    part_t name = {text, strlen(text)};
    if (take_front(&name, "ishmem_") || take_front(&name, "ishmemx_")) {
        routine.has_context = take_front(&name, "ctx_");
        (void)(take_end(&name, "_work_group") || take_end(&name, "_sub_group"));
        (void)(find_row(whole, LENGTH(whole), name, 0, &routine) || find_typed(name, &routine));
    }
    return routine;
}

/* Found by the addresses of names, where other modules may later have other names. */
#define KNOWN 512
#define NAME_BYTES 96
static struct known {
    char name[NAME_BYTES];
    ishmemi_routine_t routine;
} known[KNOWN];
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

void ishmemi_routine_names_open(void)
{
    memset(known, 0, sizeof known);
}

ishmemi_routine_t ishmemi_routine_find(const char *name)
{
    const uintptr_t key = (uintptr_t)name;
    const size_t bytes = strlen(name) + 1;
    if (bytes > NAME_BYTES) {
        return take_apart(name);
    }
    pthread_mutex_lock(&mutex);
    struct known *const entry = &known[(key ^ key >> 9) % KNOWN];
    if (strcmp(entry->name, name) != 0) {
        memcpy(entry->name, name, bytes);
        entry->routine = take_apart(name);
    }
    const ishmemi_routine_t routine = entry->routine;
    pthread_mutex_unlock(&mutex);
    return routine;
}
