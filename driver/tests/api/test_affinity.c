/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * ZE_AFFINITY_MASK and ZE_FLAT_DEVICE_HIERARCHY: checks which devices a process sees.  For each
 * pair of values a separate process starts Level Zero.  Also checks that a tile is the same one for
 * every mask.
 */
#include "fixture.h"

#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define TILES 8
#define ALL 0xffu
#define ALONE 0x100u /* the tile is the root device, which has no sub-devices */

typedef struct view {
    const char *mask;
    unsigned tiles;        /* one bit for each tile, and ALONE */
    const char *complaint; /* the part of the mask that stderr names, or NULL */
    const char *hierarchy; /* or NULL */
} view;

static const view views[] = {
    {NULL, ALL, NULL, NULL},
    {"", ALL, NULL, NULL},
    {"0", ALL, NULL, NULL},
    {"0,0", ALL, NULL, NULL},
    {"0.1", 0x02 | ALONE, NULL, NULL},
    {"0.7", 0x80 | ALONE, NULL, NULL},
    {"0.1,0.3", 0x0a, NULL, NULL},
    {"0.3, 0.1", 0x0a, NULL, NULL},
    {" 0.2 ,0.2\t", 0x04 | ALONE, NULL, NULL},
    {"0.5,0", ALL, NULL, NULL},
    {"0.0,0.1,0.2,0.3,0.4,0.5,0.6,0.7", ALL, NULL, NULL},
    {"0.8", 0, "'0.8' does not exist", NULL},
    {"1", 0, "'1' does not exist", NULL},
    {"1.0,0.4", 0x10 | ALONE, "'1.0' does not exist", NULL},
    {"0.1,nonsense", 0x02 | ALONE, "'nonsense' is not DEVICE or DEVICE.TILE", NULL},
    {"0.1,,0.2", 0x06, "'' is not DEVICE or DEVICE.TILE", NULL},
    {"-1", 0, "'-1' is not DEVICE or DEVICE.TILE", NULL},
    {"0.", 0, "'0.' is not DEVICE or DEVICE.TILE", NULL},
    {".1", 0, "'.1' is not DEVICE or DEVICE.TILE", NULL},
    {"0.1.2", 0, "'0.1.2' is not DEVICE or DEVICE.TILE", NULL},
    {"0x1", 0, "'0x1' is not DEVICE or DEVICE.TILE", NULL},
    {"0.4294967297", 0, "'0.4294967297' is not DEVICE or DEVICE.TILE", NULL},
    {"99999999999999999999", 0, "'99999999999999999999' is not DEVICE or DEVICE.TILE", NULL},
    {NULL, ALL, NULL, "COMPOSITE"},
    {NULL, ALL, "=flat: expected COMPOSITE", "flat"},
    {NULL, ALL, NULL, "FLAT"},
    {"3", 0x08, NULL, "FLAT"},
    {"6,3", 0x48, NULL, "FLAT"},
    {"0.3,5", 0x20, "'0.3' is not the number", "FLAT"},
    {"8", 0, "'8' does not exist", "FLAT"},
    {NULL, ALL, NULL, "COMBINED"},
    {"0", 0x01, NULL, "COMBINED"},
    {"2,1,2", 0x06, NULL, "COMBINED"},
};

typedef struct tile {
    ze_device_uuid_t uuid;
    uint32_t number;
} tile;

/* Tile i without a mask. */
static tile tiles[TILES];

static uint32_t sub_devices(ze_device_handle_t root, ze_device_handle_t found[TILES])
{
    uint32_t count = 0;
    CHECK_SUCCESS(zeDeviceGetSubDevices(root, &count, NULL));
    CHECK(count <= TILES);
    if (count != 0) {
        CHECK_SUCCESS(zeDeviceGetSubDevices(root, &count, found));
    }
    return count;
}

static tile describe(ze_device_handle_t device, bool sub_device)
{
    ze_device_properties_t properties = {.stype = ZE_STRUCTURE_TYPE_DEVICE_PROPERTIES};
    ze_device_memory_properties_t memory = {.stype = ZE_STRUCTURE_TYPE_DEVICE_MEMORY_PROPERTIES};
    uint32_t one = 1;
    CHECK_SUCCESS(zeDeviceGetProperties(device, &properties));
    CHECK(((properties.flags & ZE_DEVICE_PROPERTY_FLAG_SUBDEVICE) != 0) == sub_device);
    CHECK_SUCCESS(zeDeviceGetMemoryProperties(device, &one, &memory));
    uint64_t machine = (uint64_t)sysconf(_SC_PHYS_PAGES) * (uint64_t)sysconf(_SC_PAGESIZE);
    CHECK(memory.totalSize > 0 && memory.totalSize <= machine);
    CHECK(properties.maxMemAllocSize > 0 && properties.maxMemAllocSize <= machine);
    return (tile){.uuid = properties.uuid, .number = properties.subdeviceId};
}

