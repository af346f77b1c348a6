/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Queries access and atomics for each pair of tiles.  Bandwidth, latency and the fabric's edges are
 * extensions that a driver may lack.
 */
#include "links.h"

#include "agree.h"
#include "job.h"
#include "tile.h"
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LINK_BYTES 192

__attribute__((format(printf, 3, 4))) static void append(char *text, size_t bytes,
                                                         const char *format, ...)
{
    const size_t used = strlen(text);
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text + used, bytes - used, format, arguments);
    va_end(arguments);
}

static const char *bandwidth_unit(ze_bandwidth_unit_t unit)
{
    return unit == ZE_BANDWIDTH_UNIT_BYTES_PER_NANOSEC ? "GB/s"
           : unit == ZE_BANDWIDTH_UNIT_BYTES_PER_CLOCK ? "bytes per clock"
                                                       : "of an unknown unit";
}

static const char *latency_unit(ze_latency_unit_t unit)
{
    return unit == ZE_LATENCY_UNIT_NANOSEC ? "ns"
           : unit == ZE_LATENCY_UNIT_CLOCK ? "clocks"
           : unit == ZE_LATENCY_UNIT_HOP   ? "hops"
                                           : "of an unknown unit";
}

static void describe_access(ze_device_handle_t device, char *text)
{
    ze_device_p2p_bandwidth_exp_properties_t speed = {
        .stype = ZE_STRUCTURE_TYPE_DEVICE_P2P_BANDWIDTH_EXP_PROPERTIES};
    ze_device_p2p_properties_t p2p = {.stype = ZE_STRUCTURE_TYPE_DEVICE_P2P_PROPERTIES,
                                      .pNext = &speed};
    ze_bool_t can_access = 0;
    if (zeDeviceCanAccessPeer(ishmemi_job.device, device, &can_access) != ZE_RESULT_SUCCESS) {
        append(text, LINK_BYTES, "access unknown");
    } else {
        append(text, LINK_BYTES, "%s", can_access ? "access" : "no access");
    }
    ze_result_t result = zeDeviceGetP2PProperties(ishmemi_job.device, device, &p2p);
    if (result != ZE_RESULT_SUCCESS) {
        p2p.pNext = NULL;
        result = zeDeviceGetP2PProperties(ishmemi_job.device, device, &p2p);
    }
    if (result != ZE_RESULT_SUCCESS) {
        append(text, LINK_BYTES, ", atomics unknown");
        return;
    }
    append(text, LINK_BYTES, ", %s",
           p2p.flags & ZE_DEVICE_P2P_PROPERTY_FLAG_ATOMICS ? "atomics" : "no atomics");
    if (speed.logicalBandwidth > 0) {
        append(text, LINK_BYTES, ", %u %s", speed.logicalBandwidth,
               bandwidth_unit(speed.bandwidthUnit));
    }
    if (speed.logicalLatency > 0) {
        append(text, LINK_BYTES, ", %u %s", speed.logicalLatency, latency_unit(speed.latencyUnit));
    }
}

/* The edges between the tiles.  The first one stands for all. */
static void describe_fabric(ze_device_handle_t device, char *text)
{
    ze_fabric_vertex_handle_t here;
    ze_fabric_vertex_handle_t there;
    uint32_t count = 0;
    if (zeDeviceGetFabricVertexExp(ishmemi_job.device, &here) != ZE_RESULT_SUCCESS ||
        zeDeviceGetFabricVertexExp(device, &there) != ZE_RESULT_SUCCESS ||
        zeFabricEdgeGetExp(here, there, &count, NULL) != ZE_RESULT_SUCCESS || count == 0) {
        return;
    }
    ze_fabric_edge_handle_t *const edges = calloc(count, sizeof *edges);
    ze_fabric_edge_exp_properties_t edge = {.stype = ZE_STRUCTURE_TYPE_FABRIC_EDGE_EXP_PROPERTIES};
    if (edges && zeFabricEdgeGetExp(here, there, &count, edges) == ZE_RESULT_SUCCESS &&
        zeFabricEdgeGetPropertiesExp(edges[0], &edge) == ZE_RESULT_SUCCESS) {
        append(text, LINK_BYTES, ", %u x %.32s of %u %s and %u %s", count, edge.model,
               edge.bandwidth, bandwidth_unit(edge.bandwidthUnit), edge.latency,
               latency_unit(edge.latencyUnit));
    }
    free(edges);
}

static void describe(int pe, char text[LINK_BYTES])
{
    const ze_device_handle_t device = ishmemi_tile_of_peer(pe);
    *text = '\0';
    if (!device) {
        append(text, LINK_BYTES, "a tile that this process does not see (ZE_AFFINITY_MASK)");
    } else if (device == ishmemi_job.device) {
        append(text, LINK_BYTES, "the same tile");
    } else {
        describe_access(device, text);
        describe_fabric(device, text);
    }
}

void ishmemi_links_describe(char *text, size_t bytes)
{
    char link[LINK_BYTES];
    char previous[LINK_BYTES] = "";
    int last = -1; /* of the current range */
    bool is_range = false;
    *text = '\0';
    for (int pe = 0; pe < ishmemi_job.n_pes; pe++) {
        if (pe == ishmemi_job.my_pe || !ishmemi_is_on_machine(pe)) {
            continue;
        }
        describe(pe, link);
        const bool alike = last == pe - 1 && strcmp(link, previous) == 0;
        if (!alike && is_range) {
            append(text, bytes, "-%d", last);
        }
        if (!alike) {
            append(text, bytes, "%s%s%s%d", *previous ? ": " : "", previous, *previous ? "; " : "",
                   pe);
            memcpy(previous, link, sizeof previous);
        }
        is_range = alike;
        last = pe;
    }
    if (last >= 0) {
        if (is_range) {
            append(text, bytes, "-%d", last);
        }
        append(text, bytes, ": %s", previous);
    }
}
