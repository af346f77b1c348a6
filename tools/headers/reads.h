/* SPDX-License-Identifier: BSD-3-Clause */
/* Whether a pointer to const also selects a routine of a kind: ISHMEMI_GENERIC's first argument
 * (ishmem/select.h). */
#define READ_copy
#define READ_strided
#define READ_blocks
#define READ_signal
#define READ_read _READ
#define READ_change
#define READ_value
#define READ_cond
#define READ_read_nbi
#define READ_change_nbi
#define READ_value_nbi
#define READ_cond_nbi
