#include "measure/measurements.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <istream>
#include <set>

#include "measure/communicators.hpp"
#include "measure/statistics.hpp"
#include "measure/workload.hpp"
#include "text/json_text.hpp"
#include "text/number.hpp"
#include "text/shallow_json.hpp"
#include "text/split.hpp"

namespace tutti::measure {
namespace {

using json = nlohmann::ordered_json;

constexpr const char* format_name = "tutti measurements";
constexpr int newest_version = 2;
constexpr double longest_time = 1e9;  // seconds; longer times are errors

// Whole numbers are counts, so small that a sum of a few of them is an int, too. Times are finite.
constexpr int most = 1 << 27;

bool in_range(double x) { return std::isfinite(x); }
bool in_range(int n) { return n >= 0 && n <= most; }
bool in_range(std::size_t bytes) { return bytes <= std::size_t{1} << 60U; }

template <class Number>
bool read_cell(std::string_view text, Number& into) {
  const auto read = number_from<Number>(text);
  if (!read || !in_range(*read)) return false;
  into = *read;
  return true;
}

// The words of an experiment are printable ASCII.
bool read_cell(std::string_view text, std::string& into) {
  into = text;
  return std::ranges::all_of(text, [](char c) { return c >= ' ' && c <= '~'; });
}

// The text as an error quotes it: short, on one line, in ASCII.
std::string quoted(const std::string& text) {
  constexpr std::size_t room = 40;
  return json(text.size() <= room ? text : text.substr(0, room) + "...")
      .dump(-1, ' ', true, json::error_handler_t::replace);
}

bool is_count(const json& j) { return j.is_number_integer() && j >= 0 && j <= most; }
bool is_text(const json& j) { return j.is_string(); }
bool is_text_or_nothing(const json& of, const char* name) {
  return !of.contains(name) || of[name].is_string();
}
template <bool (*Item)(const json&)>
bool is_list(const json& j) {
  return j.is_array() && !j.empty() && std::ranges::all_of(j, Item);
}

// The factors of a launch that are used later. All others are only shown.
struct factor {
  const char* name;
  bool (*fits)(const json&);
  const char* expected;
};
constexpr std::array asked_factors{
    factor{"processes", is_count, "a number"},
    factor{"node_of_rank", is_list<is_count>, "numbers"},
    factor{"host_of_rank", is_list<is_text>, "texts"},
    factor{"begun", is_text, "a text"},
    factor{"clock", is_text, "a text"},
    factor{"mpi",
           [](const json& j) {
             return j.is_object() && is_text_or_nothing(j, "name") && is_text_or_nothing(j, "version") &&
                    is_text_or_nothing(j, "library");
           },
           "an object with the texts name, version and library"},
    factor{"network", [](const json& j) { return j.is_object() && is_text_or_nothing(j, "model"); },
           "an object with the text model"},
};

// A column: its name, its meaning, the first version of the format that has it, and how to write and read it.
struct column {
  const char* name;
  const char* meaning;
  int since;
  std::string (*write)(const observation&);
  bool (*read)(std::string_view, observation&);
};

// `Path`: a member of an observation, or `of` and a member of its experiment.
template <auto... Path>
std::string written(const observation& o) {
  const auto& value = (o.*....*Path);
  if constexpr (std::is_same_v<decltype(value), const double&>)
    return fmt::format("{:.9g}", value);
  else
    return fmt::format("{}", value);
}
template <auto... Path>
bool understood(std::string_view text, observation& o) {
  return read_cell(text, (o.*....*Path));
}

template <auto... Path>
constexpr column own(const char* name, const char* meaning) {
  return {name, meaning, 1, written<Path...>, understood<Path...>};
}
template <auto Member>
constexpr column of(const char* name, const char* meaning) {
  return own<&observation::of, Member>(name, meaning);
}

constexpr column since(int version, column c) {
  c.since = version;
  return c;
}

constexpr std::array all_columns{
    own<&observation::launch>("launch", "number of the launch, from 0"),
    own<&observation::order>("order", "when in its launch: contests, from 0"),
    of<&experiment::operation>("operation", "a collective or a pattern of messages"),
    of<&experiment::made>("made", "call, or the mock-up that does the same by other operations"),
    of<&experiment::by>("by", "native, tutti, or the algorithm that was forced"),
    own<&observation::algorithm>("algorithm", "the algorithm used, if tutti served it"),
    own<&observation::p>("p", "processes"),
    own<&observation::nodes>("nodes", "number of nodes"),
    of<&experiment::bytes>("bytes", "as the operation counts them"),
    of<&experiment::problem>("problem", "problem type of the block lengths"),
    of<&experiment::layout>("layout", "layout of the datatype"),
    of<&experiment::op>("op", "operator class"),
    of<&experiment::root>("root", "of rooted operations"),
    since(2, of<&experiment::communicator>("communicator", "numbering of the processes")),
    own<&observation::repetition>("repetition", "from 0"),
    own<&observation::repetitions>("repetitions", "of this experiment in this launch"),
    own<&observation::seconds>("seconds", "seconds of the slowest process"),
    own<&observation::fastest>("fastest", "seconds of the fastest process"),
    own<&observation::span>("span", "seconds from the first beginning to the last end"),
    own<&observation::skew>("skew", "seconds from the first beginning to the last beginning"),
    own<&observation::right>("right", "yes or no: the result, checked after timing; empty: not checked"),
};

std::vector<column> columns_of(int version) {
  std::vector<column> all;
  for (const column& c : all_columns)
    if (c.since <= version) all.push_back(c);
  return all;
}

std::string names_of(const std::vector<column>& columns) {
  std::string line;
  for (const column& c : columns) line += (line.empty() ? "" : ",") + std::string(c.name);
  return line;
}

std::string as_comment(const json& j) {
  const std::string lines = json_text(j, 1);
  std::string text;
  for (const std::string_view line : split(lines, '\n')) text.append("# ").append(line).append("\n");
  return text;
}

// The error, as one sentence, if a word or the root cannot be that of an experiment; empty otherwise.
std::string unknown_word(const observation& o) {
  const auto call = measured_call(o.of.operation);
  if (!call && !is_pattern(o.of.operation))
    return fmt::format("operation is {}: expected a collective or a pattern of messages",
                       quoted(o.of.operation));
  if (std::ranges::find(communicator_names, o.of.communicator) == communicator_names.end())
    return fmt::format("communicator is {}: expected {}", quoted(o.of.communicator),
                       fmt::join(communicator_names, ", "));
  if (o.of.op != "none" && !operator_class_named(o.of.op))
    return fmt::format("op is {}: expected none, exact, commutative or ordered", quoted(o.of.op));
  if (const std::string wrong = call ? no_problem(o.of.problem) : ""; !wrong.empty())
    return fmt::format("problem is {}: {}", quoted(o.of.problem), wrong);
  return o.of.root < o.p ? "" : fmt::format("root is {}: there are {} processes", o.of.root, o.p);
}

// Reads line by line, and tracks up to which byte the file is complete.
class reader {
 public:
  reader(std::istream& text, std::string called) : text_(text), called_(std::move(called)) {}

