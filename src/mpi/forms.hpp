#pragma once

#include <memory>
#include <type_traits>
#include <utility>

#include "mpi/blocking_process.hpp"
#include "mpi/operators.hpp"
#include "mpi/persistent.hpp"
#include "mpi/posted_call.hpp"

/// The forms of MPI's collective calls: what is different among MPI_Bcast, MPI_Ibcast and MPI_Bcast_init.
namespace tutti::mpi {

/// Waits until a communicator that another form has begun to open is open. Whether it stays with the MPI library.
bool still_native(communicator& s);
/// Where this MPI library calls nobody back: all processes of a communicator have begun this, and none of them has stopped looking after
/// others until then. Nothing happens where some of them may run without tutti.
void meet_on(MPI_Comm comm);
/// Runs a posted call to its end, and everything else that is outstanding as far as it comes.
int wait_for(posted_call& c);
/// Whether a blocking call may block: nothing else has to be looked after meanwhile, and its tag is not another call's.
inline bool may_block(const communicator& s) noexcept {
  return (progress::called_back || !progress::needed()) && s.tag_is_free();
}
/// Posts a call, and gives the request by which to wait for it. Throws what it ends with at once.
int post(std::unique_ptr<posted_call> c, MPI_Request& request);

/// Ended when the function returns: nothing of it outlives this call, and nothing is allocated.
template <class Native>
class blocking {
 public:
  static constexpr form kind = form::blocking;
  explicit blocking(const Native& native) noexcept : native_(native) {}

  [[nodiscard]] int native() const { return native_(); }
  [[nodiscard]] static choices& decides(const communicator& s) noexcept { return *s.decide; }
  [[nodiscard]] static communicator* find(MPI_Comm comm) { return communicator_of(comm); }
  [[nodiscard]] static bool stays_native(communicator& s) {
    if (!still_native(s)) return false;
    if (!progress::called_back) meet_on(s.handle);
    return true;
  }
  [[nodiscard]] static const type_entry* look_up(MPI_Datatype type) { return mpi::look_up(type); }
  [[nodiscard]] static const operation* look_up(MPI_Op op, const type_entry& type, operation& asked) {
    return mpi::look_up(op, type, asked);
  }

  // (Inlined in any case, as it was written for one call: some nanoseconds.)
  template <class Staged, class... Arguments>
  [[gnu::always_inline]] static int run(const dispatch& what, Arguments&&... arguments) {
    if (!may_block(what.at)) [[unlikely]]
      return run_beside_others<Staged>(what, arguments...);
    communicator& s = what.at;
    const stopwatch watch(reporting());
    blocking_process self(s.by, s.offset());
    host_memory host(self);
    try {
      Staged staged(self, host, what, arguments...);
      if (staged.runs) {
        what.complete(staged.c);
        task t = what.decided.use->run(self, staged.c);
        t.start();
        t.rethrow();
      }
      staged.finish();
      check(self.failed());
      if (host.used()) [[unlikely]] {
        s.happened.note_staged();
        host.copy_back();
      }
    } catch (...) {
      s.left_over = true;
      throw;
    }
    watch.note(s.happened, {what.of, kind}, what.decided.use, what.decided.refused, what.bytes, s.counts);
    return MPI_SUCCESS;
  }

 private:
  template <class Staged, class... Arguments>
  [[gnu::noinline, gnu::cold]] static int run_beside_others(const dispatch& what,
                                                            const Arguments&... arguments) {
    posted<Staged, const Arguments&...> c(kind, what, {}, arguments...);
    return wait_for(c);
  }

  const Native& native_;
};

/// What the forms with a request have in common: what they look up lasts as long as the operation.
template <class Native>
class with_request {
 public:
  with_request(MPI_Request* request, const Native& native) noexcept : request_(request), native_(native) {}

  [[nodiscard]] int native() const { return native_(); }
  [[nodiscard]] static choices& decides(const communicator& s) noexcept { return *s.decide_posted; }
  [[nodiscard]] const type_entry* look_up(MPI_Datatype type) { return kept_.look_up(type); }
  [[nodiscard]] const operation* look_up(MPI_Op op, const type_entry& type, operation& asked) {
    return kept_.look_up(op, type, asked);
  }

 protected:
  template <class Staged, class... Arguments>
  std::unique_ptr<posted_call> make(form kind, const dispatch& what, Arguments&&... arguments) {
    return std::make_unique<posted<Staged, std::remove_cvref_t<Arguments>...>>(
        kind, what, std::move(kept_), std::forward<Arguments>(arguments)...);
  }
  [[nodiscard]] MPI_Request& request() const noexcept { return *request_; }

 private:
  MPI_Request* request_;
  const Native& native_;
  lasting kept_;
};

/// Begun when the function returns; a request ends it.
template <class Native>
class nonblocking : public with_request<Native> {
 public:
  static constexpr form kind = form::nonblocking;
  nonblocking(MPI_Request* request, const Native& native) noexcept : with_request<Native>(request, native) {}

  [[nodiscard]] static communicator* find(MPI_Comm comm) {
    return state.posts ? posting_communicator_of(comm) : nullptr;
  }
  // What is being opened may be open at any time, by another thread.
  [[nodiscard]] static bool stays_native(const communicator& s) noexcept {
    return !s.posted.opening && s.native.load() != nullptr;
  }
  template <class Staged, class... Arguments>
  int run(const dispatch& what, Arguments&&... arguments) {
    return post(this->template make<Staged>(kind, what, std::forward<Arguments>(arguments)...),
                this->request());
  }
};

/// Made ready when the function returns; MPI_Start begins it.
template <class Native>
class persistent : public with_request<Native> {
 public:
  static constexpr form kind = form::persistent;
  persistent(MPI_Request* request, const Native& native) noexcept : with_request<Native>(request, native) {}

  [[nodiscard]] static communicator* find(MPI_Comm comm) {
    return state.posts ? communicator_of(comm) : nullptr;
  }
  [[nodiscard]] static bool stays_native(communicator& s) { return still_native(s); }
  template <class Staged, class... Arguments>
  int run(const dispatch& what, Arguments&&... arguments) {
    auto own = std::make_unique<communicator>();
    open_like(*own, what.at);
    const dispatch there(what, *own);
    auto c = this->template make<Staged>(kind, there, std::forward<Arguments>(arguments)...);
    return keep_persistent(std::move(own), std::move(c), this->request());
  }
};

}  // namespace tutti::mpi
