// GPUs are reached by what the program has loaded for them: the functions are looked up in there, under their documented
// names, and nothing is loaded from here. Declarations after the public documentation of CUDA's driver, HIP and Level Zero.

#include "mpi/device.hpp"

#include <dlfcn.h>
#include <glob.h>
#include <link.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstring>
#include <deque>
#include <list>
#include <mutex>
#include <new>
#include <ranges>
#include <string>
#include <string_view>
#include <vector>

#include "mpi/abi.hpp"

namespace tutti::mpi {

constinit std::atomic<bool> devices_possible{false};

namespace {

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

class cuda final : public gpu_runtime {
 public:
  static const gpu_runtime* in(loaded_library driver) {
    const auto c = new cuda(driver);
    return driver.complete() ? c : nullptr;
  }

  [[nodiscard]] bool owns(const void* memory) const override {
    unsigned kind = 0, managed = 0;
    return ask(&kind, memory_type, memory) && kind == on_device &&
           !(ask(&managed, is_managed, memory) && managed != 0);
  }
  [[nodiscard]] bool read(void* host, const void* device, std::size_t bytes) const override {
    const in_context_of scope(*this, device);
    return read_(host, number(device), bytes) == 0;
  }
  // The copy of pageable memory may return before the last bytes have arrived, and streams of the program's need not wait.
  [[nodiscard]] bool write(void* device, const void* host, std::size_t bytes) const override {
    const in_context_of scope(*this, device);
    return write_(number(device), host, bytes) == 0 && synchronize_(nullptr) == 0;
  }

 private:
  using pointer = unsigned long long;
  static constexpr int context = 1, memory_type = 2, is_managed = 8, ordinal = 9;  // CUpointer_attribute
  static constexpr unsigned on_device = 2;                                         // CUmemorytype

  explicit cuda(loaded_library& driver) {
    driver.find("cuPointerGetAttribute", attribute_);
    driver.find("cuMemcpyDtoH_v2", read_);
    driver.find("cuMemcpyHtoD_v2", write_);
    driver.find("cuStreamSynchronize", synchronize_);
    driver.find("cuCtxPushCurrent_v2", push_);
    driver.find("cuCtxPopCurrent_v2", pop_);
    driver.find("cuDevicePrimaryCtxRetain", retain_);
    driver.find("cuDevicePrimaryCtxRelease_v2", release_);
  }

  static pointer number(const void* memory) noexcept { return reinterpret_cast<std::uintptr_t>(memory); }
  bool ask(void* into, int what, const void* memory) const {
    return attribute_(into, what, number(memory)) == 0;
  }

  /// The calling thread may have no context, or another one than memory was made in. What comes from a pool has none, and is
  /// reached by its device's.
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

class hip final : public gpu_runtime {
 public:
  static const gpu_runtime* in(loaded_library runtime) {
    const auto h = new hip(runtime);
    return runtime.complete() ? h : nullptr;
  }

  [[nodiscard]] bool owns(const void* memory) const override {
    attributes a{};
    const bool pending = peek_() != 0;
    if (attributes_(&a, memory) == 0) return a.kind == on_device_ && a.managed == 0;
    if (!pending) forget_();  // host memory is an error, which is not the program's
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
    std::byte later[64];  // what later releases may add
  };

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

  int (*attributes_)(attributes*, const void*) = nullptr;
  int (*copy_)(void* to, const void* from, std::size_t, int kind) = nullptr;
  int (*synchronize_)(void* stream) = nullptr;
  int (*peek_)() = nullptr;
  int (*forget_)() = nullptr;
  int on_device_ = 1;  // hipMemoryTypeDevice, which ROCm 6 numbered anew
};

/// Level Zero only answers for a context. The program's cannot be known, but its driver knows all memory that was made with it,
/// so that a context made here is as good.
class level_zero final : public gpu_runtime {
 public:
  static const gpu_runtime* in(loaded_library loader) {
    const auto z = new level_zero(loader);
    return loader.complete() && z->open() ? z : nullptr;
  }

  [[nodiscard]] bool owns(const void* memory) const override { return find(memory).context != nullptr; }
  [[nodiscard]] bool read(void* host, const void* device, std::size_t bytes) const override {
    return copy(host, device, bytes, find(device));
  }
  [[nodiscard]] bool write(void* device, const void* host, std::size_t bytes) const override {
    return copy(device, host, bytes, find(device));
  }

 private:
  struct described {  // what each structure begins with
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

