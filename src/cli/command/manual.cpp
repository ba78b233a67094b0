// tutti manual, tutti completion: other forms of --help, from the same declarations.

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cstddef>
#include <cstdio>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "cli/line/commands.hpp"
#include "cli/line/help.hpp"
#include "cli/values/names.hpp"
#include "cli/values/networks.hpp"
#include "select/settings.hpp"
#include "text/split.hpp"
#include "tutti/full_name.hpp"
#include "tutti/version.h"

namespace tutti::cli {
namespace {

// "-o,--output FILE", or the name of a positional argument.
std::string declared(const option& o) {
  if (o.positional()) return o.name();
  std::string names;
  for (const std::string& name : o.short_names()) names += (names.empty() ? "-" : ",-") + name;
  for (const std::string& name : o.long_names()) names += (names.empty() ? "--" : ",--") + name;
  return o.takes_value() ? names + " " + o.type_name() : names;
}

// Prose that may be wrapped, or lines that must stay unchanged (examples, tables).
struct paragraph {
  bool laid_out = false;
  std::string text;
};
std::vector<paragraph> paragraphs(std::string_view text) {
  std::vector<paragraph> all;
  bool fresh = true;
  for (const std::string_view line : split(text, '\n')) {
    const bool fixed = stays(line);
    if (line.empty()) {
      fresh = true;
      continue;
    }
    if (fresh || all.empty() || all.back().laid_out != fixed)
      all.push_back({fixed, std::string(line)});
    else
      all.back().text.append(fixed ? "\n" : " ").append(line);
    fresh = false;
  }
  return all;
}

std::string roff(std::string_view text) {
  std::string out;
  bool start = true;
  for (const char c : text) {
    if (start && (c == '.' || c == '\'')) out += "\\&";
    if (c == '\\')
      out += "\\e";
    else if (c == '-')
      out += "\\-";
    else
      out += c;
    start = c == '\n';
  }
  return out;
}

std::string roff_paragraphs(std::string_view text) {
  std::string out;
  for (const paragraph& p : paragraphs(text))
    out += p.laid_out ? fmt::format(".PP\n.nf\n{}\n.fi\n", roff(p.text))
                      : fmt::format(".PP\n{}\n", roff(p.text));
  return out;
}

std::string markdown_paragraphs(std::string_view text) {
  std::string out;
  for (const paragraph& p : paragraphs(text))
    out += p.laid_out ? fmt::format("```text\n{}\n```\n\n", p.text) : filled(p.text, 128) + "\n\n";
  return out;
}

// Escapes a text for a cell of a table.
std::string cell(std::string_view text) {
  std::string out;
  for (const char c : text) (c == '|' ? out += "\\|" : out += c == '\n' ? ' ' : c);
  return out;
}

std::vector<std::string> names_of_algorithms() {
  std::vector<std::string> all;
  for (int k = 0; k < all_collectives; ++k) all.emplace_back(name_of(static_cast<collective>(k)));
  for (const algorithm* a : catalogue()) all.push_back(full_name(*a));
  return all;
}

std::vector<std::string> names_of_collectives() {
  std::vector<std::string> all;
  for (int k = 0; k < collectives; ++k) all.emplace_back(name_of(static_cast<collective>(k)));
  return all;
}

// Values of --by, where implementations are compared: "chain".
std::vector<std::string> names_of_implementations() {
  std::set<std::string> all{"all", "native", "tutti"};
  for (const algorithm* a : catalogue()) all.emplace(a->name);
  return {all.begin(), all.end()};
}

// Values of --set: "bcast=chain".
std::vector<std::string> values_of_set() {
  std::vector<std::string> all;
  for (int k = 0; k < collectives; ++k) {
    const auto of = static_cast<collective>(k);
    all.push_back(fmt::format("{}=native", name_of(of)));
    for (const algorithm* a : catalogue(of)) all.push_back(fmt::format("{}={}", name_of(of), a->name));
  }
  return all;
}

std::vector<std::string> flags_of(const command& app) {
  std::vector<std::string> all;
  for (const option& o : app.options()) {
    for (const std::string& name : o.long_names()) all.push_back("--" + name);
    for (const std::string& name : o.short_names()) all.push_back("-" + name);
  }
  return all;
}

// The names of the options that take a value of a kind.
std::vector<std::string> flags_with_values(const command& app, bool (*kind)(std::string_view)) {
  std::vector<std::string> all;
  for (const option& o : app.options()) {
    if (o.positional() || !o.takes_value() || !kind(o.type_name())) continue;
    for (const std::string& name : o.long_names()) all.push_back("--" + name);
    for (const std::string& name : o.short_names()) all.push_back("-" + name);
  }
  return all;
}

// Values that are files, or may be: a network, an arrival pattern and a graph are words or files.
bool may_be_file(std::string_view value) {
  for (const std::string_view begin : {"FILE", "FOLDER", "MODEL", "TOPOLOGY", "ARRIVAL", "GRAPH", "COMMAND"})
    if (value.starts_with(begin)) return true;
  return false;
}
bool is_no_file(std::string_view value) { return !may_be_file(value); }

bool takes_algorithms(std::string_view subcommand) {
  for (const std::string_view name :
       {"list", "verify", "predict", "show", "bench", "tune", "explain", "plan", "guidelines"})
    if (name == subcommand) return true;
  return false;
}

std::vector<std::string> taking_algorithms(const command& app) {
  std::vector<std::string> all;
  for (const command& sub : app.subcommands())
    if (takes_algorithms(sub.name())) all.push_back(sub.name());
  return all;
}

std::string bash(const command& app) {
  std::vector<std::string> names;
  std::string cases;
  for (const command& sub : app.subcommands()) {
    names.push_back(sub.name());
    cases += fmt::format("    {}) options='{}' with_file='{}' with_word='{}' ;;\n", sub.name(),
                         fmt::join(flags_of(sub), " "), fmt::join(flags_with_values(sub, may_be_file), " "),
                         fmt::join(flags_with_values(sub, is_no_file), " "));
  }
  return fmt::format(R"END(# bash completion of tutti: written by `tutti completion bash`.
# _tutti_list WORD WORDS [OPTIONS OF compgen]: what may follow the last comma of WORD.
_tutti_list() {{
  local before=''
  [[ $1 == *,* ]] && before=${{1%,*}},
  COMPREPLY=($(compgen -P "$before" "${{@:3}}" -W "$2" -- "${{1##*,}}"))
}}
_tutti() {{
  local word=${{COMP_WORDS[COMP_CWORD]}} before=${{COMP_WORDS[COMP_CWORD-1]}} of=''
  local options='' with_file='' with_word=''
  COMPREPLY=()
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W '{0} help version --help --version' -- "$word"))
    return
  fi
  # --set bcast=chain,scan=chain and --set=bcast=chain: bash takes each = for a word of its own.
  local at=$COMP_CWORD
  [[ $word == = ]] && word='' before='=' at=$((at + 1))
  [[ $before == = ]] && of=${{COMP_WORDS[at-2]##*,}}
  while [[ ${{COMP_WORDS[at-1]}} == = ]]; do at=$((at - 2)); done
  [[ ${{COMP_WORDS[at]}} == -* && $at -lt $COMP_CWORD ]] && at=$((at + 1))
  [[ $of == -* ]] && before=$of of=''
  if [[ ${{COMP_WORDS[at-1]}} == --set ]]; then
    if [[ -n $of && $word != *,* ]]; then
      local algorithms=$(compgen -W '{3}' -- "$of.")
      COMPREPLY=($(compgen -W "native ${{algorithms//$of./}}" -- "$word"))
    else
      _tutti_list "$word" '{4}' -S =
      compopt +o filenames -o nospace 2>/dev/null
    fi
    return
  fi
  case ${{COMP_WORDS[1]}} in
{1}    help) COMPREPLY=($(compgen -W '{0}' -- "$word")); return ;;
  esac
  if [[ $word == -* ]]; then
    COMPREPLY=($(compgen -W "$options" -- "$word"))
    return
  fi
  case ${{COMP_WORDS[1]}}/$before in
    explore/--collective) _tutti_list "$word" '{3}'; return ;;
    bench/--by|guidelines/--by) _tutti_list "$word" '{5}'; return ;;
    replay/--by) COMPREPLY=($(compgen -W 'size site communicator' -- "$word")); return ;;
    replay/--goal-by) COMPREPLY=($(compgen -W 'ran chosen' -- "$word")); return ;;
    waiting/--by) COMPREPLY=($(compgen -W 'collective communicator site' -- "$word")); return ;;
  esac
  case " $with_file " in *" $before "*) COMPREPLY=($(compgen -f -- "$word")); return ;; esac
  case " $with_word " in *" $before "*) return ;; esac
  case ${{COMP_WORDS[1]}} in
    {2})
      COMPREPLY=($(compgen -W '{3}' -- "$word") $(compgen -f -- "$word")) ;;
    run) COMPREPLY=($(compgen -f -- "$word") $(compgen -c -- "$word")) ;;
    *) COMPREPLY=($(compgen -f -- "$word")) ;;
  esac
}}
complete -o filenames -F _tutti tutti
)END",
                     fmt::join(names, " "), cases, fmt::join(taking_algorithms(app), "|"),
                     fmt::join(names_of_algorithms(), " "), fmt::join(names_of_collectives(), " "),
                     fmt::join(names_of_implementations(), " "));
}

