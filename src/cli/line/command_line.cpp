#include "cli/line/command_line.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <string_view>
#include <utility>

#include "cli/line/help.hpp"
#include "cli/line/usage_error.hpp"
#include "text/nearest.hpp"

namespace tutti::cli {
namespace {

// CLI11 appends ":" and the checks to the type's name.
std::string type_of(const CLI::Option& option) {
  const std::string type = option.get_type_name();
  return type.substr(0, type.find(':'));
}

// The format of --help: 80 columns on every terminal. Options show the name of their value, not its checks,
// which the description explains.
class layout final : public CLI::Formatter {
 public:
  /// `tail`: text at the end of the usage line.
  explicit layout(std::string tail = "") : tail_(std::move(tail)) {}

  // The headings, the usage line and the columns are ours: CLI11 2.4 to 2.6 have changed each of them.
  std::string make_help(const CLI::App* app, std::string name, CLI::AppFormatMode) const override {
    std::string positionals, options, commands;
    std::string usage = "Usage: " + name + " [OPTIONS]";
    for (const CLI::Option* o : app->get_options()) {
      if (o->get_group().empty()) continue;
      const bool positional = !o->nonpositional();
      (positional ? positionals : options) +=
          in_columns(make_option_name(o, positional) + value_of(*o), o->get_description());
      if (positional) usage += " " + make_option_usage(o);
    }
    for (const CLI::App* sub :
         app->get_subcommands([](const CLI::App* s) { return !s->get_group().empty(); }))
      commands += in_columns(sub->get_name(), sub->get_description());
    if (!commands.empty()) usage += " SUBCOMMAND";
    if (!tail_.empty()) usage += " " + tail_;
    const std::string footer = app->get_footer().empty() ? "" : laid_out(app->get_footer()) + "\n";
    return laid_out(app->get_description()) + "\n" + usage + "\n" + section("Positionals", positionals) +
           section("Options", options) + section("Subcommands", commands) + "\n" + footer;
  }

