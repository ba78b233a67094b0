// Send and receive memory have the same address and no byte in common: fields of one array of structures,
// both sides at MPI_BOTTOM, blocks of one work array. MPI allows all of it.
//
//   disjoint_test

#include <mpi.h>

#include <cstddef>
#include <vector>

#include "oracle/expect.hpp"

namespace {

struct pair {
  int sent, received;
};

int rank = 0, size = 1;

// Element i of the block of process `from` for process `to`.
int value(int from, int to, int i) { return 1 + from * 1000 + to * 20 + i; }

// `n` elements of one field: from the beginning of the array, or at their absolute addresses.
class field {
 public:
  field(std::vector<pair>& of, std::ptrdiff_t offset, int n, bool absolute) {
    MPI_Aint begin = offset;
    if (absolute) MPI_Get_address(reinterpret_cast<char*>(of.data()) + offset, &begin);
    MPI_Datatype one = MPI_DATATYPE_NULL, vector = MPI_DATATYPE_NULL;
    const int length = 1;
    MPI_Type_create_resized(MPI_INT, 0, sizeof(pair), &one);
    MPI_Type_contiguous(n, one, &vector);
    MPI_Type_create_hindexed(length, &length, &begin, vector, &type_);
    MPI_Datatype sized = MPI_DATATYPE_NULL;
    MPI_Type_create_resized(type_, 0, static_cast<MPI_Aint>(sizeof(pair)) * n, &sized);
    MPI_Type_commit(&sized);
    for (MPI_Datatype* t : {&one, &vector, &type_}) MPI_Type_free(t);
    type_ = sized;
  }
  field(const field&) = delete;
  field& operator=(const field&) = delete;
  ~field() { MPI_Type_free(&type_); }
  operator MPI_Datatype() const { return type_; }

 private:
  MPI_Datatype type_ = MPI_DATATYPE_NULL;
};

class fields {
 public:
  fields(int n, bool absolute)
      : n_(n),
        all_(static_cast<std::size_t>(n * size)),
        sent(all_, offsetof(pair, sent), n, absolute),
        received(all_, offsetof(pair, received), n, absolute),
        address(absolute ? MPI_BOTTOM : all_.data()) {
    for (int to = 0; to < size; ++to)
      for (int i = 0; i < n; ++i) at(to, i) = {value(rank, to, i), -1};
  }

  /// Block `b` has arrived from process `from`, which sent it to process `to`.
  void came(const std::string& what, int b, int from, int to) {
    for (int i = 0; i < n_; ++i)
      checks::expect(at(b, i).received == value(from, to, i) && at(b, i).sent == value(rank, b, i),
                     what + ": wrong element " + std::to_string(i) + " of block " + std::to_string(b) +
                         " of " + std::to_string(n_));
  }

 private:
  pair& at(int block, int i) { return all_[static_cast<std::size_t>(block * n_ + i)]; }
  int n_;
  std::vector<pair> all_;