std::string in_quotes(std::string_view text, std::string_view escaped) {
  std::string out;
  for (const char c : text) {
    if (c == '\'')
      out += "'\\''";
    else {
      if (escaped.find(c) != escaped.npos) out += '\\';
      out += c == '\n' ? ' ' : c;
    }
  }
  return out;
}

std::string zsh(const command& app) {
  std::string subs, cases;
  for (const command& sub : app.subcommands()) {
    subs += fmt::format("    '{}:{}'\n", sub.name(), in_quotes(sub.description(), ":"));
    cases += fmt::format("    {})\n      _arguments", sub.name());
    for (const option& o : sub.options()) {
      if (o.positional()) continue;
      const std::string about = in_quotes(o.description(), ":[]");
      const std::string value = !o.takes_value()      ? ""
                                : o.name() == "--set" ? ":value:($settings)"
                                                      : ":value:_files";
      for (const std::string& name : o.long_names())
        cases += fmt::format(" \\\n        '--{}[{}]{}'", name, about, value);
      for (const std::string& name : o.short_names())
        cases += fmt::format(" \\\n        '-{}[{}]{}'", name, about, value);
    }
    cases += takes_algorithms(sub.name()) ? " \\\n        '*:algorithm:($algorithms)' ;;\n"
                                          : " \\\n        '*::command:_normal' ;;\n";
  }
  return fmt::format(R"END(#compdef tutti
# zsh completion of tutti: written by `tutti completion zsh`.
_tutti() {{
  local -a subcommands algorithms settings
  subcommands=(
{})
  algorithms=({})
  settings=({})
  if (( CURRENT == 2 )); then
    _describe 'subcommand' subcommands
    return
  fi
  local subcommand=$words[2]
  shift words
  (( CURRENT-- ))
  case $subcommand in
{}  esac
}}
_tutti "$@"
)END",
                     subs, fmt::join(names_of_algorithms(), " "), fmt::join(values_of_set(), " "), cases);
}

