/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Chooses and loads the runtime's module.  MPICH and Open MPI have different ABIs, so each has a
 * module of its own.  If the program uses MPI, this determines the module; else the launcher does.
 * PMIx's module is for launchers whose MPI has no module here.  If the job was formed without MPI,
 * through a unique id or PMIx, MPI is started without a launcher, which MPICH allows.
 */
#include "bootstrap_module.h"

#include "env.h"
#include "file.h"
#include "job.h"
#include "library.h"
#include "log.h"
#include <dlfcn.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* MPI_MAX_LIBRARY_VERSION_STRING is 256 for Open MPI and 8192 for MPICH. */
#define VERSION_BYTES 16384
#define VERSION_SHOWN 60

static const struct {
    ishmemi_mpi_t mpi;
    const char *name;
    const char *file;
} modules[] = {
    {ISHMEMI_MPI_MPICH, "MPICH", "libishmem_mpi.so"},
    {ISHMEMI_MPI_OPEN_MPI, "Open MPI", "libishmem_mpi_openmpi.so"},
};
#define MODULES (sizeof modules / sizeof *modules)

/* For launchers that provide PMIx. */
#define PMIX_FILE "libishmem_pmix.so"

/* They stay loaded, because their runtimes do not survive unloading. */
typedef struct module {
    void *library;
    const ishmemi_bootstrap_t *table;
} module_t;

static module_t own;       /* forms the job */
static module_t transport; /* its MPI carries data */

static const char *name_of(ishmemi_mpi_t mpi)
{
    for (size_t i = 0; i < MODULES; i++) {
        if (modules[i].mpi == mpi) {
            return modules[i].name;
        }
    }
    return "no MPI";
}

/* ---- Which MPI ------------------------------------------------------------------------------- */

/* Also where the program has loaded it itself, as interpreters do. */
static void *find_in_program(const char *symbol)
{
    static const char *const libraries[] = {"libmpich.so.12", "libmpi.so.12", "libmpi.so.40"};
    void *found = dlsym(RTLD_DEFAULT, symbol);
    for (size_t i = 0; i < sizeof libraries / sizeof *libraries && !found; i++) {
        void *const library = dlopen(libraries[i], RTLD_NOW | RTLD_NOLOAD);
        if (library) {
            found = dlsym(library, symbol);
            dlclose(library);
        }
    }
    return found;
}

/* Checked once, because after the first start the runtime may be the library's own. */
bool ishmemi_bootstrap_program_has_runtime(void)
{
    static bool is_known;
    static bool has_runtime;
    int (*mpi)(int *);
    int (*pmix)(void);
    if (!is_known) {
        int flag = 0;
        *(void **)&mpi = find_in_program("MPI_Initialized");
        *(void **)&pmix = dlsym(RTLD_DEFAULT, "PMIx_Initialized");
        has_runtime = (mpi && mpi(&flag) == 0 && flag != 0) || (pmix && pmix() != 0);
        is_known = true;
    }
    return has_runtime;
}

/* The version text of the program's MPI, on one line; empty if it uses none. */
static void read_version(char version[VERSION_BYTES])
{
    int (*get)(char *, int *);
    int length = 0;
    *(void **)&get = find_in_program("MPI_Get_library_version");
    *version = '\0';
    if (get && get(version, &length) == 0) {
        version[VERSION_BYTES - 1] = '\0';
        for (char *c = version; *c; c++) {
            *c = *c == '\t' ? ' ' : *c;
        }
        version[strcspn(version, ",\n")] = '\0';
        version[strlen(version) < VERSION_SHOWN ? strlen(version) : VERSION_SHOWN] = '\0';
    }
}

static ishmemi_mpi_t of_program(const char *version)
{
    if (*version == '\0') {
        return ISHMEMI_MPI_UNKNOWN;
    }
    return strncmp(version, "Open MPI", 8) == 0 ? ISHMEMI_MPI_OPEN_MPI : ISHMEMI_MPI_MPICH;
}

static ishmemi_mpi_t of_launcher(ishmemi_launcher_kind_t kind)
{
    switch (kind) {
    case ISHMEMI_LAUNCHER_PMI:
        return ISHMEMI_MPI_MPICH;
    case ISHMEMI_LAUNCHER_OPEN_MPI:
    case ISHMEMI_LAUNCHER_PMIX:
        return ISHMEMI_MPI_OPEN_MPI;
    default:
        return ISHMEMI_MPI_UNKNOWN;
    }
}

/* ---- Which module ---------------------------------------------------------------------------- */

static bool find(ishmemi_mpi_t mpi, char path[ISHMEMI_PATH_BYTES])
{
    for (size_t i = 0; i < MODULES; i++) {
        if (modules[i].mpi == mpi) {
            return ishmemi_library_beside(modules[i].file, path);
        }
    }
    return false;
}

/* Open MPI's launcher also provides PMIx. */
static bool find_pmix(char path[ISHMEMI_PATH_BYTES])
{
    return getenv("PMIX_RANK") && getenv("PMIX_NAMESPACE") &&
           ishmemi_library_beside(PMIX_FILE, path);
}

/* Chooses the module that the program needs, else the best one that is installed.  for_transport:
 * for a job that was formed without MPI. */