/* Checks that the device works, with a fill. */
static void use(ze_driver_handle_t driver, ze_device_handle_t device)
{
    ze_context_desc_t desc = {.stype = ZE_STRUCTURE_TYPE_CONTEXT_DESC};
    ze_device_mem_alloc_desc_t memory_desc = {.stype = ZE_STRUCTURE_TYPE_DEVICE_MEM_ALLOC_DESC};
    ze_command_queue_desc_t queue = {.stype = ZE_STRUCTURE_TYPE_COMMAND_QUEUE_DESC,
                                     .mode = ZE_COMMAND_QUEUE_MODE_SYNCHRONOUS};
    ze_context_handle_t context;
    ze_command_list_handle_t list;
    uint32_t *words;
    uint32_t pattern = 9;
    CHECK_SUCCESS(zeContextCreate(driver, &desc, &context));
    CHECK_SUCCESS(zeMemAllocDevice(context, &memory_desc, 4096, 0, device, (void **)&words));
    CHECK_SUCCESS(zeCommandListCreateImmediate(context, device, &queue, &list));
    CHECK_SUCCESS(
        zeCommandListAppendMemoryFill(list, words, &pattern, sizeof pattern, 4096, NULL, 0, NULL));
    CHECK(words[0] == 9 && words[1023] == 9);
    CHECK_SUCCESS(zeCommandListDestroy(list));
    CHECK_SUCCESS(zeMemFree(context, words));
    CHECK_SUCCESS(zeContextDestroy(context));
}

/* The tiles that the mask shows are in rising order, and are the view's. */
static void check_tiles(const view *wanted, ze_driver_handle_t driver, uint32_t count,
                        ze_device_handle_t *found, bool sub_devices)
{
    unsigned seen = 0;
    for (uint32_t i = 0; i < count; i++) {
        tile now = describe(found[i], sub_devices);
        CHECK(now.number < TILES && (seen >> now.number) == 0);
        CHECK(memcmp(&now.uuid, &tiles[now.number].uuid, sizeof now.uuid) == 0);
        seen |= 1u << now.number;
        use(driver, found[i]);
    }
    CHECK(seen == wanted->tiles);
}

static void check_composite(const view *wanted, ze_driver_handle_t driver)
{
    uint32_t roots = 0;
    CHECK_SUCCESS(zeDeviceGet(driver, &roots, NULL));
    CHECK(roots == (wanted->tiles != 0));
    if (roots == 0) {
        return;
    }
    ze_device_handle_t root, found[TILES];
    CHECK_SUCCESS(zeDeviceGet(driver, &roots, &root));
    uint32_t count = sub_devices(root, found);
    tile whole = describe(root, false);
    use(driver, root);
    if ((wanted->tiles & ALONE) != 0) {
        CHECK(count == 0);
        CHECK((wanted->tiles & ALL) == 1u << whole.number);
        CHECK(memcmp(&whole.uuid, &tiles[whole.number].uuid, sizeof whole.uuid) == 0);
    } else {
        check_tiles(wanted, driver, count, found, true);
    }
}

/* FLAT and COMBINED. */
static void check_flat(const view *wanted, ze_driver_handle_t driver)
{
    uint32_t count = 0;
    ze_device_handle_t found[TILES];
    CHECK_SUCCESS(zeDeviceGet(driver, &count, NULL));
    CHECK(count <= TILES);
    CHECK_SUCCESS(zeDeviceGet(driver, &count, found));
    check_tiles(wanted, driver, count == 0 || wanted->tiles == 0 ? 0 : count, found,
                strcmp(wanted->hierarchy, "COMBINED") == 0);
    CHECK(wanted->tiles != 0 || count == 0);
    for (uint32_t i = 0; i < count; i++) {
        ze_device_handle_t subs[TILES];
        CHECK(sub_devices(found[i], subs) == 0);
    }
}

