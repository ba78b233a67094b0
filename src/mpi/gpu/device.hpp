#pragma once

#include <atomic>
#include <cstdint>

#include "select/settings.hpp"

namespace tutti::mpi {

class gpu_runtime;

/// True if a buffer may be on a GPU, where neither algorithms nor kernels can reach it: a GPU runtime is
/// loaded in this process, or may be loaded later.
extern constinit std::atomic<bool> devices_possible;

/// True if a GPU runtime is loaded in this process, or a GPU is seen on this node.
bool gpus_here();
/// Sets devices_possible.
void detect_devices(device_memory requested);

/// True if a GPU runtime has been loaded by now.
bool any_gpu_runtime();
/// The runtime that owns the memory at an address; null for host memory. Knows only the runtimes that the
/// last call of any_gpu_runtime() found.
const gpu_runtime* gpu_runtime_of(std::uintptr_t address);

}  // namespace tutti::mpi
