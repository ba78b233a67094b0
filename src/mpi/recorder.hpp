#pragma once

#include <string>

#include "mpi/communicator.hpp"
#include "mpi/said.hpp"
#include "mpi/trace.hpp"
#include "record/clock.hpp"
#include "record/format.hpp"

/// Writes down the program's collective calls where others can read them, while it runs and when it has died.
namespace tutti::mpi {

namespace recorder {

/// When MPI has started: where this process writes. Null if the user wants no record (the job has no name), or if there can be
/// none, which is said on stderr, once a node. Collective over MPI_COMM_WORLD.
record::section* begin(const std::string& job, const world& w, bool timing);
/// Of the processor's clock.
double nanoseconds_a_tick();
/// The command line of this process.
std::string command_line();
/// MPI_Finalize has begun.
void finalizing() noexcept;

/// The communicator's place in the table: one that is new there is written into it. Asks MPI; not for every call.
std::uint16_t place_of(MPI_Comm comm);
/// Its processes have met: by the number that the first one has given it, they all know it.
void opened(const communicator& s);
/// A persistent operation, which counts its starts, is written like a communicator.
void name_after(communicator& own, const communicator& base, collective of);
void freed(std::uint16_t place) noexcept;

/// Whether somebody wants to know when calls begin and end: two readings of the clock cost more than all else that is written down.
inline bool timing(record::section& all) noexcept {
  return std::atomic_ref(all.self.timing).load(std::memory_order_relaxed) != 0;
}

/// Of a call of a program in Fortran: what would otherwise be seen of it is tutti's own code.
extern constinit thread_local const void* fortran_site;

}  // namespace recorder

/// A call, from where the program calls it to where it returns. Nothing happens where there is no record: one load, one branch.
class recorded_call {
 public:
  template <class Form>
  [[gnu::always_inline]] recorded_call(const Form& form, MPI_Comm comm, collective of) {
    if (state.records) [[likely]]
      begin(form, comm, of);
  }
  recorded_call(const recorded_call&) = delete;
  recorded_call& operator=(const recorded_call&) = delete;
  [[gnu::always_inline]] ~recorded_call() {
    constexpr auto begun = static_cast<std::uint8_t>(record::progress::begun);
    if (!call_ || call_->at != begun || call_->serial != serial_) return;
    if (call_->begin != 0) [[unlikely]]
      call_->end = record::ticks();
    call_->at = static_cast<std::uint8_t>(leaves_);
  }

  /// What it is on, when that is known.
  [[gnu::always_inline]] void on(communicator& s) noexcept {
    s.line = call_;
    if (!call_) return;
    call_->number = s.calls;
    call_->communicator = s.recorded;
    if (s.recorded != record::nowhere) [[likely]]
      state.records->communicators[s.recorded].entered = s.calls;
  }

 private:
  template <class Form>
  [[gnu::always_inline]] void begin(const Form& form, MPI_Comm comm, collective of) {
    record::section& all = *state.records;
    serial_ = state.threads ? std::atomic_ref(all.self.serial).fetch_add(1, std::memory_order_relaxed) + 1
                            : ++all.self.serial;
    record::call& c = all.calls[serial_ % all.calls.size()];
    if (state.traced) [[unlikely]]
      state.traced->keep(c);
    const std::atomic_ref valid(c.serial);
    valid.store(0, std::memory_order_relaxed);
    std::atomic_signal_fence(std::memory_order_seq_cst);
    const said words = form.call().says();
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
    leaves_ = Form::kind == form::nonblocking ? record::progress::left : record::progress::ended;
    call_ = &c;
    if (!is_remembered(comm)) [[unlikely]]
      about_to_open(comm);
    valid.store(serial_, std::memory_order_release);
  }
  /// The call may wait for others before anything is known of the communicator.
  [[gnu::cold]] void about_to_open(MPI_Comm comm) noexcept;

  record::call* call_ = nullptr;
  std::uint32_t serial_ = 0;
  record::progress leaves_ = record::progress::ended;
};

/// What this process has called last on a communicator has failed for its arguments: it has not entered it.
inline void withdraw(communicator& s) noexcept {
  --s.calls;
  if (!s.line) return;
  s.line->number = 0;
  s.line->communicator = record::nowhere;
  if (s.recorded != record::nowhere) state.records->communicators[s.recorded].entered = s.calls;
}

/// A call that goes on after its function has returned: its line, as long as no later call has taken that.
class recorded_posting {
 public:
  recorded_posting() = default;
  explicit recorded_posting(record::call* line) noexcept : line_(line), serial_(line ? line->serial : 0) {
    if (line_) like_ = *line_;
  }
  void posted() noexcept { set(record::progress::posted); }
  void ended() noexcept {
    if (line_ && line_->serial == serial_ && line_->begin != 0) line_->end = record::ticks();
    set(record::progress::ended);
  }
  /// A persistent one, as a call of its own.
  void started(communicator& s) noexcept;

 private:
  void set(record::progress at) noexcept {
    if (line_ && line_->serial == serial_) line_->at = static_cast<std::uint8_t>(at);
  }

  record::call* line_ = nullptr;
  std::uint32_t serial_ = 0;
  record::call like_{};
};

/// The process is in a call that waits for another process, for as long as this lives.
class waiting_in {
 public:
  explicit waiting_in(record::message in, const void* site, int peer = -1, int tag = -1,
                      MPI_Comm comm = MPI_COMM_NULL) noexcept {
    if (!state.records) return;
    record::place& p = state.records->self.now;
    p.peer = peer < 0 ? -1 : peer;
    p.tag = tag < 0 ? -1 : tag;
    p.site = reinterpret_cast<std::uint64_t>(site);
    p.communicator = static_cast<std::uint32_t>(number_of(comm));
    std::atomic_ref(p.in).store(in, std::memory_order_release);
  }
  waiting_in(const waiting_in&) = delete;
  waiting_in& operator=(const waiting_in&) = delete;
  ~waiting_in() {
    if (state.records && !stays_) state.records->self.now.in = record::message::none;
  }
  /// Beyond its end, until the process waits elsewhere.
  void stay() noexcept { stays_ = true; }

 private:
  bool stays_ = false;
};

}  // namespace tutti::mpi
