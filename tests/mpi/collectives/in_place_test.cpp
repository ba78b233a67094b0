// MPI_IN_PLACE in alltoall, alltoallv and alltoallw: blocks of any length swap places, even if processes lay
// out the same signature differently; long blocks with little extra memory.
//
//   in_place_test

#include <mpi.h>
#include <sys/resource.h>

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "oracle/expect.hpp"

namespace {

int rank = 0, size = 1;

// Element i of the block of `from` for `to`.
int value(int from, int to, int i) { return from * 7919 + to * 104729 + i; }

// n blocks of ints for as many processes, one after the other; on processes of odd rank with a hole behind
// each int.
class array {
 public:
  explicit array(std::vector<int> lengths) : lengths_(std::move(lengths)) {
    MPI_Type_create_resized(MPI_INT, 0, static_cast<MPI_Aint>(sizeof(int)) * stride_, &type_);
    MPI_Type_commit(&type_);
    for (const int n : lengths_) {
      starts_.push_back(total_);
      bytes_.push_back(total_ * stride_ * static_cast<int>(sizeof(int)));
      total_ += n;
    }
    all_.assign(static_cast<std::size_t>(total_ * stride_), -1);
    types_.assign(lengths_.size(), type_);
    each([](int with, int i) { return value(rank, with, i); });
  }
  array(const array&) = delete;
  array& operator=(const array&) = delete;
  ~array() { MPI_Type_free(&type_); }

  void alltoall(MPI_Request* r) {
    if (r)
      MPI_Ialltoall(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, all_.data(), lengths_[0], type_, MPI_COMM_WORLD, r);
    else
      MPI_Alltoall(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, all_.data(), lengths_[0], type_, MPI_COMM_WORLD);
  }
  void alltoallv(MPI_Request* r) {
    if (r)
      MPI_Ialltoallv(MPI_IN_PLACE, nullptr, nullptr, MPI_DATATYPE_NULL, all_.data(), lengths_.data(),
                     starts_.data(), type_, MPI_COMM_WORLD, r);
    else
      MPI_Alltoallv(MPI_IN_PLACE, nullptr, nullptr, MPI_DATATYPE_NULL, all_.data(), lengths_.data(),
                    starts_.data(), type_, MPI_COMM_WORLD);
  }
  void alltoallw(MPI_Request* r) {
    if (r)
      MPI_Ialltoallw(MPI_IN_PLACE, nullptr, nullptr, nullptr, all_.data(), lengths_.data(), bytes_.data(),
                     types_.data(), MPI_COMM_WORLD, r);
    else
      MPI_Alltoallw(MPI_IN_PLACE, nullptr, nullptr, nullptr, all_.data(), lengths_.data(), bytes_.data(),
                    types_.data(), MPI_COMM_WORLD);
  }

  // True if every element has the expected value from the process with which its block was exchanged, and no
  // hole was written.
  [[nodiscard]] bool has_come() {
    bool right = true;
    each([&](int with, int i, int found) {
      right = right && found == value(with, rank, i);
      return found;
    });
    for (std::size_t i = 0; i < all_.size(); ++i)
      right = right && (i % static_cast<std::size_t>(stride_) == 0 || all_[i] == -1);
    return right;
  }

 private:
  template <class Visit>
  void each(Visit visit) {
    for (int with = 0; with < size; ++with)
      for (int i = 0; i < lengths_[static_cast<std::size_t>(with)]; ++i) {
        int& x = all_[static_cast<std::size_t>((starts_[static_cast<std::size_t>(with)] + i) * stride_)];
        if constexpr (requires { visit(with, i, x); })
          x = visit(with, i, x);
        else
          x = visit(with, i);
      }
  }

  int stride_ = 1 + rank % 2, total_ = 0;
  std::vector<int> lengths_, starts_, bytes_, all_;
  MPI_Datatype type_ = MPI_DATATYPE_NULL;
  std::vector<MPI_Datatype> types_;
};

using member = void (array::*)(MPI_Request*);

void exchange(const std::string& what, member call, const std::vector<int>& lengths) {
  for (const bool begun : {false, true}) {
    array a(lengths);
    MPI_Request r = MPI_REQUEST_NULL;
    (a.*call)(begun ? &r : nullptr);
    MPI_Wait(&r, MPI_STATUS_IGNORE);
    checks::expect(a.has_come(), what + (begun ? ", begun" : ""));
  }
}

#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
// The largest number of bytes that the process has had.
std::size_t most_memory() {
  rusage used{};
  getrusage(RUSAGE_SELF, &used);
  return static_cast<std::size_t>(used.ru_maxrss) << 10U;
}
#endif

}  // namespace

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  const auto p = static_cast<std::size_t>(size);

  constexpr int kib = 256;  // ints
  for (const int n : {0, 1, 5, kib, 32 * kib - 1, 32 * kib, 256 * kib, 600 * kib + 3})
    exchange("alltoall of blocks of " + std::to_string(n) + " ints", &array::alltoall,
             std::vector<int>(p, n));
  // The blocks of two processes are equally long, and may be empty.
  for (const int unit : {0, 1, kib, 300 * kib}) {
    std::vector<int> lengths;
    for (int with = 0; with < size; ++with) lengths.push_back((rank + with) % 3 * unit);
    exchange("alltoallv of up to " + std::to_string(2 * unit) + " ints", &array::alltoallv, lengths);
    exchange("alltoallw of up to " + std::to_string(2 * unit) + " ints", &array::alltoallw, lengths);
  }

#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
  // Data without holes need much less memory than their own size.
  constexpr int long_block = 16 << 20;
  std::vector<char> data(p * long_block, 1);
  const std::size_t before = most_memory();
  MPI_Alltoall(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, data.data(), long_block, MPI_CHAR, MPI_COMM_WORLD);
  std::vector<int> lengths(p, long_block), starts;
  for (std::size_t i = 0; i < p; ++i) starts.push_back(static_cast<int>(i) * long_block);
  MPI_Alltoallv(MPI_IN_PLACE, nullptr, nullptr, MPI_DATATYPE_NULL, data.data(), lengths.data(), starts.data(),
                MPI_CHAR, MPI_COMM_WORLD);
  const std::size_t more = most_memory() - before;
  checks::expect(more < long_block / 2, "blocks of 16 MiB took " + std::to_string(more) + " bytes besides");
#endif
  return checks::finish();
}
