// Starts tutti, after MPI_Init or at the first collective, and ends it in MPI_Finalize.

#include "mpi/interface/lifetime.hpp"

#include <array>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <memory>
#include <new>
#include <string>
#include <utility>

#include "mpi/clocking/probe.hpp"
#include "mpi/communicators/communicator.hpp"
#include "mpi/communicators/communicator_list.hpp"
#include "mpi/communicators/decisions.hpp"
#include "mpi/communicators/late_start.hpp"
#include "mpi/data/exact_numbers.hpp"
#include "mpi/data/types.hpp"
#include "mpi/gpu/device.hpp"
#include "mpi/library/library_calls.hpp"
#include "mpi/library/note_for_user.hpp"
#include "mpi/library/quirks.hpp"
#include "mpi/observe/learned_calls.hpp"
#include "mpi/observe/recorder.hpp"
#include "mpi/observe/report.hpp"
#include "mpi/observe/trace.hpp"
#include "mpi/progress/own_thread.hpp"
#include "mpi/progress/progress.hpp"
#include "mpi/requests/program_requests.hpp"
#include "mpi/runtime/preload.hpp"
#include "mpi/runtime/run_state.hpp"
#include "mpi/runtime/sessions.hpp"
#include "mpi/runtime/user_settings.hpp"
#include "mpi/start/announce.hpp"
#include "mpi/start/job_plan.hpp"
#include "mpi/start/nodes.hpp"
#include "mpi/start/own_session.hpp"
#include "mpi/start/start.hpp"
#include "mpi/start/world.hpp"
#include "select/profile.hpp"
#include "tutti/rounding.hpp"

