#pragma once

#include "algorithms/shapes/partial_result.hpp"
#include "tutti/process.hpp"

namespace tutti {

/// Reduction in rank order on a tree in which the ranks below each process are consecutive. Receives a vector
/// from each of at.children(), the last child first, whose ranks are next to those combined so far. Sends the
/// result to at.parent, which is `nobody` for the root.
template <class Place>
task reduce_from(process& self, const_buffer in, buffer out, operation op, Place at) {
  const int rank = self.rank();
  const bool is_root = at.parent == nobody;
  const auto child = at.children();
  int swaps = 0;  // the last child in the list is received first
  for (const int c : child) swaps += c > rank && c != child.back();

  const std::size_t needed = child.empty() ? 0 : in.count;
  const scratch mine(self, is_root ? 0 : needed, *in.type), more(self, needed, *in.type);
  partial_result result(self, op, in, {is_root ? out : mine.all(), more.all()}, swaps);
  for (std::size_t c = child.size(); c-- > 0;) {
    const bool higher = child[c] > rank;
    co_await self.recv(result.room(higher), child[c]);
    result.take(higher);
  }
  if (is_root)
    self.copy(result.value(), out);  // nothing, unless the root is alone
  else
    co_await self.send(result.value(), at.parent);
}

}  // namespace tutti
