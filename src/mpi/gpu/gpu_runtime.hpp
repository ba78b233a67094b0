#pragma once

#include <dlfcn.h>

#include <cstddef>
#include <string>

// GPUs are reached by what the program has loaded for them: the functions are looked up in there, under their documented
// names, and nothing is loaded from here. Declarations after the public documentation of CUDA's driver, HIP and Level Zero.
namespace tutti::mpi {

/// A runtime for GPUs that is loaded in this process.
class gpu_runtime {
 public:
  gpu_runtime(const gpu_runtime&) = delete;
  gpu_runtime& operator=(const gpu_runtime&) = delete;
  /// Whether memory lives on a GPU, and cannot be reached from here as managed and pinned memory can.
  [[nodiscard]] virtual bool owns(const void* memory) const = 0;
  // Both end when all has arrived. False: it could not be copied.
  [[nodiscard]] virtual bool read(void* host, const void* device, std::size_t bytes) const = 0;
  [[nodiscard]] virtual bool write(void* device, const void* host, std::size_t bytes) const = 0;

 protected:
  gpu_runtime() = default;
  ~gpu_runtime() = default;  // never destroyed: other threads may be in a call
};

/// A library that the process has loaded, and keeps from now on.
class loaded_library {
 public:
  explicit loaded_library(const std::string& name) : handle_(dlopen(name.c_str(), RTLD_LAZY | RTLD_NOLOAD)) {}

  /// Notes whether all that was looked up is there.
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

// The runtime of a library; null if it lacks something. For the rest of the process.
const gpu_runtime* cuda_in(loaded_library driver);
const gpu_runtime* hip_in(loaded_library runtime);
const gpu_runtime* level_zero_in(loaded_library loader);

}  // namespace tutti::mpi