static int choose(ishmemi_mpi_t mpi, const char *version, bool for_transport,
                  char path[ISHMEMI_PATH_BYTES])
{
    const ishmemi_mpi_t likely =
        for_transport ? ISHMEMI_MPI_MPICH : of_launcher(ishmemi_launcher_find().kind);
    if (mpi != ISHMEMI_MPI_UNKNOWN && !find(mpi, path)) {
        ishmemi_error("the program uses %s (%s), for which libishmem has no module here: build it "
                      "where %s is installed, or build the program with another MPI",
                      name_of(mpi), version, name_of(mpi));
        return -1;
    }
    if (mpi != ISHMEMI_MPI_UNKNOWN || find(likely, path) || (!for_transport && find_pmix(path)) ||
        find(ISHMEMI_MPI_MPICH, path) || find(ISHMEMI_MPI_OPEN_MPI, path)) {
        return 0;
    }
    /* The system's loader searches for it. */
    snprintf(path, ISHMEMI_PATH_BYTES, "%s", modules[likely == ISHMEMI_MPI_OPEN_MPI ? 1 : 0].file);
    return 0;
}

const char *ishmemi_bootstrap_module_advice(ishmemi_launcher_kind_t kind)
{
    char path[ISHMEMI_PATH_BYTES];
    if (kind == ISHMEMI_LAUNCHER_SLURM) {
        return ", or with srun --mpi=pmi2 or srun --mpi=pmix (srun --mpi=list prints what it has)";
    }
    return of_launcher(kind) == ISHMEMI_MPI_OPEN_MPI && !find(ISHMEMI_MPI_OPEN_MPI, path)
               ? "; libishmem was built without Open MPI here"
               : "";
}

/* ---- Loading --------------------------------------------------------------------------------- */

static void *open_library(const char *path)
{
    const char *why;
    if (strchr(path, '/') && !ishmemi_file_is_regular(path, &why)) {
        ishmemi_error("the bootstrap module cannot be loaded: %s: %s", path, why);
        return NULL;
    }
    void *const library = dlopen(path, RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
    if (!library) {
        ishmemi_error("the bootstrap module cannot be loaded: %s; expected it next to "
                      "libishmem.so, or where ISHMEM_BOOTSTRAP_MODULE says",
                      dlerror());
    }
    return library;
}

static const ishmemi_bootstrap_t *read_table(void *library)
{
    ishmemi_bootstrap_get_fn get;
    *(void **)&get = dlsym(library, ISHMEMI_BOOTSTRAP_SYMBOL);
    const ishmemi_bootstrap_t *const table = get ? get() : NULL;
    if (!table) {
        ishmemi_error("the bootstrap module has no %s", ISHMEMI_BOOTSTRAP_SYMBOL);
    } else if (table->abi != ISHMEMI_BOOTSTRAP_ABI) {
        ishmemi_error("the bootstrap module was built for another version of this library: its "
                      "interface is %d, this library's is %d",
                      table->abi, ISHMEMI_BOOTSTRAP_ABI);
        return NULL;
    }
    return table;
}

static bool is_introducer(const module_t *module)
{
    return module->table && module->table->introduces;
}

static int load(module_t *module)
{
    const bool for_transport = module == &transport;
    char version[VERSION_BYTES];
    char chosen[ISHMEMI_PATH_BYTES];
    /* The user's choice applies to both, unless its module cannot carry data. */
    const char *path = for_transport && is_introducer(&own) ? "" : ishmemi_env.bootstrap_module;
    if (module->table) {
        return 0;
    }
    read_version(version);
    const ishmemi_mpi_t mpi = of_program(version);
    if (!*path) {
        if (choose(mpi, version, for_transport, chosen) != 0) {
            return -1;
        }
        path = chosen;
    }
    void *const library = open_library(path);
    const ishmemi_bootstrap_t *const table = library ? read_table(library) : NULL;
    if (table && mpi != ISHMEMI_MPI_UNKNOWN && table->mpi != mpi) {
        ishmemi_error("the program uses %s (%s), but the bootstrap module %s is for %s",
                      name_of(mpi), version, path, name_of(table->mpi));
        return -1;
    }
    module->library = library;
    module->table = table;
    return table ? 0 : -1;
}

const ishmemi_bootstrap_t *ishmemi_bootstrap_module_table(void)
{
    return load(&own) == 0 ? own.table : NULL;
}

bool ishmemi_bootstrap_module_has_mpi(void)
{
    char path[ISHMEMI_PATH_BYTES];
    return ishmemi_job.bootstrap->mpi != ISHMEMI_MPI_UNKNOWN || transport.table ||
           *ishmemi_env.bootstrap_module || find(ISHMEMI_MPI_MPICH, path) ||
           find(ISHMEMI_MPI_OPEN_MPI, path);
}

void (*ishmemi_bootstrap_module_transport(const char *name))(void)
{
    void (*symbol)(void) = NULL;
    module_t *const module = ishmemi_job.bootstrap->mpi == ISHMEMI_MPI_UNKNOWN ? &transport : &own;
    if (load(module) == 0) {
        *(void **)&symbol = dlsym(module->library, name);
        if (!symbol) {
            ishmemi_error("the bootstrap module has no %s", name);
        }
    }
    return symbol;
}
