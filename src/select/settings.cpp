#include "select/settings.hpp"

#include <algorithm>
#include <bit>
#include <cctype>
#include <charconv>
#include <stdexcept>
#include <utility>

#include "machine/two_levels.hpp"
#include "select/call_name.hpp"
#include "select/fingerprint.hpp"
#include "select/plugin.hpp"
#include "text/nearest.hpp"
#include "text/quantity.hpp"
#include "tutti/model/optimal_tree.hpp"

namespace tutti {
namespace {

constexpr std::array<variable, 22> known{{
    {"TUTTI", "off: every call goes to the MPI library; on (default)"},
    {"TUTTI_REPORT", "1: a table on stderr at the end; a file name: there, as JSON if it ends in .json"},
    {"TUTTI_RECORD", "the job's name in the records that tutti who reads (docs/checking.md); 0: no record"},
    {"TUTTI_TRACE",
     "a file for all calls of all processes, which Perfetto shows and tutti waiting reads; needs "
     "TUTTI_RECORD"},
    {"TUTTI_CHECK",
     "1: compare each collective call of all processes before it runs; warn: report mismatches only "
     "(docs/checking.md)"},
    {"TUTTI_DEBUG", "1: report the setup and the choices on stderr"},
    {"TUTTI_EXPLAIN", "1: report on stderr which algorithm serves each distinct call, and why"},
    {"TUTTI_PROFILE", "a profile measured on this machine, written by tutti tune (docs/profiles.md)"},
    {"TUTTI_PLAN", "a plan for this machine, written by tutti plan (docs/choosing.md)"},
    {"TUTTI_PLUGIN", "one shared object with algorithms of your own (docs/own-algorithm.md)"},
    {"TUTTI_PIECES", "number of blocks M of pipelined algorithms (default: from the model)"},
    {"TUTTI_SEGMENT", "segment size in bytes of longer messages (default: from the model)"},
    {"TUTTI_SIMULATE",
     "limit on simulated messages for choosing an algorithm for one kind and size of call; 0: choose by "
     "price (default: 131072)"},
    {"TUTTI_NODE", "messages within a node: memory (shared memory, the default) or mpi"},
    {"TUTTI_NODE_SIZE",
     "number of consecutive ranks of MPI_COMM_WORLD treated as one node (default: ask MPI)"},
    {"TUTTI_DOMAIN_SIZE",
     "number of consecutive ranks of a job on one node treated as a NUMA domain; 0: no domains (default: ask "
     "the system; docs/running.md)"},
    {"TUTTI_GPU",
     "off: no buffer is in GPU memory; on: look for such buffers even if no GPU is seen (default: auto)"},
    {"TUTTI_PROGRESS",
     "thread: a progress thread advances outstanding operations while the program computes (requests "
     "MPI_THREAD_MULTIPLE); calls (default): progress inside MPI calls"},
    {"TUTTI_MACHINE",
     "a machine description (docs/machines.md) to choose algorithms for; usual: typical values; default: "
     "clocked within a few milliseconds when MPI starts"},
    {"TUTTI_ALPHA", "start-up time of a message, with a unit: 2us"},
    {"TUTTI_BETA", "transfer time per byte: 0.4ns"},
    {"TUTTI_GAMMA", "reduction time per byte: 0.2ns"},
}};

std::string upper(std::string_view s) {
  std::string u(s);
  std::transform(u.begin(), u.end(), u.begin(),
                 [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
  return u;
}

std::string hint(std::string_view word, std::span<const std::string_view> words) {
  const std::string near = nearest(word, words);
  return near.empty() ? "" : "; did you mean " + near + "?";
}

bool truth(std::string_view value, bool& into) {
  for (std::string_view yes : {"1", "on", "yes", "true"})
    if (value == yes) return into = true;
  for (std::string_view no : {"0", "off", "no", "false", ""})
    if (value == no) return !(into = false);
  return false;
}

class reader {
 public:
  settings read(const char* const* environment) {
    // First, since other variables may name its algorithms.
    for (const char* const* e = environment; *e; ++e)
      if (const std::string_view entry(*e); entry.starts_with("TUTTI_PLUGIN="))
        if (const std::string wrong = load_plugin(std::string(entry.substr(entry.find('=') + 1)));
            !wrong.empty())
          s_.warnings.push_back("TUTTI_PLUGIN: " + wrong);
    for (; *environment; ++environment) {
      const std::string_view entry(*environment);
      const std::size_t equals = entry.find('=');
      if (entry.starts_with("TUTTI") && equals != std::string_view::npos)
        one(entry.substr(0, equals), entry.substr(equals + 1));
    }
    s_.run_on(usual_machine());
    return std::move(s_);
  }

 private:
  void one(std::string_view name, std::string_view value) {
    if (name != "TUTTI" && !name.starts_with("TUTTI_")) return;  // somebody else's
    if (name == "TUTTI") {
      bool on = true;
      if (!truth(value, on)) warn(name, value, "on or off");
      s_.off = !on;
    } else if (name == "TUTTI_REPORT") {
      bool on = true;
      s_.report = truth(value, on) ? (on ? "1" : "") : value;
    } else if (name == "TUTTI_RECORD") {
      bool on = true;
      s_.record = truth(value, on) && !on ? "" : value;
      if (s_.record.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_") !=
              std::string::npos ||
          s_.record.size() > 40) {
        warn(name, value, "letters, digits, - and _, 40 at most");
        s_.record = "";
      }
    } else if (name == "TUTTI_TRACE") {
      s_.trace = value;
    } else if (name == "TUTTI_CHECK") {
      bool on = true;
      if (truth(value, on))
        s_.check = on ? checking::ends : checking::off;
      else if (value == "warn")
        s_.check = checking::warns;
      else
        warn(name, value, "1, warn or 0");
    } else if (name == "TUTTI_DEBUG") {
      if (!truth(value, s_.debug)) warn(name, value, "1 or 0");
    } else if (name == "TUTTI_PIECES") {
      number(name, value, s_.pieces);
    } else if (name == "TUTTI_SIMULATE") {
      count(name, value, s_.simulated_messages);
    } else if (name == "TUTTI_SEGMENT") {
      size(name, value, s_.segment);
    } else if (name == "TUTTI_NODE_SIZE") {
      number(name, value, s_.node_size);
    } else if (name == "TUTTI_DOMAIN_SIZE") {
      int n = 0;
      if (value != "0") number(name, value, n);
      if (value == "0" || n > 0) s_.domain_size = n;
    } else if (name == "TUTTI_NODE") {
      s_.shares_memory = value != "mpi";
      if (s_.shares_memory && value != "memory" && !value.empty()) warn(name, value, "memory or mpi");
    } else if (name == "TUTTI_GPU") {
      bool on = true;
      if (truth(value, on))
        s_.devices = on ? device_memory::watched : device_memory::unused;
      else if (value != "auto")
        warn(name, value, "on, off or auto");
    } else if (name == "TUTTI_PROGRESS") {
      s_.progress_thread = value == "thread";
      if (!s_.progress_thread && value != "calls" && !value.empty()) warn(name, value, "thread or calls");
    } else if (name == "TUTTI_EXPLAIN") {
      if (!truth(value, s_.explain)) warn(name, value, "1 or 0");
    } else if (name == "TUTTI_PROFILE") {
      s_.profile_file = value;
    } else if (name == "TUTTI_PLAN") {
      s_.plan_file = value;
    } else if (name == "TUTTI_MACHINE") {
      s_.name_machine(value);
    } else if (name == "TUTTI_ALPHA") {
      time(name, value, s_.alpha);
    } else if (name == "TUTTI_BETA") {
      time(name, value, s_.beta);
    } else if (name == "TUTTI_GAMMA") {
      time(name, value, s_.gamma);
    } else if (name != "TUTTI_LIBRARY" &&
               name != "TUTTI_PLUGIN") {  // which `tutti run` reads, and read() has read
      collective_wish(name, value);
    }
  }

  void number(std::string_view name, std::string_view value, int& into) {
    constexpr int most = 1 << 30;
    int n = 0;
    const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), n);
    if (error != std::errc{} || end != value.data() + value.size() || n < 1 || n > most)
      warn(name, value, "a number from 1 to 2^30");
    else
      into = n;
  }

  void count(std::string_view name, std::string_view value, std::size_t& into) {
    std::size_t n = 0;
    const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), n);
    if (error != std::errc{} || end != value.data() + value.size())
      warn(name, value, "a number of messages, or 0");
    else
      into = n;
  }

