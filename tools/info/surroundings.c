/* SPDX-License-Identifier: BSD-3-Clause */
/* See surroundings.h. */
#include "surroundings.h"

#include "runtime/ishmrun.h"
#include "runtime/launcher.h"
#include <dlfcn.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char *root = "";

void surroundings_set_root(const char *folder)
{
    root = folder;
}

/* ---- Files ------------------------------------------------------------------------------------- */

const char *surroundings_path(const char *path)
{
    static char text[PATH_MAX];
    snprintf(text, sizeof text, "%s%s", root, path);
    return text;
}

bool surroundings_line(const char *path, char *line, size_t bytes)
{
    FILE *const file = fopen(surroundings_path(path), "re");
    const bool is_read = file && fgets(line, (int)bytes, file);
    if (file) {
        fclose(file);
    }
    if (is_read) {
        line[strcspn(line, "\n")] = '\0';
    }
    return is_read;
}

long surroundings_number(const char *path, long otherwise)
{
    char line[64];
    char *end;
    if (!surroundings_line(path, line, sizeof line)) {
        return otherwise;
    }
    const long number = strtol(line, &end, 10);
    return end == line ? otherwise : number;
}

bool surroundings_beside_library(const char *name, char path[PATH_MAX])
{
    static const char *const folders[] = {"/ishmem", ""};
    Dl_info info;
    char library[PATH_MAX];
    if (!dladdr(dlsym(RTLD_DEFAULT, "ishmem_init"), &info) || !realpath(info.dli_fname, library)) {
        return false;
    }
    char *const slash = strrchr(library, '/');
    *slash = '\0';
    for (size_t i = 0; i < sizeof folders / sizeof *folders; i++) {
        if (snprintf(path, PATH_MAX, "%s%s/%s", library, folders[i], name) < PATH_MAX &&
            access(path, R_OK) == 0) {
            return true;
        }
    }
    return false;
}

/* ---- The job ----------------------------------------------------------------------------------- */

const char *surroundings_variable(const char *name)
{
    const char *const value = secure_getenv(name);
    return value ? value : "";
}

/* The first of the variables that has a number, or `otherwise`. */
static int first_number(const char *const *names, int otherwise)
{
    for (; *names; names++) {
        const char *const text = surroundings_variable(*names);
        if (*text >= '0' && *text <= '9') {
            return atoi(text);
        }
    }
    return otherwise;
}

int surroundings_pes(void)
{
    static const char *const names[] = {ISHMEMI_ISHMRUN_SIZE, NULL};
    const int size = first_number(names, ishmemi_launcher_find().size);
    return size > 0 ? size : 1;
}

/* The variables of MPICH's launcher, Open MPI's and Slurm's, which is "2(x3),1" if hosts differ. */
int surroundings_pes_here(void)
{
    static const char *const names[] = {"MPI_LOCALNRANKS", "OMPI_COMM_WORLD_LOCAL_SIZE",
                                        "SLURM_TASKS_PER_NODE", NULL};
    return first_number(names, surroundings_pes());
}

bool surroundings_is_first_here(void)
{
    static const char *const names[] = {"MPI_LOCALRANKID", "OMPI_COMM_WORLD_LOCAL_RANK",
                                        "SLURM_LOCALID", ISHMEMI_ISHMRUN_RANK, NULL};
    return first_number(names, ishmemi_launcher_find().rank) == 0;
}

int surroundings_processors(void)
{
    cpu_set_t processors;
    return sched_getaffinity(0, sizeof processors, &processors) == 0 ? CPU_COUNT(&processors) : 1;
}
