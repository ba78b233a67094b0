#include "mpi/requests/posted_call.hpp"

#include <new>

#include "mpi/check/compare.hpp"
#include "mpi/communicators/failed_call.hpp"
#include "mpi/observe/stopwatch.hpp"
#include "mpi/progress/progress.hpp"
#include "mpi/runtime/run_state.hpp"

namespace tutti::mpi {

// The MPI library's own call, and the wait for it.
class posted_call::native_call final : public progress::waiter {
 public:
  native_call(posted_call& of, std::function<int(MPI_Request*)> call) : of_(of), call_(std::move(call)) {}

  MPI_Request post() const {
    MPI_Request request = MPI_REQUEST_NULL;
    if (const int code = call_(&request); code != MPI_SUCCESS) throw failure(code, true);
    return request;
  }

 private:
  bool ended(int code, const MPI_Status&, std::size_t) noexcept override {
    of_.code_ = code;
    return true;
  }
  void go_on() override { of_.end(); }

  posted_call& of_;
  std::function<int(MPI_Request*)> call_;
};

posted_call::posted_call(form as, const dispatch& what, kept_handles kept)
    : queued_call(what.at),
      as_(as),
      what_(what),
      kept_(std::move(kept)),
      watch_(reporting()),
      record_(as == form::blocking ? nullptr : what.at.line),
      call_state_(as == form::persistent ? call_state::ended : call_state::not_begun) {}

posted_call::~posted_call() = default;

// (Data on a GPU are staged anew in each run.)
void posted_call::make_ready() {
  self_.emplace(what_.at.via, 0, *this, true);
  prepare();
  if (!keeps_staged()) give_back();
}

bool posted_call::keeps_staged() const noexcept {
  return is_persistent() && !failed() && host_ && !host_->used();
}

void posted_call::give_back() noexcept {
  unstage();
  host_.reset();
}

void posted_call::compare_first(std::shared_ptr<const statement> states) { states_ = std::move(states); }

void posted_call::keep_native(std::function<int(MPI_Request*)> call) {
  native_ = std::make_unique<native_call>(*this, std::move(call));
}

bool posted_call::post(int looks) {
  communicator& c = what_.at;
  make_place_under_way();
  call_ = c.calls;
  if (!c.posted.opening && (c.native || is_native())) [[unlikely]] {  // the opening has just ended
    if (as_ == form::nonblocking) record_.posted();
    begin_natively();
    if (failed()) return false;
  } else if (c.posted.opening || !c.posted.waiting.empty() || tag_is_taken(*this)) {
    c.posted.waiting.push_back(this);
    join_under_way();
    if (as_ == form::nonblocking) record_.posted();
  } else {
    if (as_ == form::nonblocking) record_.posted();
    if (!begin(progress::any_under_way() ? 0 : looks)) return false;
  }
  enter(c);
  return true;
}

// Runs `step`. If it throws, stores the error as the result of the call and returns false.
template <class Step>
bool posted_call::attempted(Step step) {
  try {
    step();
    return true;
  } catch (const failure& f) {
    code_ = f.code();
    handled_ = f.handled();
  } catch (const std::bad_alloc&) {
    code_ = MPI_ERR_NO_MEM;
  } catch (...) {
    code_ = MPI_ERR_OTHER;
    thrown_ = std::current_exception();
  }
  return false;
}

bool posted_call::begin(int looks) {
  note_tag(*this, true);
  call_state_.store(call_state::begun, std::memory_order_relaxed);
  const int number = static_cast<int>(call_ & what_.at.call_mask);
  if (self_)
    self_->next_call(number);
  else
    self_.emplace(what_.at.via, number, *this, is_persistent());
  const bool serves = attempted([this] {
    if (is_neighbourhood(what_.of) && !host_) settle();
    if (states_) [[unlikely]]
      task_ = compared_program();
    else
      task_ = staged_program();
  });
  if (!serves) {
    end();
    return false;
  }
  if (task_) {
    self_->allow_polls(what_.at.via.crowded ? 0 : looks);
    task_->start();
    if (!task_->done()) {
      self_->allow_polls(0);
      if (!is_under_way()) join_under_way();
      return true;
    }
  }
  end_if_finished();
  return true;
}

// The processes may only now have agreed on the graph that decides.
void posted_call::settle() {
  what_.settle();
  if (as_ == form::nonblocking) record_.posted_with(what_.recorded_algorithm());
}

// Other collectives on the communicator wait for those before them, so that all processes pass them to the
// MPI library in the same order. Some calls do not wait for the opening: MPI_Comm_dup and others, and calls
// that the MPI library must decide at once. On some processes they may precede this call.
void posted_call::begin_natively() {
  if (!native_) return fail(MPI_ERR_OTHER);  // its arguments have not lasted until now
  if (!is_native()) {
    what_.decided = {.refused = what_.at.native};
    what_.size = {};
    if (as_ == form::nonblocking) record_.posted_with(what_.recorded_algorithm());
  }
  MPI_Request request = MPI_REQUEST_NULL;
  const bool posted = attempted([&] {
    progress::make_room(1);
    request = native_->post();
  });
  if (!posted || request == MPI_REQUEST_NULL) return end();
  if (!is_under_way()) join_under_way();
  progress::await(request, *native_, progress::no_receive);
}

void posted_call::prepare() {
  host_.emplace(*self_);
  stage(*self_, *host_, what_);
}

std::optional<task> posted_call::staged_program() {
  if (!host_) prepare();
  return serve(*self_, what_);
}

task posted_call::compared_program() {
  co_await compare_statements(*self_, *states_);
  std::optional<task> served = staged_program();
  if (served) co_await std::move(*served);
}

void posted_call::end_if_finished() {
  if (task_ && !task_->done()) return;
  attempted([this] {
    if (task_) task_->rethrow();
    finish();
    check(self_->failed());
    if (host_->used()) [[unlikely]] {
      what_.at.posted.tally.note_staged();
      host_->copy_back();
    }
  });
  end();
}

void posted_call::fail(int code) {
  code_ = code;
  end();
}

void posted_call::rethrow() const {
  if (thrown_) std::rethrow_exception(thrown_);
  if (failed()) throw failure(code_, handled_);
}

void posted_call::restart() {
  constexpr int looks = 30;
  call_state_ = call_state::not_begun;
  code_ = MPI_SUCCESS;
  handled_ = false;
  thrown_ = nullptr;
  watch_ = stopwatch(reporting());
  ++what_.at.calls;
  record_.started(what_.at);
  try {
    (void)post(looks);
  } catch (const std::bad_alloc&) {
    fail(MPI_ERR_NO_MEM);
  }
}

// Without an owner, another thread that waits for the call may destroy it as soon as its state has changed.
void posted_call::end() {
  communicator& c = what_.at;
  if (failed()) [[unlikely]] {
    c.has_stray_messages = true;
    if (!thrown_ && !c.posted.freed) name_failed(what_, as_);
  } else if (counts()) {
    watch_.note(c.posted.tally, what_.counted(as_));
  }
  task_.reset();
  if (!keeps_staged()) give_back();
  if (as_ != form::blocking) record_.ended();
  if (!is_persistent()) kept_ = {};
  if (is_under_way()) leave_under_way();
  if (owner_) {
    if (thrown_)
      progress::defer_notice(thrown_);
    else if (failed() && !handled_ && !c.posted.freed)
      progress::defer_notice(c.handle, code_);
  }
  if (begun()) note_tag(*this, false);
  if (!c.posted.waiting.empty() || c.posted.freed) [[unlikely]]
    start_waiting_calls(c);
  call_owner* const owner = owner_;
  call_state_.store(call_state::ended, std::memory_order_release);
  if (owner) owner->call_has_ended();
}

int wait_for(posted_call& c) {
  {
    const progress::hold lock;
    if (!c.post()) c.rethrow();
  }
  progress::until([&c] { return c.has_ended(); });
  c.rethrow();
  return MPI_SUCCESS;
}

}  // namespace tutti::mpi