  void size(std::string_view name, std::string_view value, std::size_t& into) {
    try {
      const std::size_t bytes = parse_size(value, name);
      if (bytes > 0) return void(into = bytes);
    } catch (const std::invalid_argument&) {
    }
    warn(name, value, "bytes, such as 48KiB");
  }

  void time(std::string_view name, std::string_view value, std::optional<double>& into) {
    try {
      into = parse_time(value, name);
    } catch (const std::invalid_argument&) {
      warn(name, value, "a time with a unit, such as 2us or 0.4ns");
    }
  }

  void collective_wish(std::string_view name, std::string_view value) {
    std::string lower(name.substr(6));
    std::transform(lower.begin(), lower.end(), lower.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    const auto named = call_named(lower);
    const auto c = named && named->as != form::persistent ? std::optional(named->of) : std::nullopt;
    if (!c) {
      std::vector<std::string> names;
      for (const variable& v : known) names.emplace_back(v.name);
      for (int k = 0; k < collectives; ++k)
        names.push_back("TUTTI_" + upper(name_of(static_cast<collective>(k))));
      const std::vector<std::string_view> views(names.begin(), names.end());
      s_.warnings.push_back("unknown variable " + std::string(name) + hint(name, views));
      return;
    }
    const auto k = static_cast<std::size_t>(*c);
    wish& w = named->as == form::nonblocking ? s_.posted_wishes[k].emplace() : s_.wishes[k];
    if (value.empty() || value == "auto") return;
    if (value == "native") {
      w.native = true;
      return;
    }
    w.use = find(*c, value);
    if (w.use) return;
    if (offline_algorithm(*c, value)) {
      s_.warnings.push_back(std::string(name) + "=" + std::string(value) + " is " +
                            std::string(offline_reason));
      return;
    }
    std::vector<std::string_view> names{"native", "auto"};
    for (const algorithm* a : catalogue(*c)) names.push_back(a->name);
    std::string near = hint(value, names);
    if (near.empty()) {
      near = "; known are";
      for (std::string_view n : names) near += " " + std::string(n);
    }
    s_.warnings.push_back(std::string(name) + "=" + std::string(value) + ": no such algorithm" + near);
  }

  void warn(std::string_view name, std::string_view value, std::string_view expected) {
    s_.warnings.push_back(std::string(name) + "=" + std::string(value) + " is not understood: expected " +
                          std::string(expected));
  }

  settings s_;
};

}  // namespace

