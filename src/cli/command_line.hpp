#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace CLI {
class App;
class Option;
}  // namespace CLI

// What `tutti` and its subcommands can be told: declared by each of them, read here, described by --help and the manual. CLI11
// does the reading; command_line.cpp alone includes it, since that costs the compiler seconds.
namespace tutti::cli {

/// An option, a flag or a positional argument of a command, which keeps it: copies name the same one.
class option {
 public:
  explicit option(CLI::Option& of) : of_(&of) {}

  option& type_name(const std::string& name);    ///< what --help calls its value: "FILE.csv"
  option& description(const std::string& text);  ///< another one than that it was declared with
  option& required();
  option& list();  ///< with commas, and again and again, but shown with one value

  option& each(std::function<void(const std::string&)> what_to_do);  ///< with a value, as soon as it is read

  // What is wrong with a value, and refused.
  option& check(std::function<std::string(const std::string&)> what_is_wrong);  ///< empty: nothing
  option& range(int least, int most);
  option& range(double least, double most);
  option& not_negative();
  option& share();  ///< above 0, at most 1
  option& one_of(const std::vector<std::string>& words);

  [[nodiscard]] std::string name() const;  ///< "--output" if it is "-o,--output"; "what"
  [[nodiscard]] std::string type_name() const;
  [[nodiscard]] std::string description() const;
  [[nodiscard]] bool positional() const;
  [[nodiscard]] bool takes_value() const;
  [[nodiscard]] bool given() const;  ///< on the command line that is being obeyed
  [[nodiscard]] const std::vector<std::string>& long_names() const;   ///< "output"
  [[nodiscard]] const std::vector<std::string>& short_names() const;  ///< "o"

 private:
  CLI::Option* of_;
};

/// `tutti` or a subcommand, which the command line keeps: copies name the same one.
class command {
 public:
  explicit command(CLI::App& of) : of_(&of) {}

  command add_subcommand(const std::string& name, const std::string& description);
  command& hide();                               ///< from --help and the manual
  command& usage_tail(const std::string& text);  ///< what follows on the command line: "[-- LAUNCHER ...]"
  command& footer(const std::string& text);      ///< what --help says below the options
  command& callback(std::function<void()> what_to_do);  ///< if it is called

  /// "-o,--output", or "what" for a positional one. `into` keeps its value where the option is not given, and outlives the
  /// command line. T: std::string, std::vector<std::string>, int, std::size_t, unsigned long long or double.
  template <class T>
  option add_option(const std::string& names, T& into, const std::string& description);
  /// T: bool, or std::string for one that may be given a value behind "=", and alone becomes "true".
  template <class T>
  option add_flag(const std::string& names, T& into, const std::string& description);
  /// It must exist.
  [[nodiscard]] option get_option(const std::string& name) const;
  void remove_option(const std::string& name);
  /// Throws usage_error, with a name that is near, if there is none.
  [[nodiscard]] command get_subcommand(const std::string& name) const;

  /// Throws usage_error if an option is given that is none of `those`, which alone have an effect "with
  /// --from": whoever gives one that is not looked at expects something else.
  void allow_only(const std::vector<std::string>& those, const std::string& with) const;

  /// Whether the word behind this one belongs to it.
  [[nodiscard]] bool takes_next_word(const std::string& option_name) const;

  [[nodiscard]] std::string name() const;
  [[nodiscard]] std::string description() const;
  [[nodiscard]] std::string footer() const;
  [[nodiscard]] std::string help() const;                  ///< what --help prints
  [[nodiscard]] std::string usage() const;                 ///< of that, the line of its form
  [[nodiscard]] std::vector<command> subcommands() const;  ///< those that are not hidden
  [[nodiscard]] std::vector<option> options() const;

 private:
  CLI::App* of_;
};

/// Thrown by a command to end with this status, everything having been said.
struct exit_status {
  int status;
};

/// All of it.
class command_line : public command {
 public:
  /// `version` is what --version prints.
  command_line(const std::string& name, const std::string& description, const std::string& version);
  command_line(const command_line&) = delete;
  command_line& operator=(const command_line&) = delete;
  ~command_line();

  /// Does what the arguments say: the callback of a subcommand, whose exceptions leave here, or --help, --version. Throws
  /// usage_error where they cannot be understood.
  void obey(std::vector<std::string> arguments);
  /// "tutti", or "tutti run": what the user called.
  [[nodiscard]] std::string called() const;

 private:
  explicit command_line(std::unique_ptr<CLI::App> app);
  std::unique_ptr<CLI::App> app_;
};

}  // namespace tutti::cli
