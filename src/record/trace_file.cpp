#include "record/trace_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <span>
#include <tuple>
#include <utility>

#include "record/packed_calls.hpp"
#include "record/trace_format.hpp"
#include "select/call_kind.hpp"
#include "text/json_text.hpp"
#include "text/written_file.hpp"

namespace tutti::record {
namespace {

using json = nlohmann::json;

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

// The members as runs of ranks "first, last, stride", in their order.
std::string members_of(const roll::communicator& c) {
  if (c.inter) return ",\"inter\":true";
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

std::int64_t nanoseconds_of(double seconds) { return std::llround(seconds * nanoseconds); }

class writer {
 public:
  writer(const roll& trace, output& to) : trace_(trace), to_(to) {}

  void write_events() {
    head_of_file(trace_version);
    list("ranks", trace_.processes, [this](const roll::process& p) { to_.add("{{{}}}", words_of(p)); });
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

  void write_compact() {
    head_of_file(compact_trace_version);
    list("ranks", trace_.processes, [this](const roll::process& p) {
      to_.add("{{{},\"calls\":{},\"packed\":\"{}\"}}", words_of(p), p.calls.size(), packed(p));
    });
    to_.add("\"kinds\":[");
    for (const std::string& k : kinds_in_words_) {
      next();
      to_.add("{}", k);
    }
    to_.add("]}}\n");
  }

 private:
  void head_of_file(int version) {
    to_.add(
        "{{\"displayTimeUnit\":\"ns\",\n\"otherData\":{{\"format\":{},\"version\":{},\"program\":{},"
        "\"mpi\":{},\"processes\":{}}},\n",
        quoted(std::string(trace_format)), version, quoted(trace_.program), quoted(trace_.mpi), trace_.size);
    list("communicators", trace_.communicators, [this](const roll::communicator& c) {
      to_.add("{{\"name\":{},\"size\":{}{}}}", quoted(c.name), c.size, members_of(c));
    });
    list("sites", trace_.sites,
         [this](const roll::site& s) { to_.add("{{\"file\":{},\"offset\":{}}}", quoted(s.file), s.offset); });
    if (trace_.tables.size() > 0) tables();
  }
  // Equal counts that follow each other are a pair of the count and their number.
  void tables() {
    to_.add("\"tables\":[");
    for (std::size_t k = 0; k < trace_.tables.size(); ++k) {
      const std::span<const std::int64_t> table = trace_.tables[k];
      std::string words;
      for (auto at = table.begin(); at != table.end();) {
        const auto end = std::find_if(at, table.end(), [at](std::int64_t n) { return n != *at; });
        if (!words.empty()) words += ',';
        words += end - at > 1 ? fmt::format("[{},{}]", *at, end - at) : fmt::format("{}", *at);
        at = end;
      }
      to_.add("{}[{}]", k > 0 ? ",\n" : "", words);
    }
    to_.add("],\n");
  }
  [[nodiscard]] std::string words_of(const roll::process& p) const {
    return fmt::format(R"("rank":{},"host":{},"started":{:.9f},"ended":{:.9f},"missed":{})", p.rank,
                       quoted(text(p.host)), p.started, p.ended, p.missed);
  }
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
  // All of a call but its number and its times.
  [[nodiscard]] std::string words_of(const roll::call& c) const {
    std::string words = fmt::format(R"("communicator":{},"state":"{}")", c.communicator, sight_of(c.at));
    const auto add = [&words](const char* key, const auto& value) {
      words += fmt::format(",\"{}\":{}", key, value);
    };
    if (c.count >= 0) add("count", c.count);
    if (c.bytes > 0) add("bytes", c.bytes);
    if (c.facts.data >= 0) add("data", c.facts.data);
    if (c.facts.table >= 0) add("table", c.facts.table);
    if (c.root >= 0) add("root", c.root);
    if (c.type != none && !text(c.type).empty()) add("type", quoted(text(c.type)));
    if (c.op != none) add("op", quoted(text(c.op)));
    if (c.facts.op) add("operator", quoted(std::string(tutti::name_of(*c.facts.op))));
    if (c.algorithm != none) add("algorithm", quoted(text(c.algorithm)));
    if (c.site != none) add("site", c.site);
    return words;
  }
  std::string packed(const roll::process& p) {
    with_tables_ = 0;
    call_packer into;
    for (auto c = p.calls.rbegin(); c != p.calls.rend(); ++c) {
      const std::int64_t begin = nanoseconds_of(c->begin);
      const std::uint32_t kind = kind_of(*c);
      into.add({kind, c->number, begin, std::max<std::int64_t>(nanoseconds_of(c->end) - begin, 0)},
               packed_kind_of(*c));
    }
    return into.text();
  }
  // Kinds are in memory when they are written, and when they are read. So if a process has many tables of
  // counts, its further calls have none.
  std::uint32_t kind_of(const roll::call& c) {
    constexpr std::size_t most_with_tables = std::size_t{1} << 16U;
    const std::size_t before = kinds_.size();
    if (c.facts.table == count_tables::none) return kind_as_it_is(c);
    if (with_tables_ < most_with_tables / static_cast<std::size_t>(trace_.size)) {
      const std::uint32_t kind = kind_as_it_is(c);
      with_tables_ += kinds_.size() - before;
      return kind;
    }
    roll::call without = c;
    without.facts.table = count_tables::none;
    return kind_as_it_is(without);
  }
  std::uint32_t kind_as_it_is(const roll::call& c) {
    const auto next = static_cast<std::uint32_t>(kinds_.size());
    const auto [found, is_new] =
        kinds_.try_emplace(std::tuple(c.of, c.at, c.communicator, c.count, c.root, c.bytes, c.type, c.op,
                                      c.algorithm, c.site, c.facts.data, c.facts.table, c.facts.op),
                           next);
    if (is_new)
      kinds_in_words_.push_back(
          fmt::format(R"({{"name":"{}","args":{{{}}}}})", tutti::name_of(c.of), words_of(c)));
    return found->second;
  }
  // A blocking call is a slice of its thread. Other calls may overlap, so each is a pair of asynchronous
  // events.
  void call(const roll::call& c, int node, int rank) {
    next();
    const double begin = c.begin * microseconds;
    const std::string name = tutti::name_of(c.of);
    const std::string words = fmt::format("\"number\":{},{}", c.number, words_of(c));
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
  // The kinds of the calls of a compact trace.
  std::map<std::tuple<call_name, progress, int, int, int, std::uint64_t, int, int, int, int, std::int64_t,
                      std::int32_t, std::optional<operator_class>>,
           std::uint32_t>
      kinds_;
  std::vector<std::string> kinds_in_words_;
  std::size_t with_tables_ = 0;  // kinds with a table that the present process has added
};

}  // namespace

trace_form form_of_trace(const roll& trace) noexcept {
  constexpr std::size_t most_events = std::size_t{1} << 20U;
  std::size_t calls = 0;
  for (const roll::process& p : trace.processes) calls += p.calls.size();
  return calls > most_events ? trace_form::compact : trace_form::events;
}

bool write_trace(const roll& trace, const std::string& file, trace_form as) {
  output to(file);
  writer by(trace, to);
  as == trace_form::compact ? by.write_compact() : by.write_events();
  return to.close();
}

}  // namespace tutti::record
