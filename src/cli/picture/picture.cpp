#include "cli/picture/picture.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <set>

#include "cli/values/option_values.hpp"

namespace tutti::cli {
namespace {

// Distinguishable in print and by most eyes (Okabe and Ito, and two greys); white text is legible on each.
constexpr std::array<const char*, 8> colours{"#0072b2", "#d55e00", "#007a5a", "#a8327d",
                                             "#8a6d00", "#56719c", "#9c3b3b", "#555555"};

std::string escaped(const std::string& text) {
  std::string s;
  for (char c : text) s += c == '<' ? "&lt;" : c == '>' ? "&gt;" : c == '&' ? "&amp;" : std::string(1, c);
  return s;
}

class drawing {
 public:
  drawing(const labelled_run& r, int p, const caption& c) : r_(r), p_(p), c_(c) {
    row_ = p <= 16 ? 34 : p <= 32 ? 26 : 20;
    font_ = p <= 16 ? 12 : p <= 32 ? 11 : 10;
    if (c.overheads) overhead_ = c.overheads->o, gap_ = c.overheads->g;
    for (const labelled_message& m : r.messages) {
      const double all = m.what.end - m.what.start, d = std::max(under_way(m), all / 4);
      if (d > 0) shortest_ = shortest_ > 0 ? std::min(shortest_, d) : d;
      widest_ = std::max(widest_, pill_width(m.label));
    }
    if (shortest_ <= 0) shortest_ = r.seconds > 0 ? r.seconds : 1;
    // A message must be long enough for its label and for a part of its arrow, within limits.
    const double least = widest_ + 20, good = std::clamp(widest_ + 40 + 1.2 * p, 64.0, 220.0);
    const double all = std::max(r.seconds, shortest_);
    unit_ = std::max(least / shortest_, std::min(good / shortest_, 1400 / all));
    unit_ = std::min(unit_, widest_picture / all);
  }

  std::string svg() {
    std::string legend = c_.legend;
    if (overhead_ > 0) legend += " · bars: overhead o of a send, and, pale, of a receive";
    if (gap_ > overhead_) legend += "; grey: gap g";
    if (const std::string arcs = choose_arcs(); !arcs.empty()) legend += (legend.empty() ? "" : " · ") + arcs;
    const double text_width =
        std::max({9.6 * static_cast<double>(c_.title.size()), 6.4 * static_cast<double>(c_.subtitle.size()),
                  5.9 * static_cast<double>(legend.size())});
    const double width = std::max(right(), text_width) + 30, height = y(p_ - 1) + row_ / 2 + 46;
    out_ = fmt::format(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0:.0f}\" height=\"{1:.0f}\" viewBox=\"0 0 "
        "{0:.0f} {1:.0f}\" font-family=\"Helvetica, Arial, sans-serif\" font-size=\"{2}\">\n"
        "<title>{3}</title>\n<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n",
        width, height, font_, escaped(c_.title));
    if (c_.animated) animation();
    text(16, 26, c_.title, "font-size=\"17\" font-weight=\"bold\"");
    text(16, 45, c_.subtitle, "font-size=\"12\" fill=\"#555\"");
    text(16, height - 14, legend, "font-size=\"11\" fill=\"#555\"");
    time_axis();
    rows();
    graph();
    for (const labelled_message& m : r_.messages) at(m.what.start, [&] { arrow(m); });
    for (const labelled_message& m : r_.messages) at(m.what.end, [&] { pill(m); });
    return out_ + "</svg>\n";
  }

 private:
  static constexpr double top_ = 92, widest_picture = 2600;
  static constexpr const char* tree_colour = "#3b5b7a";

  // Seconds of the animation at virtual time t, and its whole length, with a pause at the end.
  [[nodiscard]] double played(double t) const {
    return 0.3 + (c_.rounds ? 1.0 : 10 / std::max(r_.seconds, shortest_)) * t;
  }
  [[nodiscard]] double length() const { return played(std::max(r_.seconds, shortest_)) + 2.5; }

