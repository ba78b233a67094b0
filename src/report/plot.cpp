#include "report/plot.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <map>
#include <nlohmann/json.hpp>
#include <string_view>
#include <utility>
#include <vector>

#include "text/counted.hpp"
#include "text/quantity.hpp"

namespace tutti::report {
namespace {

using json = nlohmann::ordered_json;

struct point {
  double x = 0, value = 0, low = 0, high = 0;
};

struct curve {
  std::string name;
  std::vector<point> points;
};

/// Times against sizes.
struct curves {
  std::string title;
  std::vector<curve> all;
};

struct bar {
  std::string name, verdict;
  point at;
};

/// A line for each value, with its interval.
struct bars {
  std::string title, of;
  bool ratios = false;
  std::vector<bar> all;
};

constexpr std::size_t most_bars = 40;
constexpr int width = 900, height_of_curves = 450, height_of_bar = 20, height_beside_bars = 100;  // pixels
constexpr int line_styles = 8;

// The sizes, grid and colours of all plots (Okabe and Ito); each line also has a mark and dashes of its own.
constexpr std::string_view style = R"(set border 3 lc rgb "#888888"
set tics nomirror tc rgb "#333333" scale 0.6
set grid lc rgb "#dddddd" lt 1 lw 0.7
set style line 1 lc rgb "#000000" lw 1.6 dt 1 pt 7 ps 0.55
set style line 2 lc rgb "#0072b2" lw 1.6 dt (8,3) pt 9 ps 0.75
set style line 3 lc rgb "#d55e00" lw 1.6 dt 1 pt 5 ps 0.6
set style line 4 lc rgb "#009e73" lw 1.6 dt (3,2) pt 13 ps 0.75
set style line 5 lc rgb "#cc79a7" lw 1.6 dt (10,3,2,3) pt 11 ps 0.75
set style line 6 lc rgb "#56b4e9" lw 1.6 dt (2,2) pt 4 ps 0.75
set style line 7 lc rgb "#b59a00" lw 1.6 dt (6,2) pt 6 ps 0.75
set style line 8 lc rgb "#777777" lw 1.6 dt (1,2) pt 8 ps 0.75
set style fill transparent solid 0.18 noborder
)";

// A string of gnuplot in which nothing is interpreted.
std::string literal(std::string_view text) {
  std::string out = "'";
  for (const char c : text) {
    if (c == '\'') out += '\'';
    out += static_cast<unsigned char>(c) < ' ' ? ' ' : c;
  }
  return out + "'";
}

std::string text_in(const json& object, const char* name) {
  const auto found = object.find(name);
  return found != object.end() && found->is_string() ? found->get<std::string>() : std::string();
}

double number_in(const json& object, const char* name, double otherwise) {
  const auto found = object.find(name);
  return found != object.end() && found->is_number() ? found->get<double>() : otherwise;
}

point at(const json& object, const char* value, const char* low, const char* high) {
  const double v = number_in(object, value, 0);
  return {number_in(object, "bytes", 0), v, number_in(object, low, v), number_in(object, high, v)};
}

// The title of a plot: the facts that its experiments share.
std::string subject_of(const json& e) {
  std::string title = fmt::format("{}, {}", text_in(e, "operation"),
                                  counted(static_cast<int>(number_in(e, "p", 0)), "process"));
  if (const std::string problem = text_in(e, "problem"); !problem.empty() && problem != "same")
    title += ", " + problem;
  if (const std::string layout = text_in(e, "layout"); !layout.empty() && layout != "contiguous")
    title += ", " + layout;
  if (const std::string op = text_in(e, "op"); !op.empty() && op != "none") title += ", " + op + " operator";
  if (const double root = number_in(e, "root", 0); root > 0) title += fmt::format(", root {:.0f}", root);
  return title;
}

std::string implementation_of(const json& run, const json& e, bool one_run) {
  const std::string made = text_in(e, "made");
  return (one_run ? "" : text_in(run, "name") + ": ") + text_in(e, "by") +
         (made.empty() || made == "call" ? "" : " " + made);
}

std::vector<curves> measured(const json& runs) {
  std::vector<curves> plots;
  for (const json& run : runs)
    for (const json& e : run["experiments"]) {
      const std::string title = subject_of(e), name = implementation_of(run, e, runs.size() == 1);
      auto plot = std::ranges::find(plots, title, &curves::title);
      if (plot == plots.end()) plot = plots.insert(plots.end(), {title, {}});
      auto line = std::ranges::find(plot->all, name, &curve::name);
      if (line == plot->all.end()) line = plot->all.insert(plot->all.end(), {name, {}});
      line->points.push_back(at(e, "median", "low", "high"));
    }
  for (curves& plot : plots)
    for (curve& line : plot.all) std::ranges::sort(line.points, {}, &point::x);
  return plots;
}

bool lacks_sizes(const curves& plot) {
  return std::ranges::all_of(plot.all, [](const curve& line) {
    return std::ranges::all_of(line.points, [](const point& p) { return p.x == 0; });
  });
}

// Marks of the axis of sizes: powers of two.
std::string tics_of(const curves& plot) {
  constexpr int most_tics = 7;
  double least = 0x1p60, most = 1;
  for (const curve& line : plot.all)
    for (const point& p : line.points)
      if (p.x > 0) least = std::min(least, p.x), most = std::max(most, p.x);
  const int first = std::ilogb(least), last = std::max(first, std::ilogb(most));
  const int step = (last - first) / most_tics + 1;
  std::string tics;
  for (int k = first; k <= last; k += step)
    tics += fmt::format("{}{} {:.0f}", k == first ? "" : ", ", literal(in_bytes(std::ldexp(1, k))),
                        std::ldexp(1, k));
  return tics;
}

// The times of an operation without data.
bars times_of(const curves& plot) {
  bars out{plot.title, "time", false, {}};
  for (const curve& line : plot.all)
    for (const point& p : line.points) out.all.push_back({line.name, "", p});
  return out;
}

std::string where(const json& v) {
  const double bytes = number_in(v, "bytes", 0);
  return bytes > 0 ? " " + in_bytes(bytes) : "";
}

bars guidelines(const json& verdicts) {
  bars out{"performance guidelines", "factor; above 1: slower than it should be", true, {}};
  for (const json& v : verdicts)
    out.all.push_back({fmt::format("{} {}{}, {:.0f} processes, {}", text_in(v, "guideline"),
                                   text_in(v, "operation"), where(v), number_in(v, "p", 0), text_in(v, "by")),
                       text_in(v, "verdict") == "violated" ? "slower" : "", at(v, "factor", "low", "high")});
  std::ranges::stable_sort(out.all, [](const bar& x, const bar& y) { return x.at.value > y.at.value; });
  return out;
}

std::string call_of(const json& line) {
  std::string name = text_in(line, "collective");
  if (line.contains("bytes_least") && number_in(line, "bytes_least", 0) > 0)
    name += fmt::format(" {} .. <{}", in_bytes(number_in(line, "bytes_least", 0)),
                        in_bytes(number_in(line, "bytes_most", 0) + 1));
  for (const char* const part : {"communicator", "called_at"})
    if (const std::string text = text_in(line, part); !text.empty()) name += " " + text;
  return name;
}

bars compared(const json& c) {
  const std::string first = text_in(c["first"], "name"), second = text_in(c["second"], "name");
  bars out{fmt::format("{} against {}", second, first),
           fmt::format("speed-up; above 1: {} is faster", second),
           true,
           {}};
  const auto add = [&out](std::string name, const json& line) {
    if (line.contains("speed_up"))
      out.all.push_back({std::move(name), text_in(line, "verdict"), at(line, "speed_up", "low", "high")});
  };
  for (const auto& [name, total] : c["totals"].items()) {
    std::string words = name;
    std::ranges::replace(words, '_', ' ');
    add("all: " + words, total);
  }
  for (const json& line : c["lines"]) add(call_of(line), line);
  return out;
}

// One after the other; the size of the picture is known at the end.
class script {
 public:
  void add(const curves& plot) {
    begin(plot.title, height_of_curves);
    text_ += fmt::format(
        "set logscale xy\nset format y '%.0s %cs'\nset xlabel 'size'\nset ylabel 'time'\n"
        "set key outside right top\nset xrange [*:*]\nset yrange [*:*]\nset xtics ({})\nset ytics auto\n",
        tics_of(plot));
    std::vector<std::string> bands, lines;
    int style_number = 0;
    for (const curve& line : plot.all) {
      const std::string name = data(line.points);
      style_number = style_number % line_styles + 1;
      bands.push_back(
          fmt::format("{} using 1:3:4 with filledcurves linestyle {} notitle", name, style_number));
      lines.push_back(fmt::format("{} using 1:2 with linespoints linestyle {} title {}", name, style_number,
                                  literal(line.name)));
    }
    bands.insert(bands.end(), lines.begin(), lines.end());
    draw(bands);
  }