namespace tutti::mpi {

constinit run_state this_run;

namespace {

int end_with_attribute(MPI_Comm, int, void*, void*) {
  end();
  return MPI_SUCCESS;
}

// MPI_Finalize, in any language, first deletes the attributes of MPI_COMM_SELF, while MPI still works.
void end_in_finalize() {
  int keyval = MPI_KEYVAL_INVALID;
  check(PMPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, end_with_attribute, &keyval, nullptr));
  check(PMPI_Comm_set_attr(MPI_COMM_SELF, keyval, nullptr));
}

// The algorithms of reductions that round are chosen for a nominal machine. It depends neither on
// measurements at start-up nor on whether the processes could open shared memory.
void take_nominal_machine(settings& user) {
  if (!user.reductions.repeatable) return;
  const bool by_domain = user.by_domain && !user.reductions.placements;
  network on = user.unknown_machine() ? nominal_machine(by_domain) : user.platform;
  on.shares_memory = may_share_memory(user);
  if (user.unknown_machine() || on.shares_memory != user.platform.shares_memory)
    user.nominal = std::make_shared<const network>(std::move(on));
}

// Finds which processes share a node or a domain. Measures the cost of messages if the user has not given it.
void find_machine(world& w, settings& user, const startup_message& message) {
  const bool share_memory = find_nodes(w, user, message);
  w.domains = w.nodes;
  if (user.off) return;
  if (user.unknown_machine()) {
    find_domains(w, user.domain_size, message);
    if (auto found = probe(w)) {
      user.run_on(std::move(found->machine));
      user.clocked = true;
      if (found->all_sending) {
        found->all_sending->shares_memory = share_memory;
        user.all_sending = std::make_shared<const network>(std::move(*found->all_sending));
      }
    } else if (w.domains != w.nodes) {
      user.run_on(nominal_machine(true));
    }
    user.by_domain = w.domains != w.nodes;
  }
  user.platform.shares_memory = share_memory;
  take_nominal_machine(user);
}

void plan(const world& w, settings& user) {
  const bool wanted = user.job_makes_plan && !user.off && w.size > 1 && user.simulated_messages > 0;
  if (wanted) user.planned = plan_together(w, user);
}

// Returns the state of this run. Starts the record and the trace, if the user wants them.
run_state run_by(const settings& user, const world& w) {
  const bool reports = !user.report.empty(), traces = !user.trace.empty();
  if (reports) begin_report();
  record::section* const records = recorder::begin(user.record, w, reports || traces);
  return {.now = !user.off            ? phase::serving
                 : reports || records ? phase::counting
                                      : phase::off,
          .posts = progress::possible(),
          .measures = reports,
          .explains = user.explain,
          .checks = user.off ? checking::off : user.check,
          .synchronous_sends = !user.off && user.synchronous_sends,
          .threads = w.threads,
          .of_session = w.of_session,
          .records = records,
          .traced = traces ? begin_trace(records, w).release() : nullptr,
          .nanoseconds_a_tick = recorder::nanoseconds_a_tick()};
}

void begin_progress(const world& w, settings& user) {
  if (this_run.now != phase::serving || !this_run.posts) return;
  // A thread may already wait inside the MPI library, where it advances nothing, when another thread starts
  // an operation that needs progress.
  if (!progress::called_back() && w.threads) progress::begin();
  if (!user.progress_thread) return;
  if (w.threads)
    progress::begin_thread();
  else
    user.warnings.push_back(
        "TUTTI_PROGRESS=thread: MPI_THREAD_MULTIPLE is not available, so progress is made only inside MPI "
        "calls");
}

void warn_if_elsewhere(const profile* said, const std::string& file, const surroundings& on) {
  const std::string elsewhere = said ? measured_elsewhere(*said, on) : "";
  if (!elsewhere.empty()) std::fprintf(stderr, "tutti: %s %s\n", file.c_str(), elsewhere.c_str());
}

void say_warnings(const world& w, const settings& user) {
  for (const std::string& warning : user.warnings) std::fprintf(stderr, "tutti: %s\n", warning.c_str());
  // A site may set a profile or a plan for all jobs, including jobs of other sizes. Warn only if the user
  // asked for information.
  const bool reported = !user.report.empty() || user.explain || user.debug;
  if (!reported || (!user.measured && !user.planned)) return;
  const surroundings on = surroundings_of(node_map(w.domains));
  warn_if_elsewhere(user.measured.get(), user.profile_file, on);
  warn_if_elsewhere(user.planned.get(), user.plan_name(), on);
}

// A program that has ended all its sessions may begin others. Each such period has its own trace.
void number_trace(std::string& file) {
  static constinit int times = 0;
  if (++times == 1 || file.empty()) return;
  const std::filesystem::path first(file);
  file = (first.parent_path() / (first.stem().string() + "-" + std::to_string(times))).string() +
         first.extension().string();
}

// Starts tutti after the first exchange.
void begin_as(first_exchange& first) {
  predefined_types.fill();
  world& w = *this_world();
  w.threads_anywhere = first.message().of_any.threads;
  w.threads_everywhere = !first.message().of_any.single;
  settings& user = user_settings();
  user = first.agreed_settings(patient_tree(w));
  number_trace(user.trace);
  if (quirks::simulated && !user.simulate_after) user.simulate_after = 0;  // choosing takes no virtual time
  find_machine(w, user, first.message());
  plan(w, user);
  read_posted_settings();
  detect_devices(user.devices);
  if (w.size > 1)
    // Without a launcher, spawned processes inherit the environment of a single process.
    preload_no_children();
  this_run = run_by(user, w);
  begin_progress(w, user);
  if (w.rank == 0) {
    say_warnings(w, user);
    if (user.debug) announce(user);
  }
  if (!w.of_session) end_in_finalize();
  static constinit bool noted = false;
  if (std::exchange(noted, true)) return;
  note_served(w.rank == 0);
  // A report on stderr gives the reason, too.
  if (const char* const why = why_unshared(); why && user.report != "1") note_for_user(why);
}

process_traits traits_here(world_origin from) {
  const bool threads = allows_threads(from);
  return {.gpus = gpus_here(), .threads = threads, .single = !threads};
}

// Starts tutti directly after MPI_Init. The first exchange can name a process that does not run tutti,
// because nothing has waited for that process before.
void begin_now() {
  const usual_rounding here;  // the same numbers are read and measured on all processes
  constexpr auto from = world_origin::just_initialized;
  first_exchange first(patient_tree(MPI_COMM_WORLD), true, traits_here(from));
  open_world(from);
  begin_as(first);
}

// Starts tutti at a later call. The program's messages may already be in transit on MPI_COMM_WORLD, and
// processes may be late. The exchange therefore uses tutti's own channel.
void begin_late() {
  const usual_rounding here;
  open_world(world_origin::initialized);
  first_exchange first(patient_tree(*this_world()), false, traits_here(world_origin::initialized));
  begin_as(first);
}

// Starts tutti when all processes have made their first communicator of a session. tutti's own session is
// open.
void begin_with_session() {
  const usual_rounding here;
  open_world(world_origin::session);
  first_exchange first(patient_tree(*this_world()), true, traits_here(world_origin::session));
  begin_as(first);
}

std::string text_of_error(int code) {
  std::array<char, MPI_MAX_ERROR_STRING> text{};
  int length = 0;
  if (PMPI_Error_string(code, text.data(), &length) != MPI_SUCCESS) return "an MPI call failed";
  return {text.data(), static_cast<std::size_t>(length)};
}

// Starts tutti, once. A failure ends the job: a process that continued without tutti would leave the others
// waiting.
void begin_by(void (*way)()) {
  this_run.now = phase::off;  // until all is ready
  std::string why;
  try {
    way();
    return late_start::settle();
  } catch (const failure& f) {
    why = text_of_error(f.code());
  } catch (const std::bad_alloc&) {
    why = "out of memory";
  }
  abort_at_start(why);
}

}  // namespace