  // All that begins or ends at one time appears together: a CSS class for each time, and a line that moves
  // with time.
  void animation() {
    for (const labelled_message& m : r_.messages)
      for (const double t : {m.what.start, m.what.end})
        instants_.try_emplace(t, static_cast<int>(instants_.size()));
    out_ += "<style>\n";
    for (const auto& [t, k] : instants_) {
      const double share = 100 * played(t) / length();
      out_ += fmt::format(
          "@keyframes k{0} {{ 0%, {1:.2f}% {{ opacity: 0.07 }} {2:.2f}%, 100% {{ opacity: 1 }} }} .k{0} {{ "
          "animation: k{0} {3:.1f}s linear infinite }}\n",
          k, share, std::min(share + 0.5, 100.0), length());
    }
    const double end = std::max(r_.seconds, shortest_);
    out_ += fmt::format(
        "@keyframes now {{ 0%, {0:.2f}% {{ transform: translateX(0) }} {1:.2f}%, 100% {{ transform: "
        "translateX({2:.1f}px) }} }} .now {{ animation: now {3:.1f}s linear infinite }}\n"
        "@media (prefers-reduced-motion: reduce) {{ * {{ animation: none !important }} }}\n</style>\n",
        100 * played(0) / length(), 100 * played(end) / length(), end * unit_, length());
    line(x(0), top_ - row_ / 2 - 2, x(0), y(p_ - 1) + row_ / 2,
         "class=\"now\" stroke=\"#d55e00\" stroke-width=\"1.5\"");
  }
  // Draws what appears at virtual time t.
  void at(double t, auto draw) {
    if (c_.animated) out_ += fmt::format("<g class=\"k{}\">\n", instants_.at(t));
    draw();
    if (c_.animated) out_ += "</g>\n";
  }

  // The time between the overheads of the two ends.
  [[nodiscard]] double leaves(const labelled_message& m) const { return m.what.start + overhead_; }
  [[nodiscard]] double arrives(const labelled_message& m) const { return m.what.end - overhead_; }
  [[nodiscard]] double under_way(const labelled_message& m) const { return arrives(m) - leaves(m); }

  // The part of a label for which its message has room.
  [[nodiscard]] std::string shown(const labelled_message& m) const {
    const double room = under_way(m) * unit_ - 20;
    if (pill_width(m.label) <= room + 1e-6) return m.label;
    const double letters = (room - 8) / (0.58 * font_);
    return letters < 2 ? "" : m.label.substr(0, static_cast<std::size_t>(letters) - 1) + "~";
  }
  [[nodiscard]] double graph_width() const { return p_ <= 16 ? 90 : 120; }
  [[nodiscard]] double left() const { return 20 + graph_width() + 44; }
  [[nodiscard]] double right() const { return x(std::max(r_.seconds, shortest_)) + 8; }
  [[nodiscard]] double x(double t) const { return left() + 10 + t * unit_; }
  [[nodiscard]] double y(int rank) const { return top_ + row_ * rank; }
  [[nodiscard]] double pill_width(const std::string& label) const {
    return label.empty() ? 8 : 8 + 0.58 * font_ * static_cast<double>(label.size());
  }
  [[nodiscard]] static const char* colour(int k) {
    return colours[static_cast<std::size_t>(k) % colours.size()];
  }

  void text(double at_x, double at_y, const std::string& what, const std::string& style) {
    out_ += fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" {}>{}</text>\n", at_x, at_y, style, escaped(what));
  }
  void line(double x1, double y1, double x2, double y2, const std::string& style) {
    out_ += fmt::format("<line x1=\"{:.1f}\" y1=\"{:.1f}\" x2=\"{:.1f}\" y2=\"{:.1f}\" {}/>\n", x1, y1, x2,
                        y2, style);
  }

  void time_axis() {
    const double above = top_ - row_ / 2 - 2, below = y(p_ - 1) + row_ / 2;
    if (c_.rounds) {
      const int rounds = static_cast<int>(std::lround(r_.seconds));
      for (int k = 0; k <= rounds; ++k)
        line(x(k), above, x(k), below, "stroke=\"#bbb\" stroke-dasharray=\"2 3\"");
      for (int k = 0; k < rounds; ++k)
        text(x(k + 0.5), above - 5, fmt::format("{}{}", k == 0 ? "round " : "", k + 1),
             "text-anchor=\"middle\" fill=\"#555\"");
      return;
    }
    // About one tick for each 120 points, at multiples of 1, 2 or 5 times a power of ten.
    const double rough = 120 / unit_, power = std::pow(10, std::floor(std::log10(rough)));
    const double step = rough <= 2 * power ? 2 * power : rough <= 5 * power ? 5 * power : 10 * power;
    for (int k = 0; k * step <= r_.seconds * 1.0001; ++k) {
      const double t = k * step;
      line(x(t), above, x(t), below, "stroke=\"#ccc\" stroke-dasharray=\"2 3\"");
      text(x(t), above - 5, in_seconds(t), "text-anchor=\"middle\" fill=\"#555\"");
    }
  }

