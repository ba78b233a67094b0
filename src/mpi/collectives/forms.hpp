#pragma once

#include <memory>
#include <type_traits>
#include <utility>

#include "mpi/check/compare.hpp"
#include "mpi/check/own_faults.hpp"
#include "mpi/check/pending.hpp"
#include "mpi/check/stated_calls.hpp"
#include "mpi/collectives/one_process.hpp"
#include "mpi/collectives/program_call.hpp"
#include "mpi/communicators/call_order.hpp"
#include "mpi/communicators/failed_call.hpp"
#include "mpi/communicators/late_start.hpp"
#include "mpi/communicators/recorded_call.hpp"
#include "mpi/data/call_arguments.hpp"
#include "mpi/data/operators.hpp"
#include "mpi/observe/recorder.hpp"
#include "mpi/observe/stopwatch.hpp"
#include "mpi/progress/progress.hpp"
#include "mpi/requests/agreement.hpp"
#include "mpi/requests/members.hpp"
#include "mpi/requests/persistent.hpp"
#include "mpi/requests/posted_call.hpp"
#include "mpi/requests/posted_program.hpp"
#include "mpi/requests/trials.hpp"
#include "mpi/runtime/run_state.hpp"
#include "mpi/transport/blocking_process.hpp"

/// The forms of MPI's collective calls: the differences between MPI_Bcast, MPI_Ibcast and MPI_Bcast_init.
namespace tutti::mpi {

/// Compares the statement of a blocking call with those of the other processes. The call must be the last one
/// counted.
inline void compare_now(communicator& c, const statement& mine) {
  enter(c);
  run_now(c, compare_program, const_cast<statement*>(&mine));
}

/// Check mode: checks this process's arguments of a call that has been counted. True if the processes must
/// compare the call. Otherwise throws the failure, or returns false if the MPI library will refuse the call.
/// A refused call takes no number, unless the other processes have made the same call.
inline bool is_accepted(communicator& c, statement& x) {
  const own_verdict verdict = judge_own_arguments(c, x);
  if (verdict == own_verdict::compare) return true;
  if (verdict == own_verdict::leave_to_library) return false;
  if (verdict == own_verdict::tell_others) {
    if (!still_native(c)) compare_now(c, x);  // waits until the communicator is open
  }
  withdraw(c);
  throw failure(x.fault_code);
}

/// A call that has ended when the function returns. Nothing outlives the function, and nothing is allocated.
template <class Call>
class blocking {
 public:
  static constexpr form kind = form::blocking;
  explicit blocking(const Call& call) noexcept : call_(call) {}

  [[nodiscard]] const Call& call() const noexcept { return call_; }
  [[nodiscard]] int native() const { return call_.native(); }
  /// Null: a blocking call has no request.
  [[nodiscard]] static MPI_Request* completed_by() noexcept { return nullptr; }
  [[nodiscard]] static choosing chooser(const communicator& c) noexcept {
    return {*c.choosers.blocking, kind};
  }
  [[nodiscard]] static sum_plans& sums(const communicator& c) noexcept { return *c.choosers.sums; }
  [[nodiscard]] communicator* find(MPI_Comm comm, collective of) const {
    return find_communicator_of(call_, comm, {of, kind});
  }
  static void find_neighbours(communicator& c) { agree_on_neighbours(c, agreeing::waits); }
  [[nodiscard]] static bool stays_native(communicator& c) {
    if (!still_native(c)) return false;
    meet_before_native(c);
    return true;
  }
  /// Called before the MPI library serves a call that all processes leave to it. To enter the call, other
  /// processes may need progress of this process's outstanding operations.
  static void meet_before_native(communicator& c) {
    if (!progress::called_back()) meet_on(c);
  }
  [[nodiscard]] static const type_entry* look_up(MPI_Datatype type) { return mpi::look_up(type); }
  [[nodiscard]] static const operation* look_up(MPI_Op op, const type_entry& type, operation& asked) {
    return mpi::look_up_served(op, type, asked);
  }

  /// In check mode, before the call is served: checks the call's own arguments, and compares the call with
  /// those of the other processes. Throws failure.
  void compare(communicator& c, collective of) const { compare_with_others(call_, c, of); }

  // (Always inlined: this saves some nanoseconds.)
  template <class Staged, class... Arguments>
  [[gnu::always_inline]] static int run(const dispatch& what, Arguments&&... arguments) {
    if (!may_block(what.at)) [[unlikely]]
      return run_beside_others<Staged, handed_on<Arguments>...>(what, arguments...);
    communicator& c = what.at;
    const stopwatch watch(reporting(), c.line);
    blocking_process self(c.via, c.offset());
    host_memory host(self);
    try {
      Staged staged(self, host, what, arguments...);
      staged.begin();
      if (!staged.runs) {
        enter(c);
      } else if constexpr (has_phases<Staged>) {
        enter_and_run(c, self, staged.run(self, what));
      } else if (runs_no_algorithm(what)) {
        enter(c);
        run_on_one(self, what.of, staged.c);
      } else {
        what.complete(staged.c);
        enter_and_run(c, self, what.decided.use->run(self, staged.c));
      }
      staged.finish();
      check(self.failed());
      if (host.used()) [[unlikely]] {
        c.tally.note_staged();
        host.copy_back();
      }
    } catch (...) {
      if (c.entered == c.calls) {
        failed_by_exception(what, kind);
        end_failed_trial(c, {what.of, what.size.bytes});
      }
      throw;
    }
    watch.note(c.tally, what.counted(kind));
    end_trial(c, {what.of, what.size.bytes});
    return tell_of_others();
  }

