// Machine descriptions in JSON.

#include <algorithm>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "text/one_line.hpp"
#include "text/quantity.hpp"
#include "text/shallow_json.hpp"
#include "tutti/machine/network.hpp"

namespace tutti {
namespace {

using nlohmann::json;

// A value of the description with the way to it, so that errors can say where.
class place {
 public:
  place(const json& value, std::vector<std::string> path, std::string_view text, std::string_view file)
      : value_(value), path_(std::move(path)), text_(text), file_(file) {}

  [[noreturn]] void fail(const std::string& sentence) const {
    std::string way;
    for (const auto& name : path_) way += (way.empty() || name.starts_with('[') ? "" : ".") + name;
    throw std::invalid_argument(std::string(file_) + ", line " + std::to_string(line()) + ": " +
                                (way.empty() ? "the description" : way) + " " + sentence);
  }
  /// Does what depends on a member, and says the line of that member where it fails.
  template <class F>
  void with(const std::string& key, F f) const {
    if (!value_.contains(key)) return f();
    try {
      f();
    } catch (const std::invalid_argument& error) {
      if (std::string_view(error.what()).starts_with(file_)) throw;
      throw std::invalid_argument(std::string(file_) + ", line " + std::to_string(at(key).line()) + ": " +
                                  error.what());
    }
  }
  [[noreturn]] void expected(const std::string& what) const {
    std::string found = value_.dump();
    if (found.size() > 40) found = found.substr(0, 40) + "...";
    fail("must be " + what + ", not " + found);
  }

  void only(std::initializer_list<std::string_view> keys) const {
    if (!value_.is_object()) expected("an object");
    for (const auto& item : value_.items())
      if (std::find(keys.begin(), keys.end(), item.key()) == keys.end()) {
        std::string known;
        for (const auto key : keys) known += (known.empty() ? "" : ", ") + std::string(key);
        at(item.key()).fail("is not known here: expected " + known);
      }
  }
  bool is_empty() const { return value_.empty(); }
  bool has(const std::string& key) const { return value_.contains(key); }
  place at(const std::string& key) const {
    if (!value_.contains(key)) fail("lacks \"" + key + "\"");
    auto path = path_;
    path.push_back(key);
    return {value_.at(key), path, text_, file_};
  }
  std::vector<place> items() const {
    if (!value_.is_array()) expected("a list");
    std::vector<place> all;
    for (std::size_t k = 0; k < value_.size(); ++k) {
      auto path = path_;
      path.push_back("[" + std::to_string(k) + "]");
      all.emplace_back(value_[k], path, text_, file_);
    }
    return all;
  }
  bool is_text() const { return value_.is_string(); }
  bool is_list() const { return value_.is_array(); }
  std::string text() const {
    if (!value_.is_string()) expected("a text");
    return value_.get<std::string>();
  }
  double quantity() const {
    if (value_.is_number()) {
      if (value_.get<double>() < 0) expected("not negative");
      return value_.get<double>();
    }
    if (!value_.is_string()) expected("a number or a text such as \"1.5us\"");
    const auto text = value_.get<std::string>();
    try {
      return text.ends_with('s') ? parse_time(text, "it") : parse_bandwidth(text, "it");
    } catch (const std::invalid_argument&) {
      expected("a number that is not negative, or a text such as \"1.5us\"");
    }
  }
  long long whole(long long least, long long most) const {
    if (!value_.is_number_integer() || value_.get<long long>() < least || value_.get<long long>() > most)
      expected("a whole number between " + std::to_string(least) + " and " + std::to_string(most));
    return value_.get<long long>();
  }
  int size() const { return static_cast<int>(whole(1, 1 << 30)); }

 private:
  // The line on which the last name of the way stands, found by following the names through the text.
  std::size_t line() const {
    std::size_t at = 0;
    for (const auto& name : path_)
      if (!name.starts_with('[')) {
        const auto next = text_.find("\"" + name + "\"", at);
        if (next != std::string_view::npos) at = next;
      }
    return 1 + static_cast<std::size_t>(
                   std::count(text_.begin(), text_.begin() + static_cast<std::ptrdiff_t>(at), '\n'));
  }

