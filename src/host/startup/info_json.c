/* SPDX-License-Identifier: BSD-3-Clause */
/* The report for programs: one JSON object. */
#include "bootstrap.h"
#include "env.h"
#include "info_line.h"
#include "info_versions.h"
#include "job.h"
#include "runtime/json.h"
#include "tuning.h"
#include <inttypes.h>

static const char *separator; /* before the next version; used by the thread that prints */

static void print_version(FILE *out, const char *name, const char *version)
{
    ishmemi_json_field(out, separator, name, version);
    separator = ", ";
}

static void print_pe(FILE *out, int pe, const ishmemi_connection_t *line, const char *row)
{
    fprintf(out, "%s\n    {\"pe\": %d, \"local_rank\": %d", pe == 0 ? "" : ",", pe,
            (int)line->local_rank);
    ishmemi_json_field(out, ", ", "host", line->host);
    ishmemi_json_field(out, ", ", "device", line->device);
    fputs(", \"uuid\": \"", out);
    for (size_t i = 0; i < sizeof line->uuid; i++) {
        fprintf(out, "%02x", line->uuid[i]);
    }
    fprintf(out,
            "\", \"sub_device\": %d, \"threads\": %u, \"memory_bytes\": %" PRIu64
            ", \"heap_bytes\": %" PRIu64 ", \"host_access\": %s, \"numa\": %d",
            (int)line->sub_device, line->threads, line->memory_bytes, line->heap_bytes,
            line->host_access ? "true" : "false", (int)line->numa);
    ishmemi_json_field(out, ", ", "pci", line->pci);
    ishmemi_json_field(out, ", ", "links", line->links);
    fprintf(out, ", \"reach\": \"%.*s\"", ishmemi_job.n_pes, row);
    ishmemi_json_field(out, ", ", "says", line->apart);
    fputc('}', out);
}

void ishmemi_info_print_json(FILE *out, const ishmemi_connection_t *lines, const char *rows)
{
    separator = "";
    fputs("{\n  \"versions\": {", out);
    ishmemi_info_versions(out, print_version);
    fputs("},\n  \"job\": {", out);
    ishmemi_json_field(out, "", "started_by", ishmemi_job.bootstrap->name);
    fprintf(out, ", \"pes\": %d},\n  \"pes\": [", ishmemi_job.n_pes);
    for (int pe = 0; pe < ishmemi_job.n_pes; pe++) {
        print_pe(out, pe, &lines[pe], rows + (size_t)pe * (size_t)ishmemi_job.n_pes);
    }
    fputs("\n  ],\n  \"environment\": ", out);
    ishmemi_env_print_json(out);
    fputs(",\n  \"tuning\": ", out);
    ishmemi_tuning_print_json(out);
    fputs("\n}\n", out);
}
