#include "measure/virtual_testbed.hpp"

#include <algorithm>
#include <deque>
#include <numeric>
#include <optional>

#include "measure/mockups.hpp"
#include "measure/patterns.hpp"
#include "measure/version.hpp"
#include "measure/workload.hpp"
#include "select/call_name.hpp"
#include "select/choice.hpp"
#include "tutti/engine/simulate.hpp"

namespace tutti::measure {
namespace {

constexpr std::size_t with_data_up_to = 64'000'000;  // bytes of all processes

node_map nodes_of(const network& on, int p) {
  std::vector<int> names = nodes_on(on, p);
  if (names.empty()) {
    names.resize(static_cast<std::size_t>(p));
    std::iota(names.begin(), names.end(), 0);
  }
  return node_map(names);
}

// A table of blocks in the unit of the algorithm: elements, or bytes.
class block_table {
 public:
  block_table(const int* counts, std::size_t each, int p, std::size_t factor) {
    if (!counts) {
      count_ = each * factor;
      return;
    }
    offsets_.push_back(0);
    for (int i = 0; i < p; ++i)
      offsets_.push_back(offsets_.back() + static_cast<std::size_t>(counts[i]) * factor);
  }
  template <class Blocks>
  [[nodiscard]] Blocks on(std::byte* base, const datatype& type, int p) const {
    return offsets_.empty() ? Blocks::regular(base, count_, type, p)
                            : Blocks::consecutive(base, offsets_.data(), type, p);
  }

 private:
  std::size_t count_ = 0;
  std::vector<std::size_t> offsets_;
};

// tutti's own choice, or a forced algorithm, in virtual time.
class virtual_library final : public library {
 public:
  // `graph`: for neighbourhood collectives. `longest`: the result of agreements if no data move; negative if
  // they do.
  virtual_library(process& self, choices& decide, const node_map* nodes, const neighbourhood* graph,
                  operator_class k, int longest)
      : library(self), decide_(decide), nodes_(nodes), graph_(graph), class_(k), longest_(longest) {}
  step perform(collective c, const arguments& a) override { return step(serve(c, a)); }
  [[nodiscard]] const integers& ints() const override {
    const auto op = [](element kind) { return operation{.handle = static_cast<std::uintptr_t>(kind)}; };
    static const integers known{.type = {.size = 4, .extent = 4, .true_lb = 0, .true_extent = 4},
                                .most = op(element::most4),
                                .bits = op(element::bits4)};
    return known;
  }
  step agree(int mine, int& result) override { return step(agreement(mine, result)); }

 private:
  task agreement(int mine, int& result) {
    arguments one;
    one.send = reinterpret_cast<std::byte*>(&mine), one.recv = reinterpret_cast<std::byte*>(&result);
    one.type = &ints().type, one.op = &ints().most, one.count = 1;
    co_await serve(collective::allreduce, one);
    if (longest_ >= 0) result = longest_;
  }

  task serve(collective c, arguments a) {
    const int p = size();
    const std::size_t bytes = counted_bytes(c, a, p);
    const bool own = a.op == &ints().most || a.op == &ints().bits;
    const operator_class asked = own ? operator_class::exact : class_;
    const decision d = decide_.choose({c, asked, lengths_of(c, a, p)}, bytes);
    if (!d.use)
      throw not_possible(
          "the environment passes this call to the MPI library, which virtual time does not have");
    const bool on_graph = is_neighbourhood(c), cuts = d.use->needs.bytes;
    const datatype& type = cuts ? byte_type : *a.type;
    const std::size_t factor = cuts ? a.type->size : 1;
    const block_table sent(on_graph                          ? nullptr
                           : a.send_counts                   ? a.send_counts
                           : c == collective::reduce_scatter ? a.recv_counts
                                                             : nullptr,
                           a.count, p, factor),
        received(a.recv_counts, a.count, p, factor);
    const buffer in(a.send, a.count * factor, type), out(a.recv, a.count * factor, type);
    call made;
    made.root = a.root;
    made.nodes = nodes_;
    made.logp = decide_.logp();
    if (on_graph) made.neighbours = graph_;
    const int out_blocks = on_graph ? graph_->blocks_out() : p,
              in_blocks = on_graph ? graph_->blocks_in() : p;
    if (d.use->needs.straight) made.straight_beyond = decide_.straight_beyond(c), made.busy = decide_.busy();
    if (a.op) made.op = *a.op;
    fill(
        made, c, rank() == a.root, [&] { return in; }, [&] { return out; },
        [&] {
          return on_graph && a.send_counts
                     ? const_blocks::irregular(a.send, a.send_counts, a.send_displacements, type, out_blocks)
                     : sent.on<const_blocks>(a.send, type, out_blocks);
        },
        [&] { return received.on<blocks>(a.recv, type, in_blocks); });
    if (d.use->stages) made.pieces = decide_.pieces(d, bytes, std::max<std::size_t>(1, bytes / type.size));
    co_await d.use->run(self(), made);
  }

