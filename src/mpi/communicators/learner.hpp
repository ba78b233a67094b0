#pragma once

#include <array>
#include <compare>
#include <cstddef>
#include <deque>
#include <map>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "mpi/communicators/shared_clock.hpp"
#include "mpi/transport/mpi_process.hpp"
#include "select/choice.hpp"
#include "select/experiment.hpp"

namespace tutti::mpi {

/// Finds the fastest way to serve each class of blocking calls on one communicator, while the program makes
/// them. All processes make the same calls on a communicator in the same order. So they try the same
/// algorithm in each call, and their decisions take effect at the same call.
class learner {
 public:
  /// For a communicator with this route. `keeps`: the decisions are kept for later runs, too.
  learner(const route& via, const surroundings& around, learning which, bool keeps);

  /// Decides how a blocking call is served. If the call is a trial, note_trial() must follow it.
  [[gnu::always_inline]] decision choose(choices& chooser, const call_kind& of, std::size_t bytes) {
    trial_ = nullptr;
    if (const table* t = tables_[index_of(of)].get()) [[likely]]
      if (const decision* d = (*t)[choices::size_class(bytes)]) [[likely]]
        return *d;
    return try_one(chooser, of, bytes);
  }
  /// Decides how a call that does not block is served: as blocking ones, if an algorithm of the catalogue was
  /// found to be the fastest for them.
  [[nodiscard]] decision follow(choices& chooser, const call_kind& of, std::size_t bytes) const {
    if (const table* t = tables_[index_of(of)].get())
      if (const decision* d = (*t)[choices::size_class(bytes)]; d && d->use) return *d;
    return chooser.choose(of, bytes);
  }

  /// True if the call for which choose() has decided last is a trial.
  [[nodiscard]] bool trying() const noexcept { return trial_ != nullptr; }
  /// The call is no trial any more: this process has not entered it.
  void withdraw_trial() noexcept { trial_ = nullptr; }
  /// The call is served in another way than choose() has decided.
  void void_trial() noexcept { valid_ = false; }
  /// Ends the trial, after the call. Returns true at the end of a phase: then put_stamps_on_shared_clock()
  /// must follow on all processes, stamps() must be replaced by their maxima over all processes, and
  /// conclude() must be called.
  bool note_trial(bool succeeded) noexcept;
  task put_stamps_on_shared_clock(process& self);
  [[nodiscard]] std::span<std::int64_t> stamps() noexcept { return trial_->second.stamps(); }
  void conclude();
  /// True if a failed call has ended a phase: the agreement takes place before the next call.
  [[nodiscard]] bool owes_agreement() const noexcept { return owed_ != nullptr; }
  void postpone_agreement() noexcept { owed_ = std::exchange(trial_, nullptr); }
  void resume_agreement() noexcept { trial_ = std::exchange(owed_, nullptr); }
  /// Ends all experiments, because the processes could not agree. Decisions that were made stay.
  void stop() noexcept;

 private:
  using table = std::array<const decision*, size_slots>;
  struct call_class {
    call_kind of;
    std::size_t slot = 0;
    friend auto operator<=>(const call_class&, const call_class&) = default;
  };

  static constexpr std::size_t index_of(const call_kind& of) noexcept {
    return static_cast<std::size_t>(of.of) * kinds_of_a_collective +
           static_cast<std::size_t>(of.lengths) * operator_classes + static_cast<std::size_t>(of.op);
  }
  [[gnu::noinline]] decision try_one(choices& chooser, const call_kind& of, std::size_t bytes);
  [[nodiscard]] std::vector<decision> contenders(choices& chooser, const call_kind& of,
                                                 std::size_t bytes) const;
  void keep(const call_class& of, const decision& d);

  learning which_;
  const route& via_;
  surroundings around_;
  bool keeps_;
  shared_clock clock_;
  int agreements_ = 0;
  // The decisions of the classes without an experiment, and of those whose experiments have ended.
  std::array<std::unique_ptr<table>, std::size_t{collectives} * kinds_of_a_collective> tables_;
  std::deque<decision> kept_;
  std::map<call_class, experiment> running_;
  // The experiment of the call that is being served, that of an agreement that is owed, and the moment of the
  // call's entry.
  std::map<call_class, experiment>::value_type* trial_ = nullptr;
  std::map<call_class, experiment>::value_type* owed_ = nullptr;
  bool stopped_ = false;
  std::uint64_t entry_ = 0;
  bool valid_ = true;
};

}  // namespace tutti::mpi
