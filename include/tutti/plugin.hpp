#pragma once

#include "tutti/cxx20.hpp"  // first: checks the language version

// Adds your own algorithms with TUTTI_PLUGIN. A shared object that contains, once,
//
//     TUTTI_PLUGIN_ALGORITHMS(&ternary, &another)
//
// adds these algorithms to the catalogue, both for the command (list, show, verify, predict, explain) and for
// programs under MPI. In programs they serve calls if they are set (TUTTI_BCAST=ternary); they are never
// chosen automatically. examples/plugin is an example.

#include <cstddef>
#include <iterator>

#include "tutti/algorithm.hpp"
#include "tutti/version.h"

namespace tutti {

/// The algorithms of a shared object.
struct plugin {
  const char* version;    ///< TUTTI_VERSION_STRING of the headers it was compiled with
  std::size_t algorithm;  ///< sizeof(algorithm) in these headers
  const tutti::algorithm* const* first;
  std::size_t count;
};

/// Adds an algorithm to the catalogue, after the others of its collective. The algorithm must outlive all
/// uses. Returns false if its collective already has an algorithm of that name. Invalidates all spans of the
/// catalogue; no other thread may use it meanwhile.
bool add_to_catalogue(const algorithm& a);
/// True if the algorithm belongs to the library, not to a plug-in.
bool built_in(const algorithm& a) noexcept;

}  // namespace tutti

#define TUTTI_PLUGIN_ALGORITHMS(...)                                                                         \
  extern "C" __attribute__((visibility("default"))) const tutti::plugin* tutti_plugin() {                    \
    static const tutti::algorithm* const all[] = {__VA_ARGS__};                                              \
    static const tutti::plugin offered{TUTTI_VERSION_STRING, sizeof(tutti::algorithm), all, std::size(all)}; \
    return &offered;                                                                                         \
  }
