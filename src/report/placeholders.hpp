#pragma once

#include <nlohmann/json_fwd.hpp>
#include <span>
#include <string>
#include <string_view>
#include <utility>

namespace tutti::report {

/// A name, and the text that replaces it.
using placeholder = std::pair<std::string_view, std::string>;

/// Replaces placeholders, written @title@. The template has no other @.
std::string filled(std::string_view text, std::span<const placeholder> parts);

/// JSON as the content of a script element.
std::string within_script(const nlohmann::ordered_json& data);

}  // namespace tutti::report
