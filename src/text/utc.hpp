#pragma once

#include <string>

namespace tutti {

/// The present time: "2026-11-22T20:14:03Z".
std::string utc_now();

}  // namespace tutti
