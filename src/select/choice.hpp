#pragma once

#include <array>
#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "select/call_kind.hpp"
#include "select/candidate.hpp"
#include "select/settings.hpp"
#include "select/virtual_trials.hpp"
#include "tutti/algorithm.hpp"

namespace tutti {

/// The length of the pieces, bytes, in which longer messages travel; SIZE_MAX: they go whole. Pieces that an
/// MPI library sends eagerly spare it the rendezvous, whose answer would have to get through a link that is
/// busy with data. They are worth it where a link is so slow that the start-ups of the pieces hardly count,
/// by the model; and only between nodes.
std::size_t segment_for(const settings& user, const surroundings& around) noexcept;

/// An algorithm that will run, and if it is not what the user wished, why.
struct decision {
  const algorithm* use = nullptr;  ///< null: the MPI library's own
  /// Why the wish was not granted; null if it was or there was none. Without a wish, why the MPI library
  /// serves.
  const char* refused = nullptr;
  std::size_t piece = 0;  ///< bytes of each piece of a pipelined algorithm; 0: as the model says
};

/// Whose word a decision is, the highest first.
enum class authority : std::uint8_t { user, profile, plan, virtual_time, model };

/// A decision, and what led to it.
struct reasoning {
  call_kind kind;
  surroundings on;
  std::size_t least = 0, most = 0;  ///< bytes: the same is decided for all these
  double assumed = 0;               ///< bytes: the size that is decided for
  decision decided;
  authority by = authority::model;
  const algorithm* wished = nullptr;     ///< by the user, granted or not
  std::optional<advice> measured;        ///< what the profile says, if anything
  std::optional<advice> planned;         ///< and the plan, where it was asked
  const char* advice_refused = nullptr;  ///< why that could not be followed
  std::vector<candidate> candidates;     ///< all algorithms of the collective
};

/// The decisions for one kind of communicator: a table by size for each kind of call (call_kind.hpp).
/// Each is made when it is asked for the first time; any thread may ask. Equal inputs give equal decisions on
/// all processes.
class choices {
 public:
  /// `user` must outlive this.
  choices(const settings& user, const surroundings& around);
  choices(settings&&, const surroundings&) = delete;
  ~choices();
  choices(const choices&) = delete;
  choices& operator=(const choices&) = delete;

  /// `bytes` as `collective` counts them.
  [[gnu::always_inline]] decision choose(const call_kind& of, std::size_t bytes) {
    const std::size_t s = slot(bytes);
    if (const table* t = place_of(of).load(std::memory_order_acquire)) [[likely]]
      if (const decision* made = (*t)[s].load(std::memory_order_acquire)) [[likely]]
        return *made;
    return make(of, s);
  }
  decision choose(collective c, operator_class k, std::size_t bytes) { return choose({c, k}, bytes); }

  /// Why choose() says what it says. Takes as long as settings::simulated_messages in virtual time.
  [[nodiscard]] reasoning reason(const call_kind& of, std::size_t bytes) const;
  /// Calls of sizes with the same number are decided alike.
  [[nodiscard]] static std::size_t size_class(std::size_t bytes) noexcept { return slot(bytes); }

  /// Why an algorithm that nobody asked for cannot serve; null if it can.
  [[nodiscard]] const char* unfit(const algorithm& a, operator_class k) const;

  /// M for a pipelined algorithm that was decided for, on `bytes` of data that may be cut into at most `most`
  /// pieces.
  [[nodiscard]] int pieces(const decision& d, std::size_t bytes, std::size_t most) const;

  /// call::straight_beyond of an irregular collective, by the model.
  [[nodiscard]] std::size_t straight_beyond(collective of) const noexcept {
    return straight_beyond_[static_cast<std::size_t>(of)];
  }
  /// call::busy, by the model.
  [[nodiscard]] std::size_t busy() const noexcept { return busy_; }
  /// call::logp, as long as this lives.
  [[nodiscard]] const loggp_levels* logp() const noexcept { return &logp_; }

  [[nodiscard]] const settings& user() const noexcept { return user_; }
  [[nodiscard]] const surroundings& around() const noexcept { return around_; }

 private:
  // Four slots an octave, so that sizes a quarter apart, which a profile may tell apart, do not share one;
  // slots 0 to 3 are so many bytes.
  static constexpr std::size_t slots = std::size_t{4} * 47;
  using table = std::array<std::atomic<const decision*>, slots>;
  static constexpr std::size_t slot(std::size_t bytes) noexcept {
    if (bytes < 4) return bytes;
    const auto k = static_cast<std::size_t>(std::bit_width(bytes)) - 1;
    const std::size_t s = 4 * (k - 1) + ((bytes >> (k - 2)) & 3U);
    return s < slots ? s : slots - 1;
  }
  static constexpr std::size_t least_of(std::size_t s) noexcept {
    return s < 4 ? s : (4 + s % 4) << (s / 4 - 1);
  }
  static constexpr double middle(std::size_t s) noexcept {
    return s < 4 ? static_cast<double>(s)
                 : static_cast<double>(least_of(s)) + static_cast<double>(std::size_t{1} << (s / 4 - 1)) / 2;
  }

  std::atomic<table*>& place_of(const call_kind& of) noexcept {
    const auto k = static_cast<std::size_t>(of.lengths) * operator_classes + static_cast<std::size_t>(of.op);
    return tables_[static_cast<std::size_t>(of.of)][k];
  }
  void prepare();
  [[nodiscard]] std::size_t best_straight_beyond(collective of) const;
  [[nodiscard]] std::size_t busy_with_long_messages() const;
  const decision& make(call_kind of, std::size_t s);
  [[nodiscard]] reasoning decide(const call_kind& of, std::size_t s) const;
  bool decide_by(authority whose, const std::optional<advice>& said, reasoning& r) const;
  void decide_by_model(reasoning& r) const;
  bool run_in_virtual_time(reasoning& r) const;
  void decide_by_virtual_time(reasoning& r) const;
  /// What joins the processes: the links of nodes, on one node its memory. A message of so many bytes on it,
  /// and how many are at full speed at once; 0: all.
  [[nodiscard]] machine link(double message) const;
  [[nodiscard]] double lanes() const;
  /// Processes of a node that send on it at once, where the price does not look at nodes.
  [[nodiscard]] double senders(const algorithm& a) const;
  [[nodiscard]] candidate consider(const algorithm& a, const call_kind& of, double bytes) const;
  [[nodiscard]] int best_pieces_of(const algorithm& a, double bytes, double most) const;
  /// A call in so many pieces, as prices see it.
  [[nodiscard]] shape shape_of(const algorithm& a, double bytes, int pieces,
                               imbalance lengths = imbalance::equal) const;
  [[nodiscard]] double seconds(const algorithm& a, const shape& s) const;
  [[nodiscard]] const char* lacks(const algorithm& a, operator_class k) const;

  const settings& user_;
  surroundings around_;
  loggp_levels logp_;
  std::array<std::size_t, collectives> straight_beyond_{};
  std::size_t busy_ = 0;
  std::optional<virtual_trials> trials_;  // none where they cost too much
  std::array<std::array<std::atomic<table*>, kinds_of_a_collective>, collectives> tables_{};
};

}  // namespace tutti
