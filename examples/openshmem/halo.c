/* SPDX-License-Identifier: BSD-3-Clause */
/* Heat flows along a rod that is divided among the PEs; they exchange their end points in each step. */
#include <math.h>
#include <shmem.h>
#include <stdio.h>
#include <string.h>

#define POINTS 16 /* of each PE, and a halo point at each end */
#define STEPS 50

static double rod[POINTS + 2];

int main(void)
{
    double next[POINTS + 2];
    double heat = 0;

    shmem_init();
    const int me = shmem_my_pe();
    const int n = shmem_n_pes();

    for (int i = 1; i <= POINTS; i++)
        rod[i] = me == 0 && i == 1 ? 1000.0 : 0.0;
    for (int step = 0; step < STEPS; step++) {
        if (me > 0)
            shmem_double_p(&rod[POINTS + 1], rod[1], me - 1);
        if (me + 1 < n)
            shmem_double_p(&rod[0], rod[POINTS], me + 1);
        shmem_barrier_all();
        if (me == 0)
            rod[0] = rod[1]; /* both ends of the rod are insulated */
        if (me + 1 == n)
            rod[POINTS + 1] = rod[POINTS];
        for (int i = 1; i <= POINTS; i++)
            next[i] = rod[i] + 0.25 * (rod[i - 1] - 2 * rod[i] + rod[i + 1]);
        memcpy(&rod[1], &next[1], POINTS * sizeof *rod);
        shmem_barrier_all();
    }
    for (int pe = 0; pe < n; pe++) {
        double theirs[POINTS];
        shmem_double_get(theirs, &rod[1], POINTS, pe);
        for (int i = 0; i < POINTS; i++)
            heat += theirs[i];
    }
    const int wrong = fabs(heat - 1000.0) > 1e-6;
    if (wrong)
        printf("PE %d: the heat is %f\n", me, heat);
    shmem_finalize();
    return wrong;
}
