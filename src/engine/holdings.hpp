#pragma once

// The memory of a process in a proof: elements that record what they are made of, laid out as in a call of
// the collective, with guard zones around them.

#include <algorithm>
#include <cstring>
#include <vector>

#include "engine/terms.hpp"
#include "engine/watch.hpp"
#include "tutti/buffer.hpp"

namespace tutti {

/// Bytes of a term. An element consists of one or two terms.
constexpr std::size_t term_size = sizeof(term);

/// Bytes from the address of the first of n elements to the lowest byte of all, and to one past the highest.
struct span_of_elements {
  std::ptrdiff_t low = 0, high = 0;

  span_of_elements() = default;
  span_of_elements(const datatype& type, std::size_t n) {
    if (n == 0) return;
    const std::ptrdiff_t last = static_cast<std::ptrdiff_t>(n - 1) * type.extent;
    low = std::min<std::ptrdiff_t>(0, last) + type.true_lb;
    high = std::max<std::ptrdiff_t>(0, last) + type.true_lb + static_cast<std::ptrdiff_t>(type.true_extent);
  }
};

/// The block of each process, at the address that the call's arguments give.
class arrangement {
 public:
  /// Blocks side by side. offsets[i]: the number of terms before block i; each block has whole elements.
  /// `equal`: all blocks have the same length.
  static arrangement side_by_side(std::vector<std::size_t> offsets, const datatype& type, bool equal) {
    arrangement a(std::move(offsets), type);
    a.equal_ = equal;
    for (const std::size_t o : a.offsets_) a.elements_.push_back(o * term_size / type.size);
    return a;
  }
  /// Blocks at displacements, from the last block to the first, with gaps between them. Block i has type
  /// i % n. `typed`: as in MPI_Alltoallw, with a type for each block and displacements in bytes.
  static arrangement displaced(std::vector<std::size_t> offsets, const std::vector<const datatype*>& types,
                               bool typed) {
    arrangement a(std::move(offsets), *types[0]);
    a.displace(types, typed);
    return a;
  }

  [[nodiscard]] const std::vector<std::size_t>& offsets() const noexcept { return offsets_; }
  [[nodiscard]] const datatype& type() const noexcept { return *type_; }
  /// The offset of each term from the base, in bytes. Empty if the blocks lie side by side.
  [[nodiscard]] const std::vector<std::ptrdiff_t>& places() const noexcept { return places_; }

  template <class Blocks>
  [[nodiscard]] Blocks at(std::byte* base) const {
    const int p = static_cast<int>(offsets_.size()) - 1;
    if (!types_.empty()) return Blocks::typed(base, counts_.data(), displacements_.data(), types_.data(), p);
    if (!counts_.empty()) return Blocks::irregular(base, counts_.data(), displacements_.data(), *type_, p);
    if (equal_ || p == 0) return Blocks::regular(base, p > 0 ? elements_[1] : 0, *type_, p);
    return Blocks::consecutive(base, elements_.data(), *type_, p);
  }

 private:
  arrangement(std::vector<std::size_t> offsets, const datatype& type)
      : offsets_(std::move(offsets)), type_(&type) {}

  void displace(const std::vector<const datatype*>& types, bool typed) {
    const std::size_t p = offsets_.size() - 1;
    counts_.resize(p), displacements_.resize(p), places_.resize(offsets_.back());
    if (typed) types_.resize(p);
    std::ptrdiff_t end = 0;
    for (std::size_t i = p; i-- > 0;) {
      const datatype& type = *types[i % types.size()];
      const std::size_t terms = offsets_[i + 1] - offsets_[i], each = type.size / term_size;
      const span_of_elements span(type, terms / each);
      const std::ptrdiff_t step = std::abs(type.extent);
      const std::ptrdiff_t at = (end - span.low + step - 1) / step * step;  // from the base
      if (terms > 0) end = at + span.high + step;
      counts_[i] = static_cast<int>(terms / each);
      displacements_[i] = static_cast<int>(typed ? at : at / type.extent);
      if (typed) types_[i] = &type;
      for (std::size_t j = 0; j < terms; ++j)
        places_[offsets_[i] + j] = at + static_cast<std::ptrdiff_t>(j / each) * type.extent + type.true_lb +
                                   static_cast<std::ptrdiff_t>(j % each * term_size);
    }
  }

