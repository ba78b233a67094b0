// Check mode and calls that are under way at once: what they may have in common. Any alarm is a false one.

#include <mpi.h>

#if defined(OPEN_MPI) && OMPI_MAJOR_VERSION < 5
#include <mpi-ext.h>
#define MPI_Allreduce_init MPIX_Allreduce_init
#endif

#include <algorithm>
#include <array>
#include <cstdio>
#include <vector>

namespace {

// Each of MPI's ways to complete two requests, in any order. Those that test mostly return without a
// completion at first.
constexpr int ways = 10;
void complete(int way, std::array<MPI_Request, 2>& r) {
  std::array<int, 2> places{};
  int ended = 0, where = 0;
  const auto test = [](MPI_Request& one) {
    for (int done = 0; !done;) MPI_Test(&one, &done, MPI_STATUS_IGNORE);
  };
  switch (way) {
    case 0: MPI_Waitall(2, r.data(), MPI_STATUSES_IGNORE); break;
    case 1:
      for (int k = 0; k < 2; ++k) MPI_Waitany(2, r.data(), &where, MPI_STATUS_IGNORE);
      break;
    case 2:
      for (int k = 0; k < 2; k += where)
        MPI_Waitsome(2, r.data(), &where, places.data(), MPI_STATUSES_IGNORE);
      break;
    case 3: std::ranges::for_each(r, test); break;
    case 4:
      while (!ended) MPI_Testall(2, r.data(), &ended, MPI_STATUSES_IGNORE);
      break;
    case 5:
      for (int k = 0; k < 2; k += ended) MPI_Testany(2, r.data(), &where, &ended, MPI_STATUS_IGNORE);
      break;
    case 6:
      for (int k = 0; k < 2; k += where)
        MPI_Testsome(2, r.data(), &where, places.data(), MPI_STATUSES_IGNORE);
      break;
    case 7:  // it has ended, and is completed after that
      while (!ended) MPI_Request_get_status(r[0], &ended, MPI_STATUS_IGNORE);
      MPI_Testany(1, &r[0], &where, &ended, MPI_STATUS_IGNORE);
      test(r[1]);
      break;
    case 8: {  // also asks about a request that no longer exists
      test(r[1]);
      MPI_Request_get_status(r[1], &ended, MPI_STATUS_IGNORE);
      MPI_Wait(&r[0], MPI_STATUS_IGNORE);
      break;
    }
    default:
      for (MPI_Request& one : r) MPI_Wait(&one, MPI_STATUS_IGNORE);
  }
}

// Lets both operations end, and asks by one of the calls that complete nothing.
#if MPI_VERSION > 4 || (MPI_VERSION == 4 && MPI_SUBVERSION >= 1)
constexpr int questions = 4;
#else
constexpr int questions = 1;
#endif
void hear_of_ends(int question, std::array<MPI_Request, 2>& r) {
  [[maybe_unused]] int ended = 0;
  switch (question) {
#if MPI_VERSION > 4 || (MPI_VERSION == 4 && MPI_SUBVERSION >= 1)
    case 1:
      while (!ended) MPI_Request_get_status_all(2, r.data(), &ended, MPI_STATUSES_IGNORE);
      break;
    case 2:
      for (MPI_Request& one : r)
        for (int index = 0, done = 0; !done;)
          MPI_Request_get_status_any(1, &one, &index, &done, MPI_STATUS_IGNORE);
      break;
    case 3:
      for (std::array<int, 2> places{}; ended < 2;)
        MPI_Request_get_status_some(2, r.data(), &ended, places.data(), MPI_STATUSES_IGNORE);
      break;
#endif
    default:
      for (MPI_Request& one : r)
        for (int done = 0; !done;) MPI_Request_get_status(one, &done, MPI_STATUS_IGNORE);
  }
}

// True if MPI_Request_get_status_some reports a persistent request again and again. In MPICH 4.2 it makes the
// request inactive.
bool reports_persistent_requests_twice() {
  int reports = 0;
#if MPI_VERSION > 4 || (MPI_VERSION == 4 && MPI_SUBVERSION >= 1)
  const int sent = 1;
  int got = 0, index = 0;
  MPI_Request receive = MPI_REQUEST_NULL;
  MPI_Recv_init(&got, 1, MPI_INT, 0, 0, MPI_COMM_SELF, &receive);
  MPI_Start(&receive);
  MPI_Send(&sent, 1, MPI_INT, 0, 0, MPI_COMM_SELF);
  while (reports == 0) MPI_Request_get_status_some(1, &receive, &reports, &index, MPI_STATUSES_IGNORE);
  MPI_Request_get_status_some(1, &receive, &reports, &index, MPI_STATUSES_IGNORE);
  MPI_Wait(&receive, MPI_STATUS_IGNORE);
  MPI_Request_free(&receive);
#endif
  return reports == 1;
}

// Then their memory may be used, and they are completed later.
int use_before_completion(MPI_Comm comm, int p) {
  const bool twice = reports_persistent_requests_twice();
  std::array<double, 4> in{1, 2, 3, 4}, out{}, other{};
  std::array<MPI_Request, 2> kept{};
  MPI_Allreduce_init(in.data(), out.data(), 4, MPI_DOUBLE, MPI_SUM, comm, MPI_INFO_NULL, &kept[0]);
  MPI_Allreduce_init(in.data(), other.data(), 4, MPI_DOUBLE, MPI_SUM, comm, MPI_INFO_NULL, &kept[1]);
  int failures = 0;
  for (int round = 0; round < 3; ++round)
    for (int question = 0; question < questions; ++question)
      for (const bool lasts : {false, true}) {
        if (question == 3 && lasts && !twice) continue;
        std::array<MPI_Request, 2> once{};
        std::array<MPI_Request, 2>& r = lasts ? kept : once;
        if (lasts) {
          MPI_Startall(2, kept.data());
        } else {
          MPI_Iallreduce(in.data(), out.data(), 4, MPI_DOUBLE, MPI_SUM, comm, &once[0]);
          MPI_Iallreduce(in.data(), other.data(), 4, MPI_DOUBLE, MPI_SUM, comm, &once[1]);
        }
        hear_of_ends(question, r);
        failures += out[3] != 4.0 * p || other[3] != 4.0 * p;
        MPI_Bcast(in.data(), 4, MPI_DOUBLE, 0, comm);
        MPI_Allreduce(in.data(), other.data(), 4, MPI_DOUBLE, MPI_MAX, comm);
        MPI_Bcast(out.data(), 4, MPI_DOUBLE, p - 1, comm);
        MPI_Waitall(2, r.data(), MPI_STATUSES_IGNORE);
      }
  for (MPI_Request& one : kept) MPI_Request_free(&one);
  return failures;
}

// After completion, memory and handles may be reused, whichever call completed the operation, and whatever
// request now has its number.
int use_again(MPI_Comm comm, int rank, int p) {
  std::array<double, 4> in{1, 2, 3, 4}, out{}, other{};
  std::array<MPI_Request, 2> kept{};
  MPI_Allreduce_init(in.data(), out.data(), 4, MPI_DOUBLE, MPI_SUM, comm, MPI_INFO_NULL, &kept[0]);
  MPI_Allreduce_init(in.data(), other.data(), 4, MPI_DOUBLE, MPI_SUM, comm, MPI_INFO_NULL, &kept[1]);
  int failures = 0;
  for (int way = 0; way < ways; ++way)
    for (const bool lasts : {false, true}) {
      std::array<MPI_Request, 2> once{};
      if (lasts) {
        MPI_Startall(2, kept.data());
        complete(way, kept);
      } else {
        MPI_Iallreduce(in.data(), out.data(), 4, MPI_DOUBLE, MPI_SUM, comm, &once[0]);
        MPI_Iallreduce(in.data(), other.data(), 4, MPI_DOUBLE, MPI_SUM, comm, &once[1]);
        complete(way, once);
      }
      failures += out[3] != 4.0 * p || other[3] != 4.0 * p;
      int sent = rank, got = -1;  // requests of messages, of the same numbers maybe
      MPI_Irecv(&got, 1, MPI_INT, rank, way, comm, &once[0]);
      MPI_Bcast(in.data(), 4, MPI_DOUBLE, 0, comm);
      MPI_Allreduce(in.data(), other.data(), 4, MPI_DOUBLE, MPI_MAX, comm);
      MPI_Bcast(out.data(), 4, MPI_DOUBLE, p - 1, comm);
      MPI_Isend(&sent, 1, MPI_INT, rank, way, comm, &once[1]);
      MPI_Waitall(2, once.data(), MPI_STATUSES_IGNORE);
      failures += got != rank;
    }
  for (MPI_Request& one : kept) MPI_Request_free(&one);
  return failures;
}

}  // namespace

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int rank = 0, p = 1;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &p);
  const MPI_Comm w = MPI_COMM_WORLD;
  const auto n = static_cast<std::size_t>(p);
  std::vector<double> in(64, rank + 1.0), out(64), other(64 * n), matrix(16 * n);
  std::array<MPI_Request, 6> r{};
  for (int k = 0; k < 50; ++k) {
    // Several operations read one memory; the other buffers are side by side.
    MPI_Iallreduce(in.data(), out.data(), 4, MPI_DOUBLE, MPI_SUM, w, &r[0]);
    MPI_Iallreduce(in.data() + 2, out.data() + 4, 4, MPI_DOUBLE, MPI_MAX, w, &r[1]);
    MPI_Iallgather(in.data(), 8, MPI_DOUBLE, other.data(), 8, MPI_DOUBLE, w, &r[2]);
    MPI_Ibcast(rank == 0 ? in.data() : other.data() + 8 * n, 8, MPI_DOUBLE, 0, w,
               &r[3]);  // the root reads, too
    MPI_Ireduce(in.data(), rank == 1 % p ? out.data() + 8 : nullptr, 4, MPI_DOUBLE, MPI_SUM, 1 % p, w, &r[4]);
    MPI_Ibcast(out.data(), 0, MPI_DOUBLE, 0, w, &r[5]);  // of nothing
    MPI_Allreduce(in.data(), out.data() + 16, 4, MPI_DOUBLE, MPI_SUM, w);
    MPI_Waitall(6, r.data(), MPI_STATUSES_IGNORE);
    // Memory of completed operations may be used again.
    MPI_Ibcast(out.data(), 8, MPI_DOUBLE, 0, w, &r[0]);
    MPI_Wait(&r[0], MPI_STATUS_IGNORE);
    MPI_Allreduce(MPI_IN_PLACE, out.data(), 8, MPI_DOUBLE, MPI_MAX, w);
    // Columns of a matrix. Their datatype is freed, and its handle used again, before they arrive.
    for (int column = 0; column < 4; ++column) {
      MPI_Datatype one, of_rows;
      MPI_Type_vector(4, 1, 4, MPI_DOUBLE, &one);
      MPI_Type_create_resized(one, 0, 16 * sizeof(double), &of_rows);
      MPI_Type_commit(&of_rows);
      MPI_Iallgather(in.data(), 4, MPI_DOUBLE, &matrix[static_cast<std::size_t>(column)], 1, of_rows, w,
                     &r[static_cast<std::size_t>(column)]);
      MPI_Type_free(&one);
      MPI_Type_free(&of_rows);
    }
    MPI_Waitall(4, r.data(), MPI_STATUSES_IGNORE);
  }
  int failures = use_again(w, rank, p) + use_again(MPI_COMM_SELF, 0, 1);
  failures += use_before_completion(w, p) + use_before_completion(MPI_COMM_SELF, 1);
  for (std::size_t i = 0; i < matrix.size(); ++i) failures += matrix[i] != static_cast<double>(i / 16 + 1);
  if (failures > 0) std::printf("FAILED on process %d: %d results\n", rank, failures);
  MPI_Finalize();
  return failures > 0;
}
