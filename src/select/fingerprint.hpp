#pragma once

#include <cstdint>
#include <string_view>

namespace tutti {

/// A 32-bit FNV-1a hash of a sequence of texts. Protects from accidents, not from attacks.
class fingerprint_of {
 public:
  void add(std::string_view text) noexcept {
    for (const char c : text) one(static_cast<unsigned char>(c));
    one(0);  // so that "ab", "c" and "a", "bc" differ
  }
  [[nodiscard]] std::uint32_t value() const noexcept { return value_; }

 private:
  void one(unsigned char c) noexcept { value_ = (value_ ^ c) * 16777619U; }
  std::uint32_t value_ = 2166136261U;
};

}  // namespace tutti
