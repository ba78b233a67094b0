#include "record/trace_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string_view>
#include <utility>

#include "select/call_kind.hpp"
#include "text/json_text.hpp"
#include "text/shallow_json.hpp"
#include "text/written_file.hpp"

namespace tutti::record {
namespace {

using json = nlohmann::json;

constexpr std::string_view format = "tutti trace";
constexpr int file_version = 1;
constexpr double microseconds = 1e6;  // in a second; the unit of the events

std::string quoted(const std::string& text) { return json_text(json(text)); }

class output : public written_file {
 public:
  using written_file::written_file;
  template <class... Values>
  void add(fmt::format_string<Values...> text, Values&&... values) {
    buffer_.clear();
    fmt::format_to(fmt::appender(buffer_), text, std::forward<Values>(values)...);
    written_file::add({buffer_.data(), buffer_.size()});
  }

 private:
  fmt::memory_buffer buffer_;
};

const char* sight_of(progress at) {
  switch (at) {
    case progress::begun: return "begun";
    case progress::posted: return "posted";
    case progress::passed_on: return "left to the MPI library";
    case progress::ended: break;
  }
  return "ended";
}

// The members as runs of ranks "first, last, stride", in their order.
std::string members_of(const roll::communicator& c) {
  if (c.members.empty()) return "";
  std::string runs;
  for (std::size_t k = 0; k < c.members.size();) {
    std::size_t end = k + 1;
    const int stride = end < c.members.size() ? c.members[end] - c.members[k] : 1;
    while (end < c.members.size() && c.members[end] - c.members[end - 1] == stride) ++end;
    runs += fmt::format("{}[{},{},{}]", runs.empty() ? "" : ",", c.members[k], c.members[end - 1], stride);
    k = end;
  }
  return fmt::format(",\"members\":[{}]", runs);
}

class writer {
 public:
  writer(const roll& trace, output& to) : trace_(trace), to_(to) {}

  void write() {
    to_.add(
        "{{\"displayTimeUnit\":\"ns\",\n\"otherData\":{{\"format\":{},\"version\":{},\"program\":{},"
        "\"mpi\":{},\"processes\":{}}},\n",
        quoted(std::string(format)), file_version, quoted(trace_.program), quoted(trace_.mpi), trace_.size);
    list("communicators", trace_.communicators, [this](const roll::communicator& c) {
      to_.add("{{\"name\":{},\"size\":{}{}}}", quoted(c.name), c.size, members_of(c));
    });
    list("sites", trace_.sites,
         [this](const roll::site& s) { to_.add("{{\"file\":{},\"offset\":{}}}", quoted(s.file), s.offset); });
    list("ranks", trace_.processes, [this](const roll::process& p) {
      to_.add("{{\"rank\":{},\"host\":{},\"started\":{:.9f},\"ended\":{:.9f},\"missed\":{}}}", p.rank,
              quoted(text(p.host)), p.started, p.ended, p.missed);
    });
    to_.add("\"traceEvents\":[\n");
    std::map<int, int> nodes;  // of hosts
    for (const roll::process& p : trace_.processes) {
      const auto [node, is_new] = nodes.try_emplace(p.host, static_cast<int>(nodes.size()));
      if (is_new) head("process_name", node->second, p.rank, text(p.host));
      head("thread_name", node->second, p.rank, fmt::format("rank {}", p.rank));
      for (auto c = p.calls.rbegin(); c != p.calls.rend(); ++c) call(*c, node->second, p.rank);
    }
    to_.add("\n]}}\n");
  }

 private:
  template <class T, class Write>
  void list(const char* name, const std::vector<T>& all, Write one) {
    to_.add("\"{}\":[", name);
    for (const T& t : all) {
      if (&t != &all.front()) to_.add(",\n");
      one(t);
    }
    to_.add("],\n");
  }
  void next() {
    if (!first_) to_.add(",\n");
    first_ = false;
  }
  void head(const char* what, int node, int rank, const std::string& name) {
    next();
    to_.add(R"({{"ph":"M","name":"{}","pid":{},"tid":{},"args":{{"name":{}}}}})", what, node, rank,
            quoted(name));
  }
  // A blocking call is a slice of its thread. Other calls may overlap, so each is a pair of asynchronous
  // events.
  void call(const roll::call& c, int node, int rank) {
    next();
    const double begin = c.begin * microseconds;
    const std::string name = tutti::name_of(c.of);
    std::string words = fmt::format(R"("communicator":{},"number":{},"state":"{}")", c.communicator, c.number,
                                    sight_of(c.at));
    const auto add = [&words](const char* key, const auto& value) {
      words += fmt::format(",\"{}\":{}", key, value);
    };
    if (c.count >= 0) add("count", c.count);
    if (c.bytes > 0) add("bytes", c.bytes);
    if (c.facts.data >= 0) add("data", c.facts.data);
    if (c.root >= 0) add("root", c.root);
    if (c.type != none && !text(c.type).empty()) add("type", quoted(text(c.type)));
    if (c.op != none) add("op", quoted(text(c.op)));
    if (c.facts.op) add("operator", quoted(std::string(tutti::name_of(*c.facts.op))));
    if (c.algorithm != none) add("algorithm", quoted(text(c.algorithm)));
    if (c.site != none) add("site", c.site);
    if (c.of.as == form::blocking) {
      to_.add(
          R"({{"ph":"X","cat":"collective","name":"{}","pid":{},"tid":{},"ts":{:.3f},"dur":{:.3f},"args":{{{}}}}})",
          name, node, rank, begin, (c.end - c.begin) * microseconds, words);
      return;
    }
    const auto id = ++id_;
    to_.add(R"({{"ph":"b","cat":"posted","id":{},"name":"{}","pid":{},"tid":{},"ts":{:.3f},"args":{{{}}}}},)"
            "\n"
            R"({{"ph":"e","cat":"posted","id":{},"name":"{}","pid":{},"tid":{},"ts":{:.3f}}})",
            id, name, node, rank, begin, words, id, name, node, rank, c.end * microseconds);
  }
  [[nodiscard]] std::string text(int k) const {
    return k == none ? "" : trace_.texts[static_cast<std::size_t>(k)];
  }