  measurements read() {
    std::string line;
    while (next(line)) {
      if (line == "# {") {
        comment();
      } else if (!line.starts_with('#') && !line.empty()) {
        names_read_ ? row(line) : names(line);
      }
    }
    if (found_.about.is_null() && line_ > 0)
      wrong("expected a file of tutti measurements, which begins with \"# {\"");
    found_.all.resize(found_.all.size() - open_);
    return std::move(found_);
  }
  /// The offset at which the last complete contest, comment or line of names ends.
  [[nodiscard]] std::streamoff complete() const noexcept { return complete_; }

 private:
  [[noreturn]] void wrong(const std::string& what) const { wrong(what, line_); }
  [[noreturn]] void wrong(const std::string& what, std::ptrdiff_t line) const {
    throw format_error(fmt::format("{}:{}: {}", called_, line, what));
  }

  // False at the end of the file. A last line without a newline is incomplete and counts as the end.
  bool next(std::string& line) {
    if (!std::getline(text_, line)) return false;
    ++line_;
    at_ += static_cast<std::streamoff>(line.size()) + 1;
    if (line.ends_with('\r')) line.pop_back();  // the file has been on Windows
    return !text_.eof();
  }

  void comment() {
    const int begin = line_;
    std::string text = "{\n";
    for (std::string line; next(line);) {
      if (!line.starts_with("# ")) wrong("expected a comment that goes on with \"# \" to \"# }\"");
      text += line.substr(2) + "\n";
      if (line != "# }") continue;
      if (missing_ > 0) wrong(fmt::format("expected {} more times before another launch", missing_));
      take_comment(text, begin);
      complete_ = at_;
      return;
    }
  }

  void take_comment(const std::string& text, int begin) try {
    auto j = parse_shallow_json<json>(text);
    found_.about.is_null() ? take_format(std::move(j)) : take_launch(std::move(j));
  } catch (const json_error& no) {
    wrong(no.what(), begin + std::max<std::ptrdiff_t>(0, no.line() - 1));
  }

