/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The solve whose halo exchange is on command lists.  The host appends, for each iteration:
 *
 *     list `edges`   wait for the halos of the iteration before; update the first and the last row;
 *                    put them, with a signal, into the neighbours' halo rows
 *     list `inner`   update the other rows, while that goes on
 *
 * Events order what depends on each other, so that the lists may run their commands in any order:
 *
 *     edges i        needs the halos of i - 1, and edges and inner rows of i - 1 as neighbours
 *     inner rows i   need edges and inner rows of i - 1
 *     puts i         need edges i; wait i + 1 begins after edges i, not to spin for nothing
 *
 * Signals carry the iteration's number.  That no halo row is overwritten while it is read follows
 * as in jacobi.cl.  Once a window of iterations the host waits, takes the times and starts the
 * events anew; when a residual is due, every PE gives all others its largest change.
 */
#include "launch.h"
#include "solve.h"
#include "timeline.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WINDOW = 32, SHOWN = 5 };

/* What each iteration has an event for. */
enum { WAIT_ABOVE, WAIT_BELOW, EDGES, PUT_ABOVE, PUT_BELOW, INNER, STEPS };

/* Lanes of the picture. */
enum { LANE_INNER, LANE_EDGES, LANE_OUT, LANE_IN, LANES };
static const char *const lane_names[LANES] = {"inner rows", "edge rows", "halos out", "halos in"};
static const int lane_of[STEPS] = {LANE_IN, LANE_IN, LANE_EDGES, LANE_OUT, LANE_OUT, LANE_INNER};

typedef struct queued {
    const layout_t *layout;
    uint32_t rows;
    bool has_above;
    bool has_below;
    uint32_t groups;
    launch_program_t program; /* its list is `edges` */
    ze_command_list_handle_t inner;
    ze_kernel_handle_t edge_rows[2]; /* into each of the two buffers */
    ze_kernel_handle_t inner_rows[2];
    ze_event_pool_handle_t pool;
    ze_event_handle_t events[WINDOW][STEPS];
    int *change;    /* symmetric: largest change, of an iteration that is checked and of others */
    int *residuals; /* symmetric: [2][n_pes] */
    uint32_t checks;
} queued_t;

/* ---- Making --------------------------------------------------------------------------------- */

static void check_append(int result, const char *what)
{
    if (result != 0)
        launch_fail("%s could not be appended", what);
}

/* `count` rows from `first` on, `step` apart, into buffer `to`. */
static ze_kernel_handle_t create_rows(const queued_t *queued, uint32_t items, int to,
                                      uint32_t first, uint32_t step, uint32_t count)
{
    const layout_t *layout = queued->layout;
    const float *now = layout->field + (to == 0 ? layout->buffer_floats : 0);
    const float *next = layout->field + (to == 0 ? 0 : layout->buffer_floats);
    const uint64_t pitch = layout->pitch;
    const launch_argument_t arguments[] = {
        LAUNCH_ARGUMENT(now),
        LAUNCH_ARGUMENT(next),
        LAUNCH_ARGUMENT(layout->fixed),
        LAUNCH_ARGUMENT(pitch),
        LAUNCH_ARGUMENT(layout->columns),
        LAUNCH_ARGUMENT(first),
        LAUNCH_ARGUMENT(step),
        LAUNCH_ARGUMENT(count),
        LAUNCH_ARGUMENT(queued->change),
    };
    ze_kernel_handle_t kernel;

    launch_kernel_create(&queued->program, "jacobi_rows", items,
                         sizeof(arguments) / sizeof(arguments[0]), arguments, &kernel);
    return kernel;
}

static void create_events(queued_t *queued)
{
    const ze_event_pool_desc_t pool = {
        .stype = ZE_STRUCTURE_TYPE_EVENT_POOL_DESC,
        .flags = ZE_EVENT_POOL_FLAG_HOST_VISIBLE | ZE_EVENT_POOL_FLAG_KERNEL_TIMESTAMP,
        .count = WINDOW * STEPS,
    };

    launch_check(zeEventPoolCreate(ishmemx_ze_context(), &pool, 0, NULL, &queued->pool),
                 "creating an event pool");
    for (uint32_t i = 0; i < WINDOW * STEPS; i++) {
        const ze_event_desc_t event = {
            .stype = ZE_STRUCTURE_TYPE_EVENT_DESC,
            .index = i,
            .signal = ZE_EVENT_SCOPE_FLAG_HOST,
            .wait = ZE_EVENT_SCOPE_FLAG_DEVICE,
        };
        launch_check(zeEventCreate(queued->pool, &event, &queued->events[i / STEPS][i % STEPS]),
                     "creating an event");
    }
}

