#include "mpi/posted_call.hpp"

#include <algorithm>
#include <new>
#include <vector>

#include "mpi/forms.hpp"
#include "mpi/pending.hpp"

namespace tutti::mpi {
namespace {

// All calls that are under way, and the tags of their requests: a number comes again when its call has ended.
struct calls_under_way {
  std::vector<posted_call*> calls;
  std::vector<int> free_slots;
  int slots = 0;
};

calls_under_way& under_way() {
  static calls_under_way* const one = new calls_under_way;
  return *one;
}

int take_slot() {
  calls_under_way& u = under_way();
  if (u.free_slots.empty()) return u.slots++;
  const int slot = u.free_slots.back();
  u.free_slots.pop_back();
  return slot;
}

// Whether another call of the communicator that is under way has this one's tag. So many are under way at once in hardly any
// program: tags are noted from the first time on that they might be too few.
bool tag_is_taken(const posted_call& c) {
  communicator::posted_calls& p = c.at().posted;
  const unsigned last = c.at().last_call;
  if (p.tags.empty()) {
    if (c.call() - p.since <= last) return false;
    p.tags.resize(std::size_t{last} + 1);
    for (const posted_call* other : under_way().calls)
      if (&other->at() == &c.at() && other->begun()) p.tags[other->call() & last] = true;
  }
  return p.tags[c.call() & last];
}

void note_tag(const posted_call& c, bool taken) {
  communicator::posted_calls& p = c.at().posted;
  if (!p.tags.empty()) [[unlikely]]
    p.tags[c.call() & c.at().last_call] = taken;
}

task compared(process& self, const statement& states, task then) {
  co_await compare_statements(self, states);
  co_await std::move(then);
}

}  // namespace

// Those that end at once come back here, and leave it to the first one.
void begin_waiting(communicator& s) {
  if (s.posted.beginning) return;
  s.posted.beginning = true;
  while (!s.posted.waiting.empty() && !s.posted.opening) {
    posted_call* const first = s.posted.waiting.front();
    if (!s.native && tag_is_taken(*first)) break;
    s.posted.waiting.pop_front();
    if (s.native)
      first->fail(MPI_ERR_OTHER);
    else
      first->begin();
  }
  s.posted.beginning = false;
  if (s.posted.freed && s.posted.under_way == 0 && !s.posted.opening) close_communicator(&s);
}

posted_call::posted_call(form as, const dispatch& what, lasting kept)
    : as_(as),
      what_(what),
      kept_(std::move(kept)),
      watch_(reporting()),
      record_(as == form::blocking ? nullptr : what.at.line) {}

posted_call::~posted_call() {
  if (slot_ >= 0) under_way().free_slots.push_back(slot_);
  if (states_ && as_ == form::persistent) [[unlikely]]
    forget_pending(request_);
}

void posted_call::compare_first(std::shared_ptr<statement> states) { states_ = std::move(states); }

void posted_call::post() {
  communicator& s = what_.at;
  call_ = s.calls;
  if (as_ == form::nonblocking) record_.posted();
  place_ = under_way().calls.size();
  under_way().calls.push_back(this);
  progress::changed(progress::reasons, 1);
  if (progress::changed(s.posted.under_way, 1) == 1) s.posted.since = call_;
  if (s.posted.opening || !s.posted.waiting.empty() || tag_is_taken(*this))
    s.posted.waiting.push_back(this);
  else
    begin();
}

void posted_call::begin() {
  note_tag(*this, true);
  begun_ = true;
  if (is_neighbourhood(what_.of)) what_.settle();
  self_.emplace(what_.at.by, static_cast<int>(call_ & what_.at.last_call), *this);
  host_.emplace(*self_);
  try {
    task call = serve(*self_, *host_, what_);
    task_.emplace(states_ ? compared(*self_, *states_, std::move(call)) : std::move(call));
  } catch (const std::bad_alloc&) {
    return fail(MPI_ERR_NO_MEM);
  }
  task_->start();
  went_on();
}

void posted_call::went_on() {
  if (!task_->done()) return;
  try {
    task_->rethrow();
    check(self_->failed());
    if (host_->used()) [[unlikely]] {
      what_.at.posted.happened.note_staged();
      host_->copy_back();
    }
  } catch (const failure& f) {
    code_ = f.code();
  } catch (const std::bad_alloc&) {
    code_ = MPI_ERR_NO_MEM;
  } catch (...) {
    code_ = MPI_ERR_OTHER;
    thrown_ = std::current_exception();
  }
  ended();
}

void posted_call::fail(int code) {
  code_ = code;
  ended();
}

void posted_call::rethrow() const {
  if (thrown_) std::rethrow_exception(thrown_);
  check(code_);
}

MPI_Request posted_call::make_request() {
  slot_ = take_slot();
  check(PMPI_Irecv(nullptr, 0, MPI_BYTE, 0, slot_, this_world()->requests, &request_));
  if (states_) [[unlikely]]
    begin_pending(request_, states_);
  if (done()) end_request();
  return request_;
}

MPI_Request posted_call::make_persistent() {
  slot_ = take_slot();
  ended_ = true;
  check(PMPI_Recv_init(nullptr, 0, MPI_BYTE, 0, slot_, this_world()->requests, &request_));
  return request_;
}

// A byte too many says that the call has failed.
void posted_call::end_request() const {
  if (states_) [[unlikely]]
    pending_has_ended(request_, code_ == MPI_SUCCESS);
  const char byte = 0;
  PMPI_Send(&byte, code_ == MPI_SUCCESS ? 0 : 1, MPI_BYTE, 0, slot_, this_world()->requests);
}

void posted_call::restart() {
  ended_ = false;
  code_ = MPI_SUCCESS;
  thrown_ = nullptr;
  watch_ = stopwatch(reporting());
  ++what_.at.calls;
  record_.started(what_.at);
  if (states_) [[unlikely]] {
    forget_pending(request_);  // an earlier start, and what it met
    if (states_->pending) states_->fault = nullptr, states_->pending.reset();
    look_at_pending(*states_);
    begin_pending(request_, states_);
  }
  post();
}

// The last thing that happens to it here: whoever waits for it in another thread may end it at once.
void posted_call::ended() {
  communicator& s = what_.at;
  if (code_ != MPI_SUCCESS)
    s.left_over = true;
  else if (counts())
    watch_.note(s.posted.happened, {what_.of, as_}, what_.decided.use, what_.decided.refused, what_.bytes,
                s.counts);
  host_.reset();
  if (as_ != form::blocking) record_.ended();
  const bool again = as_ == form::persistent;
  if (!again) kept_ = {};
  auto& calls = under_way().calls;
  calls.back()->place_ = place_;
  calls[place_] = calls.back();
  calls.pop_back();
  progress::changed(progress::reasons, -1);
  const bool last = progress::changed(s.posted.under_way, -1) == 0;
  if (slot_ >= 0) {
    if (thrown_)
      progress::tell(thrown_);
    else if (code_ != MPI_SUCCESS && !s.posted.freed)
      progress::tell(s.handle, code_);
    end_request();
  }
  if (begun_) note_tag(*this, false);
  begun_ = false;
  if (!s.posted.waiting.empty() || (last && s.posted.freed)) [[unlikely]]
    begin_waiting(s);
  if (slot_ >= 0 && !again)
    delete this;
  else
    ended_.store(true, std::memory_order_release);
}

bool still_native(communicator& s) {
  progress::until([&s] { return !s.posted.opening.load(std::memory_order_acquire); });
  return s.native != nullptr;
}

void meet_on(MPI_Comm comm) {
  if (state.now != phase::serving || !state.posts || !this_world() || !all_run_tutti(comm)) return;
  MPI_Request request = MPI_REQUEST_NULL;
  int flag = PMPI_Ibarrier(comm, &request) != MPI_SUCCESS;
  progress::until(
      [&] { return flag || PMPI_Test(&request, &flag, MPI_STATUS_IGNORE) != MPI_SUCCESS || flag; });
}

int wait_for(posted_call& c) {
  {
    const progress::hold all;
    c.post();
  }
  progress::until([&c] { return c.done(); });
  c.rethrow();
  return MPI_SUCCESS;
}

int post(std::unique_ptr<posted_call> c, MPI_Request& request) {
  // A request that is not needed after all costs some 300 ns. Within a node messages often arrive earlier: looking for them as long
  // as that costs at most twice the better of both.
  constexpr int looks = 30;
  request = MPI_REQUEST_NULL;
  progress::begin();
  {
    const progress::hold all;
    c->post();
    for (int k = 0; k < looks && !c->done(); ++k)
      if (!progress::look_at_only_one()) break;
    if (!c->done()) {
      request = c->make_request();
      c.release();
      return MPI_SUCCESS;
    }
  }
  c->rethrow();
  if (c->states()) [[unlikely]] {  // one that nobody else has, until it is completed
    const progress::hold all;
    request = c->make_request();
    return MPI_SUCCESS;
  }
  // A request that has ended: of a message from nobody.
  return PMPI_Irecv(nullptr, 0, MPI_BYTE, MPI_PROC_NULL, 0, this_world()->requests, &request);
}

bool is_active(MPI_Request request) {
  const progress::hold all;
  return std::ranges::any_of(under_way().calls,
                             [request](const posted_call* c) { return c->request() == request; });
}

}  // namespace tutti::mpi
