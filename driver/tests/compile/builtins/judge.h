/* SPDX-License-Identifier: BSD-3-Clause */
/* Decides whether values are right, and reports those that are not. */
#ifndef ZED_TEST_JUDGE_H
#define ZED_TEST_JUDGE_H

#include "../harness.h"
#include "numbers.h"

/* The distance in units in the last place; infinite if one of the two is not acceptable for the
 * other. */
inline double distance(const Format &format, long double found, long double exact, double bound,
                       long double scale)
{
    constexpr double wrong = std::numeric_limits<double>::infinity();
    if (std::isnan(exact) || std::isnan(found))
        return std::isnan(exact) && std::isnan(found) ? 0 : wrong;
    if (bound == 0)
        exact = rounded(format, exact);
    if (exact == 0 && scale == 0 && (found != 0 || std::signbit(found) != std::signbit(exact)))
        return found == 0 ? wrong : static_cast<double>(std::fabs(found) / unit(format, 0));
    if (std::isinf(exact))
        return found == exact ? 0 : wrong;
    /* For an exact value near the largest number, infinity counts as the next number. */
    const long double past = std::ldexp(1.0L, format.most);
    if (std::fabs(exact) > past)
        exact = std::copysign(past, exact);
    if (std::isinf(found))
        found = std::copysign(past, found);
    return static_cast<double>(std::fabs(found - exact) /
                               unit(format, std::fmax(std::fabs(exact), scale)));
}

/* Counts wrong results under one name and prints the first ones. */
class Verdict {
public:
    explicit Verdict(std::string name) : name_(std::move(name))
    {
    }
    Verdict(const Verdict &) = delete;
    Verdict &operator=(const Verdict &) = delete;
    ~Verdict()
    {
        if (wrong_ > 0)
            std::fprintf(stderr, "%s: %zu of %zu are wrong\n", name_.c_str(), wrong_, seen_);
        if (seen_ == 0)
            std::fprintf(stderr, "%s: nothing was compared\n", name_.c_str());
        if (wrong_ > 0 || seen_ == 0)
            test_failures++;
    }
    /* True if the case should be described. */
    bool wrong(bool is_wrong)
    {
        seen_++;
        wrong_ += is_wrong;
        return is_wrong && wrong_ <= most_described();
    }
    const char *name() const
    {
        return name_.c_str();
    }

private:
    /* TEST_TELL in the environment: the number of cases to describe. */
    static size_t most_described()
    {
        static const char *text = std::getenv("TEST_TELL");
        static const size_t most = text ? std::strtoull(text, nullptr, 0) : 3;
        return most;
    }

    std::string name_;
    size_t seen_ = 0, wrong_ = 0;
};

#endif