  const roll& trace_;
  output& to_;
  bool first_ = true;
  std::uint64_t id_ = 0;
};

struct misplaced : std::runtime_error {
  using std::runtime_error::runtime_error;
};

class reader {
 public:
  roll read(const json& all) {
    const json& about = all.at("otherData");
    trace_.program = about.at("program");
    trace_.mpi = about.value("mpi", "");
    trace_.size = whole<int>(about.at("processes"));
    for (const json& c : all.at("communicators")) {
      trace_.communicators.emplace_back();
      trace_.communicators.back().name = c.at("name");
      trace_.communicators.back().size = whole<int>(c.at("size"));
      if (c.contains("members")) read_members(c.at("members"), trace_.communicators.back());
    }
    for (const json& s : all.at("sites"))
      trace_.sites.push_back({s.at("file"), whole<std::uint64_t>(s.at("offset"))});
    std::map<int, std::size_t> places;
    for (const json& r : all.at("ranks")) {
      roll::process& p = trace_.processes.emplace_back();
      p.rank = within(r.at("rank"), static_cast<std::size_t>(std::max(trace_.size, 0)));
      if (p.rank == none || places.contains(p.rank))
        throw misplaced("a rank is there twice, or out of range");
      p.host = text(r.at("host"));
      p.started = r.at("started");
      p.ended = r.at("ended");
      p.missed = whole<std::uint64_t>(r.at("missed"));
      p.is = condition::ended;
      places[p.rank] = trace_.processes.size() - 1;
    }
    for (const json& e : all.at("traceEvents")) {
      const std::string& kind = e.at("ph").get_ref<const std::string&>();
      if (kind == "M") continue;
      const auto place = places.find(whole<int>(e.at("tid")));
      if (place == places.end()) throw misplaced("an event of an unknown rank");
      std::vector<roll::call>& calls = trace_.processes[place->second].calls;
      const double at = e.at("ts").get<double>() / microseconds;
      if (kind == "e") {  // end of the call that was added last
        if (!calls.empty()) calls.back().end = at;
        continue;
      }
      calls.push_back(call(e));
      calls.back().begin = at;
      calls.back().end = at + e.value("dur", 0.0) / microseconds;
    }
    for (roll::process& p : trace_.processes) std::ranges::reverse(p.calls);
    return std::move(trace_);
  }

 private:
  void read_members(const json& runs, roll::communicator& c) const {
    const int processes = std::max(trace_.size, 0);
    if (c.size < 0 || c.size > processes) throw misplaced("a communicator has more members than processes");
    std::vector<bool> met(static_cast<std::size_t>(processes));
    for (const json& r : runs) {
      const auto first = whole<int>(r.at(0)), last = whole<int>(r.at(1)), stride = whole<int>(r.at(2));
      const bool ascends = first <= last;
      if (stride == 0 || ascends != (stride > 0) || first < 0 || last < 0 ||
          std::max(first, last) >= processes)
        throw misplaced("members out of range");
      for (long long rank = first; ascends ? rank <= last : rank >= last; rank += stride) {
        if (met[static_cast<std::size_t>(rank)]) throw misplaced("a process is twice in a communicator");
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
    c.number = whole<unsigned>(words.at("number"));
    c.at = progress::ended;
    const std::string state = words.at("state");
    for (const progress at : {progress::begun, progress::posted, progress::passed_on})
      if (state == sight_of(at)) c.at = at;
    if (words.contains("count")) c.count = whole<decltype(c.count)>(words.at("count"));
    if (words.contains("bytes")) c.bytes = whole<decltype(c.bytes)>(words.at("bytes"));
    if (words.contains("data")) c.facts.data = whole<decltype(c.facts.data)>(words.at("data"));
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
};

}  // namespace

bool write_trace(const roll& trace, const std::string& file) {
  output to(file);
  writer(trace, to).write();
  return to.close();
}

roll read_trace(const std::string& text, const std::string& name) {
  const auto refuse = [&name](const std::string& why) {
    throw std::invalid_argument(fmt::format("{}: {}", name, why));
  };
  try {
    const json all = parse_shallow_json<json>(text);
    const json about = all.is_object() ? all.value("otherData", json::object()) : json::object();
    if (!about.is_object() || about.value("format", json()) != format)
      refuse("expected a trace, from tutti run --trace");
    if (about.value("version", json()) != file_version)
      refuse(fmt::format("expected version {} of the format", file_version));
    return reader().read(all);
  } catch (const json_error& wrong) {
    throw std::invalid_argument(wrong.in(name));
  } catch (const json::exception& wrong) {  // names the member that is missing or has a wrong type
    refuse(fmt::format("not a valid trace: {}", wrong.what()));
  } catch (const misplaced& wrong) {
    refuse(fmt::format("not a valid trace: {}", wrong.what()));
  }
  return {};
}

}  // namespace tutti::record
