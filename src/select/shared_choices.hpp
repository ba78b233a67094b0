#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "machine/hash.hpp"
#include "select/call_kind.hpp"

namespace tutti {

/// The choices that the processes of a node have found in virtual time and share. One process simulates each
/// class of calls. Equal questions have equal answers on all processes, so nothing depends on the process
/// that answers.
class shared_choices {
 public:
  struct question {
    std::int32_t p = 0, per_node = 0, nodes = 0;
    std::uint8_t consecutive = 0, of = 0, op = 0, lengths = 0, slot = 0;
    std::uint8_t posted = 0, repeatable = 0;  ///< of the settings
    std::uint8_t unused = 0;
    friend bool operator==(const question&, const question&) = default;
  };
  /// Never 0.
  [[nodiscard]] static std::uint64_t hash_of(const question& q) noexcept {
    std::uint64_t h = 0;
    for (const std::int32_t x : {q.p, q.per_node, q.nodes}) h = mixed(h, static_cast<std::uint32_t>(x));
    for (const std::uint8_t x : {q.consecutive, q.of, q.op, q.lengths, q.slot, q.posted, q.repeatable})
      h = mixed(h, x);
    return h | 1U;
  }
  /// The decision, then the contenders. None if virtual time cannot decide.
  struct answer {
    static constexpr std::size_t most = 3;
    std::uint32_t count = 0;
    std::array<std::uint32_t, most> place{};  ///< in the catalogue of the collective
    std::array<std::uint64_t, most> piece{};
  };

  virtual ~shared_choices() = default;
  /// Returns the answer if a process of this node knows it. Otherwise the caller has to find the answer, and
  /// to tell() it. While another process looks for the answer, waits for at most `seconds`, the time that
  /// this may take.
  [[nodiscard]] virtual std::optional<answer> ask(const question& about, double seconds) = 0;
  virtual void tell(const question& about, const answer& found) noexcept = 0;
};

}  // namespace tutti
