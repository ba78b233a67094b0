#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

/// The calls of a process in a compact trace: a text of some eight characters for each call. Calls that
/// differ only in their number and their times are of one kind, and a trace has a table of all kinds.
namespace tutti::record {

/// A call: its kind, its number on the communicator, and when it began and how long it took, in nanoseconds.
struct packed_call {
  std::uint32_t kind = 0;
  std::uint32_t number = 0;
  std::int64_t begin = 0;
  std::int64_t took = 0;
  friend bool operator==(const packed_call&, const packed_call&) = default;
};

/// The properties of a kind that packing needs.
struct packed_kind {
  int communicator = 0;
  bool blocking = true;  ///< the next call begins after this one has ended
};

/// Expects each call to be of the kind that followed the last two kinds when these last occurred, and to have
/// the next number on its communicator. If so, the text has only the times.
class call_prediction {
 public:
  [[nodiscard]] std::uint32_t kind() const noexcept { return next_ ? *next_ : none_yet; }
  [[nodiscard]] std::uint32_t number(int communicator) const noexcept {
    const auto k = static_cast<std::size_t>(communicator + 1);
    return k < numbers_.size() ? numbers_[k] + 1 : 1;
  }
  /// The end of the last call that blocked, or the begin of a later one.
  [[nodiscard]] std::int64_t now() const noexcept { return now_; }
  /// `call` was the next one.
  void learn(const packed_call& call, const packed_kind& of);

  static constexpr std::uint32_t none_yet = ~std::uint32_t{0};

 private:
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> followers_;
  std::uint32_t* next_ = nullptr;  // in followers_
  std::uint32_t last_ = none_yet;
  std::vector<std::uint32_t> numbers_;  // the last numbers, by communicator; first, that of calls without one
  std::int64_t now_ = 0;
};

class call_packer {
 public:
  void add(const packed_call& call, const packed_kind& of);
  [[nodiscard]] const std::string& text() const noexcept { return text_; }

 private:
  void put(std::uint64_t number);
  std::string text_;
  call_prediction expected_;
};

/// Reads the text of a call_packer.
class call_unpacker {
 public:
  explicit call_unpacker(std::string_view text) : text_(text) {}
  [[nodiscard]] bool done() const noexcept { return at_ == text_.size(); }
  /// The next call. `kinds`: the table. Throws std::invalid_argument, with the reason, if the text is cut off
  /// or was not written by a packer.
  packed_call next(const std::vector<packed_kind>& kinds);

 private:
  std::uint64_t take();
  std::string_view text_;
  std::size_t at_ = 0;
  call_prediction expected_;
};

}  // namespace tutti::record
