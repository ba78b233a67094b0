// Memory of every process that the others may read and write.
#pragma once

#include "common.hpp"

namespace programs {

template <class T>
class window {
 public:
  // `count` elements of this process. MPI allocates them, since not every network reaches all memory; and in
  // multiples of 64 bytes, since MPICH 4.0.2 puts and gets at wrong places in windows whose length is not a
  // multiple of 16.
  explicit window(int count) {
    const MPI_Aint bytes = (static_cast<MPI_Aint>(sizeof(T)) * count + 63) / 64 * 64;
    MPI_Win_allocate(bytes, sizeof(T), MPI_INFO_NULL, MPI_COMM_WORLD, &mine_, &handle_);
  }
  window(const window&) = delete;
  window& operator=(const window&) = delete;
  ~window() { MPI_Win_free(&handle_); }
  T* mine() { return mine_; }
  MPI_Win handle() const { return handle_; }

 private:
  T* mine_ = nullptr;
  MPI_Win handle_ = MPI_WIN_NULL;
};

}  // namespace programs