void end() {
  if (!this_world()) {
    free_accumulators();  // the program may have asked for them by tutti_sum_type()
    return own_session::close();
  }
  recorder::finalizing();
  // Waits for openings of communicators. Calls that went to the MPI library have posted them without waiting.
  progress::until([] { return !any_is_opening(); });
  std::exception_ptr thrown;  // by the program's error handler; rethrown when tutti has ended
  try {
    progress::deliver_notices();
  } catch (...) {
    thrown = std::current_exception();
  }
  const call_counts calls = calls_so_far();
  progress::end_thread();
  progress::end();
  if (this_world()->rank == 0) write_learned(user_settings());
  if (this_run.measures) report(calls, openings_so_far(), user_settings());
  if (user_settings().report == "1") forget_counts();  // a file is rewritten after later sessions
  // Calls of sessions that have begun meanwhile are recorded no longer. The trace is destroyed when nothing
  // refers to it.
  record::section* const records = std::exchange(this_run.records, nullptr);
  const std::unique_ptr<trace> traced(std::exchange(this_run.traced, nullptr));
  if (traced) traced->write(user_settings().trace, *records);
  this_run = {.now = phase::ended};  // later calls go to the MPI library
  forget_remembered();
  requests().free_spare();
  free_accumulators();
  close_world();
  own_session::close();
  if (thrown) std::rethrow_exception(thrown);
}

// tutti's waits do not notice that another process has failed. A job whose processes may fail runs natively.
bool is_left_to_the_library(MPI_Comm all) {
  if (!quirks::processes_may_fail()) return false;
  this_run.now = phase::off;
  late_start::settle();
  note_unserved();
  int rank = 0;
  PMPI_Comm_rank(all, &rank);
  if (rank == 0 && !user_settings().off)
    std::fprintf(
        stderr,
        "tutti: processes of this job may fail while others go on (mpirun --with-ft): all calls go to "
        "the MPI library\n");
  return true;
}

void begin_in_world_model() { begin_by(begin_late); }
void begin_in_session() { begin_by(begin_with_session); }

void begin() {
  static constinit bool asked = false;
  if (!may_begin() || is_left_to_the_library(MPI_COMM_WORLD) || std::exchange(asked, true)) return;
  if (sessions::used) return begin_if_nothing_is_made();
  if (!late_start::all_agree(true)) return;
  const late_start::no_calls none;
  if (late_start::all_agree(true)) begin_in_world_model();
}

int begun(int code) {
  if (code != MPI_SUCCESS || !may_begin() || sessions::used) return code;
  if (!is_left_to_the_library(MPI_COMM_WORLD)) begin_by(begin_now);
  return code;
}

}  // namespace tutti::mpi
