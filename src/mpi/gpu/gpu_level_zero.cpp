#include <cstdint>
#include <memory>
#include <vector>

#include "mpi/gpu/gpu_runtime.hpp"

namespace tutti::mpi {
namespace {

/// Level Zero answers queries only within a context. The program's context is unknown, but a driver knows all
/// memory allocated through it, so a context created here serves as well.
class level_zero final : public gpu_runtime {
 public:
  explicit level_zero(loaded_library& loader) {
    loader.find("zeInit", init_);
    loader.find("zeDriverGet", drivers_);
    loader.find("zeContextCreate", make_context_);
    loader.find("zeMemGetAllocProperties", properties_);
    loader.find("zeMemGetAddressRange", range_);
    loader.find("zeCommandListCreateImmediate", make_list_);
    loader.find("zeCommandListAppendMemoryCopy", append_copy_);
    loader.find("zeCommandListDestroy", destroy_list_);
  }

  // The driver is loaded, so the program has called zeInit() before. Calling it again has no effect.
  bool open() {
    std::uint32_t n = 0;
    if (init_(0) != 0 || drivers_(&n, nullptr) != 0) return false;
    std::vector<void*> drivers(n);
    if (drivers_(&n, drivers.data()) != 0) return false;
    for (void* driver : drivers) {
      context_description d;
      d.type = of_context;
      void* context = nullptr;
      if (make_context_(driver, &d, &context) == 0) contexts_.push_back(context);
    }
    return !contexts_.empty();
  }

  [[nodiscard]] bool owns(const void* memory) const override { return find(memory).context != nullptr; }
  [[nodiscard]] const void* allocation_of(const void* memory) const override {
    void* begin = nullptr;
    std::size_t bytes = 0;
    return range_(find(memory).context, memory, &begin, &bytes) == 0 ? begin : nullptr;
  }
  [[nodiscard]] bool read(void* host, const void* device, std::size_t bytes) const override {
    return copy(host, device, bytes, find(device));
  }
  [[nodiscard]] bool write(void* device, const void* host, std::size_t bytes) const override {
    return copy(device, host, bytes, find(device));
  }

 private:
  struct described {  // the first members of each structure
    int type = 0;
    const void* next = nullptr;
  };
  struct context_description : described {
    unsigned flags = 0;
  };
  struct queue_description : described {
    unsigned ordinal = 0, index = 0, flags = 0;
    int mode = 0, priority = 0;
  };
  struct allocation : described {
    int kind = 0;
    std::uint64_t id = 0, page = 0;
  };
  static constexpr int of_context = 0xd, of_queue = 0xe, of_allocation = 0x17;  // ze_structure_type_t
  static constexpr int on_device = 2;                                           // ze_memory_type_t
  static constexpr int synchronous = 1;                                         // ze_command_queue_mode_t
  struct place {
    void *context = nullptr, *device = nullptr;
  };

  [[nodiscard]] place find(const void* memory) const {
    for (void* context : contexts_) {
      allocation a;
      a.type = of_allocation;
      void* device = nullptr;
      if (properties_(context, memory, &a, &device) == 0 && a.kind == on_device && device)
        return {context, device};
    }
    return {};
  }

  [[nodiscard]] bool copy(void* to, const void* from, std::size_t bytes, const place& on) const {
    queue_description d;
    d.type = of_queue;
    d.mode = synchronous;
    void* list = nullptr;
    if (make_list_(on.context, on.device, &d, &list) != 0) return false;
    const bool done = append_copy_(list, to, from, bytes, nullptr, 0, nullptr) == 0;
    destroy_list_(list);
    return done;
  }

  int (*init_)(unsigned flags) = nullptr;
  int (*drivers_)(std::uint32_t* n, void** drivers) = nullptr;
  int (*make_context_)(void* driver, const context_description*, void** context) = nullptr;
  int (*properties_)(void* context, const void* memory, allocation*, void** device) = nullptr;
  int (*range_)(void* context, const void* memory, void** begin, std::size_t* bytes) = nullptr;
  int (*make_list_)(void* context, void* device, const queue_description*, void** list) = nullptr;
  int (*append_copy_)(void* list, void* to, const void* from, std::size_t, void* signal, std::uint32_t waits,
                      void** waits_for) = nullptr;
  int (*destroy_list_)(void* list) = nullptr;
  std::vector<void*> contexts_;
};

}  // namespace

const gpu_runtime* level_zero_in(loaded_library& loader) {
  auto z = std::make_unique<level_zero>(loader);
  return !loader.missing() && z->open() ? z.release() : nullptr;
}

}  // namespace tutti::mpi