 public:
  field sent, received;
  void* address;
};

void in_fields(int n, bool absolute) {
  const std::string how = absolute ? " at MPI_BOTTOM" : " in fields";
  {
    fields f(n, absolute);
    MPI_Alltoall(f.address, 1, f.sent, f.address, 1, f.received, MPI_COMM_WORLD);
    for (int s = 0; s < size; ++s) f.came("alltoall" + how, s, s, rank);
  }
  {
    fields f(n, absolute);
    MPI_Allgather(f.address, 1, f.sent, f.address, 1, f.received, MPI_COMM_WORLD);
    for (int s = 0; s < size; ++s) f.came("allgather" + how, s, s, 0);
  }
  {
    fields f(n, absolute);
    const std::vector<int> ones(static_cast<std::size_t>(size), 1);
    std::vector<int> bytes, blocks;
    for (int s = 0; s < size; ++s)
      bytes.push_back(s * n * static_cast<int>(sizeof(pair))), blocks.push_back(s);
    const std::vector<MPI_Datatype> out(ones.size(), f.sent), in(ones.size(), f.received);
    MPI_Alltoallw(f.address, ones.data(), bytes.data(), out.data(), f.address, ones.data(), bytes.data(),
                  in.data(), MPI_COMM_WORLD);
    for (int s = 0; s < size; ++s) f.came("alltoallw" + how, s, s, rank);
    fields g(n, absolute);
    MPI_Allgatherv(g.address, 1, g.sent, g.address, ones.data(), blocks.data(), g.received, MPI_COMM_WORLD);
    for (int s = 0; s < size; ++s) g.came("allgatherv" + how, s, s, 0);
  }
  for (int root = 0; root < size; ++root) {
    fields f(n, absolute), g(n, absolute);
    MPI_Gather(f.address, 1, f.sent, f.address, 1, f.received, root, MPI_COMM_WORLD);
    for (int s = 0; s < size && rank == root; ++s) f.came("gather" + how, s, s, 0);
    MPI_Scatter(g.address, 1, g.sent, g.address, 1, g.received, root, MPI_COMM_WORLD);
    g.came("scatter" + how, 0, root, rank);
  }
}

// Reductions by predefined operators only have types with one kind of elements. A user-defined operator adds
// in the layout of its arguments.
void add_spread(void* in, void* inout, int* count, MPI_Datatype*) {
  auto *a = static_cast<char*>(in), *b = static_cast<char*>(inout);
  for (int i = 0; i < *count; ++i, a += sizeof(pair), b += sizeof(pair))
    *reinterpret_cast<int*>(b) += *reinterpret_cast<int*>(a);
}

// One work array: blocks of process 0 are empty, since it sends nothing; the send blocks follow the receive
// blocks.
void in_one_array(int n) {
  std::vector<int> work(static_cast<std::size_t>(2 * size * n), -1), sent, received, from, to;
  for (int k = 0; k < size; ++k) {
    sent.push_back(rank == 0 ? 0 : n), from.push_back((size + k) * n);
    received.push_back(k == 0 ? 0 : n), to.push_back(k * n);
    for (int i = 0; i < n; ++i) work[static_cast<std::size_t>((size + k) * n + i)] = value(rank, k, i);
  }
  const auto came = [&](const std::string& what) {
    for (int s = 1; s < size; ++s)
      for (int i = 0; i < n; ++i)
        checks::expect(work[static_cast<std::size_t>(s * n + i)] == value(s, rank, i),
                       what + " in one array: wrong");
  };
  MPI_Alltoallv(work.data(), sent.data(), from.data(), MPI_INT, work.data(), received.data(), to.data(),
                MPI_INT, MPI_COMM_WORLD);
  came("alltoallv");
  for (int k = 1; k < size; ++k)
    for (int i = 0; i < n; ++i) work[static_cast<std::size_t>(k * n + i)] = -1;
  std::vector<MPI_Datatype> types_out, types_in;  // none if the block is empty
  for (int k = 0; k < size; ++k) {
    types_out.push_back(rank == 0 ? MPI_DATATYPE_NULL : MPI_INT);
    types_in.push_back(k == 0 ? MPI_DATATYPE_NULL : MPI_INT);
    from[static_cast<std::size_t>(k)] *= static_cast<int>(sizeof(int));
    to[static_cast<std::size_t>(k)] *= static_cast<int>(sizeof(int));
  }
  MPI_Alltoallw(work.data(), sent.data(), from.data(), types_out.data(), work.data(), received.data(),
                to.data(), types_in.data(), MPI_COMM_WORLD);
  came("alltoallw");
}

// Input and output of a reduction interleave.
void reductions(int n) {
  std::vector<pair> all(static_cast<std::size_t>(n));
  MPI_Datatype one = MPI_DATATYPE_NULL;
  MPI_Type_create_resized(MPI_INT, 0, sizeof(pair), &one);
  MPI_Type_commit(&one);
  MPI_Op op = MPI_OP_NULL;
  MPI_Op_create(add_spread, 1, &op);
  for (int i = 0; i < n; ++i) all[static_cast<std::size_t>(i)] = {rank + i, -1};
  MPI_Allreduce(&all[0].sent, &all[0].received, n, one, op, MPI_COMM_WORLD);
  for (int i = 0; i < n; ++i)
    checks::expect(all[static_cast<std::size_t>(i)].received == size * (size - 1) / 2 + size * i &&
                       all[static_cast<std::size_t>(i)].sent == rank + i,
                   "allreduce in fields: wrong");
  MPI_Op_free(&op);
  MPI_Type_free(&one);
}

}  // namespace

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  for (const int n : {1, 19}) {
    in_fields(n, false);
    in_fields(n, true);
    in_one_array(n);
    reductions(n);
  }
  return checks::finish();
}