void cost_settings::run_on(network machine) {
  platform = with_costs(std::move(machine), alpha, beta);
  if (gamma) platform.gamma = *gamma;
  costs = calibration_of(platform);
}

std::uint32_t settings::fingerprint() const {
  fingerprint_of hash;
  for (int k = 0; k < collectives; ++k)
    for (const wish& w : {of(static_cast<collective>(k)), of_posted(static_cast<collective>(k))})
      hash.add(w.native ? "native" : w.use ? w.use->name : "auto");
  hash.add(std::to_string(pieces) + " " + std::to_string(segment) + " " + std::to_string(node_size) + " " +
           std::to_string(domain_size.value_or(-1)) + " " + std::to_string(simulated_messages));
  for (std::size_t bytes = 1; bytes < std::size_t{1} << 48U; bytes *= 2) {
    const machine_levels& c = costs.at(static_cast<double>(bytes));
    for (const machine* m : {&c.within, &c.between})
      for (const double x : {m->alpha, m->beta, m->gamma})
        hash.add(std::to_string(std::bit_cast<std::uint64_t>(x)));
  }
  for (const double x : {link_lanes(platform), memory_lanes(platform), overhead_of(platform), platform.eager,
                         platform.copying, leaves_of(platform).uplinks})
    hash.add(std::to_string(std::bit_cast<std::uint64_t>(x)));
  hash.add((platform.links ? platform.links->name() : "") + " " + std::to_string(platform.ports) + " " +
           std::to_string(static_cast<int>(platform.sharing)) + " " + std::to_string(platform.in_order));
  for (const double x : skews) hash.add(std::to_string(std::bit_cast<std::uint64_t>(x)));
  hash.add(measured ? write_profile(*measured) : "");
  hash.add(planned ? write_profile(*planned) : "");
  return hash.value();
}

settings read_settings(const char* const* environment) { return reader().read(environment); }
std::span<const variable> variables() noexcept { return known; }

settings settings::for_posted() const {
  settings s = *this;
  for (int k = 0; k < collectives; ++k)
    s.wishes[static_cast<std::size_t>(k)] = of_posted(static_cast<collective>(k));
  return s;
}

}  // namespace tutti