  const json& value_;
  std::vector<std::string> path_;
  std::string_view text_, file_;
};

std::vector<double> table(const place& rows, int p) {
  std::vector<double> values;
  const auto list = rows.items();
  if (list.size() != static_cast<std::size_t>(p))
    rows.fail("must have " + std::to_string(p) + " rows, not " + std::to_string(list.size()));
  for (const place& row : list) {
    const auto cells = row.items();
    if (cells.size() != static_cast<std::size_t>(p))
      row.fail("must have " + std::to_string(p) + " values, not " + std::to_string(cells.size()));
    for (const place& cell : cells) values.push_back(cell.quantity());
  }
  return values;
}

std::vector<piece> pieces_of(const place& list) {
  std::vector<piece> pieces;
  for (const place& x : list.items()) {
    x.only({"from", "alpha", "beta"});
    pieces.push_back({static_cast<std::size_t>(x.at("from").whole(0, 1LL << 60)), x.at("alpha").quantity(),
                      x.at("beta").quantity()});
  }
  if (pieces.empty()) list.fail("must not be empty");
  return pieces;
}

cost_model_ptr model_of(const place& m) {
  const std::string kind = m.at("kind").text();
  if (kind == "linear") {
    m.only({"kind", "alpha", "beta", "hop"});
    return linear_model(m.at("alpha").quantity(), m.at("beta").quantity(),
                        m.has("hop") ? m.at("hop").quantity() : 0);
  }
  if (kind == "piecewise") {
    m.only({"kind", "pieces"});
    return piecewise_model(pieces_of(m.at("pieces")));
  }
  if (kind == "pairs") {
    m.only({"kind", "alpha", "beta"});
    const int p = static_cast<int>(m.at("alpha").items().size());
    return pairwise_model(p, table(m.at("alpha"), p), table(m.at("beta"), p));
  }
  if (kind == "hierarchical") {
    m.only({"kind", "levels"});
    std::vector<level> levels;
    for (const place& x : m.at("levels").items()) {
      const int size = x.at("size").size();
      if (x.has("pieces")) {
        x.only({"size", "pieces"});
        levels.push_back({.size = size, .pieces = pieces_of(x.at("pieces"))});
      } else {
        x.only({"size", "alpha", "beta"});
        levels.push_back({size, x.at("alpha").quantity(), x.at("beta").quantity()});
      }
    }
    return hierarchical_model(levels);
  }
  if (kind == "loggp") {
    m.only({"kind", "L", "o", "g", "G"});
    return loggp_model({.L = m.at("L").quantity(),
                        .o = m.at("o").quantity(),
                        .g = m.at("g").quantity(),
                        .G = m.has("G") ? m.at("G").quantity() : 0});
  }
  if (kind == "store-and-forward") {
    m.only({"kind", "latency", "bandwidth"});
    return store_and_forward_model(m.at("latency").quantity(), m.at("bandwidth").quantity());
  }
  m.at("kind").expected("linear, piecewise, pairs, hierarchical, loggp or store-and-forward");
}

topology_ptr topology_of(const place& t, int p, double memory) {
  const std::string kind = t.at("kind").text();
  const auto dimensions = [&] {
    t.only({"kind", "dimensions"});
    std::vector<int> n;
    for (const place& x : t.at("dimensions").items()) n.push_back(x.size());
    return n;
  };
  const auto one = [&](int otherwise) {
    t.only({"kind", "size"});
    return t.has("size") ? t.at("size").size() : otherwise;
  };
  if (kind == "full") return fully_connected(one(p));
  if (kind == "linear") return linear_array(one(p));
  if (kind == "ring") return ring_of(one(p));
  if (kind == "mesh") return mesh(dimensions());
  if (kind == "torus") return torus(dimensions());
  if (kind == "tree") return switch_tree(one(p));
  if (kind == "hypercube") {
    t.only({"kind", "dimension"});
    return hypercube(static_cast<int>(t.at("dimension").whole(0, 24)));
  }
  if (kind == "fat-tree") {
    t.only({"kind", "leaves", "places", "uplinks"});
    return fat_tree(t.at("leaves").size(), t.at("places").size(), t.at("uplinks").quantity());
  }
  if (kind == "cluster") {
    t.only({"kind", "nodes", "places", "lanes", "memory_lanes", "leaf", "uplinks"});
    if (t.has("memory_lanes")) memory = t.at("memory_lanes").quantity();
    leaf_switches leaves;
    if (t.has("leaf") || t.has("uplinks")) leaves = {t.at("leaf").size(), t.at("uplinks").quantity()};
    return cluster(t.at("nodes").size(), t.at("places").size(), t.at("lanes").quantity(), memory, leaves);
  }
  t.at("kind").expected("full, linear, ring, mesh, torus, hypercube, tree, fat-tree or cluster");
}

json parsed(std::string_view text, std::string_view file) {
  try {
    return parse_shallow_json<json>(text);
  } catch (const json_error& wrong) {
    throw std::invalid_argument(std::string(file) +
                                (wrong.line() > 0 ? ", line " + std::to_string(wrong.line()) : "") + ": " +
                                wrong.what());
  }
}

// Parts may be objects or the texts of the command line.
std::string words(const place& all, const char* key) {
  return all.has(key) && all.at(key).is_text() ? all.at(key).text() : std::string();
}

void read_network(const place& all, int p, network& on) {
  all.only({"model", "topology", "sharing", "placement", "arrival", "gamma", "copy", "ports", "overhead",
            "memory_lanes", "eager", "in_order", "from"});
  if (all.is_empty()) all.fail("is empty: expected at least \"model\" or \"topology\"");
  all.with("model", [&] {
    if (words(all, "model").ends_with(".json"))  // which may be this one
      all.at("model").fail("must not be another file: put here what is written there");
    on = make_machine(words(all, "model"), "", "", "", p).on;
    if (all.has("model") && !all.at("model").is_text()) on.model = model_of(all.at("model"));
    on.check(p);
  });
  if (all.has("topology"))
    all.with("topology", [&] {
      if (all.at("topology").is_text()) {
        const network read = make_network("", words(all, "topology"), "", p);
        on.links = read.links;
        on.sharing = read.sharing;
      } else {
        // Earlier versions had the memory's lanes beside the topology.
        const double memory = all.has("memory_lanes") ? all.at("memory_lanes").quantity() : 0;
        on.links = topology_of(all.at("topology"), p, memory);
      }
      on.check(p);
    });
  if (all.has("overhead")) on.overhead = all.at("overhead").quantity();
  if (on.has_protocols()) on.sharing = link_sharing::max_min;
  if (all.has("sharing")) {
    const place rule = all.at("sharing");
    const std::string name = rule.text();
    if (name != "equal" && name != "max-min") rule.expected("\"equal\" or \"max-min\"");
    on.sharing = name == "equal" ? link_sharing::equal : link_sharing::max_min;
  }
  if (all.has("in_order")) {
    const place streams = all.at("in_order");
    const std::string said = streams.text();
    if (said != "yes" && said != "no") streams.expected("\"yes\" or \"no\"");
    on.in_order = said == "yes";
  }
  if (all.has("gamma")) on.gamma = all.at("gamma").quantity();
  if (all.has("copy")) on.copying = all.at("copy").quantity();
  if (all.has("ports")) on.ports = all.at("ports").size();
  if (all.has("eager")) on.eager = all.at("eager").quantity();
  all.with("ports", [&] { on.check(p); });
}

void read_processes(const place& all, int p, machine_description& m) {
  if (all.has("placement"))
    all.with("placement", [&] {
      const place where = all.at("placement");
      if (where.is_list()) {
        for (const place& x : where.items()) m.on.places.push_back(static_cast<int>(x.whole(0, 1 << 30)));
      } else {
        m.on.places = make_placement(where.text(), m.on.links, p);
      }
      m.on.check(p);
    });
  all.with("arrival", [&] {
    if (words(all, "arrival").starts_with("measured"))
      all.at("arrival").fail("must not be another file: put here the list of times");
    m.skews = make_arrival(words(all, "arrival"), p);
  });
  if (all.has("arrival") && !all.at("arrival").is_text()) {
    const place when = all.at("arrival");
    for (const place& x : when.items()) m.skews.push_back(x.quantity());
    if (m.skews.size() != static_cast<std::size_t>(p))
      when.fail("must have " + std::to_string(p) + " times, not " + std::to_string(m.skews.size()));
  }
}

// What goes wrong behind the file's back is said without its name. What is quoted from the file stays on one line.
template <class Read>
void naming(std::string_view file, Read read) {
  try {
    read();
  } catch (const std::invalid_argument& error) {
    std::string what = error.what();
    if (!what.starts_with(file)) what = std::string(file) + ": " + what;
    throw std::invalid_argument(one_line(what));
  }
}

}  // namespace

machine_description parse_machine(std::string_view text, std::string_view file, int p) {
  const json root = parsed(text, file);
  const place all(root, {}, text, file);
  machine_description m;
  naming(file, [&] {
    read_network(all, p, m.on);
    read_processes(all, p, m);
  });
  return m;
}

network parse_network(std::string_view text, std::string_view file) {
  const json root = parsed(text, file);
  network on;
  naming(file, [&] { read_network(place(root, {}, text, file), 1, on); });
  return on;
}

}  // namespace tutti
