#pragma once

#include "tutti/buffer.hpp"

namespace tutti {

/// Copies elements to elements of any other layout, the same number of bytes.
void copy_elements(const_buffer from, buffer to);

/// Whether there is memory behind a buffer of a run without data.
bool is_there(const_buffer data) noexcept;

}  // namespace tutti
