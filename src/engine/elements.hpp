#pragma once

#include "tutti/buffer.hpp"

namespace tutti {

/// Copies elements to elements of any layout. Both have the same number of bytes.
void copy_elements(const_buffer from, buffer to);

/// True if the buffer is in memory that exists: neither null nor in unused_memory.
bool is_real_memory(const_buffer data) noexcept;

}  // namespace tutti
