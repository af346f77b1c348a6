/* SPDX-License-Identifier: BSD-3-Clause */
/* Says: bit_field\.cl:4:.*bit-fields are not supported */
typedef struct {
    uint low : 5;
} fields_t;

kernel void k(global fields_t *out)
{
    out[0].low = 1;
}
