#pragma once

#include <fmt/chrono.h>

#include <ctime>
#include <string>

namespace tutti {

/// The present time: "2026-11-22T20:14:03Z".
inline std::string utc_now() { return fmt::format("{:%FT%TZ}", fmt::gmtime(std::time(nullptr))); }

}  // namespace tutti
