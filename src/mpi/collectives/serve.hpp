#pragma once

// What the functions that serve the collectives have in common. Each collective is written once, for all forms of its calls:
// a function of the form and MPI's arguments, which looks at these and makes a dispatch, and what the call stages:
//
//     struct staged {
//       staged(process&, host_memory&, const dispatch&, arguments...);  // takes memory; once for all starts of a persistent call
//       bool runs;      // whether there is anything for an algorithm to do
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
#include "mpi/library/signatures.hpp"
#include "mpi/library/wrong.hpp"
#include "mpi/observe/stopwatch.hpp"
#include "mpi/requests/native_posts.hpp"
#include "mpi/runtime/run_state.hpp"

namespace tutti::mpi {

/// Why a call is left to the MPI library by all processes of its communicator: made only by what they share, which are
/// the communicator and a decision. (What one process alone finds out may not send it away from the others.)
class agreed {
 public:
  explicit agreed(const communicator& c) noexcept : why_(c.native) {}
  explicit agreed(const dispatch& unserved) noexcept
      : why_(unserved.decided.refused), bytes_(unserved.size.bytes) {}
  [[nodiscard]] const char* why() const noexcept { return why_; }
  [[nodiscard]] std::size_t bytes() const noexcept { return bytes_; }

 private:
  const char* why_;
  std::size_t bytes_ = 0;
};

/// The MPI library's own call, which takes one of these two kinds of reasons and is counted with it. One that fails for its arguments
/// takes no number on its communicator: the others still wait for it, and the process can make it again, as with the MPI library
/// alone.
template <class Form>
class library {
 public:
  library(communicator& c, collective of, const Form& form) noexcept
      : communicator_(c), of_(of), form_(form) {}
  int operator()(const erroneous& e) const {
    return refused(form_.call(), form_.completed_by(), communicator_, of_, e.what);
  }
  int operator()(const agreed& a) const {
    return counted(form_.call(), form_.completed_by(), communicator_, of_, a.why(), a.bytes());
  }
  /// Nothing serves this dispatch.
  int operator()(const dispatch& unserved) const { return (*this)(agreed(unserved)); }

 private:
  using Call = std::remove_cvref_t<decltype(std::declval<const Form&>().call())>;

  [[gnu::noinline, gnu::cold]] static int refused(Call call, MPI_Request* posted, communicator& c,
                                                  collective of, const char* why) {
    withdraw(c);  // before: the program's error handler may never return here
    const int code = counted(call, posted, c, of, why, 0);
    if (code == MPI_SUCCESS) ++c.calls;
    return code;
  }
  [[gnu::noinline]] static int counted(Call call, MPI_Request* posted, communicator& c, collective of,
                                       const char* why, std::size_t bytes) {
    const stopwatch watch(reporting());
    const int code = call.native();
    if (posted && code == MPI_SUCCESS && reporting() &&
        native_posts::watch(*posted, {&c, {of, Form::kind}, why, bytes}, watch.began()))
      return code;
    watch.note(c.happened, {.of = {of, Form::kind}, .why = why, .bytes = bytes, .counts = c.counts});
    return code;
  }

  communicator& communicator_;
  collective of_;
  const Form& form_;
};

/// Runs `serve(communicator, library)`, which returns an MPI error code, for a collective call on a communicator. What fails inside
/// goes to the communicator's error handler. An exception of the program's own (of an operator, of a handler) passes.
template <class Form, class Serve>
[[gnu::always_inline]] inline int serve_on(Form& form, MPI_Comm comm, collective of, Serve serve) {
  return bounded_on(comm, [&]() TUTTI_INLINED -> int {
    recorded_call now(form, comm, of);
    communicator* const c = now.found_by([&]() TUTTI_INLINED { return form.find(comm, of); });
    if (!c) [[unlikely]]
      return form.native();  // tutti is off, or it is no communicator
    ++c->calls;
    now.on(*c);
    const library own(*c, of, form);
    if (c->native.load(std::memory_order_acquire)) [[unlikely]]
      if (form.stays_native(*c)) return own(agreed(*c));
    if (this_run.checks != checking::off) [[unlikely]]
      form.compare(*c, of);
    return serve(*c, own);
  });
}

}  // namespace tutti::mpi