static void open_queued(const layout_t *layout, uint32_t groups, uint32_t items, queued_t *queued)
{
    const int me = ishmem_my_pe();

    memset(queued, 0, sizeof(*queued));
    queued->layout = layout;
    queued->rows = layout_rows_of(layout, me);
    queued->has_above = me > 0;
    queued->has_below = me + 1 < layout->n_pes;
    queued->groups = groups;
    queued->change = ishmem_calloc(2, sizeof(int));
    queued->residuals = ishmem_calloc(2 * (size_t)layout->n_pes, sizeof(int));
    if (queued->change == NULL || queued->residuals == NULL)
        launch_fail("no room in the symmetric heap");
    launch_open("jacobi.spv", &queued->program);
    launch_list_create(&queued->inner);
    for (int to = 0; to < 2; to++) {
        queued->edge_rows[to] =
            create_rows(queued, items, to, 1, queued->rows - 1, queued->rows > 1 ? 2 : 1);
        queued->inner_rows[to] =
            create_rows(queued, items, to, 2, 1, queued->rows > 2 ? queued->rows - 2 : 0);
    }
    create_events(queued);
}

static void close_queued(queued_t *queued)
{
    for (uint32_t i = 0; i < WINDOW * STEPS; i++)
        launch_check(zeEventDestroy(queued->events[i / STEPS][i % STEPS]), "destroying an event");
    launch_check(zeEventPoolDestroy(queued->pool), "destroying an event pool");
    for (int to = 0; to < 2; to++) {
        launch_kernel_destroy(queued->inner_rows[to]);
        launch_kernel_destroy(queued->edge_rows[to]);
    }
    launch_list_destroy(queued->inner);
    launch_close(&queued->program);
    ishmem_free(queued->residuals);
    ishmem_free(queued->change);
}

/* ---- One iteration -------------------------------------------------------------------------- */

/* Whether a step is there in every iteration: PEs at the ends, and those with one or two rows, lack
 * some. */
static bool has_step(const queued_t *queued, int step)
{
    switch (step) {
    case WAIT_ABOVE:
    case PUT_ABOVE:
        return queued->has_above;
    case WAIT_BELOW:
    case PUT_BELOW:
        return queued->has_below;
    case INNER:
        return queued->rows > 2;
    default:
        return true;
    }
}

/* Events to wait for: of `slot`, the steps in `steps` that there are; none before the window. */
static uint32_t gather_events(const queued_t *queued, int slot, const int *steps, int count,
                              ze_event_handle_t *waits)
{
    uint32_t found = 0;

    for (int i = 0; i < count && slot >= 0; i++)
        if (has_step(queued, steps[i]))
            waits[found++] = queued->events[slot][steps[i]];
    return found;
}

static void append_rows(const queued_t *queued, ze_command_list_handle_t list,
                        ze_kernel_handle_t kernel, uint32_t groups, const int *change,
                        ze_event_handle_t signal, uint32_t num_waits, ze_event_handle_t *waits)
{
    const ze_group_count_t count = {groups < queued->groups ? groups : queued->groups, 1, 1};

    launch_check(zeKernelSetArgumentValue(kernel, 8, sizeof(change), &change),
                 "setting an argument");
    launch_check(zeCommandListAppendLaunchKernel(list, kernel, &count, signal, num_waits, waits),
                 "launching a kernel");
}

