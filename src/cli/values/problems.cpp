#include "cli/values/problems.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iterator>
#include <limits>

#include "cli/line/command_line.hpp"
#include "cli/line/usage_error.hpp"
#include "cli/values/option_values.hpp"
#include "text/nearest.hpp"
#include "text/split.hpp"
#include "tutti/engine/cases.hpp"
#include "tutti/model/problems.hpp"

namespace tutti::cli {
namespace {

constexpr int largest_block = std::numeric_limits<int>::max() / bytes_of_int;
constexpr std::string_view given = "given:";

std::vector<problem> types_from(std::string_view text) {
  if (text == "all") return {all_problems.begin(), all_problems.end()};
  std::vector<problem> types;
  for (const std::string_view item : split(text, ',')) {
    const auto type = problem_named(item);
    if (!type) {
      std::vector<std::string_view> names;
      for (const problem known : all_problems) names.push_back(name_of(known));
      const std::string near = nearest(item, names);
      throw usage_error(
          near.empty()
              ? fmt::format("--problem {}: expected {}, all or given:3,1,0,2", item, fmt::join(names, ", "))
              : fmt::format("--problem {}: no such problem; did you mean {}?", item, near));
    }
    types.push_back(*type);
  }
  return types;
}

irregular_problem given_blocks(std::string_view text, int p) {
  irregular_problem one{.type = "given"};
  for (const std::string_view item : split(text, ','))
    one.counts.push_back(whole_number("--problem given", item, 0, largest_block));
  if (one.counts.size() != static_cast<std::size_t>(p))
    throw usage_error("--problem given: there are {} blocks for {} processes", one.counts.size(), p);
  return one;
}

}  // namespace

std::string irregular_problem::name() const {
  return block > 0 ? fmt::format("{}, b = {}", type, block) : type;
}

std::string irregular_problem::description() const {
  return block > 0 ? name() : fmt::format("ints {}", fmt::join(counts, " "));
}

std::vector<int> irregular_problem::lengths() const {
  std::vector<int> bytes;
  std::ranges::transform(counts, std::back_inserter(bytes), [](int n) { return n * bytes_of_int; });
  return bytes;
}

void add_problem_options(command& sub, problem_options& into) {
  sub.add_option("--problem", into.types, "TYPES",
                 "block sizes of irregular collectives, see below; default: equal blocks");
  sub.add_option("--block", into.block, "RANGE",
                 "average block size b in ints: 1000, 1,10,100; default 1000");
  sub.add_option("--seed", into.seed, "N", "seed of the random problems; default 1");
}

std::string problem_help() {
  return "\n"
         "TYPES      same  random  bucket  spikes  increasing  decreasing  alternating\n"
         "           two_blocks: the problems of Traeff's paper, several with commas\n"
         "           between them; all: each of them; given:3,1,0,2: these ints. Root\n"
         "           p / 2 unless --root says otherwise";
}

std::vector<irregular_problem> problems_from(const problem_options& o, int p) {
  const bool are_given = o.types.starts_with(given);
  if (!o.asked() || are_given)
    for (const auto& [option, text] : {std::pair("--block", o.block), std::pair("--seed", o.seed)})
      if (!text.empty()) throw usage_error("{} belongs to a --problem such as spikes", option);
  if (!o.asked()) return {};
  if (are_given) return {given_blocks(std::string_view(o.types).substr(given.size()), p)};
  const int seed = o.seed.empty() ? 1 : whole_number("--seed", o.seed, 0, std::numeric_limits<int>::max());
  std::vector<irregular_problem> all;
  for (const problem type : types_from(o.types))
    for (const int b :
         number_ranges("--block", o.block.empty() ? "1000" : o.block, 1, largest_block / spike_factor))
      all.push_back(
          {std::string(name_of(type)), b, block_sizes(type, p, b, static_cast<std::uint64_t>(seed))});
  return all;
}

void require_irregular(collective c, const problem_options& o) {
  if (o.asked() && !is_irregular(c))
    throw usage_error(
        "--problem {}: the blocks of {} are equal; expected gatherv, scatterv or another irregular "
        "collective",
        o.types, name_of(c));
}

int root_from(const std::string& text, int p, const problem_options& o) {
  if (text.empty()) return o.asked() ? middle_root(p) : 0;
  if (text != "none") return whole_number("--root", text, 0, p - 1);
  if (!o.asked()) throw usage_error("--root none: expected a --problem, whose lengths decide on the root");
  return free_root;
}

int root_for(int root, const irregular_problem& problem) {
  return root == free_root ? root_of_lemma_1(problem.counts) : root;
}

int distance_from(const std::string& by, int p) {
  return by.empty() ? p / 2 : whole_number("--by", by, 0, p - 1);
}

}  // namespace tutti::cli
