#include <cstdint>
#include <memory>

#include "mpi/gpu/gpu_runtime.hpp"

namespace tutti::mpi {
namespace {

class cuda final : public gpu_runtime {
 public:
  explicit cuda(loaded_library& driver) {
    driver.find("cuPointerGetAttribute", attribute_);
    driver.find("cuMemcpyDtoH_v2", read_);
    driver.find("cuMemcpyHtoD_v2", write_);
    driver.find("cuStreamSynchronize", synchronize_);
    driver.find("cuCtxPushCurrent_v2", push_);
    driver.find("cuCtxPopCurrent_v2", pop_);
    driver.find("cuDevicePrimaryCtxRetain", retain_);
    driver.find("cuDevicePrimaryCtxRelease_v2", release_, "cuDevicePrimaryCtxRelease");  // before R450
  }

  [[nodiscard]] bool owns(const void* memory) const override {
    unsigned kind = 0, managed = 0;
    return ask(&kind, memory_type, memory) && kind == on_device &&
           !(ask(&managed, is_managed, memory) && managed != 0);
  }
  [[nodiscard]] const void* allocation_of(const void* memory) const override {
    void* begin = nullptr;
    return ask(&begin, range_start, memory) ? begin : nullptr;
  }
  [[nodiscard]] bool read(void* host, const void* device, std::size_t bytes) const override {
    const in_context_of scope(*this, device);
    return read_(host, number(device), bytes) == 0;
  }
  // A copy from pageable memory may return before the last bytes have arrived, and the program's streams may
  // not wait for these bytes.
  [[nodiscard]] bool write(void* device, const void* host, std::size_t bytes) const override {
    const in_context_of scope(*this, device);
    return write_(number(device), host, bytes) == 0 && synchronize_(nullptr) == 0;
  }

 private:
  using pointer = unsigned long long;
  static constexpr int context = 1, memory_type = 2, is_managed = 8, ordinal = 9,
                       range_start = 11;    // CUpointer_attribute
  static constexpr unsigned on_device = 2;  // CUmemorytype

  static pointer number(const void* memory) noexcept { return reinterpret_cast<std::uintptr_t>(memory); }
  bool ask(void* into, int what, const void* memory) const {
    return attribute_(into, what, number(memory)) == 0;
  }

  /// Enters the context of the memory, because the calling thread may have another context or none. Memory
  /// from a pool has no context: the primary context of its device is used.
  class in_context_of {
   public:
    in_context_of(const cuda& by, const void* memory) : by_(by) {
      void* its = nullptr;
      int device = 0;
      if ((!by.ask(&its, context, memory) || !its) && by.ask(&device, ordinal, memory) &&
          by.retain_(&its, device) == 0)
        retained_ = device;
      entered_ = its && by.push_(its) == 0;
    }
    in_context_of(const in_context_of&) = delete;
    in_context_of& operator=(const in_context_of&) = delete;
    ~in_context_of() {
      void* its = nullptr;
      if (entered_) by_.pop_(&its);
      if (retained_ >= 0) by_.release_(retained_);
    }

   private:
    const cuda& by_;
    int retained_ = -1;
    bool entered_ = false;
  };

  int (*attribute_)(void* into, int what, pointer) = nullptr;
  int (*read_)(void* host, pointer, std::size_t) = nullptr;
  int (*write_)(pointer, const void* host, std::size_t) = nullptr;
  int (*synchronize_)(void* stream) = nullptr;
  int (*push_)(void* context) = nullptr;
  int (*pop_)(void** context) = nullptr;
  int (*retain_)(void** context, int device) = nullptr;
  int (*release_)(int device) = nullptr;
};

}  // namespace

const gpu_runtime* cuda_in(loaded_library& driver) {
  auto c = std::make_unique<cuda>(driver);
  return driver.missing() ? nullptr : c.release();
}

}  // namespace tutti::mpi
