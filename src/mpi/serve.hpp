#pragma once

// What the functions that serve the collectives have in common.

#include <algorithm>
#include <optional>

#include "mpi/operators.hpp"
#include "mpi/process.hpp"
#include "mpi/site.hpp"
#include "mpi/types.hpp"
#include "tutti/algorithm.hpp"

namespace tutti::mpi {

/// The MPI library's own, counted as such, with the reason if there is one.
template <class Native>
int pass_on(site& s, collective of, const char* why, std::size_t bytes, Native native) {
  const stopwatch watch(reporting());
  const int code = native();
  watch.note(s, of, nullptr, why, bytes);
  return code;
}

/// Runs `serve(site)`, which returns an MPI error code, for a collective call on a communicator; `native()` where
/// nothing is served. What fails inside goes to the communicator's error handler.
template <class Native, class Serve>
int serve_on(MPI_Comm comm, collective of, Native native, Serve serve) {
  try {
    site* s = site_of(comm);
    if (!s) [[unlikely]]
      return native();
    if (s->native) [[unlikely]]
      return pass_on(*s, of, s->native, 0, native);
    return serve(*s);
  } catch (const failure& f) {
    PMPI_Comm_call_errhandler(comm, f.code());
    return f.code();
  } catch (const std::bad_alloc&) {
    PMPI_Comm_call_errhandler(comm, MPI_ERR_NO_MEM);
    return MPI_ERR_NO_MEM;
  }
}

/// One call on its way: what it is, and how it was decided. What is chosen by p alone is decided before its arguments are
/// looked at, which costs something where there are p of each.
struct order {
  site& at;
  collective of;
  std::size_t bytes;  ///< as the collective counts them; 0 where not all processes know
  std::size_t most;   ///< the most pieces into which the data may be cut
  decision decided;

  order(site& s, collective c, std::size_t b, std::size_t pieces, operator_class k = operator_class::exact,
        regularity lengths = regularity::equal)
      : at(s), of(c), bytes(b), most(pieces), decided(s.decide->choose({c, k, lengths}, b)) {
    if (explaining) [[unlikely]]
      explain_once(s, {c, k, lengths}, b);
  }

  [[nodiscard]] bool served() const noexcept { return decided.use != nullptr; }
  [[nodiscard]] const requirements& needs() const noexcept { return decided.use->needs; }
  [[nodiscard]] int pieces() const { return at.decide->pieces(*decided.use, bytes, most); }

  template <class Native>
  int pass(Native native) const {
    return pass_on(at, of, decided.refused, bytes, native);
  }

  /// `prepare(process)` fills a call and hands it to the function that it is given as its second argument.
  template <class Prepare>
  int run(Prepare prepare) const {
    const stopwatch watch(reporting());
    blocking_process self(at.comm, at.rank, at.size, at.segment);
    prepare(self, [this, &self](call& c) {
      if (decided.use->stages) c.pieces = pieces();
      if (needs().direct) c.direct = at.decide->direct(decided.use->of);
      c.nodes = at.nodes.get();
      task t = decided.use->run(self, c);
      t.start();
      t.rethrow();
    });
    watch.note(at, of, decided.use, decided.refused, bytes);
    return MPI_SUCCESS;
  }
};

/// A buffer as an algorithm needs it: as it is, or as bytes (where it cuts anywhere, for instance), which for data with holes or out of
/// order are a packed copy.
class staged_buffer {
 public:
  staged_buffer(process& self, buffer user, bool bytes) : self_(self), user_(user), view_(user) {
    if (!bytes) return;
    if (user.type->dense)
      view_ = {user.data, user.bytes(), byte_type};
    else
      view_ = packed_.emplace(self, user.bytes());
  }
  [[nodiscard]] buffer view() const noexcept { return view_; }
  void pack() {
    if (packed_) self_.copy(user_, view_);
  }
  void unpack() {
    if (packed_) self_.copy(view_, user_);
  }

 private:
  process& self_;
  buffer user_, view_;
  std::optional<scratch> packed_;
};

/// Blocks as an algorithm needs them: as they are; with run() where it sends several in one message; as bytes where it
/// cuts them. A packed copy is made only of what does not lie so.
class staged_blocks {
 public:
  /// `user` must outlive this.
  staged_blocks(process& self, const blocks& user, const requirements& needs) : self_(self), user_(user) {
    if (needs.bytes || (needs.side_by_side && !user.side_by_side())) arrange(needs.bytes);
  }
  staged_blocks(const staged_blocks&) = delete;
  staged_blocks& operator=(const staged_blocks&) = delete;

  [[nodiscard]] const blocks& view() const noexcept { return arranged_ ? *arranged_ : user_; }
  void pack() {
    for (int i = 0; packed_ && i < user_.size(); ++i) self_.copy(user_[i], view()[i]);
  }
  void unpack() {
    for (int i = 0; packed_ && i < user_.size(); ++i) self_.copy(view()[i], user_[i]);
  }

 private:
  void arrange(bool bytes);

  process& self_;
  const blocks& user_;
  std::optional<blocks> arranged_;
  std::optional<workspace<std::size_t>> offsets_;
  std::optional<scratch> packed_;
};

// Buffers and blocks of MPI arguments. What is only sent is not written, though its address loses its const here.
inline buffer elements(const void* data, std::size_t count, const datatype& type) noexcept {
  return {static_cast<std::byte*>(const_cast<void*>(data)), count, type};
}
inline std::byte* address(const void* data) noexcept {
  return static_cast<std::byte*>(const_cast<void*>(data));
}

/// An argument that is a count: what is negative is left to the MPI library to refuse.
inline bool valid(int count) noexcept { return count >= 0; }

inline bool all_valid(const int* counts, int n) noexcept {
  if (!counts) return false;
  for (int i = 0; i < n; ++i)
    if (counts[i] < 0) return false;
  return true;
}

/// Of counts that all processes know. Those of elements of no bytes need not be the same on all.
inline regularity regularity_of(const int* counts, int n, const datatype& type) noexcept {
  std::size_t longest = 0, all = 0;
  for (int i = 0; i < n && type.size > 0; ++i) {
    const auto count = static_cast<std::size_t>(counts[i]);
    longest = std::max(longest, count), all += count;
  }
  return unequal_by(longest, all, n);
}

/// MPICH refuses send and receive buffers that are the same; Open MPI does not look.
inline bool refused_alias(const void* send, const void* recv, std::size_t bytes) noexcept {
#if defined(OPEN_MPI)
  (void)send, (void)recv, (void)bytes;
  return false;
#else
  return bytes > 0 && send == recv && send != MPI_BOTTOM;
#endif
}
/// The same of counts that differ from process to process. Where nothing is sent, or nothing received, the buffers may well have
/// the same address, and the other processes cannot know it.
inline bool refused_alias(const void* send, const int* send_counts, const void* recv, const int* recv_counts,
                          int n) noexcept {
  const auto something = [n](const int* counts) {
    return std::any_of(counts, counts + n, [](int count) { return count > 0; });
  };
  return send == recv && something(send_counts) && something(recv_counts) && refused_alias(send, recv, 1);
}

}  // namespace tutti::mpi
