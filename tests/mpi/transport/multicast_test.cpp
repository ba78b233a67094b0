// Multicasts within a node: sequences of broadcasts and allgathers, long and short, with late processes; two
// concurrent broadcasts, where the receivers of one arrive after the other has ended; and hundreds of calls
// beside a process that does not take part.

#include <mpi.h>
#if defined(OPEN_MPI) && OMPI_MAJOR_VERSION < 5
#include <mpi-ext.h>
#define MPI_Bcast_init MPIX_Bcast_init
#endif

#include <chrono>
#include <cstddef>
#include <cstdio>
#include <thread>
#include <vector>

namespace {

int rank = 0, size = 1, wrong = 0;

unsigned char byte_of(int from, unsigned call, std::size_t i) {
  return static_cast<unsigned char>(static_cast<std::size_t>(from) * 31 + call * 7 + i + i / 251);
}

std::vector<unsigned char> data_of(int from, unsigned call, std::size_t bytes) {
  std::vector<unsigned char> data(bytes);
  for (std::size_t i = 0; i < bytes; ++i) data[i] = byte_of(from, call, i);
  return data;
}

void expect(bool right, const char* what, std::size_t bytes) {
  if (right) return;
  ++wrong;
  std::printf("process %d: %s of %zu bytes: wrong data\n", rank, what, bytes);
}

void work() { std::this_thread::sleep_for(std::chrono::milliseconds(3)); }

constexpr std::size_t lengths[] = {1,     44,    45,     64,     1000,    4096,   16385,
                                   32768, 32769, 262144, 262145, 1000000, 5000000};

// A sequence: a late process finds data that the others have read long ago.
void broadcasts() {
  unsigned call = 0;
  for (const std::size_t bytes : lengths)
    for (int root = 0; root < size; ++root) {
      ++call;
      if (call % 3 == 0 && rank == static_cast<int>(call) % size) work();
      std::vector<unsigned char> data =
          rank == root ? data_of(root, call, bytes) : std::vector<unsigned char>(bytes);
      MPI_Bcast(data.data(), static_cast<int>(bytes), MPI_BYTE, root, MPI_COMM_WORLD);
      expect(data == data_of(root, call, bytes), "broadcast", bytes);
    }
}

void allgathers() {
  unsigned call = 100;
  for (const std::size_t bytes : lengths) {
    if (bytes > 1000000) continue;
    for (int again = 0; again < 3; ++again) {
      ++call;
      if (again == 2 && rank == static_cast<int>(call) % size) work();
      const std::vector<unsigned char> mine = data_of(rank, call, bytes);
      std::vector<unsigned char> all(bytes * static_cast<std::size_t>(size));
      MPI_Allgather(mine.data(), static_cast<int>(bytes), MPI_BYTE, all.data(), static_cast<int>(bytes),
                    MPI_BYTE, MPI_COMM_WORLD);
      bool right = true;
      for (int from = 0; from < size; ++from)
        for (std::size_t i = 0; i < bytes; ++i)
          right = right && all[static_cast<std::size_t>(from) * bytes + i] == byte_of(from, call, i);
      expect(right, "allgather", bytes);
    }
  }
}

// Process 0 begins a broadcast to the first two others, then one to the next two. The receivers of the second
// notify those of the first, which only then begin. The second must not wait for the first.
void two_at_once(std::size_t bytes) {
  if (size < 5) return;
  MPI_Comm first = MPI_COMM_NULL, second = MPI_COMM_NULL;
  const bool of_first = rank <= 2, of_second = rank == 0 || rank == 3 || rank == 4;
  MPI_Comm_split(MPI_COMM_WORLD, of_first ? 0 : MPI_UNDEFINED, rank, &first);
  MPI_Comm_split(MPI_COMM_WORLD, of_second ? 0 : MPI_UNDEFINED, rank, &second);
  for (MPI_Comm on : {first, second}) {  // opens the communicator, which waits for all
    MPI_Request request = MPI_REQUEST_NULL;
    if (on != MPI_COMM_NULL) MPI_Ibarrier(on, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
  }
  std::vector<unsigned char> a(bytes), b(bytes);
  MPI_Request both[2] = {MPI_REQUEST_NULL, MPI_REQUEST_NULL};
  const auto begin = [&](std::vector<unsigned char>& data, MPI_Comm on, MPI_Request& request) {
    MPI_Ibcast(data.data(), static_cast<int>(bytes), MPI_BYTE, 0, on, &request);
  };
  if (rank == 0) {
    a = data_of(0, 1, bytes);
    b = data_of(0, 2, bytes);
    begin(a, first, both[0]);
    begin(b, second, both[1]);
  } else if (of_second) {
    begin(b, second, both[1]);
    MPI_Wait(&both[1], MPI_STATUS_IGNORE);
    MPI_Send(nullptr, 0, MPI_BYTE, rank - 2, 0, MPI_COMM_WORLD);
  } else if (of_first) {
    MPI_Recv(nullptr, 0, MPI_BYTE, rank + 2, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    begin(a, first, both[0]);
  }
  MPI_Waitall(2, both, MPI_STATUSES_IGNORE);
  if (of_first) expect(a == data_of(0, 1, bytes), "first of two broadcasts", bytes);
  if (of_second) expect(b == data_of(0, 2, bytes), "second of two broadcasts", bytes);
  if (first != MPI_COMM_NULL) MPI_Comm_free(&first);
  if (second != MPI_COMM_NULL) MPI_Comm_free(&second);
}

// The other processes have broadcasts outstanding with the last process, which does not take part: all boards
// and rings to it fill up. Meanwhile, the others call hundreds of collectives without it. If each of these
// waited for the last process even for a short time, they would take minutes.
void one_does_not_come(int bytes) {
  constexpr int outstanding = 100, rounds = 400;
  const int others = size - 1;
  if (others < 3) return;
  MPI_Comm without = MPI_COMM_NULL;
  MPI_Comm_split(MPI_COMM_WORLD, rank == others ? MPI_UNDEFINED : 0, rank, &without);
  const auto length = static_cast<std::size_t>(bytes);
  std::vector<std::vector<unsigned char>> data;
  std::vector<MPI_Request> requests(outstanding, MPI_REQUEST_NULL);
  const auto begin_all = [&] {
    for (unsigned k = 0; k < outstanding; ++k) {
      const int root = static_cast<int>(k) % others;
      data.push_back(rank == root ? data_of(root, k, length) : std::vector<unsigned char>(length));
      MPI_Ibcast(data[k].data(), bytes, MPI_BYTE, root, MPI_COMM_WORLD, &requests[k]);
    }
  };
  if (rank == others) {
    MPI_Recv(nullptr, 0, MPI_BYTE, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    begin_all();
  } else {
    begin_all();
    std::vector<unsigned char> one(length), all(length * static_cast<std::size_t>(others));
    const auto fill = [&](unsigned call) {  // in place
      for (std::size_t i = 0; i < length; ++i) one[i] = byte_of(rank, call, i);
    };
    MPI_Request persistent = MPI_REQUEST_NULL;
    MPI_Bcast_init(one.data(), bytes, MPI_BYTE, 1, without, MPI_INFO_NULL, &persistent);
    for (unsigned k = 0; k < rounds; ++k) {
      const int root = static_cast<int>(k) % others;
      fill(k);
      if (k % 3 == 0) {
        MPI_Bcast(one.data(), bytes, MPI_BYTE, root, without);
        expect(one == data_of(root, k, length), "broadcast without one", length);
      } else if (k % 3 == 1) {
        MPI_Request request = MPI_REQUEST_NULL;
        MPI_Ibcast(one.data(), bytes, MPI_BYTE, root, without, &request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        expect(one == data_of(root, k, length), "posted broadcast without one", length);
      } else {
        MPI_Start(&persistent);
        MPI_Wait(&persistent, MPI_STATUS_IGNORE);
        expect(one == data_of(1, k, length), "persistent broadcast without one", length);
      }
      fill(k);
      MPI_Allgather(one.data(), bytes, MPI_BYTE, all.data(), bytes, MPI_BYTE, without);
      expect(all[length - 1] == byte_of(0, k, length - 1) && all.back() == byte_of(others - 1, k, length - 1),
             "allgather without one", length);
    }
    MPI_Request_free(&persistent);
    if (rank == 0) MPI_Send(nullptr, 0, MPI_BYTE, others, 0, MPI_COMM_WORLD);
    MPI_Comm_free(&without);
  }
  MPI_Waitall(outstanding, requests.data(), MPI_STATUSES_IGNORE);
  for (unsigned k = 0; k < outstanding; ++k)
    expect(data[k] == data_of(static_cast<int>(k) % others, k, length), "broadcast with the one", length);
}

}  // namespace

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  broadcasts();
  allgathers();
  for (const std::size_t bytes : {std::size_t{100}, std::size_t{200000}, std::size_t{3000000}})
    two_at_once(bytes);
  for (const int bytes : {1000, 40000}) one_does_not_come(bytes);
  int all = 0;
  MPI_Allreduce(&wrong, &all, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  MPI_Finalize();
  return all == 0 ? 0 : 1;
}
