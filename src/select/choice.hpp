#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "select/call_kind.hpp"
#include "select/candidate.hpp"
#include "select/pricing.hpp"
#include "select/settings.hpp"
#include "select/size_slots.hpp"
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
    const std::size_t s = slot_of(bytes);
    if (const table* t = place_of(of).load(std::memory_order_acquire)) [[likely]]
      if (const decision* made = (*t)[s].load(std::memory_order_acquire)) [[likely]]
        return *made;
    return make(of, s);
  }
  decision choose(collective c, operator_class k, std::size_t bytes) { return choose({c, k}, bytes); }

  /// Those that decide calls of a kind: these, or where the operator rounds and these settings have a nominal machine, others
  /// for that machine, which choose() asks.
  [[nodiscard]] const choices& deciding(const call_kind& of) const {
    return of.op == operator_class::exact || !user_.nominal ? *this : for_nominal(of.of);
  }
  /// Why choose() says what it says, by deciding(of).user(). Takes as long as settings::simulated_messages in virtual time.
  [[nodiscard]] reasoning reason(const call_kind& of, std::size_t bytes) const;
  /// Calls of sizes with the same number are decided alike.
  [[nodiscard]] static std::size_t size_class(std::size_t bytes) noexcept { return slot_of(bytes); }

  /// M for a pipelined algorithm that was decided for, on `bytes` of data that may be cut into at most `most`
  /// pieces.
  [[nodiscard]] int pieces(const decision& d, std::size_t bytes, std::size_t most) const;

  /// call::straight_beyond of an irregular collective, by the model.
  [[nodiscard]] std::size_t straight_beyond(collective of) const noexcept {
    return prices_.straight_beyond(of);
  }
  /// call::busy, by the model.
  [[nodiscard]] std::size_t busy() const noexcept { return prices_.busy(); }
  /// call::logp, as long as this lives.
  [[nodiscard]] const loggp_levels* logp() const noexcept { return prices_.logp(); }

  [[nodiscard]] const settings& user() const noexcept { return user_; }
  [[nodiscard]] const surroundings& around() const noexcept { return around_; }

 private:
  using table = std::array<std::atomic<const decision*>, size_slots>;

  std::atomic<table*>& place_of(const call_kind& of) noexcept {
    const auto k = static_cast<std::size_t>(of.lengths) * operator_classes + static_cast<std::size_t>(of.op);
    return tables_[static_cast<std::size_t>(of.of)][k];
  }
  [[nodiscard]] std::optional<virtual_trials> affordable_trials() const;
  const decision& make(call_kind of, std::size_t s);
  [[nodiscard]] reasoning decide(const call_kind& of, std::size_t s) const;
  bool decide_by(authority whose, const std::optional<advice>& said, reasoning& r) const;
  void decide_by_model(reasoning& r) const;
  bool run_in_virtual_time(reasoning& r) const;
  void decide_by_virtual_time(reasoning& r) const;
  [[nodiscard]] const choices& for_nominal(collective c) const;
  [[nodiscard]] reasoning reason_here(const call_kind& of, std::size_t bytes) const;
  [[nodiscard]] candidate consider(const algorithm& a, const call_kind& of, double bytes) const;
  [[nodiscard]] candidate priced(const algorithm& a, const call_kind& of, double bytes) const;

  const settings& user_;
  surroundings around_;
  pricing prices_;
  std::optional<virtual_trials> trials_;  // none where they cost too much
  struct for_nominal_machine;
  mutable std::atomic<for_nominal_machine*> repeatable_{nullptr};  // made when it is needed
  std::array<std::array<std::atomic<table*>, kinds_of_a_collective>, collectives> tables_{};
};

}  // namespace tutti
