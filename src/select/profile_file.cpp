// Reads and writes profiles and plans.

#include <array>
#include <charconv>
#include <initializer_list>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "select/profile.hpp"
#include "text/lined_json.hpp"
#include "text/nearest.hpp"

namespace tutti {
namespace {

constexpr std::string_view format = "tutti profile", plan_format = "tutti plan",
                           learned_format = "tutti learned";
enum class content : std::uint8_t { measured, planned, learned };
constexpr int version = 1;
constexpr std::int64_t most_bytes = std::int64_t{1} << 60U;
constexpr int most_processes = 1 << 27;

const algorithm* algorithm_of(const lined_json& name, collective c) {
  const std::string& text = name.text();
  if (text == "native") return nullptr;
  if (const algorithm* a = find(c, text)) return a;
  std::vector<std::string_view> known{"native"};
  for (const algorithm* a : catalogue(c)) known.push_back(a->name);
  const std::string near = nearest(text, known);
  name.expected("native or an algorithm of " + std::string(name_of(c)) +
                (near.empty() ? "" : " (" + near + "?)"));
}

// The value of a member that must be one of these texts.
template <class Value>
Value one_of(const lined_json& in, std::initializer_list<std::pair<std::string_view, Value>> all) {
  std::string known;
  for (const auto& [name, value] : all) {
    if (in.text() == name) return value;
    known += (known.empty() ? "" : " or ") + std::string(name);
  }
  in.expected(known);
}

call_kind kind_of(const lined_json& e) {
  const lined_json& name = e.at("collective");
  const auto c = collective_named(name.text());
  if (!c) name.expected("a collective, such as bcast");
  call_kind of{.of = *c};
  if (combines(*c))
    of.op = one_of<operator_class>(e.at("operator"), {{"exact", operator_class::exact},
                                                      {"commutative", operator_class::commutative},
                                                      {"ordered", operator_class::ordered}});
  else if (e.has("operator"))
    e.at("operator").fail("belongs to reductions, not to " + name.text());
  if (has_known_lengths(*c))
    of.lengths =
        one_of<imbalance>(e.at("lengths"), {{"equal", imbalance::equal}, {"unequal", imbalance::unequal}});
  else if (e.has("lengths"))
    e.at("lengths").fail("belongs to allgatherv and reduce_scatter, not to " + name.text());
  return of;
}

std::vector<profile_step> steps_of(const lined_json& list, collective c, bool learned) {
  std::vector<profile_step> steps;
  for (const lined_json& s : list.items()) {
    s.only({"from", "use", "piece"});
    const auto from = static_cast<std::size_t>(s.at("from").whole(0, most_bytes));
    if (steps.empty() && from != 0 && !learned) s.at("from").fail("must be 0 in the first step");
    if (!steps.empty() && from <= steps.back().from)
      s.at("from").fail("must be more than the " + std::to_string(steps.back().from) + " of the step before");
    if (!steps.empty() && !size_known(c))
      s.fail("is superfluous: not all processes of " + std::string(name_of(c)) + " know the size");
    steps.push_back({from, algorithm_of(s.at("use"), c)});
    if (s.has("piece")) steps.back().piece = static_cast<std::size_t>(s.at("piece").whole(1, most_bytes));
  }
  if (steps.empty()) list.fail("must not be empty");
  return steps;
}

std::vector<profile_point> points_of(const lined_json& list, collective c) {
  std::vector<profile_point> points;
  for (const lined_json& x : list.items()) {
    x.only({"bytes", "seconds"});
    profile_point point{static_cast<std::size_t>(x.at("bytes").whole(0, most_bytes)), {}};
    if (!points.empty() && point.bytes <= points.back().bytes) x.at("bytes").fail("must ascend");
    for (const auto& [name, seconds] : x.at("seconds").members()) {
      const algorithm* a = name == "native" ? nullptr : find(c, name);
      if (!a && name != "native") seconds.fail("is no algorithm of " + std::string(name_of(c)));
      point.seconds.emplace_back(a, seconds.number());
    }
    points.push_back(std::move(point));
  }
  return points;
}

profile_entry entry_of(const lined_json& e, content what) {
  e.only({"collective", "operator", "lengths", "p", "per_node", "consecutive", "steps", "points"});
  profile_entry entry{.of = kind_of(e), .line = e.line()};
  entry.on.p = static_cast<int>(e.at("p").whole(1, most_processes));
  entry.on.per_node = static_cast<int>(e.at("per_node").whole(1, entry.on.p));
  entry.on.nodes = (entry.on.p + entry.on.per_node - 1) / entry.on.per_node;
  if (e.has("consecutive")) entry.on.consecutive = e.at("consecutive").truth();
  entry.steps = steps_of(e.at("steps"), entry.of.of, what == content::learned);
  if (e.has("points")) entry.points = points_of(e.at("points"), entry.of.of);
  return entry;
}

void same(const lined_json& in, std::string_view here, std::string_view what, std::string_view advice_text) {
  if (in.text() != here)
    in.fail("is " + in.text() + ", but " + std::string(what) + " is " + std::string(here) + ": " +
            std::string(advice_text));
}

profile read(std::string_view text, std::string_view mpi, content what) {
  const lined_json root = lined_json::parse(text);
  const bool planned = what == content::planned, learned = what == content::learned;
  if (planned)
    root.require_format(plan_format, version, "plan");
  else if (learned)
    root.require_format(learned_format, version, "file of what was learned");
  else
    root.require_format(format, version, "profile");
  if (planned)
    root.only({"format", "version", "catalogue", "made_by", "made_on", "entries"});
  else
    root.only({"format", "version", "mpi", "catalogue", "made_by", "made_on", "entries"});
  profile p;
  p.planned = planned;
  p.learned = learned;
  if (learned &&
      ((!mpi.empty() && root.at("mpi").text() != mpi) || root.at("catalogue").text() != catalogue_identity()))
    return p;
  if (!planned && !mpi.empty())
    same(root.at("mpi"), mpi, "the MPI library here", "measure and tune with this one");
  same(root.at("catalogue"), catalogue_identity(), "that of this version's algorithms",
       "it was made by another version of tutti; " + std::string(planned ? "plan" : "tune") + " again");
  if (!planned) p.mpi = root.at("mpi").text();
  if (root.has("made_by")) p.made_by = root.at("made_by").text();
  if (root.has("made_on")) p.made_on = root.at("made_on").text();
  for (const lined_json& e : root.at("entries").items()) {
    profile_entry entry = entry_of(e, what);
    for (const profile_entry& other : p.entries)
      if (other.of == entry.of && other.on == entry.on) e.fail("repeats line " + std::to_string(other.line));
    p.entries.push_back(std::move(entry));
  }
  return p;
}

std::string in_json(std::string_view text) {
  return nlohmann::json(text).dump(-1, ' ', true, nlohmann::json::error_handler_t::replace);
}
std::string in_json(const algorithm* a) { return in_json(a ? a->name : "native"); }

// The shortest text that parses as the same number.
std::string digits(double number) {
  std::array<char, 32> text{};
  const auto end = std::to_chars(text.data(), text.data() + text.size(), number).ptr;
  return {text.data(), end};
}

std::string as_text(const profile_entry& e) {
  std::string t = "    {\"collective\": " + in_json(name_of(e.of.of));
  if (combines(e.of.of)) t += ", \"operator\": " + in_json(name_of(e.of.op));
  if (has_known_lengths(e.of.of))
    t += std::string(", \"lengths\": ") + (e.of.lengths == imbalance::equal ? "\"equal\"" : "\"unequal\"");
  t += ", \"p\": " + std::to_string(e.on.p) + ", \"per_node\": " + std::to_string(e.on.per_node);
  if (!e.on.consecutive) t += ", \"consecutive\": false";
  t += ",\n     \"steps\": [";
  const char* separator = "";
  for (const profile_step& s : e.steps) {
    t += separator + ("{\"from\": " + std::to_string(s.from)) + ", \"use\": " + in_json(s.use);
    if (s.piece > 0) t += ", \"piece\": " + std::to_string(s.piece);
    t += "}";
    separator = ", ";
  }
  t += "]";
  separator = ",\n     \"points\": [\n";
  for (const profile_point& x : e.points) {
    t += separator + ("      {\"bytes\": " + std::to_string(x.bytes)) + ", \"seconds\": {";
    const char* comma = "";
    for (const auto& [use, seconds] : x.seconds) {
      t += comma + in_json(use) + ": " + digits(seconds);
      comma = ", ";
    }
    t += "}}";
    separator = ",\n";
  }
  return t + (e.points.empty() ? "}" : "]}");
}

}  // namespace

static profile read_naming(std::string_view text, std::string_view file, std::string_view mpi, content what) {
  try {
    return read(text, mpi, what);
  } catch (const json_error& wrong) {
    throw std::invalid_argument(wrong.in(file));
  }
}

profile read_profile(std::string_view text, std::string_view file, std::string_view mpi) {
  return read_naming(text, file, mpi, content::measured);
}
profile read_plan(std::string_view text, std::string_view file) {
  return read_naming(text, file, "", content::planned);
}
profile read_learned(std::string_view text, std::string_view file, std::string_view mpi) {
  return read_naming(text, file, mpi, content::learned);
}

std::string write_profile(const profile& p) {
  std::string t = "{\n  \"format\": " + in_json(p.planned   ? plan_format
                                                : p.learned ? learned_format
                                                            : format);
  t += ",\n  \"version\": " + std::to_string(version);
  if (!p.planned) t += ",\n  \"mpi\": " + in_json(p.mpi);
  t += ",\n  \"catalogue\": " + in_json(catalogue_identity());
  t += ",\n  \"made_by\": " + in_json(p.made_by) + ",\n  \"made_on\": " + in_json(p.made_on);
  t += ",\n  \"entries\": [";
  const char* separator = "\n";
  for (const profile_entry& e : p.entries) t += separator + as_text(e), separator = ",\n";
  return t + "\n  ]\n}\n";
}

}  // namespace tutti
