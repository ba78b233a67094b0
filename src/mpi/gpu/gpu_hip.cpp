#include "mpi/gpu/gpu_runtime.hpp"

namespace tutti::mpi {
namespace {

class hip final : public gpu_runtime {
 public:
  explicit hip(loaded_library& runtime) {
    runtime.find("hipPointerGetAttributes", attributes_);
    runtime.find("hipMemcpy", copy_);
    runtime.find("hipStreamSynchronize", synchronize_);
    runtime.find("hipPeekAtLastError", peek_);
    runtime.find("hipGetLastError", forget_);
    int (*version)(int*) = nullptr;
    runtime.find("hipRuntimeGetVersion", version);
    int v = 0;
    constexpr int rocm_6 = 60'000'000;
    if (version && version(&v) == 0 && v >= rocm_6) on_device_ = 2;
  }

  [[nodiscard]] bool owns(const void* memory) const override {
    attributes a{};
    const bool pending = peek_() != 0;
    if (attributes_(&a, memory) == 0) return a.kind == on_device_ && a.managed == 0;
    if (!pending) forget_();  // host memory is an error, which the program must not see
    return false;
  }
  [[nodiscard]] bool read(void* host, const void* device, std::size_t bytes) const override {
    return copy_(host, device, bytes, to_host) == 0;
  }
  [[nodiscard]] bool write(void* device, const void* host, std::size_t bytes) const override {
    return copy_(device, host, bytes, to_device) == 0 && synchronize_(nullptr) == 0;
  }

 private:
  static constexpr int to_device = 1, to_host = 2;  // hipMemcpyKind
  struct attributes {                               // hipPointerAttribute_t
    int kind, device;
    void *on_device, *on_host;
    int managed;
    unsigned flags;
    std::byte later[64];  // for members that later releases may add
  };

  int (*attributes_)(attributes*, const void*) = nullptr;
  int (*copy_)(void* to, const void* from, std::size_t, int kind) = nullptr;
  int (*synchronize_)(void* stream) = nullptr;
  int (*peek_)() = nullptr;
  int (*forget_)() = nullptr;
  int on_device_ = 1;  // hipMemoryTypeDevice; ROCm 6 changed its value
};

}  // namespace

const gpu_runtime* hip_in(loaded_library runtime) {
  const auto h = new hip(runtime);
  return runtime.complete() ? h : nullptr;
}

}  // namespace tutti::mpi
