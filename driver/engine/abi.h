/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * What compiled kernels and the executor share.  compile/ emits code that reads these structs and
 * calls the zed_rt_ routines; run/ fills the structs and defines the routines.  A change here
 * changes compiled code, so increment ZED_CODE_VERSION, which is part of the disk cache's key.
 *
 * A kernel is compiled in one of two shapes:
 *
 *   item   one work-item of a kernel that may wait. At a barrier of the kernel itself,
 *          the item returns to the executor: what it needs afterwards is in a frame,
 *          and the next item uses the stack. If a function or a poll loop stops, the
 *          item keeps its stack until it continues. An item that never stops needs no
 *          context switch.
 *   group  a loop over all work-items of a group, innermost over dimension 0,
 *          vectorised, for a kernel that never waits. The loop keeps a zed_item_t
 *          in its own stack frame, which inlining and SROA turn into induction
 *          variables.
 *
 * Code finds its work-item through `item`.  A function that could not be inlined (recursion, a
 * symbol of another module) calls zed_rt_item().
 */
#ifndef ZED_ENGINE_ABI_H
#define ZED_ENGINE_ABI_H

#include <stdarg.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define ZED_CODE_VERSION 7

/* Work-items with consecutive local linear ids form a sub-group. */
#define ZED_SUB_GROUP_SIZE 16
/* The most work-items of a work-group. */
#define ZED_GROUP_ITEMS_MAX 1024

struct zed_run; /* private to the executor */

typedef struct zed_group {
    uint64_t group_id[3];
    uint64_t group_count[3];
    uint64_t group_size[3];
    uint64_t global_offset[3];
    char *local; /* local memory: static variables first, then local arguments */
    struct zed_run *run;
} zed_group_t;

typedef struct zed_item {
    uint64_t local_id[3];
    uint64_t linear_id;
    zed_group_t *group;
    struct zed_frame *frame; /* NULL: the item has not begun, or its kernel has no frames */
} zed_item_t;

/* Runs the item to its end; if its kernel has frames, only sets item->frame. */
typedef void (*zed_item_code_t)(zed_item_t *item, const void *arguments);
typedef void (*zed_group_code_t)(zed_group_t *group, const void *arguments);

/*
 * What a work-item keeps while others use its stack.  LLVM's coroutine passes define its layout.
 *
 * Most items stop at a barrier of the work-group, and are neither the first nor the last.  While
 * `may_stop` is ZED_MAY_STOP, such an item stops by only setting ZED_HAS_STOPPED, and the executor
 * records the arrivals of many items at once.  Otherwise the item calls the executor
 * (zed_rt_arrive_barrier).
 */
typedef struct zed_frame {
    void *llvm[2];
    uint32_t may_stop;
} zed_frame_t;

enum { ZED_MUST_ASK, ZED_MAY_STOP, ZED_HAS_STOPPED };

/* Runs the items from `from` to `end`, without `end`, one after the other while each sets
 * ZED_HAS_STOPPED: each from where it has stopped to where it stops next.  `end` is greater than
 * `from`.  Their frames are `stride` bytes apart, item 0's at `frames`.  Sets *current to each
 * item, and its may_stop.  Returns the first item that has ended or has called the executor, or
 * `end`. */
typedef uint32_t (*zed_turns_t)(char *frames, uint64_t stride, uint32_t from, uint32_t end,
                                uint32_t *current, uint32_t may_stop);

/* zed_kernel.code points at one of these. */
typedef struct zed_kernel_code {
    zed_item_code_t item;    /* not used if there is a `group` shape */
    zed_group_code_t group;  /* NULL: the kernel waits */
    const uint64_t *context; /* what libishmem's binding sets, for a fault's message; or NULL */
    uint64_t reports;        /* 1: the code reports its accesses and calls, for race detection */
} zed_kernel_code_t;

/* ---- What compiled code calls --------------------------------------------------- */

/* From ZED_SCOPE_LANES on: the items of a sub-group that reach the same call, whose number is added
 * (translate/meet/lanes.cpp).  They continue when all items of the sub-group have arrived, at this
 * call or elsewhere, and none waits at a call with a lower number. */
typedef enum zed_scope { ZED_SCOPE_WORK_GROUP, ZED_SCOPE_SUB_GROUP, ZED_SCOPE_LANES } zed_scope_t;

/* The work-item that this thread runs now. */
zed_item_t *zed_rt_item(void);

/* Returns when every item of the scope that has not ended has arrived.  Orders memory among
 * them. */
void zed_rt_barrier(zed_item_t *item, uint32_t scope);

