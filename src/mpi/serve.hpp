#pragma once

// What the functions that serve the collectives have in common.

#include <algorithm>

#include "mpi/boundary.hpp"
#include "mpi/communicator.hpp"
#include "mpi/device.hpp"
#include "mpi/operators.hpp"
#include "mpi/packed.hpp"
#include "mpi/process.hpp"
#include "mpi/types.hpp"
#include "tutti/algorithm.hpp"

namespace tutti::mpi {

/// An error by the standard in this process's arguments. The MPI library names it, through the communicator's handler.
struct erroneous {
  const char* what;
};

namespace wrong {
inline constexpr erroneous type{"erroneous: no committed datatype"};
inline constexpr erroneous count{"erroneous: a negative count"};
inline constexpr erroneous table{"erroneous: no table of counts, displacements or datatypes"};
inline constexpr erroneous root{"erroneous: no such root"};
inline constexpr erroneous operands{"erroneous: no operator, or not one for the datatype"};
inline constexpr erroneous place{"erroneous: MPI_IN_PLACE where it has no meaning"};
inline constexpr erroneous memory{"erroneous: no memory"};
inline constexpr erroneous overlap{"erroneous: the same memory sent and received"};
}  // namespace wrong

/// Why a call is left to the MPI library by all processes of its communicator: made only by what they share, which are
/// the communicator and a decision. (What one process alone finds out may not send it away from the others.)
class agreed {
 public:
  explicit agreed(const communicator& s) noexcept : why_(s.native) {}
  [[nodiscard]] const char* why() const noexcept { return why_; }
  [[nodiscard]] std::size_t bytes() const noexcept { return bytes_; }

 private:
  friend struct dispatch;
  agreed(const decision& d, std::size_t bytes) noexcept : why_(d.refused), bytes_(bytes) {}
  const char* why_;
  std::size_t bytes_ = 0;
};

/// The MPI library's own call, which takes one of these two kinds of reasons and is counted with it.
template <class Native>
class library {
 public:
  library(communicator& s, collective of, const Native& native) noexcept
      : site_(s), of_(of), native_(native) {}
  int operator()(const erroneous& e) const { return counted(e.what, 0); }
  int operator()(const agreed& a) const { return counted(a.why(), a.bytes()); }

 private:
  int counted(const char* why, std::size_t bytes) const {
    const stopwatch watch(reporting());
    const int code = native_();
    watch.note(site_, of_, nullptr, why, bytes);
    return code;
  }

  communicator& site_;
  collective of_;
  const Native& native_;
};

/// Runs `serve(communicator, library)`, which returns an MPI error code, for a collective call on a communicator. What fails inside
/// goes to the communicator's error handler. An exception of the program's own (of an operator, of a handler) passes.
template <class Native, class Serve>
[[gnu::always_inline]] inline int serve_on(MPI_Comm comm, collective of, const Native& native, Serve serve) {
  return bounded_on(comm, [&] {
    communicator* s = communicator_of(comm);
    if (!s) [[unlikely]]
      return native();  // tutti is off, or it is no communicator
    ++s->calls;
    const library own(*s, of, native);
    if (s->native) [[unlikely]]
      return own(agreed(*s));
    return serve(*s, own);
  });
}

/// One call on its way: what it is, and how it was decided. What is chosen by p alone is decided before its arguments are
/// looked at, which costs something where there are p of each.
struct dispatch {
  communicator& at;
  collective of;
  std::size_t bytes;  ///< as the collective counts them; 0 where not all processes know
  std::size_t most;   ///< the most pieces into which the data may be cut
  decision decided;

  dispatch(communicator& s, collective c, std::size_t b, std::size_t pieces,
           operator_class k = operator_class::exact, imbalance lengths = imbalance::equal)
      : at(s), of(c), bytes(b), most(pieces), decided(s.decide->choose({c, k, lengths}, b)) {
    if (state.explains) [[unlikely]]
      explain_once(s, {c, k, lengths}, b);
  }

  [[nodiscard]] bool served() const noexcept { return decided.use != nullptr; }
  [[nodiscard]] const requirements& needs() const noexcept { return decided.use->needs; }
  [[nodiscard]] int pieces() const { return at.decide->pieces(decided, bytes, most); }

  [[nodiscard]] agreed unserved() const noexcept { return {decided, bytes}; }

  /// `prepare(process, host_memory, go)` fills a call, with the host memory of the user's, and hands it to go().
  template <class Prepare>
  int run(Prepare prepare) const {
    const stopwatch watch(reporting());
    blocking_process self(at.by, at.tag());
    host_memory host(self);
    try {
      prepare(self, host, [this, &self](call& c) {
        if (decided.use->stages) c.pieces = pieces();
        if (needs().straight) c.straight_beyond = at.decide->straight_beyond(decided.use->of);
        c.nodes = at.nodes.get();
        task t = decided.use->run(self, c);
        t.start();
        t.rethrow();
      });
      check(self.failed());
      if (host.used()) [[unlikely]] {
        at.happened.note_staged();
        host.copy_back();
      }
    } catch (...) {
      at.left_over = true;
      throw;
    }
    watch.note(at, of, decided.use, decided.refused, bytes);
    return MPI_SUCCESS;
  }
};

// Buffers and blocks of MPI arguments. What is only sent is not written, though its address loses its const here.
inline buffer elements(const void* data, std::size_t count, const datatype& type) noexcept {
  return {static_cast<std::byte*>(const_cast<void*>(data)), count, type};
}
inline std::byte* address(const void* data) noexcept {
  return static_cast<std::byte*>(const_cast<void*>(data));
}

/// What is negative is left to the MPI library to refuse.
inline bool valid(int count) noexcept { return count >= 0; }
inline bool valid(const int* counts, int n) noexcept {
  return std::all_of(counts, counts + n, [](int count) { return count >= 0; });
}

/// Whether there are elements but no memory that they could lie in: MPI names the error, or dies as it would have. Types of
/// absolute addresses (MPI_BOTTOM) do not begin at 0.
inline bool nowhere(const_buffer b) noexcept { return !b.data && !b.empty() && b.type->true_lb == 0; }

/// Of counts that all processes know. Those of elements of no bytes need not be the same on all.
inline imbalance imbalance_of(const int* counts, int n, const datatype& type) noexcept {
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
