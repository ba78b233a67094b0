#pragma once

// Included before all else, so that an older language is the first error and not the hundredth.

#if !defined(__cplusplus) || __cplusplus < 202002L
#error "the headers of tutti need C++20: compile with -std=c++20 (C programs include tutti/tutti.h)"
#endif
