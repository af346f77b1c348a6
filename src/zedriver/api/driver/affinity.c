/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The mask is a list of devices ("0") and tiles of devices ("0.3"), with commas between them and
 * blanks where one likes.  Where tiles are listed as devices, they are its numbers ("3").  A part
 * that is wrong shows nothing: a process that was to see less than
 * all must not see all because of a slip.
 */
#include "affinity.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define BLANKS " \t"

typedef struct part {
    uint32_t device;
    uint32_t tile;
    bool has_tile;
} part_t;

/* Moves past a decimal number that fits. */
static bool read_number(const char **at, uint32_t *number)
{
    if (**at < '0' || **at > '9') {
        return false;
    }
    char *end;
    errno = 0;
    unsigned long long value = strtoull(*at, &end, 10);
    *at = end;
    *number = (uint32_t)value;
    return errno == 0 && value <= UINT32_MAX;
}

/* `text` begins and ends without blanks. */
static bool read_part(const char *text, const char *end, part_t *found)
{
    *found = (part_t){0};
    if (!read_number(&text, &found->device)) {
        return false;
    }
    if (*text == '.') {
        text++;
        found->has_tile = true;
        if (!read_number(&text, &found->tile)) {
            return false;
        }
    }
    return text == end;
}

/* What the reading of a mask goes by. */
typedef struct mask_reading {
    const char *mask;
    uint32_t tiles;
    bool flat; /* devices are tiles */
    bool *visible;
} mask_reading_t;

static void complain(const mask_reading_t *reading, const char *text, const char *end,
                     const char *why)
{
    const char *prefix = reading->flat ? "" : "0.";
    fprintf(stderr,
            "zed: ZE_AFFINITY_MASK=%s: '%.*s' %s and selects nothing (%stiles are %s0 to %s%u)\n",
            reading->mask, (int)(end - text), text, why,
            reading->flat ? "" : "the device is 0, its ", prefix, prefix, reading->tiles - 1);
}

/* Whether the part names a tile of a device. */
static bool show_part(const mask_reading_t *reading, const char *text, const char *end)
{
    part_t found;
    bool valid = read_part(text, end, &found) && !(reading->flat && found.has_tile);
    if (!valid) {
        complain(reading, text, end,
                 reading->flat ? "is not the number of a tile" : "is not DEVICE or DEVICE.TILE");
        return false;
    }
    uint32_t tile = reading->flat ? found.device : found.tile;
    if (tile >= reading->tiles || (!reading->flat && found.device != 0)) {
        complain(reading, text, end, "does not exist");
        return false;
    }
    if (reading->flat || found.has_tile) {
        reading->visible[tile] = true;
    } else {
        memset(reading->visible, true, reading->tiles * sizeof *reading->visible);
    }
    return found.has_tile;
}

zed_affinity_t zed_affinity_read(const char *mask, zed_hierarchy_t hierarchy, uint32_t tiles,
                                 bool *visible)
{
    const mask_reading_t reading = {mask, tiles, hierarchy != ZED_COMPOSITE, visible};
    zed_affinity_t affinity = {0};
    bool names_tiles = false;

    memset(visible, !mask || *mask == '\0', tiles * sizeof *visible);
    for (const char *at = mask ? mask : ""; *at != '\0';) {
        const char *begin = at + strspn(at, BLANKS);
        const char *next = begin + strcspn(begin, ",");
        const char *end = next;
        while (end > begin && strchr(BLANKS, end[-1])) {
            end--;
        }
        names_tiles |= show_part(&reading, begin, end);
        at = *next == ',' ? next + 1 : next;
    }
    for (uint32_t tile = 0; tile < tiles; tile++) {
        affinity.count += visible[tile];
    }
    affinity.single = affinity.count == 1 && names_tiles;
    return affinity;
}

zed_hierarchy_t zed_hierarchy_read(const char *value)
{
    static const char *const names[] = {
        [ZED_COMPOSITE] = "COMPOSITE", [ZED_FLAT] = "FLAT", [ZED_COMBINED] = "COMBINED"};

    if (!value || *value == '\0') {
        return ZED_COMPOSITE;
    }
    for (unsigned i = 0; i < sizeof names / sizeof names[0]; i++) {
        if (strcmp(value, names[i]) == 0) {
            return (zed_hierarchy_t)i;
        }
    }
    fprintf(stderr,
            "zed: ZE_FLAT_DEVICE_HIERARCHY=%s: expected COMPOSITE, FLAT or COMBINED; using "
            "COMPOSITE\n",
            value);
    return ZED_COMPOSITE;
}
