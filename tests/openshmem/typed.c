/* SPDX-License-Identifier: BSD-3-Clause */
/* Every routine by its own name. */
#define CALL(NAME, ROUTINE) shmem_##NAME##_##ROUTINE
#define WITH(NAME, ROUTINE) shmem_ctx_##NAME##_##ROUTINE
#include "every_routine.h"

int main(void)
{
    return test_every_routine("typed");
}
