#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>

#include "tutti/bracketing.hpp"
#include "tutti/cxx20.hpp"
#include "tutti/engine/instance.hpp"

namespace tutti {

/// The properties that a reduction had in the cases that were proved. Some show only between cases: the
/// bracketing must be the same for other numbers of pieces, and on other nodes.
class proved_properties {
 public:
  explicit proved_properties(const algorithm& of) : of_(&of) {}

  /// Adds a case that prove() has found right. Appends an error to f.wrong if a declared property does not
  /// hold.
  void add(const instance& i, finding& f);
  /// Adds the findings in other cases of the same algorithm.
  void add(const proved_properties& others);
  /// Returns what the entry could declare, in words; empty if it declares all properties that the cases have,
  /// or if the cases cannot tell.
  [[nodiscard]] std::string undeclared() const;

 private:
  struct earlier {
    std::uint64_t bracketing;
    int pieces;
    bool on_nodes;
  };

  const algorithm* of_;
  reduction_properties held_{true, true, true, true};
  bool cut_ = false, moved_ = false;  // cases that may differ in elements, and in placement, were compared
  std::unordered_map<std::uint64_t, earlier> by_pieces_, by_nodes_;
};

}  // namespace tutti
