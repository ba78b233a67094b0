#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <vector>

#include "mpi/communicators/shared_clock.hpp"
#include "mpi/transport/mpi_process.hpp"
#include "select/choice.hpp"
#include "select/experiments.hpp"
#include "tutti/task.hpp"

namespace tutti::mpi {

/// Finds the fastest way to serve each class of blocking calls on one communicator, while the program makes
/// them. All processes make the same calls on a communicator in the same order. So they try the same
/// algorithm in each call, and their decisions take effect at the same call. `call`: the number of a call on
/// the communicator.
class learner {
 public:
  /// For a communicator with this route. `keeps`: the decisions are kept for later runs, too.
  learner(const route& via, const surroundings& around, learning which, bool keeps);

  /// Decides how a blocking call is served. If the call is a trial, note_trial() must follow it.
  [[gnu::always_inline]] decision choose(choices& chooser, const call_kind& of, std::size_t bytes,
                                         unsigned call) {
    trial_ = nullptr;
    if (const call_class* c = find(of, bytes); c && !c->tries) [[likely]]
      return c->decided;
    return try_one(chooser, of, bytes, call);
  }
  /// The decision for blocking calls, which calls that do not block follow. Null as long as there is no
  /// decision, and if the MPI library's own algorithm was found to be the fastest.
  [[nodiscard]] const decision* found(const call_kind& of, std::size_t bytes) const {
    const call_class* const c = find(of, bytes);
    return c && !c->tries && c->decided.use ? &c->decided : nullptr;
  }

  /// True if the call for which choose() has decided last belongs to a class that is not decided yet.
  [[nodiscard]] bool trying() const noexcept { return trial_ != nullptr; }
  /// Notes that the call is no trial, because this process has not entered it.
  void withdraw_trial() noexcept { trial_ = nullptr; }
  /// Notes that the call is not served as choose() has decided, so its time is not counted.
  void void_trial() noexcept { valid_ = false; }
  /// Ends the trial, after the call.
  void note_trial(unsigned call, bool succeeded) noexcept;

  /// True if the processes must agree on their measurements. They agree after the next call that no process
  /// leaves before all have entered it. After such a call, no process has to wait for another process's
  /// program.
  [[nodiscard]] bool must_agree(unsigned call) const noexcept { return all_.must_agree(call); }
  /// Agrees with the other processes, as a part of a program that all of them run. `maxima` is a program that
  /// replaces numbers by their maxima over all processes. conclude() must follow.
  task agree(process& self, unsigned call, task (*maxima)(process&, std::span<std::int64_t>));
  /// Draws the conclusions from the measurements that the processes have agreed on.
  void conclude(unsigned call);
  /// Ends all experiments, because the processes could not agree. Decisions that were made stay.
  void stop() noexcept {
    trial_ = nullptr;
    all_.stop();
  }

 private:
  using table = std::array<call_class*, size_slots>;

  [[gnu::always_inline]] [[nodiscard]] const call_class* find(const call_kind& of, std::size_t bytes) const {
    const table* const t = of.lengths == imbalance::equal ? equal_[index_of(of)].get() : find_unequal(of);
    return t ? (*t)[choices::size_class(bytes)] : nullptr;
  }
  [[gnu::noinline]] [[nodiscard]] const table* find_unequal(const call_kind& of) const {
    const auto at = unequal_.find(of);
    return at == unequal_.end() ? nullptr : at->second.get();
  }
  static constexpr std::size_t index_of(const call_kind& of) noexcept {
    return static_cast<std::size_t>(of.of) * operator_classes + static_cast<std::size_t>(of.op);
  }
  [[gnu::noinline]] decision try_one(choices& chooser, const call_kind& of, std::size_t bytes, unsigned call);
  [[nodiscard]] std::vector<decision> contenders(choices& chooser, const call_kind& of,
                                                 std::size_t bytes) const;
  void note_result(call_class& c) const;

  learning which_;
  const route& via_;
  surroundings around_;
  bool keeps_;
  shared_clock clock_;
  int comparisons_ = 0;
  // Calls with equal blocks, and others. A program may have many communicators, so a table is only made for a
  // kind that is used.
  std::array<std::unique_ptr<table>, std::size_t{collectives} * operator_classes> equal_;
  std::map<call_kind, std::unique_ptr<table>> unequal_;
  experiments all_;
  std::array<std::int64_t, 2> fingerprints_{};
  call_class* trial_ = nullptr;  // the class of the trial that is being served; null: no trial
  std::uint64_t entry_ = 0;      // when the process entered the trial, in ticks
  bool valid_ = true;
};

}  // namespace tutti::mpi
