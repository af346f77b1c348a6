/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Native binaries: one process makes them and another runs them.  Damaged or unsuitable ones are
 * refused with a reason, and none of their code runs.
 */
#include "fixture.h"

#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define ITEMS 64

static test_device device;
static ze_command_list_handle_t list; /* synchronous */

/* ---- The maker --------------------------------------------------------------------------- */

static uint8_t *native_of(ze_module_handle_t module, size_t *bytes)
{
    size_t least = 0;
    CHECK_SUCCESS(zeModuleGetNativeBinary(module, &least, NULL));
    CHECK(least > 64);
    uint8_t *binary = malloc(least + 16);
    CHECK(binary != NULL);
    *bytes = least - 1;
    CHECK_RESULT(zeModuleGetNativeBinary(module, bytes, binary), ZE_RESULT_ERROR_INVALID_SIZE);
    *bytes = least + 16; /* more room than needed is accepted */
    CHECK_SUCCESS(zeModuleGetNativeBinary(module, bytes, binary));
    CHECK(*bytes == least);
    return binary;
}

static ze_module_handle_t create(ze_module_format_t format, const uint8_t *image, size_t bytes,
                                 const ze_module_constants_t *constants)
{
    ze_module_desc_t desc = {.stype = ZE_STRUCTURE_TYPE_MODULE_DESC,
                             .format = format,
                             .pInputModule = image,
                             .inputSize = bytes,
                             .pConstants = constants};
    ze_module_handle_t module = NULL;
    CHECK_SUCCESS(zeModuleCreate(device.context, device.tiles[0], &desc, &module, NULL));
    return module;
}

static void send_bytes(int channel, const uint8_t *bytes, size_t count)
{
    CHECK(write(channel, &count, sizeof count) == sizeof count);
    for (size_t done = 0; done < count;) {
        ssize_t now = write(channel, bytes + done, count - done);
        CHECK(now > 0);
        done += (size_t)now;
    }
}

static void check_attributes(ze_module_handle_t module, const char *name, const char *expected)
{
    char text[64] = "?";
    char *at = text;
    uint32_t bytes = 0;
    ze_kernel_handle_t kernel = fixture_kernel(module, name);
    CHECK_SUCCESS(zeKernelGetSourceAttributes(kernel, &bytes, &at));
    CHECK(bytes == strlen(expected) + 1);
    bytes = sizeof text;
    CHECK_SUCCESS(zeKernelGetSourceAttributes(kernel, &bytes, &at));
    CHECK(strcmp(text, expected) == 0);
    CHECK_SUCCESS(zeKernelDestroy(kernel));
}

/* The attributes of native.cl, which its binary has, too. */
static void check_all_attributes(ze_module_handle_t module)
{
    check_attributes(module, "count", "work_group_size_hint(4,2,1)");
    check_attributes(module, "say", "");
    check_attributes(module, "reverse", "reqd_work_group_size(64,1,1)");
}

/* The module's variable is changed before its binary is requested: the binary has the first
 * value. */
static void send_native(int channel, const char *name, const ze_module_constants_t *constants)
{
    size_t bytes;
    uint8_t *image = fixture_file(name, &bytes);
    ze_module_handle_t module = create(ZE_MODULE_FORMAT_IL_SPIRV, image, bytes, constants);
    uint32_t *counter = NULL;
    if (strcmp(name, "native.spv") == 0) {
        CHECK_SUCCESS(zeModuleGetGlobalPointer(module, "counter", NULL, (void **)&counter));
        *counter = 5;
        check_all_attributes(module);
    }
    uint8_t *binary = native_of(module, &bytes);
    send_bytes(channel, binary, bytes);
    CHECK_SUCCESS(zeModuleDestroy(module));
    free(binary);
    free(image);
}

static void make(int channel)
{
    uint32_t ids[] = {7, 8};
    uint32_t small = 77;
    uint64_t large = 88;
    const void *values[] = {&small, &large};
    ze_module_constants_t constants = {2, ids, values};

    fixture_start(&device);
    send_native(channel, "native.spv", NULL);
    send_native(channel, "constants.spv", &constants);
    send_native(channel, "user.spv", NULL);
    send_native(channel, "library.spv", NULL);
    fixture_end(&device);
}

/* ---- The user ---------------------------------------------------------------------------- */

static uint8_t *receive_bytes(int channel, size_t *count)
{
    CHECK(read(channel, count, sizeof *count) == sizeof *count);
    uint8_t *bytes = malloc(*count);
    CHECK(bytes != NULL);
    for (size_t done = 0; done < *count;) {
        ssize_t now = read(channel, bytes + done, *count - done);
        CHECK(now > 0);
        done += (size_t)now;
    }
    return bytes;
}

static void launch(ze_kernel_handle_t kernel)
{
    ze_group_count_t one = {1, 1, 1};
    CHECK_SUCCESS(zeCommandListAppendLaunchKernel(list, kernel, &one, NULL, 0, NULL));
    CHECK_SUCCESS(zeKernelDestroy(kernel));
}

