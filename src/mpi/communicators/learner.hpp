#pragma once

#include <array>
#include <cstddef>
#include <deque>
#include <memory>
#include <optional>
#include <span>
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
      if (const call_class* c = (*t)[choices::size_class(bytes)]; c && !c->tries) [[likely]]
        return c->decided;
    return try_one(chooser, of, bytes);
  }
  /// Decides how a call that does not block is served: as blocking ones, if an algorithm of the catalogue was
  /// found to be the fastest for them.
  [[nodiscard]] decision follow(choices& chooser, const call_kind& of, std::size_t bytes) const {
    if (const table* t = tables_[index_of(of)].get())
      if (const call_class* c = (*t)[choices::size_class(bytes)]; c && !c->tries && c->decided.use)
        return c->decided;
    return chooser.choose(of, bytes);
  }

  /// True if the call for which choose() has decided last is a trial.
  [[nodiscard]] bool trying() const noexcept { return trial_ != nullptr; }
  /// Notes that the call is no trial, because this process has not entered it.
  void withdraw_trial() noexcept { trial_ = nullptr; }
  /// Notes that the call is not served as choose() has decided, so its time is not counted.
  void void_trial() noexcept { valid_ = false; }
  /// Ends the trial, after the call.
  void note_trial(bool succeeded) noexcept;

  /// True if a phase of an experiment has ended, and the processes have not agreed on its stamps. They agree
  /// after the next call that no process leaves before all have entered it: after such a call, no process has
  /// to wait for the program of another one. To agree, all processes call put_stamps_on_shared_clock(),
  /// replace stamps() by their maxima over all processes, and call conclude().
  [[nodiscard]] bool must_agree() const noexcept { return !ended_phases_.empty(); }
  task put_stamps_on_shared_clock(process& self);
  [[nodiscard]] std::span<std::int64_t> stamps() noexcept { return ended_phases_.front()->tries->stamps(); }
  void conclude();
  /// Ends all experiments, because the processes could not agree. Decisions that were made stay.
  void stop() noexcept;

 private:
  struct call_class {
    call_kind of;
    std::size_t slot;
    decision decided{};  // while it tries: unused
    std::optional<experiment> tries{};
  };
  using table = std::array<call_class*, size_slots>;

  static constexpr std::size_t index_of(const call_kind& of) noexcept {
    return static_cast<std::size_t>(of.of) * kinds_of_a_collective +
           static_cast<std::size_t>(of.lengths) * operator_classes + static_cast<std::size_t>(of.op);
  }
  [[gnu::noinline]] decision try_one(choices& chooser, const call_kind& of, std::size_t bytes);
  [[nodiscard]] std::vector<decision> contenders(choices& chooser, const call_kind& of,
                                                 std::size_t bytes) const;

  static void end(call_class& c, const decision& d) noexcept;

  learning which_;
  const route& via_;
  surroundings around_;
  bool keeps_;
  shared_clock clock_;
  int agreements_ = 0;
  std::array<std::unique_ptr<table>, std::size_t{collectives} * kinds_of_a_collective> tables_;
  std::deque<call_class> classes_;
  call_class* trial_ = nullptr;            // the class of the trial that is being served; null: no trial
  std::vector<call_class*> ended_phases_;  // the classes whose phases have ended, in the order of their ends
  bool stopped_ = false;
  std::uint64_t entry_ = 0;  // when the process entered the trial, in ticks
  bool valid_ = true;
};

}  // namespace tutti::mpi