  void take_format(json j) {
    if (j.value("format", json()) != format_name)
      wrong(fmt::format("expected \"format\": \"{}\" in the first comment", format_name));
    const json version = j.value("version", json(0));
    if (!version.is_number_integer() || version < 1 || version > newest_version)
      wrong(fmt::format("version {} of the format; this tutti reads versions 1 to {}", version.dump(),
                        newest_version));
    found_.version = version.get<int>();
    columns_ = columns_of(found_.version);
    found_.about = std::move(j);
  }

  void take_launch(json j) {
    if (!j.contains("launch") || !is_count(j["launch"])) wrong("expected the \"launch\" of a comment");
    for (const factor& f : asked_factors)
      if (j.contains(f.name) && !f.fits(j[f.name]))
        wrong(fmt::format("the \"{}\" of a launch: expected {}", f.name, f.expected));
    found_.launches.push_back(std::move(j));
  }

  void names(const std::string& line) {
    if (found_.about.is_null()) wrong("expected a file of tutti measurements, which begins with \"# {\"");
    if (line != names_of(columns_)) wrong(fmt::format("expected the columns {}", names_of(columns_)));
    names_read_ = true;
    complete_ = at_;
  }

  void row(const std::string& line) {
    const std::vector<std::string_view> cells = split(line, ',');
    if (cells.size() != columns_.size())
      wrong(fmt::format("{} values; expected {}, as there are columns", cells.size(), columns_.size()));
    observation o;
    for (std::size_t k = 0; k < columns_.size(); ++k)
      if (!columns_[k].read(cells[k], o))
        wrong(fmt::format("{} is {}", columns_[k].name, quoted(std::string(cells[k]))));
    check(o);
    if (o.repetition == 0) missing_ += o.repetitions;
    --missing_;
    ++open_;
    found_.all.push_back(std::move(o));
    if (missing_ == 0) open_ = 0, complete_ = at_;
  }

  void check(const observation& o) const {
    if (found_.launches.empty()) wrong("expected the comment of a launch before its times");
    if (found_.launches.back()["launch"] != o.launch)
      wrong(fmt::format("launch {}: expected that of the comment before, {}", o.launch,
                        found_.launches.back()["launch"].dump()));
    if (o.p < 1 || o.nodes < 1 || o.nodes > o.p || o.repetitions < 1)
      wrong(fmt::format("{} processes on {} nodes, {} repetitions: expected at least one of each", o.p,
                        o.nodes, o.repetitions));
    if (const json processes = found_.launches.back().value("processes", json(o.p)); processes != o.p)
      wrong(fmt::format("p is {}: expected that of the launch, {}", o.p, processes.dump()));
    if (const std::string unknown = unknown_word(o); !unknown.empty()) wrong(unknown);
    if (!(o.seconds >= 0) || o.seconds > longest_time)
      wrong(fmt::format("seconds must be between 0 and {:g}", longest_time));
    if (!o.right.empty() && o.right != "yes" && o.right != "no") wrong("right: expected yes, no or nothing");
    // A contest is complete when each of its experiments has all its repetitions.
    if (missing_ == 0 && o.repetition != 0)
      wrong(fmt::format("repetition {}: expected a contest's first, 0", o.repetition));
    if (missing_ > 0 && o.order != found_.all.back().order)
      wrong(fmt::format("expected {} more times of the contest before", missing_));
  }

