# SPDX-License-Identifier: BSD-3-Clause
"""The arrays of non-blocking operations, by context, until quiet completes them (call.cpp)."""
kept: dict = {}
