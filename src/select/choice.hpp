#pragma once

#include <array>
#include <atomic>
#include <bit>
#include <compare>
#include <cstddef>
#include <cstdint>

#include "select/settings.hpp"
#include "tutti/algorithm.hpp"

namespace tutti {

/// What can be said of an operator before an algorithm is chosen. The same on all processes.
enum class operator_class : std::uint8_t { exact, commutative, ordered };
inline constexpr int operator_classes = 3;

constexpr operator_class class_of(const operation& op) noexcept {
  return !op.commutative ? operator_class::ordered
         : op.exact      ? operator_class::exact
                         : operator_class::commutative;
}

/// What every process knows of a communicator.
struct surroundings {
  int p = 1;
  int per_node = 1;         ///< the most processes that share a node, and with it a link to the network
  int nodes = 0;            ///< 0: every process has its own
  bool consecutive = true;  ///< the ranks of each node follow each other
  friend auto operator<=>(const surroundings&, const surroundings&) = default;
};

/// The length of the pieces, bytes, in which longer messages travel; SIZE_MAX: they go whole. Pieces that an MPI library sends
/// eagerly spare it the rendezvous, whose answer would have to get through a link that is busy with data. They are worth
/// it where a link is so slow that the start-ups of the pieces hardly count, by the model; and only between nodes.
std::size_t segment_for(const settings& user, const surroundings& around) noexcept;

/// An algorithm that will run, and if it is not what the user wished, why.
struct decision {
  const algorithm* use = nullptr;  ///< null: the MPI library's own
  const char* refused = nullptr;   ///< why the wish was not granted; null if it was or there was none
};

/// The decisions for one kind of communicator, a table by size for each collective and class of operators. Filled on
/// demand; any thread may ask. Equal inputs give equal tables on all processes.
class choices {
 public:
  choices(const settings& user, const surroundings& around) : user_(user), around_(around) {}
  ~choices();
  choices(const choices&) = delete;
  choices& operator=(const choices&) = delete;

  /// `bytes` as `collective` counts them.
  decision choose(collective c, operator_class k, std::size_t bytes) {
    const table* t =
        tables_[static_cast<std::size_t>(c)][static_cast<std::size_t>(k)].load(std::memory_order_acquire);
    if (!t) [[unlikely]]
      t = fill(c, k);
    return (*t)[slot(bytes)];
  }

  /// M for a pipelined algorithm on `bytes` of data that may be cut into at most `most` pieces.
  [[nodiscard]] int pieces(const algorithm& a, std::size_t bytes, std::size_t most) const;

  [[nodiscard]] const surroundings& around() const noexcept { return around_; }

 private:
  // Two slots an octave: [2^k, 1.5 * 2^k) and [1.5 * 2^k, 2^(k+1)); slot 0 is no bytes.
  static constexpr std::size_t slots = std::size_t{2} * 48;
  using table = std::array<decision, slots>;
  static constexpr std::size_t slot(std::size_t bytes) noexcept {
    if (bytes < 2) return bytes;
    const auto k = static_cast<std::size_t>(std::bit_width(bytes)) - 1;
    const std::size_t s = 2 * k + ((bytes >> (k - 1)) & 1U);
    return s < slots ? s : slots - 1;
  }
  static constexpr double middle(std::size_t s) noexcept {
    if (s < 2) return static_cast<double>(s);
    return (s % 2 == 0 ? 1.25 : 1.75) * static_cast<double>(std::size_t{1} << (s / 2));
  }

  const table* fill(collective c, operator_class k);
  decision best(collective c, operator_class k, double bytes) const;
  /// Processes of a node for each of its lanes.
  [[nodiscard]] double sharing() const;
  [[nodiscard]] double seconds(const algorithm& a, double bytes) const;
  /// The machine as it looks to messages of so many bytes each.
  [[nodiscard]] machine seen_by(const algorithm& a, double message) const;
  [[nodiscard]] int best_pieces_of(const algorithm& a, double bytes, double most) const;
  [[nodiscard]] const char* lacks(const algorithm& a, operator_class k) const;

  const settings& user_;
  surroundings around_;
  std::array<std::array<std::atomic<const table*>, operator_classes>, collectives> tables_{};
};

}  // namespace tutti
