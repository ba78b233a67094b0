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

#include <algorithm>
#include <type_traits>
#include <utility>

#include "mpi/dispatch.hpp"
#include "mpi/forms.hpp"
#include "mpi/native_posts.hpp"
#include "mpi/packed.hpp"
#include "mpi/recorded_call.hpp"
#include "mpi/signatures.hpp"
#include "mpi/wrong.hpp"

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

// Buffers and blocks of MPI arguments. What is only sent is not written, though its address loses its const here.
inline buffer elements(const void* data, std::size_t count, const datatype& type) noexcept {
  return {static_cast<std::byte*>(const_cast<void*>(data)), count, type};
}
inline std::byte* address(const void* data) noexcept {
  return static_cast<std::byte*>(const_cast<void*>(data));
}

/// What is negative is left to the MPI library to refuse.
inline bool valid(MPI_Count count) noexcept { return count >= 0; }
template <class Count>
bool valid(const Count* counts, int n) noexcept {
  return std::all_of(counts, counts + n, [](Count count) { return count >= 0; });
}

/// Whether there are elements but no memory that they could lie in: MPI names the error, or dies as it would have. Types of
/// absolute addresses (MPI_BOTTOM) do not begin at 0.
inline bool nowhere(const_buffer b) noexcept { return !b.data && !b.empty() && b.type->true_lb == 0; }

/// How unequal counts that all processes know are. Those of elements of no bytes need not be the same on all.
template <class Count>
imbalance imbalance_of(const Count* counts, int n, const datatype& type) noexcept {
  std::size_t longest = 0, all = 0;
  for (int i = 0; i < n && type.size > 0; ++i) {
    const auto count = static_cast<std::size_t>(counts[i]);
    longest = std::max(longest, count), all += count;
  }
  return unequal_by(longest, all, n);
}

/// Whether what is sent and what is received are the same elements, not in place. MPICH refuses that; with Open MPI it
/// happens to do what a careless program means, and so it does here: MPI_Gather of the root's own block from where it lies.
inline bool refused_overlap(const_buffer send, const_buffer recv) noexcept {
#if defined(OPEN_MPI)
  (void)send, (void)recv;
  return false;
#else
  return !send.empty() && same_elements(send, recv);
#endif
}

}  // namespace tutti::mpi
