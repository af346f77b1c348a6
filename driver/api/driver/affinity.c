/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The mask is a list of devices ("0") and tiles of devices ("0.3"), separated by commas, with
 * optional blanks.  If tiles are listed as devices, it contains only device numbers ("3").  A wrong
 * part selects nothing: a typing error must not show all devices to a process that was meant to see
 * fewer.
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

/* Reads a decimal number that fits and moves past it. */
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

/* `text` neither begins nor ends with blanks. */
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

/* The state for reading a mask. */
typedef struct mask_reading {
    const char *mask;
    bool flat; /* tiles are listed as devices */
    uint32_t root_count;
    zed_affinity_t *roots;
    uint32_t tiles; /* of all roots */
    bool *visible;
} mask_reading_t;

static void expectation(const mask_reading_t *reading, char *text, size_t bytes)
{
    const uint32_t last = reading->root_count - 1;
    if (reading->flat) {
        snprintf(text, bytes, "tiles are 0 to %u", reading->tiles - 1);
    } else if (last == 0) {
        snprintf(text, bytes, "the device is 0, its tiles are 0.0 to 0.%u", reading->tiles - 1);
    } else {
        snprintf(text, bytes, "devices are 0 to %u", last);
    }
}

static void complain(const mask_reading_t *reading, const char *text, const char *end,
                     const char *why)
{
    char expected[96];
    expectation(reading, expected, sizeof expected);
    fprintf(stderr, "zed: ZE_AFFINITY_MASK=%s: '%.*s' %s and selects nothing (%s)\n", reading->mask,
            (int)(end - text), text, why, expected);
}

/* The root device of this part of the mask, or NULL. */
static zed_affinity_t *named_root(const mask_reading_t *reading, const part_t *part)
{
    zed_affinity_t *root =
        part->device < reading->root_count ? &reading->roots[part->device] : NULL;
    return root && (!part->has_tile || part->tile < root->tiles) ? root : NULL;
}

static bool show_tiles(const mask_reading_t *reading, const part_t *part)
{
    zed_affinity_t *root = reading->flat ? NULL : named_root(reading, part);
    if (reading->flat ? part->device >= reading->tiles : !root) {
        return false;
    }
    if (reading->flat) {
        reading->visible[part->device] = true;
    } else if (part->has_tile) {
        reading->visible[root->first_tile + part->tile] = true;
        root->single = true;
    } else {
        memset(&reading->visible[root->first_tile], true, root->tiles * sizeof *reading->visible);
    }
    return true;
}

static void show_part(const mask_reading_t *reading, const char *text, const char *end)
{
    part_t found;
    if (!read_part(text, end, &found) || (reading->flat && found.has_tile)) {
        complain(reading, text, end,
                 reading->flat ? "is not the number of a tile" : "is not DEVICE or DEVICE.TILE");
    } else if (!show_tiles(reading, &found)) {
        complain(reading, text, end, "does not exist");
    }
}

void zed_affinity_read(const char *mask, zed_hierarchy_t hierarchy, uint32_t root_count,
                       zed_affinity_t *roots, bool *visible)
{
    const zed_affinity_t *last = &roots[root_count - 1];
    const mask_reading_t reading = {.mask = mask,
                                    .flat = hierarchy != ZED_COMPOSITE,
                                    .root_count = root_count,
                                    .roots = roots,
                                    .tiles = last->first_tile + last->tiles,
                                    .visible = visible};

    memset(visible, !mask || *mask == '\0', reading.tiles * sizeof *visible);
    for (const char *at = mask ? mask : ""; *at != '\0';) {
        const char *begin = at + strspn(at, BLANKS);
        const char *next = begin + strcspn(begin, ",");
        const char *end = next;
        while (end > begin && strchr(BLANKS, end[-1])) {
            end--;
        }
        show_part(&reading, begin, end);
        at = *next == ',' ? next + 1 : next;
    }
    for (zed_affinity_t *root = roots; root <= last; root++) {
        for (uint32_t tile = 0; tile < root->tiles; tile++) {
            root->count += visible[root->first_tile + tile];
        }
        root->single = root->single && root->count == 1;
    }
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
