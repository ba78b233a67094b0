#include "mpi/communicators/learner.hpp"

#include <fmt/format.h>

#include <bit>
#include <cstdint>
#include <cstdio>
#include <new>
#include <string>

#include "mpi/library/quirks.hpp"
#include "mpi/observe/learned_calls.hpp"
#include "mpi/runtime/run_state.hpp"
#include "mpi/runtime/user_settings.hpp"
#include "mpi/start/world.hpp"
#include "record/clock.hpp"
#include "tutti/rounding.hpp"

namespace tutti::mpi {
namespace {

// Why the MPI library's own algorithm serves a call: as a trial, or for good.
constexpr const char* tried = "tried, or found to be the fastest in this run (TUTTI_LEARN)";

// Returns the measured times, for explanations and reports. The report compares them with the MPI library's
// own algorithm, which therefore needs more than two turns: one or two may just have been interrupted.
profile_point point_of(std::size_t slot, const experiment& e, double seconds_a_tick) {
  constexpr std::size_t enough = 3;  // turns
  profile_point point{least_in(slot), {}};
  for (const experiment::contender& k : e.contenders())
    if (!k.times.empty() && (k.what.use || k.times.size() >= enough))
      point.seconds.emplace_back(k.what.use, static_cast<double>(k.usual()) * seconds_a_tick);
  return point;
}

void explain(int p, const call_kind& of, std::size_t slot, const experiment& e, double ms) {
  std::string text = "tutti: " + std::string(name_of(of.of)) + ", ";
  if (size_known(of.of) && of.of != collective::barrier)
    text += "from " + std::to_string(least_in(slot)) + " bytes, ";
  text += std::to_string(p) + " processes, after " + std::to_string(e.calls()) + " calls:";
  for (const experiment::contender& k : e.contenders()) {
    if (k.times.empty()) continue;
    text += fmt::format(" {} {:.3g} us ({}{})", k.what.use ? k.what.use->name : "native",
                        static_cast<double>(k.usual()) / ms * 1e3, k.times.size(), k.in ? "" : ", dropped");
  }
  const algorithm* const best = e.best().use;
  text += fmt::format("; uses {}\n", best ? best->name : "native");
  std::fwrite(text.data(), 1, text.size(), stderr);
}

}  // namespace

learner::learner(const route& via, const surroundings& around, learning which, bool keeps)
    : which_(which), via_(via), around_(around), keeps_(keeps), clock_(via) {}

// The result depends only on settings and on the kind of the call, which are the same on all processes.
std::vector<decision> learner::contenders(choices& chooser, const call_kind& of, std::size_t bytes) const {
  const bool exact = !combines(of.of) || of.op == operator_class::exact;
  if (is_neighbourhood(of.of) || (!exact && which_ != learning::all)) return {};
  std::vector<decision> all = chooser.contenders(of, bytes);
  const bool brackets = !exact && chooser.user().reductions.demanding();
  // An MPI library that refuses overlap compares only the addresses of the two buffers. In these collectives,
  // it refuses calls that MPI allows.
  const bool refuses =
      quirks::refuses_overlap() && (of.of == collective::alltoallv || of.of == collective::alltoallw);
  // tutti copies buffers from GPUs. It is unknown whether the MPI library can read them.
  const bool unreadable = chooser.user().buffers_on_gpus;
  if (!all.empty() && !brackets && !refuses && !unreadable) all.push_back({.refused = tried});
  if (all.size() < 2) all.clear();
  return all;
}

decision learner::try_one(choices& chooser, const call_kind& of, std::size_t bytes, unsigned call) {
  std::unique_ptr<table>& t = of.lengths == imbalance::equal ? equal_[index_of(of)] : unequal_[of];
  if (!t) t = std::make_unique<table>();
  const std::size_t slot = choices::size_class(bytes);
  call_class*& here = (*t)[slot];
  if (!here) {
    // Contenders are found in virtual time, which does not pay for the first calls.
    if (call <= chooser.calls_decided_early(of, bytes)) return chooser.choose_early(of, bytes, call);
    here = &all_.add(of, slot, all_.stopped() ? std::vector<decision>() : contenders(chooser, of, bytes),
                     chooser.choose(of, bytes));
  }
  if (!here->tries) return here->decided;
  trial_ = here;
  valid_ = true;
  if (here->tries->trying(call)) entry_ = record::ticks();
  return here->tries->serving(call);
}

void learner::note_trial(unsigned call, bool succeeded) noexcept {
  experiment& e = *trial_->tries;
  if (e.trying(call) && succeeded && valid_)
    e.note(call, static_cast<std::int64_t>(entry_), static_cast<std::int64_t>(record::ticks()));
  else
    e.note_untimed(call);
  trial_ = nullptr;
}

// The clocks of the nodes are compared in the first agreements, and then less and less often.
task learner::agree(process& self, unsigned call, task (*maxima)(process&, std::span<std::int64_t>)) {
  fingerprints_ = all_.fingerprints();
  co_await maxima(self, fingerprints_);
  if (!experiments::alike(fingerprints_) || !all_.window_passed(call)) co_return;
  const auto n = static_cast<unsigned>(++comparisons_);
  if (clock_.compares() && (n < 4 || std::has_single_bit(n))) co_await clock_.compare(self);
  all_.collect_stamps(call, clock_.millisecond(), via_.crowded);
  for (std::int64_t& s : all_.entries_and_exits())
    if (s != experiment::untimed) s = clock_.at(static_cast<std::uint64_t>(s));
  co_await maxima(self, all_.stamps());
}

void learner::conclude(unsigned call) {
  if (experiments::alike(fingerprints_))
    return all_.conclude(call, [this](call_class& c) {
      try {
        note_result(c);
      } catch (const std::bad_alloc&) {  // the report lacks the result; all processes decide alike
      }
    });
  all_.stop();
  if (this_run.explains && via_.rank == 0)
    fmt::print(
        stderr,
        "tutti: the {} processes of a communicator have passed different lengths to a call, so nothing "
        "more is tried on it; tutti run --check names the call\n",
        via_.size);
}

void learner::note_result(call_class& c) const {
  const experiment& e = *c.tries;
  const auto millisecond = static_cast<double>(clock_.millisecond());
  if (this_run.explains && via_.rank == 0) explain(via_.size, c.of, c.slot, e, millisecond);
  const bool kept = reporting() || !user_settings().learned_file.empty();
  if (keeps_ && kept && this_world()->rank == 0)
    note_learned(c.of, around_, {least_in(c.slot), e.best().use, e.best().piece},
                 point_of(c.slot, e, 1e-3 / millisecond));
}

}  // namespace tutti::mpi
