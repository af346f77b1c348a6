/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Modules with random damage: whatever is wrong with an image, a module or a message results within
 * a limited time.  Words are replaced by random ones, by words from other places and by
 * neighbouring numbers; instructions are removed, duplicated and exchanged.  The seed is an
 * argument, so the damage is the same each time.
 */
#include "harness.h"

#include <chrono>
#include <random>

namespace {

using Words = std::vector<uint32_t>;
using Clock = std::chrono::steady_clock;

constexpr size_t header_words = 5;
constexpr int most_seconds = 60; /* on a machine that is also used by others */

std::mt19937 random_words;

size_t below(size_t bound)
{
    return random_words() % bound;
}

std::vector<Words> instructions_of(const Words &words)
{
    std::vector<Words> all;
    for (size_t at = header_words; at < words.size(); at += words[at] >> 16)
        all.emplace_back(words.begin() + static_cast<long>(at),
                         words.begin() + static_cast<long>(at + (words[at] >> 16)));
    return all;
}

Words joined(const Words &header, const std::vector<Words> &instructions)
{
    Words words(header.begin(), header.begin() + header_words);
    for (const Words &instruction : instructions)
        words.insert(words.end(), instruction.begin(), instruction.end());
    return words;
}

void damage_instructions(Words *words)
{
    std::vector<Words> all = instructions_of(*words);
    const size_t at = below(all.size()), other = below(all.size());
    const auto place = all.begin() + static_cast<long>(at);
    switch (below(4)) {
    case 0:
        all.erase(place);
        break;
    case 1:
        all.insert(place, all[other]);
        break;
    case 2:
        std::swap(all[at], all[other]);
        break;
    default: /* another operation, with the same operands */
        all[at][0] = (all[at][0] & 0xffff0000U) | (all[other][0] & 0xffffU);
    }
    *words = joined(*words, all);
}

void damage_word(Words *words)
{
    const size_t at = below(words->size()), other = below(words->size());
    switch (below(4)) {
    case 0:
        (*words)[at] = static_cast<uint32_t>(random_words());
        break;
    case 1:
        (*words)[at] = (*words)[other];
        break;
    case 2:
        (*words)[at] += static_cast<uint32_t>(below(5)) - 2;
        break;
    default:
        (*words)[at] ^= 1U << below(32);
    }
}

void check(const Words &words, const char *file, int round, int *built)
{
    const uint8_t *image = reinterpret_cast<const uint8_t *>(words.data());
    const size_t bytes = words.size() * sizeof words[0];
    zed_module_desc_t desc = {1, &image, &bytes, nullptr, nullptr, false};
    zed_module_t *module = nullptr;
    char *log = nullptr;
    const Clock::time_point start = Clock::now();
    const ze_result_t result = zed_engine_get()->module_create(0, &desc, &module, &log);
    const bool late = Clock::now() - start > std::chrono::seconds(most_seconds);
    const bool good = result == ZE_RESULT_SUCCESS ||
                      (result == ZE_RESULT_ERROR_MODULE_BUILD_FAILURE && log && *log);
    if (late || !good) {
        std::fprintf(stderr, "%s, round %d: 0x%x%s: %s\n", file, round, result,
                     late ? ", late" : "", log ? log : "no log");
        test_failures++;
    }
    std::free(log);
    if (result == ZE_RESULT_SUCCESS) {
        zed_engine_get()->module_destroy(module);
        ++*built;
    }
}

void check_file(const char *file, int rounds, int *built)
{
    const std::vector<uint8_t> bytes = test_file(file);
    Words good(bytes.size() / sizeof(uint32_t));
    std::memcpy(good.data(), bytes.data(), bytes.size());
    for (int round = 0; round < rounds; round++) {
        Words words = good;
        for (size_t k = below(3) + 1; k > 0; k--) {
            if (below(2) == 0 && k == 1) /* an image with damaged counts cannot be parsed */
                damage_word(&words);
            else
                damage_instructions(&words);
        }
        check(words, file, round, built);
    }
}

} // namespace

int main(int argc, char **argv)
{
    int built = 0;
    test_start();
    random_words.seed(argc > 1 ? static_cast<unsigned>(std::strtoul(argv[1], nullptr, 10)) : 1);
    const int rounds = argc > 2 ? std::atoi(argv[2]) : 40;
    const std::vector<const char *> files = {"kernels_library.spv", "kernels_constants.spv",
                                             "kernels_direct.spv",  "kernels_order.spv",
                                             "kernels_wide.spv",    "kernels_debug.spv"};
    for (const char *file : files)
        check_file(file, rounds, &built);
    const int all = rounds * static_cast<int>(files.size());
    std::printf("%d of %d were built\n", built, all);
    CHECK(built > 0 && built < all);
    return test_failures != 0;
}