  std::vector<std::size_t> offsets_, elements_;
  const datatype* type_;
  bool equal_ = false;
  std::vector<int> counts_, displacements_;
  std::vector<const datatype*> types_;
  std::vector<std::ptrdiff_t> places_;
};

/// Terms in memory, of one vector or of blocks.
class store {
 public:
  store() = default;
  store(const datatype& type, std::size_t terms) : type_(&type), n_(terms), span_(type, elements()) {}
  explicit store(const arrangement& of)
      : type_(&of.type()), n_(of.offsets().back()), places_(&of.places()), span_(*type_, elements()) {
    if (places_->empty()) {
      places_ = nullptr;
      return;
    }
    const auto [low, high] = std::minmax_element(places_->begin(), places_->end());
    span_.low = *low;
    span_.high = *high + static_cast<std::ptrdiff_t>(term_size);
  }

  [[nodiscard]] const span_of_elements& span() const noexcept { return span_; }
  void lie_at(std::byte* base) noexcept { base_ = base; }
  [[nodiscard]] std::byte* base() const noexcept { return base_; }
  [[nodiscard]] std::size_t terms() const noexcept { return n_; }
  [[nodiscard]] buffer all() const noexcept { return {base_, elements(), *type_}; }

  [[nodiscard]] std::byte* at(std::size_t i) const noexcept {
    if (places_) return base_ + (*places_)[i];
    if (type_->dense) return base_ + i * term_size;
    const std::size_t each = type_->size / term_size;
    const std::size_t element = each == 1 ? i : i / each, inside = each == 1 ? 0 : i % each;
    return base_ + static_cast<std::ptrdiff_t>(element) * type_->extent + type_->true_lb +
           static_cast<std::ptrdiff_t>(inside * term_size);
  }
  void set(std::size_t i, term t) const { std::memcpy(at(i), &t, term_size); }
  [[nodiscard]] term get(std::size_t i) const {
    term t = 0;
    std::memcpy(&t, at(i), term_size);
    return t;
  }
  void allow(watched_memory& memory, watched_memory::state s) const {
    if (type_ && type_->dense && !places_) return memory.set(base_, n_ * term_size, s);
    for (std::size_t i = 0; i < n_; ++i) memory.set(at(i), term_size, s);
  }

 private:
  [[nodiscard]] std::size_t elements() const noexcept { return type_ ? n_ * term_size / type_->size : 0; }

  const datatype* type_ = nullptr;
  std::size_t n_ = 0;
  const std::vector<std::ptrdiff_t>* places_ = nullptr;
  span_of_elements span_;
  std::byte* base_ = nullptr;
};

/// `mine` is the call's in or send, `result` its out or recv. In place, the call has one of them for both.
class holdings {
 public:
  /// `one_array`: both are fields of one array, `apart` bytes from each other.
  holdings(watched_memory& memory, store mine_, store result_, bool one_array, std::ptrdiff_t apart)
      : mine(mine_), result(result_) {
    const span_of_elements &m = mine.span(), &r = result.span();
    std::ptrdiff_t low = m.low, other = m.high - m.low + zone - r.low;
    if (one_array) {
      low = std::min(m.low, r.low + apart);
      other = apart - low;
    }
    const std::ptrdiff_t size = std::max(m.high - low, other + r.high);
    bytes_ = static_cast<std::size_t>(size);
    memory_ = memory.take(bytes_, watched_memory::state::outside);
    std::memset(memory_, untouched, bytes_);
    mine.lie_at(memory_ - low);
    result.lie_at(memory_ + other);
    for (std::size_t i = 0; i < result.terms(); ++i) result.set(i, 0);
  }

  /// Call this when all terms are set. From now on only the result may be written, and only if
  /// `may_be_written`.
  void begin(watched_memory& memory, bool may_be_written) {
    using enum watched_memory::state;
    mine.allow(memory, readable);
    result.allow(memory, may_be_written ? writable : readable);
    writable_ = may_be_written;
    before_.assign(memory_, memory_ + bytes_);
  }
  enum class written { only_the_result, what_is_sent, beside };
  /// Returns which memory has been written since begin().
  [[nodiscard]] written after() {
    const std::byte* const now = memory_;
    for (std::size_t i = 0; writable_ && i < result.terms(); ++i)
      std::memcpy(before_.data() + (result.at(i) - now), result.at(i), term_size);
    if (bytes_ == 0 || std::memcmp(before_.data(), now, bytes_) == 0) return written::only_the_result;
    for (std::size_t i = 0; i < mine.terms(); ++i)
      if (std::memcmp(before_.data() + (mine.at(i) - now), mine.at(i), term_size) != 0)
        return written::what_is_sent;
    return written::beside;
  }

  store mine, result;

 private:
  static constexpr std::ptrdiff_t zone = 64;
  static constexpr int untouched = 0x5a;  // in holes and guard zones; not a term

  std::byte* memory_ = nullptr;
  std::size_t bytes_ = 0;
  bool writable_ = false;
  std::vector<std::byte> before_;
};

}  // namespace tutti