  void rows() {
    for (int r = 0; r < p_; ++r) {
      line(left() + 4, y(r), right(), y(r),
           r == c_.root ? "stroke=\"#999\" stroke-width=\"1.6\"" : "stroke=\"#ddd\"");
      text(left() - 4, y(r) + font_ * 0.36, std::to_string(r),
           r == c_.root ? "text-anchor=\"end\" font-weight=\"bold\"" : "text-anchor=\"end\" fill=\"#333\"");
    }
  }

  using edges = std::set<std::pair<int, int>>;

  // If all blocks of the root travel along one of two trees: the edges of both, each with the colour of its
  // first block.
  [[nodiscard]] std::vector<std::pair<int, edges>> two_trees() const {
    std::map<std::string, std::pair<int, edges>> ways;
    for (const labelled_message& m : r_.messages) {
      ways[m.label].first = m.colour;
      ways[m.label].second.insert({m.what.from, m.what.to});
    }
    std::vector<std::pair<int, edges>> trees;
    for (const auto& [label, way] : ways)
      if (std::ranges::none_of(trees, [&](const auto& t) { return t.second == way.second; }))
        trees.push_back(way);
    const bool all_span = std::ranges::all_of(
        trees, [this](const auto& t) { return t.second.size() + 1 == static_cast<std::size_t>(p_); });
    if (trees.size() != 2 || !all_span) trees.clear();
    return trees;
  }

  // Chooses the arcs beside the rows: the pairs that communicate. If there is a root, dark arcs show the
  // tree: the first message to each process, or, if the root only receives, the last message from each. Light
  // arcs are the other pairs, if the pairs are few. Returns the explanation for the legend.
  std::string choose_arcs() {
    if (const auto trees = c_.root < 0 ? std::vector<std::pair<int, edges>>{} : two_trees(); !trees.empty()) {
      graph_ = "the two trees";
      for (std::size_t k = 0; k < 2; ++k)
        for (const auto& pair : trees[k].second)
          if (k == 0 || !trees[0].second.contains(pair)) {
            const bool both = k == 0 && trees[1].second.contains(pair);
            arcs_.push_back({pair, both ? tree_colour : colour(trees[k].first), 1.5, k == 0 ? 1 : 0.85});
          }
      return "arcs: the two trees, in the colours of their first blocks";
    }
    edges pairs;
    for (const labelled_message& m : r_.messages) pairs.insert(std::minmax(m.what.from, m.what.to));
    const bool few = pairs.size() <= 6 * static_cast<std::size_t>(p_);
    graph_ = "communication graph";
    if (c_.root < 0) {
      if (!few) graph_ = fmt::format("{} pairs of processes", pairs.size());
      for (const auto& pair : pairs)
        if (few) arcs_.push_back({pair, tree_colour, 1.3, 1});
      return "";
    }
    std::vector<const labelled_message*> order;
    bool root_sends = false;
    for (const labelled_message& m : r_.messages) {
      order.push_back(&m);
      root_sends |= m.what.from == c_.root;
    }
    if (!root_sends) std::ranges::reverse(order);
    edges tree;
    std::vector<bool> known(static_cast<std::size_t>(p_));
    for (const labelled_message* m : order) {
      const int whose = root_sends ? m->what.to : m->what.from;
      if (whose == c_.root || known[static_cast<std::size_t>(whose)]) continue;
      known[static_cast<std::size_t>(whose)] = true;
      tree.insert(std::minmax(m->what.from, m->what.to));
    }
    for (const auto& pair : pairs)
      if (few && !tree.contains(pair)) arcs_.push_back({pair, "#c9d3dd", 1, 1});
    const bool others = tree.size() < pairs.size();
    for (const auto& pair : tree) arcs_.push_back({pair, tree_colour, 1.3, 1});
    if (!others) return "";
    return fmt::format("{}: along which a process {}", few ? "dark arcs" : "arcs",
                       root_sends ? "hears for the first time" : "speaks for the last time");
  }

  void graph() {
    text(16, top_ - row_ / 2 - 7, graph_, "font-size=\"10\" fill=\"#777\"");
    for (const one_arc& a : arcs_) arc(a);
  }

  struct one_arc {
    std::pair<int, int> between;
    const char* stroke;
    double width, reach;
  };
  void arc(const one_arc& a) {
    const auto [first, second] = a.between;
    const double base = 20 + graph_width();
    const double reach =
        a.reach * graph_width() * std::sqrt(std::abs(first - second) / std::max(1.0, p_ - 1.0));
    out_ += fmt::format(
        "<path d=\"M{0:.1f} {1:.1f} C{2:.1f} {1:.1f} {2:.1f} {3:.1f} {0:.1f} {3:.1f}\" fill=\"none\" "
        "stroke=\"{4}\" stroke-width=\"{5}\"/>\n",
        base, y(first), base - reach, y(second), a.stroke, a.width);
    for (const int end : {first, second})
      out_ += fmt::format("<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"1.8\" fill=\"{}\"/>\n", base, y(end),
                          a.stroke);
  }

