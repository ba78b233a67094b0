#pragma once

#include <dlfcn.h>

#include <cstddef>
#include <string>

// Access to GPUs through the libraries that the program has loaded. Functions are looked up there by their
// documented names; tutti loads no library. The declarations follow the public documentation of CUDA's
// driver, HIP and Level Zero.
namespace tutti::mpi {

/// A GPU runtime that is loaded in this process.
class gpu_runtime {
 public:
  gpu_runtime(const gpu_runtime&) = delete;
  gpu_runtime& operator=(const gpu_runtime&) = delete;
  /// True if memory is on a GPU and the host cannot access it. (The host can access managed and pinned
  /// memory.)
  [[nodiscard]] virtual bool owns(const void* memory) const = 0;
  /// The first address of the allocation on a GPU to which `memory` belongs; null if it is not known.
  [[nodiscard]] virtual const void* allocation_of(const void* memory) const = 0;
  // Both return when all bytes have arrived. False if the copy failed.
  [[nodiscard]] virtual bool read(void* host, const void* device, std::size_t bytes) const = 0;
  [[nodiscard]] virtual bool write(void* device, const void* host, std::size_t bytes) const = 0;

 protected:
  gpu_runtime() = default;
  ~gpu_runtime() = default;  // never destroyed: other threads may be in a call
};

/// A library that the process has loaded. From now on, it stays loaded.
class loaded_library {
 public:
  explicit loaded_library(const std::string& name) : handle_(dlopen(name.c_str(), RTLD_LAZY | RTLD_NOLOAD)) {}

  /// Looks up a function. complete() is false if any function was not found.
  template <class Function>
  void find(const char* symbol, Function*& into) {
    into = handle_ ? reinterpret_cast<Function*>(dlsym(handle_, symbol)) : nullptr;
    complete_ = complete_ && into;
  }
  [[nodiscard]] bool complete() const noexcept { return complete_; }

 private:
  void* handle_;
  bool complete_ = true;
};

// The runtime of a library; null if the library lacks a function. Never freed.
const gpu_runtime* cuda_in(loaded_library driver);
const gpu_runtime* hip_in(loaded_library runtime);
const gpu_runtime* level_zero_in(loaded_library loader);

}  // namespace tutti::mpi
