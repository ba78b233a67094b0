// Writes the part of docs/algorithms.md on formulas of the sources.

#include <fmt/format.h>

#include <algorithm>
#include <functional>

#include "algorithms/shift/shift.hpp"
#include "cli/choose/algorithms_page.hpp"
#include "cli/values/names.hpp"
#include "text/quantity.hpp"
#include "text/table.hpp"
#include "tutti/engine/predict.hpp"
#include "tutti/engine/simulate.hpp"
#include "tutti/model/closed_forms.hpp"

namespace tutti::cli {
namespace {

constexpr machine on{.gamma = 0};
constexpr double block = 1000;  // bytes of one process

double run(std::string_view name, const shape& s, const topology_ptr& links = nullptr) {
  network n{on};
  n.links = links;
  return predict(find_algorithm(name), s, n).seconds;
}
shape blocks_of(int p) { return {.p = p, .bytes = p * block}; }

// One row: a formula and the run that it is compared with.
struct line {
  std::string what, formula, by;
  int p;
  double expected, simulated;
};

// The run of an algorithm, which is the first word of `by`.
line run_of(std::string what, std::string formula, std::string by, double expected, const shape& s,
            const topology_ptr& links = nullptr) {
  const double simulated = run(std::string_view(by).substr(0, by.find(',')), s, links);
  return {std::move(what), std::move(formula), std::move(by), s.p, expected, simulated};
}

std::string as_table(const std::vector<line>& lines) {
  table t({"operation", "formula", "run", ">p", ">formula says", ">run takes", ">run / formula"});
  for (const line& l : lines)
    t.row({l.what, l.formula.empty() || l.formula == "same" ? l.formula : "`" + l.formula + "`", l.by,
           std::to_string(l.p), in_seconds(l.expected), in_seconds(l.simulated),
           ratio(l.simulated, l.expected)});
  return t.markdown();
}

double time_of(int p, const topology_ptr& links, const std::function<task(process&)>& program) {
  network n{on};
  n.links = links;
  world w(p, n);
  w.without_data();
  w.run(program);
  return w.time();
}
// Circular shifts are not collectives of MPI. Their time is that of the slowest distance q.
double slowest(int p, const topology_ptr& links, const std::function<task(process&, int)>& shift) {
  double most = 0;
  for (int q = 1; q < p; ++q) {
    most = std::max(most, time_of(p, links, [&](process& self) { return shift(self, q); }));
  }
  return most;
}

std::vector<line> of_the_textbook() {
  constexpr int p = 64, side = 8, dimension = 6;
  constexpr auto n = static_cast<std::size_t>(block);
  static const buffer data(nullptr, n, byte_type);
  const topology_ptr ring = ring_of(p), cube = hypercube(dimension), tree = switch_tree(p),
                     grid = torus({side, side});
  const shape vector{.p = p, .bytes = block}, blocks = blocks_of(p);
  const double broadcast = textbook::broadcast(p, block, on), scatter = textbook::scatter(p, block, on),
               exchange_on_mesh = textbook::total_exchange_mesh(p, block, on);
  return {
      run_of("(1) one-to-all broadcast", "(ts + tw m) log p", "bcast.binomial, ring", broadcast, vector,
             ring),
      run_of("", "", "bcast.binomial, mesh", broadcast, vector, mesh({side, side})),
      run_of("", "", "bcast.binomial, hypercube", broadcast, vector, cube),
      run_of("", "", "bcast.binomial, tree of switches", broadcast, vector, tree),
      run_of("(1) all-to-one reduction", "(ts + tw m) log p", "reduce.binomial, hypercube", broadcast, vector,
             cube),
      run_of("", "", "reduce.binomial, mesh", broadcast, vector, mesh({side, side})),
      run_of("all-to-all broadcast, ring", "(ts + tw m) (p - 1)", "allgather.ring, ring",
             textbook::all_to_all_broadcast_ring(p, block, on), blocks, ring),
      run_of("all-to-all broadcast, mesh", "2 ts (sqrt p - 1) + tw m (p - 1)",
             "allgather.mesh, mesh with wrap-around", textbook::all_to_all_broadcast_mesh(p, block, on),
             blocks, grid),
      run_of("(2) all-to-all broadcast, hypercube", "ts log p + tw m (p - 1)",
             "allgather.recursive_doubling, hypercube",
             textbook::all_to_all_broadcast_hypercube(p, block, on), blocks, cube),
      run_of("all-to-all reduction, ring", "(ts + tw m) (p - 1)", "reduce_scatter.ring, ring",
             textbook::all_to_all_broadcast_ring(p, block, on), blocks, ring),
      run_of("all-to-all reduction, mesh", "2 ts (sqrt p - 1) + tw m (p - 1)",
             "reduce_scatter_block.mesh, mesh with wrap-around",
             textbook::all_to_all_broadcast_mesh(p, block, on), blocks, grid),
      run_of("(2) all-to-all reduction, hypercube", "ts log p + tw m (p - 1)",
             "reduce_scatter.butterfly, hypercube", textbook::all_to_all_broadcast_hypercube(p, block, on),
             blocks, cube),
      run_of("(3) scatter", "ts log p + tw m (p - 1)", "scatter.binomial, hypercube", scatter, blocks, cube),
      run_of("(3) gather", "ts log p + tw m (p - 1)", "gather.binomial, linear array", scatter, blocks,
             linear_array(p)),
      run_of("(4) total exchange, ring", "(ts + tw m p / 2) (p - 1)", "alltoall.ring, ring",
             textbook::total_exchange_ring(p, block, on), blocks, ring),
      run_of("(5) total exchange, mesh", "(2 ts + tw m p) (sqrt p - 1)",
             "alltoall.mesh_rings, mesh with wrap-around", exchange_on_mesh, blocks, grid),
      run_of("", "", "alltoall.mesh, mesh with wrap-around", exchange_on_mesh, blocks, grid),
      run_of("", "", "alltoall.mesh, mesh", exchange_on_mesh, blocks, mesh({side, side})),
      run_of("(6) total exchange, hypercube", "(ts + tw m p / 2) log p", "alltoall.hypercube, hypercube",
             textbook::total_exchange_hypercube(p, block, on), blocks, cube),
      run_of("(7) total exchange, pair by pair", "(ts + tw m) (p - 1)", "alltoall.xor, hypercube",
             textbook::total_exchange_pairwise(p, block, on), blocks, cube),
      {"circular shift, mesh", "(ts + tw m) (sqrt p + 1)", "slowest shift_on_torus, mesh with wrap-around", p,
       textbook::shift_mesh(p, block, on),
       slowest(p, grid,
               [](process& self, int q) { return shift_on_torus(self, data, data, q, side, side); })},
      {"(8) circular shift, hypercube", "(ts + tw m) (2 log p - 1)", "slowest shift_on_hypercube, hypercube",
       p, textbook::shift_hypercube(p, block, on),
       slowest(p, cube, [](process& self, int q) { return shift_on_hypercube(self, data, data, q); })},
      {"(9) circular shift, E-cube routes", "ts + tw m", "slowest shift_direct, hypercube", p,
       textbook::shift_routed(block, on),
       slowest(p, cube, [](process& self, int q) { return shift_direct(self, data, data, q); })},
      run_of("(10) broadcast in two steps", "2 (ts log p + tw (p - 1) m / p)",
             "bcast.scatter_allgather, hypercube", textbook::broadcast_split(p, p * block, on), blocks, cube),
  };
}

// A pipelined algorithm with its best number of blocks, compared with the lemma's best time.
line pipelined(const char* what, const char* formula, const char* name, int p,
               const topology_ptr& links = nullptr) {
  constexpr double bytes = 1e6;
  const algorithm& a = find_algorithm(name);
  const pipeline stages = a.stages(p);
  const int pieces = best_pieces(stages, bytes, on, bytes);
  return {what,
          formula,
          fmt::format("{}, M = {}{}", name, pieces, links ? ", " + links->name() : ""),
          p,
          lecture::pipelining_lemma(stages, bytes, on),
          run(name, {p, bytes, pieces}, links)};
}

std::vector<line> of_the_lecture() {
  std::vector<line> lines;
  for (const int p : {64, 100}) {
    const shape s = blocks_of(p);
    const double array = lecture::gather_linear_array(p, s.bytes, on);
    lines.push_back(run_of("gather, linear array", "(p-1) a + (p-1)/p b m",
                           "gather.linear_array, linear array", array, s, linear_array(p)));
    lines.push_back(run_of("scatter, linear array", "same", "scatter.linear_array, linear array", array, s,
                           linear_array(p)));
    lines.push_back(run_of("allgather, ring", "same", "allgather.ring, ring", array, s, ring_of(p)));
    lines.push_back(
        run_of("reduce-scatter, ring", "same", "reduce_scatter.ring, ring", array, s, ring_of(p)));
    lines.push_back(
        pipelined("broadcast, linear array", "(p-2) a + o(pm) + b m", "bcast.chain", p, linear_array(p)));
    lines.push_back(pipelined("reduce, linear array", "same", "reduce.chain", p, linear_array(p)));
    lines.push_back(pipelined("scan, linear array", "same", "scan.chain", p, linear_array(p)));
    lines.push_back(pipelined("exscan, linear array", "same", "exscan.chain", p, linear_array(p)));
    const double tree = lecture::gather_binomial(p, s.bytes, on);
    lines.push_back(run_of("gather, tree", "ceil(log p) a + (p-1)/p b m", "gather.binomial", tree, s));
    lines.push_back(run_of("scatter, tree", "same", "scatter.binomial", tree, s));
    lines.push_back(run_of("scatter, tree", "same", "scatter.divide_and_conquer", tree, s));
    lines.push_back(run_of("allgather, circulant", "same", "allgather.bruck", tree, s));
    lines.push_back(run_of("reduce-scatter, circulant", "same", "reduce_scatter.circulant", tree, s));
    lines.push_back(
        pipelined("broadcast, binary tree", "2 ceil(log p) a + o(pm) + 2 b m", "bcast.binary_tree", p));
    lines.push_back(
        pipelined("broadcast, two trees", "2 ceil(log p) a + 2 o(pm) + b m", "bcast.two_tree", p));
    lines.push_back(pipelined("broadcast, pipelined", "ceil(log p) a + o(pm) + b m", "bcast.jia", p));
    lines.push_back(pipelined("", "same", "bcast.circulant", p));
    const double doubling = lecture::scan_doubling(p, block, on);
    lines.push_back(run_of("scan", "ceil(log p) (a + b m)", "scan.hillis_steele", doubling, {p, block}));
    lines.push_back(run_of("exscan", "same", "exscan.hillis_steele", doubling, {p, block}));
    lines.push_back(pipelined("scan, two trees", "4 ceil(log p) a + 2 o(pm) + 2 b m", "scan.two_tree", p));
    lines.push_back(pipelined("exscan, two trees", "same", "exscan.two_tree", p));
    const double direct = lecture::alltoall_direct(p, s.bytes, on);
    lines.push_back(run_of("alltoall", "(p-1) (a + b m / p)", "alltoall.direct", direct, s));
    lines.push_back(run_of("alltoall", "same", "alltoall.one_factor", direct, s));
    lines.push_back(run_of("alltoall, Bruck", "ceil(log p) (a + b floor(p/2) m/p)", "alltoall.bruck",
                           lecture::alltoall_bruck(p, s.bytes, on), s));
  }
  return lines;
}

constexpr const char* page = R"(## The sources' formulas

ts = alpha = {0} and tw = beta = {1} a byte; nothing for combining. Each run is on the network for which the formula is
stated, with links that are shared where messages meet on them.

### The textbook: equations (1) to (10)

Grama, Gupta, Karypis, Kumar, *Introduction to Parallel Computing*, chapter 4. m = {2}, the vector in a broadcast, one
process's block in all others (in (10): the vector has p such blocks).

{3}
(5) is for rows and columns around which messages are stored and forwarded one way. `alltoall.mesh` sends straight to each
process of a row and of a column, both ways, so that less travels over each link; links with wrap-around do not help it.

### The lecture: summary of its end

Träff, *High Performance Computing*, "Collectives". Blocks of {2} for each process, {2} for `hillis_steele`, 1 MB for what is
pipelined (the runs with an M). For these the formula that is evaluated is the pipelining lemma with the algorithm's own pipeline,
(k - s) a + 2 sqrt(s (k - s) a b m) + s b m for k rounds to fill it and a block every s rounds: its time can only be reached
where the best number of blocks is a whole one, and is never undercut (1.000: equal to three digits).

{4}
### Where a source's formula is not what happens

| source | it says | what happens, and why |
|---|---|---|
| lecture, summary, alltoall by Bruck | `ceil(log p) (a + b floor(m/2))` | floor(p/2) blocks of m/p bytes: blocks are halved, not bytes. Exact for powers of two; for other p some rounds send fewer |
| lecture, summary, alltoall by one-factors | `(p-1) (a + b m/p)` | for even p. For odd p there are p rounds: in each of them one process has no partner |
| lecture, trade-off of alltoall | in `ceil(log_(k+1) p)` rounds at least `m / ((k+1) log_(k+1) p)` bytes | `m/(k+1) log_(k+1) p` over each port, p a power of k + 1. As printed it falls with p: for one port it is m / (2 log p), where the lecture itself calls m/2 log p optimal |
| lecture, lower bound of a broadcast over k ports | `a ceil(log_(k+1) p) + b m` | `b m / k`: a process sends and receives over its ports at once. To one other process, m in k parts takes `a + b m / k` |
| lecture, lower bound of a broadcast, diameter d | `a d + b m` | where each hop costs a start-up, as messages are stored and forwarded. Where they cut through, near and far cost the same: bcast.binomial takes `ceil(log p) (a + b m)` on a linear array, too |
| lecture, scatter by divide and conquer | `ceil(log p) a + (p-1)/p b m` | with the slide's `n = (e-s)/2` a root in the lower half of an odd range keeps the smaller part: for p = 3, root 0 sends two blocks to process 1, which sends one on, 2 a + b m. Here the root keeps the larger part |
| lecture, Jia's broadcast, q = floor(log2 p) | excess processes `i > 2^q`; `co(i) = i` for `p - 2^q < i < p`, `co(i) = i - 2^q + q` for `i >= 2^q` | `i >= 2^q`; `i < 2^q` ends the second case; `co(i) = i - 2^q + 1`, the inverse of `co(i) = 2^q - 1 + i`. As printed, co is not its own inverse for q > 1 |
| lecture, Fibonacci tree | the smallest i with `Fib(i + 2) - 1 >= p` | the tree F_i has `Fib(i + 3) - 1` nodes: one smaller is large enough |
| lecture, broadcast in LogP by dynamic programming | `T(P) = min max(o + T(P-i) + (g-o), o + L + o + T(i))` | a root counts as ready only after the gap, even when it sends no more: too long where g > 2 o + L |
| lecture, hierarchical scan, step 3 | in parallel: `Scan(c_i)` | a scan of the processes' own vectors lacks the nodes before: the exscan of step 2 leaves their sum with the first process of each node. That process has to add it on the left of its own vector before step 3, as scan.leaders does |
| lecture, full-lane reduce, step 2 | in parallel over lanes: `Reduce(c_i)`, after `Reduce-scatter(n_i)` on the nodes | `Reduce(l_i)` with the root's node as its root: c_i are the nodes' communicators, which step 1 is for (n_i is their size), and l_i the lanes. Over c_i nothing would leave a node |
| textbook, slide 10, matrix times vector | after broadcasts along the columns, reductions along the columns to the first row | along the rows, to the first column: element j of the vector is in all of column j, so a column has no other element to add. Along columns the result is x_j times the sum of column j |
| textbook (8), and the shift on a mesh | a time | an upper bound over the distances q; the slowest reaches it |
)";

}  // namespace

std::string sources_page() {
  return fmt::format(page, in_seconds(on.alpha), in_seconds(on.beta), in_bytes(block),
                     as_table(of_the_textbook()), as_table(of_the_lecture()));
}

}  // namespace tutti::cli
