#include "select/sources.hpp"

#include <cerrno>
#include <cstring>
#include <exception>
#include <filesystem>
#include <fstream>
#include <system_error>
#include <utility>

#include "text/file_text.hpp"

namespace tutti {
namespace {

constexpr std::size_t most = std::size_t{64} << 20U;

void refuse(settings& s, std::string_view variable, std::string_view reason) {
  if (s.off) return;  // settings have no effect
  s.warnings.push_back(std::string(variable) + " is not used: " + std::string(reason));
}

template <class Take>
void unless_refused(settings& s, std::string_view variable, Take take) {
  try {
    take();
  } catch (const std::exception& wrong) {
    refuse(s, variable, wrong.what());
  }
}

}  // namespace

std::optional<std::string> read_source(settings& s, std::string_view variable, const std::string& file) {
  std::error_code none;
  if (std::filesystem::exists(file, none) && !std::filesystem::is_regular_file(file, none)) {
    refuse(s, variable, file + " is no regular file");  // a folder, or a device without an end
    return {};
  }
  if (const auto size = std::filesystem::file_size(file, none); !none && size > most) {
    refuse(s, variable, file + " has more than 64 MiB");
    return {};
  }
  errno = 0;
  std::ifstream in(file, std::ios::binary);
  std::string text = rest_of(in);
  if (!in.is_open() || in.bad()) {
    refuse(s, variable, "cannot read " + file + (errno ? std::string(": ") + std::strerror(errno) : ""));
    return {};
  }
  return text;
}

void take_machine(settings& s, std::string_view text) {
  unless_refused(s, "TUTTI_MACHINE", [&] {
    s.run_on(parse_network(text, s.machine_file));
    s.calibrated = true;
  });
}

void take_profile(settings& s, std::string_view text, std::string_view mpi) {
  unless_refused(s, "TUTTI_PROFILE", [&] {
    s.measured = std::make_shared<const profile>(read_profile(text, s.profile_file, mpi));
  });
}

void take_plan(settings& s, std::string_view text) {
  unless_refused(s, "TUTTI_PLAN",
                 [&] { s.planned = std::make_shared<const profile>(read_plan(text, s.plan_file)); });
}

std::optional<std::string> read_learned_source(settings& s) {
  if (s.learned_file.empty()) return {};
  std::error_code failed;
  const bool exists = std::filesystem::exists(s.learned_file, failed);
  if (!exists && !failed) return {};  // the first run makes the file
  const auto text = read_source(s, "TUTTI_LEARN_CACHE", s.learned_file);
  if (!text) s.learned_file.clear();
  return text && text->empty() ? std::nullopt : text;
}

void take_learned(settings& s, std::string_view text, std::string_view mpi) {
  const std::string file = std::exchange(s.learned_file, "");
  unless_refused(s, "TUTTI_LEARN_CACHE", [&] {
    s.learned = std::make_shared<const profile>(read_learned(text, file, mpi));
    s.learned_file = file;
  });
}

void take_files(settings& s) {
  const auto read = [&s](std::string_view variable, const std::string& file, auto take) {
    if (file.empty()) return;
    if (const auto text = read_source(s, variable, file)) take(*text);
  };
  read("TUTTI_MACHINE", s.machine_file, [&](std::string_view text) { take_machine(s, text); });
  read("TUTTI_PROFILE", s.profile_file, [&](std::string_view text) { take_profile(s, text, ""); });
  read("TUTTI_PLAN", s.plan_file, [&](std::string_view text) { take_plan(s, text); });
  if (const auto text = read_learned_source(s)) take_learned(s, *text, "");
}

}  // namespace tutti
