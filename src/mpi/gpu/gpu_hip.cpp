#include <memory>

#include "mpi/gpu/gpu_runtime.hpp"

namespace tutti::mpi {
namespace {

class hip final : public gpu_runtime {
 public:
  explicit hip(loaded_library& runtime) {
    runtime.find("hipPointerGetAttributes", attributes_);
    runtime.find("hipMemGetAddressRange", range_);
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
    return ask([&] { return attributes_(&a, memory); }) && a.kind == on_device_ && a.managed == 0;
  }
  [[nodiscard]] const void* allocation_of(const void* memory) const override {
    void* begin = nullptr;
    std::size_t bytes = 0;
    return ask([&] { return range_(&begin, &bytes, const_cast<void*>(memory)); }) ? begin : nullptr;
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

  // True if the query succeeds. The program must not see its error: host memory is an error, for instance.
  template <class Query>
  bool ask(Query query) const {
    const bool pending = peek_() != 0;
    if (query() == 0) return true;
    if (!pending) forget_();
    return false;
  }

  int (*attributes_)(attributes*, const void*) = nullptr;
  int (*range_)(void** begin, std::size_t* bytes, void*) = nullptr;
  int (*copy_)(void* to, const void* from, std::size_t, int kind) = nullptr;
  int (*synchronize_)(void* stream) = nullptr;
  int (*peek_)() = nullptr;
  int (*forget_)() = nullptr;
  int on_device_ = 1;  // hipMemoryTypeDevice; ROCm 6 changed its value
};

}  // namespace

const gpu_runtime* hip_in(loaded_library& runtime) {
  auto h = std::make_unique<hip>(runtime);
  return runtime.missing() ? nullptr : h.release();
}

}  // namespace tutti::mpi
