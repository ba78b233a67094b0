#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <stdexcept>
#include <string_view>
#include <utility>
#include <vector>

#include "record/assembly.hpp"
#include "record/trace_file.hpp"
#include "record/trace_format.hpp"
#include "select/call_kind.hpp"
#include "text/cut_array.hpp"
#include "text/quantity.hpp"
#include "text/shallow_json.hpp"

namespace tutti::record {
namespace {

using json = nlohmann::json;

// A part of the text as JSON. If it is not JSON, neither is the whole text, whose parser knows the line of
// the error.
json parsed(std::string_view part, std::string_view whole) {
  try {
    return parse_shallow_json<json>(part);
  } catch (const json_error&) {
    if (part.size() < whole.size()) (void)parse_shallow_json<json>(whole);
    throw;
  }
}

struct misplaced : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// No trace has more members in all its communicators together.
constexpr std::size_t most_members = std::size_t{1} << 28U;

class reader {
 public:
  /// Reads all but the calls.
  void read(const json& all) {
    const json& about = all.at("otherData");
    trace_.program = about.at("program");
    trace_.mpi = about.value("mpi", "");
    trace_.size = whole<int>(about.at("processes"));
    if (trace_.size < 0 || trace_.size > most_processes) throw misplaced("a number out of range");
    each(all, "communicators", "communicator", [this](const json& c) {
      trace_.communicators.emplace_back();
      trace_.communicators.back().name = c.at("name");
      trace_.communicators.back().size = whole<int>(c.at("size"));
      trace_.communicators.back().inter = c.value("inter", false);
      if (c.contains("members")) read_members(c.at("members"), trace_.communicators.back());
    });
    each(all, "sites", "site", [this](const json& s) {
      trace_.sites.push_back({s.at("file"), whole<std::uint64_t>(s.at("offset"))});
    });
    if (all.contains("tables")) each(all, "tables", "table", [this](const json& t) { read_table(t); });
    each(all, "ranks", "rank", [this](const json& r) { read_process(r); });
  }
  void read_events(const json& all) {
    each(all, "traceEvents", "event", [this](const json& e) { read_event(e); });
  }
  void read_events(const std::vector<std::string_view>& all, std::string_view whole) {
    of_ = "event", item_ = 0;
    for (const std::string_view e : all) {
      ++item_;
      read_event(parsed(e, whole));
    }
  }
  void read_compact(const json& all) {
    each(all, "kinds", "kind", [this](const json& k) {
      kinds_.push_back(call(k));
      packed_kinds_.push_back(packed_kind_of(kinds_.back()));
    });
    each(all, "ranks", "rank", [this](const json& r) {
      const auto calls = whole<std::uint64_t>(r.at("calls"));
      unpack(r.at("packed").get_ref<const std::string&>(), calls, trace_.processes[item_ - 1]);
    });
  }
  roll done() {
    for (roll::process& p : trace_.processes) std::ranges::reverse(p.calls);
    return std::move(trace_);
  }

  /// The item that is being read, for an error: "event 7: ".
  [[nodiscard]] std::string place() const { return item_ > 0 ? fmt::format("{} {}: ", of_, item_) : ""; }

