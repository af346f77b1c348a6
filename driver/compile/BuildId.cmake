# SPDX-License-Identifier: BSD-3-Clause
# Run as a script: writes OUTPUT, a header with a hash of all FILES, so that the cache does not use
# code from another version of the compiler.
set(all "")
foreach(name IN LISTS FILES)
    file(SHA256 "${name}" one)
    string(APPEND all "${one}")
endforeach()
string(SHA256 id "${all}${EXTRA}")
file(WRITE "${OUTPUT}" "/* SPDX-License-Identifier: BSD-3-Clause */\n#define ZED_BUILD_ID \"${id}\"\n")
