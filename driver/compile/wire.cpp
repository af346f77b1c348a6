/* SPDX-License-Identifier: BSD-3-Clause */
/* See wire.h.  Every sequence of bytes follows its length. */
#include "wire.h"

#include "spec_constants.h"

#include <cstring>

namespace zed {
namespace {

void put(Bytes *to, const void *bytes, size_t count)
{
    size_t before = to->size();
    to->resize(before + count);
    if (count > 0)
        std::memcpy(to->data() + before, bytes, count);
}

void put_number(Bytes *to, uint64_t number)
{
    put(to, &number, sizeof number);
}

void put_run(Bytes *to, const void *bytes, size_t count)
{
    put_number(to, count);
    put(to, bytes, count);
}

class Reader {
public:
    explicit Reader(const Bytes &bytes) : at_(bytes.data()), left_(bytes.size())
    {
    }

    bool number(uint64_t *number)
    {
        if (left_ < sizeof *number)
            return false;
        std::memcpy(number, at_, sizeof *number);
        at_ += sizeof *number;
        left_ -= sizeof *number;
        return true;
    }

    template <class Run> bool run(Run *run)
    {
        uint64_t count;
        if (!number(&count) || count > left_)
            return false;
        run->assign(at_, at_ + count);
        at_ += count;
        left_ -= count;
        return true;
    }

    bool finished() const
    {
        return left_ == 0;
    }

private:
    const uint8_t *at_;
    uint64_t left_;
};

} // namespace

Bytes wire_request(const zed_module_desc_t &desc, CompileTarget target, const std::string &words)
{
    Bytes bytes;
    put_number(&bytes, static_cast<uint64_t>(target));
    put_run(&bytes, words.data(), words.size());
    put_number(&bytes, desc.image_count);
    for (uint32_t i = 0; i < desc.image_count; i++) {
        const char *flags = desc.build_flags && desc.build_flags[i] ? desc.build_flags[i] : "";
        put_run(&bytes, desc.images[i], desc.image_bytes[i]);
        put_run(&bytes, flags, std::strlen(flags));
        const std::vector<std::pair<uint32_t, uint64_t>> constants = spec_constants(desc, i);
        put_number(&bytes, constants.size());
        for (const std::pair<uint32_t, uint64_t> &constant : constants) {
            put_number(&bytes, constant.first);
            put_number(&bytes, constant.second);
        }
    }
    return bytes;
}

bool wire_read_request(const Bytes &bytes, CompileTarget *target, std::string *words,
                       std::vector<CompileImage> *images)
{
    Reader reader(bytes);
    uint64_t wanted, count, constants, id, value;
    if (!reader.number(&wanted) || !reader.run(words) || !reader.number(&count) ||
        wanted > static_cast<uint64_t>(CompileTarget::CheckedReporting))
        return false;
    *target = static_cast<CompileTarget>(wanted);
    for (; count > 0; count--) {
        CompileImage image;
        if (!reader.run(&image.words) || !reader.run(&image.flags) || !reader.number(&constants))
            return false;
        for (; constants > 0; constants--) {
            if (!reader.number(&id) || !reader.number(&value))
                return false;
            image.constants.emplace_back(static_cast<uint32_t>(id), value);
        }
        images->push_back(std::move(image));
    }
    return reader.finished();
}

Bytes wire_answer(const CompileAnswer &answer)
{
    Bytes bytes;
    put_number(&bytes, static_cast<uint64_t>(answer.result));
    put_run(&bytes, answer.log.data(), answer.log.size());
    put_run(&bytes, answer.blob.data(), answer.blob.size());
    return bytes;
}

bool wire_read_answer(const Bytes &bytes, CompileAnswer *answer)
{
    Reader reader(bytes);
    uint64_t result;
    if (!reader.number(&result) || !reader.run(&answer->log) || !reader.run(&answer->blob))
        return false;
    answer->result = static_cast<ze_result_t>(result);
    return reader.finished();
}

} // namespace zed
