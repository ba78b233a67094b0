#include "mpi/gpu/device.hpp"

#include <glob.h>
#include <unistd.h>

#include <algorithm>
#include <array>
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
// to 40 ns. A process that has read the counter within the last 5 to 20 microseconds does not read it again.
// In that time, no program can open a library, start a GPU and allocate memory there.
constexpr std::uint64_t ticks_between_looks = 1U << 14U;
constinit std::atomic<std::uint64_t> last_look{0};

void find_runtimes() {
  static std::mutex one;
  static never_destroyed<std::set<std::string>> found;  // files of `runtimes`
  const std::lock_guard lock(one);
  const unsigned long long loads = loads_so_far();
  if (loads == seen_loads) return;
  const std::vector<loaded_object> all = loaded_objects();
  const auto named = [&all](std::string_view begin) {
    return std::views::filter(all, [begin](const loaded_object& o) { return o.name().starts_with(begin); });
  };
  // A process may have several libraries of one name: the driver's, the program's own, and a stub for
  // linking, which recognises no memory. All of them are asked.
  const auto meet = [&](const char* library, auto open) {
    for (const loaded_object& o : named(library)) {
      if (found->size() == runtimes.size() || found->contains(o.file)) continue;
      if (const gpu_runtime* const usable = open(loaded_library(o.file))) {
        runtimes[found->size()] = usable;
        found->insert(o.file);
      }
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
