/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * printf of kernels.  OpenCL's conversions are C's, plus a vector length (%v4) and the length
 * modifier hl for a vector of 4-byte elements; `l` means 8 bytes.  Each call writes its text at
 * once, so that lines of different work-items do not mix.
 */
#include "printf.h"

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <locale.h>

namespace zed {
namespace {

struct Conversion {
    std::string flags; /* flags, width and precision, for C's printf */
    unsigned count;    /* elements */
    unsigned bytes;    /* of an integer */
    char kind;
};

const char *parse(const char *at, Conversion *conversion)
{
    conversion->flags = "%";
    conversion->count = 1;
    conversion->bytes = 4;
    while (*at && std::strchr("-+ #0", *at))
        conversion->flags += *at++;
    while ((*at >= '0' && *at <= '9') || *at == '.')
        conversion->flags += *at++;
    if (*at == 'v') {
        char *end;
        unsigned long count = std::strtoul(at + 1, &end, 10);
        conversion->count = count >= 1 && count <= 16 ? static_cast<unsigned>(count) : 1;
        at = end;
    }
    if (at[0] == 'h' && at[1] == 'h') {
        conversion->bytes = 1;
        at += 2;
    } else if (at[0] == 'h' && at[1] == 'l') {
        conversion->bytes = 4;
        at += 2;
    } else if (at[0] == 'h') {
        conversion->bytes = 2;
        at++;
    } else if (at[0] == 'l' || at[0] == 'z' || at[0] == 'j' || at[0] == 't') {
        conversion->bytes = 8;
        at += at[0] == 'l' && at[1] == 'l' ? 2 : 1;
    }
    conversion->kind = *at;
    return *at ? at + 1 : at;
}

template <class T> void append(std::string *text, const std::string &format, T value)
{
    char small[128];
    int length = std::snprintf(small, sizeof small, format.c_str(), value);
    if (length < 0)
        return;
    if (static_cast<size_t>(length) < sizeof small) {
        text->append(small, static_cast<size_t>(length));
        return;
    }
    std::string large(static_cast<size_t>(length) + 1, '\0');
    std::snprintf(&large[0], large.size(), format.c_str(), value);
    text->append(large, 0, static_cast<size_t>(length));
}

/* A promoted argument: 8 bytes only if the conversion says so. */
long long signed_argument(const Conversion &conversion, long long wide, int narrow)
{
    switch (conversion.bytes) {
    case 1:
        return static_cast<signed char>(narrow);
    case 2:
        return static_cast<short>(narrow);
    case 4:
        return narrow;
    default:
        return wide;
    }
}

/* Kernels have no locale: while this object exists, numbers on this thread have decimal points. */
class PlainNumbers {
public:
    PlainNumbers() : before_(plain() ? uselocale(plain()) : nullptr)
    {
    }
    ~PlainNumbers()
    {
        if (before_)
            uselocale(before_);
    }
    PlainNumbers(const PlainNumbers &) = delete;
    PlainNumbers &operator=(const PlainNumbers &) = delete;

private:
    static locale_t plain()
    {
        static const locale_t made = newlocale(LC_NUMERIC_MASK, "C", nullptr);
        return made;
    }
    locale_t before_;
};

} // namespace

std::string format_text(const char *format, va_list arguments)
{
    const PlainNumbers plain;
    std::string text;
    for (const char *at = format; *at;) {
        if (*at != '%') {
            text += *at++;
            continue;
        }
        if (at[1] == '%') {
            text += '%';
            at += 2;
            continue;
        }
        Conversion conversion;
        at = parse(at + 1, &conversion);
        for (unsigned i = 0; i < conversion.count; i++) {
            if (i > 0)
                text += ',';
            switch (conversion.kind) {
            case 'd':
            case 'i':
            case 'u':
            case 'o':
            case 'x':
            case 'X': {
                long long wide = 0;
                int narrow = 0;
                if (conversion.bytes == 8)
                    wide = va_arg(arguments, long long);
                else
                    narrow = va_arg(arguments, int);
                long long value = signed_argument(conversion, wide, narrow);
                if (conversion.kind != 'd' && conversion.kind != 'i' && conversion.bytes < 8)
                    value &= (1LL << (8 * conversion.bytes)) - 1;
                append(&text, conversion.flags + "ll" + conversion.kind, value);
                break;
            }
            case 'c':
                append(&text, conversion.flags + "c", va_arg(arguments, int));
                break;
            case 's': {
                const char *string = va_arg(arguments, const char *);
                append(&text, conversion.flags + "s", string ? string : "(null)");
                break;
            }
            case 'p':
                append(&text, conversion.flags + "p", va_arg(arguments, void *));
                break;
            case 'a':
            case 'A':
            case 'e':
            case 'E':
            case 'f':
            case 'F':
            case 'g':
            case 'G':
                append(&text, conversion.flags + conversion.kind, va_arg(arguments, double));
                break;
            default:
                return text; /* an unknown conversion: nothing after it can be trusted */
            }
        }
    }
    return text;
}

} // namespace zed

int zed_rt_printf(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    int result;
    /* No exception may pass through compiled code, and a width may request more memory than there
     * is. */
    try {
        std::string text = zed::format_text(format, arguments);
        size_t written = std::fwrite(text.data(), 1, text.size(), stdout);
        result = std::fflush(stdout) == 0 && written == text.size() ? 0 : -1;
    } catch (const std::exception &) {
        result = -1;
    }
    va_end(arguments);
    return result;
}