  void add(bars plot) {
    const std::size_t all = plot.all.size();
    if (all == 0) return;
    if (all > most_bars) {
      plot.all.resize(most_bars);
      plot.title += fmt::format(" (the first {} of {})", most_bars, all);
    }
    begin(plot.title, height_beside_bars + height_of_bar * static_cast<int>(plot.all.size()));
    std::string tics;
    std::map<std::string, std::vector<std::pair<std::size_t, point>>> by_verdict;
    for (std::size_t k = 0; k < plot.all.size(); ++k) {
      tics += fmt::format("{}{} {}", k == 0 ? "" : ", ", literal(plot.all[k].name), k + 1);
      by_verdict[plot.all[k].verdict].emplace_back(k + 1, plot.all[k].at);
    }
    text_ += fmt::format(
        "unset logscale\n{}set xlabel {}\nunset ylabel\nunset key\nset xtics auto\nset format x {}\n"
        "set xrange [{}:*]\n"
        "set yrange [{}.5:0.5]\nset ytics ({})\n",
        plot.ratios ? "set logscale x\n" : "", literal(plot.of), plot.ratios ? "'%g'" : "'%.1s %cs'",
        plot.ratios ? "*" : "0", plot.all.size(), tics);
    if (plot.ratios)
      text_ += "set arrow 1 from first 1, graph 0 to first 1, graph 1 nohead lc rgb '#888888'\n";
    std::vector<std::string> parts;
    for (const auto& [verdict, lines] : by_verdict) {
      std::vector<point> points;
      for (const auto& [row, at] : lines)
        points.push_back({static_cast<double>(row), at.value, at.low, at.high});
      parts.push_back(fmt::format("{} using 2:1:3:4 with xerrorbars linestyle {} notitle", data(points),
                                  verdict == "slower"   ? 3
                                  : verdict == "faster" ? 2
                                                        : 1));
    }
    draw(parts);
    if (plot.ratios) text_ += "unset arrow 1\n";
  }

