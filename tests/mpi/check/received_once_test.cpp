// Blocks that lie between each other, at the same place, or outside of where one would look, but of which no
// two share a byte that is received. MPI allows all of it, so check mode must not report it.
//
//   received_once_test               under TUTTI_CHECK=1

#include <mpi.h>

#include <cstddef>
#include <string>
#include <vector>

#include "oracle/expect.hpp"

namespace {

int rank = 0, p = 1;
constexpr int rows = 5;

// A derived datatype, to be freed.
class type {
 public:
  explicit type(MPI_Datatype t) : it_(t) { MPI_Type_commit(&it_); }
  type(const type&) = delete;
  type& operator=(const type&) = delete;
  ~type() { MPI_Type_free(&it_); }
  operator MPI_Datatype() const { return it_; }

 private:
  MPI_Datatype it_;
};

MPI_Datatype contiguous(int n) {
  MPI_Datatype t;
  MPI_Type_contiguous(n, MPI_INT, &t);
  return t;
}
MPI_Datatype vector(int n, int length, int stride) {
  MPI_Datatype t;
  MPI_Type_vector(n, length, stride, MPI_INT, &t);
  return t;
}
MPI_Datatype indexed(const std::vector<int>& lengths, const std::vector<int>& places) {
  MPI_Datatype t;
  MPI_Type_indexed(static_cast<int>(lengths.size()), lengths.data(), places.data(), MPI_INT, &t);
  return t;
}
MPI_Datatype resized(MPI_Datatype inner, int lb, int extent) {
  constexpr int word = sizeof(int);
  MPI_Datatype t;
  MPI_Type_create_resized(inner, lb * word, extent * word, &t);
  MPI_Type_free(&inner);
  return t;
}

// Element i of the data that process `from` sends.
int value(int from, int i) { return 1 + 100 * from + i; }
std::vector<int> values(int n) {
  std::vector<int> all(static_cast<std::size_t>(n));
  for (int i = 0; i < n; ++i) all[static_cast<std::size_t>(i)] = value(rank, i);
  return all;
}
std::vector<int> times_rank(int step, int first = 0) {
  std::vector<int> all(static_cast<std::size_t>(p));
  for (int r = 0; r < p; ++r) all[static_cast<std::size_t>(r)] = first + r * step;
  return all;
}

void expect_at(const std::string& what, const std::vector<int>& all, int place, int expected) {
  checks::expect(all[static_cast<std::size_t>(place)] == expected,
                 what + ": wrong at " + std::to_string(place));
}
void expect_columns(const std::string& what, const std::vector<int>& matrix, int columns) {
  for (int r = 0; r < p; ++r)
    for (int i = 0; i < rows * columns; ++i)
      expect_at(what, matrix, i % rows * p * columns + r * columns + i / rows, value(r, i));
}

// The columns of a matrix, which lie between each other.
void columns() {
  const type column(resized(vector(rows, 1, p), 0, 1)), two(resized(vector(rows, 1, 2 * p), 0, 1));
  const std::vector<int> out = values(2 * rows), ones(static_cast<std::size_t>(p), 1);
  std::vector<int> in(static_cast<std::size_t>(2 * p * rows));
  MPI_Allgather(out.data(), rows, MPI_INT, in.data(), 1, column, MPI_COMM_WORLD);
  expect_columns("allgather of columns", in, 1);
  MPI_Allgather(out.data(), 2 * rows, MPI_INT, in.data(), 2, two, MPI_COMM_WORLD);
  expect_columns("allgather of pairs of columns", in, 2);
  MPI_Gatherv(out.data(), rows, MPI_INT, in.data(), ones.data(), times_rank(1).data(), column, 0,
              MPI_COMM_WORLD);
  if (rank == 0) expect_columns("gatherv of columns", in, 1);
  MPI_Request request = MPI_REQUEST_NULL;
  MPI_Iallgather(out.data(), rows, MPI_INT, in.data(), 1, column, MPI_COMM_WORLD, &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  expect_columns("iallgather of columns", in, 1);
  MPI_Scatter(in.data(), 1, column, in.data() + p * rows, rows, MPI_INT, 0, MPI_COMM_WORLD);
  for (int i = 0; i < rows; ++i) expect_at("scatter of columns", in, p * rows + i, value(rank, i));
  // Elements of one block that lie between each other.
  MPI_Bcast(in.data(), p, column, 0, MPI_COMM_WORLD);
}

// From the last to the first, before the address, and with negative strides and extents.
void backwards() {
  const std::vector<int> out = values(rows), lengths(static_cast<std::size_t>(p), rows);
  std::vector<int> in(static_cast<std::size_t>(p * rows)), matrix = in;
  MPI_Allgatherv(out.data(), rows, MPI_INT, in.data(), lengths.data(),
                 times_rank(-rows, (p - 1) * rows).data(), MPI_INT, MPI_COMM_WORLD);
  MPI_Allgatherv(out.data(), rows, MPI_INT, &in.back() + 1, lengths.data(), times_rank(-rows, -rows).data(),
                 MPI_INT, MPI_COMM_WORLD);
  for (int r = 0; r < p; ++r)
    for (int i = 0; i < rows; ++i) expect_at("backwards", in, (p - 1 - r) * rows + i, value(r, i));
  const type upwards(resized(vector(rows, 1, -p), -1, 1)), leftwards(resized(vector(rows, 1, p), 0, -1));
  MPI_Allgather(out.data(), rows, MPI_INT, &matrix[static_cast<std::size_t>((rows - 1) * p)], 1, upwards,
                MPI_COMM_WORLD);
  MPI_Allgather(out.data(), rows, MPI_INT, &matrix[static_cast<std::size_t>(p - 1)], 1, leftwards,
                MPI_COMM_WORLD);
  for (int r = 0; r < p; ++r)
    for (int i = 0; i < rows; ++i) expect_at("leftwards", matrix, i * p + p - 1 - r, value(r, i));
}

// Empty blocks in the places of others, and blocks of missing neighbours.
void nothing() {
  const std::vector<int> out = values(rows), inside(static_cast<std::size_t>(p), 2);
  std::vector<int> in(rows + 2), lengths(static_cast<std::size_t>(p), 0);
  lengths.back() = rows;
  MPI_Allgatherv(out.data(), rank == p - 1 ? rows : 0, MPI_INT, in.data(), lengths.data(), inside.data(),
                 MPI_INT, MPI_COMM_WORLD);
  for (int i = 0; i < rows; ++i) expect_at("empty blocks", in, 2 + i, value(p - 1, i));
  const type empty(contiguous(0));
  MPI_Allgather(out.data(), 3, empty, in.data(), 3, empty, MPI_COMM_WORLD);

  MPI_Comm line;
  const int open_ended[] = {0}, one[] = {1, 1}, inner[] = {0, 1}, end[] = {0, 0};
  MPI_Cart_create(MPI_COMM_WORLD, 1, &p, open_ended, 0, &line);
  const int* const into = rank == 0 || rank == p - 1 ? end : inner;
  MPI_Neighbor_alltoallv(out.data(), one, inner, MPI_INT, in.data(), one, into, MPI_INT, line);
  if (rank > 0) expect_at("from the left", in, 0, value(rank - 1, 1));
  MPI_Comm_free(&line);
}

// Data may be sent twice.
void sent_twice() {
  const type doubled(indexed({2, 2}, {0, 1})), apart(indexed({2, 2}, {0, 3}));
  const std::vector<int> ones(static_cast<std::size_t>(p), 1), zeros(static_cast<std::size_t>(p), 0);
  std::vector<int> in(static_cast<std::size_t>(p + 5)), out = values(rows);
  MPI_Scatterv(out.data(), ones.data(), zeros.data(), MPI_INT, in.data(), 1, MPI_INT, 0, MPI_COMM_WORLD);
  expect_at("scatterv", in, 0, value(0, 0));
  MPI_Alltoallv(out.data(), ones.data(), zeros.data(), MPI_INT, in.data(), ones.data(), times_rank(1).data(),
                MPI_INT, MPI_COMM_WORLD);
  for (int r = 0; r < p; ++r) expect_at("alltoallv", in, r, value(r, 0));
  MPI_Bcast(rank == 0 ? out.data() : in.data(), 1, rank == 0 ? doubled : apart, 0, MPI_COMM_WORLD);
  if (rank != 0) expect_at("bcast", in, 3, value(0, 1));
  // Tables that have a meaning at the root only.
  MPI_Gatherv(out.data(), 1, MPI_INT, in.data(), ones.data(), (rank == 0 ? times_rank(1) : zeros).data(),
              MPI_INT, 0, MPI_COMM_WORLD);
}

void in_place() {
  const std::vector<int> ones(static_cast<std::size_t>(p), 1), places = times_rank(2, 1);
  std::vector<int> all(static_cast<std::size_t>(2 * p + 1));
  const auto own = [&] { return &all[static_cast<std::size_t>(2 * rank + 1)]; };
  *own() = value(rank, 0);
  MPI_Allgatherv(MPI_IN_PLACE, 0, MPI_INT, all.data(), ones.data(), places.data(), MPI_INT, MPI_COMM_WORLD);
  for (int r = 0; r < p; ++r) expect_at("allgatherv in place", all, 2 * r + 1, value(r, 0));
  MPI_Gatherv(rank == 0 ? MPI_IN_PLACE : own(), 1, MPI_INT, all.data(), ones.data(), places.data(), MPI_INT,
              0, MPI_COMM_WORLD);
  MPI_Alltoallv(MPI_IN_PLACE, nullptr, nullptr, MPI_INT, all.data(), ones.data(), places.data(), MPI_INT,
                MPI_COMM_WORLD);
}

// Datatypes of absolute addresses.
void anywhere() {
  std::vector<int> in(static_cast<std::size_t>(2 * p)), out = values(p);
  const std::vector<int> ones(static_cast<std::size_t>(p), 1), zeros(static_cast<std::size_t>(p), 0);
  std::vector<MPI_Datatype> to, from;
  for (int r = 0; r < p; ++r) {
    constexpr int one = 1;
    MPI_Aint at = 0;
    MPI_Get_address(&out[static_cast<std::size_t>(r)], &at);
    MPI_Type_create_hindexed(1, &one, &at, MPI_INT, &to.emplace_back());
    MPI_Get_address(&in[static_cast<std::size_t>(2 * (p - 1 - r))], &at);
    MPI_Type_create_hindexed(1, &one, &at, MPI_INT, &from.emplace_back());
    MPI_Type_commit(&to.back());
    MPI_Type_commit(&from.back());
  }
  MPI_Alltoallw(MPI_BOTTOM, ones.data(), zeros.data(), to.data(), MPI_BOTTOM, ones.data(), zeros.data(),
                from.data(), MPI_COMM_WORLD);
  for (int r = 0; r < p; ++r) {
    expect_at("alltoallw at MPI_BOTTOM", in, 2 * (p - 1 - r), value(r, rank));
    MPI_Type_free(&to[static_cast<std::size_t>(r)]);
    MPI_Type_free(&from[static_cast<std::size_t>(r)]);
  }
}

}  // namespace

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &p);
  for (const auto run : {columns, backwards, nothing, sent_twice, in_place, anywhere}) run();
  return checks::finish();
}
