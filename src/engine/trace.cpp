#include "tutti/machine/trace.hpp"

#include <algorithm>
#include <cstdio>
#include <iterator>
#include <nlohmann/json.hpp>
#include <ostream>
#include <utility>

namespace tutti {
namespace {

std::string number(double x) {
  char text[32];
  std::snprintf(text, sizeof text, "%.9g", x);
  return text;
}

std::string line_of(const std::source_location& where) {
  const std::string_view file = where.file_name();
  return std::string(file.substr(file.rfind('/') + 1)) + ":" + std::to_string(where.line());
}

}  // namespace

std::string bytes_named(const std::byte* address, std::size_t bytes) {
  if (!unused_memory::has(address) || bytes == 0) return {};
  const auto at = reinterpret_cast<std::uintptr_t>(address) - unused_memory::begin;
  static constexpr const char* names[] = {"in", "out", "send", "recv"};
  if (at / unused_memory::size >= std::size(names)) return "scratch";
  const auto first = at % unused_memory::size;
  return std::string(names[at / unused_memory::size]) + " " + std::to_string(first) + ".." +
         std::to_string(first + bytes - 1);
}

namespace {

std::string bytes_at(const trace& of, const std::byte* address, std::size_t bytes, std::uint32_t bundle) {
  if (bundle == 0) return bytes_named(address, bytes);
  constexpr std::size_t shown = 4;
  std::string text, last;
  std::size_t names = 0;
  for (const area& part : of.bundles[bundle - 1]) {
    std::string name = bytes_named(part.at, part.bytes);
    if (name.empty() || name == last) continue;  // several pieces of scratch memory
    if (++names <= shown) text += (text.empty() ? "" : ", ") + name;
    last = std::move(name);
  }
  if (names > shown) text += " and " + std::to_string(names - shown) + " more";
  return text;
}

}  // namespace

std::string bytes_sent(const trace& of, const message& m) {
  return bytes_at(of, m.out, m.bytes, m.out_bundle);
}

std::string bytes_received(const trace& of, const message& m) {
  return bytes_at(of, m.in, m.bytes, m.in_bundle);
}

void write_chrome_trace(const trace& of, int processes, std::ostream& into, double scale) {
  using nlohmann::json;
  // Two tracks a process, since it sends and receives at once; times in microseconds.
  const double unit = 1e6 * scale;
  const auto track = [](int rank, bool receives) { return 2 * rank + (receives ? 1 : 0); };
  bool first = true;
  const auto put = [&](const json& event) {
    into << (first ? "\n" : ",\n") << event.dump();
    first = false;
  };
  into << R"({"displayTimeUnit":"ns","traceEvents":[)";
  put({{"name", "process_name"}, {"ph", "M"}, {"pid", 0}, {"args", {{"name", "virtual time"}}}});
  for (int r = 0; r < processes; ++r)
    for (const bool receives : {false, true}) {
      const std::string name = "process " + std::to_string(r) + (receives ? " receives" : " sends");
      put({{"name", "thread_name"},
           {"ph", "M"},
           {"pid", 0},
           {"tid", track(r, receives)},
           {"args", {{"name", name}}}});
      put({{"name", "thread_sort_index"},
           {"ph", "M"},
           {"pid", 0},
           {"tid", track(r, receives)},
           {"args", {{"sort_index", track(r, receives)}}}});
    }
  std::size_t id = 0;
  for (const message& m : of.messages) {
    const double start = m.start * unit, duration = (m.end - m.start) * unit;
    const std::string size = std::to_string(m.bytes) + " bytes";
    const std::string from = bytes_sent(of, m), into_bytes = bytes_received(of, m);
    put({{"name", "to " + std::to_string(m.to)},
         {"cat", "message"},
         {"ph", "X"},
         {"pid", 0},
         {"tid", track(m.from, false)},
         {"ts", start},
         {"dur", duration},
         {"args", {{"size", size}, {"data", from}, {"in", line_of(m.sent_in)}}}});
    put({{"name", "from " + std::to_string(m.from)},
         {"cat", "message"},
         {"ph", "X"},
         {"pid", 0},
         {"tid", track(m.to, true)},
         {"ts", start},
         {"dur", duration},
         {"args", {{"size", size}, {"data", into_bytes}, {"in", line_of(m.received_in)}}}});
    put({{"name", "message"},
         {"cat", "message"},
         {"ph", "s"},
         {"id", id},
         {"pid", 0},
         {"tid", track(m.from, false)},
         {"ts", start}});
    put({{"name", "message"},
         {"cat", "message"},
         {"ph", "f"},
         {"bp", "e"},
         {"id", id++},
         {"pid", 0},
         {"tid", track(m.to, true)},
         {"ts", start + duration}});
  }
  into << "\n]}\n";
}

std::string table_of_rounds(const trace& of, std::size_t most_lines) {
  std::vector<const message*> order;
  for (const message& m : of.messages) order.push_back(&m);
  std::stable_sort(order.begin(), order.end(), [](const message* a, const message* b) {
    return a->start != b->start ? a->start < b->start
           : a->from != b->from ? a->from < b->from
                                : a->to < b->to;
  });
  std::string text;
  std::size_t lines = 0;
  for (auto at = order.begin(); at != order.end();) {
    const double start = (*at)->start;
    const auto same = [&](const message* m) { return m->start <= start * (1 + 1e-12); };
    const auto last = std::find_if_not(at, order.end(), same);
    text += "t = " + number(start) + " (" + std::to_string(last - at) +
            (last - at == 1 ? " message)\n" : " messages)\n");
    for (; at != last; ++at) {
      if (++lines > most_lines)
        return text + "  ... " + std::to_string(order.end() - at) + " more messages\n";
      const message& m = **at;
      text += "  " + std::to_string(m.from) + " -> " + std::to_string(m.to) + "   " +
              std::to_string(m.bytes) + " bytes   until " + number(m.end);
      if (const std::string data = bytes_sent(of, m); !data.empty()) text += "   " + data;
      text += '\n';
    }
  }
  return text;
}

}  // namespace tutti