static void check_devices(const view *wanted, ze_driver_handle_t driver)
{
    const char *hierarchy = wanted->hierarchy;
    if (hierarchy != NULL &&
        (strcmp(hierarchy, "FLAT") == 0 || strcmp(hierarchy, "COMBINED") == 0)) {
        check_flat(wanted, driver);
    } else {
        check_composite(wanted, driver);
    }
}

static void check_complaint(const view *wanted, int channel)
{
    char text[4096] = "";
    ssize_t got = read(channel, text, sizeof text - 1);
    CHECK(got >= 0);
    if (wanted->complaint == NULL) {
        CHECK(text[0] == '\0');
        return;
    }
    const char *line = strstr(text, wanted->complaint);
    if (line == NULL || strstr(line + 1, wanted->complaint) != NULL ||
        strstr(text, "zed: ZE_") == NULL) {
        printf("mask '%s': stderr has '%s' and not '%s' once\n", wanted->mask, text,
               wanted->complaint);
        exit(1);
    }
}

/* Runs in a separate process, with stderr in a file. */
static void check_view(const view *wanted)
{
    FILE *errors = tmpfile();
    CHECK(errors != NULL);
    int before = dup(STDERR_FILENO);
    CHECK(before >= 0 && dup2(fileno(errors), STDERR_FILENO) >= 0);
    if (wanted->mask == NULL) {
        unsetenv("ZE_AFFINITY_MASK");
    } else {
        setenv("ZE_AFFINITY_MASK", wanted->mask, 1);
    }
    if (wanted->hierarchy == NULL) {
        unsetenv("ZE_FLAT_DEVICE_HIERARCHY");
    } else {
        setenv("ZE_FLAT_DEVICE_HIERARCHY", wanted->hierarchy, 1);
    }
    uint32_t count = 1;
    ze_driver_handle_t driver;
    ze_result_t result = zeInit(0);
    /* Newer loaders leave out a driver without devices. */
    bool left_out = wanted->tiles == 0 && result == ZE_RESULT_ERROR_UNINITIALIZED;
    CHECK(left_out || result == ZE_RESULT_SUCCESS);
    CHECK_RESULT(zeInit(0), result); /* prints its complaint once */
    if (!left_out) {
        CHECK_SUCCESS(zeDriverGet(&count, &driver));
    }
    CHECK(dup2(before, STDERR_FILENO) >= 0);
    rewind(errors);
    check_complaint(wanted, fileno(errors));
    if (!left_out) {
        check_devices(wanted, driver);
    }
}

/* Runs in a child, which sends descriptions of the tiles to the parent. */
static void describe_all(int channel)
{
    uint32_t count = 1;
    ze_driver_handle_t driver;
    ze_device_handle_t root, found[TILES];
    CHECK_SUCCESS(zeInit(0));
    CHECK_SUCCESS(zeDriverGet(&count, &driver));
    CHECK_SUCCESS(zeDeviceGet(driver, &count, &root));
    CHECK(sub_devices(root, found) == TILES);
    for (uint32_t i = 0; i < TILES; i++) {
        tiles[i] = describe(found[i], true);
        CHECK(tiles[i].number == i);
    }
    CHECK(write(channel, tiles, sizeof tiles) == sizeof tiles);
}

static void wait_for(pid_t process, const char *mask)
{
    int status;
    CHECK(waitpid(process, &status, 0) == process);
    if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) {
        fprintf(stderr, "the mask '%s' failed\n", mask == NULL ? "(none)" : mask);
        exit(1);
    }
}

int main(void)
{
    int ends[2];
    setenv("ZECPU_TILES", "8", 1);
    unsetenv("ZE_AFFINITY_MASK");
    unsetenv("ZE_FLAT_DEVICE_HIERARCHY");
    CHECK(pipe(ends) == 0);
    pid_t process = fork();
    CHECK(process >= 0);
    if (process == 0) {
        describe_all(ends[1]);
        exit(0);
    }
    wait_for(process, NULL);
    CHECK(read(ends[0], tiles, sizeof tiles) == sizeof tiles);
    for (size_t i = 0; i < sizeof views / sizeof views[0]; i++) {
        process = fork();
        CHECK(process >= 0);
        if (process == 0) {
            check_view(&views[i]);
            exit(0);
        }
        wait_for(process, views[i].mask);
    }
    return 0;
}
