# SPDX-License-Identifier: BSD-3-Clause
# Draws the sample plate for jacobi: awk -f heat.awk >heat.pgm
BEGIN {
    print "P2"
    print "# a hot bar and a hot disc on a cool plate with a warm edge"
    print "64 48 255"
    for (y = 0; y < 48; y++)
        for (x = 0; x < 64; x++) {
            hot = (x - 44)^2 + (y - 30)^2 < 30 || (x > 9 && x < 14 && y > 7 && y < 38)
            printf "%d%s", hot ? 255 : x == 0 ? 128 : y == 0 ? 2 * x : 20,
                x % 16 == 15 ? "\n" : " "
        }
}
