/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The word of a team's meetings: the number of the current one in the upper half, whether it has been handed over to the
 * tiles, and how many hosts have come.
 *
 * word  written by                                                        read by   ordering
 *       a host that comes; the last one begins the next meeting           members   acquire and release
 *       a host that has waited: hands the meeting over                              the same
 *       a host whose tile has synced: begins the next one                           the same
 *       the first member, when it makes the team: 0                                 before the members learn of the team
 *
 * A meeting is either held, when all hosts have come before one of them hands it over, or handed over; one exchange of
 * the word decides which.  A host that sees a later number while it waits has met the others: to end a meeting that was
 * handed over, a tile must have synced with the tile of each member, and this one's has not begun.
 *
 * A host that comes to a meeting that has been handed over lets its tile sync.  The meeting may even be an older one,
 * which another member has not ended yet, although this member has already synced by a kernel of the program.  Then the
 * others wait in the next meeting for a host that does not come, and hand it over, too.
 */
#include "meeting.h"

#include "job.h"
#include "spin.h"
#include "util/clock.h"
#include <sched.h>

/* Longer than PEs that work together usually wait for each other, and not long beside the kernel that follows. */
#define MEETING_NS 100000
/* A wait reads the clock once in so many polls. */
#define POLLS_PER_LOOK 16

#define HANDED_OVER (UINT64_C(1) << 31)
#define NEXT (UINT64_C(1) << 32)

static uint64_t number_of(uint64_t word)
{
    return word / NEXT;
}

static bool exchange(uint64_t *word, uint64_t *seen, uint64_t value)
{
    return __atomic_compare_exchange_n(word, seen, value, false, __ATOMIC_ACQ_REL,
                                       __ATOMIC_ACQUIRE);
}

static uint64_t after(uint64_t number)
{
    return (number + 1) * NEXT;
}

/* Returns whether all hosts have met, or else the meeting was handed over.  It does not look for the end of the job as
 * longer waits do, because that may be a copy from the tile, which takes longer than a meeting. */
static bool await(uint64_t *word, uint64_t number)
{
    const uint64_t since = ishmemi_clock_now();
    const uint64_t began = ishmemi_waited_begin();
    uint64_t seen = __atomic_load_n(word, __ATOMIC_ACQUIRE);
    for (unsigned polls = 1; number_of(seen) == number && !(seen & HANDED_OVER); polls++) {
        const bool looks = polls % POLLS_PER_LOOK == 0;
        if (looks && ishmemi_clock_now() - since > MEETING_NS) {
            if (exchange(word, &seen, seen | HANDED_OVER)) {
                break;
            }
            continue;
        }
        if (polls < ISHMEMI_SPIN_POLLS) {
            ishmemi_relax();
        } else if (!ishmemi_spin_drive()) {
            sched_yield();
        }
        seen = __atomic_load_n(word, __ATOMIC_ACQUIRE);
    }
    ishmemi_waited_end(began);
    return number_of(seen) != number;
}

/* Returns whether all hosts have met.  If not, *number is the meeting that was handed over. */
static bool come(const ishmemi_host_team_t *team, uint64_t *word, uint64_t *number)
{
    uint64_t seen = __atomic_load_n(word, __ATOMIC_ACQUIRE);
    uint64_t mine;
    bool is_last;
    do {
        *number = number_of(seen);
        if (seen & HANDED_OVER) {
            return false;
        }
        is_last = seen % NEXT + 1 == (uint64_t)team->team.n_pes;
        mine = is_last ? after(*number) : seen + 1;
    } while (!exchange(word, &seen, mine));
    return is_last || await(word, *number);
}

/* Begins the next meeting, unless another member has done so. */
static void end(uint64_t *word, uint64_t number)
{
    uint64_t seen = __atomic_load_n(word, __ATOMIC_ACQUIRE);
    while (number_of(seen) == number && !exchange(word, &seen, after(number))) {
    }
}

int ishmemi_meeting_sync(const char *routine, const ishmemi_host_team_t *team,
                         int (*sync_by_tile)(const char *routine, const ishmemi_host_team_t *team))
{
    uint64_t *const word = ishmemi_team_meeting(team);
    uint64_t number = 0;
    if (!word) {
        return sync_by_tile(routine, team);
    }
    if (come(team, word, &number)) {
        return 0;
    }
    const int result = sync_by_tile(routine, team);
    end(word, number);
    return result;
}
