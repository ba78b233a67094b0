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

  /// False if the library is not loaded any more. Then nothing must be looked up.
  [[nodiscard]] explicit operator bool() const noexcept { return handle_ != nullptr; }

  /// Looks up a function, by the name that it had in earlier releases if the library lacks the present one.
  template <class Function>
  void find(const char* symbol, Function*& into, const char* earlier = nullptr) {
    void* found = dlsym(handle_, symbol);
    if (!found && earlier) found = dlsym(handle_, earlier);
    into = reinterpret_cast<Function*>(found);
    if (!found && !missing_) missing_ = symbol;
  }
  /// The first function that was not found; null if all were.
  [[nodiscard]] const char* missing() const noexcept { return missing_; }

 private:
  void* handle_;
  const char* missing_ = nullptr;
};

// The runtime of a library. Null if the library lacks a function, or does not work now. Never freed.
const gpu_runtime* cuda_in(loaded_library& driver);
const gpu_runtime* hip_in(loaded_library& runtime);
const gpu_runtime* level_zero_in(loaded_library& loader);

}  // namespace tutti::mpi
