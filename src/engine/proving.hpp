#pragma once

// The memory of proofs, and the operator on their elements.

#include <cstddef>
#include <cstring>

#include "engine/terms.hpp"
#include "engine/watch.hpp"
#include "tutti/engine/simulate.hpp"

namespace tutti {

/// The memory of all processes of a proof, and the terms. Successive proofs reuse them, since getting them
/// from the system takes longer than most proofs.
class proof_storage {
 public:
  proof_storage() = default;
  ~proof_storage() {
    of_this_thread_.memory.forget();
    of_this_thread_.made_of.forget();
  }
  proof_storage(const proof_storage&) = delete;
  proof_storage& operator=(const proof_storage&) = delete;
  [[nodiscard]] watched_memory& memory() const { return of_this_thread_.memory; }
  [[nodiscard]] terms& made_of() const { return of_this_thread_.made_of; }

 private:
  struct of_thread {
    watched_memory memory;
    terms made_of;
  };
  static of_thread& of_this_thread() {
    thread_local of_thread all;
    return all;
  }
  of_thread& of_this_thread_ = of_this_thread();
};

/// The operator on elements of a proof. Sets `any` if it is called.
inline world::combine combining_of(terms& made_of, bool* any = nullptr) {
  return [&made_of, any](const operation&, const_buffer l, buffer r) {
    if (any) *any = true;
    if (r.count == 0) return;
    const std::byte* left = l.data + l.type->true_lb;
    std::byte* right = r.data + r.type->true_lb;
    for (std::size_t k = 0; k < r.count; ++k, left += l.type->extent, right += r.type->extent) {
      term a = 0, b = 0;
      std::memcpy(&a, left, sizeof a);
      std::memcpy(&b, right, sizeof b);
      b = made_of.combined(a, b);
      std::memcpy(right, &b, sizeof b);
    }
  };
}

}  // namespace tutti