/* Waits until the halo rows hold iteration `iteration`. */
static void append_waits(const queued_t *queued, uint32_t iteration, int slot)
{
    ze_command_list_handle_t list = queued->program.list;
    uint64_t *signals = queued->layout->signals;
    const int steps[] = {EDGES};
    ze_event_handle_t waits[1];
    const uint32_t num_waits = gather_events(queued, slot - 1, steps, 1, waits);

    for (int step = WAIT_ABOVE; step <= WAIT_BELOW; step++)
        if (has_step(queued, step))
            check_append(ishmemx_signal_wait_until_on_queue(
                             &signals[step - WAIT_ABOVE], ISHMEM_CMP_GE, iteration, NULL, list,
                             queued->events[slot][step], num_waits, waits),
                         "a wait");
}

/* Gives the neighbours the edge rows of the iteration, from buffer `next`. */
static void append_puts(const queued_t *queued, uint32_t iteration, int slot)
{
    const layout_t *layout = queued->layout;
    const int me = ishmem_my_pe();
    float *next = layout->field + (iteration % 2 ? layout->buffer_floats : 0);
    ze_command_list_handle_t list = queued->program.list;
    ze_event_handle_t edges = queued->events[slot][EDGES];

    if (queued->has_above)
        check_append(ishmemx_float_put_signal_on_queue(
                         next + (layout_rows_of(layout, me - 1) + 1) * layout->pitch,
                         next + layout->pitch, layout->columns, &layout->signals[1], iteration,
                         ISHMEM_SIGNAL_SET, me - 1, list, queued->events[slot][PUT_ABOVE], 1,
                         &edges),
                     "a put");
    if (queued->has_below)
        check_append(ishmemx_float_put_signal_on_queue(next, next + queued->rows * layout->pitch,
                                                       layout->columns, &layout->signals[0],
                                                       iteration, ISHMEM_SIGNAL_SET, me + 1, list,
                                                       queued->events[slot][PUT_BELOW], 1, &edges),
                     "a put");
}

/* change: where the iteration's largest change goes. */
static void append_iteration(const queued_t *queued, uint32_t iteration, int slot,
                             const int *change)
{
    const int to = (int)(iteration % 2);
    const int rows_before[] = {EDGES, INNER};
    const int halos[] = {WAIT_ABOVE, WAIT_BELOW};
    ze_event_handle_t waits[4];
    const uint32_t before = gather_events(queued, slot - 1, rows_before, 2, waits);

    if (has_step(queued, INNER))
        append_rows(queued, queued->inner, queued->inner_rows[to], queued->rows - 2, change,
                    queued->events[slot][INNER], before, waits);
    append_waits(queued, iteration - 1, slot);
    const uint32_t all = before + gather_events(queued, slot, halos, 2, waits + before);
    append_rows(queued, queued->program.list, queued->edge_rows[to], queued->rows > 1 ? 2 : 1,
                change, queued->events[slot][EDGES], all, waits);
    append_puts(queued, iteration, slot);
}

/* ---- A window of iterations ----------------------------------------------------------------- */

static void wait_for_window(const queued_t *queued, int slots)
{
    for (int slot = 0; slot < slots; slot++)
        for (int step = 0; step < STEPS; step++)
            if (has_step(queued, step))
                launch_check(zeEventHostSynchronize(queued->events[slot][step], UINT64_MAX),
                             "waiting for an event");
}

static void reset_window(const queued_t *queued, int slots)
{
    for (int slot = 0; slot < slots; slot++)
        for (int step = 0; step < STEPS; step++)
            launch_check(zeEventHostReset(queued->events[slot][step]), "resetting an event");
}

/* The largest change on any PE, whose own have been computed. */
static float exchange_residual(queued_t *queued)
{
    const int n_pes = queued->layout->n_pes;
    ze_command_list_handle_t list = queued->program.list;
    int *table = queued->residuals + (queued->checks++ % 2) * (uint32_t)n_pes;
    int largest = 0;
    float residual;

    for (int pe = 0; pe < n_pes; pe++)
        check_append(ishmemx_int_put_on_queue(table + ishmem_my_pe(), queued->change, 1, pe, list,
                                              NULL, 0, NULL),
                     "a put");
    launch_check(zeCommandListAppendBarrier(list, NULL, 0, NULL), "appending a barrier");
    check_append(ishmemx_barrier_all_on_queue(list, queued->program.done, 0, NULL), "a barrier");
    launch_wait(&queued->program);
    launch_check(zeEventHostReset(queued->program.done), "resetting an event");
    for (int pe = 0; pe < n_pes; pe++) {
        const int change = ishmem_int_g(table + pe, ishmem_my_pe());
        largest = change > largest ? change : largest;
    }
    memcpy(&residual, &largest, sizeof(residual));
    return residual;
}

