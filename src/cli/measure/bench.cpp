// tutti bench: measure collectives and patterns of messages, on MPI or in virtual time.

#include <fmt/format.h>

#include <memory>

#include "cli/line/commands.hpp"
#include "cli/line/usage_error.hpp"
#include "cli/measure/experiments.hpp"
#include "cli/measure/measured.hpp"
#include "cli/measure/times_table.hpp"
#include "cli/values/option_values.hpp"

namespace tutti::cli {
namespace {

constexpr const char* help =
    "Measures the MPI library's collectives and tutti's in alternation, so that noise hits both alike.\n"
    "Each is repeated until its median is known well enough or its time budget is spent; then its result\n"
    "is checked.\n\n"
    "  mpirun -n 4 tutti bench                          all collectives, native and tutti, 8 B to 1 MB\n"
    "  mpirun -n 4 tutti bench allreduce --bytes 8,80K -o all.csv\n"
    "  tutti bench bcast --launches 5 -o b.csv -- mpirun -n 4     five starts of mpirun: launches differ "
    "too\n"
    "  mpirun -n 4 tutti bench bcast --by all           every algorithm of the catalogue\n"
    "  mpirun -n 4 tutti bench bcast --by native,library:pipeline:32K     an algorithm of the MPI library\n"
    "  mpirun -n 4 tutti bench irregular --problem all --each 4K --root middle\n"
    "  mpirun -n 4 tutti bench allreduce --made all     next to the same done by other collectives\n"
    "  mpirun -n 4 tutti bench ibcast bcast_init --made all     next to the blocking call; overlap\n"
    "  mpirun -n 4 tutti bench patterns bcast --layout contiguous,tiled --made call,packed\n"
    "  tutti bench allreduce --p 560 --topology cluster:35x16,lanes=1     no MPI: virtual time\n\n"
    "With -o, all times are written down, with every factor of the run; the same command again measures\n"
    "only what is missing, so an interrupted run resumes. docs/measuring.md: the file format and the\n"
    "statistics.\n";

struct options {
  experiment_options of;
  campaign_options all;
  bool no_table = false;
};

void bench(const options& o, const command& sub) {
  if (o.no_table && o.all.file.empty())
    throw usage_error("--no-table needs -o FILE.csv: nothing would be left of the measurements");
  require_own_outputs(o.all, {});
  require_takers(sub, o.of);
  size_steps("--bytes", o.of.bytes.empty() ? "8" : o.of.bytes);  // reports mistakes before anything starts
  campaign_options all = o.all;
  if (names_own_algorithms(o.of)) all.where.environment = choosable_algorithms();
  measured result = measure_campaign(all, [&](const measure::testbed& where) {
    return contests_from(o.of, where.nodes().processes(), !in_virtual_time(where));
  });
  if (!o.no_table) fmt::print("{}", times_as_table(result.all, result.p));
  require_right_results(std::move(result));
}

}  // namespace

void add_bench(command& tutti, std::vector<std::string>& arguments) {
  const auto o = std::make_shared<options>();
  command sub =
      add_measuring(tutti, "bench", "measure collectives and messages, native and tutti side by side", help,
                    o->all, arguments);
  add_experiment_options(sub, o->of);
  add_campaign_options(sub, o->all, "-o,--output");
  sub.add_flag("--no-table", o->no_table, "do not print the table");
  sub.callback([o, sub] { bench(*o, sub); });
}

}  // namespace tutti::cli