 private:
  // The program's memory has been allocated: without it, the process has not entered the call.
  [[gnu::always_inline]] static void enter_and_run(communicator& c, blocking_process& self, task&& program) {
    enter(c);
    self.run(std::move(program));
  }
  // Rarely executed functions take copies: references would force the arguments of all calls into memory.
  [[gnu::noinline, gnu::cold]] static void compare_with_others(Call call, communicator& c, collective of) {
    statement mine = call.make_statement(c, {of, kind});
    check_against_pending(mine);
    if (is_accepted(c, mine)) compare_now(c, mine);
  }
  template <class Staged, class... Arguments>
  [[gnu::noinline, gnu::cold]] static int run_beside_others(dispatch what, Arguments... arguments) {
    posted<Staged, const std::remove_reference_t<Arguments>&...> c(kind, what, {}, arguments...);
    try {
      wait_for(c);
    } catch (...) {
      if (what.at.entered == what.at.calls) end_failed_trial(what.at, {what.of, what.size.bytes});
      throw;
    }
    end_trial(what.at, {what.of, what.size.bytes});
    return tell_of_others();
  }
  // Delivers the errors of other operations. Returns the result of a call that has succeeded.
  static int tell_of_others() {
    if (progress::any_undelivered()) [[unlikely]]
      progress::deliver_notices();
    return MPI_SUCCESS;
  }
  template <class T>
  using handed_on = std::conditional_t<std::is_trivially_copyable_v<std::remove_cvref_t<T>>,
                                       std::remove_cvref_t<T>, const std::remove_cvref_t<T>&>;

  Call call_;
};

/// Base of the forms with a request. It keeps the datatypes and operators that it looks up for as long as the
/// operation exists.
template <class Call>
class with_request {
 public:
  with_request(MPI_Request* request, const Call& call) noexcept : request_(request), call_(call) {}

  [[nodiscard]] const Call& call() const noexcept { return call_; }
  [[nodiscard]] int native() const { return call_.native(); }
  [[nodiscard]] MPI_Request* completed_by() const noexcept { return request_; }
  static void meet_before_native(communicator&) noexcept {}  // such a call waits for no process
  [[nodiscard]] static sum_plans& sums(const communicator& c) noexcept { return *c.choosers.posted_sums; }
  [[nodiscard]] const type_entry* look_up(MPI_Datatype type) { return kept_.look_up(type); }
  [[nodiscard]] const operation* look_up(MPI_Op op, const type_entry& type, operation& asked) {
    return kept_.look_up(op, type, asked);
  }
  /// Keeps the datatypes of a call whose arguments have not been read, because no algorithm serves it. The
  /// program may free them before the MPI library gets the call. `sent`, `received`: the numbers of blocks.
  [[gnu::noinline, gnu::cold]] void keep_types(int sent, int received) {
    const call_arguments all = call_.arguments();
    const auto keep = [this](const side& s, int blocks) {
      if (s.as != side::kind::typed) kept_.look_up(s.type);  // MPI libraries read it even without blocks
      for (int k = 0; s.own_types && k < blocks; ++k) kept_.look_up(s.own_types[k]);
    };
    keep(all.send, sent);
    keep(all.receive, received);
  }

 protected:
  template <class Staged, class... Arguments>
  std::unique_ptr<posted_call> make(form kind, const dispatch& what, Arguments&&... arguments) {
    auto c = std::make_unique<posted<Staged, std::remove_cvref_t<Arguments>...>>(
        kind, what, std::move(kept_), std::forward<Arguments>(arguments)...);
    if (statement_) [[unlikely]]
      c->compare_first(std::move(statement_));
    return c;
  }
  /// Check mode: checks the call's own arguments now. The processes compare the call whenever the operation
  /// begins.
  void check_own_arguments(communicator& c, call_name of) {
    auto mine = std::make_shared<statement>(call_.make_statement(c, of));
    if (of.as == form::nonblocking) check_against_pending(*mine);
    if (is_accepted(c, *mine)) statement_ = std::move(mine);
  }
  /// Lets the MPI library serve the call if the communicator, which is being opened, gets no numbers.
  [[gnu::noinline, gnu::cold]] void keep_native(posted_call& c) const {
    if (can_wait()) c.keep_native([call = call_](MPI_Request* request) { return call.native(request); });
  }
  /// True if the MPI library can serve the call after its function has returned. The arrays of datatypes that
  /// the Fortran interface makes do not last so long.
  [[nodiscard]] bool can_wait() const { return !recorder::fortran_site || !call_.has_arrays_of_types(); }
  [[nodiscard]] MPI_Request& request() const noexcept { return *request_; }
  /// True if tutti can serve the call. The MPI library refuses a call without a request.
  [[nodiscard]] bool serves(MPI_Comm comm, form as) const {
    if (!this_run.posts && request_) [[unlikely]]
      late_start::note(comm, as);
    return this_run.posts && request_;
  }

