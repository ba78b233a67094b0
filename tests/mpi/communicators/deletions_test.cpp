// Attributes with delete callbacks that call collectives, on the communicator that is being freed and on
// others, or for a type. Programs that can do so natively can do so under tutti, whichever of tutti's
// attributes have been deleted by then.
//
//   deletions_test first      the callback's is the first collective on the communicator
//   deletions_test known      after others
//   deletions_test pending    freed during its first collective; the callback calls one on MPI_COMM_WORLD
//   deletions_test types      a datatype, freed while an operation uses it
//   deletions_test refused    the callback refuses: the communicator stays
//   deletions_test left       an error handler leaves MPI_Comm_free by longjmp
//   deletions_test contexts   a user-level thread frees it; its callback yields to the main program
//   deletions_test end        the callbacks of MPI_COMM_SELF and MPI_COMM_WORLD, in MPI_Finalize
//   deletions_test end-threads   the same with MPI_THREAD_MULTIPLE

#include <mpi.h>
#include <ucontext.h>

#include <csetjmp>
#include <cstdio>
#include <cstring>
#include <string>
#include <vector>

#include "oracle/expect.hpp"

namespace {

int called = 0;

int sum_on(MPI_Comm comm) {
  const int one = 1;
  int sum = 0;
  MPI_Allreduce(&one, &sum, 1, MPI_INT, MPI_SUM, comm);
  return sum;
}

int sum_here(MPI_Comm comm, int, void*, void*) { return called += sum_on(comm), MPI_SUCCESS; }
int sum_of_all(MPI_Comm, int, void*, void*) { return called += sum_on(MPI_COMM_WORLD), MPI_SUCCESS; }

// Handles of communicators are reused: communicators of other sizes get the handle of the one before.
void with_callbacks(bool known_before) {
  int rank = 0, keyval = MPI_KEYVAL_INVALID;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, sum_here, &keyval, nullptr);
  for (int i = 0; i < 60; ++i) {
    MPI_Comm comm = MPI_COMM_NULL;
    int size = 0;
    MPI_Comm_split(MPI_COMM_WORLD, i % 2 == 0 ? rank % 2 : 0, -rank, &comm);
    MPI_Comm_size(comm, &size);
    MPI_Comm_set_attr(comm, keyval, nullptr);
    if (known_before || i % 3 == 2)
      checks::expect(sum_on(comm) == size, "a sum on a new communicator is wrong");
    called = 0;
    MPI_Comm_free(&comm);
    checks::expect(called == size, "a sum in a delete callback is wrong");
  }
  MPI_Comm_free_keyval(&keyval);
}

void while_pending() {
  int size = 0, keyval = MPI_KEYVAL_INVALID;
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, sum_of_all, &keyval, nullptr);
  sum_on(MPI_COMM_WORLD);
  for (int i = 0; i < 10; ++i) {
    MPI_Comm comm = MPI_COMM_NULL;
    MPI_Request request = MPI_REQUEST_NULL;
    const int one = 1;
    int sum = 0;
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    MPI_Comm_set_attr(comm, keyval, nullptr);
    called = 0;
    MPI_Iallreduce(&one, &sum, 1, MPI_INT, MPI_SUM, comm, &request);
    MPI_Comm_free(&comm);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    checks::expect(sum == size, "a sum on a communicator that was freed is wrong");
    MPI_Barrier(MPI_COMM_WORLD);
    checks::expect(called == size, "a sum of all in a delete callback is wrong");
  }
  MPI_Comm_free_keyval(&keyval);
}

// The type goes with the end of the operation that uses it.
int sum_of_type(MPI_Datatype, int, void*, void*) {
  called = sum_on(MPI_COMM_WORLD);
  return MPI_SUCCESS;
}

