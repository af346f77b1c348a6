/* SPDX-License-Identifier: BSD-3-Clause */
/* Every routine that the host calls; host_cxx.cpp is the same in C++. */
#include "harness.h"

#include <ishmem/nvshmem/lists.h>

#define REPORT long
#define BODY(NAME) static void NAME(char *area, long *report)
#define CALL(NAME) nvshmem_##NAME
#define LAST
#define FIRST_LAST
#define LEADER 1
#define SETTLE
#define QUIET nvshmem_quiet()
#define BARRIER nvshmem_barrier_all()
#include "every.h"

ALL_COPIES
ALL_MOVES
ALL_REDUCTIONS
ALL_VALUES
ALL_WAITS
ALL_AMOS
ALL_SETS
QUERIES
SYNCS

int main(void)
{
    long report[REPORT_WORDS] = {0};
    nvshmem_init();
    char *const area = (char *)nvshmem_calloc(AREA_BYTES, 1);
#define EACH(NAME)      \
    NAME(area, report); \
    test_note(#NAME, report);
    EACH_OF_MOVES
    EACH_OF_REDUCTIONS
    EACH_OF_LISTS
    EACH_OF_SINGLE
    nvshmem_free(area);
    return test_end("host");
}