std::string fish(const command& app) {
  std::string out = "# fish completion of tutti: written by `tutti completion fish`.\n";
  for (const command& sub : app.subcommands()) {
    const std::string name = sub.name();
    out += fmt::format("complete -c tutti -f -n __fish_use_subcommand -a {} -d '{}'\n", name,
                       in_quotes(sub.description(), ""));
    for (const option& o : sub.options()) {
      if (o.positional()) continue;
      std::string names;
      for (const std::string& l : o.long_names()) names += " -l " + l;
      for (const std::string& s : o.short_names()) names += " -s " + s;
      const std::string value = !o.takes_value() ? ""
                                : o.name() == "--set"
                                    ? fmt::format(" -r -a '{}'", fmt::join(values_of_set(), " "))
                                    : " -r";
      out += fmt::format("complete -c tutti -n '__fish_seen_subcommand_from {}'{}{} -d '{}'\n", name, names,
                         value, in_quotes(o.description(), ""));
    }
  }
  out += fmt::format("complete -c tutti -n '__fish_seen_subcommand_from {}' -a '{}'\n",
                     fmt::join(taking_algorithms(app), " "), fmt::join(names_of_algorithms(), " "));
  return out;
}

// The manual page of the command or of a subcommand, in troff: tutti(1), tutti-run(1).
std::string manual_page(const command& app, const std::optional<command>& sub) {
  const std::string name = sub ? "tutti-" + sub->name() : "tutti";
  std::string upper;
  for (const char c : name) upper += static_cast<char>(c >= 'a' && c <= 'z' ? c - 'a' + 'A' : c);
  std::string page = fmt::format(".TH {} 1 \"\" \"tutti {}\" \"User Commands\"\n.SH NAME\n", roff(upper),
                                 TUTTI_VERSION_STRING);
  const command& of = sub ? *sub : app;
  page +=
      roff(name) + " \\- " +
      roff(sub ? sub->description() : "the collective operations of MPI, with the best algorithms known") +
      "\n";
  page += ".SH SYNOPSIS\n.B " + roff(sub ? sub->usage() : "tutti SUBCOMMAND [OPTIONS] ...") +
          "\n.SH DESCRIPTION\n";
  page += roff_paragraphs(sub ? of.footer() : of.description());
  page += ".SH OPTIONS\n";
  for (const option& o : of.options())
    page += fmt::format(".TP\n.B {}\n{}\n", roff(declared(o)), roff(o.description()));
  if (!sub) {
    page += ".SH SUBCOMMANDS\n";
    for (const command& s : app.subcommands())
      page += fmt::format(".TP\n.BR tutti\\-{} (1)\n{}\n", roff(s.name()), roff(s.description()));
    page += ".SH ENVIRONMENT\n";
    page +=
        ".TP\n.B TUTTI_COLLECTIVE\nan algorithm, native or auto, for one collective: TUTTI_ALLREDUCE=ring\n";
    for (const variable& v : variables()) page += fmt::format(".TP\n.B {}\n{}\n", roff(v.name), roff(v.help));
  }
  page += ".SH EXIT STATUS\n0: success; 1: failure; 2: the command line or a file is invalid.";
  if (sub && sub->name() == "run") page += " Otherwise that of the launcher.";
  page += "\n.SH SEE ALSO\n";
  if (sub)
    page += ".BR tutti (1)\n";
  else
    page += "The pages of tutti are in its share/doc folder: start with index.md.\n";
  return page;
}