/* Iterations from `first` to `last`; the last one's change counts if `checks`. */
static void run_window(const queued_t *queued, uint32_t first, uint32_t last, bool checks)
{
    ishmem_int_p(queued->change, 0, ishmem_my_pe());
    for (uint32_t iteration = first; iteration <= last; iteration++)
        append_iteration(queued, iteration, (int)(iteration - first),
                         queued->change + (checks && iteration == last ? 0 : 1));
    wait_for_window(queued, (int)(last - first + 1));
}

/* ---- The picture ---------------------------------------------------------------------------- */

static size_t take_spans(const queued_t *queued, uint32_t first, uint32_t last,
                         timeline_span_t *spans)
{
    ze_device_properties_t properties = {.stype = ZE_STRUCTURE_TYPE_DEVICE_PROPERTIES};
    const uint32_t from = last - first + 1 > SHOWN ? last - SHOWN + 1 : first;
    size_t count = 0;

    launch_check(zeDeviceGetProperties(ishmemx_ze_device(), &properties), "querying the tile");
    const double tick = (double)properties.timerResolution; /* ns */
    for (uint32_t iteration = from; iteration <= last; iteration++) {
        for (int step = 0; step < STEPS; step++) {
            ze_kernel_timestamp_result_t times;
            if (!has_step(queued, step))
                continue;
            launch_check(
                zeEventQueryKernelTimestamp(queued->events[iteration - first][step], &times),
                "asking when a kernel ran");
            spans[count++] = (timeline_span_t){
                .lane = lane_of[step],
                .iteration = iteration,
                .start = (double)times.global.kernelStart * tick,
                .end = (double)times.global.kernelEnd * tick,
            };
        }
    }
    return count;
}

static void print_picture(const timeline_span_t *spans, size_t count)
{
    timeline_print(lane_names, LANES, spans, count);
    printf("overlap       %.0f %% of the time for edges and halos overlapped the inner rows\n",
           100.0 * timeline_overlap(LANE_INNER, spans, count));
}

/* ---- The solve ------------------------------------------------------------------------------ */

static uint32_t end_of_window(const options_t *options, uint32_t first)
{
    const uint32_t check = (first - 1) / options->check_every + 1;
    uint32_t last = first + WINDOW - 1;

    if ((uint64_t)last > (uint64_t)check * options->check_every)
        last = check * options->check_every;
    return last < options->iterations ? last : options->iterations;
}

void solve_queued(const layout_t *layout, const options_t *options, outcome_t *outcome)
{
    timeline_span_t spans[SHOWN * STEPS];
    size_t span_count = 0;
    bool over = options->iterations == 0;
    queued_t queued;

    solve_choose_shape(layout, options, outcome);
    if (outcome->groups > layout_rows_of(layout, ishmem_my_pe()))
        outcome->groups = layout_rows_of(layout, ishmem_my_pe());
    if (outcome->groups < 1)
        outcome->groups = 1;
    open_queued(layout, outcome->groups, outcome->items, &queued);
    ishmem_barrier_all();
    const double start = solve_now();
    for (uint32_t first = 1; !over;) {
        const uint32_t last = end_of_window(options, first);
        const bool checks = last % options->check_every == 0 || last == options->iterations;
        run_window(&queued, first, last, checks);
        span_count = take_spans(&queued, first, last, spans);
        reset_window(&queued, (int)(last - first + 1));
        outcome->iterations = last;
        if (checks) {
            outcome->residual = exchange_residual(&queued);
            over = outcome->residual <= options->tolerance || last == options->iterations;
        }
        first = last + 1;
    }
    ishmem_barrier_all();
    outcome->seconds = solve_now() - start;
    if (ishmem_my_pe() == 0 && span_count > 0)
        print_picture(spans, span_count);
    close_queued(&queued);
}