  explicit level_zero(loaded_library& loader) {
    loader.find("zeInit", init_);
    loader.find("zeDriverGet", drivers_);
    loader.find("zeContextCreate", make_context_);
    loader.find("zeMemGetAllocProperties", properties_);
    loader.find("zeCommandListCreateImmediate", make_list_);
    loader.find("zeCommandListAppendMemoryCopy", append_copy_);
    loader.find("zeCommandListDestroy", destroy_list_);
  }

  // The driver is loaded, so that somebody has done this before, and doing it again does nothing.
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
  int (*make_list_)(void* context, void* device, const queue_description*, void** list) = nullptr;
  int (*append_copy_)(void* list, void* to, const void* from, std::size_t, void* signal, std::uint32_t waits,
                      void** waits_for) = nullptr;
  int (*destroy_list_)(void* list) = nullptr;
  std::vector<void*> contexts_;
};

// One of each. What has been found stays.
enum kind : std::uint8_t { cuda_kind, hip_kind, level_zero_kind, kinds };
constinit std::array<std::atomic<const gpu_runtime*>, kinds> runtimes{};
constinit std::atomic<unsigned long long> seen_loads{0};  // when was looked last

int count_loads(dl_phdr_info* any, std::size_t, void* into) {
  *static_cast<unsigned long long*>(into) = any->dlpi_adds;
  return 1;
}

unsigned long long loads_so_far() {
  unsigned long long n = 0;
  dl_iterate_phdr(count_loads, &n);
  return n;
}

int take_name(dl_phdr_info* object, std::size_t, void* names) {
  static_cast<std::vector<std::string>*>(names)->emplace_back(object->dlpi_name);
  return 0;
}

// The objects of this process are asked once their names are known: see foreign.cpp.
void look() {
  static std::mutex one;
  const std::lock_guard lock(one);
  const unsigned long long loads = loads_so_far();
  if (loads == seen_loads) return;
  std::vector<std::string> names;
  dl_iterate_phdr(take_name, &names);
  const auto named = [&names](std::string_view begin) {
    return std::views::filter(names, [begin](const std::string& name) {
      return std::string_view(name).substr(name.rfind('/') + 1).starts_with(begin);
    });
  };
  // A process may have several of one name, of which only one finds a GPU: the system's, and one that a program brings.
  const auto meet = [&](kind k, const char* library, auto open) {
    for (const std::string& name : named(library))
      if (!runtimes[k]) runtimes[k] = open(loaded_library(name));
  };
  meet(cuda_kind, "libcuda.so", cuda::in);
  meet(hip_kind, "libamdhip64.so", hip::in);
  if (!named("libze_intel_gpu.so").empty()) meet(level_zero_kind, "libze_loader.so", level_zero::in);
  seen_loads = loads;
}

// Any of them, loaded by now.
bool any_runtime() {
  if (loads_so_far() != seen_loads.load(std::memory_order_acquire)) look();
  return std::ranges::any_of(runtimes, [](const auto& r) { return r.load(std::memory_order_acquire); });
}

const gpu_runtime* home_of(std::uintptr_t address) {
  for (const auto& known : runtimes)
    if (const gpu_runtime* r = known.load(std::memory_order_acquire);
        r && r->owns(reinterpret_cast<const void*>(address)))
      return r;
  return nullptr;
}

bool gpus_seen() {
  for (const char* file : {"/dev/nvidiactl", "/dev/nvmap", "/dev/dxg", "/dev/kfd"})
    if (access(file, F_OK) == 0) return true;
  glob_t found{};
  const bool any = glob("/dev/dri/renderD*", GLOB_NOSORT, nullptr, &found) == 0;
  globfree(&found);
  return any;
}

std::uintptr_t address_of(const std::byte* data) noexcept { return reinterpret_cast<std::uintptr_t>(data); }
std::byte* moved(const std::byte* data, std::uintptr_t by) noexcept {
  return reinterpret_cast<std::byte*>(address_of(data) + by);
}

// Memory without gaps: of a buffer, from its first byte to its last.
struct piece {
  std::uintptr_t begin, end;
  const gpu_runtime* home;  // null: the host

