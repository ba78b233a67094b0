// The time of neighbourhood collectives in a simulated cluster: lab/neighbours builds and runs it.
//
//   neighbours GRAPH COLLECTIVE:BYTES...
//
// GRAPH is read by make_graph(), COLLECTIVE is neighbor_alltoall or neighbor_allgather, BYTES the size of a
// block. SMPI has no graphs of processes, so the algorithms run on the facts that tutti reads from such a
// communicator elsewhere. First prints a line
//
//   agree MICROSECONDS
//
// with the time to agree on the graph. Then prints a line for each way at each point: the collective, bytes,
// the way, and microseconds from the start of all processes to the end of the last one. Ways are `messages`
// (MPI_Irecv and MPI_Isend to all neighbours and MPI_Waitall, as MPI libraries do), each algorithm, and
// `chosen`, followed by the algorithm's name. If a result is wrong, the line has `wrong` instead of the time.

#include <smpi/smpi_helpers.h>
//
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

#include "mpi/collectives/serve.hpp"
#include "mpi/communicators/communicator.hpp"
#include "slots.hpp"
#include "tutti/model/graphs.hpp"
#include "tutti/mpi/run.hpp"

namespace {

using tutti::collective;

class contestant {
 public:
  contestant(MPI_Comm comm, const tutti::process_graph& graph) : comm_(comm) {
    PMPI_Comm_rank(comm, &rank_);
    const auto r = static_cast<std::size_t>(rank_);
    to_ = graph.destinations[r], from_ = graph.sources[r];
    s_ = tutti::mpi::open_to_programs(comm);
    s_->neighbours =
        std::make_shared<tutti::mpi::communicator::graph>(tutti::neighbourhood(rank_, graph.p(), from_, to_));
  }

  void agree() { tutti::mpi::agree_on_neighbours(*s_, tutti::mpi::agreeing::waits); }

  // Block j of the send memory is for to_[j]; allgather has one block.
  void prepare(collective of, std::size_t bytes) {
    of_ = of, bytes_ = bytes;
    const bool own = of == collective::neighbor_alltoall;
    in_.assign((own ? to_.size() : 1) * bytes, 0), out_.assign(from_.size() * bytes, '?');
    for (std::size_t j = 0; j < (own ? to_.size() : 1); ++j)
      std::memset(in_.data() + j * bytes, value(rank_, own ? to_[j] : 0), bytes);
  }

  void messages() {
    const bool own = of_ == collective::neighbor_alltoall;
    const auto n = static_cast<int>(bytes_);
    std::vector<MPI_Request> all;
    for (std::size_t j = 0; j < from_.size(); ++j)
      PMPI_Irecv(out_.data() + j * bytes_, n, MPI_BYTE, from_[j], 1, comm_, &all.emplace_back());
    for (std::size_t j = 0; j < to_.size(); ++j)
      PMPI_Isend(in_.data() + (own ? j * bytes_ : 0), n, MPI_BYTE, to_[j], 1, comm_, &all.emplace_back());
    PMPI_Waitall(static_cast<int>(all.size()), all.data(), MPI_STATUSES_IGNORE);
  }

  void run(const tutti::algorithm& a) {
    auto* const in = reinterpret_cast<std::byte*>(in_.data());
    auto* const out = reinterpret_cast<std::byte*>(out_.data());
    tutti::call c;
    c.neighbours = &s_->neighbours->mine;
    c.nodes = s_->nodes.get();
    c.straight_beyond = s_->choosers.blocking->straight_beyond(of_);
    if (of_ == collective::neighbor_allgather) c.in = tutti::buffer(in, bytes_, tutti::byte_type);
    if (of_ == collective::neighbor_alltoall)
      c.send = tutti::const_blocks::regular(in, bytes_, tutti::byte_type, static_cast<int>(to_.size()));
    c.recv = tutti::blocks::regular(out, bytes_, tutti::byte_type, static_cast<int>(from_.size()));
    tutti::run(comm_, [&](tutti::process& self) { return a.run(self, c); });
  }

