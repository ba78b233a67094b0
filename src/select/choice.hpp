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
#include "select/shared_choices.hpp"
#include "select/size_slots.hpp"
#include "select/virtual_trials.hpp"
#include "tutti/algorithm.hpp"

namespace tutti {

/// Returns the length in bytes of the segments that longer messages are cut into; SIZE_MAX: messages are not
/// cut. The MPI library sends such a segment eagerly. This avoids the rendezvous, whose answer would have to
/// pass through a link that is busy with data. According to the model, cutting pays only between nodes, on
/// links so slow that the segments' start-ups hardly count.
std::size_t segment_for(const settings& user, const surroundings& around) noexcept;

/// The algorithm that will run. If it is not the one that the user requested, also the reason.
struct decision {
  const algorithm* use = nullptr;  ///< null: the MPI library's own
  /// Why the user's request was refused; null if it was granted or there was none. Without a request, why the
  /// MPI library serves the call.
  const char* refused = nullptr;
  std::size_t piece = 0;  ///< bytes of each piece of a pipelined algorithm; 0: from the model
};

/// How the first calls on a communicator are decided.
struct early_decision {
  decision is;         ///< by prices
  unsigned calls = 0;  ///< the number of these calls; 0: none
};

/// The source of a decision, in descending priority.
enum class authority : std::uint8_t { user, profile, learned, plan, virtual_time, model };

/// A decision and its reasons.
struct reasoning {
  call_kind kind;
  surroundings on;
  std::size_t least = 0, most = 0;  ///< bytes: all these sizes get the same decision
  double assumed = 0;               ///< bytes: the size that the decision was computed for
  decision decided;
  authority decided_by = authority::model;
  const algorithm* requested = nullptr;  ///< requested by the user, granted or not
  std::optional<advice> measured;        ///< the advice of the profile, if any
  std::optional<advice> learned;         ///< the advice of earlier runs that have learned, if any
  std::optional<advice> planned;         ///< the advice of the plan, if any and if it was needed
  const char* advice_refused = nullptr;  ///< why the advice was not followed
  early_decision early;                  ///< the decision for the first calls on a communicator
  std::vector<candidate> candidates;     ///< all algorithms of the collective
};

/// The number of times that this process has run algorithms in virtual time, to choose one.
[[nodiscard]] std::size_t simulations_so_far() noexcept;

/// The decisions for one kind of communicator: a table by size for each kind of call (call_kind.hpp). A
/// decision is computed at its first use, by any thread. Equal inputs give equal decisions on all processes.
class choices {
 public:
  /// `user` and `node` must outlive this. `node`: holds the decisions that processes of the node find by
  /// these settings and share; null: they share none.
  choices(const settings& user, const surroundings& around, shared_choices* node = nullptr);
  choices(settings&&, const surroundings&, shared_choices* = nullptr) = delete;
  ~choices();
  choices(const choices&) = delete;
  choices& operator=(const choices&) = delete;

  /// `bytes` as the collective counts them.
  [[gnu::always_inline]] decision choose(const call_kind& of, std::size_t bytes) {
    const std::size_t s = slot_of(bytes);
    if (const table* t = place_of(of).load(std::memory_order_acquire)) [[likely]]
      if (const made_decision* made = t->made[s].load(std::memory_order_acquire)) [[likely]]
        return made->is;
    return make(of, s).is;
  }
  decision choose(collective c, operator_class k, std::size_t bytes) { return choose({c, k}, bytes); }

  /// The decision for call number `call`, from 1 on, on a communicator. If a choice in virtual time takes
  /// long, prices decide the first calls. They decide none if the operator rounds, since a later change of
  /// the algorithm would change the bits of results.
  [[nodiscard]] decision choose_early(const call_kind& of, std::size_t bytes, unsigned call);
  /// The number of first calls on a communicator that prices decide, for calls like this one.
  [[nodiscard]] unsigned calls_decided_early(const call_kind& of, std::size_t bytes) {
    return early(of, slot_of(bytes)).calls;
  }
  /// Prices decide at most this number of first calls.
  [[nodiscard]] unsigned early_calls() const noexcept {
    return user_.simulate_after.value_or(settings::most_early_calls);
  }

  /// The decision of choose(), then the decisions for the algorithms that may be as fast, the most likely
  /// first. None if the user or a measurement has decided.
  [[nodiscard]] std::vector<decision> contenders(const call_kind& of, std::size_t bytes);

