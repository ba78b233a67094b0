// A master hands out tasks, and workers perform them: each worker sends the result of a task and receives the
// next one, so that tasks of unequal length are shared out evenly. Source: Traeff's lecture on MPI,
// "Master-worker (non-scalable) pattern". At the end the workers have an allreduce of their own, in which the
// master has no part. On a communicator with the master it would wait for the master forever.
//
//   split   the workers' communicator by MPI_Comm_split
//   groups  the same by MPI_Group_excl and MPI_Comm_create
//
//      master   0        task 7 |  ^ result of task 4
//                      -------- v  | --------
//      workers  1   2   3   4   5   6    MPI_Allreduce(..., workers)
//
// The task i is to count the steps of Collatz's sequence from i + 1 to 1. One process alone is master and
// worker.
#include "common.hpp"

namespace {

using namespace programs;

constexpr int master = 0, no_task = -1;

int steps_from(std::int64_t x) {
  int steps = 0;
  for (; x > 1; ++steps) x = x % 2 == 0 ? x / 2 : 3 * x + 1;
  return steps;
}

struct result {
  int task, steps;  // sent as MPI_2INT; without a task at first
};
static_assert(sizeof(result) == 2 * sizeof(int));

// The communicator of all processes but the master, where it is MPI_COMM_NULL.
MPI_Comm communicator_of_workers(const std::string& variant) {
  const processes world(MPI_COMM_WORLD);
  MPI_Comm workers = MPI_COMM_NULL;
  if (variant == "split") {
    MPI_Comm_split(MPI_COMM_WORLD, world.rank == master ? MPI_UNDEFINED : 0, world.rank, &workers);
  } else {
    MPI_Group all = MPI_GROUP_NULL, without_master = MPI_GROUP_NULL;
    MPI_Comm_group(MPI_COMM_WORLD, &all);
    MPI_Group_excl(all, 1, &master, &without_master);
    MPI_Comm_create(MPI_COMM_WORLD, without_master, &workers);
    if (without_master != MPI_GROUP_EMPTY) MPI_Group_free(&without_master);
    MPI_Group_free(&all);
  }
  return workers;
}

// Receives a result from any worker, and answers with the next task, or that there are no more.
fingerprint lead(int n, int workers) {
  fingerprint f;
  for (int next = 0; workers > 0;) {
    result r;
    MPI_Status from;
    MPI_Recv(&r, 1, MPI_2INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, &from);
    if (r.task != no_task) f.add(r.task, std::int64_t{r.steps});
    const int task = next < n ? next++ : no_task;
    if (task == no_task) --workers;
    MPI_Send(&task, 1, MPI_INT, from.MPI_SOURCE, 0, MPI_COMM_WORLD);
  }
  return f;
}

// Returns the number of tasks that this worker has performed.
int work(stopwatch& watch) {
  int performed = 0;
  for (result r = {no_task, 0};; r.steps = steps_from(std::int64_t{r.task} + 1), ++performed) {
    watch.other([&] {
      MPI_Send(&r, 1, MPI_2INT, master, 0, MPI_COMM_WORLD);
      MPI_Recv(&r.task, 1, MPI_INT, master, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    });
    if (r.task == no_task) return performed;
  }
}

fingerprint sequential(int n) {
  fingerprint f;
  for (int i = 0; i < n; ++i) f.add(i, std::int64_t{steps_from(std::int64_t{i} + 1)});
  return f;
}

bool body(options& given) {
  const auto variants = given.variants({"split", "groups"});
  const int n = given.number("n", 10000, 0, 100000000, "number of tasks");
  given.done();

  const processes world(MPI_COMM_WORLD);
  const fingerprint expected = world.rank == master ? sequential(n) : fingerprint();
  bool good = true;
  for (const std::string& variant : variants) {
    fingerprint f;
    int performed = n;
    stopwatch watch;
    MPI_Comm workers = MPI_COMM_NULL;
    watch.other([&] { workers = communicator_of_workers(variant); });
    if (world.size == 1) {
      f = sequential(n);
    } else if (workers == MPI_COMM_NULL) {
      watch.other([&] { f = lead(n, world.size - 1); });
    } else {
      const int mine = work(watch);
      watch.collective([&] { MPI_Allreduce(&mine, &performed, 1, MPI_INT, MPI_SUM, workers); });
      MPI_Comm_free(&workers);
    }
    watch.stop();
    if (performed != n) f.add(-1, std::int64_t{performed});
    good = report("workers " + variant + ", n = " + std::to_string(n), watch, f, expected) && good;
  }
  return good;
}

}  // namespace

int main(int argc, char** argv) {
  return programs::run(argc, argv, "workers", "a master hands out tasks to workers", body);
}
