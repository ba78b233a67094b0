// MPICH's selection files: trees in JSON. A key is a condition; the first one that holds leads to the next
// level, down to a leaf.
//
//   {"collective=bcast":
//     {"comm_type=intra": {"comm_size<=7": ...,
//                          "comm_size<=8": {"avg_msg_size<=4199": ...,
//                                           "avg_msg_size=any": {"algorithm=MPIR_...": {}}},
//                          "comm_size=any": ...}}, ...}
//
// MPICH ends with an error if a call has no leaf, or if a condition is not defined for a collective. So a
// file consists of the compiled rules of the library, with ours in front of them, and uses only conditions
// that the compiled rules have for the same collective.

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>
#include <stdexcept>

#include "measure/rule_files.hpp"
#include "text/json_text.hpp"

namespace tutti::measure {
namespace {

using json = nlohmann::ordered_json;

std::string key_of(collective c) { return fmt::format("collective={}", name_of(c)); }

json parsed(const std::string& text) { return text.empty() ? json::object() : json::parse(text); }

// True if a key in the tree begins with this.
bool has_condition(const json& tree, std::string_view begin) {
  return std::ranges::any_of(tree.items(), [&](const auto& one) {
    return one.key().starts_with(begin) || has_condition(one.value(), begin);
  });
}

// The first leaf of a tree, as in {"algorithm=MPIR_Bcast_intra_binomial": {}}.
json first_leaf(const json& tree) {
  const auto first = tree.items().begin();
  return first.value().empty() ? json{{first.key(), json::object()}} : first_leaf(first.value());
}

// The tree below the first `key` in a tree. None if the tree has no such key.
std::optional<json> behind(const json& tree, std::string_view key) {
  for (const auto& [name, below] : tree.items()) {
    if (name == key) return std::make_optional(below);
    if (auto found = behind(below, key)) return found;
  }
  return std::nullopt;
}

// The library's rules for a collective among the processes of one group; empty if there are none. Conditions
// that only calls between two groups have are not safe here: with them, MPICH looks in gather at arguments
// that not every process has.
json rules_within(collective c, const json& rules) {
  if (!rules.contains(key_of(c))) return json::object();
  return rules.at(key_of(c)).value("comm_type=intra", json::object());
}

// The kind of size that the library's rules for the collective use; empty if none.
std::string size_condition(collective c, const json& rules) {
  for (const char* kind : {"avg_msg_size", "total_msg_size"})
    if (has_condition(rules_within(c, rules), kind)) return kind;
  return "";
}

// The size that MPICH compares, for a size as tutti counts it. The mean is of a vector or of a block of
// alltoall.
std::size_t compared_size(collective c, const std::string& kind, std::size_t bytes, int p) {
  const auto processes = static_cast<std::size_t>(p);
  if (kind == "avg_msg_size") return c == collective::alltoall ? bytes / processes : bytes;
  return of_vectors(c) && !has_known_lengths(c) && c != collective::reduce_scatter_block ? bytes * processes
                                                                                         : bytes;
}

// A condition that separates calls like those that were measured from others, if the library's rules have
// it. The key `ours` leads to our rules and `theirs` to the library's.
struct guard {
  const char *kind, *ours, *theirs;
};
constexpr guard guards[] = {{"is_sendbuf_inplace", "is_sendbuf_inplace=no", "is_sendbuf_inplace=yes"},
                            {"is_commutative", "is_commutative=yes", "is_commutative=no"},
                            {"is_op_built_in", "is_op_built_in=yes", "is_op_built_in=no"},
                            {"is_block_regular", "is_block_regular=yes", "is_block_regular=no"},
                            {"count<pow2", "count=any", "count<pow2"}};

// `ours` for communicators of p processes and calls like those measured, `theirs` for all others. `known`:
// the library's rules for the collective.
json inserted(const json& ours, const json& theirs, const json& known, int p) {
  json inner = ours;
  for (const guard& g : guards)
    if (has_condition(known, g.kind)) inner = {{g.theirs, theirs}, {g.ours, inner}};
  return {{fmt::format("comm_size<={}", p - 1), theirs},
          {fmt::format("comm_size<={}", p), inner},
          {"comm_size=any", theirs}};
}

// A tree by size. `leaf` returns what a step leads to.
template <class Leaf>
json by_size(const collective_rules& r, const std::string& kind, Leaf leaf) {
  if (kind.empty()) return leaf(r.steps.front());
  json tree = json::object();
  for (std::size_t k = 0; k < r.steps.size(); ++k) {
    const bool last = k + 1 == r.steps.size();
    const std::size_t end = last ? 0 : compared_size(r.of, kind, r.steps[k + 1].from, r.p);
    if (!last && end == 0) continue;
    tree[last ? kind + "=any" : fmt::format("{}<={}", kind, end - 1)] = leaf(r.steps[k]);
  }
  return tree;
}

// MPICH maps the file into memory and reads until a zero byte, which follows only if the last page is not
// full.
std::string as_file(const json& tree, const rule_file_head& head) {
  std::string text = "/*\n";
  for (const std::string& line : head.lines) text += line.empty() ? "\n" : "   " + line + "\n";
  text += "*/\n" + json_text(tree, 1) + "\n";
  constexpr std::size_t page = 4096;
  if (text.size() % page == 0) text += "\n";
  return text;
}

}  // namespace

bool mpich_has_rules(collective c, const own_algorithms& own) {
  const json within = rules_within(c, parsed(own.generic));
  return !within.empty() && (!combines(c) || has_condition(within, "is_commutative"));
}

bool mpich_tells_sizes(collective c, const own_algorithms& own) {
  return !size_condition(c, parsed(own.generic)).empty();
}

rule_files mpich_rules(const std::vector<collective_rules>& rules, const own_algorithms& own,
                       const rule_file_head& head) {
  json generic = parsed(own.generic), composition = parsed(own.composition);
  bool composed = false;
  for (const collective_rules& r : rules) {
    const std::string kind = size_condition(r.of, parsed(own.generic));
    json& place = generic.at(key_of(r.of)).at("comm_type=intra");
    const json theirs = place;
    const json ours = by_size(r, kind, [&](const rule_step& s) -> json {
      const auto choice = own_choice_of(s.by);
      if (!choice) return theirs;
      const own_algorithm* const a = own.find(r.of, choice->name);
      if (!a || a->in_file.empty())
        throw std::invalid_argument(fmt::format("{}: it has no name in a selection file", s.by));
      return {{"algorithm=" + a->in_file, json::object()}};
    });
    place = inserted(ours, theirs, theirs, r.p);
    // The device may compose the collective from others, by node. Then the rules above would not apply to all
    // processes. On communicators without nodes the device does not do so.
    if (!composition.contains(key_of(r.of))) continue;
    json& composing = composition.at(key_of(r.of)).at("comm_type=intra");
    const json by_node = composing;
    const auto flat = behind(by_node, "comm_hierarchy=any");
    if (!flat) continue;
    composing = inserted(
        by_size(r, kind,
                [&](const rule_step& s) -> json { return s.by == "native" ? by_node : first_leaf(*flat); }),
        by_node, theirs, r.p);
    composed = true;
  }
  return {as_file(generic, head), composed ? as_file(composition, head) : ""};
}

}  // namespace tutti::measure
