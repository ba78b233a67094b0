#include "cli/words.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <set>
#include <tuple>
#include <utility>

#include "select/settings.hpp"
#include "text/nearest.hpp"
#include "tutti/machine/network.hpp"
#include "tutti/model/optimal_tree.hpp"

namespace tutti::cli {
namespace {

[[noreturn]] void expected(std::string_view what, std::string_view text, std::string_view wanted) {
  throw usage_error(fmt::format("{} {}: expected {}", what, text.empty() ? "''" : text, wanted));
}

std::string bounds(int least, int most) { return fmt::format("from {} to {}", least, most); }

}  // namespace

std::string did_you_mean(std::string_view word, const std::vector<std::string>& known) {
  const std::vector<std::string_view> views(known.begin(), known.end());
  const std::string near = nearest(word, views);
  return near.empty() ? "" : fmt::format("; did you mean {}?", near);
}

int whole_number(std::string_view what, std::string_view text, int least, int most) {
  int n = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), n);
  if (error != std::errc{} || end != text.data() + text.size() || n < least || n > most)
    expected(what, text, "a whole number " + bounds(least, most));
  return n;
}

std::vector<text_range> ranges_in(std::string_view what, std::string_view text) {
  std::vector<text_range> all;
  for (std::string_view rest = text;;) {
    const std::size_t comma = rest.find(',');
    const std::string_view item = rest.substr(0, comma);
    const std::size_t dots = item.find("..");
    const bool one = dots == std::string_view::npos;
    const std::string_view first = item.substr(0, dots), last = one ? first : item.substr(dots + 2);
    if (!one && (first.empty() || last.empty())) expected(what, item, "a range with both its ends");
    all.push_back({item, first, last});
    if (comma == std::string_view::npos) return all;
    rest.remove_prefix(comma + 1);
  }
}

std::vector<int> number_ranges(std::string_view what, std::string_view text, int least, int most) {
  std::set<int> all;
  for (const text_range& r : ranges_in(what, text)) {
    const int first = whole_number(what, r.first, least, most),
              last = whole_number(what, r.last, least, most);
    if (last < first) expected(what, r.item, "an ascending range");
    for (int n = first; n <= last; ++n) all.insert(n);
  }
  return {all.begin(), all.end()};
}

std::size_t byte_size(std::string_view what, std::string_view text) {
  try {
    return parse_size(text, what);
  } catch (const std::invalid_argument& wrong) {
    throw usage_error(wrong.what());
  }
}

std::vector<std::size_t> byte_sizes(std::string_view what, std::string_view text) {
  std::vector<std::size_t> all;
  for (const text_range& r : ranges_in(what, text)) {
    const std::size_t first = byte_size(what, r.first), last = byte_size(what, r.last);
    if (last < first || (first == 0 && last > 0))
      expected(what, r.item, "an ascending range from 1, by doubling");
    for (std::size_t n = first; n < last; n += std::min(n, last - n)) all.push_back(n);
    all.push_back(last);
  }
  return all;
}

double time_from(std::string_view what, std::string_view text) {
  try {
    return parse_time(text, what);
  } catch (const std::invalid_argument& wrong) {
    throw usage_error(wrong.what());
  }
}

void require_file(std::string_view what, const std::string& file) {
  const std::string option = what.empty() ? "" : fmt::format("{}: ", what);
  errno = 0;
  std::error_code none;
  if (!std::ifstream(file))
    throw usage_error(fmt::format("{}cannot read {}: {}", option, file, std::strerror(errno)));
  if (!std::filesystem::is_regular_file(file, none) && !std::filesystem::is_fifo(file, none))
    throw usage_error(fmt::format("{}{} is not a file", option, file));
}

void name_machine(cost_settings& s, const std::string& name) {
  s.name_machine(name);
  if (!s.usual) require_file("--machine", name);
}

std::string no_number(const std::string& text) {
  double number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  const bool is_one = error == std::errc{} && end == text.data() + text.size() && std::isfinite(number);
  return is_one ? "" : fmt::format("expected a number, not '{}'", text);
}

std::string no_seed(const std::string& text) {
  unsigned long long number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  const bool is_one = error == std::errc{} && end == text.data() + text.size();
  return is_one ? "" : fmt::format("expected a whole number from 0 to 2^64 - 1, not '{}'", text);
}

std::string without_variable(const std::string& warning) {
  constexpr std::string_view refusal = " is not used: ";
  const std::size_t at = warning.find(refusal);
  return at == std::string::npos ? warning : warning.substr(at + refusal.size());
}

machine machine_from(const std::string& alpha, const std::string& beta, const std::string& gamma) {
  machine m;
  const std::tuple<const char*, const std::string*, double*> all[] = {
      {"--alpha", &alpha, &m.alpha}, {"--beta", &beta, &m.beta}, {"--gamma", &gamma, &m.gamma}};
  for (const auto& [option, text, value] : all)
    if (!text->empty()) *value = time_from(option, *text);
  return m;
}

std::string in_digits(double number) {
  if (number == std::round(number) && std::abs(number) < 1e9) return fmt::format("{:.0f}", number);
  return fmt::format("{:.6g}", number);
}

namespace {

// The memory that this process may have, in bytes: the machine's, or less where a limit is set.
double memory_size() {
  double bytes = static_cast<double>(sysconf(_SC_PHYS_PAGES)) * static_cast<double>(sysconf(_SC_PAGESIZE));
  rlimit set{};
  if (getrlimit(RLIMIT_AS, &set) == 0 && set.rlim_cur != RLIM_INFINITY)
    bytes = std::min(bytes, static_cast<double>(set.rlim_cur));
  return bytes;
}

}  // namespace

