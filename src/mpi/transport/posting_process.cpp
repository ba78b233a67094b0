#include "mpi/transport/posting_process.hpp"

#include <algorithm>
#include <array>
#include <iterator>
#include <new>
#include <utility>

#include "mpi/library/library_calls.hpp"
#include "mpi/progress/quiet_world.hpp"
#include "mpi/transport/messages.hpp"

namespace tutti::mpi {

bool posting_process::start(std::span<transfer> all, const std::source_location&) {
  progress::make_room(2);
  switch (way_of(all)) {
    case way::node: {
      const bool ended = await(near_.emplace(*this, all.front()));
      if (ended) near_.reset();
      return ended;
    }
    case way::mpi: return post(all.front());
    case way::staged:
    case way::several: break;
  }
  if (!several_) several_.emplace(*this);
  begin(all);
  posted_transfers& far = several_->far();
  const std::span<MPI_Request> requests = far.requests();
  several_->near().each([](near_transfer& one) { advance(one); });  // all begin before any is awaited
  several_->near().each([this](near_transfer& one) { await(one); });
  for (std::size_t i = 0; i < requests.size(); ++i)
    if (requests[i] != MPI_REQUEST_NULL) {
      progress::await(requests[i], *this, far.expected(i));
      requests[i] = MPI_REQUEST_NULL;  // progress waits for it
      ++pending_;
    }
  if (pending_ > 0) return false;
  several_->finish();
  return true;
}

posting_process::~posting_process() {
  near_.reset();
  several_.reset();
  for (const free_block& b : free_blocks_) mpi_process::give(b.memory, b.bytes);
}

// Searches from the back, because blocks are mostly given back in reverse order.
std::byte* posting_process::take(std::size_t bytes) {
  if (!reused_) return mpi_process::take(bytes);
  const auto fits = std::find_if(free_blocks_.rbegin(), free_blocks_.rend(),
                                 [bytes](const free_block& b) { return b.bytes == bytes; });
  std::byte* memory = nullptr;
  if (fits != free_blocks_.rend()) {
    memory = fits->memory;
    free_blocks_.erase(std::next(fits).base());
  } else {
    if (free_blocks_.capacity() == free_blocks_.size() + taken_)
      free_blocks_.reserve(2 * free_blocks_.capacity() + 1);
    memory = mpi_process::take(bytes);
  }
  ++taken_;
  return memory;
}

void posting_process::give(std::byte* memory, std::size_t bytes) noexcept {
  if (!reused_) return mpi_process::give(memory, bytes);
  --taken_;
  free_blocks_.push_back({memory, bytes});
}

// If this fails, it leaves no message posted: the task gives its memory back, and another task may follow.
void posting_process::begin(std::span<transfer> all) {
  try {
    several_->begin(all);
    progress::make_room(2 * all.size() + several_->far().requests().size());
  } catch (...) {
    several_.reset();
    throw;
  }
}

// A transfer for which there is no memory is advanced again later, because the messages that have begun with
// it must not be abandoned.
bool posting_process::advance(near_transfer& one) {
  try {
    return one.advance();
  } catch (const std::bad_alloc&) {
    return false;
  }
}

bool posting_process::await(near_transfer& one) {
  do
    if (advance(one)) return true;
  while (polls_left_-- > 0);
  polls_left_ = 0;
  ++pending_;
  progress::await(one, *this);
  return false;
}

// Posts a plain message in each direction. Does not wait for a message that completes at once.
bool posting_process::post(const transfer& t) {
  // Made before a message is posted, because they may throw.
  const mpi_buffer in(t.from != nobody ? t.in : buffer{}), out(t.to != nobody ? t.out : const_buffer{});
  std::array<MPI_Request, 2> requests{MPI_REQUEST_NULL, MPI_REQUEST_NULL};
  if (t.from != nobody)
    record_error(PMPI_Irecv(in.data(), in.count(), in.type(), in_world(t.from), tag_here(), via().channel,
                            &requests[0]));
  if (t.to != nobody)
    record_error(next_pmpi.Isend(out.data(), out.count(), out.type(), in_world(t.to), tag_to(t.to),
                                 via().channel, &requests[1]));
  const std::array<std::size_t, 2> expected{t.in.bytes(), progress::no_receive};
  [[maybe_unused]] const quiet_world quiet;
  for (std::size_t i = 0; i < requests.size(); ++i) {
    if (requests[i] == MPI_REQUEST_NULL) continue;
    MPI_Status status;
    int flag = 0;
    const int code = next_pmpi.Test(&requests[i], &flag, &status);
    ++pending_;
    if (flag || code != MPI_SUCCESS)
      ended(code, status, expected[i]);
    else
      progress::await(requests[i], *this, expected[i]);
  }
  return pending_ == 0;
}

bool posting_process::ended(int code, const MPI_Status& status, std::size_t expected) noexcept {
  if (expected == progress::no_receive)
    record_error(code);
  else
    arrived(code, status, expected);
  return --pending_ == 0;
}

// Finishes the transfers before the task resumes: they point to descriptions of messages in parts, which the
// task may then change.
void posting_process::go_on() {
  near_.reset();
  if (several_) several_->finish();
  std::exchange(waiting_, nullptr).resume();
  owner_.end_if_finished();
}

}  // namespace tutti::mpi