  /// Returns the object that decides calls of this kind, which choose() asks: this one, unless the operator
  /// rounds or the collective has no root. For an operator that rounds, it chooses for the nominal machine,
  /// if these settings have one. If the bracketing must not depend on the placement, it chooses as if every
  /// process had a node of its own. For other collectives without a root, it chooses for the machine on which
  /// all processes send at once, if that was measured.
  [[nodiscard]] const choices& deciding(const call_kind& of) const {
    if (of.op != operator_class::exact && repeats_) return for_nominal(of.of);
    return !user_.all_sending || is_rooted(of.of) ? *this : for_all_sending();
  }
  /// Explains the decision of choose(), by the settings deciding(of).user(). Sends up to
  /// settings::simulated_messages messages in virtual time.
  [[nodiscard]] reasoning reason(const call_kind& of, std::size_t bytes) const;
  /// Sizes of the same class get the same decision.
  [[nodiscard]] static std::size_t size_class(std::size_t bytes) noexcept { return slot_of(bytes); }

  /// M for the pipelined algorithm of decision `d`, on `bytes` of data that can be cut into at most `most`
  /// pieces. (By value: a reference would force the decision of every call into memory.)
  [[nodiscard]] int pieces(decision d, std::size_t bytes, std::size_t most) const;

  /// call::straight_beyond of an irregular collective, from the model.
  [[nodiscard]] std::size_t straight_beyond(collective of) const noexcept {
    return prices_.straight_beyond(of);
  }
  /// call::busy, from the model.
  [[nodiscard]] std::size_t busy() const noexcept { return prices_.busy(); }
  /// call::logp. Valid as long as this object.
  [[nodiscard]] const loggp_levels* logp() const noexcept { return prices_.logp(); }

  [[nodiscard]] const settings& user() const noexcept { return user_; }
  [[nodiscard]] const surroundings& around() const noexcept { return around_; }

 private:
  struct made_decision {
    decision is;
    std::vector<decision> contenders;
  };
  struct table {
    std::array<std::atomic<const made_decision*>, size_slots> made{};
    std::array<std::atomic<const early_decision*>, size_slots> early{};
  };

  std::atomic<table*>& place_of(const call_kind& of) noexcept {
    const auto k = static_cast<std::size_t>(of.lengths) * operator_classes + static_cast<std::size_t>(of.op);
    return tables_[static_cast<std::size_t>(of.of)][k];
  }
  [[nodiscard]] std::optional<virtual_trials> affordable_trials() const;
  table& table_of(const call_kind& of);
  const made_decision& make(call_kind of, std::size_t s);
  const early_decision& early(const call_kind& of, std::size_t s);
  const early_decision& make_early(call_kind of, std::size_t s);
  [[nodiscard]] reasoning considered(const call_kind& of, std::size_t s) const;
  bool decide_without_machine(reasoning& r) const;
  [[nodiscard]] reasoning decide(const call_kind& of, std::size_t s) const;
  void decide_by_machine(reasoning& r) const;
  [[nodiscard]] made_decision decide_with_node(const call_kind& of, std::size_t s) const;
  [[nodiscard]] early_decision decide_early(const call_kind& of, std::size_t s) const;
  bool decide_by(authority whose, const std::optional<advice>& said, reasoning& r) const;
  void decide_by_model(reasoning& r) const;
  [[nodiscard]] bool runs_in_virtual_time(collective of) const;
  bool run_in_virtual_time(reasoning& r) const;
  void decide_by_virtual_time(reasoning& r) const;
  [[nodiscard]] const choices& for_nominal(collective c) const;
  [[nodiscard]] const choices& for_all_sending() const;
  [[nodiscard]] reasoning reason_here(const call_kind& of, std::size_t bytes) const;
  [[nodiscard]] candidate consider(const algorithm& a, const call_kind& of, double bytes) const;
  [[nodiscard]] candidate priced(const algorithm& a, const call_kind& of, double bytes) const;

  const settings& user_;
  surroundings around_;
  shared_choices* node_;
  bool repeats_;  // reductions that round have choices of their own
  pricing prices_;
  std::optional<virtual_trials> trials_;  // none if they would cost too much
  struct for_other_machine;
  mutable std::atomic<for_other_machine*> repeatable_{nullptr}, all_sending_{nullptr};  // made at first use
  std::array<std::array<std::atomic<table*>, kinds_of_a_collective>, collectives> tables_{};
};

}  // namespace tutti
