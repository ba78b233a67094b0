#include "mpi/posted_call.hpp"

#include <algorithm>
#include <new>
#include <vector>

#include "mpi/deferred.hpp"
#include "mpi/failed_call.hpp"
#include "mpi/forms.hpp"
#include "mpi/library_calls.hpp"
#include "mpi/members.hpp"
#include "mpi/never_destroyed.hpp"
#include "mpi/pending.hpp"

namespace tutti::mpi {
namespace {

// All calls that are under way, and the tags of their requests: a number comes again when its call has ended.
struct calls_under_way {
  std::vector<posted_call*> calls;
  std::vector<int> free_tags;
  int tags = 0;
};

calls_under_way& under_way() {
  static never_destroyed<calls_under_way> one;
  return *one;
}

// Tags are noted from the first time on that they might be too few.
[[gnu::noinline]] bool is_noted_tag(const posted_call& c) {
  communicator::posted_calls& p = c.at().posted;
  const unsigned last = c.at().last_call;
  if (p.tags.empty()) {
    p.tags.resize(std::size_t{last} + 1);
    for (const posted_call* other : under_way().calls)
      if (&other->at() == &c.at() && other->begun()) p.tags[other->call() & last] = true;
  }
  return p.tags[c.call() & last];
}

// Whether another call of the communicator that is under way has this one's tag. Hardly any program has that many calls under way.
inline bool tag_is_taken(const posted_call& c) {
  const communicator& at = c.at();
  const bool surely_free =
      at.posted.tags.empty() && (at.posted.under_way.load(std::memory_order_relaxed) == 0 ||
                                 c.call() - at.posted.since <= at.last_call);
  return !surely_free && is_noted_tag(c);
}

void note_tag(const posted_call& c, bool taken) {
  communicator::posted_calls& p = c.at().posted;
  if (!p.tags.empty()) [[unlikely]]
    p.tags[c.call() & c.at().last_call] = taken;
}

}  // namespace

int take_request_tag() {
  calls_under_way& u = under_way();
  if (u.free_tags.empty()) return u.tags++;
  const int tag = u.free_tags.back();
  u.free_tags.pop_back();
  return tag;
}

// Those that end at once come back here, and leave it to the first one.
void begin_waiting(communicator& c) {
  if (c.posted.beginning) return;
  c.posted.beginning = true;
  while (!c.posted.waiting.empty() && !c.posted.opening) {
    posted_call* const first = c.posted.waiting.front();
    if (!c.native && tag_is_taken(*first)) break;
    c.posted.waiting.pop_front();
    if (c.native)
      first->fail(MPI_ERR_OTHER);
    else
      first->begin();
  }
  c.posted.beginning = false;
  if (c.posted.freed && c.posted.under_way == 0 && !c.posted.opening) close_communicator(&c);
}

posted_call::posted_call(form as, const dispatch& what, kept_handles kept)
    : as_(as),
      what_(what),
      kept_(std::move(kept)),
      watch_(reporting()),
      record_(as == form::blocking ? nullptr : what.at.line) {}

posted_call::~posted_call() {
  if (tag_ >= 0) under_way().free_tags.push_back(tag_);
  if (states_ && as_ == form::persistent) [[unlikely]]
    forget_pending(request_);
}

// (What is on a GPU is copied from there each time that it runs.)
void posted_call::make_ready() {
  self_.emplace(what_.at.by, 0, *this, true);
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

// Among all that are under way: only those that wait for something are, or have begun another one.
void posted_call::join_under_way() {
  communicator& c = what_.at;
  place_ = under_way().calls.size();
  under_way().calls.push_back(this);
  progress::changed(progress::reasons, 1);
  if (progress::changed(c.posted.under_way, 1) == 1) c.posted.since = call_;
}

void posted_call::leave_under_way() {
  auto& calls = under_way().calls;
  calls.back()->place_ = place_;
  calls[place_] = calls.back();
  calls.pop_back();
  place_ = not_under_way;
  progress::changed(progress::reasons, -1);
  progress::changed(what_.at.posted.under_way, -1);
}

void posted_call::post(int looks) {
  communicator& c = what_.at;
  call_ = c.calls;
  if (as_ == form::nonblocking) record_.posted();
  if (c.posted.opening || !c.posted.waiting.empty() || tag_is_taken(*this)) {
    join_under_way();
    c.posted.waiting.push_back(this);
  } else {
    begin(progress::any_under_way() ? 0 : looks);
  }
}

// What fails meanwhile is what it ends with.
template <class Step>
bool posted_call::attempted(Step step) {
  try {
    step();
    return true;
  } catch (const failure& f) {
    code_ = f.code();
  } catch (const std::bad_alloc&) {
    code_ = MPI_ERR_NO_MEM;
  } catch (...) {
    code_ = MPI_ERR_OTHER;
    thrown_ = std::current_exception();
  }
  return false;
}

void posted_call::begin(int looks) {
  note_tag(*this, true);
  call_state_.store(call_state::begun, std::memory_order_relaxed);
  if (is_neighbourhood(what_.of) && !host_) what_.settle();
  const int number = static_cast<int>(call_ & what_.at.last_call);
  if (self_)
    self_->next_call(number);
  else
    self_.emplace(what_.at.by, number, *this, is_persistent());
  const bool serves = attempted([this] {
    if (states_) [[unlikely]]
      task_ = compared_program();
    else
      task_ = staged_program();
  });
  if (!serves) return end();
  if (task_) {
    self_->look(what_.at.by.crowded ? 0 : looks);
    task_->start();
    if (!task_->done()) {
      self_->look(0);
      if (place_ == not_under_way) join_under_way();
      return;
    }
  }
  end_if_finished();
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
      what_.at.posted.happened.note_staged();
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
  check(code_);
}

MPI_Request posted_call::make_request() {
  tag_ = take_request_tag();
  check(PMPI_Irecv(nullptr, 0, MPI_BYTE, 0, tag_, this_world()->requests, &request_));
  request_state_ = request_state::active;
  own_ = !has_ended();
  if (states_) [[unlikely]]
    begin_pending(request_, states_);
  if (has_ended()) signal_end();
  return request_;
}

MPI_Request posted_call::make_persistent() {
  tag_ = take_request_tag();
  call_state_ = call_state::ended;
  check(PMPI_Recv_init(nullptr, 0, MPI_BYTE, 0, tag_, this_world()->requests, &request_));
  request_state_ = request_state::inactive;
  return request_;
}

void posted_call::lend(MPI_Request request) noexcept {
  request_ = request;
  request_state_ = request_state::deferred;
  ++deferred::active_requests;
}

void posted_call::complete() noexcept {
  request_state_ = request_state::inactive;
  --deferred::active_requests;
}

// A byte too many says that the call has failed.
void posted_call::send_end_message() const {
  const char byte = 0;
  PMPI_Send(&byte, failed() ? 1 : 0, MPI_BYTE, 0, tag_, this_world()->requests);
}

// Who waits for a deferred call sees by itself that it has ended, and what with.
void posted_call::signal_end() {
  if (states_) [[unlikely]]
    pending_has_ended(request_, !failed());
  if (!is_deferred()) send_end_message();
}

bool posted_call::inactive() {
  if (request_state_ != request_state::active) return true;
  int flag = 0;
  MPI_Status status;  // an empty one, if it is
  if (next_pmpi.Request_get_status(request_, &flag, &status) != MPI_SUCCESS || !flag ||
      status.MPI_TAG != MPI_ANY_TAG)
    return false;
  request_state_ = request_state::inactive;
  return true;
}

void posted_call::restart(request_start how) {
  constexpr int looks = 30;
  call_state_ = call_state::not_begun;
  code_ = MPI_SUCCESS;
  thrown_ = nullptr;
  if (how == request_start::deferred) {
    request_state_ = request_state::deferred;
    ++deferred::active_requests;
  } else {
    request_state_ = request_state::active;
  }
  watch_ = stopwatch(reporting());
  ++what_.at.calls;
  record_.started(what_.at);
  if (states_) [[unlikely]]
    begin_pending(request_, states_);
  post(looks);
}

// The last thing that happens to it here: whoever waits for it in another thread may end it at once.
void posted_call::end() {
  communicator& c = what_.at;
  if (failed()) [[unlikely]] {
    c.left_over = true;
    if (!thrown_ && !c.posted.freed) name_failed(what_, as_);
  } else if (counts()) {
    watch_.note(c.posted.happened, what_.counted(as_));
  }
  task_.reset();
  if (!keeps_staged()) give_back();
  if (as_ != form::blocking) record_.ended();
  if (!is_persistent()) kept_ = {};
  if (place_ != not_under_way) leave_under_way();
  if (request_state_ != request_state::none) {
    if (thrown_)
      progress::defer_notice(thrown_);
    else if (failed() && !c.posted.freed)
      progress::defer_notice(c.handle, code_);
    signal_end();
  }
  if (begun()) note_tag(*this, false);
  if (!c.posted.waiting.empty() || c.posted.freed) [[unlikely]]
    begin_waiting(c);
  if (own_)
    delete this;
  else
    call_state_.store(call_state::ended, std::memory_order_release);
}

bool still_native(communicator& c) {
  progress::until([&c] { return !c.posted.opening.load(std::memory_order_acquire); });
  return c.native != nullptr;
}

void meet_on(MPI_Comm comm) {
  if (!may_post() || !all_run_tutti(comm)) return;
  MPI_Request request = MPI_REQUEST_NULL;
  if (PMPI_Ibarrier(comm, &request) != MPI_SUCCESS) return;
  progress::until_tested([&request](int* flag) { return next_pmpi.Test(&request, flag, MPI_STATUS_IGNORE); });
}

int wait_for(posted_call& c) {
  {
    const progress::hold lock;
    c.post();
  }
  progress::until([&c] { return c.has_ended(); });
  c.rethrow();
  return MPI_SUCCESS;
}

int post(std::unique_ptr<posted_call> c, MPI_Request& request) {
  // A request that is not needed after all costs some 300 ns. Within a node messages often arrive earlier: looking for them as long
  // as that costs at most twice the better of both.
  constexpr int looks = 60;
  request = MPI_REQUEST_NULL;
  progress::begin();
  {
    const progress::hold lock;
    c->post(looks);
    if (!c->states() && deferred::possible() && !(c->has_ended() && c->failed())) {
      request = keep_deferred(std::move(c));
      return MPI_SUCCESS;
    }
    if (!c->has_ended()) {
      request = c->make_request();
      c.release();
      return MPI_SUCCESS;
    }
  }
  c->rethrow();
  if (c->states()) [[unlikely]] {  // one that nobody else has, until it is completed
    const progress::hold lock;
    request = c->make_request();
    return MPI_SUCCESS;
  }
  // A request that has ended: of a message from nobody.
  return PMPI_Irecv(nullptr, 0, MPI_BYTE, MPI_PROC_NULL, 0, this_world()->requests, &request);
}

bool is_active(MPI_Request request) {
  const progress::hold lock;
  return std::ranges::any_of(under_way().calls,
                             [request](const posted_call* c) { return c->request() == request; });
}

}  // namespace tutti::mpi