  [[nodiscard]] std::string whole(const std::string& svg) const {
    if (plots_.empty()) return "";
    std::string out = fmt::format(
        "# Written by tutti; gnuplot draws {} with it. Bands and bars are intervals of medians or ratios.\n"
        "set terminal svg size {},{} noenhanced font 'sans-serif,12' background rgb 'white'\nset output {}\n"
        "{}set multiplot\n",
        literal(svg), width, height_, literal(svg), style);
    int below = height_;
    for (const one& plot : plots_) {
      below -= plot.height;
      out += fmt::format("set origin 0,{:.6f}\nset size 1,{:.6f}\n{}", static_cast<double>(below) / height_,
                         static_cast<double>(plot.height) / height_, plot.text);
    }
    return out + "unset multiplot\n";
  }

 private:
  struct one {
    int height = 0;
    std::string text;
  };

  void begin(const std::string& title, int height) {
    height_ += height;
    plots_.push_back({height, ""});
    text_ = fmt::format("set title {}\n", literal(title));
  }

  // Writes the data of a plot. Returns its name.
  std::string data(const std::vector<point>& points) {
    std::string name = fmt::format("$data{}", ++blocks_);
    std::string block = name + " << END\n";
    for (const point& p : points)
      block += fmt::format("{:.9g} {:.9g} {:.9g} {:.9g}\n", p.x, p.value, p.low, p.high);
    plots_.back().text += block + "END\n";
    return name;
  }

  void draw(const std::vector<std::string>& parts) {
    std::string command;
    for (const std::string& part : parts) command += (command.empty() ? "plot " : ", \\\n  ") + part;
    plots_.back().text += text_ + command + "\n";
  }

  std::vector<one> plots_;
  std::string text_;  // of the plot that is being made, after its data
  int height_ = 0, blocks_ = 0;
};

}  // namespace

std::string plot_script(const json& data, const std::string& svg) {
  script s;
  for (const curves& plot : measured(data["runs"])) {
    if (lacks_sizes(plot))
      s.add(times_of(plot));
    else
      s.add(plot);
  }
  if (data.contains("guidelines")) s.add(guidelines(data["guidelines"]));
  if (data.contains("comparison")) s.add(compared(data["comparison"]));
  return s.whole(svg);
}

}  // namespace tutti::report