void require_memory(std::string_view what, int p) {
  constexpr double least_per_process = 400;  // bytes: of the engine, and of a coroutine and its messages
  const double needed = least_per_process * p, there = memory_size();
  if (needed > there)
    throw usage_error(
        fmt::format("{} on {} processes needs at least {} of memory, and {} are available: reduce --p", what,
                    p, in_bytes(needed), in_bytes(there)));
}

std::string full_name(const algorithm& a) { return fmt::format("{}.{}", name_of(a.of), a.name); }

std::string needs_of(const algorithm& a) {
  std::string s = a.needs.power_of_two ? "p a power of two" : is_neighbourhood(a.of) ? "a graph" : "any p";
  if (a.needs.ways) s += " in which ways are shared";
  if (a.needs.exact)
    s += ", exact operator";
  else if (a.needs.commutative)
    s += ", commutative operator";
  if (a.needs.consecutive)
    s += ", consecutive ranks on nodes";
  else if (a.needs.node_order)
    s += ", commutative operator or consecutive ranks on nodes";
  return s;
}

process_graph graph_from(const std::string& text) {
  try {
    return make_graph(text);
  } catch (const std::invalid_argument& wrong) {
    throw usage_error(std::string("--graph: ") + wrong.what());
  }
}

process_graph graph_for(const std::string& p, const std::string& graph, int most) {
  constexpr const char* some = "9";
  if (graph.empty()) return usual_graph(whole_number("--p", p.empty() ? some : p, 1, most));
  process_graph found = graph_from(graph);
  if (!p.empty() && whole_number("--p", p, 1, most) != found.p())
    throw usage_error(fmt::format("--graph {} has {} processes, not {}", graph, found.p(), p));
  if (found.p() > most)
    throw usage_error(fmt::format("--graph {}: expected at most {} processes", graph, most));
  return found;
}

void require_no_graph(collective c, std::string_view what) {
  if (is_neighbourhood(c))
    throw usage_error(fmt::format("{} needs a graph, which {} does not have", name_of(c), what));
}

std::string graph_option_help() { return "of neighbourhood collectives: " + std::string(graph_help()); }

collective find_collective(std::string_view name, int among) {
  if (const auto c = collective_named(name, among)) return *c;
  if (collective_named(name, all_collectives))
    throw usage_error(
        fmt::format("{} is not one of MPI's collectives: it can be listed, verified, predicted "
                    "and shown",
                    name));
  std::vector<std::string> known;
  for (const algorithm* a : catalogue())
    if (a->name == name || full_name(*a) == name) known.push_back(full_name(*a));
  if (known.size() == 1)
    throw usage_error(fmt::format("{} is an algorithm; name its collective, {}", name,
                                  known[0].substr(0, known[0].find('.'))));
  if (!known.empty())
    throw usage_error(
        fmt::format("{} is not a collective but an algorithm: {}", name, fmt::join(known, ", ")));
  for (int k = 0; k < among; ++k) known.emplace_back(name_of(static_cast<collective>(k)));
  std::string hint = did_you_mean(name, known);
  if (hint.empty()) hint = fmt::format("; known are {}", fmt::join(known, " "));
  throw usage_error(fmt::format("no collective is called {}{}", name.empty() ? "''" : name, hint));
}

std::vector<const algorithm*> find_algorithms(std::string_view name) {
  const auto all = catalogue();
  if (name.empty()) return {all.begin(), all.end()};
  const std::size_t dot = name.find('.');
  const auto same = catalogue(find_collective(name.substr(0, dot), all_collectives));
  if (dot != std::string_view::npos) return {&find_algorithm(name)};
  return {same.begin(), same.end()};
}

int distance_from(const std::string& by, int p) {
  return by.empty() ? p / 2 : whole_number("--by", by, 0, p - 1);
}

const algorithm* find_offline(std::string_view name) {
  const std::size_t dot = name.find('.');
  const auto c = collective_named(name.substr(0, dot));
  return c && dot != std::string_view::npos ? offline_algorithm(*c, name.substr(dot + 1)) : nullptr;
}

const algorithm& find_algorithm(std::string_view name) {
  if (find_offline(name)) throw usage_error(fmt::format("{} is {}", name, offline_reason));
  std::vector<const algorithm*> meant;
  std::vector<std::string> known;
  if (const auto c = collective_named(name, all_collectives)) {
    std::vector<std::string> all;
    for (const algorithm* a : catalogue(*c)) all.push_back(full_name(*a));
    throw usage_error(fmt::format("{} is a collective: name one of {}", name, fmt::join(all, ", ")));
  }
  const std::size_t dot = name.find('.');
  const bool has_dot = dot != std::string_view::npos;
  const auto among = has_dot ? catalogue(find_collective(name.substr(0, dot), all_collectives)) : catalogue();
  for (const algorithm* a : among) {
    if (find(a->of, name.substr(has_dot ? dot + 1 : 0)) == a) meant.push_back(a);
    known.push_back(full_name(*a));
    if (!has_dot) known.emplace_back(a->name);
  }
  if (meant.size() == 1) return *meant[0];
  if (meant.size() > 1) {
    std::vector<std::string> candidates;
    for (const algorithm* a : meant) candidates.push_back(full_name(*a));
    throw usage_error(fmt::format("{} is ambiguous: choose one of {}", name, fmt::join(candidates, ", ")));
  }
  std::string hint = did_you_mean(name, known);
  if (hint.empty() && has_dot && !known.empty()) hint = fmt::format("; known are {}", fmt::join(known, " "));
  if (hint.empty()) hint = "; tutti list shows them all";
  throw usage_error(fmt::format("no algorithm is called {}{}", name, hint));
}

}  // namespace tutti::cli
