#pragma once

#include <atomic>
#include <cstdint>

#include "select/settings.hpp"

namespace tutti::mpi {

class gpu_runtime;

/// Whether a buffer may live on a GPU, where neither algorithms nor kernels can reach it: a runtime for GPUs is loaded in this
/// process, or may be later.
extern constinit std::atomic<bool> devices_possible;

/// Finds that out.
void look_for_devices(device_memory wish);

/// Whether any runtime for GPUs has been loaded by now.
bool any_gpu_runtime();
/// The runtime whose memory an address is in, if it had been loaded when any_gpu_runtime() was asked last; null on the host.
const gpu_runtime* gpu_runtime_of(std::uintptr_t address);

}  // namespace tutti::mpi