 private:
  template <class Read>
  void each(const json& all, const char* list, const char* item, Read one) {
    of_ = item, item_ = 0;
    const json& items = all.at(list);
    if (!items.is_array()) throw misplaced(fmt::format("\"{}\" is no array", list));
    for (const json& x : items) {
      ++item_;
      one(x);
    }
    item_ = 0;
  }
  void read_process(const json& r) {
    roll::process& p = trace_.processes.emplace_back();
    p.rank = within(r.at("rank"), static_cast<std::size_t>(trace_.size));
    if (p.rank == none || places_.contains(p.rank)) throw misplaced("a rank is there twice, or out of range");
    p.host = text(r.at("host"));
    p.started = seconds(r.at("started"));
    p.ended = seconds(r.at("ended"));
    p.missed = whole<std::uint64_t>(r.at("missed"));
    p.is = condition::ended;
    places_[p.rank] = trace_.processes.size() - 1;
  }
  void read_event(const json& e) {
    const std::string& kind = e.at("ph").get_ref<const std::string&>();
    if (kind == "M") return;
    const auto place = places_.find(whole<int>(e.at("tid")));
    if (place == places_.end()) throw misplaced("an event of an unknown rank");
    std::vector<roll::call>& calls = trace_.processes[place->second].calls;
    const double at = seconds(e.at("ts"), microseconds);
    if (kind == "e") {  // end of the call that was added last
      if (!calls.empty()) calls.back().end = at;
      return;
    }
    calls.push_back(call(e));
    calls.back().number = whole<unsigned>(e.at("args").at("number"));
    calls.back().begin = at;
    calls.back().end = at + (e.contains("dur") ? seconds(e.at("dur"), microseconds) : 0);
  }
  void unpack(const std::string& text, std::uint64_t calls, roll::process& into) try {
    if (calls > text.size() / 2) throw misplaced("there are fewer of them than it says");
    into.calls.reserve(calls);
    call_unpacker from(text);
    while (!from.done()) {
      const packed_call next = from.next(packed_kinds_);
      if (into.calls.size() == calls) throw misplaced("there are more of them than it says");
      roll::call& c = into.calls.emplace_back(kinds_[next.kind]);
      c.number = next.number;
      c.begin = static_cast<double>(next.begin) / nanoseconds;
      c.end = static_cast<double>(next.begin + next.took) / nanoseconds;
    }
    if (into.calls.size() < calls) throw misplaced("there are fewer of them than it says");
  } catch (const std::exception& wrong) {
    throw misplaced(fmt::format("its calls: {}", wrong.what()));
  }
  void read_table(const json& counts) {
    if (!counts.is_array()) throw misplaced("a table is no array");
    std::vector<std::int64_t> table;
    for (const json& c : counts) {
      const bool several = c.is_array();
      const auto count = whole<std::int64_t>(several ? c.at(0) : c);
      const auto times = several ? whole<std::size_t>(c.at(1)) : 1;
      if (count < 0 || times > static_cast<std::size_t>(trace_.size) - table.size())
        throw misplaced("a count out of range");
      table.insert(table.end(), times, count);
    }
    counts_ += table.size();
    if (counts_ > count_tables::most_counts) throw misplaced("more counts than there can be");
    places_of_tables_.push_back(trace_.tables.place_of(table));
    if (places_of_tables_.back() == none) throw misplaced("more counts than there can be");
  }
  void read_members(const json& runs, roll::communicator& c) {
    if (c.size < 0 || c.size > trace_.size) throw misplaced("a communicator has more members than processes");
    if (!runs.is_array()) throw misplaced("members are no array");
    std::vector<bool> met(static_cast<std::size_t>(trace_.size));
    for (const json& r : runs) {
      const auto first = whole<int>(r.at(0)), last = whole<int>(r.at(1)), stride = whole<int>(r.at(2));
      const bool ascends = first <= last;
      if (stride == 0 || ascends != (stride > 0) || first < 0 || last < 0 ||
          std::max(first, last) >= trace_.size)
        throw misplaced("members out of range");
      for (long long rank = first; ascends ? rank <= last : rank >= last; rank += stride) {
        if (met[static_cast<std::size_t>(rank)]) throw misplaced("a process is twice in a communicator");
        if (++members_ > most_members) throw misplaced("more members of communicators than there can be");
        met[static_cast<std::size_t>(rank)] = true;
        c.members.push_back(static_cast<int>(rank));
      }
    }
    if (static_cast<int>(c.members.size()) != c.size)
      throw misplaced("a communicator has another number of members than its size");
  }
  roll::call call(const json& e) {
    roll::call c;
    const auto of = call_named(e.at("name").get<std::string>());
    if (!of) throw misplaced("an unknown collective");
    c.of = *of;
    const json& words = e.at("args");
    c.communicator = within(words.at("communicator"), trace_.communicators.size());
    c.at = progress::ended;
    const std::string state = words.at("state");
    for (const progress at : {progress::begun, progress::posted, progress::passed_on})
      if (state == sight_of(at)) c.at = at;
    if (words.contains("count")) c.count = whole<decltype(c.count)>(words.at("count"));
    if (words.contains("bytes")) c.bytes = whole<decltype(c.bytes)>(words.at("bytes"));
    if (words.contains("data")) c.facts.data = whole<decltype(c.facts.data)>(words.at("data"));
    if (words.contains("table")) {
      const int k = within(words.at("table"), places_of_tables_.size());
      if (k != none) c.facts.table = places_of_tables_[static_cast<std::size_t>(k)];
    }
    if (words.contains("operator")) {
      c.facts.op = operator_class_named(words.at("operator").get_ref<const std::string&>());
      if (!c.facts.op) throw misplaced("an unknown class of operators");
    }
    if (words.contains("root")) c.root = whole<decltype(c.root)>(words.at("root"));
    for (const auto& [key, place] : {std::pair("type", &c.type), {"op", &c.op}, {"algorithm", &c.algorithm}})
      if (words.contains(key)) *place = text(words.at(key));
    c.site = words.contains("site") ? within(words.at("site"), trace_.sites.size()) : none;
    return c;
  }
  // nlohmann_json silently converts numbers that do not fit.
  template <class Number>
  static Number whole(const json& n) {
    if (n.is_number_unsigned() && std::in_range<Number>(n.get<std::uint64_t>())) return n.get<Number>();
    if (n.is_number_integer() && !n.is_number_unsigned() && std::in_range<Number>(n.get<std::int64_t>()))
      return n.get<Number>();
    throw misplaced(n.is_number() ? "a number out of range" : "no number where one must be");
  }
  static double seconds(const json& n, double units = 1) {
    if (!n.is_number()) throw misplaced("no number where one must be");
    const double t = n.get<double>() / units;
    if (!(std::abs(t) <= longest_time)) throw misplaced("a time out of range");
    return t;
  }
  static int within(const json& number, std::size_t size) {
    const auto place = whole<int>(number);
    if (place < none || place >= static_cast<int>(size)) throw misplaced("a place out of range");
    return place;
  }
  int text(const std::string& t) {
    const auto [found, is_new] = texts_.try_emplace(t, static_cast<int>(trace_.texts.size()));
    if (is_new) trace_.texts.push_back(t);
    return found->second;
  }

