#pragma once

#include <string>

namespace tutti {

/// This moment: "2026-11-22T20:14:03Z".
std::string utc_now();

}  // namespace tutti
