/* SPDX-License-Identifier: BSD-3-Clause */
/* The report for programs: one JSON object. */
#include "bootstrap.h"
#include "env.h"
#include "info_versions.h"
#include "job.h"
#include "pe_info.h"
#include "runtime/json.h"
#include "tuning.h"
#include <inttypes.h>

static const char *separator; /* before the next version; used by the thread that prints */

static void print_version(FILE *out, const char *name, const char *version)
{
    ishmemi_json_field(out, separator, name, version);
    separator = ", ";
}

static void print_pe(FILE *out, int pe, const ishmemi_pe_info_t *info, const char *row)
{
    fprintf(out, "%s\n    {\"pe\": %d, \"local_rank\": %d", pe == 0 ? "" : ",", pe,
            (int)info->local_rank);
    ishmemi_json_field(out, ", ", "host", info->host);
    ishmemi_json_field(out, ", ", "device", info->device);
    fputs(", \"uuid\": \"", out);
    for (size_t i = 0; i < sizeof info->uuid; i++) {
        fprintf(out, "%02x", info->uuid[i]);
    }
    fprintf(out,
            "\", \"sub_device\": %d, \"threads\": %u, \"memory_bytes\": %" PRIu64
            ", \"heap_bytes\": %" PRIu64 ", \"host_access\": %s, \"numa\": %d",
            (int)info->sub_device, info->threads, info->memory_bytes, info->heap_bytes,
            info->host_access ? "true" : "false", (int)info->numa);
    ishmemi_json_field(out, ", ", "pci", info->pci);
    ishmemi_json_field(out, ", ", "links", info->links);
    fprintf(out, ", \"reach\": \"%.*s\"", ishmemi_job.n_pes, row);
    ishmemi_json_field(out, ", ", "says", info->apart);
    fputc('}', out);
}

void ishmemi_info_print_json(FILE *out, const ishmemi_pe_info_t *infos, const char *rows)
{
    separator = "";
    fputs("{\n  \"versions\": {", out);
    ishmemi_info_versions(out, print_version);
    fputs("},\n  \"job\": {", out);
    ishmemi_json_field(out, "", "started_by", ishmemi_job.bootstrap->name);
    fprintf(out, ", \"pes\": %d},\n  \"pes\": [", ishmemi_job.n_pes);
    for (int pe = 0; pe < ishmemi_job.n_pes; pe++) {
        print_pe(out, pe, &infos[pe], rows + (size_t)pe * (size_t)ishmemi_job.n_pes);
    }
    fputs("\n  ],\n  \"environment\": ", out);
    ishmemi_env_print_json(out);
    fputs(",\n  \"tuning\": ", out);
    ishmemi_tuning_print_json(out);
    fputs("\n}\n", out);
}
