/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The cheapest sequence of ways.  Each size costs the logarithm of its way's time relative to the
 * best time, and each change of way costs as much as a small difference.  So noise alone changes
 * nothing.
 */
#include "crossover.h"

#include <math.h>

/* The least ratio of times, at one size or multiplied over several, for which a way is left for
 * another one.  Where ways cross they soon differ by more, and noise in both directions does not
 * add up to it. */
static const double change_ratio = 1.25;

void tune_curves_note(tune_curves_t *curves, size_t way, size_t size, double seconds)
{
    double *const least = &curves->seconds[way][size];
    *least = *least > 0.0 && *least < seconds ? *least : seconds;
    curves->ways = way + 1 > curves->ways ? way + 1 : curves->ways;
}

static double best_of(const tune_curves_t *curves, size_t size)
{
    double best = INFINITY;
    for (size_t way = 0; way < curves->ways; way++) {
        const double seconds = curves->seconds[way][size];
        if (seconds > 0.0 && seconds < best) {
            best = seconds;
        }
    }
    return best;
}

static double cost_of(const tune_curves_t *curves, size_t way, size_t size)
{
    const double seconds = curves->seconds[way][size];
    return seconds > 0.0 ? log(seconds / best_of(curves, size)) : INFINITY;
}

size_t tune_find_runs(const tune_curves_t *curves, const tune_sizes_t *sizes,
                      tune_run_t runs[TUNE_SIZES])
{
    /* cost[size][way]: the cost of the best sequence that ends there; from: the way before. */
    double cost[TUNE_SIZES][TUNE_WAYS];
    size_t from[TUNE_SIZES][TUNE_WAYS];
    for (size_t size = 0; size < sizes->count; size++) {
        for (size_t way = 0; way < curves->ways; way++) {
            double before = size == 0 ? 0.0 : INFINITY;
            from[size][way] = way;
            for (size_t other = 0; size > 0 && other < curves->ways; other++) {
                const double change = other == way ? 0.0 : log(change_ratio);
                if (cost[size - 1][other] + change < before) {
                    before = cost[size - 1][other] + change;
                    from[size][way] = other;
                }
            }
            cost[size][way] = before + cost_of(curves, way, size);
        }
    }
    size_t way = 0;
    for (size_t other = 1; other < curves->ways; other++) {
        if (cost[sizes->count - 1][other] < cost[sizes->count - 1][way]) {
            way = other;
        }
    }
    /* Collected backwards, and then reversed. */
    size_t count = 0;
    for (size_t size = sizes->count; size-- > 0; way = from[size][way]) {
        if (count == 0 || runs[count - 1].way != way) {
            runs[count++] = (tune_run_t){way, size};
        }
    }
    for (size_t i = 0; i < count / 2; i++) {
        const tune_run_t run = runs[i];
        runs[i] = runs[count - 1 - i];
        runs[count - 1 - i] = run;
    }
    return count;
}

tune_run_t tune_find_one(const tune_curves_t *curves, const tune_sizes_t *sizes)
{
    tune_run_t one = {0, sizes->count - 1};
    double least = INFINITY;
    for (size_t way = 0; way < curves->ways; way++) {
        double cost = 0.0;
        for (size_t size = 0; size < sizes->count; size++) {
            cost += cost_of(curves, way, size);
        }
        if (cost < least) {
            least = cost;
            one.way = way;
        }
    }
    return one;
}

size_t tune_find_cutover(const tune_curves_t *curves, const tune_sizes_t *sizes)
{
    double cost = 0.0;
    for (size_t size = 0; size < sizes->count; size++) {
        cost += cost_of(curves, 1, size);
    }
    double least = cost;
    size_t best = 0;
    for (size_t size = 0; size < sizes->count; size++) {
        cost += cost_of(curves, 0, size) - cost_of(curves, 1, size);
        if (cost < least) {
            least = cost;
            best = size + 1;
        }
    }
    return best;
}
