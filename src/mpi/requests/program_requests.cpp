#include "mpi/requests/program_requests.hpp"

#include <algorithm>
#include <utility>

#include "mpi/check/pending.hpp"
#include "mpi/communicators/communicator_list.hpp"
#include "mpi/library/library_calls.hpp"
#include "mpi/library/quirks.hpp"
#include "mpi/progress/progress.hpp"
#include "mpi/runtime/never_destroyed.hpp"
#include "mpi/runtime/run_state.hpp"
#include "mpi/start/world.hpp"

namespace tutti::mpi {
namespace {

// The tags of the messages that complete requests, which the process sends to itself. `free` has room for all
// of them.
struct request_tags {
  std::vector<int> free;
  std::size_t used = 0;
};

request_tags& tags() {
  static never_destroyed<request_tags> one;
  return *one;
}

// Ensures room for one more element.
template <class Element>
void make_room(std::vector<Element>& list, std::size_t elements) {
  if (list.capacity() <= elements) list.reserve(2 * elements + 1);
}

// An inactive persistent receive.
MPI_Request inactive_receive(int tag) {
  MPI_Request handle = MPI_REQUEST_NULL;
  check(PMPI_Recv_init(nullptr, 0, MPI_BYTE, 0, tag, this_world()->requests, &handle));
  return handle;
}

}  // namespace

constinit int deferred_requests = 0;
constinit std::atomic<request_table*> request_table_if_made{nullptr};

end_tag::end_tag() {
  request_tags& t = tags();
  if (t.free.empty()) {
    make_room(t.free, t.used);
    value_ = static_cast<int>(t.used++);
  } else {
    value_ = t.free.back();
    t.free.pop_back();
  }
}

end_tag::~end_tag() { tags().free.push_back(value_); }

program_request::program_request(kind k) : state_(k == kind::spare ? state::spare : state::active) {
  if (k == kind::spare)
    handle_ = inactive_receive(0);
  else
    tag_.emplace();
}

program_request::program_request(owned_communicator own, std::unique_ptr<posted_call> call)
    : state_(state::inactive), own_(std::move(own)), call_(std::move(call)) {
  handle_ = inactive_receive(tag_.emplace().value());
  call_->set_owner(*this);
}

program_request::~program_request() {
  if (lasts() && call_->states()) [[unlikely]]
    forget_pending(handle_);
}

bool program_request::is_inactive() {
  if (state_ != state::active) return state_ == state::inactive;
  int flag = 0;
  MPI_Status status;  // empty if the request is inactive
  if (next_pmpi.Request_get_status(handle_, &flag, &status) != MPI_SUCCESS || !flag ||
      status.MPI_TAG != MPI_ANY_TAG)
    return false;
  state_ = state::inactive;
  return true;
}

void program_request::serve(std::unique_ptr<posted_call> call) noexcept {
  call_ = std::move(call);
  call_->set_owner(*this);
  state_ = state::deferred;
  ++deferred_requests;
}

void program_request::activate(std::unique_ptr<posted_call> call) {
  call_ = std::move(call);
  call_->set_owner(*this);
  MPI_Request receive = MPI_REQUEST_NULL;
  check(PMPI_Irecv(nullptr, 0, MPI_BYTE, 0, tag_->value(), this_world()->requests, &receive));
  if (call_->states()) [[unlikely]] {
    try {
      begin_pending(receive, call_->states());
    } catch (...) {
      if (next_pmpi.Cancel(&receive) == MPI_SUCCESS) next_pmpi.Wait(&receive, MPI_STATUS_IGNORE);
      throw;
    }
  }
  handle_ = receive;
}

void program_request::start(completed_by whom) {
  if (call_->states()) [[unlikely]]
    begin_pending(handle_, call_->states());
  if (whom == completed_by::tutti) {
    state_ = state::deferred;
    ++deferred_requests;
  } else {
    state_ = state::active;
  }
  call_->restart();
}

void program_request::complete() noexcept {
  --deferred_requests;
  state_ = lasts() ? state::inactive : state::spare;
  if (!lasts()) call_.reset();
}

// A deferred request needs no message: the program's wait looks at the call itself.
void program_request::call_has_ended() {
  if (call_->states()) [[unlikely]]
    pending_has_ended(handle_, !call_->failed());
  if (state_ != state::active) return;
  send_end_message();
  if (!lasts() || (call_->failed() && quirks::failed_requests_are_freed()))
    requests().leave_to_library(*this);
}

// The receive has no room: a message of one byte makes it fail, and thus marks the call as failed.
void program_request::send_end_message() const {
  const char byte = 0;
  if (handle_ != MPI_REQUEST_NULL)
    next_pmpi.Send(&byte, call_->failed() ? 1 : 0, MPI_BYTE, 0, tag_->value(), this_world()->requests);
}

program_request* request_table::find_in_table(std::uintptr_t number, found_last& f) {
  const auto known = lasting_.find(number);
  if (known == lasting_.end()) return nullptr;
  f = {number, known->second.get()};
  return f.request;
}

bool request_table::is_under_way(MPI_Request handle) {
  if (const program_request* const known = find(handle)) return known->call() && !known->call()->has_ended();
  return handle != MPI_REQUEST_NULL &&
         std::ranges::any_of(active_once_, [handle](const auto& r) { return r->handle() == handle; });
}

program_request& request_table::add(std::unique_ptr<program_request> request) {
  program_request& added = *request;
  MPI_Request handle = added.handle();
  try {
    lasting_.emplace(number_of(handle), std::move(request));
  } catch (...) {
    next_pmpi.Request_free(&handle);
    throw;
  }
  size_.store(lasting_.size(), std::memory_order_relaxed);
  return added;
}

void request_table::make_spare() {
  if (!spare_.empty()) [[likely]]
    return;
  make_room(spare_, lasting_.size());
  spare_.push_back(&add(std::make_unique<program_request>(program_request::kind::spare)));
}

MPI_Request request_table::defer(std::unique_ptr<posted_call> call) noexcept {
  program_request& request = *spare_.back();
  spare_.pop_back();
  request.serve(std::move(call));
  return request.handle();
}

program_request& request_table::make_active() {
  auto made = std::make_unique<program_request>(program_request::kind::active);
  made->place_ = active_once_.size();
  active_once_.push_back(std::move(made));
  return *active_once_.back();
}

MPI_Request request_table::activate(program_request& made, std::unique_ptr<posted_call> call) {
  const bool ended = call->has_ended();
  try {
    made.activate(std::move(call));
  } catch (...) {
    if (ended) discard(made);
    throw;
  }
  const MPI_Request handle = made.handle();
  if (ended) made.call_has_ended();
  return handle;
}

void request_table::complete(program_request& request, MPI_Request& handle) {
  request.complete();
  if (request.call()) return;
  spare_.push_back(&request);
  handle = MPI_REQUEST_NULL;
}

void request_table::leave_to_library(program_request& request) {
  progress::dispose(request.lasts() ? take_out(request.handle()) : taken_from_active(request));
}

std::unique_ptr<program_request> request_table::taken_from_active(program_request& request) noexcept {
  const std::size_t place = request.place_;
  std::swap(active_once_[place], active_once_.back());
  active_once_[place]->place_ = place;
  std::unique_ptr<program_request> taken = std::move(active_once_.back());
  active_once_.pop_back();
  return taken;
}

MPI_Request request_table::add_persistent(owned_communicator own, std::unique_ptr<posted_call> call) {
  const MPI_Request handle = add(std::make_unique<program_request>(std::move(own), std::move(call))).handle();
  ++persistent_;
  return handle;
}

std::unique_ptr<program_request> request_table::take_out(MPI_Request handle) {
  const auto known = lasting_.find(number_of(handle));
  std::unique_ptr<program_request> request = std::move(known->second);
  last_place(known->first) = {};
  lasting_.erase(known);
  size_.store(lasting_.size(), std::memory_order_relaxed);
  --persistent_;
  return request;
}

void request_table::remove_persistent(MPI_Request handle) {
  const std::unique_ptr<program_request> removed = take_out(handle);
  if (removed->is_deferred()) removed->complete();
}

void request_table::forget_handle(MPI_Comm freed) {
  if (persistent_ == 0) return;
  for (const auto& [number, request] : lasting_)
    if (communicator* const own = request->own_communicator(); own && own->handle == freed)
      own->handle = MPI_COMM_NULL;
}

// MPICH's requests end with MPI. They are not freed, because MPICH's MPI_Request_free makes progress. In
// MPI_Finalize, another process may have closed its connections already, and progress may then wait for that
// process forever if UCX uses TCP: closing a connection takes an answer, which MPICH 4.0 no longer gives.
void request_table::free_spare() noexcept {
  for (program_request* const r : spare_) {
    const std::uintptr_t number = number_of(r->handle_);
    if (!quirks::freeing_requests_waits()) next_pmpi.Request_free(&r->handle_);
    lasting_.erase(number);  // destroys the request
  }
  spare_.clear();
  last_ = {};
  size_.store(lasting_.size(), std::memory_order_relaxed);
}

// The requests are not destroyed: their handles, datatypes and communicators have ended, too.
void request_table::forget_all() noexcept {
  for (auto& [number, request] : lasting_) {
    if (request->lasts() && request->call()->states()) forget_pending(request->handle());
    (void)request.release();
  }
  for (auto& request : active_once_) (void)request.release();
  lasting_.clear();
  active_once_.clear();
  spare_.clear();
  last_ = {};
  persistent_ = 0;
  size_.store(0, std::memory_order_relaxed);
  deferred_requests = 0;
}

request_table& make_request_table() {
  request_table_if_made = new request_table;
  return *request_table_if_made;
}

program_request* request_of(MPI_Request handle) {
  if (!any_requests()) return nullptr;
  const auto with_call = [handle] {
    program_request* const found = requests().find(handle);
    return found && found->call() ? found : nullptr;
  };
  if (!this_run.threads) [[likely]]
    return with_call();
  const progress::hold lock;
  return with_call();
}

void forget_requests() noexcept {
  const progress::hold lock;
  if (request_table* const made = request_table_if_made.load(std::memory_order_acquire)) made->forget_all();
}

}  // namespace tutti::mpi
