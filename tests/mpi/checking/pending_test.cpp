// Check mode and calls that are under way at once: what they may have in common. Any alarm is a false one.

#include <mpi.h>

#include <array>
#include <cstdio>
#include <vector>

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
    // One memory is read by several, the other ones lie side by side.
    MPI_Iallreduce(in.data(), out.data(), 4, MPI_DOUBLE, MPI_SUM, w, &r[0]);
    MPI_Iallreduce(in.data() + 2, out.data() + 4, 4, MPI_DOUBLE, MPI_MAX, w, &r[1]);
    MPI_Iallgather(in.data(), 8, MPI_DOUBLE, other.data(), 8, MPI_DOUBLE, w, &r[2]);
    MPI_Ibcast(rank == 0 ? in.data() : other.data() + 8 * n, 8, MPI_DOUBLE, 0, w,
               &r[3]);  // the root reads, too
    MPI_Ireduce(in.data(), rank == 1 % p ? out.data() + 8 : nullptr, 4, MPI_DOUBLE, MPI_SUM, 1 % p, w, &r[4]);
    MPI_Ibcast(out.data(), 0, MPI_DOUBLE, 0, w, &r[5]);  // of nothing
    MPI_Allreduce(in.data(), out.data() + 16, 4, MPI_DOUBLE, MPI_SUM, w);
    MPI_Waitall(6, r.data(), MPI_STATUSES_IGNORE);
    // What has ended may be used again.
    MPI_Ibcast(out.data(), 8, MPI_DOUBLE, 0, w, &r[0]);
    MPI_Wait(&r[0], MPI_STATUS_IGNORE);
    MPI_Allreduce(MPI_IN_PLACE, out.data(), 8, MPI_DOUBLE, MPI_MAX, w);
    // Columns of a matrix, the datatype of which is freed and its handle used again before they have come.
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
  int failures = 0;
  for (std::size_t i = 0; i < matrix.size(); ++i) failures += matrix[i] != static_cast<double>(i / 16 + 1);
  if (failures > 0) std::printf("FAILED on process %d: %d elements\n", rank, failures);
  MPI_Finalize();
  return failures > 0;
}
