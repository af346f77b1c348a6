/* SPDX-License-Identifier: BSD-3-Clause */
/* Every routine by its name without a type, in C11; overloads.cpp is the same in C++. */
#define CALL(NAME, ROUTINE) shmem_##ROUTINE
#define WITH(NAME, ROUTINE) shmem_##ROUTINE
#include "every_routine.h"

int main(void)
{
    return test_every_routine("generic");
}
