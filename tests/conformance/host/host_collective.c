/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Every collective of every type and operation, called by the host: on all kinds of teams, with
 * large counts, and with the same bits each time.
 */
#include "collective_routines.h"
#include "harness.h"

int main(void)
{
    test_start();
    test_family("teams of collectives");
    teams_open();
    test_family("collectives");
    for (int i = 0; i < COLLECTIVE_TABLES; i++) {
        collective_sweep(&collective_host, collective_tables[i].routines,
                         collective_tables[i].count, test_rounds(12));
    }
    test_family("collectives, all teams");
    collective_all_teams(&collective_host, collective_few.routines, collective_few.count);
    test_family("collectives, large");
    collective_large(&collective_host, collective_few.routines, collective_few.count);
    test_family("collectives, repeated");
    collective_repeat(&collective_dawdling_host, collective_few.routines, collective_few.count,
                      test_rounds_in_step(20));
    teams_close();
    return test_finish();
}