// The help of a subcommand for docs/commands.md, which explains networks once, in a section of their own.
std::string without_networks(std::string help) {
  const std::string networks = network_help();
  if (const std::size_t at = help.find(networks); at != help.npos)
    help.replace(at, networks.size(), "\n\nMODEL, TOPOLOGY, PLACEMENT and ARRIVAL: [networks](#networks).\n");
  return help;
}

// docs/commands.md.
std::string commands_page(const command& app) {
  std::string page =
      "# Commands and options\n\nWritten by `tutti manual --markdown > docs/commands.md`, not by hand; a "
      "test compares the two. The same texts are\n`tutti SUBCOMMAND --help` and the manual pages `tutti(1)`, "
      "`tutti-run(1)` and so on.\n";
  for (const command& sub : app.subcommands()) {
    page += fmt::format("\n## tutti {}\n\n{}.\n\n```text\n{}\n```\n\n", sub.name(), sub.description(),
                        sub.usage());
    page += markdown_paragraphs(without_networks(sub.footer()));
    page += "| option | |\n|---|---|\n";
    for (const option& o : sub.options())
      page += fmt::format("| `{}` | {} |\n", cell(declared(o)), cell(o.description()));
  }
  page += "\n## Networks\n\n" + markdown_paragraphs(network_help());
  page.pop_back();
  page +=
      "\n## Variables\n\n| variable | |\n|---|---|\n| `TUTTI_<COLLECTIVE>` | an algorithm, `native` or "
      "`auto`: `TUTTI_ALLREDUCE=ring` |\n";
  for (const variable& v : variables()) page += fmt::format("| `{}` | {} |\n", v.name, cell(v.help));
  return page;
}

// The completion script for bash, zsh or fish.
std::string completion(const command& app, const std::string& shell) {
  return shell == "bash" ? bash(app) : shell == "zsh" ? zsh(app) : fish(app);
}

}  // namespace

void add_manual(command& app) {
  struct options {
    std::string subcommand, shell;
    bool markdown = false;
  };
  const auto o = std::make_shared<options>();

  command manual = app.add_subcommand("manual", "write a manual page, or docs/commands.md").hide();
  manual.add_option("SUBCOMMAND", o->subcommand, "", "of this subcommand");
  manual.add_flag("--markdown", o->markdown, "the page of all commands");
  manual.callback([&app, o] {
    std::optional<command> sub;
    if (!o->subcommand.empty()) sub = app.get_subcommand(o->subcommand);
    std::fputs((o->markdown ? commands_page(app) : manual_page(app, sub)).c_str(), stdout);
  });

  command completion = app.add_subcommand("completion", "write the completion of a shell").hide();
  completion.add_option("SHELL", o->shell, "", "bash, zsh or fish")
      .required()
      .one_of({"bash", "zsh", "fish"});
  completion.callback([&app, o] { std::fputs(cli::completion(app, o->shell).c_str(), stdout); });
}

}  // namespace tutti::cli
