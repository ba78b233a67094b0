// The patterns that MPI lacks, for programs in C: tutti_shift and tutti_allgather_merge of tutti.h.

#include "mpi/communicators/find_communicator.hpp"
#include "mpi/data/types.hpp"
#include "mpi/library/boundary.hpp"
#include "mpi/progress/progress.hpp"
#include "mpi/requests/posted_program.hpp"
#include "tutti/algorithm.hpp"
#include "tutti/tutti.h"

using namespace tutti;
using namespace tutti::mpi;

namespace {

const datatype& layout_of(MPI_Datatype type, int count) {
  const type_entry* t = look_up(type);
  if (!t) throw failure(MPI_ERR_TYPE);
  if (count < 0) throw failure(MPI_ERR_COUNT);
  return t->layout;
}

void refuse_in_place(const void* sendbuf, const void* recvbuf) {
  if (sendbuf == MPI_IN_PLACE || recvbuf == MPI_IN_PLACE) throw failure(MPI_ERR_BUFFER);
}

const_buffer sent(const void* data, std::size_t count, const datatype& type) {
  return {static_cast<const std::byte*>(data), count, type};
}
buffer received(void* data, std::size_t count, const datatype& type) {
  return {static_cast<std::byte*>(data), count, type};
}

struct pattern {
  const algorithm& text;
  call arguments;
};

task run_pattern(process& self, void* what) {
  const auto& p = *static_cast<const pattern*>(what);
  return p.text.run(self, p.arguments);
}

int run_on(communicator& c, pattern p) {
  ++c.calls;
  run_now(c, run_pattern, &p);
  if (progress::any_undelivered()) progress::deliver_notices();  // errors of other operations
  return MPI_SUCCESS;
}

struct comparison {
  tutti_compare* compare;
  void* with;
};
bool is_less(const std::byte* a, const std::byte* b, const void* with) {
  const auto& by = *static_cast<const comparison*>(with);
  return by.compare(a, b, by.with) < 0;
}

}  // namespace

int tutti_shift(const void* sendbuf, void* recvbuf, int count, MPI_Datatype type, int distance,
                MPI_Comm comm) {
  return bounded_on(comm, [&]() -> int {
    static const algorithm& direct = *find(collective::shift, "direct");
    const datatype& layout = layout_of(type, count);
    refuse_in_place(sendbuf, recvbuf);
    communicator* c = open_to_programs(comm);
    call arguments;
    arguments.in = sent(sendbuf, static_cast<std::size_t>(count), layout);
    arguments.out = received(recvbuf, static_cast<std::size_t>(count), layout);
    arguments.root = (distance % c->size() + c->size()) % c->size();
    return run_on(*c, {direct, arguments});
  });
}

int tutti_allgather_merge(const void* sendbuf, void* recvbuf, int count, MPI_Datatype type,
                          tutti_compare* compare, void* with, MPI_Comm comm) {
  return bounded_on(comm, [&]() -> int {
    static const algorithm& census = *find(collective::allgather_merge, "census");
    const datatype& layout = layout_of(type, count);
    refuse_in_place(sendbuf, recvbuf);
    if (!layout.dense) throw failure(MPI_ERR_TYPE);
    if (!compare) throw failure(MPI_ERR_ARG);
    communicator* c = open_to_programs(comm);
    const auto n = static_cast<std::size_t>(count);
    const comparison by{compare, with};
    call arguments;
    arguments.in = sent(sendbuf, n, layout);
    arguments.recv = blocks::regular(static_cast<std::byte*>(recvbuf), n, layout, c->size());
    arguments.by = {is_less, &by};
    return run_on(*c, {census, arguments});
  });
}
