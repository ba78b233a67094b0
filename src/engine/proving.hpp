#pragma once

// What proofs of all kinds need besides the calls: memory, and what an operator does to elements.

#include <cstddef>
#include <cstring>

#include "engine/terms.hpp"
#include "engine/watch.hpp"
#include "tutti/engine/simulate.hpp"

namespace tutti {

/// The memory of all processes of a proof, one proof after the other.
class lent_memory {
 public:
  lent_memory() = default;
  ~lent_memory() { of_thread().forget(); }
  lent_memory(const lent_memory&) = delete;
  lent_memory& operator=(const lent_memory&) = delete;
  [[nodiscard]] watched_memory& get() const { return of_thread(); }

 private:
  static watched_memory& of_thread() {
    thread_local watched_memory memory;
    return memory;
  }
};

/// Combines elements of a proof; `any` says whether there were any.
inline world::combine combining_of(terms& made_of, bool* any = nullptr) {
  return [&made_of, any](const operation&, const_buffer l, buffer r) {
    if (any) *any = true;
    for (std::size_t k = 0; k < r.count; ++k) {
      term a = 0, b = 0;
      const auto at = [k](auto x) { return x.slice(k, 1).data + x.type->true_lb; };
      std::memcpy(&a, at(l), sizeof a);
      std::memcpy(&b, at(r), sizeof b);
      b = made_of.combined(a, b);
      std::memcpy(at(r), &b, sizeof b);
    }
  };
}

}  // namespace tutti
