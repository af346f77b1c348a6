# SPDX-License-Identifier: BSD-3-Clause
# Run as a script: writes OUTPUT, a header with a hash of all FILES, so that the cache of compiled
# code forgets what another version of the compiler made.
set(all "")
foreach(name IN LISTS FILES)
    file(SHA256 "${name}" one)
    string(APPEND all "${one}")
endforeach()
string(SHA256 id "${all}${EXTRA}")
file(WRITE "${OUTPUT}" "/* SPDX-License-Identifier: BSD-3-Clause */\n#define ZED_BUILD_ID \"${id}\"\n")
