// Collectives on one process give what the MPI library gives: the same memory, or an error of the same class.
// Every collective in every form, with every layout on each side, of any length, in place, with operators of
// MPI and of the user, and with wrong arguments.
//
//   one_process_test

#include <mpi.h>

#include <array>
#include <string>
#include <utility>

#include "oracle/expect.hpp"
#include "oracle/layouts.hpp"
#include "oracle/through.hpp"

namespace oracle {
namespace {

constexpr int one = 1, zero = 0;
constexpr int garbage = -77;

// The memory of a call. Layouts reach to both sides of the addresses.
struct memory {
  static constexpr std::size_t ints = 400, origin = 100;
  std::array<int, ints> sent{}, received{};

  memory() {
    for (std::size_t i = 0; i < ints; ++i) {
      sent[i] = static_cast<int>(i);
      received[i] = -1 - static_cast<int>(i);
    }
  }
  void* out() { return &sent[origin]; }
  void* in() { return &received[origin]; }
  bool operator==(const memory&) const = default;
};

void add(void* left, void* right, int* n, MPI_Datatype*) {
  for (int i = 0; i < *n; ++i) static_cast<int*>(right)[i] += static_cast<int*>(left)[i];
}

class comparison {
 public:
  /// `also`: the class of an error that tutti may report where the MPI library reports another or none.
  explicit comparison(std::string of, int also = MPI_SUCCESS) : of_(std::move(of)), also_(also) {}

  template <class Ours, class Native>
  void operator()(const std::string& name, Ours ours, Native native) const {
    memory a, b;
    const int code = ours(a), right = native(b);
    if (code != MPI_SUCCESS && checks::class_of(code) == also_) return;
    const std::string call = name + ", " + of_;
    checks::expect(checks::class_of(code) == checks::class_of(right),
                   call + ": error class " + std::to_string(checks::class_of(code)) + " instead of " +
                       std::to_string(checks::class_of(right)));
    if (right == MPI_SUCCESS) checks::expect(a == b, call + ": other memory than natively");
  }

