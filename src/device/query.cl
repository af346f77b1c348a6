/* SPDX-License-Identifier: BSD-3-Clause */
/* This PE's number, the number of PEs, addresses in other PEs' heaps, and the library's version and
 * name. */
#include "body/reach.h"
#include "forms/forms.h"

DEFINE_ITEM int ishmem_my_pe(void)
{
    return ISHMEM_CTX_DEFAULT->my_pe;
}

DEFINE_ITEM int ishmem_n_pes(void)
{
    return ISHMEM_CTX_DEFAULT->n_pes;
}

DEFINE_ITEM void *ishmem_ptr(const void *dest, int pe)
{
    return (ISHMEMI_GLOBAL void *)ishmemi_ptr(ISHMEM_CTX_DEFAULT, ISHMEMI_ADDRESS(dest), pe);
}

DEFINE_ITEM void ishmem_info_get_version(int *major, int *minor)
{
    *major = ISHMEM_MAJOR_VERSION;
    *minor = ISHMEM_MINOR_VERSION;
}

DEFINE_ITEM void ishmem_info_get_name(char *name)
{
    const ishmemi_string_t vendor = ISHMEM_VENDOR_STRING;
    for (size_t i = 0; i < sizeof ISHMEM_VENDOR_STRING; i++) {
        name[i] = vendor[i];
    }
}