  roll trace_;
  std::map<std::string, int> texts_;
  std::map<int, std::size_t> places_;  // of ranks, in `processes`
  std::size_t members_ = 0;            // of all communicators
  std::vector<roll::call> kinds_;      // of the calls of a compact trace
  std::vector<packed_kind> packed_kinds_;
  std::vector<std::int32_t> places_of_tables_;  // in trace_.tables
  std::size_t counts_ = 0;                      // of all tables, also of equal ones
  const char* of_ = "";
  std::size_t item_ = 0;
};

// "key 'ts' not found" of "[json.exception.out_of_range.403] key 'ts' not found"
std::string without_number(std::string_view what) {
  const std::size_t end = what.find("] ");
  return std::string(end == std::string_view::npos ? what : what.substr(end + 2));
}

}  // namespace

roll read_trace(const std::string& text, const std::string& name) {
  const auto refuse = [&name](const std::string& why) {
    throw std::invalid_argument(fmt::format("{}: {}", name, why));
  };
  reader by;
  try {
    // If all events were parsed at once, they would take ten times the memory of their text. A compact trace
    // has no events.
    const std::optional<cut_array> cut = cut_out(text, "traceEvents");
    const json all = parsed(cut ? cut->rest : text, text);
    const json about = all.is_object() ? all.value("otherData", json::object()) : json::object();
    if (!about.is_object() || about.value("format", json()) != trace_format)
      refuse("expected a trace, from tutti run --trace");
    const json version = about.value("version", json());
    if (version != trace_version && version != compact_trace_version)
      refuse(fmt::format("expected version {} or {} of the format", trace_version, compact_trace_version));
    by.read(all);
    if (version == compact_trace_version)
      by.read_compact(all);
    else
      cut ? by.read_events(cut->elements, text) : by.read_events(all);
    return by.done();
  } catch (const json_error& wrong) {
    throw std::invalid_argument(wrong.in(name));
  } catch (const json::exception& wrong) {  // names the member that is missing or has a wrong type
    refuse(fmt::format("not a valid trace: {}{}", by.place(), without_number(wrong.what())));
  } catch (const misplaced& wrong) {
    refuse(fmt::format("not a valid trace: {}{}", by.place(), wrong.what()));
  }
  return {};
}

}  // namespace tutti::record
