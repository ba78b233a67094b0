#pragma once

#include <array>
#include <atomic>
#include <tuple>

#include "mpi/communicators/communicator.hpp"
#include "mpi/observe/call_summary.hpp"
#include "mpi/observe/recorder.hpp"
#include "mpi/observe/trace.hpp"
#include "mpi/runtime/run_state.hpp"
#include "record/clock.hpp"
#include "select/call_name.hpp"

/// A collective call's line in the record.
namespace tutti::mpi {

namespace recorder {

/// True if the times of calls are needed. Reading the clock twice takes longer than writing the rest of a
/// line.
inline bool timing(record::section& all) noexcept {
  return std::atomic_ref(all.self.timing_users).load(std::memory_order_relaxed) != 0;
}

/// For each line of the ring, the serial number of the call that writes it; 0 if none does. Needed with
/// several threads: while a call of one thread waits, the others may make more calls than there are lines.
class line_owners {
 public:
  bool take(std::uint32_t serial) noexcept {
    std::uint32_t nobody = 0;
    return of(serial).compare_exchange_strong(nobody, serial, std::memory_order_acquire);
  }
  void give(std::uint32_t serial) noexcept { of(serial).store(0, std::memory_order_release); }
  bool has(std::uint32_t serial) noexcept { return of(serial).load(std::memory_order_relaxed) == serial; }

 private:
  static constexpr std::size_t lines = std::tuple_size_v<decltype(record::section::calls)>;
  std::atomic<std::uint32_t>& of(std::uint32_t serial) noexcept { return all_[serial % lines]; }
  std::array<std::atomic<std::uint32_t>, lines> all_{};
};
extern constinit line_owners owners;

/// Returns the line of the next call, and sets its serial number. Null if calls of other threads write all
/// lines.
[[gnu::always_inline]] inline record::call* next_line(record::section& all, std::uint32_t& serial) noexcept {
  if (!this_run.threads) [[likely]] {
    serial = ++all.self.serial;
    return &all.calls[serial % all.calls.size()];
  }
  for (std::size_t tries = 0; tries < all.calls.size(); ++tries) {
    serial = std::atomic_ref(all.self.serial).fetch_add(1, std::memory_order_relaxed) + 1;
    if (serial != 0 && owners.take(serial)) return &all.calls[serial % all.calls.size()];
  }
  return nullptr;
}

/// Returns the position of this process on a communicator that is not the remembered one.
[[gnu::cold]] call_place place_on(MPI_Comm comm) noexcept;

/// The call site in a Fortran program; null for calls from C. Fortran calls reach the functions in C from
/// tutti's own code, which would be the site without this.
extern constinit thread_local const void* fortran_site;

}  // namespace recorder

/// Records a call from its beginning to its return. Without a record, this costs one load and one branch.
class recorded_call {
 public:
  template <class Form>
  [[gnu::always_inline]] recorded_call(const Form& form, MPI_Comm comm, collective of) {
    if (this_run.records) [[likely]]
      begin(form, comm, of);
  }
  recorded_call(const recorded_call&) = delete;
  recorded_call& operator=(const recorded_call&) = delete;
  [[gnu::always_inline]] ~recorded_call() {
    if (!call_) return;
    if (this_run.threads) [[unlikely]]
      leave_with_threads();
    else if (call_->serial == serial_)
      leave();
  }

  /// Returns find(), the communicator that the call is on. If it is null, or find() throws, the process has
  /// not entered the call.
  template <class Find>
  [[gnu::always_inline]] communicator* found_by(Find find) {
    communicator* c = nullptr;
    try {
      c = find();
    } catch (...) {
      not_entered();
      throw;
    }
    if (!c) [[unlikely]]
      not_entered();
    return c;
  }
  /// Records the communicator of the call, once it is known.
  [[gnu::always_inline]] void on(communicator& c) noexcept {
    c.line = call_;
    if (!this_run.records) return;
    if (call_) [[likely]]
      call_->number = c.calls_so_far(), call_->communicator = c.recorded;
    if (c.recorded != record::nowhere) [[likely]]
      this_run.records->communicators[c.recorded].entered = c.calls_so_far();
  }

