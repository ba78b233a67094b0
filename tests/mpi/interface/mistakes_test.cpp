// A program's mistakes under MPI_ERRORS_RETURN: they are reported where MPI can detect them. Later calls are
// right, since no message is left over and no process waits for one.
//
//   mistakes_test lengths      the processes of a call name different lengths
//   mistakes_test halves       in check mode: broadcasts that are twice as long at the root, so that messages
//                              may fit
//   mistakes_test operators    all predefined operators and datatypes: the same error class as natively
//   mistakes_test datatypes    not committed, and committed afterwards
//   mistakes_test first        of one process, in the first call on a communicator; refused at once
//   mistakes_test thrown       of one process, whose error handler throws
//   mistakes_test statuses     a message that fails in MPI_Waitall, beside a collective that does not

#include <mpi.h>
#include <sys/wait.h>
#include <unistd.h>

#include <string>
#include <utility>
#include <vector>

#include "oracle/expect.hpp"

namespace {

int rank = 0, size = 1;
MPI_Comm comm = MPI_COMM_NULL;

// Right calls after wrong ones, each with data of its own.
void right_calls(const std::string& after, int salt) {
  std::vector<int> all(static_cast<std::size_t>(size), -1), out(all);
  int sum = 0, root_has = rank == 0 ? salt : -1;
  const int mine = salt + rank;
  checks::expect(MPI_Allreduce(&mine, &sum, 1, MPI_INT, MPI_SUM, comm) == MPI_SUCCESS &&
                     sum == size * salt + size * (size - 1) / 2,
                 after + ": the allreduce after it is wrong");
  checks::expect(MPI_Bcast(&root_has, 1, MPI_INT, 0, comm) == MPI_SUCCESS && root_has == salt,
                 after + ": the bcast after it is wrong");
  MPI_Allgather(&mine, 1, MPI_INT, all.data(), 1, MPI_INT, comm);
  for (int i = 0; i < size; ++i) {
    checks::expect(all[static_cast<std::size_t>(i)] == salt + i, after + ": the allgather after it is wrong");
    out[static_cast<std::size_t>(i)] = salt + rank * size + i;
  }
  MPI_Alltoall(out.data(), 1, MPI_INT, all.data(), 1, MPI_INT, comm);
  for (int i = 0; i < size; ++i)
    checks::expect(all[static_cast<std::size_t>(i)] == salt + i * size + rank,
                   after + ": the alltoall after it is wrong");
}

// Lengths in one class of sizes, so that all processes run the same algorithm, and lengths that differ widely
// if the algorithm does not depend on them.
void lengths() {
  const auto n = static_cast<std::size_t>(size);
  std::vector<int> a(64 * n, 1), b(64 * n, 2);
  const bool odd = rank == size - 1;
  for (int repetition = 0; repetition < 20; ++repetition) {
    const int k = 16 + (odd ? 1 : 0), salt = 1000 * repetition;
    const int short_one = MPI_Bcast(a.data(), rank == 0 ? 16 : 17, MPI_INT, 0, comm);
    checks::expect(rank == 0 || short_one != MPI_SUCCESS, "bcast of 16 received as 17: no error");
    right_calls("bcast of 16 received as 17", salt + 1);
    const int long_one = MPI_Bcast(a.data(), rank == 0 ? 17 : 16, MPI_INT, 0, comm);
    checks::expect(rank == 0 || checks::class_of(long_one) == MPI_ERR_TRUNCATE,
                   "bcast of 17 received as 16: no error");
    right_calls("bcast of 17 received as 16", salt + 2);
    const int gathered = MPI_Gather(a.data(), rank == 0 ? 1 : 2, MPI_INT, b.data(), 1, MPI_INT, 0, comm);
    checks::expect(rank != 0 || gathered != MPI_SUCCESS, "gather of longer blocks: no error at the root");
    right_calls("gather of longer blocks", salt + 3);
    const int scattered = MPI_Scatter(a.data(), 2, MPI_INT, b.data(), rank == 0 ? 2 : 1, MPI_INT, 0, comm);
    checks::expect(rank == 0 || scattered != MPI_SUCCESS, "scatter of longer blocks: no error");
    right_calls("scatter of longer blocks", salt + 4);
    MPI_Allgather(a.data(), k, MPI_INT, b.data(), k, MPI_INT, comm);
    right_calls("allgather of different lengths", salt + 5);
    MPI_Alltoall(a.data(), k, MPI_INT, b.data(), k, MPI_INT, comm);
    right_calls("alltoall of different lengths", salt + 6);
    MPI_Allreduce(a.data(), b.data(), k, MPI_INT, MPI_SUM, comm);
    right_calls("allreduce of different lengths", salt + 7);
    MPI_Reduce(a.data(), b.data(), k, MPI_INT, MPI_SUM, 0, comm);
    right_calls("reduce of different lengths", salt + 8);
  }
}

void halves() {
  std::vector<double> a(1 << 16);
  for (const int n : {1, 10, 1 << 11, 1 << 16}) {
    const int code = MPI_Bcast(a.data(), rank == 0 ? n : n / 2, MPI_DOUBLE, 0, comm);
    checks::expect(code != MPI_SUCCESS, "bcast of two lengths: no error");
    right_calls("bcast of two lengths", n);
  }
}

// True if the MPI library survives an operator on a datatype: tried in a child, since MPICH has assertions in
// place of errors.
bool survives(MPI_Op op, MPI_Datatype type) {
  const pid_t child = fork();
  if (child == 0) {
    close(2);
    alignas(64) unsigned char a[64] = {}, b[64] = {};
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
    PMPI_Reduce_local(a, b, 1, type, op);
    _exit(0);
  }
  int status = 0;
  waitpid(child, &status, 0);
  return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

void operators() {
  const MPI_Op ops[] = {MPI_SUM,  MPI_MAX,  MPI_MIN, MPI_PROD, MPI_LAND,   MPI_LOR,
                        MPI_LXOR, MPI_BAND, MPI_BOR, MPI_BXOR, MPI_MAXLOC, MPI_MINLOC};
  const MPI_Datatype types[] = {MPI_CHAR,
                                MPI_WCHAR,
                                MPI_PACKED,
                                MPI_SHORT,
                                MPI_INT,
                                MPI_LONG,
                                MPI_LONG_LONG,
                                MPI_SIGNED_CHAR,
                                MPI_UNSIGNED_CHAR,
                                MPI_UNSIGNED_SHORT,
                                MPI_UNSIGNED,
                                MPI_UNSIGNED_LONG,
                                MPI_UNSIGNED_LONG_LONG,
                                MPI_INT8_T,
                                MPI_UINT64_T,
                                MPI_FLOAT,
                                MPI_DOUBLE,
                                MPI_LONG_DOUBLE,
                                MPI_C_BOOL,
                                MPI_BYTE,
                                MPI_AINT,
                                MPI_OFFSET,
                                MPI_COUNT,
                                MPI_C_FLOAT_COMPLEX,
                                MPI_C_DOUBLE_COMPLEX,
                                MPI_C_LONG_DOUBLE_COMPLEX,
                                MPI_FLOAT_INT,
                                MPI_DOUBLE_INT,
                                MPI_LONG_INT,
                                MPI_2INT,
                                MPI_SHORT_INT,
                                MPI_LONG_DOUBLE_INT,
                                MPI_INTEGER,
                                MPI_INTEGER4,
                                MPI_REAL,
                                MPI_DOUBLE_PRECISION,
                                MPI_LOGICAL,
                                MPI_COMPLEX,
                                MPI_DOUBLE_COMPLEX,
                                MPI_CHARACTER,
                                MPI_2REAL,
                                MPI_2INTEGER,
                                MPI_2DOUBLE_PRECISION};
  alignas(64) unsigned char in[64] = {}, out[64] = {};
  for (const MPI_Op op : ops)
    for (const MPI_Datatype type : types) {
      if (type == MPI_DATATYPE_NULL) continue;  // an MPI library without Fortran
      if (!survives(op, type)) continue;
      const int native = PMPI_Allreduce(in, out, 1, type, op, comm);
      const int here = MPI_Allreduce(in, out, 1, type, op, comm);
      char name[MPI_MAX_OBJECT_NAME];
      int length = 0;
      MPI_Type_get_name(type, name, &length);
      checks::expect(checks::class_of(native) == checks::class_of(here),
                     "operator " + std::to_string(&op - ops) + " on " + name + ": error class " +
                         std::to_string(checks::class_of(here)) + ", natively " +
                         std::to_string(checks::class_of(native)));
    }
}

void datatypes() {
  MPI_Datatype two = MPI_DATATYPE_NULL;
  MPI_Type_contiguous(2, MPI_INT, &two);
  std::vector<int> a(static_cast<std::size_t>(2 * size), rank), b(a);
  checks::expect(checks::class_of(MPI_Bcast(a.data(), 1, two, 0, comm)) == MPI_ERR_TYPE,
                 "bcast, not committed: no error");
  checks::expect(checks::class_of(MPI_Allgather(a.data(), 1, two, b.data(), 1, two, comm)) == MPI_ERR_TYPE,
                 "allgather, not committed: no error");
  MPI_Type_commit(&two);
  checks::expect(MPI_Bcast(a.data(), 1, two, 0, comm) == MPI_SUCCESS && a[1] == 0, "bcast, committed: wrong");
  MPI_Type_free(&two);
  right_calls("a datatype that was not committed", 7);
}

// Process 0 gets the error of its mistake before process 1 makes any collective call.
void first() {
  const std::pair<const char*, int (*)(MPI_Comm)> wrong_ones[] = {
      {"bcast", [](MPI_Comm c) { return MPI_Bcast(&rank, 1, MPI_INT, 77, c); }},
      {"gather",
       [](MPI_Comm c) {
         int room[2] = {0, 0};
         return MPI_Gather(&rank, 1, MPI_DATATYPE_NULL, room, 1, MPI_INT, 0, c);
       }},
      {"iallreduce", [](MPI_Comm c) {
         int sum = 0;
         MPI_Request request = MPI_REQUEST_NULL;
         return MPI_Iallreduce(&rank, &sum, 1, MPI_INT, MPI_OP_NULL, c, &request);
       }}};
  for (const auto& [name, wrong] : wrong_ones)
    for (const bool goes_on : {true, false}) {
      MPI_Comm fresh = MPI_COMM_NULL;
      MPI_Comm_dup(MPI_COMM_WORLD, &fresh);
      MPI_Comm_set_errhandler(fresh, MPI_ERRORS_RETURN);
      int token = 0, sum = 0;
      const int one = 1;
      if (rank == 0) {
        checks::expect(wrong(fresh) != MPI_SUCCESS, std::string(name) + ": no error");
        MPI_Send(&token, 1, MPI_INT, 1, 0, fresh);
      } else if (rank == 1) {
        MPI_Recv(&token, 1, MPI_INT, 0, 0, fresh, MPI_STATUS_IGNORE);
      }
      if (goes_on)
        checks::expect(MPI_Allreduce(&one, &sum, 1, MPI_INT, MPI_SUM, fresh) == MPI_SUCCESS && sum == size,
                       std::string(name) + ": the sum after it is wrong");
      MPI_Comm_free(&fresh);
    }
}

void throws(MPI_Comm*, int* code, ...) { throw *code; }  // NOLINT: MPI wants an ellipsis

void thrown() {
  MPI_Errhandler handler = MPI_ERRHANDLER_NULL;
  MPI_Comm_create_errhandler(throws, &handler);
  right_calls("nothing", 1);
  MPI_Comm_set_errhandler(comm, handler);
  for (int i = 0; i < 3; ++i) {
    bool caught = false;
    MPI_Request request = MPI_REQUEST_NULL;
    int data = 0, sum = 0;
    try {
      if (rank == 0 && i == 0) MPI_Bcast(&data, -1, MPI_INT, 0, comm);
      if (rank == 0 && i == 1) MPI_Allreduce(&data, &sum, 1, MPI_INT, MPI_OP_NULL, comm);
      if (rank == 0 && i == 2) MPI_Ibcast(&data, 1, MPI_INT, 77, comm, &request);
    } catch (int) {
      caught = true;
    }
    checks::expect(caught == (rank == 0), "the handler's exception does not arrive");
    right_calls("a handler that throws", 10 * i);
  }
  MPI_Errhandler_free(&handler);
}

void statuses() {
  std::vector<int> many(4, rank), room(1);
  int sum = 0;
  const int one = 1;
  MPI_Request all[2] = {MPI_REQUEST_NULL, MPI_REQUEST_NULL};
  MPI_Status said[2];
  MPI_Iallreduce(&one, &sum, 1, MPI_INT, MPI_SUM, comm, &all[0]);
  if (rank == 1) {
    MPI_Send(many.data(), 4, MPI_INT, 0, 3, comm);
    MPI_Wait(&all[0], MPI_STATUS_IGNORE);
  } else if (rank == 0) {
    MPI_Irecv(room.data(), 1, MPI_INT, 1, 3, comm, &all[1]);
    for (MPI_Status& s : said) s.MPI_ERROR = -1;
    const int code = MPI_Waitall(2, all, said);
    checks::expect(checks::class_of(code) == MPI_ERR_IN_STATUS, "a message that is too long is not refused");
    checks::expect(
        said[0].MPI_ERROR == MPI_SUCCESS && checks::class_of(said[1].MPI_ERROR) == MPI_ERR_TRUNCATE,
        "the statuses do not say which has failed");
  } else {
    MPI_Wait(&all[0], MPI_STATUS_IGNORE);
  }
  checks::expect(sum == size, "the sum is wrong");
}

}  // namespace

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_dup(MPI_COMM_WORLD, &comm);
  MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN);
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);  // which MPICH calls for errors in MPI_Wait
  MPI_Comm_rank(comm, &rank);
  MPI_Comm_size(comm, &size);
  const std::string what = argc > 1 ? argv[1] : "";
  if (what == "lengths")
    lengths();
  else if (what == "halves")
    halves();
  else if (what == "operators")
    operators();
  else if (what == "datatypes")
    datatypes();
  else if (what == "first")
    first();
  else if (what == "thrown")
    thrown();
  else if (what == "statuses")
    statuses();
  else
    checks::expect(false,
                   "what is to be done? lengths, halves, operators, datatypes, first, thrown or statuses");
  MPI_Comm_free(&comm);
  return checks::finish();
}
