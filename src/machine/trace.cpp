#include "tutti/machine/trace.hpp"

#include <algorithm>
#include <cstdio>
#include <iterator>
#include <nlohmann/json.hpp>
#include <ostream>
#include <utility>

#include "text/counted.hpp"
#include "text/json_text.hpp"

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
    if (name.empty() || name == last) continue;  // consecutive pieces of scratch memory have the same name
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

namespace {

// Writes a trace in Chrome's format, with times in microseconds. Each process has two tracks, since it sends
// and receives at once.
class chrome_events {
 public:
  chrome_events(std::ostream& into, double scale) : into_(into), unit_(1e6 * scale) {}

  void begin(int processes) {
    into_ << R"({"displayTimeUnit":"ns","traceEvents":[)";
    put({{"name", "process_name"}, {"ph", "M"}, {"pid", 0}, {"args", {{"name", "virtual time"}}}});
    for (int r = 0; r < processes; ++r)
      for (const bool receives : {false, true}) name_track(r, receives);
  }
  /// Adds a bar on the track of each end, and an arrow from the sender to the receiver.
  void add(const trace& of, const message& m) {
    const std::string size = std::to_string(m.bytes) + " bytes";
    bar("to " + std::to_string(m.to), m, track(m.from, false),
        {{"size", size}, {"data", bytes_sent(of, m)}, {"in", line_of(m.sent_in)}});
    bar("from " + std::to_string(m.from), m, track(m.to, true),
        {{"size", size}, {"data", bytes_received(of, m)}, {"in", line_of(m.received_in)}});
    put({{"name", "message"},
         {"cat", "message"},
         {"ph", "s"},
         {"id", arrows_},
         {"pid", 0},
         {"tid", track(m.from, false)},
         {"ts", start(m)}});
    put({{"name", "message"},
         {"cat", "message"},
         {"ph", "f"},
         {"bp", "e"},
         {"id", arrows_++},
         {"pid", 0},
         {"tid", track(m.to, true)},
         {"ts", start(m) + duration(m)}});
  }
  void end() { into_ << "\n]}\n"; }

 private:
  using json = nlohmann::json;

  static int track(int rank, bool receives) { return 2 * rank + (receives ? 1 : 0); }
  [[nodiscard]] double start(const message& m) const { return m.start * unit_; }
  [[nodiscard]] double duration(const message& m) const { return (m.end - m.start) * unit_; }

  void name_track(int rank, bool receives) {
    const std::string name = "process " + std::to_string(rank) + (receives ? " receives" : " sends");
    const int at = track(rank, receives);
    put({{"name", "thread_name"}, {"ph", "M"}, {"pid", 0}, {"tid", at}, {"args", {{"name", name}}}});
    put({{"name", "thread_sort_index"},
         {"ph", "M"},
         {"pid", 0},
         {"tid", at},
         {"args", {{"sort_index", at}}}});
  }
  void bar(const std::string& name, const message& m, int on_track, json about) {
    put({{"name", name},
         {"cat", "message"},
         {"ph", "X"},
         {"pid", 0},
         {"tid", on_track},
         {"ts", start(m)},
         {"dur", duration(m)},
         {"args", std::move(about)}});
  }
  void put(const json& event) {
    into_ << (first_ ? "\n" : ",\n") << json_text(event);
    first_ = false;
  }

  std::ostream& into_;
  double unit_;
  bool first_ = true;
  std::size_t arrows_ = 0;
};

}  // namespace

void write_chrome_trace(const trace& of, int processes, std::ostream& into, double scale) {
  chrome_events events(into, scale);
  events.begin(processes);
  for (const message& m : of.messages) events.add(of, m);
  events.end();
}

std::string table_of_rounds(const trace& of, std::size_t most_lines) {
  std::vector<const message*> order;
  for (const message& m : of.messages) order.push_back(&m);
  std::ranges::stable_sort(order, [](const message* a, const message* b) {
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
    text += "t = " + number(start) + " (" + counted(last - at, "message") + ")\n";
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