  explicit piece(const buffer& b) {
    const datatype& t = *b.type;
    const std::ptrdiff_t last = (static_cast<std::ptrdiff_t>(b.count) - 1) * t.extent;
    begin = address_of(b.data) + static_cast<std::uintptr_t>(t.true_lb + std::min<std::ptrdiff_t>(0, last));
    end = address_of(b.data) + static_cast<std::uintptr_t>(t.true_lb + std::max<std::ptrdiff_t>(0, last)) +
          t.true_extent;
    home = home_of(begin);
    if (!home && !t.dense) home = home_of(end - 1);  // of several pieces of memory at absolute addresses
  }
  [[nodiscard]] void* user() const noexcept { return reinterpret_cast<void*>(begin); }
  [[nodiscard]] std::size_t bytes() const noexcept { return end - begin; }
  [[nodiscard]] bool read(void* to) const {
    if (home) return home->read(to, user(), bytes());
    std::memcpy(to, user(), bytes());
    return true;
  }
  [[nodiscard]] bool write(const void* from) const {
    if (home) return home->write(user(), from, bytes());
    std::memcpy(user(), from, bytes());
    return true;
  }
};

// Blocks may interleave, and what is sent may be sent twice: each byte is copied once.
void merge(std::vector<piece>& pieces) {
  std::ranges::sort(pieces, {}, &piece::begin);
  std::size_t n = 0;
  for (const piece& next : pieces) {
    piece& last = pieces[n > 0 ? n - 1 : 0];
    if (n > 0 && next.begin <= last.end && next.home == last.home)
      last.end = std::max(last.end, next.end);
    else
      pieces[n++] = next;
  }
  pieces.erase(pieces.begin() + static_cast<std::ptrdiff_t>(n), pieces.end());
}

}  // namespace

void look_for_devices(device_memory wish) {
  if (wish == device_memory::unused) return devices_possible.store(false);
  devices_possible = any_runtime() || wish == device_memory::watched || gpus_seen();
}

namespace {

// Memory for long copies, kept from call to call: pages that the system has to bring anew took ten times as long as the copies. Any
// thread.
class kept_memory {
 public:
  // Below this a process keeps by itself what it has had.
  static constexpr std::size_t least = std::size_t{2} << 20;

  std::byte* take(std::size_t bytes) {
    const std::size_t size = std::bit_ceil(bytes);
    {
      const std::lock_guard lock(guard_);
      const auto fits = std::ranges::find(free_, size, &block::size);
      if (fits != free_.end()) {
        std::byte* const memory = fits->memory;
        free_.erase(fits);
        kept_ -= size;
        return memory;
      }
    }
    return static_cast<std::byte*>(::operator new(size));
  }
  void give(std::byte* memory, std::size_t bytes) noexcept {
    const std::size_t size = std::bit_ceil(bytes);
    if (size > most) return ::operator delete(memory);
    const std::lock_guard lock(guard_);
    while (!free_.empty() && kept_ + size > most) {  // what has been there longest
      ::operator delete(free_.front().memory);
      kept_ -= free_.front().size;
      free_.pop_front();
    }
    try {
      free_.push_back({size, memory});
    } catch (const std::bad_alloc&) {
      return ::operator delete(memory);
    }
    kept_ += size;
  }

 private:
  static constexpr std::size_t most = std::size_t{256} << 20;
  struct block {
    std::size_t size;
    std::byte* memory;
  };
  std::mutex guard_;
  std::list<block> free_;
  std::size_t kept_ = 0;
};

kept_memory& long_copies() {
  static auto* const one = new kept_memory;  // calls may end while the process does
  return *one;
}

std::byte* take_memory(process& self, std::size_t bytes) {
  return bytes < kept_memory::least ? self.take(bytes) : long_copies().take(bytes);
}
void give_memory(process& self, std::byte* memory, std::size_t bytes) noexcept {
  if (bytes < kept_memory::least)
    self.give(memory, bytes);
  else
    long_copies().give(memory, bytes);
}

}  // namespace

struct host_memory::stand_ins {
  struct copy {
    std::vector<piece> pieces;
    std::byte* memory;
    std::size_t bytes;
    std::uintptr_t distance;  // from the user's memory to what stands in for it, modulo the address space
    bool received;
  };
  struct moved_blocks {
    std::vector<std::size_t> offsets;
    std::vector<std::ptrdiff_t> counts, displacements;
    std::vector<const datatype*> types;
    blocks all;
  };
  std::vector<copy> copies;
  std::deque<buffer> buffers;
  std::deque<moved_blocks> several;
  bool failed = false;