  // Draws the time for which a message occupies one of its ends, up to the end of the run.
  void bar(int rank, double from, double to, double height, const char* fill, double opacity = 1) {
    to = std::min(to, r_.seconds);
    if (to > from)
      out_ += fmt::format(
          "<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\" fill=\"{}\" "
          "opacity=\"{}\"/>\n",
          x(from), y(rank) - height / 2, (to - from) * unit_, height, fill, opacity);
  }

  void arrow(const labelled_message& m) {
    bar(m.what.from, leaves(m), m.what.start + gap_, 4, "#c4c4c4");
    bar(m.what.from, m.what.start, leaves(m), 10, colour(m.colour));
    const double edge = x(arrives(m)) - 4 - pill_width(shown(m));
    const double from_x = x(leaves(m)) + (overhead_ > 0 ? 0 : 3), from_y = y(m.what.from),
                 to_y = y(m.what.to);
    // The head is 6 wide: the steeper the arrow, the larger the head's distance from the label.
    const double to_x = edge - 3.5 * std::abs(to_y - from_y) / std::hypot(edge - from_x, to_y - from_y);
    const char* stroke = colour(m.colour);
    out_ +=
        fmt::format("<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"2.4\" fill=\"{}\"/>\n", from_x, from_y, stroke);
    line(from_x, from_y, to_x, to_y,
         fmt::format("stroke=\"{}\" stroke-width=\"1.2\" opacity=\"0.75\"", stroke));
    // The head points along the line and touches the label.
    const double length = std::hypot(to_x - from_x, to_y - from_y), dx = (to_x - from_x) / length,
                 dy = (to_y - from_y) / length;
    out_ += fmt::format("<path d=\"M{:.1f} {:.1f} L{:.1f} {:.1f} L{:.1f} {:.1f} Z\" fill=\"{}\"/>\n", to_x,
                        to_y, to_x - 7 * dx - 3 * dy, to_y - 7 * dy + 3 * dx, to_x - 7 * dx + 3 * dy,
                        to_y - 7 * dy - 3 * dx, stroke);
  }

  void pill(const labelled_message& m) {
    const std::string label = shown(m);
    const double width = pill_width(label), height = font_ + 4;
    const double at = x(arrives(m)) - 4 - width, middle = y(m.what.to);
    bar(m.what.to, arrives(m), m.what.end, 10, colour(m.colour), 0.5);
    out_ += fmt::format(
        "<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\" rx=\"4\" fill=\"{}\"/>\n", at,
        middle - height / 2, width, height, colour(m.colour));
    if (!label.empty())
      text(at + width / 2, middle + font_ * 0.36, label, "text-anchor=\"middle\" fill=\"white\"");
  }

  const labelled_run& r_;
  int p_;
  const caption& c_;
  double overhead_ = 0, gap_ = 0;  // seconds
  double row_ = 0, font_ = 0, shortest_ = 0, widest_ = 0, unit_ = 0;
  std::vector<one_arc> arcs_;
  std::string graph_;  // the name of these arcs
  std::map<double, int> instants_;
  std::string out_;
};

}  // namespace

std::string space_time_diagram(const labelled_run& r, int p, const caption& c) {
  return drawing(r, p, c).svg();
}

std::string rounds_as_text(const labelled_run& r, const caption& c) {
  std::vector<const labelled_message*> order;
  for (const labelled_message& m : r.messages) order.push_back(&m);
  std::ranges::stable_sort(order, [](const auto* a, const auto* b) {
    return std::pair(a->what.start, a->what.from) < std::pair(b->what.start, b->what.from);
  });
  std::string text = c.title + "\n";
  for (auto at = order.begin(); at != order.end();) {
    const double start = (*at)->what.start;
    text += c.rounds ? fmt::format("round {}\n", in_digits(std::round(start) + 1))
                     : fmt::format("{}\n", in_seconds(start));
    for (; at != order.end() && (*at)->what.start <= start * (1 + 1e-12); ++at) {
      const labelled_message& m = **at;
      text += fmt::format("  {:>4} -> {:<4} {}", m.what.from, m.what.to, m.label);
      text += c.rounds ? "\n" : fmt::format("  until {}\n", in_seconds(m.what.end));
    }
  }
  return text + c.legend + "\n";
}

}  // namespace tutti::cli
