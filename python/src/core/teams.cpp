/* SPDX-License-Identifier: BSD-3-Clause */
/* Teams and contexts. */
#include "call.h"
#include "modules.h"

#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

namespace nb = nanobind;
using namespace nb::literals;

static void need(int result, const char *what)
{
    if (result != 0) {
        throw nb::value_error(what);
    }
}

/* A configuration of a team; num_contexts: negative if it is not given. */
struct Config {
    explicit Config(int num_contexts)
        : mask(num_contexts < 0 ? 0 : ISHMEM_TEAM_NUM_CONTEXTS), config{num_contexts}
    {
    }
    const long mask;
    const ishmem_team_config_t config;
};

static int split_strided(int parent, int start, int stride, int size, int num_contexts)
{
    const Config own(num_contexts);
    ishmem_team_t made = ISHMEM_TEAM_INVALID;
    need(calling([&] {
             return ishmem_team_split_strided(parent, start, stride, size, &own.config, own.mask,
                                              &made);
         }),
         "the PEs are no team: all must be PEs of the parent");
    return made;
}

static std::tuple<int, int> split_2d(int parent, int xrange, int x_contexts, int y_contexts)
{
    const Config of_x(x_contexts);
    const Config of_y(y_contexts);
    ishmem_team_t x = ISHMEM_TEAM_INVALID;
    ishmem_team_t y = ISHMEM_TEAM_INVALID;
    need(calling([&] {
             return ishmem_team_split_2d(parent, xrange, &of_x.config, of_x.mask, &x, &of_y.config,
                                         of_y.mask, &y);
         }),
         "the parent cannot be split into such rows");
    return {x, y};
}

static int create(int parent, const std::vector<int> &pes, int num_contexts)
{
    const Config own(num_contexts);
    ishmem_team_t made = ISHMEM_TEAM_INVALID;
    need(calling([&] {
             return ishmemx_team_create(parent, pes.data(), static_cast<int>(pes.size()),
                                        &own.config, own.mask, &made);
         }),
         "the PEs are no team: each must be a PE of the parent, and only once");
    return made;
}

static int num_contexts(int team)
{
    ishmem_team_config_t config = {};
    need(calling([&] { return ishmem_team_get_config(team, ISHMEM_TEAM_NUM_CONTEXTS, &config); }),
         "the team is invalid");
    return config.num_contexts;
}

static std::uintptr_t make_context(int team, long options)
{
    ishmem_ctx_t ctx = ISHMEM_CTX_INVALID;
    need(calling([&] { return ishmem_team_create_ctx(team, options, &ctx); }),
         "no context could be made");
    return reinterpret_cast<std::uintptr_t>(ctx);
}

static int team_of_context(std::uintptr_t ctx)
{
    ishmem_team_t team = ISHMEM_TEAM_INVALID;
    calling([&] { return ishmem_ctx_get_team(context(ctx), &team); });
    return team;
}

static void start_session(std::uintptr_t ctx, long options, std::size_t total_ops)
{
    const ishmem_ctx_session_config_t config = {total_ops};
    calling([&] {
        ishmem_ctx_session_start(context(ctx), options, total_ops != 0 ? &config : nullptr,
                                 total_ops != 0 ? ISHMEM_CTX_SESSION_TOTAL_OPS : 0);
    });
}

void define_teams(nb::module_ &m)
{
    m.def(
        "_team_my_pe", [](int team) { return calling([&] { return ishmem_team_my_pe(team); }); },
        "team"_a);
    m.def(
        "_team_n_pes", [](int team) { return calling([&] { return ishmem_team_n_pes(team); }); },
        "team"_a);
    m.def(
        "_team_translate_pe",
        [](int team, int pe, int other) {
            return calling([&] { return ishmem_team_translate_pe(team, pe, other); });
        },
        "team"_a, "pe"_a, "other"_a);
    m.def("_team_split_strided", split_strided, "parent"_a, "start"_a, "stride"_a, "size"_a,
          "num_contexts"_a);
    m.def("_team_split_2d", split_2d, "parent"_a, "xrange"_a, "x_contexts"_a, "y_contexts"_a);
    m.def("_team_create", create, "parent"_a, "pes"_a, "num_contexts"_a);
    m.def("_team_num_contexts", num_contexts, "team"_a);
    m.def(
        "_team_destroy", [](int team) { calling([&] { ishmem_team_destroy(team); }); }, "team"_a);
    m.def("_ctx_create", make_context, "team"_a, "options"_a);
    m.def(
        "_ctx_destroy",
        [](std::uintptr_t ctx) { calling([&] { ishmem_ctx_destroy(context(ctx)); }); }, "ctx"_a);
    m.def("_ctx_team", team_of_context, "ctx"_a);
    m.def("_session_start", start_session, "ctx"_a, "options"_a, "total_ops"_a);
    m.def(
        "_session_stop",
        [](std::uintptr_t ctx) { calling([&] { ishmem_ctx_session_stop(context(ctx)); }); },
        "ctx"_a);
}