  std::istream& text_;
  std::string called_;
  measurements found_;
  std::vector<column> columns_;
  int line_ = 0;
  std::streamoff at_ = 0, complete_ = 0;
  bool names_read_ = false;
  std::size_t open_ = 0;   // rows of the contest that is being read
  long long missing_ = 0;  // rows that this contest still lacks
};

// A network that is described for each number of processes (mesh:4x4, mesh:8x8) may differ
// between these numbers.
bool differ(std::string_view factor, const json& x, const json& y) {
  if (factor == "network" && x.value("processes", 0) != y.value("processes", 0)) return false;
  const std::string name(factor);
  return x.value(name, json()) != y.value(name, json());
}

}  // namespace

std::vector<double> series::pooled() const { return measure::pooled(launches); }

shared_launches side_by_side(const series& x, const series& y) {
  shared_launches both{.exact = x.exact && y.exact};
  for (std::size_t i = 0; i < x.numbers.size(); ++i)
    for (std::size_t j = 0; j < y.numbers.size(); ++j)
      if (x.numbers[i] == y.numbers[j]) both.x.push_back(x.launches[i]), both.y.push_back(y.launches[j]);
  return both;
}

bool is_virtual(const json& factors) {
  const auto clock = factors.find("clock");
  return clock != factors.end() && *clock == "virtual";
}

std::map<experiment, series> measurements::by_experiment(int p) const {
  std::set<int> in_virtual_time;
  for (const auto& l : launches)
    if (is_virtual(l)) in_virtual_time.insert(l.value("launch", 0));
  std::map<experiment, series> found;
  for (const observation& o : all) {
    if (o.p != p) continue;
    series& s = found[o.of];
    if (s.numbers.empty() || s.numbers.back() != o.launch)
      s.launches.emplace_back(), s.numbers.push_back(o.launch);
    s.launches.back().push_back(o.seconds);
    s.algorithm = o.algorithm, s.p = o.p, s.nodes = o.nodes;
    if (o.right == "no") s.right = false;
    if (!in_virtual_time.contains(o.launch)) s.exact = false;
  }
  return found;
}

std::vector<int> measurements::processes() const {
  std::vector<int> p;
  for (const observation& o : all) p.push_back(o.p);
  std::ranges::sort(p);
  p.erase(std::unique(p.begin(), p.end()), p.end());
  return p;
}

const nlohmann::ordered_json* measurements::launch_with(int p) const {
  for (const auto& launch : launches)
    if (launch.value("processes", 0) == p) return &launch;
  return nullptr;
}

measurements read_measurements(std::istream& text, const std::string& called) {
  return reader(text, called).read();
}

measurements read_measurements(const std::string& file) {
  std::ifstream text(file, std::ios::binary);
  if (!text) throw format_error(file + ": cannot be read");
  return read_measurements(text, file);
}

measurements read_measurements(const std::vector<std::string>& files) {
  measurements together;
  for (const std::string& file : files) {
    measurements one = read_measurements(file);
    if (together.about.is_null()) together.about = one.about, together.version = one.version;
    for (const json& l : one.launches)
      for (const char* factor : {"mpi", "network"})
        if (!together.launches.empty() && differ(factor, l, together.launches.front()))
          throw format_error(file + ": measured with another " +
                             (factor == std::string_view("mpi") ? "MPI library" : factor) + " than " +
                             files[0]);
    int beyond = 0;
    for (const json& l : together.launches) beyond = std::max(beyond, l["launch"].get<int>() + 1);
    for (json& l : one.launches) {
      l["launch"] = l["launch"].get<int>() + beyond;
      together.launches.push_back(std::move(l));
    }
    for (observation& o : one.all) {
      o.launch += beyond;
      together.all.push_back(std::move(o));
    }
  }
  return together;
}

std::string file_head(int version) {
  const std::vector<column> columns = columns_of(version);
  json meanings;
  for (const column& c : columns) meanings[c.name] = c.meaning;
  return as_comment(json{{"format", format_name}, {"version", version}, {"columns", meanings}}) +
         names_of(columns) + "\n";
}

std::string as_text(const observation& row, int version) {
  std::string line;
  for (const column& c : columns_of(version)) line += (line.empty() ? "" : ",") + c.write(row);
  return line + "\n";
}

writer::writer(std::string file, bool communicators) : file_(std::move(file)) {
  std::error_code none;
  if (std::filesystem::is_regular_file(file_, none) && std::filesystem::file_size(file_, none) > 0) {
    std::ifstream text(file_, std::ios::binary);
    if (!text) throw format_error(file_ + " cannot be read: " + std::strerror(errno));
    reader r(text, file_);
    before_ = r.read();
    if (const auto size = static_cast<std::uintmax_t>(r.complete()); size < std::filesystem::file_size(file_))
      std::filesystem::resize_file(file_, size);
    if (r.complete() > 0 && !before_.about.is_null()) {
      if (communicators && before_.version < 2)
        throw format_error(file_ +
                           ": version 1 of the format, which has no communicators: choose another file");
      return;
    }
  }
  before_.version = communicators ? 2 : 1;
  append(file_head(before_.version));
}

int writer::begin_launch(const json& factors) {
  int number = 0;
  for (const json& l : before_.launches) number = std::max(number, l["launch"].get<int>() + 1);
  json launch{{"launch", number}};
  if (!factors.is_null()) launch.update(factors);
  before_.launches.push_back(launch);
  append(as_comment(launch));
  return number;
}

void writer::write(const std::vector<observation>& rows) {
  std::string text;
  for (const observation& o : rows) text += as_text(o, before_.version);
  append(text);
}

void writer::append(const std::string& text) {
  errno = 0;
  if (!to_.is_open()) to_.open(file_, std::ios::binary | std::ios::app);
  to_ << text << std::flush;
  if (!to_) throw format_error(file_ + " cannot be written: " + std::strerror(errno));
}

}  // namespace tutti::measure
