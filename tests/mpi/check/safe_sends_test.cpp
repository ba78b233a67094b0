// Messages that do not depend on buffers of MPI: they arrive although standard-mode sends are synchronous.
//
//   safe_sends_test                  under TUTTI_CHECK=unsafe

#include <mpi.h>

#include <array>
#include <string>
#include <vector>

#include "oracle/expect.hpp"

namespace {

int rank = 0, p = 1, left = 0, right = 0;
const MPI_Comm world = MPI_COMM_WORLD;

constexpr int length = 3;
using message = std::array<int, length>;
message own() { return {rank, rank + 1, rank + 2}; }
void expect_from(const std::string& what, const message& got, int from) {
  checks::expect(got == message{from, from + 1, from + 2}, what);
}

// Calls that send and receive at once.
void sendrecv() {
  message out = own(), in{};
  MPI_Sendrecv(out.data(), length, MPI_INT, right, 1, in.data(), length, MPI_INT, left, 1, world,
               MPI_STATUS_IGNORE);
  expect_from("sendrecv", in, left);
  MPI_Sendrecv_replace(out.data(), length, MPI_INT, right, 1, left, 1, world, MPI_STATUS_IGNORE);
  expect_from("sendrecv_replace", out, left);
}

// One process receives first. With MPI_PROC_NULL, a send never waits.
void one_receives_first() {
  const message out = own();
  message in{};
  if (rank > 0) MPI_Recv(in.data(), length, MPI_INT, left, 2, world, MPI_STATUS_IGNORE);
  MPI_Send(out.data(), length, MPI_INT, rank < p - 1 ? right : MPI_PROC_NULL, 2, world);
  if (rank > 0) expect_from("a chain", in, left);
}

// The receive is posted before the send.
void receive_posted() {
  const message out = own();
  message in{};
  std::array<MPI_Request, 2> both{};
  MPI_Irecv(in.data(), length, MPI_INT, left, 3, world, &both[0]);
  MPI_Send(out.data(), length, MPI_INT, right, 3, world);
  MPI_Wait(&both[0], MPI_STATUS_IGNORE);
  expect_from("irecv, send", in, left);
  MPI_Isend(out.data(), length, MPI_INT, right, 4, world, &both[0]);
  MPI_Irecv(in.data(), length, MPI_INT, left, 4, world, &both[1]);
  MPI_Waitall(2, both.data(), MPI_STATUSES_IGNORE);
  expect_from("isend, irecv", in, left);
  MPI_Isend(out.data(), length, MPI_INT, right, 5, world, &both[0]);
  MPI_Recv(in.data(), length, MPI_INT, left, 5, world, MPI_STATUS_IGNORE);
  for (int flag = 0; !flag;) MPI_Test(&both[0], &flag, MPI_STATUS_IGNORE);
  expect_from("isend, recv", in, left);
  MPI_Irecv(in.data(), length, MPI_INT, rank, 6, world, &both[0]);
  MPI_Send(out.data(), length, MPI_INT, rank, 6, world);
  MPI_Wait(&both[0], MPI_STATUS_IGNORE);
  expect_from("to itself", in, rank);
}

void persistent() {
  const message out = own();
  message in{};
  std::array<MPI_Request, 2> both{};
  MPI_Send_init(out.data(), length, MPI_INT, right, 7, world, &both[0]);
  MPI_Recv_init(in.data(), length, MPI_INT, left, 7, world, &both[1]);
  for (int k = 0; k < 3; ++k) {
    in = {};
    MPI_Startall(2, both.data());
    MPI_Wait(&both[1], MPI_STATUS_IGNORE);
    MPI_Wait(&both[0], MPI_STATUS_IGNORE);
    expect_from("persistent", in, left);
  }
  for (MPI_Request& r : both) MPI_Request_free(&r);
}

// The program has given MPI a buffer.
void buffered() {
  const message out = own();
  message in{};
  std::vector<char> room(1000 + MPI_BSEND_OVERHEAD);
  void* taken = room.data();
  int size = 0;
  MPI_Buffer_attach(room.data(), static_cast<int>(room.size()));
  MPI_Bsend(out.data(), length, MPI_INT, right, 8, world);
  MPI_Recv(in.data(), length, MPI_INT, left, 8, world, MPI_STATUS_IGNORE);
  MPI_Buffer_detach(static_cast<void*>(&taken), &size);
  expect_from("bsend", in, left);
}

// Many requests whose handles are used again. Half of them are freed.
void many() {
  const message out = own();
  message in{};
  for (int k = 0; k < 200; ++k) {
    MPI_Request r = MPI_REQUEST_NULL;
    MPI_Isend(out.data(), length, MPI_INT, right, 9, world, &r);
    MPI_Recv(in.data(), length, MPI_INT, left, 9, world, MPI_STATUS_IGNORE);
    if (k % 2 == 0)
      MPI_Wait(&r, MPI_STATUS_IGNORE);
    else
      MPI_Request_free(&r);
    expect_from("one of many", in, left);
  }
  MPI_Barrier(world);
}

}  // namespace

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(world, &rank);
  MPI_Comm_size(world, &p);
  left = (rank + p - 1) % p, right = (rank + 1) % p;
  for (const auto run : {sendrecv, one_receives_first, receive_posted, persistent, buffered, many}) run();
  return checks::finish();
}
