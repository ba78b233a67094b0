#pragma once

#include "tutti/cxx20.hpp"  // first: says what language it takes

// Algorithms of your own for TUTTI_PLUGIN: a shared object that defines this, once,
//
//     TUTTI_PLUGIN_ALGORITHMS(&ternary, &another)
//
// adds them to the catalogue: of the command (list, show, verify, predict, explain) and of programs under MPI, where they serve if
// they are set (TUTTI_BCAST=ternary) and are not chosen automatically. examples/plugin has one.

#include <cstddef>
#include <iterator>

#include "tutti/algorithm.hpp"
#include "tutti/version.h"

namespace tutti {

/// What a shared object offers.
struct plugin {
  const char* version;    ///< TUTTI_VERSION_STRING of the headers it was compiled with
  std::size_t algorithm;  ///< sizeof(algorithm), by these headers
  const tutti::algorithm* const* first;
  std::size_t count;
};

/// Adds an algorithm to the catalogue, at the end of its collective's; it must outlive all uses. False if its collective has one of
/// that name. Before any span of the catalogue is in use, and before other threads use it.
bool add_to_catalogue(const algorithm& a);
/// Whether it is one of the library's own.
bool built_in(const algorithm& a) noexcept;

}  // namespace tutti

#define TUTTI_PLUGIN_ALGORITHMS(...)                                                                         \
  extern "C" __attribute__((visibility("default"))) const tutti::plugin* tutti_plugin() {                    \
    static const tutti::algorithm* const all[] = {__VA_ARGS__};                                              \
    static const tutti::plugin offered{TUTTI_VERSION_STRING, sizeof(tutti::algorithm), all, std::size(all)}; \
    return &offered;                                                                                         \
  }