 private:
  std::string tail_;
  static constexpr std::size_t first_column = 30;
  // The name of the option's value.
  static std::string value_of(const CLI::Option& option) {
    if (option.get_type_size() == 0) return "";
    const bool several = option.get_expected_max() == CLI::detail::expected_max_vector_size;
    return " " + type_of(option) + (several ? " ..." : "");
  }
  static std::string section(const char* title, const std::string& lines) {
    return lines.empty() ? "" : fmt::format("\n{}:\n{}", title, lines);
  }
  static std::string in_columns(const std::string& name, std::string_view text) {
    const std::string margin(first_column, ' ');
    const bool below = !text.empty() && name.size() + 2 >= first_column;
    return fmt::format("  {:<{}}{}{}\n", name, first_column - 2, below ? "\n" + margin : "",
                       filled(text, help_columns - first_column, margin));
  }
};

// No option takes an empty text, which most would take for their default. This check comes last, since the
// others give more detail.
std::string not_empty(const std::string& value) { return value.empty() ? "expected a value, not ''" : ""; }
void refuse_empty_values(CLI::App& app) {
  for (CLI::App* sub : app.get_subcommands([](const CLI::App*) { return true; }))
    for (CLI::Option* option : sub->get_options())
      if (option->get_type_size() != 0) option->check(not_empty);
}

// A check that returns the error for a value, or "" if it is a number for which `right` holds.
template <class Number, class Right>
auto unless(Right right, const std::string& expected) {
  return [=](const std::string& text) {
    Number x{};
    return CLI::detail::lexical_cast(text, x) && right(x)
               ? ""
               : fmt::format("expected {}, not {}", expected, text);
  };
}

// The error for the first argument that no option takes. `see` refers to the help.
std::string unexpected(const CLI::App& app, const std::string& see) {
  const auto subs = app.get_subcommands();
  const CLI::App& called = subs.empty() ? app : *subs[0];
  const std::vector<std::string> words = app.remaining(true);
  const auto dashed = std::ranges::find_if(words, [](const std::string& w) { return w.starts_with('-'); });
  if (dashed == words.end()) return fmt::format("{} was not expected{}", fmt::join(words, " "), see);
  const std::string name = dashed->substr(0, dashed->find('='));
  std::vector<std::string> names;
  for (const CLI::Option* option : called.get_options())
    for (const std::string& known : option->get_lnames()) names.push_back("--" + known);
  // A known option here follows "--", which ends the options.
  if (std::ranges::find(names, name) != names.end())
    return fmt::format("{} was not expected behind --{}", name, see);
  const std::string near = did_you_mean(name, names);
  return fmt::format("there is no option {}{}", name, near.empty() ? see : near);
}

std::string see_help(const command_line& of) { return fmt::format("; see {} --help", of.called()); }

}  // namespace

option& option::description(const std::string& text) { return of_->description(text), *this; }
option& option::required() { return of_->required(), *this; }
option& option::list() {
  of_->delimiter(',')->expected(1)->allow_extra_args(false)->multi_option_policy(
      CLI::MultiOptionPolicy::TakeAll);
  return *this;
}
option& option::several() { return of_->expected(1, CLI::detail::expected_max_vector_size), *this; }
option& option::each(std::function<void(const std::string&)> what_to_do) {
  return of_->each(what_to_do), *this;
}

option& option::check(std::function<std::string(const std::string&)> what_is_wrong) {
  return of_->check(std::move(what_is_wrong)), *this;
}
option& option::range(int least, int most) {
  return check(unless<int>([=](int n) { return n >= least && n <= most; },
                           fmt::format("a whole number from {} to {}", least, most)));
}
option& option::range(double least, double most) {
  return check(unless<double>([=](double x) { return x >= least && x <= most; },
                              fmt::format("a number from {} to {}", least, most)));
}
option& option::not_negative() {
  return check(unless<double>([](double x) { return x >= 0; }, "at least 0"));
}
option& option::share() {
  return check(unless<double>([](double x) { return x > 0 && x <= 1; }, "a share above 0 and at most 1"));
}
option& option::one_of(const std::vector<std::string>& words) {
  return check([words](const std::string& text) {
    if (std::ranges::find(words, text) != words.end()) return std::string();
    return fmt::format("expected {}{}{}, not {}", fmt::join(words.begin(), words.end() - 1, ", "),
                       words.size() > 1 ? " or " : "", words.back(), text);
  });
}

std::string option::name() const { return of_->get_name(); }
std::string option::type_name() const { return type_of(*of_); }
std::string option::description() const { return of_->get_description(); }
bool option::positional() const { return !of_->nonpositional(); }
bool option::takes_value() const { return of_->get_items_expected_max() > 0; }
bool option::given() const { return of_->count() > 0; }
const std::vector<std::string>& option::long_names() const { return of_->get_lnames(); }
const std::vector<std::string>& option::short_names() const { return of_->get_snames(); }

command command::add_subcommand(const std::string& name, const std::string& description,
                                const std::string& footer) {
  return command(*of_->add_subcommand(name, description)->footer(footer));
}
command& command::usage_tail(const std::string& text) {
  return of_->formatter(std::make_shared<layout>(text)), *this;
}
command& command::hide() { return of_->group(""), *this; }
command& command::callback(std::function<void()> what_to_do) {
  return of_->callback(std::move(what_to_do)), *this;
}

template <class T>
option command::add_option(const std::string& names, T& into, const std::string& value,
                           const std::string& description) {
  return option(*of_->add_option(names, into, description)->type_name(value));
}
using word = const std::string&;
template option command::add_option(word, std::string&, word, word);
template option command::add_option(word, std::vector<std::string>&, word, word);
template option command::add_option(word, int&, word, word);
template option command::add_option(word, std::size_t&, word, word);
template option command::add_option(word, unsigned long long&, word, word);
template option command::add_option(word, double&, word, word);
template <class T>
option command::add_flag(const std::string& names, T& into, const std::string& description) {
  return option(*of_->add_flag(names, into, description));
}
template option command::add_flag(word, bool&, word);
template option command::add_flag(word, std::string&, word);
option command::get_option(const std::string& name) const { return option(*of_->get_option(name)); }
void command::remove_option(const std::string& name) { of_->remove_option(of_->get_option(name)); }
command command::get_subcommand(const std::string& name) const {
  const auto matches = of_->get_subcommands([&](const CLI::App* sub) { return sub->get_name() == name; });
  if (!matches.empty()) return command(*matches[0]);
  std::vector<std::string> names;
  for (const command& sub : subcommands()) names.push_back(sub.name());
  std::string hint = did_you_mean(name, names);
  if (hint.empty()) hint = fmt::format("; known are {}", fmt::join(names, " "));
  throw usage_error("no subcommand is called {}{}", name.empty() ? "''" : name, hint);
}

void command::allow_only(const std::vector<std::string>& those, const std::string& with) const {
  for (const option& one : options())
    if (one.given() && std::ranges::find(those, one.name()) == those.end())
      throw usage_error("{} has no effect {}", one.positional() ? one.type_name() : one.name(), with);
}

bool command::takes_next_word(const std::string& option_name) const {
  const CLI::Option* const named = of_->get_option_no_throw(option_name);
  return named && named->get_items_expected_max() > 0;
}

std::string command::name() const { return of_->get_name(); }
std::string command::description() const { return of_->get_description(); }
std::string command::footer() const { return of_->get_footer(); }
std::string command::help() const {
  const CLI::App* const above = of_->get_parent();
  // CLI::App's own help() would be that of the called subcommand.
  return of_->get_formatter()->make_help(of_, (above ? above->get_name() + " " : "") + of_->get_name(),
                                         CLI::AppFormatMode::Normal);
}
std::string command::usage() const {
  constexpr std::string_view before = "Usage: ";
  const std::string text = help();
  const std::size_t at = text.find(before);
  if (at == text.npos) return "";
  return text.substr(at + before.size(), text.find('\n', at) - at - before.size());
}
std::vector<command> command::subcommands() const {
  std::vector<command> all;
  for (CLI::App* sub : of_->get_subcommands([](const CLI::App* s) { return !s->get_group().empty(); }))
    all.emplace_back(*sub);
  return all;
}
std::vector<option> command::options() const {
  std::vector<option> all;
  for (CLI::Option* one : of_->get_options([](const CLI::Option* o) { return !o->get_group().empty(); }))
    all.emplace_back(*one);
  return all;
}

command_line::command_line(std::unique_ptr<CLI::App> app) : command(*app), app_(std::move(app)) {}
command_line::command_line(const std::string& name, const std::string& description,
                           const std::string& version)
    : command_line(std::make_unique<CLI::App>(description, name)) {
  app_->set_version_flag("-V,--version", version, "show the version and the MPI libraries served");
  app_->require_subcommand(1);
  app_->formatter(std::make_shared<layout>());
}
command_line::~command_line() = default;

void command_line::obey(std::vector<std::string> arguments) try {
  refuse_empty_values(*app_);
  std::ranges::reverse(arguments);  // CLI11 expects them in reverse
  app_->parse(arguments);
} catch (const CLI::Success& asked) {  // --help, --version
  app_->exit(asked);
} catch (const CLI::ArgumentMismatch& error) {
  // CLI11 says "--p: 1 required RANGE missing"; "--p: At Most 1 required but received 2", or "At most".
  const std::string_view message = error.what();
  const std::size_t twice =
      std::min(message.find(": At Most 1 required"), message.find(": At most 1 required"));
  if (twice != message.npos) throw usage_error("{} is given more than once", message.substr(0, twice));
  if (const std::size_t alone = message.find(": 1 required "); alone != message.npos)
    throw usage_error("{} needs a value{}", message.substr(0, alone), see_help(*this));
  throw usage_error("{}{}", message, see_help(*this));
} catch (const CLI::ExtrasError&) {
  throw usage_error(unexpected(*app_, see_help(*this)));
} catch (const CLI::RequiredError& error) {  // no subcommand, or a misspelt one
  throw usage_error(app_->remaining(true).empty() ? error.what() + see_help(*this)
                                                  : unexpected(*app_, see_help(*this)));
} catch (const CLI::ParseError& error) {
  throw usage_error(error.what() + see_help(*this));
}

std::string command_line::called() const {
  const auto subs = app_->get_subcommands();
  return subs.empty() ? name() : name() + " " + subs[0]->get_name();
}

}  // namespace tutti::cli
