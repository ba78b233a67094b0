#pragma once

#include <functional>
#include <iosfwd>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>
#include <vector>

// Output files of subcommands; "-" is standard output.
namespace tutti::cli {

/// Throws usage_error if a file cannot be written. Does not check pipes and devices.
void check_writable(const std::string& file);

/// True if both names denote the same file, which need not exist yet. False for pipes and devices.
bool is_same_file(const std::string& x, const std::string& y);

/// An output file, and the option that names it.
struct destination {
  std::string_view option;
  std::string file;  ///< may be empty, or "-"
};
/// Throws usage_error if two outputs are the same file, or if an output would overwrite an input. `read` may
/// contain texts that are not files, such as a model.
void require_own_file(const std::vector<destination>& written, std::vector<std::string> read);

/// Throws usage_error if `to` exists, is not empty, and does not have `mark` in its first 64 KiB. Then it is
/// not an earlier output of the same kind, but may be a program or a source. `what` names the kind. Does not
/// check pipes and devices.
void require_earlier(const destination& to, std::string_view what, std::string_view mark);

/// Writes a whole file. On failure, keeps the old file, prints the text to standard output so that it is not
/// lost, and throws usage_error.
void write_text(const std::string& file, const std::string& text);

/// Writes a text that need not fit in memory. On failure, keeps the old file and throws usage_error.
void write_stream(const std::string& file, const std::function<void(std::ostream&)>& text);

/// Prints "wrote FILE: what" to stderr, for commands that print nothing else about the file. Does nothing for
/// standard output.
void tell_written(const std::string& file, const std::string& what);

/// Throws usage_error if the file's name lacks the ending of the only format of this output: ".svg" for a
/// picture. Other subcommands recognise the file by its ending. Pipes and devices, such as /dev/stdout, need
/// none. Directories are refused when they are written.
void require_ending(std::string_view option, const std::string& file, std::string_view ending,
                    std::string_view what);

/// Writes report::page(data), or keeps the old file. Throws usage_error.
void write_page(const nlohmann::ordered_json& data, const std::string& file);

}  // namespace tutti::cli
