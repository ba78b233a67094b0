#include "record/packed_calls.hpp"

#include <array>
#include <limits>
#include <stdexcept>

namespace tutti::record {
namespace {

// Digits of numbers, the lowest digit first. The last digit of a number is one of the first 46 characters,
// and the other digits are from the second 46. Together they are all characters that JSON writes as
// themselves, except the blank.
constexpr std::uint64_t base = 46;
constexpr std::array<char, 2 * base> digits = [] {
  std::array<char, 2 * base> all{};
  std::size_t k = 0;
  for (char c = '!'; c <= '~'; ++c)
    if (c != '"' && c != '\\') all[k++] = c;
  return all;
}();
constexpr std::uint8_t no_digit = 2 * base;
constexpr std::array<std::uint8_t, 256> values = [] {
  std::array<std::uint8_t, 256> all{};
  all.fill(no_digit);
  for (std::size_t k = 0; k < digits.size(); ++k)
    all[static_cast<unsigned char>(digits[k])] = static_cast<std::uint8_t>(k);
  return all;
}();

// Maps small numbers of both signs to small unsigned ones: 0, -1, 1, -2, ... to 0, 1, 2, 3, ...
constexpr std::uint64_t folded(std::int64_t n) noexcept {
  return (static_cast<std::uint64_t>(n) << 1U) ^ static_cast<std::uint64_t>(n >> 63U);
}
constexpr std::int64_t unfolded(std::uint64_t n) noexcept {
  return static_cast<std::int64_t>(n >> 1U) ^ -static_cast<std::int64_t>(n & 1U);
}

// The longest time, in nanoseconds: some years. Sums of two times still fit into 64 bits.
constexpr std::uint64_t longest = std::uint64_t{1} << 60U;

std::int64_t checked_time(std::uint64_t n) {
  if (n > longest) throw std::invalid_argument("a time out of range");
  return static_cast<std::int64_t>(n);
}

}  // namespace

void call_prediction::learn(const packed_call& call, const packed_kind& of) {
  if (next_) *next_ = call.kind;
  next_ = &followers_.try_emplace({last_, call.kind}, none_yet).first->second;
  last_ = call.kind;
  const auto k = static_cast<std::size_t>(of.communicator + 1);
  if (k >= numbers_.size()) numbers_.resize(k + 1);
  numbers_[k] = call.number;
  now_ = call.begin + (of.blocking ? call.took : 0);
}

// An expected call is written as 2 gap and its duration. Any other call is written as 2 gap + 1, its kind,
// the difference between its number and the expected one, and its duration. Only in this form may the gap be
// negative.
void call_packer::add(const packed_call& call, const packed_kind& of) {
  const std::int64_t gap = call.begin - expected_.now();
  const std::uint32_t number = expected_.number(of.communicator);
  if (call.kind == expected_.kind() && call.number == number && gap >= 0) {
    put(static_cast<std::uint64_t>(gap) << 1U);
  } else {
    put(folded(gap) << 1U | 1U);
    put(call.kind);
    put(folded(static_cast<std::int64_t>(call.number) - number));
  }
  put(static_cast<std::uint64_t>(call.took));
  expected_.learn(call, of);
}

void call_packer::put(std::uint64_t number) {
  for (; number >= base; number /= base) text_ += digits[base + number % base];
  text_ += digits[number];
}

packed_call call_unpacker::next(const std::vector<packed_kind>& kinds) {
  packed_call call;
  const std::uint64_t head = take();
  const bool expected = (head & 1U) == 0;
  std::int64_t gap = 0;
  if (expected) {
    call.kind = expected_.kind();
    gap = checked_time(head >> 1U);
  } else {
    gap = unfolded(head >> 1U);
    (void)checked_time(static_cast<std::uint64_t>(gap < 0 ? -gap : gap));
    const std::uint64_t kind = take();
    call.kind = kind < kinds.size() ? static_cast<std::uint32_t>(kind) : call_prediction::none_yet;
  }
  if (call.kind >= kinds.size()) throw std::invalid_argument("one of an unknown kind");
  const packed_kind& of = kinds[call.kind];
  call.number = expected_.number(of.communicator);
  if (!expected) {
    std::int64_t number = 0;
    if (__builtin_add_overflow(static_cast<std::int64_t>(call.number), unfolded(take()), &number) ||
        number < 0 || number > std::numeric_limits<std::uint32_t>::max())
      throw std::invalid_argument("a number out of range");
    call.number = static_cast<std::uint32_t>(number);
  }
  call.begin = expected_.now() + gap;
  call.took = checked_time(take());
  if (call.begin > static_cast<std::int64_t>(longest) || call.begin < -static_cast<std::int64_t>(longest))
    throw std::invalid_argument("a time out of range");
  expected_.learn(call, of);
  return call;
}

std::uint64_t call_unpacker::take() {
  constexpr int most_digits = 12;  // of 64 bits
  std::uint64_t number = 0, weight = 1;
  for (int k = 0; k < most_digits && at_ < text_.size(); ++k, weight *= base) {
    const std::uint8_t digit = values[static_cast<unsigned char>(text_[at_++])];
    if (digit == no_digit) throw std::invalid_argument("a character in them is no digit");
    std::uint64_t part = 0;
    if (__builtin_mul_overflow(digit % base, weight, &part) || __builtin_add_overflow(number, part, &number))
      break;
    if (digit < base) return number;
  }
  throw std::invalid_argument(at_ == text_.size() ? "they are cut off" : "a number out of range");
}

}  // namespace tutti::record
