/* SPDX-License-Identifier: BSD-3-Clause */
/* The double, for one thread, but for hold. */
#include "loopback.h"

#include "util/clock.h"
#include <sched.h>
#include <stdlib.h>
#include <string.h>

#define SMALL_BYTES 512
#define PART_BYTES 16384
#define NOTE_BYTES 1024
/* A random one of so many is carried on with. */
#define WINDOW 64

typedef enum kind { PUT, GET, AMO } kind_t;

typedef struct pending {
    kind_t kind;
    int pe;
    uint64_t fence;
    char *near;
    uint64_t place;
    size_t bytes;
    size_t moved;
    bool has_signal;
    ishmemi_transport_signal_t signal;
    ishmemi_amo_t op;
    uint64_t value;
    uint64_t cond;
    ishmemi_transfer_t *transfer;
    char kept[NOTE_BYTES]; /* what is small, or a note */
} pending_t;

static loopback_settings_t settings;
static pending_t **pending; /* in the order of their starts */
static size_t count;
static size_t room;
static size_t most;
static uint64_t starts;
static uint64_t runs;
static uint64_t *fences; /* [n_pes] */
static uint64_t state = 88172645463325252u;
static size_t held = LOOPBACK_HOLD_NOTHING;

static uint64_t random_number(void)
{
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return state;
}

static void delay(void)
{
    if (settings.delay_us == 0 || random_number() % 8 != 0) {
        return;
    }
    const uint64_t until = ishmemi_clock_now() + random_number() % (settings.delay_us * 1000);
    while (ishmemi_clock_now() < until) {
        sched_yield();
    }
}

/* NULL: refused. */
static pending_t *start(kind_t kind, int pe, uint64_t place, size_t bytes,
                        ishmemi_transfer_t *transfer)
{
    starts++;
    if (settings.fail_after != 0 && starts > settings.fail_after) {
        settings.fatal("loopback: the link to PE %d is broken", pe);
    }
    if (settings.refuse != 0 && random_number() % settings.refuse == 0) {
        return NULL;
    }
    if (count == room) {
        room = room ? 2 * room : 64;
        pending = realloc(pending, room * sizeof *pending);
    }
    pending_t *const one = calloc(1, sizeof *one);
    *one = (pending_t){.kind = kind,
                       .pe = pe,
                       .fence = fences[pe],
                       .place = place,
                       .bytes = bytes,
                       .transfer = transfer};
    pending[count++] = one;
    most = count > most ? count : most;
    return one;
}

/* keeps: the source is free when it returns. */
static bool start_put(int pe, uint64_t place, const void *source, size_t bytes,
                      const ishmemi_transport_signal_t *signal, ishmemi_transfer_t *transfer,
                      bool keeps)
{
    pending_t *const one = start(PUT, pe, place, bytes, transfer);
    if (!one) {
        return false;
    }
    one->near = (char *)(uintptr_t)source;
    if (keeps) {
        memcpy(one->kept, source, bytes);
        one->near = one->kept;
    }
    if (signal) {
        one->has_signal = true;
        one->signal = *signal;
    }
    return true;
}

static bool put(int pe, uint64_t place, const void *source, size_t bytes,
                const ishmemi_transport_signal_t *signal, ishmemi_transfer_t *transfer)
{
    return start_put(pe, place, source, bytes, signal, transfer, bytes <= SMALL_BYTES);
}

static void forget(ishmemi_transfer_t *transfer)
{
    (void)transfer;
}

static void fence(int pe);

/* A put that nobody asks about. */
static bool note(int pe, uint64_t place, const void *source, size_t bytes,
                 const ishmemi_transport_signal_t *signal)
{
    static ishmemi_transfer_t unknown = {.done = forget};
    fence(pe);
    return start_put(pe, place, source, bytes, signal, &unknown, true);
}

static bool get(int pe, void *destination, uint64_t place, size_t bytes,
                ishmemi_transfer_t *transfer)
{
    pending_t *const one = start(GET, pe, place, bytes, transfer);
    if (one) {
        one->near = destination;
    }
    return one != NULL;
}

static bool amo(int pe, ishmemi_amo_t op, size_t bytes, uint64_t place, uint64_t value,
                uint64_t cond, void *fetched, ishmemi_transfer_t *transfer)
{
    pending_t *const one = start(AMO, pe, place, bytes, transfer);
    if (one) {
        one->near = fetched;
        one->op = op;
        one->value = value;
        one->cond = cond;
    }
    return one != NULL;
}

/* Of a run: ends with the last of them. */
typedef struct run {
    ishmemi_transfer_t each;
    ishmemi_transfer_t *all;
    size_t left;
} run_t;

static void end_one(ishmemi_transfer_t *transfer)
{
    run_t *const run = (run_t *)transfer;
    if (--run->left == 0) {
        run->all->done(run->all);
        free(run);
    }
}

static size_t brief(int pe, const ishmemi_transport_brief_t *operations, size_t number,
                    ishmemi_transfer_t *transfer)
{
    run_t *const run = calloc(1, sizeof *run);
    run->each.done = end_one;
    run->all = transfer;
    while (run->left < number) {
        const ishmemi_transport_brief_t *const one = &operations[run->left];
        if (!(one->is_amo ? amo(pe, one->op, one->bytes, one->place, one->words[0], one->words[1],
                                NULL, &run->each)
                          : put(pe, one->place, one->words, one->bytes, NULL, &run->each))) {
            break;
        }
        run->left++;
    }
    const size_t started = run->left;
    if (started == 0) {
        free(run);
    } else {
        runs++;
    }
    return started;
}