/* Replaces a barrier of the work-group after which the other items do nothing before the next
 * barrier; only the leading items call it.  Returns when each of the others has arrived at that
 * next barrier or has called this too.  Orders memory as a barrier does. */
void zed_rt_lead(zed_item_t *item);

/* Called once per iteration by a loop that polls memory; yields when another item should run. */
void zed_rt_poll(zed_item_t *item);

/* Every item of the scope contributes `bytes` (at most 128) and gets the array of all
 * contributions, in the order of linear ids, ZED_SLOT_BYTES apart.  `fold`, if not NULL, is called
 * once over the `count` slots, by the last item to arrive and before any returns.  The array is
 * valid until the item's second next exchange in the same scope; for ZED_SCOPE_LANES, until the
 * next.  There, ZED_SLOT_BYTES before the array, a uint32_t holds the bits of the lanes that have
 * contributed; the slots of other lanes are undefined. */
#define ZED_SLOT_BYTES 128
const void *zed_rt_exchange(zed_item_t *item, uint32_t scope, const void *value, uint32_t bytes,
                            void (*fold)(void *slots, uint32_t count));

/* A kernel with its own barriers and exchanges first requests memory for the item's frame, and
 * calls these instead of the routines above.  Each records the arrival and returns whether the item
 * continues at once; if not, the kernel returns. */
void *zed_rt_frame(zed_item_t *item, uint64_t bytes, uint64_t alignment, zed_turns_t turns);
uint32_t zed_rt_arrive_barrier(zed_item_t *item, uint32_t scope);
uint32_t zed_rt_arrive_lead(zed_item_t *item);
typedef struct zed_arrival {
    const void *slots; /* the array, once the item continues */
    uint64_t goes_on;
} zed_arrival_t;
zed_arrival_t zed_rt_arrive_exchange(zed_item_t *item, uint32_t scope, const void *value,
                                     uint32_t bytes, void (*fold)(void *slots, uint32_t count));

typedef enum zed_space { ZED_SPACE_GLOBAL, ZED_SPACE_LOCAL, ZED_SPACE_PRIVATE } zed_space_t;

/* Where a generic address points, for the item: its group's local memory, its own stack or frame,
 * or else global memory. */
uint32_t zed_rt_space(zed_item_t *item, const void *address);

/* With ZECPU_SANITIZE=1, before each access: ends the process if the access is outside allocated
 * memory. */
enum { ZED_ACCESS_WRITES = 1, ZED_ACCESS_LOCAL = 2, ZED_ACCESS_PRIVATE = 4, ZED_ACCESS_ATOMIC = 8 };
void zed_rt_check(const void *pointer, uint64_t bytes, uint32_t access);
/* The same if it is known which of the kernel's variables is accessed. */
void zed_rt_check_object(const void *pointer, uint64_t bytes, const void *object, uint64_t size,
                         uint32_t access);

/* For race detection (translate/races.cpp): before each access to global memory, and after an
 * atomic one that reads; around each call of a libishmem routine, whose arguments are `count` words
 * at `words`, with room for the listener's words after them; and in a kernel whose calls cannot be
 * reported. */
typedef enum zed_caller {
    ZED_CALLER_ITEM,
    ZED_CALLER_WORK_GROUP,
    ZED_CALLER_SUB_GROUP
} zed_caller_t;
void zed_rt_race_access(const void *pointer, uint64_t bytes, uint32_t access);
void zed_rt_race_read(const void *pointer, uint64_t bytes, uint32_t access);
void zed_rt_race_begin(const char *routine, uint64_t *words, uint32_t count, uint32_t caller);
void zed_rt_race_end(const char *routine, uint64_t *words, uint32_t count, uint32_t caller,
                     uint64_t result);
void zed_rt_race_unseen(void);

/* OpenCL C's printf.  A vector argument is passed as its elements, with C's promotions. */
int zed_rt_printf(const char *format, ...);

/* An assert of the work-item with these global ids has failed: prints a message and ends the
 * process.  `function` may be NULL. */
__attribute__((noreturn)) void zed_rt_assert(const char *expression, const char *file,
                                             uint32_t line, const char *function,
                                             const uint64_t item[3]);

/* The code from this address of the image to the next entry's address belongs to this line.  Line
 * 0: it belongs to none. */
typedef struct zed_code_line {
    uint32_t address;
    uint32_t line;
    uint32_t file; /* offset of the file's name among the blob's strings */
} zed_code_line_t;

/* The table that resolves the references of compiled code; a null name ends it. */
typedef struct zed_rt_symbol {
    const char *name;
    void *address;
} zed_rt_symbol_t;
extern const zed_rt_symbol_t zed_rt_symbols[];

#ifdef __cplusplus
}
#endif

#endif