static void use_counter(ze_module_handle_t module, uint32_t *to)
{
    uint32_t *counter = NULL;
    size_t bytes = 0;
    uint32_t by = 6;
    CHECK_SUCCESS(zeModuleGetGlobalPointer(module, "counter", &bytes, (void **)&counter));
    CHECK(bytes == sizeof *counter && *counter == 100);
    ze_kernel_handle_t kernel = fixture_kernel(module, "count");
    fixture_argument(kernel, 0, sizeof to, &to);
    fixture_argument(kernel, 1, sizeof by, &by);
    launch(kernel);
    CHECK(*counter == 106 && *to == 5 + 106);
}

static void use_printf(ze_module_handle_t module)
{
    FILE *file = tmpfile();
    uint32_t number = 42;
    char text[128] = "";
    CHECK(file != NULL);
    ze_kernel_handle_t kernel = fixture_kernel(module, "say");
    fixture_argument(kernel, 0, sizeof number, &number);
    fflush(stdout);
    int before = dup(STDOUT_FILENO);
    CHECK(dup2(fileno(file), STDOUT_FILENO) >= 0);
    launch(kernel);
    fflush(stdout);
    CHECK(dup2(before, STDOUT_FILENO) >= 0);
    close(before);
    rewind(file);
    CHECK(fgets(text, sizeof text, file) != NULL);
    CHECK(strcmp(text, "native says 42 and done\n") == 0);
    fclose(file);
}

static void use_local_memory(ze_module_handle_t module, uint32_t *to)
{
    ze_kernel_properties_t properties = {.stype = ZE_STRUCTURE_TYPE_KERNEL_PROPERTIES};
    ze_kernel_handle_t kernel = fixture_kernel(module, "reverse");
    CHECK_SUCCESS(zeKernelGetProperties(kernel, &properties));
    CHECK(properties.numKernelArgs == 2 && properties.requiredGroupSizeX == ITEMS);
    CHECK(properties.localMemSize >= ITEMS * sizeof(uint32_t));
    CHECK_SUCCESS(zeKernelSetGroupSize(kernel, ITEMS, 1, 1));
    fixture_argument(kernel, 0, sizeof to, &to);
    fixture_argument(kernel, 1, ITEMS * sizeof(uint32_t), NULL);
    for (uint32_t i = 0; i < ITEMS; i++) {
        to[i] = i;
    }
    launch(kernel);
    for (uint32_t i = 0; i < ITEMS; i++) {
        CHECK(to[i] == 63 - i + 1000);
    }
}

static void use_native(const uint8_t *binary, size_t bytes, uint32_t *to)
{
    ze_module_handle_t module = create(ZE_MODULE_FORMAT_NATIVE, binary, bytes, NULL);
    ze_module_properties_t properties = {.stype = ZE_STRUCTURE_TYPE_MODULE_PROPERTIES};
    const char *names[8];
    uint32_t count = 0;
    size_t again = bytes;
    void *function = NULL;

    CHECK_SUCCESS(zeModuleGetKernelNames(module, &count, NULL));
    CHECK(count == 3);
    CHECK_SUCCESS(zeModuleGetKernelNames(module, &count, names));
    CHECK(strcmp(names[0], "count") == 0 && strcmp(names[1], "say") == 0);
    CHECK_SUCCESS(zeModuleGetProperties(module, &properties));
    CHECK(properties.flags == 0);
    CHECK_SUCCESS(zeModuleGetFunctionPointer(module, "exported", &function));
    CHECK(function != NULL);
    check_all_attributes(module);
    use_counter(module, to);
    use_printf(module);
    use_local_memory(module, to);

    /* A binary of a module that was made from a binary is the same, although variables have
     * changed. */
    uint8_t *copy = malloc(bytes);
    CHECK(copy != NULL);
    CHECK_SUCCESS(zeModuleGetNativeBinary(module, &again, copy));
    CHECK(again == bytes && memcmp(copy, binary, bytes) == 0);
    free(copy);
    CHECK_SUCCESS(zeModuleDestroy(module));
}

static void use_constants(const uint8_t *binary, size_t bytes, uint32_t *to)
{
    ze_module_handle_t module = create(ZE_MODULE_FORMAT_NATIVE, binary, bytes, NULL);
    ze_kernel_handle_t kernel = fixture_kernel(module, "constants");
    fixture_argument(kernel, 0, sizeof to, &to);
    launch(kernel);
    CHECK(to[0] == 77 && to[1] == 88);
    CHECK_SUCCESS(zeModuleDestroy(module));
}

