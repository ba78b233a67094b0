#include "mpi/gpu/device.hpp"

#include <glob.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <mutex>
#include <ranges>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "mpi/gpu/gpu_runtime.hpp"
#include "mpi/runtime/loaded_objects.hpp"
#include "mpi/runtime/never_destroyed.hpp"
#include "record/clock.hpp"

namespace tutti::mpi {

constinit std::atomic<bool> devices_possible{false};

namespace {

// The runtimes that have been found, then null pointers. Once found, a runtime stays.
constexpr std::size_t most_runtimes = 8;
constinit std::array<std::atomic<const gpu_runtime*>, most_runtimes> runtimes{};
constinit std::atomic<unsigned long long> seen_loads{0};  // loads_so_far() at the last find_runtimes()

// The dynamic linker counts the objects that it loads, but its counter is behind a lock, which costs some 20
// to 40 ns. A process that has read the counter a short time ago does not read it again: 5 to 20 microseconds
// where the processor's clock has a rate of gigahertz, and 0.7 ms where it has 25 MHz, as on many ARM
// processors. In that time, no program can open a library, start a GPU and allocate memory there.
constexpr std::uint64_t ticks_between_looks = 1U << 14U;
constinit std::atomic<std::uint64_t> last_look{0};

// The libraries of GPU runtimes that this process has met, whether they are usable or not. Thread-safe.
class met_libraries {
 public:
  bool has(const std::string& file) {
    const std::lock_guard lock(guard_);
    return files_.contains(file);
  }
  /// `usable`: its runtime, or null. False if the library had been added before.
  bool add(const std::string& file, const gpu_runtime* usable) {
    const std::lock_guard lock(guard_);
    if (!files_.insert(file).second) return false;
    if (usable && found_ < runtimes.size()) runtimes[found_++] = usable;
    return true;
  }

 private:
  std::mutex guard_;
  std::set<std::string> files_;
  std::size_t found_ = 0;
};

// Several threads may be here at once. None has a lock while it calls the dynamic linker: this has locks of
// its own, and it may have called the constructor of a library that calls a collective.
void find_runtimes() {
  static never_destroyed<met_libraries> met;
  const unsigned long long loads = loads_so_far();
  const std::vector<loaded_object> all = loaded_objects();
  const auto named = [&all](std::string_view begin) {
    return std::views::filter(all, [begin](const loaded_object& o) { return o.name().starts_with(begin); });
  };
  // A process may have several libraries of one name: the driver's, the program's own, and a stub for
  // linking, which recognises no memory. All of them are asked.
  const auto meet = [&](const char* library, auto open) {
    for (const loaded_object& o : named(library)) {
      if (met->has(o.file)) continue;
      loaded_library its(o.file);
      if (!its) continue;
      const gpu_runtime* const usable = open(its);
      if (!usable && !its.missing()) continue;  // it may work later
      if (met->add(o.file, usable) && !usable)
        std::fprintf(
            stderr,
            "tutti: %s lacks %s, so memory on its GPUs is taken for host memory: pass host memory to "
            "collectives, or leave these to the MPI library (TUTTI=off)\n",
            o.file.c_str(), its.missing());
    }
  };
  meet("libcuda.so", cuda_in);
  meet("libamdhip64.so", hip_in);
  if (!named("libze_intel_gpu.so").empty()) meet("libze_loader.so", level_zero_in);
  seen_loads = loads;
}

bool gpus_seen() {
  for (const char* file : {"/dev/nvidiactl", "/dev/nvmap", "/dev/dxg", "/dev/kfd"})
    if (access(file, F_OK) == 0) return true;
  glob_t found{};
  const bool any = glob("/dev/dri/renderD*", GLOB_NOSORT, nullptr, &found) == 0;
  globfree(&found);
  return any;
}

}  // namespace

bool any_gpu_runtime() {
  const std::uint64_t now = record::ticks();
  if (now - last_look.load(std::memory_order_relaxed) > ticks_between_looks) {
    if (loads_so_far() != seen_loads.load(std::memory_order_acquire)) find_runtimes();
    last_look.store(now, std::memory_order_relaxed);
  }
  return std::ranges::any_of(runtimes, [](const auto& r) { return r.load(std::memory_order_acquire); });
}

const gpu_runtime* gpu_runtime_of(std::uintptr_t address) {
  for (const auto& known : runtimes)
    if (const gpu_runtime* r = known.load(std::memory_order_acquire);
        r && r->owns(reinterpret_cast<const void*>(address)))
      return r;
  return nullptr;
}

bool gpus_here() {
  static const bool seen = gpus_seen();  // asked more than once at the start
  return seen || any_gpu_runtime();
}

void detect_devices(device_memory requested) {
  if (requested == device_memory::unused) return devices_possible.store(false);
  devices_possible = requested == device_memory::watched || gpus_here();
}

}  // namespace tutti::mpi
