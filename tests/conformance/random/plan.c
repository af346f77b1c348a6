/* SPDX-License-Identifier: BSD-3-Clause */
#include "plan.h"

#include "chance.h"
#include "harness.h"
#include <string.h>

plan_t plan;
team_t teams[MAX_TEAMS];
context_t contexts[MAX_CONTEXTS];
unsigned modes_wanted = MODE_HOST | MODE_KERNEL | MODE_QUEUE;

void plan_start(unsigned long step)
{
    plan.step = step;
    plan.items = 0;
    plan.count = 0;
    plan.waits = false;
    claims_start();
    for (int i = 0; i < MAX_TEAMS; i++) {
        teams[i].mode = 0;
    }
}

bool plan_has_room(int calls)
{
    return plan.count + calls <= MAX_CALLS;
}

unsigned plan_mode(unsigned modes)
{
    modes &= modes_wanted;
    if (modes == 0) {
        return 0;
    }
    for (;;) {
        const unsigned mode = 1u << chance_below(3);
        if (mode & modes) {
            return mode;
        }
    }
}

uint32_t plan_form(void)
{
    return (uint32_t)chance_below(FORM_COUNT);
}

call_t *plan_add(unsigned number, int pe, unsigned mode, uint32_t form)
{
    call_t *const call = &plan.calls[plan.count++];
    memset(call, 0, sizeof *call);
    call->number = number;
    call->pe = pe;
    call->mode = mode;
    call->item = plan.items;
    call->team = -1;
    call->command.routine = number;
    call->command.form = form;
    return call;
}

void plan_end_item(void)
{
    plan.items++;
}

int team_number(const team_t *team, int pe)
{
    for (int i = 0; i < team->n; i++) {
        if (team->members[i] == pe) {
            return i;
        }
    }
    return -1;
}

int plan_context(int pe, int target, unsigned mode)
{
    if (mode == MODE_QUEUE || chance_percent(60)) {
        return 0;
    }
    const int index = 1 + chance_pe(MAX_CONTEXTS - 1);
    const context_t *const context = &contexts[index];
    if (!context->live || (context->host_only && mode != MODE_HOST)) {
        return 0;
    }
    const team_t *const team = &teams[context->team];
    return team_number(team, pe) >= 0 && team_number(team, target) >= 0 ? index : 0;
}
