// The stencil of 5 points of stencil.cpp, with other ways to exchange rows and columns with the 4 neighbours.
// Source: Traeff's lecture on MPI, "Example: 2d-stencil", "Safe(r) programming", "One-sided communication by
// example".
//
//   fence       MPI_Put to the neighbours, between two calls of MPI_Win_fence by all processes
//   pscw        the same puts; MPI_Win_post, start, complete and wait among neighbours only
//   serialised  MPI_Send and MPI_Recv; with the neighbour above a process first sends, with the one below
//               it first receives. Safe, but slow: the row of processes k can only begin after row k - 1,
//               and so on with the columns
//   unsafe      NOT CORRECT: each process first sends, then receives. This ends only if MPI_Send returns
//               before the message is received, since the library has copied it. Libraries do so for short
//               messages only, and they need not. With longer ones all processes wait in MPI_Send forever.
//               It runs only if it is named, and serves as an example for tools that find such mistakes
//
//      serialised     time ->                     unsafe
//      process 0      receive  send               send   (none receives)
//              1      send  receive  receive  ..  send
//              2               send ----------    send
#include "mesh.hpp"
#include "window.hpp"

namespace {

using namespace programs;

// Of each side the numbers that arrive from there: `longest` are set aside for each of the 4 sides. A column
// arrives without gaps, since its owner does not know how long the rows are here.
class arrivals {
 public:
  arrivals(const halo& around, const block& u, int longest)
      : sides_(around.sides().begin(), around.sides().begin() + 4),
        rows_(u.rows),
        columns_(u.columns),
        longest_(longest),
        memory_(4 * longest) {}

  // Each side's opposite is beside it: 0 and 1, 2 and 3. What goes out on side k is, over there, from side
  // k ^ 1.
  void put(const block& u) {
    for (int k = 0; k < 4; ++k)
      if (const side& s = of(k); s.count > 0)
        MPI_Put(u.values.data() + s.send_place, 1, s.type, s.neighbour, (k ^ 1) * longest_, length(k),
                MPI_DOUBLE, memory_.handle());
  }
  void take(block& u) {
    for (int k = 0; k < 4; ++k)
      if (const side& s = of(k); s.count > 0)
        for (int i = 0; i < length(k); ++i)
          u.values[static_cast<std::size_t>(s.receive_place + i * (k < 2 ? 1 : columns_ + 2))] =
              memory_.mine()[k * longest_ + i];
  }
  MPI_Win handle() const { return memory_.handle(); }

 private:
  const side& of(int k) const { return sides_[static_cast<std::size_t>(k)]; }
  int length(int k) const { return k < 2 ? columns_ : rows_; }
  std::vector<side> sides_;
  int rows_, columns_, longest_;
  window<double> memory_;
};

// The processes beside this one, each once.
MPI_Group neighbours_of(const halo& around) {
  MPI_Group all = MPI_GROUP_NULL, some = MPI_GROUP_NULL;
  std::vector<int> ranks;
  for (std::size_t k = 0; k < 4; ++k)
    if (around.sides()[k].count > 0) ranks.push_back(around.sides()[k].neighbour);
  MPI_Comm_group(MPI_COMM_WORLD, &all);
  MPI_Group_incl(all, static_cast<int>(ranks.size()), ranks.data(), &some);
  MPI_Group_free(&all);
  return some;
}

void by_fences(block& u, arrivals& at) {
  MPI_Win_fence(MPI_MODE_NOPRECEDE, at.handle());
  at.put(u);
  MPI_Win_fence(MPI_MODE_NOSUCCEED, at.handle());
  at.take(u);
}

void by_neighbours(block& u, arrivals& at, MPI_Group neighbours) {
  MPI_Win_post(neighbours, 0, at.handle());
  MPI_Win_start(neighbours, 0, at.handle());
  at.put(u);
  MPI_Win_complete(at.handle());
  MPI_Win_wait(at.handle());
  at.take(u);
}

void send(const block& u, const side& s) {
  MPI_Send(u.values.data() + s.send_place, s.count, s.type, s.neighbour, 0, MPI_COMM_WORLD);
}
void receive(block& u, const side& s) {
  MPI_Recv(u.values.data() + s.receive_place, s.count, s.type, s.neighbour, 0, MPI_COMM_WORLD,
           MPI_STATUS_IGNORE);
}

// The sides are: above, below, left, right.
void serialised(block& u, const std::vector<side>& sides) {
  for (std::size_t k = 0; k < 4; k += 2) {
    send(u, sides[k]), receive(u, sides[k]);
    receive(u, sides[k + 1]), send(u, sides[k + 1]);
  }
}

// Not correct, see above.
void unsafe(block& u, const std::vector<side>& sides) {
  for (std::size_t k = 0; k < 4; ++k) send(u, sides[k]), receive(u, sides[k]);
}

bool body(options& given) {
  const auto variants = given.variants({"fence", "pscw", "serialised"}, {"unsafe"});
  const int n = given.number("n", 300, 1, 20000, "rows and columns of the mesh");
  const int sweeps = given.number("sweeps", 20, 1, 1000000, "how often each element is updated");
  given.done();

  const processes world(MPI_COMM_WORLD);
  const grid g = grid_for(n);
  const int top = g.by_row.begin(g.row), left = g.by_column.begin(g.column);
  const int rows = g.by_row.count(g.row), columns = g.by_column.count(g.column);
  const int longest = std::max(g.by_row.count(0), g.by_column.count(0));

  bool good = true;
  for (const std::string& variant : variants) {
    block u = first_guess(top, left, rows, columns, n), next = u;
    const halo around(g, u);
    arrivals at(around, u, longest);
    MPI_Group neighbours = neighbours_of(around);
    double change = 0;
    stopwatch watch;
    for (int s = 0; s < sweeps; ++s, std::swap(u, next)) {
      watch.other([&] {
        if (variant == "fence")
          by_fences(u, at);
        else if (variant == "pscw")
          by_neighbours(u, at, neighbours);
        else if (variant == "serialised")
          serialised(u, around.sides());
        else
          unsafe(u, around.sides());
      });
      change = sweep(u, next, top, left, false);
      watch.collective([&] { MPI_Allreduce(MPI_IN_PLACE, &change, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD); });
    }
    watch.stop();
    if (neighbours != MPI_GROUP_EMPTY) MPI_Group_free(&neighbours);
    fingerprint mine = fingerprint_of(u, top, left, n), expected;
    if (world.rank == 0) mine.add(-1, change), expected = sequential(n, sweeps, false);
    good = report("stencil_exchange " + variant + ", n = " + std::to_string(n) + ", " +
                      std::to_string(sweeps) + " sweeps",
                  watch, mine, expected) &&
           good;
  }
  return good;
}

}  // namespace

int main(int argc, char** argv) {
  return programs::run(argc, argv, "stencil_exchange",
                       "a 2-d stencil with one-sided and with blocking messages", body);
}