 private:
  template <class Form>
  [[gnu::always_inline]] void begin(const Form& form, MPI_Comm comm, collective of) {
    record::section& all = *this_run.records;
    record::call* const line = recorder::next_line(all, serial_);
    if (!line) [[unlikely]]
      return;
    record::call& c = *line;
    const bool remembered = is_remembered(comm);
    const call_place here = remembered ? last_communicator.found->place() : recorder::place_on(comm);
    if (this_run.traced) [[unlikely]]
      trace_it(form.call(), comm, of, here, c, serial_);
    const std::atomic_ref valid(c.serial);
    valid.store(0, std::memory_order_relaxed);
    std::atomic_signal_fence(std::memory_order_seq_cst);
    const call_summary words = form.call().summary(of, here);
    c.number = 0;
    c.begin = recorder::timing(all) ? record::ticks() : 0;
    c.end = 0;
    c.site =
        reinterpret_cast<std::uint64_t>(recorder::fortran_site ? recorder::fortran_site : form.call().site());
    c.bytes = 0;
    c.type = static_cast<std::uint32_t>(number_of(words.type));
    c.op = static_cast<std::uint32_t>(number_of(words.op));
    c.algorithm = 0;
    c.count = words.count;
    c.root = words.root;
    c.communicator = record::nowhere;
    c.of = static_cast<std::uint8_t>(of);
    c.as = static_cast<std::uint8_t>(Form::kind) & 0xfU;
    c.at = static_cast<std::uint8_t>(record::progress::begun) & 0xfU;
    progress_at_return_ =
        Form::kind == form::nonblocking ? record::progress::passed_on : record::progress::ended;
    call_ = &c;
    if (!remembered) [[unlikely]]
      about_to_open(comm);
    valid.store(serial_, std::memory_order_release);
  }
  /// Gives the trace the call that has had the line until now, and the facts that it needs about the new
  /// call.
  template <class Call>
  [[gnu::noinline, gnu::cold]] static void trace_it(Call call, MPI_Comm comm, collective of, call_place here,
                                                    const record::call& before, std::uint32_t serial) {
    this_run.traced->keep(before);
    this_run.traced->note(serial, call.facts(of, here, comm));
  }
  [[gnu::always_inline]] void leave() noexcept {
    if (call_->at != static_cast<std::uint8_t>(record::progress::begun)) return;
    if (call_->begin != 0) [[unlikely]]
      call_->end = record::ticks();
    call_->at = static_cast<std::uint8_t>(progress_at_return_);
  }
  [[gnu::cold]] void leave_with_threads() noexcept;
  /// Records the communicator before it is opened, because the opening may wait for other processes.
  [[gnu::cold]] void about_to_open(MPI_Comm comm) noexcept;
  [[gnu::cold]] void not_entered() noexcept;

  record::call* call_ = nullptr;
  std::uint32_t serial_ = 0;
  record::progress progress_at_return_ = record::progress::ended;
};

/// Notes that the process enters the call that was counted last: from now on, other processes may see it.
inline void enter(communicator& c) noexcept { c.entered = c.calls; }
/// Withdraws the last call on a communicator. It has failed because of its arguments or for lack of memory,
/// so the process has not entered it.
inline void withdraw(communicator& c) noexcept {
  c.entered = --c.calls;
  if (!c.line) return;
  c.line->number = 0;
  c.line->communicator = record::nowhere;
  if (c.recorded != record::nowhere) this_run.records->communicators[c.recorded].entered = c.calls_so_far();
}

/// The line of a call that continues after its function has returned. Valid until a later call takes the
/// line.
class recorded_posting {
 public:
  recorded_posting() = default;
  explicit recorded_posting(record::call* line) noexcept : line_(line), serial_(line ? line->serial : 0) {
    if (line_) template_line_ = *line_;
    if (line_ && this_run.traced) [[unlikely]]
      template_facts_ = this_run.traced->facts_of(serial_);
  }
  void posted() noexcept { set(record::progress::posted); }
  void ended() noexcept { set(record::progress::ended); }
  /// Records the algorithm of a posted call, if it has only now been chosen.
  void posted_with(std::uint32_t algorithm) noexcept {
    template_line_.algorithm = algorithm;
    posted();
  }
  /// Records the start of a persistent operation as a call of its own.
  void started(communicator& c) noexcept;

 private:
  void set(record::progress at) noexcept {
    if (!line_) return;
    if (this_run.threads) [[unlikely]]
      return set_with_threads(at);
    if (line_->serial == serial_) write(at);
  }
  void write(record::progress at) noexcept {
    if (at == record::progress::ended && line_->begin != 0) line_->end = record::ticks();
    line_->algorithm = template_line_.algorithm;
    line_->at = static_cast<std::uint8_t>(at);
  }
  [[gnu::cold]] void set_with_threads(record::progress at) noexcept;

  record::call* line_ = nullptr;
  std::uint32_t serial_ = 0;
  record::call template_line_{};
  record::call_facts template_facts_;  // for a trace
};

}  // namespace tutti::mpi
