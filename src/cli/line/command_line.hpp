#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace CLI {
class App;
class Option;
}  // namespace CLI

// The command line of `tutti` and its subcommands. Each subcommand declares its options; these classes read
// them, and --help and the manual describe them. CLI11 parses. Only command_line.cpp includes CLI11, since
// its headers take seconds to compile.
namespace tutti::cli {

/// An option, flag or positional argument. Its command owns it; copies refer to the same one.
class option {
 public:
  explicit option(CLI::Option& of) : of_(&of) {}

  option& description(const std::string& text);  ///< replaces the description
  option& required();
  option& list();     ///< takes several values, separated by commas or by repetition; --help shows one
  option& several();  ///< takes all words up to the next option

  /// called with each value, as soon as it is parsed
  option& each(std::function<void(const std::string&)> what_to_do);

  // Checks; a value that fails one is refused.
  /// returns the error, empty if none
  option& check(std::function<std::string(const std::string&)> what_is_wrong);
  option& range(int least, int most);
  option& range(double least, double most);
  option& not_negative();
  option& share();  ///< above 0, at most 1
  option& one_of(const std::vector<std::string>& words);

  [[nodiscard]] std::string name() const;  ///< "--output" for "-o,--output"; "what" for a positional one
  [[nodiscard]] std::string type_name() const;
  [[nodiscard]] std::string description() const;
  [[nodiscard]] bool positional() const;
  [[nodiscard]] bool takes_value() const;
  [[nodiscard]] bool given() const;  ///< on the command line that is being executed
  [[nodiscard]] const std::vector<std::string>& long_names() const;   ///< "output"
  [[nodiscard]] const std::vector<std::string>& short_names() const;  ///< "o"

 private:
  CLI::Option* of_;
};

/// `tutti` or a subcommand. The command line owns it; copies refer to the same one.
class command {
 public:
  explicit command(CLI::App& of) : of_(&of) {}

  /// `footer`: text of --help below the options.
  command add_subcommand(const std::string& name, const std::string& description,
                         const std::string& footer = "");
  command& hide();                                      ///< from --help and the manual
  command& usage_tail(const std::string& text);         ///< end of the usage line: "[-- LAUNCHER ...]"
  command& callback(std::function<void()> what_to_do);  ///< runs if the user called this subcommand

  /// `names`: "-o,--output", or "what" for a positional argument. `into` must outlive the command line, and
  /// keeps its value if the option is not given. `value`: its name in --help, "FILE.csv". T: std::string,
  /// std::vector<std::string>, int, std::size_t, unsigned long long or double.
  template <class T>
  option add_option(const std::string& names, T& into, const std::string& value,
                    const std::string& description);
  /// T: bool; or std::string for a flag with an optional value, given after "=". Without a value, it becomes
  /// "true".
  template <class T>
  option add_flag(const std::string& names, T& into, const std::string& description);
  /// The option must exist.
  [[nodiscard]] option get_option(const std::string& name) const;
  void remove_option(const std::string& name);
  /// Throws usage_error, which suggests a similar name, if there is none.
  [[nodiscard]] command get_subcommand(const std::string& name) const;

  /// Throws usage_error if the user gave an option that is not one of `those`. The user expects that option
  /// to have an effect, but only `those` have one. `with` says when, such as "with --from".
  void allow_only(const std::vector<std::string>& those, const std::string& with) const;

  /// True if the option takes the next word as its value.
  [[nodiscard]] bool takes_next_word(const std::string& option_name) const;

  [[nodiscard]] std::string name() const;
  [[nodiscard]] std::string description() const;
  [[nodiscard]] std::string footer() const;
  [[nodiscard]] std::string help() const;                  ///< text of --help
  [[nodiscard]] std::string usage() const;                 ///< usage line of the help
  [[nodiscard]] std::vector<command> subcommands() const;  ///< without hidden ones
  [[nodiscard]] std::vector<option> options() const;

 private:
  CLI::App* of_;
};

/// Thrown by a command to end with this status, or by this signal if it is not 0, without a further message.
struct exit_status {
  int status;
  int signal = 0;
};

/// The whole command line.
class command_line : public command {
 public:
  /// `version` is what --version prints.
  command_line(const std::string& name, const std::string& description, const std::string& version);
  command_line(const command_line&) = delete;
  command_line& operator=(const command_line&) = delete;
  ~command_line();

  /// Executes the command line: calls a subcommand's callback, whose exceptions propagate, or serves --help
  /// or --version. Throws usage_error if the arguments are invalid.
  void obey(std::vector<std::string> arguments);
  /// "tutti", or "tutti run": the command that the user called.
  [[nodiscard]] std::string called() const;

 private:
  explicit command_line(std::unique_ptr<CLI::App> app);
  std::unique_ptr<CLI::App> app_;
};

}  // namespace tutti::cli
