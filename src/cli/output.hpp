#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>
#include <vector>

// Files that a subcommand writes; "-" is standard output.
namespace tutti::cli {

/// Throws usage_error where a file cannot be written. Empty and "-" always can; of a pipe or a device it
/// turns out later.
void check_writable(const std::string& file);

/// A file that is to be written, and the option that names it.
struct destination {
  std::string_view option;
  std::string file;  ///< may be empty, or "-"
};
/// Throws usage_error where one file is written twice, or what is read would be overwritten. `read` may hold
/// what is no file, such as the text of a model.
void require_own_file(const std::vector<destination>& written, std::vector<std::string> read);

/// Throws usage_error where a file is there that is no earlier output of the same form, which has `mark` in its
/// first 64 KiB, and not empty: it may be a program or a source. `what` is what such an output is called. Pipes
/// and devices are left alone.
void require_earlier(const destination& to, std::string_view what, std::string_view mark);

/// Writes a whole file, or leaves what was there. Throws usage_error; the text then stands on standard
/// output, so that nothing is lost.
void write_text(const std::string& file, const std::string& text);

/// Says "wrote FILE: what" on stderr, where nothing else is said of a file that has been written. Not for
/// standard output.
void tell_written(const std::string& file, const std::string& what);

/// Refuses a file whose name does not end so, of what is written in one form only: ".svg" of a picture. The
/// ending is what other subcommands know the file by. A pipe or a device, such as /dev/stdout, needs none, and
/// a directory is refused when it is written. `option` names the option.
void require_ending(std::string_view option, const std::string& file, std::string_view ending,
                    std::string_view what);

/// Writes report::page(data), or leaves what was there. Throws usage_error.
void write_page(const nlohmann::ordered_json& data, const std::string& file);

}  // namespace tutti::cli