void of_types() {
  int rank = 0, size = 0, keyval = MPI_KEYVAL_INVALID;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Comm comm = MPI_COMM_NULL;
  MPI_Comm_dup(MPI_COMM_WORLD, &comm);
  MPI_Type_create_keyval(MPI_TYPE_NULL_COPY_FN, sum_of_type, &keyval, nullptr);
  for (int i = 0; i < 10; ++i) {
    MPI_Datatype two = MPI_DATATYPE_NULL;
    MPI_Request request = MPI_REQUEST_NULL;
    int data[2] = {rank, rank};
    MPI_Type_contiguous(2, MPI_INT, &two);
    MPI_Type_commit(&two);
    MPI_Type_set_attr(two, keyval, nullptr);
    called = 0;
    MPI_Ibcast(data, 1, two, 1, comm, &request);
    MPI_Type_free(&two);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    checks::expect(data[0] == 1 && data[1] == 1, "what was broadcast is wrong");
    checks::expect(called == size, "a sum in a type's delete callback is wrong");
  }
  MPI_Type_free_keyval(&keyval);
  MPI_Comm_free(&comm);
}

// Whichever attribute is set first, the callback's or tutti's. In some cases processes set them in different
// orders.
void when_refused() {
  int rank = 0, size = 0, keyval = MPI_KEYVAL_INVALID;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);  // to which MPICH gives the error
  const auto refuse = [](MPI_Comm, int, void*, void*) -> int {
    return called++ == 0 ? MPI_ERR_OTHER : MPI_SUCCESS;
  };
  MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, refuse, &keyval, nullptr);
  for (int i = 0; i < 20; ++i) {
    MPI_Comm comm = MPI_COMM_NULL;
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN);
    const bool differs = i % 5 == 4;  // between the processes
    const bool before = differs ? rank % 2 == 0 : i % 2 == 0, behind = differs ? rank % 2 != 0 : i % 4 < 2;
    if (before) checks::expect(sum_on(comm) == size, "a sum is wrong");
    MPI_Comm_set_attr(comm, keyval, nullptr);
    if (behind) checks::expect(sum_on(comm) == size, "a sum is wrong");
    called = 0;
    checks::expect(MPI_Comm_free(&comm) != MPI_SUCCESS && comm != MPI_COMM_NULL,
                   "the error of a callback is lost");
    if (comm == MPI_COMM_NULL) continue;
    checks::expect(sum_on(comm) == size, "a sum on a communicator that stays is wrong");
    checks::expect(MPI_Comm_free(&comm) == MPI_SUCCESS, "a communicator cannot be freed at the second time");
  }
  MPI_Comm_free_keyval(&keyval);
}

std::jmp_buf after;
void leave(MPI_Comm*, int*, ...) { std::longjmp(after, 1); }

[[gnu::noinline]] void use_the_stack(int deep) {
  volatile char room[4096];
  std::memset(const_cast<char*>(room), 0x5a, sizeof room);
  if (deep > 0) use_the_stack(deep - 1);
}

void when_left() {
  int size = 0;
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Errhandler leaves = MPI_ERRHANDLER_NULL;
  MPI_Comm_create_errhandler(leave, &leaves);
  for (const MPI_Comm where : {MPI_COMM_WORLD, MPI_COMM_SELF}) MPI_Comm_set_errhandler(where, leaves);
  static int i = 0;  // longjmp leaves it alone
  for (; i < 4; ++i) {
    MPI_Comm none = MPI_COMM_NULL;
    if (setjmp(after) == 0) (i % 2 == 0 ? MPI_Comm_free : MPI_Comm_disconnect)(&none);
    use_the_stack(8);
    MPI_Comm comm = MPI_COMM_NULL;
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    checks::expect(sum_on(MPI_COMM_WORLD) == size && sum_on(comm) == size, "a sum after that is wrong");
    MPI_Comm_free(&comm);
  }
  MPI_Errhandler_free(&leaves);
}

ucontext_t program, freeing;
MPI_Comm freed = MPI_COMM_NULL;