 private:
  MPI_Request* request_;
  Call call_;
  kept_handles kept_;
  std::shared_ptr<const statement> statement_;
};

// Stages a call without data.
struct nothing_to_stage {
  nothing_to_stage(process&, host_memory&, const dispatch&) {}
  static constexpr bool runs = false;
  tutti::call c;
  void begin() {}
  void finish() {}
};

/// A call that has begun when the function returns. The program completes it by a request.
template <class Call>
class nonblocking : public with_request<Call> {
 public:
  static constexpr form kind = form::nonblocking;
  [[nodiscard]] static choosing chooser(const communicator& c) noexcept { return {*c.choosers.posted, kind}; }
  nonblocking(MPI_Request* request, const Call& call) noexcept : with_request<Call>(request, call) {}

  [[nodiscard]] communicator* find(MPI_Comm comm, collective of) const {
    if (!this->serves(comm, kind)) return nullptr;
    return find_communicator_of(this->call(), comm, {of, kind}, find_or_post_opening);
  }
  // Another thread may finish opening the communicator at any time.
  static void find_neighbours(communicator& c) { agree_on_neighbours(c, agreeing::posts); }
  [[nodiscard]] static bool stays_native(const communicator& c) noexcept {
    return !c.posted.opening && c.native.load() != nullptr;
  }
  [[gnu::noinline, gnu::cold]] void compare(communicator& c, collective of) {
    this->check_own_arguments(c, {of, kind});
  }
  template <class Staged, class... Arguments>
  int run(const dispatch& what, Arguments&&... arguments) {
    auto c = this->template make<Staged>(kind, what, std::forward<Arguments>(arguments)...);
    if (what.at.native.load(std::memory_order_acquire)) [[unlikely]]
      this->keep_native(*c);
    return post(std::move(c), this->request());
  }
  /// True if a call for the MPI library waits for earlier calls, which wait until the communicator is open:
  /// the MPI library may serve these, too, and gets all calls in the same order on all processes.
  [[nodiscard]] [[gnu::noinline, gnu::cold]] bool waits_for_others(const communicator& c) const {
    const progress::hold lock;
    return !c.posted.waiting.empty() && this->can_wait();
  }
  /// Passes the call to the MPI library after those calls. (Meanwhile, another thread may have opened the
  /// communicator.)
  int run_natively(const dispatch& what) {
    auto c = this->template make<nothing_to_stage>(kind, what);
    this->keep_native(*c);
    return post(std::move(c), this->request());
  }
};

/// A call that is prepared when the function returns. MPI_Start begins it.
template <class Call>
class persistent : public with_request<Call> {
 public:
  static constexpr form kind = form::persistent;
  [[nodiscard]] static choosing chooser(const communicator& c) noexcept { return {*c.choosers.posted, kind}; }
  persistent(MPI_Request* request, const Call& call) noexcept : with_request<Call>(request, call) {}

  [[nodiscard]] communicator* find(MPI_Comm comm, collective of) const {
    return this->serves(comm, kind) ? find_communicator_of(this->call(), comm, {of, kind}) : nullptr;
  }
  static void find_neighbours(communicator& c) { agree_on_neighbours(c, agreeing::waits); }
  [[nodiscard]] static bool stays_native(communicator& c) { return still_native(c); }
  [[gnu::noinline, gnu::cold]] void compare(communicator& c, collective of) {
    this->check_own_arguments(c, {of, kind});
  }
  template <class Staged, class... Arguments>
  int run(const dispatch& what, Arguments&&... arguments) {
    owned_communicator owned(new communicator);
    communicator& own = *owned;
    enter(what.at);
    if (!open_like(own, what.at)) return this->call().native();
    own.has_stray_messages = true;  // if this fails: others may have made the operation, and may start it
    own.recorded = recorder::place_of_persistent(what.at.recorded, own.first_tag(), what.of);
    if (what.at.recorded != record::nowhere) own.line = what.at.line;
    const dispatch d(what, own);
    auto c = this->template make<Staged>(kind, d, std::forward<Arguments>(arguments)...);
    c->make_ready();
    const int code = keep_persistent(std::move(owned), std::move(c), this->request());
    own.has_stray_messages = false;
    return code;
  }
};

}  // namespace tutti::mpi
