#pragma once

namespace tutti::measure {

/// "0.1.0", and the commit it was built from ("c978cc7", "c978cc7-dirty"; empty outside a repository).
const char* version() noexcept;
const char* commit() noexcept;

}  // namespace tutti::measure