static void fence(int pe)
{
    for (int i = 0; i < settings.n_pes; i++) {
        fences[i] += pe == i || pe == -1;
    }
}

static uint64_t add_float(size_t bytes, uint64_t a, uint64_t b)
{
    uint64_t sum = 0;
    if (bytes == 4) {
        float x, y;
        memcpy(&x, &a, 4);
        memcpy(&y, &b, 4);
        x += y;
        memcpy(&sum, &x, 4);
    } else {
        double x, y;
        memcpy(&x, &a, 8);
        memcpy(&y, &b, 8);
        x += y;
        memcpy(&sum, &x, 8);
    }
    return sum;
}

/* Nobody else changes the object, but a waiting kernel may read it. */
static uint64_t update(char *object, ishmemi_amo_t op, size_t bytes, uint64_t value, uint64_t cond)
{
    uint64_t before = 0;
    uint64_t after = value;
    memcpy(&before, object, bytes);
    switch (op) {
    case ISHMEMI_AMO_FETCH:
        after = before;
        break;
    case ISHMEMI_AMO_SET:
    case ISHMEMI_AMO_SWAP:
        break;
    case ISHMEMI_AMO_ADD:
        after = before + value;
        break;
    case ISHMEMI_AMO_AND:
        after = before & value;
        break;
    case ISHMEMI_AMO_OR:
        after = before | value;
        break;
    case ISHMEMI_AMO_XOR:
        after = before ^ value;
        break;
    case ISHMEMI_AMO_ADD_FLOAT:
        after = add_float(bytes, before, value);
        break;
    case ISHMEMI_AMO_COMPARE_SWAP:
        after = memcmp(&before, &cond, bytes) == 0 ? value : before;
        break;
    }
    memcpy(object, &after, bytes);
    return before;
}

/* Whether it is over. */
static bool carry_on(pending_t *one)
{
    char *const far = settings.heaps[one->pe] + one->place;
    if (one->kind == AMO) {
        const uint64_t before = update(far, one->op, one->bytes, one->value, one->cond);
        if (one->near) {
            memcpy(one->near, &before, one->bytes);
        }
        return true;
    }
    const size_t rest = one->bytes - one->moved;
    const size_t part = rest < PART_BYTES ? rest : PART_BYTES;
    char *const there = far + one->moved;
    char *const here = one->near + one->moved;
    memcpy(one->kind == PUT ? there : here, one->kind == PUT ? here : there, part);
    one->moved += part;
    if (one->moved == one->bytes && one->has_signal) {
        update(settings.heaps[one->pe] + one->signal.place,
               one->signal.add ? ISHMEMI_AMO_ADD : ISHMEMI_AMO_SET, 8, one->signal.value, 0);
    }
    return one->moved == one->bytes;
}

/* Behind no fence that something before it is in front of. */
static bool may_go(size_t index)
{
    for (size_t i = 0; i < index; i++) {
        if (pending[i]->pe == pending[index]->pe && pending[i]->fence < pending[index]->fence) {
            return false;
        }
    }
    return true;
}

static bool progress(void)
{
    const size_t held_bytes = __atomic_load_n(&held, __ATOMIC_RELAXED);
    if (count == 0 || held_bytes == 0) {
        return false;
    }
    delay();
    size_t turns = count < WINDOW ? count : WINDOW;
    while (turns-- > 0 && count > 0) {
        const size_t index = random_number() % (count < WINDOW ? count : WINDOW);
        pending_t *const one = pending[index];
        if (one->bytes >= held_bytes || !may_go(index) || !carry_on(one)) {
            continue;
        }
        memmove(&pending[index], &pending[index + 1], (--count - index) * sizeof *pending);
        if (one->transfer->sent && one->bytes > SMALL_BYTES) {
            one->transfer->sent(one->transfer);
        }
        one->transfer->done(one->transfer);
        free(one);
    }
    return true;
}

static void flush(void)
{
}

static void urge(int pe)
{
    (void)pe;
}

static size_t small_bytes(int pe)
{
    (void)pe;
    return SMALL_BYTES;
}

static bool is_quiet(int pe, bool all_wait)
{
    (void)pe;
    (void)all_wait;
    return count == 0;
}

/* It needs no other thread's help. */
static bool is_carrying(void)
{
    return false;
}

static const ishmemi_transport_t table = {
    .abi = ISHMEMI_TRANSPORT_ABI,
    .name = "loopback",
    .small_bytes = small_bytes,
    .note_bytes = NOTE_BYTES,
    .put = put,
    .note = note,
    .get = get,
    .amo = amo,
    .brief = brief,
    .fence = fence,
    .flush = flush,
    .is_quiet = is_quiet,
    .urge = urge,
    .progress = progress,
    .is_carrying = is_carrying,
};

const ishmemi_transport_t *loopback_open(const loopback_settings_t *with)
{
    settings = *with;
    free(fences);
    fences = calloc((size_t)with->n_pes, sizeof *fences);
    starts = 0;
    runs = 0;
    most = 0;
    return &table;
}

void loopback_hold(size_t bytes)
{
    __atomic_store_n(&held, bytes, __ATOMIC_RELAXED);
}

uint64_t loopback_runs(void)
{
    return runs;
}

size_t loopback_most(void)
{
    return most;
}
