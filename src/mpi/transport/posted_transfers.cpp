#include "mpi/transport/posted_transfers.hpp"

#include <algorithm>

#include "mpi/library/errors.hpp"
#include "mpi/library/library_calls.hpp"
#include "mpi/library/quirks.hpp"
#include "mpi/progress/progress.hpp"
#include "mpi/runtime/never_destroyed.hpp"
#include "mpi/transport/messages.hpp"
#include "tutti/memory.hpp"

namespace tutti::mpi {

void posted_transfers::prepare(const transfer& t) {
  if (t.from != nobody) {
    coming_.push_back({t.in, t.in, t.from});
    if (self_.packed(t.in)) coming_.back().travels = packed_.emplace_back(self_, t.in.bytes());
  }
  if (t.to != nobody) {
    going_.push_back({t.out, t.to});
    if (!self_.packed(t.out)) return;
    const buffer copy = packed_.emplace_back(self_, t.out.bytes());
    self_.pack(t.out, copy.data);
    going_.back().travels = copy;
  }
}

template <class Begin>
void posted_transfers::request(std::size_t expected, Begin begin) {
  expected_.push_back(expected);
  const int code = begin(&requests_.emplace_back(MPI_REQUEST_NULL));
  if (code == MPI_SUCCESS) return;
  self_.record_error(code);
  requests_.back() = MPI_REQUEST_NULL;
  expected_.back() = progress::no_receive;
}

template <class Buffer, class Each>
void posted_transfers::each_segment(Buffer b, Each each) {
  const std::size_t bytes = b.bytes(), most = self_.via().segment;
  const auto length = [bytes, most](std::size_t first) { return std::min(most, bytes - first); };
  if (in_parts(b)) {
    if (bytes <= most) return each(parts_buffer(*b.type->parts), bytes);
    for (std::size_t first = 0; first < bytes; first += most)
      each(parts_buffer(bytes_of(*b.type->parts, first, length(first))), length(first));
    return;
  }
  if (bytes <= most) return each(mpi_buffer(b), bytes);
  b = {b.data, bytes, byte_type};
  for (std::size_t first = 0; first < bytes; first += most)
    each(mpi_buffer(b.slice(first, length(first))), length(first));
}

void posted_transfers::post(const arrival& a) {
  each_segment(a.travels, [this, &a](const auto& m, std::size_t bytes) {
    request(bytes, [&](MPI_Request* r) {
      return PMPI_Irecv(m.data(), m.count(), m.type(), self_.in_world(a.from), self_.tag_here(),
                        self_.via().channel, r);
    });
  });
}

void posted_transfers::post(const departure& d) {
  each_segment(d.travels, [this, &d](const auto& m, std::size_t) {
    request(progress::no_receive, [&](MPI_Request* r) {
      return next_pmpi.Isend(m.data(), m.count(), m.type(), self_.in_world(d.to), self_.tag_to(d.to),
                             self_.via().channel, r);
    });
  });
}

void posted_transfers::begin(std::span<const transfer> all) {
  for (const transfer& t : all) prepare(t);
  for (const arrival& a : coming_) post(a);
  for (const departure& d : going_) post(d);
}

void posted_transfers::ended(std::size_t request, int code, const MPI_Status& status) noexcept {
  if (expected_[request] == progress::no_receive)
    self_.record_error(code);
  else
    self_.arrived(code, status, expected_[request]);
  expected_[request] = progress::no_receive;
}

// Waits for all requests at once, and after a failure for each of the remaining ones. With MPICH, waits for
// each request separately, because MPICH's MPI_Waitall passes failures to the error handler of
// MPI_COMM_WORLD, but its MPI_Wait to that of the channel.
void posted_transfers::wait() {
  if (!quirks::failed_requests_call_world_handler()) {
    const workspace<MPI_Status> statuses(requests_.size());
    const int returned =
        next_pmpi.Waitall(static_cast<int>(requests_.size()), requests_.data(), statuses.data());
    for (std::size_t i = 0; i < requests_.size(); ++i)
      if (requests_[i] == MPI_REQUEST_NULL) ended(i, code_of(returned, statuses[i]), statuses[i]);
  }
  for (std::size_t i = 0; i < requests_.size(); ++i) {
    if (requests_[i] == MPI_REQUEST_NULL) continue;
    MPI_Status status;
    const int code = next_pmpi.Wait(&requests_[i], &status);
    ended(i, code, status);
  }
  finish();
}

void posted_transfers::test() {
  for (std::size_t i = 0; i < requests_.size(); ++i) {
    if (requests_[i] == MPI_REQUEST_NULL) continue;
    MPI_Status status;
    int flag = 0;
    const int code = next_pmpi.Test(&requests_[i], &flag, &status);
    if (flag || code != MPI_SUCCESS) ended(i, code, status);
  }
}

void posted_transfers::finish() {
  requests_.clear();
  expected_.clear();
  for (const arrival& a : coming_)
    if (a.travels.data != a.wanted.data) self_.unpack(a.travels.data, a.wanted);
  coming_.clear();
  going_.clear();
  packed_.clear();
}

// Requests are outstanding here only if memory runs out while others are posted. A receive is cancelled. If
// its message has begun to arrive, the rest arrives without any action of the sender's program. Sends are
// left to the MPI library, with the packed copies. Sends cannot be cancelled, and waiting for them might take
// forever: their receivers may wait for messages that were not posted.
void posted_transfers::abandon() noexcept {
  bool sends = false;
  for (std::size_t i = 0; i < requests_.size(); ++i) {
    if (requests_[i] == MPI_REQUEST_NULL) continue;
    if (expected_[i] == progress::no_receive) {
      next_pmpi.Request_free(&requests_[i]);
      sends = true;
    } else if (next_pmpi.Cancel(&requests_[i]) == MPI_SUCCESS) {
      next_pmpi.Wait(&requests_[i], MPI_STATUS_IGNORE);
    }
  }
  static never_destroyed<std::list<scratch>> still_sent;
  if (sends) still_sent->splice(still_sent->end(), packed_);
}

}  // namespace tutti::mpi
