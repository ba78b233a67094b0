#pragma once

#include <nlohmann/json.hpp>
#include <string>

namespace tutti::cli {

/// Writes report::page(data); "-" is standard output. Throws usage_error.
void write_page(const nlohmann::ordered_json& data, const std::string& file);

}  // namespace tutti::cli