/* Binaries are of unlinked modules, and can be linked like others. */
static void use_links(uint8_t *const binaries[2], const size_t bytes[2], uint32_t *to)
{
    ze_module_handle_t modules[2];
    ze_module_properties_t properties = {.stype = ZE_STRUCTURE_TYPE_MODULE_PROPERTIES};
    for (int i = 0; i < 2; i++) {
        modules[i] = create(ZE_MODULE_FORMAT_NATIVE, binaries[i], bytes[i], NULL);
    }
    CHECK_SUCCESS(zeModuleGetProperties(modules[0], &properties));
    CHECK(properties.flags == ZE_MODULE_PROPERTY_FLAG_IMPORTS);
    CHECK_SUCCESS(zeModuleDynamicLink(2, modules, NULL));
    *to = 7;
    ze_kernel_handle_t kernel = fixture_kernel(modules[0], "use_library");
    fixture_argument(kernel, 0, sizeof to, &to);
    launch(kernel);
    CHECK(*to == 7 * 3 + 1000);
    CHECK_SUCCESS(zeModuleDestroy(modules[0]));
    CHECK_SUCCESS(zeModuleDestroy(modules[1]));
}

static void refuse(const uint8_t *binary, size_t bytes, const char *reason)
{
    ze_module_desc_t desc = {.stype = ZE_STRUCTURE_TYPE_MODULE_DESC,
                             .format = ZE_MODULE_FORMAT_NATIVE,
                             .pInputModule = binary,
                             .inputSize = bytes};
    ze_module_handle_t module = NULL;
    ze_module_build_log_handle_t log = NULL;
    char text[4096] = "";
    size_t room = sizeof text;

    CHECK_RESULT(zeModuleCreate(device.context, device.tiles[0], &desc, &module, &log),
                 ZE_RESULT_ERROR_INVALID_NATIVE_BINARY);
    CHECK(module == NULL);
    if (fixture_wraps_handles()) {
        return;
    }
    CHECK_SUCCESS(zeModuleBuildLogGetString(log, &room, text));
    CHECK_SUCCESS(zeModuleBuildLogDestroy(log));
    if (strstr(text, reason) == NULL) {
        fprintf(stderr, "the log says '%s' and not '%s'\n", text, reason);
        exit(1);
    }
}

static void refuse_changed(uint8_t *binary, size_t bytes, size_t at, const char *reason)
{
    uint8_t change = (uint8_t)(1 << at % 8);
    binary[at] ^= change;
    refuse(binary, bytes, reason);
    binary[at] ^= change;
}

static void refuse_damaged(uint8_t *binary, size_t bytes)
{
    enum {
        MAGIC = 0,
        VERSION = 8,
        BYTES = 16,
        DRIVER = 24,
        PROCESSOR = 56,
        CONTENTS = 88,
        BLOB = 120
    };
    size_t spirv_bytes;
    uint8_t *spirv = fixture_file("native.spv", &spirv_bytes);
    refuse(spirv, spirv_bytes, "zeModuleGetNativeBinary");
    free(spirv);

    refuse_changed(binary, bytes, MAGIC, "zeModuleGetNativeBinary");
    refuse_changed(binary, bytes, VERSION, "another version");
    refuse_changed(binary, bytes, DRIVER + 3, "another version");
    refuse_changed(binary, bytes, PROCESSOR + 5, "a processor other than this");
    refuse_changed(binary, bytes, BYTES, "bytes; expected");
    refuse_changed(binary, bytes, CONTENTS, "damaged");
    refuse(binary, 1, "zeModuleGetNativeBinary");
    refuse(binary, BLOB - 1, "zeModuleGetNativeBinary");
    refuse(binary, BLOB, "bytes; expected");
    refuse(binary, bytes - 1, "bytes; expected");
    srand(1);
    for (int turn = 0; turn < 300; turn++) {
        refuse_changed(binary, bytes, (size_t)rand() % bytes, "error:");
        refuse_changed(binary, bytes, BLOB + (size_t)rand() % (bytes - BLOB), "damaged");
        refuse(binary, 1 + (size_t)rand() % (bytes - 1), "error:");
    }
}

static void use(int channel)
{
    size_t bytes[4];
    uint8_t *binaries[4];
    for (int i = 0; i < 4; i++) {
        binaries[i] = receive_bytes(channel, &bytes[i]);
    }
    fixture_start(&device);
    list = fixture_immediate(&device, 0, ZE_COMMAND_QUEUE_MODE_SYNCHRONOUS);
    uint32_t *to = fixture_device_memory(&device, ITEMS * sizeof *to);
    use_native(binaries[0], bytes[0], to);
    use_constants(binaries[1], bytes[1], to);
    if (!fixture_wraps_handles()) { /* the loader mistakes the list of modules for a module */
        use_links(&binaries[2], &bytes[2], to);
    }
    refuse_damaged(binaries[0], bytes[0]);
    use_native(binaries[0], bytes[0], to); /* undamaged again */
    CHECK_SUCCESS(zeMemFree(device.context, to));
    CHECK_SUCCESS(zeCommandListDestroy(list));
    fixture_end(&device);
    for (int i = 0; i < 4; i++) {
        free(binaries[i]);
    }
}

int main(void)
{
    int ends[2];
    CHECK(pipe(ends) == 0);
    pid_t process = fork();
    CHECK(process >= 0);
    if (process == 0) {
        make(ends[1]);
        exit(0);
    }
    close(ends[1]);
    use(ends[0]);
    int status;
    CHECK(waitpid(process, &status, 0) == process);
    CHECK(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    return 0;
}
