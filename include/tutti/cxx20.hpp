#pragma once

// Included first, so that a compiler in an older language mode reports this error before any other.

#if !defined(__cplusplus) || __cplusplus < 202002L
#error "the headers of tutti need C++20: compile with -std=c++20 (C programs include tutti/tutti.h)"
#endif