int sum_later(MPI_Comm comm, int, void*, void*) {
  swapcontext(&freeing, &program);
  return called += sum_on(comm), MPI_SUCCESS;
}
void free_it() { MPI_Comm_free(&freed); }

// The user-level thread frees the communicator on its own stack. Meanwhile the program calls collectives on
// the main stack.
void in_contexts() {
  int rank = 0, all = 0, keyval = MPI_KEYVAL_INVALID;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &all);
  MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, sum_later, &keyval, nullptr);
  std::vector<char> stack(std::size_t{1} << 18);
  for (int i = 0; i < 60; ++i) {
    int size = 0;
    MPI_Comm_split(MPI_COMM_WORLD, i % 2 == 0 ? rank % 2 : 0, -rank, &freed);
    MPI_Comm_size(freed, &size);
    MPI_Comm_set_attr(freed, keyval, nullptr);
    checks::expect(sum_on(freed) == size, "a sum on a new communicator is wrong");
    called = 0;
    getcontext(&freeing);
    freeing.uc_stack.ss_sp = stack.data();
    freeing.uc_stack.ss_size = stack.size();
    freeing.uc_link = &program;
    makecontext(&freeing, free_it, 0);
    swapcontext(&program, &freeing);
    checks::expect(sum_on(MPI_COMM_WORLD) == all, "a sum is wrong while another communicator is freed");
    swapcontext(&program, &freeing);
    checks::expect(called == size, "a sum in the delete callback of a user-level thread is wrong");
  }
  MPI_Comm_free_keyval(&keyval);
}

// Everything that a callback may still do there.
int use_all_of_mpi(MPI_Comm comm, int, void*, void*) {
  int rank = 0, size = 0, one = 1, sum = 0, sent = 0, got = -1;
  MPI_Comm_rank(comm, &rank);
  MPI_Comm_size(comm, &size);
  MPI_Request request = MPI_REQUEST_NULL;
  MPI_Allreduce(&one, &sum, 1, MPI_INT, MPI_SUM, comm);
  MPI_Barrier(comm);
  sent = rank;
  MPI_Sendrecv(&sent, 1, MPI_INT, (rank + 1) % size, 1, &got, 1, MPI_INT, (rank + size - 1) % size, 1, comm,
               MPI_STATUS_IGNORE);
  MPI_Ibcast(&sent, 1, MPI_INT, size - 1, comm, &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  called += sum == size && got == (rank + size - 1) % size && sent == size - 1;
  return MPI_SUCCESS;
}

// Set before and after the first collective.
int in_the_end() {
  int keyval = MPI_KEYVAL_INVALID, second = MPI_KEYVAL_INVALID, rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  for (int* const one : {&keyval, &second})
    MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, use_all_of_mpi, one, nullptr);
  for (const MPI_Comm where : {MPI_COMM_WORLD, MPI_COMM_SELF}) {
    MPI_Comm_set_attr(where, keyval, nullptr);
    use_all_of_mpi(where, 0, nullptr, nullptr);
    MPI_Comm_set_attr(where, second, nullptr);
  }
  MPI_Finalize();
  if (called == 6) return 0;
  std::printf("process %d: %d of 6 callbacks are right\n", rank, called);
  return 1;
}

}  // namespace

int main(int argc, char** argv) {
  const std::string what = argc > 1 ? argv[1] : "";
  int provided = 0;
  MPI_Init_thread(&argc, &argv, what == "end-threads" ? MPI_THREAD_MULTIPLE : MPI_THREAD_SINGLE, &provided);
  if (what == "end" || what == "end-threads") return in_the_end();
  if (what == "contexts")
    in_contexts();
  else if (what == "pending")
    while_pending();
  else if (what == "types")
    of_types();
  else if (what == "refused")
    when_refused();
  else if (what == "left")
    when_left();
  else
    with_callbacks(what == "known");
  return checks::finish();
}
