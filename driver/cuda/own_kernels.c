/* SPDX-License-Identifier: BSD-3-Clause */
/* See own_kernels.h. */
#include "cuda/own_kernels.h"

#include <pthread.h>

static const char source[] =
    ".version 7.0\n"
    ".target sm_80\n"
    ".address_size 64\n"
    "\n"
    ".visible .entry zed_stamp(.param .u64 device_time, .param .u64 host_time,\n"
    "                          .param .u64 difference)\n"
    "{\n"
    "    .reg .u64 %time, %to, %difference;\n"
    "    .reg .pred %none;\n"
    "    mov.u64 %time, %globaltimer;\n"
    "    ld.param.u64 %to, [device_time];\n"
    "    st.relaxed.sys.global.u64 [%to], %time;\n"
    "    ld.param.u64 %to, [host_time];\n"
    "    setp.eq.u64 %none, %to, 0;\n"
    "    @%none bra end;\n"
    "    ld.param.u64 %difference, [difference];\n"
    "    add.u64 %time, %time, %difference;\n"
    "    st.relaxed.sys.global.u64 [%to], %time;\n"
    "end:\n"
    "    ret;\n"
    "}\n"
    "\n"
    /* Each work-item stores words that are as far apart as there are work-items; single bytes if
     * the destination is not aligned, and at the end. */
    ".visible .entry zed_fill(.param .u64 to, .param .u64 bytes, .param .u64 pattern_bytes,\n"
    "                         .param .align 8 .b8 pattern[128])\n"
    "{\n"
    "    .reg .u64 %to, %bytes, %mask, %pattern, %at, %step, %from, %address, %word, %rest;\n"
    "    .reg .u32 %item, %group, %items, %groups, %linear, %all;\n"
    "    .reg .u16 %byte;\n"
    "    .reg .pred %more, %odd;\n"
    "    ld.param.u64 %to, [to];\n"
    "    ld.param.u64 %bytes, [bytes];\n"
    "    ld.param.u64 %mask, [pattern_bytes];\n"
    "    sub.u64 %mask, %mask, 1;\n"
    "    mov.b64 %pattern, pattern;\n"
    "    mov.u32 %item, %tid.x;\n"
    "    mov.u32 %group, %ctaid.x;\n"
    "    mov.u32 %items, %ntid.x;\n"
    "    mov.u32 %groups, %nctaid.x;\n"
    "    mad.lo.u32 %linear, %group, %items, %item;\n"
    "    mul.lo.u32 %all, %items, %groups;\n"
    "    mov.u64 %rest, 0;\n"
    "    and.b64 %word, %to, 7;\n"
    "    setp.ne.u64 %odd, %word, 0;\n"
    "    @%odd bra bytes_begin;\n"
    "    and.b64 %rest, %bytes, -8;\n"
    "    mul.wide.u32 %at, %linear, 8;\n"
    "    mul.wide.u32 %step, %all, 8;\n"
    "words:\n"
    "    setp.lt.u64 %more, %at, %rest;\n"
    "    @!%more bra bytes_begin;\n"
    "    and.b64 %from, %at, %mask;\n"
    "    add.u64 %from, %from, %pattern;\n"
    "    ld.param.u64 %word, [%from];\n"
    "    add.u64 %address, %to, %at;\n"
    "    st.global.u64 [%address], %word;\n"
    "    add.u64 %at, %at, %step;\n"
    "    bra words;\n"
    "bytes_begin:\n"
    "    cvt.u64.u32 %at, %linear;\n"
    "    add.u64 %at, %at, %rest;\n"
    "    cvt.u64.u32 %step, %all;\n"
    "single:\n"
    "    setp.lt.u64 %more, %at, %bytes;\n"
    "    @!%more bra end;\n"
    "    and.b64 %from, %at, %mask;\n"
    "    add.u64 %from, %from, %pattern;\n"
    "    ld.param.u8 %byte, [%from];\n"
    "    add.u64 %address, %to, %at;\n"
    "    st.global.u8 [%address], %byte;\n"
    "    add.u64 %at, %at, %step;\n"
    "    bra single;\n"
    "end:\n"
    "    ret;\n"
    "}\n";

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static zed_own_kernels_t loaded[ZED_CUDA_GPUS_MAX]; /* under the lock; read without it once set */

static CUresult load(zed_own_kernels_t *kernels)
{
    CUmodule module;
    CUresult result = zed_cuda.cuModuleLoadData(&module, source);
    if (result == CUDA_SUCCESS) {
        result = zed_cuda.cuModuleGetFunction(&kernels->fill, module, "zed_fill");
    }
    if (result == CUDA_SUCCESS) {
        result = zed_cuda.cuModuleGetFunction(&kernels->stamp, module, "zed_stamp");
    }
    return result;
}

ze_result_t zed_own_kernels_get(uint32_t tile, const zed_own_kernels_t **kernels)
{
    pthread_mutex_lock(&lock);
    const CUresult result = loaded[tile].stamp ? CUDA_SUCCESS : load(&loaded[tile]);
    pthread_mutex_unlock(&lock);
    *kernels = &loaded[tile];
    return zed_cuda_status(result, "load the engine's own kernels", NULL);
}
