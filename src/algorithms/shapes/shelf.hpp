#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <utility>

#include "tutti/memory.hpp"

namespace tutti {

/// A table of objects that are constructed one by one and destroyed together. (A workspace never
/// destroys values.)
template <class T>
class shelf {
 public:
  explicit shelf(std::size_t most) : memory_(most * sizeof(T)) {}
  shelf(const shelf&) = delete;
  shelf& operator=(const shelf&) = delete;
  ~shelf() { clear(); }
  template <class... Arguments>
  T& add(Arguments&&... arguments) {
    return *std::construct_at(begin() + n_++, std::forward<Arguments>(arguments)...);
  }
  [[nodiscard]] std::span<T> all() noexcept { return {begin(), n_}; }
  void clear() noexcept {
    std::destroy_n(begin(), n_);
    n_ = 0;
  }

 private:
  T* begin() noexcept { return reinterpret_cast<T*>(memory_.data()); }
  workspace<std::byte> memory_;
  std::size_t n_ = 0;
};

}  // namespace tutti
