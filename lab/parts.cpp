// The best way to send and receive a message in several parts: packed, or by a datatype made for it. Two
// processes; times in microseconds, the minimum of many. Run by lab/parts.

#include <mpi.h>

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <vector>

namespace {

// The parts of one process, with gaps, and room to pack them.
struct parts {
  parts(std::size_t n, std::size_t bytes)
      : bytes_(bytes), stride_(bytes + 64), memory_(n * stride_, 1), packed_(n * bytes) {
    for (std::size_t i = 0; i < n; ++i) starts_.push_back(static_cast<MPI_Aint>(i * stride_));
    lengths_.assign(n, static_cast<int>(bytes));
  }
  void pack() {
    for (std::size_t i = 0; i < starts_.size(); ++i)
      std::memcpy(&packed_[i * bytes_], &memory_[i * stride_], bytes_);
  }
  void unpack() {
    for (std::size_t i = 0; i < starts_.size(); ++i)
      std::memcpy(&memory_[i * stride_], &packed_[i * bytes_], bytes_);
  }
  [[nodiscard]] MPI_Datatype type() const {
    MPI_Datatype made;
    MPI_Type_create_hindexed(static_cast<int>(starts_.size()), lengths_.data(), starts_.data(), MPI_BYTE,
                             &made);
    MPI_Type_commit(&made);
    return made;
  }
  char* memory() { return memory_.data(); }
  char* packed() { return packed_.data(); }
  [[nodiscard]] int bytes() const { return static_cast<int>(packed_.size()); }

 private:
  std::size_t bytes_, stride_;
  std::vector<char> memory_, packed_;
  std::vector<MPI_Aint> starts_;
  std::vector<int> lengths_;
};

void both_packed(parts& out, parts& in, int other) {
  out.pack();
  MPI_Sendrecv(out.packed(), out.bytes(), MPI_BYTE, other, 0, in.packed(), in.bytes(), MPI_BYTE, other, 0,
               MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  in.unpack();
}

void both_by_datatype(parts& out, parts& in, int other) {
  MPI_Datatype leaves = out.type(), comes = in.type();
  MPI_Sendrecv(out.memory(), 1, leaves, other, 0, in.memory(), 1, comes, other, 0, MPI_COMM_WORLD,
               MPI_STATUS_IGNORE);
  MPI_Type_free(&leaves);
  MPI_Type_free(&comes);
}

// As at the root of a gather: process 1 has one piece, process 0 receives it in parts.
void received_packed(parts& out, parts& in, int other) {
  if (other == 0) {
    MPI_Send(out.packed(), out.bytes(), MPI_BYTE, other, 0, MPI_COMM_WORLD);
    return;
  }
  MPI_Recv(in.packed(), in.bytes(), MPI_BYTE, other, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  in.unpack();
}

void received_by_datatype(parts& out, parts& in, int other) {
  if (other == 0) {
    MPI_Send(out.packed(), out.bytes(), MPI_BYTE, other, 0, MPI_COMM_WORLD);
    return;
  }
  MPI_Datatype comes = in.type();
  MPI_Recv(in.memory(), 1, comes, other, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Type_free(&comes);
}

}  // namespace

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  const int other = 1 - rank;
  if (rank == 0)
    std::printf("parts    bytes of each    both: packed    datatype    received: packed    datatype\n");
  for (const std::size_t n : {2, 8, 32, 128})
    for (const std::size_t bytes : {16, 256, 4096, 16'384, 65'536, 262'144}) {
      if (n * bytes > (std::size_t{8} << 20)) continue;
      parts out(n, bytes), in(n, bytes);
      const int repetitions = n * bytes < 100'000 ? 400 : 40;
      constexpr void (*ways[])(parts&, parts&, int) = {both_packed, both_by_datatype, received_packed,
                                                       received_by_datatype};
      double least[] = {1e9, 1e9, 1e9, 1e9};
      for (int i = 0; i < repetitions; ++i)
        for (int k = 0; k < 4; ++k) {
          MPI_Barrier(MPI_COMM_WORLD);
          const double begin = MPI_Wtime();
          ways[k](out, in, other);
          if (k >= 2) {  // one direction: the time includes an acknowledgement
            char done = 0;
            if (rank == 0) MPI_Send(&done, 1, MPI_BYTE, other, 1, MPI_COMM_WORLD);
            if (rank == 1) MPI_Recv(&done, 1, MPI_BYTE, other, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
          }
          least[k] = std::min(least[k], MPI_Wtime() - begin);
        }
      if (rank == 1)
        std::printf("%5zu %16zu %15.2f %11.2f %19.2f %11.2f\n", n, bytes, least[0] * 1e6, least[1] * 1e6,
                    least[2] * 1e6, least[3] * 1e6);
    }
  MPI_Finalize();
  return 0;
}