 private:
  std::string of_;
  int also_;
};

// Compares a call by tutti with the library's. In the arguments, `m` is the memory.
#define COMPARE(Name, name, ...)                                                        \
  same(                                                                                 \
      #Name, [&]([[maybe_unused]] memory& m) { return CALL(Name, name, __VA_ARGS__); }, \
      [&]([[maybe_unused]] memory& m) { return PMPI_##Name(__VA_ARGS__); })

// The data that a process sends to itself: `count` elements of `type`, which it receives as `received`
// elements of `as`.
struct data {
  int count;
  MPI_Datatype type;
  int received;
  MPI_Datatype as;
};

// (Without displacements in two collectives, because a library ignores them on one process: MPICH in
// MPI_Allgatherv, Open MPI in MPI_Alltoallw. collectives_test has some.)
void moves(const data& d, const comparison& same, MPI_Comm comm) {
  const auto& [n, type, k, as] = d;
  COMPARE(Bcast, bcast, m.out(), n, type, 0, comm);
  COMPARE(Gather, gather, m.out(), n, type, m.in(), k, as, 0, comm);
  COMPARE(Gatherv, gatherv, m.out(), n, type, m.in(), &k, &one, as, 0, comm);
  COMPARE(Scatter, scatter, m.out(), n, type, m.in(), k, as, 0, comm);
  COMPARE(Scatterv, scatterv, m.out(), &n, &one, type, m.in(), k, as, 0, comm);
  COMPARE(Allgather, allgather, m.out(), n, type, m.in(), k, as, comm);
  COMPARE(Allgatherv, allgatherv, m.out(), n, type, m.in(), &k, &zero, as, comm);
  COMPARE(Alltoall, alltoall, m.out(), n, type, m.in(), k, as, comm);
  COMPARE(Alltoallv, alltoallv, m.out(), &n, &one, type, m.in(), &k, &zero, as, comm);
  COMPARE(Alltoallw, alltoallw, m.out(), &n, &zero, &type, m.in(), &k, &zero, &as, comm);
}

void moves_in_place(int n, MPI_Datatype type, const comparison& same, MPI_Comm comm) {
  const MPI_Datatype none = MPI_DATATYPE_NULL;
  COMPARE(Gather, gather, MPI_IN_PLACE, garbage, none, m.in(), n, type, 0, comm);
  COMPARE(Gatherv, gatherv, MPI_IN_PLACE, garbage, none, m.in(), &n, &one, type, 0, comm);
  COMPARE(Scatter, scatter, m.out(), n, type, MPI_IN_PLACE, garbage, none, 0, comm);
  COMPARE(Scatterv, scatterv, m.out(), &n, &one, type, MPI_IN_PLACE, garbage, none, 0, comm);
  COMPARE(Allgather, allgather, MPI_IN_PLACE, garbage, none, m.in(), n, type, comm);
  COMPARE(Allgatherv, allgatherv, MPI_IN_PLACE, garbage, none, m.in(), &n, &one, type, comm);
  COMPARE(Alltoall, alltoall, MPI_IN_PLACE, garbage, none, m.in(), n, type, comm);
  COMPARE(Alltoallv, alltoallv, MPI_IN_PLACE, nullptr, nullptr, none, m.in(), &n, &one, type, comm);
  COMPARE(Alltoallw, alltoallw, MPI_IN_PLACE, nullptr, nullptr, nullptr, m.in(), &n, &zero, &type, comm);
}

// An exclusive scan leaves the receive buffer of the first process as it is.
void reductions(int n, MPI_Datatype type, MPI_Op op, bool in_place, const comparison& same, MPI_Comm comm) {
  const auto out = [&](memory& m) { return in_place ? MPI_IN_PLACE : m.out(); };
  COMPARE(Reduce, reduce, out(m), m.in(), n, type, op, 0, comm);
  COMPARE(Allreduce, allreduce, out(m), m.in(), n, type, op, comm);
  COMPARE(Reduce_scatter, reduce_scatter, out(m), m.in(), &n, type, op, comm);
  COMPARE(Reduce_scatter_block, reduce_scatter_block, out(m), m.in(), n, type, op, comm);
  COMPARE(Scan, scan, out(m), m.in(), n, type, op, comm);
  COMPARE(Exscan, exscan, out(m), m.in(), n, type, op, comm);
}

void wrong_arguments(const comparison& same, MPI_Comm comm) {
  const MPI_Datatype t = MPI_INT;
  const MPI_Op sum = MPI_SUM;
  COMPARE(Bcast, bcast, m.out(), 1, t, 1, comm);
  COMPARE(Bcast, bcast, m.out(), -1, t, 0, comm);
  COMPARE(Bcast, bcast, m.out(), 1, MPI_DATATYPE_NULL, 0, comm);
  COMPARE(Reduce, reduce, m.out(), m.in(), 1, t, sum, -1, comm);
  COMPARE(Allreduce, allreduce, m.out(), m.in(), 1, t, MPI_OP_NULL, comm);
  COMPARE(Allreduce, allreduce, m.out(), m.in(), -1, t, sum, comm);
  COMPARE(Allgather, allgather, m.out(), 1, MPI_DATATYPE_NULL, m.in(), 1, t, comm);
  COMPARE(Gather, gather, m.out(), 1, t, m.in(), 1, t, 7, comm);
}

// More is sent than there is room for. MPICH 5 does not notice it in MPI_Allgather.
void truncated(const comparison& same, MPI_Comm comm) {
  const MPI_Datatype t = MPI_INT;
  COMPARE(Allgather, allgather, m.out(), 2, t, m.in(), 1, t, comm);
  COMPARE(Alltoall, alltoall, m.out(), 2, t, m.in(), 1, t, comm);
}

void all_on(MPI_Comm comm, const std::string& where, MPI_Op user) {
  if (called_by() == calling::blocking) {
    const comparison same(where);
    COMPARE(Barrier, barrier, comm);
    wrong_arguments(same, comm);
    truncated(comparison(where, MPI_ERR_TRUNCATE), comm);
  }
  for (const layout& l : int_layouts())
    for (const int n : {0, 1, 3}) {
      const std::string of = std::to_string(n) + " of " + l.name + where;
      const int ints = n * static_cast<int>(l.scalars());
      moves({n, l.type, n, l.type}, comparison(of), comm);
      moves({n, l.type, ints, MPI_INT}, comparison(of + " to ints"), comm);
      moves({ints, MPI_INT, n, l.type}, comparison("ints to " + of), comm);
      moves_in_place(n, l.type, comparison(of + " in place"), comm);
      for (const bool in_place : {false, true}) {
        const comparison same(of + (in_place ? " in place" : ""));
        reductions(n, l.type, user, in_place, same, comm);
        if (l.type == MPI_INT) reductions(n, l.type, MPI_SUM, in_place, same, comm);
      }
    }
}

void all() {
  MPI_Op user = MPI_OP_NULL;
  MPI_Op_create(add, 1, &user);
  MPI_Comm copy = MPI_COMM_NULL;
  MPI_Comm_dup(MPI_COMM_SELF, &copy);
  for (const MPI_Comm comm : {MPI_COMM_SELF, copy}) MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN);
  for (const char* form : {"blocking", "nonblocking", "persistent"}) {
    call_by(form);
    all_on(MPI_COMM_SELF, std::string(", ") + form, user);
    all_on(copy, std::string(", ") + form + ", on a copy of MPI_COMM_SELF", user);
  }
  MPI_Comm_free(&copy);
  MPI_Op_free(&user);
}

}  // namespace
}  // namespace oracle

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  oracle::all();
  return checks::finish();
}