  [[nodiscard]] const tutti::algorithm* chosen() const {
    return s_->neighbours->choosers.blocking->choose({of_}, bytes_).use;
  }
  [[nodiscard]] bool possible(const tutti::algorithm& a) const {
    const tutti::graph_facts& facts = s_->neighbours->mine.facts();
    return (!a.needs.ways || facts.ways[0].by != tutti::routing::kind::none) &&
           (!a.needs.nodes || (s_->nodes && facts.by_node.by != tutti::routing::kind::none));
  }

  [[nodiscard]] bool right() const {
    const bool own = of_ == collective::neighbor_alltoall;
    for (std::size_t j = 0; j < from_.size(); ++j)
      for (std::size_t i = 0; i < bytes_; ++i)
        if (out_[j * bytes_ + i] != value(from_[j], own ? rank_ : 0)) return false;
    return true;
  }
  [[nodiscard]] int rank() const { return rank_; }
  [[nodiscard]] collective of() const { return of_; }

 private:
  static char value(int from, int to) { return static_cast<char>((31 * from + 7 * to) % 61 + 1); }

  MPI_Comm comm_;
  tutti::mpi::communicator* s_;
  int rank_ = 0;
  std::vector<int> to_, from_;
  collective of_ = collective::neighbor_alltoall;
  std::size_t bytes_ = 0;
  std::vector<char> in_, out_;
};

double begin = 0;

// Microseconds of the slowest process; negative if the result is wrong.
template <class Call>
double timed(contestant& c, bool check, Call call) {
  lab::wait_until(begin += lab::slot);
  call();
  double mine[2] = {MPI_Wtime() - begin, check && !c.right() ? 1.0 : 0.0}, all[2] = {0, 0};
  PMPI_Reduce(mine, all, 2, MPI_DOUBLE, MPI_MAX, 0, MPI_COMM_WORLD);
  return all[1] != 0 ? -1 : 1e6 * all[0];
}

void say(const contestant& c, std::size_t bytes, const std::string& way, double us) {
  if (c.rank() != 0) return;
  if (us < 0)
    std::printf("%s %zu %s wrong\n", std::string(name_of(c.of())).c_str(), bytes, way.c_str());
  else
    std::printf("%s %zu %s %.3f\n", std::string(name_of(c.of())).c_str(), bytes, way.c_str(), us);
  std::fflush(stdout);
}

}  // namespace

__attribute__((visibility("default"))) int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  lab::begin_tutti();
  if (argc < 3) MPI_Abort(MPI_COMM_WORLD, 2);
  MPI_Comm comm = MPI_COMM_NULL;
  MPI_Comm_dup(MPI_COMM_WORLD, &comm);
  contestant c(comm, tutti::make_graph(argv[1]));
  const double agreeing = timed(c, false, [&] { c.agree(); });
  if (c.rank() == 0) std::printf("agree %.3f\n", agreeing);
  for (int i = 2; i < argc; ++i) {
    const std::string text(argv[i]);
    const std::size_t colon = text.find(':');
    const auto of = tutti::collective_named(text.substr(0, colon));
    const auto bytes = static_cast<std::size_t>(std::atoll(text.c_str() + colon + 1));
    if (!of || colon == std::string::npos) MPI_Abort(MPI_COMM_WORLD, 2);
    const auto way = [&](const std::string& name, auto call) {
      c.prepare(*of, bytes);
      say(c, bytes, name, timed(c, true, call));
    };
    way("messages", [&] { c.messages(); });
    for (const tutti::algorithm* a : tutti::catalogue(*of))
      if (c.possible(*a)) way(std::string(a->name), [&] { c.run(*a); });
    c.prepare(*of, bytes);
    const tutti::algorithm* const a = c.chosen();
    if (a) way("chosen " + std::string(a->name), [&] { c.run(*a); });
  }
  if (c.rank() == 0) std::printf("end\n");
  MPI_Finalize();
}