  std::uintptr_t stand_in(process& self, std::vector<piece> pieces, bool filled, bool received);
  const blocks& move(const blocks& user, std::uintptr_t by);
};

// What lies between pieces is reserved and never touched.
std::uintptr_t host_memory::stand_ins::stand_in(process& self, std::vector<piece> pieces, bool filled,
                                                bool received) {
  constexpr std::size_t alignment = 64;  // as the user's memory is aligned
  merge(pieces);
  const std::uintptr_t begin = pieces.front().begin;
  const std::size_t bytes = pieces.back().end - begin + alignment;
  copy c{std::move(pieces), nullptr, bytes, 0, received};
  copies.reserve(copies.size() + 1);
  c.memory = take_memory(self, bytes);
  c.distance = address_of(c.memory) + (begin - address_of(c.memory)) % alignment - begin;
  for (const piece& p : c.pieces) {
    std::byte* here = reinterpret_cast<std::byte*>(p.begin + c.distance);
    if (!filled || p.read(here)) continue;
    std::memset(here, 0, p.bytes());
    failed = true;
  }
  copies.push_back(std::move(c));
  return copies.back().distance;
}

// The same blocks elsewhere. Displacements are counted in the elements of blocks that have one type and lie so, otherwise in
// bytes.
const blocks& host_memory::stand_ins::move(const blocks& user, std::uintptr_t by) {
  const int n = user.size();
  const auto p = static_cast<std::size_t>(n);
  moved_blocks& t = several.emplace_back();
  const datatype& type = *user[0].type;
  if (user.side_by_side()) {
    t.offsets.assign(p + 1, 0);
    for (int i = 0; i < n; ++i)
      t.offsets[static_cast<std::size_t>(i) + 1] = t.offsets[static_cast<std::size_t>(i)] + user[i].count;
    return t.all = blocks::consecutive(moved(user[0].data, by), t.offsets.data(), type, n);
  }
  const auto distance = [&user](int i) {
    return static_cast<std::ptrdiff_t>(address_of(user[i].data) - address_of(user[0].data));
  };
  bool in_elements = type.extent != 0;
  for (int i = 0; i < n && in_elements; ++i)
    in_elements = user[i].type == &type && distance(i) % type.extent == 0;
  const std::ptrdiff_t step = in_elements ? type.extent : 1;
  for (int i = 0; i < n; ++i) {
    t.counts.push_back(static_cast<std::ptrdiff_t>(user[i].count));
    t.displacements.push_back(distance(i) / step);
    t.types.push_back(user[i].type);
  }
  std::byte* const base = moved(user[0].data, by);
  const long_table counts(t.counts.data()), displacements(t.displacements.data());
  return t.all = in_elements ? blocks::irregular(base, counts, displacements, type, n)
                             : blocks::typed(base, counts, displacements, t.types.data(), n);
}

host_memory::stand_ins& host_memory::made() {
  if (!made_) made_ = new stand_ins;
  return *made_;
}

const buffer& host_memory::stand_in(const buffer& user, bool sent, bool received) {
  if (user.empty() || !any_runtime()) return user;
  const piece lies(user);
  if (!lies.home) return user;
  const std::uintptr_t by = made().stand_in(self_, {lies}, sent || !user.type->dense, received);
  return made_->buffers.emplace_back(moved(user.data, by), user.count, *user.type);
}

const blocks& host_memory::stand_in(const blocks& user, bool sent, bool received) {
  if (user.size() == 0 || !any_runtime()) return user;
  std::vector<piece> pieces;
  bool dense = true;
  const auto add = [&](const buffer& b) {
    if (b.empty()) return;
    pieces.emplace_back(b);
    dense = dense && b.type->dense;
  };
  if (user.side_by_side())
    add(user.all());
  else
    for (int i = 0; i < user.size(); ++i) add(user[i]);
  if (std::ranges::none_of(pieces, [](const piece& p) { return p.home; })) return user;
  const std::uintptr_t by = made().stand_in(self_, std::move(pieces), sent || !dense, received);
  return made_->move(user, by);
}

void host_memory::copy_back() {
  for (const stand_ins::copy& c : made_->copies)
    for (const piece& p : c.pieces)
      if (c.received && !p.write(reinterpret_cast<const void*>(p.begin + c.distance))) made_->failed = true;
  if (made_->failed) throw failure(MPI_ERR_BUFFER);
}

void host_memory::give_back() noexcept {
  for (const stand_ins::copy& c : made_->copies) give_memory(self_, c.memory, c.bytes);
  delete made_;
}

}  // namespace tutti::mpi