  choices& decide_;
  const node_map* nodes_;
  const neighbourhood* graph_;
  operator_class class_;
  int longest_;
};

// The data of one process of an experiment.
struct resident {
  workload data;
  std::vector<std::byte> send, recv;
  arguments given;

  resident(const experiment& e, const node_map& nodes, int rank, bool real)
      : data(e, nodes, rank, type_of(e), operation_of(e)) {
    if (real) {
      send.resize(data.send_memory() + 1), recv.resize(data.recv_memory() + 1);  // never null
      data.fill(send.data(), recv.data());
      given = data.on(send.data(), recv.data());
    } else {
      given = data.on(unused_memory::at(unused_memory::in), unused_memory::at(unused_memory::out));
    }
  }
  static operation operation_of(const experiment& e) {
    return {.commutative = e.op != "ordered",
            .exact = e.op == "exact",
            .handle = static_cast<std::uintptr_t>(element_of(e))};
  }
};

// True if neighbours exchange their data by one call.
bool is_called(const pattern* among, const experiment& e) {
  return among && among->call && e.made != "messages";
}

task perform(library& use, const experiment& e, const mockup* made, const workload& data,
             const arguments& a) {
  if (const pattern* p = pattern_named(e.operation); is_called(p, e)) {
    arguments given = a;
    // A call with a block for each neighbour gets the same block for all, unless each has its own.
    const std::vector<int> counts(data.partners().to.size(), static_cast<int>(a.count)), none(counts.size());
    if (!p->each_its_own) given.send_counts = counts.data(), given.send_displacements = none.data();
    co_await use.perform(collective_named(e.made).value_or(*p->call), given);
  } else if (p) {
    co_await messages_of(e).run(use.self(), data.partners(), a);
  } else if (made) {
    co_await made->run(use, a);
  } else {
    // fitted() has checked the word. NOLINTNEXTLINE(bugprone-unchecked-optional-access)
    co_await use.perform(*collective_of(e), a);
  }
}

task one_process(process& self, choices& decide, const node_map* nodes, const agreed_graph* graph,
                 const experiment& e, const mockup* made, const resident& mine, int longest) {
  virtual_library use(self, decide, nodes, graph ? &graph->of(self.rank()) : nullptr, class_of(e), longest);
  co_await perform(use, e, made, mine.data, mine.given);
}

// The settings for the measured call.
settings settings_for(const settings& user, const experiment& e, std::optional<collective> c) {
  const auto called = measured_call(measured_call(e.made) ? e.made : e.operation);
  settings s = called && called->as != form::blocking ? user.for_posted() : user;
  if (const algorithm* forced = c ? find(*c, e.by) : nullptr)
    s.requested[static_cast<std::size_t>(*c)] = {.use = forced};
  return s;
}

// The times of a run in which processes arrived at `skews`.
observation times_of(const world& w, int p, const arrival& skews) {
  observation o;
  const auto begin = [&](int r) { return skews.empty() ? 0.0 : skews[static_cast<std::size_t>(r)]; };
  double first = begin(0), last = begin(0);
  o.fastest = w.of(0).clock - begin(0);
  for (int r = 0; r < p; ++r) {
    const double own = w.of(r).clock - begin(r);
    o.seconds = std::max(o.seconds, own), o.fastest = std::min(o.fastest, own);
    first = std::min(first, begin(r)), last = std::max(last, begin(r));
  }
  o.span = w.time() - first, o.skew = last - first;
  return o;
}

}  // namespace

virtual_testbed::virtual_testbed(int p, machine_description on, settings user,
                                 nlohmann::ordered_json described)
    : on_(std::move(on)), nodes_(nodes_of(on_.on, p)), user_(std::move(user)) {
  user_.run_on(on_.on);
  factors_ = {{"mpi", {{"name", "virtual time"}, {"version", ""}}},
              {"processes", p},
              {"nodes", nodes_.nodes()},
              {"network", std::move(described)},
              {"clock", "virtual"},
              {"tutti", {{"version", version()}, {"commit", commit()}}}};
}

experiment virtual_testbed::fitted(experiment e) const {
  if (const pattern* p = pattern_named(e.operation); p && p->of_calls != calls::messages)
    throw not_possible(e.operation + " is not available in virtual time, which has messages only");
  if (e.communicator != "world")
    throw not_possible(e.communicator + ": virtual time has the world communicator only; try --place cyclic");
  e = testbed::fitted(std::move(e));
  if (by_library(e))
    throw not_possible("native is not available in virtual time: choose tutti or an algorithm");
  if (e.layout != "contiguous" || e.made == "packed")
    throw not_possible("layouts cost nothing in virtual time");
  if (e.made == "in_place") throw not_possible("calls in place are not available in virtual time");
  if (e.made == "alltoallv" && pattern_named(e.operation))
    throw not_possible("alltoallv among neighbours is not available in virtual time");
  if (is_posted(e) && (e.made == "computing" || e.made.starts_with("overlapped")))
    throw not_possible("nothing is computed in virtual time");
  return e;
}

std::vector<observation> virtual_testbed::measure(const contest& c, const policy& how) {
  std::vector<observation> rows;
  for (const experiment& e : c) rows.push_back(run(e, how.check));
  return rows;
}

// The processes agree once on each graph, as with a communicator.
const agreed_graph& virtual_testbed::graph_of(const experiment& e) {
  const auto known = graphs_.find(e.problem);
  if (known != graphs_.end()) return known->second;
  process_graph edges{.name = e.problem};
  for (int r = 0; r < nodes_.processes(); ++r) {
    pattern::partners with = pattern_named(e.operation)->of(e, r, nodes_);
    edges.destinations.push_back(std::move(with.to)), edges.sources.push_back(std::move(with.from));
  }
  return graphs_.try_emplace(e.problem, std::move(edges), nodes_on(on_.on, nodes_.processes()), on_.on)
      .first->second;
}

observation virtual_testbed::run(const experiment& e, bool check) {
  const int p = nodes_.processes();
  const bool on_graph = is_called(pattern_named(e.operation), e);
  const agreed_graph* graph = on_graph ? &graph_of(e) : nullptr;
  const auto c = on_graph ? collective_named(e.made == "call" ? e.operation : e.made) : collective_of(e);
  const settings user = settings_for(user_, e, c);
  surroundings around = surroundings_of(nodes_);
  if (graph) around.graph = graph->facts();
  choices decide(user, around);
  const workload sample(e, nodes_, std::max(0, e.root), type_of(e), resident::operation_of(e));
  const bool real = check && sample.data() * static_cast<std::size_t>(p) <= with_data_up_to;
  const bool told = nodes_.nodes() > 1 && nodes_.per_node() > 1;
  const mockup* made = c && !is_posted(e) ? mockup_named(*c, e.made) : nullptr;

  std::deque<resident> all;
  for (int r = 0; r < p; ++r) all.emplace_back(e, nodes_, r, real);
  const int longest = real ? -1 : sample.longest();
  world w(p, on_.on);
  if (!on_.skews.empty()) w.begin_at(on_.skews);
  if (real)
    w.combine_with([](const operation& op, const_buffer left, buffer right) {
      combine(static_cast<element>(op.handle), left.data, right.data, right.count);
    });
  else
    w.without_data();
  w.run([&](process& self) {
    return one_process(self, decide, told ? &nodes_ : nullptr, graph, e, made,
                       all[static_cast<std::size_t>(self.rank())], longest);
  });

  observation o = times_of(w, p, on_.skews);
  o.of = e, o.p = p, o.nodes = nodes_.nodes();
  if (c && !made) {
    const int root = std::max(0, e.root);
    const arguments& a = all[static_cast<std::size_t>(root)].given;
    const decision d = decide.choose({*c, class_of(e), lengths_of(*c, a, p)}, counted_bytes(*c, a, p));
    o.algorithm = d.use->name;
  }
  if (real)
    o.right = std::ranges::all_of(all, [](const resident& r) { return r.data.right(r.recv.data()); }) ? "yes"
                                                                                                      : "no";
  return o;
}

}  // namespace tutti::measure
