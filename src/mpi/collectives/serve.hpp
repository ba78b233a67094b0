#pragma once

// Code common to the functions that serve the collectives. Each collective is written once for all forms of
// its calls. A function checks MPI's arguments and makes a dispatch. A class stages the data:
//
//     struct staged {
//       // Allocates memory; once for all starts of a persistent call.
//       staged(process&, host_memory&, const dispatch&, arguments...);
//       bool runs;      // true if there is work for an algorithm
//       call c;         // for the algorithm
//       void begin();   // packs
//       void finish();  // unpacks
//     };

#include <type_traits>
#include <utility>

#include "mpi/collectives/forms.hpp"
#include "mpi/communicators/dispatch.hpp"
#include "mpi/communicators/recorded_call.hpp"
#include "mpi/data/arguments.hpp"
#include "mpi/data/packed.hpp"
#include "mpi/library/alias.hpp"
#include "mpi/library/wrong.hpp"
#include "mpi/observe/stopwatch.hpp"
#include "mpi/requests/native_posts.hpp"
#include "mpi/requests/trials.hpp"
#include "mpi/runtime/run_state.hpp"

namespace tutti::mpi {

/// The reason why all processes of a communicator leave a call to the MPI library. Made only from the
/// communicator or a dispatch, which are the same on all processes. A reason that only one process knows must
/// not separate it from the others.
class agreed_reason {
 public:
  explicit agreed_reason(const communicator& c) noexcept : why_(c.native) {}
  explicit agreed_reason(const dispatch& unserved) noexcept
      : why_(unserved.decided.refused), bytes_(unserved.size.bytes) {}
  [[nodiscard]] const char* why() const noexcept { return why_; }
  [[nodiscard]] std::size_t bytes() const noexcept { return bytes_; }

 private:
  const char* why_;
  std::size_t bytes_ = 0;
};

/// Withdraws the last call, and the trial that it was.
template <form As>
void withdraw_call(communicator& c) noexcept {
  if (As == form::blocking && c.learns) c.learns->withdraw_trial();
  withdraw(c);
}

/// Passes the call to the MPI library, because its arguments are wrong or for an agreed reason, and counts it
/// with that reason. A call that fails because of its arguments takes no number on its communicator. The
/// other processes still wait for the call, and the process can repeat it, as with the MPI library alone.
template <class Form>
class library {
 public:
  library(communicator& c, collective of, Form& form) noexcept : communicator_(c), of_(of), form_(form) {}
  int operator()(const erroneous& e) const {
    return refused(form_.call(), form_.completed_by(), communicator_, of_, e.what);
  }
  int operator()(const agreed_reason& a) const {
    return counted(form_.call(), form_.completed_by(), communicator_, of_, a.why(), a.bytes());
  }
  /// No algorithm serves this dispatch.
  int operator()(const dispatch& unserved) const {
    if constexpr (Form::kind == form::nonblocking)
      if (communicator_.native.load(std::memory_order_acquire)) [[unlikely]]
        if (form_.waits_for_others(communicator_)) return form_.run_natively(unserved);
    form_.meet_before_native(communicator_);
    return (*this)(agreed_reason(unserved));
  }
  /// Only the MPI library can say if the operator of a reduction is defined for the datatype. All processes
  /// pass the same ones. If the library refuses the call, it takes no number.
  int decides() const {
    form_.meet_before_native(communicator_);
    return decided(form_.call(), form_.completed_by(), communicator_, of_);
  }

 private:
  using Call = std::remove_cvref_t<decltype(std::declval<const Form&>().call())>;

  [[gnu::noinline, gnu::cold]] static int refused(Call call, MPI_Request* posted, communicator& c,
                                                  collective of, const char* why) {
    withdraw_call<Form::kind>(c);  // first, because the program's error handler may never return
    const int code = counted(call, posted, c, of, why, 0);
    if (code == MPI_SUCCESS) ++c.calls;
    return code;
  }
  [[gnu::noinline, gnu::cold]] static int decided(Call call, MPI_Request* posted, communicator& c,
                                                  collective of) {
    constexpr const char* why = "the MPI library alone knows if its operator is defined for its datatype";
    if (Form::kind == form::blocking && c.learns) c.learns->withdraw_trial();
    int code = MPI_SUCCESS;
    try {
      code = counted(call, posted, c, of, why, 0);
    } catch (...) {  // from the program's error handler
      withdraw(c);
      throw;
    }
    if (code != MPI_SUCCESS) withdraw(c);
    return code;
  }
  [[gnu::noinline]] static int counted(Call call, MPI_Request* posted, communicator& c, collective of,
                                       const char* why, std::size_t bytes) {
    const bool watched =
        posted && (reporting() || (Form::kind == form::nonblocking && this_run.traced != nullptr));
    const stopwatch watch(reporting());
    enter(c);
    int code = MPI_SUCCESS;
    try {
      code = call.native();
    } catch (...) {  // from the program's error handler
      if constexpr (Form::kind == form::blocking) end_failed_trial(c, {of, bytes});
      throw;
    }
    if (watched && code == MPI_SUCCESS && is_watched(*posted, {&c, {of, Form::kind}, why, bytes, {}}, watch))
      return code;
    watch.note(c.tally, {.of = {of, Form::kind}, .why = why, .bytes = bytes, .counts = c.counts_operations});
    if constexpr (Form::kind == form::blocking)
      code == MPI_SUCCESS ? end_trial(c, {of, bytes}) : end_failed_trial(c, {of, bytes});
    return code;
  }

  // Watches a call that the MPI library serves. Returns true if its completion will be seen.
  [[gnu::cold]] static bool is_watched(MPI_Request request, native_posts::line what, const stopwatch& watch) {
    if (this_run.traced && what.of.as == form::nonblocking) {
      what.record = recorded_posting(what.at->line);
      if (request == MPI_REQUEST_NULL) what.record.ended();
    }
    return native_posts::watch(request, what, reporting() ? watch.began() : record::ticks());
  }

  communicator& communicator_;
  collective of_;
  Form& form_;
};

/// Runs serve(communicator, library), which returns an MPI error code, for a collective call on a
/// communicator. Errors go to the communicator's error handler. Exceptions of the user's operators and
/// handlers pass through. A call that fails before the process has entered it, for instance for lack of
/// memory, takes no number: the process can make it again.
template <class Form, class Serve>
[[gnu::always_inline]] inline int serve_on(Form& form, MPI_Comm comm, collective of, Serve serve) {
  return bounded_on(comm, [&]() TUTTI_INLINED -> int {
    recorded_call now(form, comm, of);
    communicator* const c = now.found_by([&]() TUTTI_INLINED { return form.find(comm, of); });
    if (!c) [[unlikely]]
      return form.native();  // see find_communicator()
    ++c->calls;
    now.on(*c);
    const library to_library(*c, of, form);
    try {
      if (c->native.load(std::memory_order_acquire)) [[unlikely]]
        if (form.stays_native(*c)) return to_library(agreed_reason(*c));
      if (this_run.checks != checking::off) [[unlikely]]
        form.compare(*c, of);
      return serve(*c, to_library);
    } catch (...) {
      if (c->entered != c->calls) withdraw_call<Form::kind>(*c);
      throw;
    }
  });
}

}  // namespace tutti::mpi
