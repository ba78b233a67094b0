#pragma once

// Tells the compiler that no element of a loop depends on another one, even if the result overwrites an
// operand.
#if defined(__clang__)
#define TUTTI_INDEPENDENT _Pragma("clang loop vectorize(assume_safety)")
#else
#define TUTTI_INDEPENDENT _Pragma("GCC ivdep")
#endif
