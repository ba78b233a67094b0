#include "bench/prepared_experiment.hpp"

#include <cstring>

#include "measure/layouts.hpp"

namespace tutti::bench {
namespace {

constexpr int tag = 11;

std::string collective_name(const measure::experiment& e) {
  const auto c = measure::collective_of(e);
  return c ? std::string(name_of(*c)) : e.operation;
}

// An algorithm that is forced has a communicator for each of its collectives.
std::string name_of(const measure::experiment& e) {
  return e.by == "native" || e.by == "again" || e.by == "tutti" ? e.by : collective_name(e) + "." + e.by;
}

// The variables of an experiment by an algorithm of the library.
own_library::setting settings_of(const measure::experiment& e, const own_library& library) {
  const auto choice = measure::own_choice_of(e.by);
  const auto of = measure::collective_of(e);
  return choice && of ? library.setting_of(*choice, *of) : own_library::setting{};
}

int size_of(MPI_Comm comm) {
  int size = 0;
  check(PMPI_Comm_size(comm, &size), "a communicator");
  return size;
}

std::byte* as_buffer(const void* address) {
  return static_cast<std::byte*>(const_cast<void*>(address));  // MPI_IN_PLACE is a constant of C
}

task mock(process& self, const mpi_caller& serve, const measure::mockup& what, measure::arguments a) {
  mpi_library use(self, serve);
  co_await what.run(use, a);
}

}  // namespace

communicators::~communicators() {
  for (auto& [name, comm] : known_)
    if (comm != MPI_COMM_NULL) PMPI_Comm_free(&comm);
}

const own_library& communicators::library() {
  if (!library_) library_ = std::make_unique<own_library>(asks_over_);
  return *library_;
}

MPI_Comm communicators::of(const measure::experiment& e, int rank) {
  const auto [place, fresh] = known_.try_emplace(e.communicator + " " + name_of(e), MPI_COMM_NULL);
  MPI_Comm& comm = place->second;
  if (!fresh) return comm;
  if (measure::by_own_algorithm(e) && read_by_new_communicators()) {
    const own_library::in_force variables(library(), settings_of(e, library()));
    make(e, rank, comm);
  } else {
    make(e, rank, comm);
  }
  if (comm == MPI_COMM_NULL) return comm;
  check(PMPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN), "a communicator");
  if (!by_library(e) && e.by != "tutti")
    check(tutti_use(comm, collective_name(e).c_str(), e.by.c_str()), "tutti_use");
  return comm;
}

void communicators::make(const measure::experiment& e, int rank, MPI_Comm& comm) {
  check(e.communicator == "world"
            ? PMPI_Comm_dup(MPI_COMM_WORLD, &comm)
            : PMPI_Comm_split(MPI_COMM_WORLD, rank < 0 ? MPI_UNDEFINED : 0, rank, &comm),
        "a communicator");
}

prepared_experiment::prepared_experiment(const measure::experiment& e, std::shared_ptr<test_data> on,
                                         MPI_Comm comm, std::shared_ptr<as_long_as_the_call> meanwhile,
                                         const own_library* library)
    : e_(e),
      on_(std::move(on)),
      serve_(by_library(e) ? native_calls : tutti_calls, comm, size_of(comm)),
      pattern_(measure::pattern_named(e.operation)),
      size_(size_of(comm)) {
  PMPI_Comm_rank(comm, &rank_);
  if (library) library_ = library, variables_ = settings_of(e, *library);
  if (pattern_) {
    messages_ = &measure::messages_of(e);
  } else {
    // fitted() has checked the word. NOLINTNEXTLINE(bugprone-unchecked-optional-access)
    of_ = *measure::collective_of(e);
    if (!measure::is_posted(e)) made_ = measure::mockup_named(of_, e.made);
    in_place_ = e.made == "in_place";
  }
  serve_.set_type(*on_->next().type);
  if (measure::is_posted(e)) prepare_posted(std::move(meanwhile));
  if (e.made == "packed") {
    const measure::arguments a = on_->next();
    int bytes = 0;
    check(PMPI_Pack_size(static_cast<int>(a.count), type_of(*a.type), serve_.comm(), &bytes), "packing");
    pack_.resize(static_cast<std::size_t>(bytes) * (1 + on_->partners().from.size()));
  }
  if (measure::is_description(e.made)) described_ = std::make_unique<described_message>(e, on_->next().count);
  requests_.resize(std::max(on_->partners().from.size() + on_->partners().to.size(),
                            std::size_t{2} * measure::pipeline_blocks));
  if (pattern_ && pattern_->call && e.made != "messages")
    graph_ = std::make_unique<neighbourhood>(e, *pattern_, on_->partners(), serve_.comm(), on_->next());
  if (pattern_ && pattern_->of_calls == measure::calls::one_sided && e.made != "message")
    window_ = std::make_unique<one_sided>(e, on_->partners(), serve_.comm(), on_->memory());
}

// A blocking call, which the posted one should be no slower than, needs no posted_call.
void prepared_experiment::prepare_posted(std::shared_ptr<as_long_as_the_call> meanwhile) {
  // NOLINTBEGIN(bugprone-unchecked-optional-access): a posted operation has a call's name
  const call_name called = *measure::measured_call(e_.operation),
                  instead = measure::measured_call(e_.made).value_or(called);
  // NOLINTEND(bugprone-unchecked-optional-access)
  if (instead.as != form::blocking)
    posted_ = std::make_unique<posted_call>(instead, e_.made, serve_, std::move(meanwhile));
}

measure::arguments prepared_experiment::described(const measure::arguments& a) const {
  return described_ ? described_->of(a) : a;
}

measure::arguments prepared_experiment::next() {
  const auto called = measure::measured_call(e_.operation);
  return called && called->as == form::persistent ? on_->first() : described(on_->next());
}

void prepared_experiment::prepare(bool every_root) {
  if (!posted_) return;
  const bool all = every_root && is_rooted(of_);
  posted_->prepare([this] { return next(); }, all ? 0 : e_.root, all ? size_ : e_.root + 1);
}

own_library::in_force prepared_experiment::force() const {
  return library_ ? own_library::in_force(*library_, variables_) : own_library::in_force();
}

void prepared_experiment::run(int calls) {
  measure::arguments a = next();
  for (int k = 0; k < calls; ++k) {
    once(a);
    if (++a.root == size_) a.root = 0;
  }
}

bool prepared_experiment::right() {
  const measure::arguments a = described(on_->fresh());
  const own_library::in_force variables = force();
  if (in_place_) {
    put_own_block(a);
    once(a);
    const measure::arguments result = in_place(a);
    return result.recv == as_buffer(MPI_IN_PLACE) || on_->right(result);
  }
  if (window_) window_->synchronise();  // no process writes into this one's memory before that is prepared
  if (posted_)
    posted_->with_result(a);
  else
    once(a);
  if (window_) window_->synchronise();
  return on_->right(a);
}

// A reduction and an all-to-all begin with the data where the result will be: the memory of the data to send
// has the right size. A gather has room for all blocks, of which put_own_block() fills one.
measure::arguments prepared_experiment::in_place(measure::arguments a) const {
  std::byte* const mark = as_buffer(MPI_IN_PLACE);
  if (is_rooted(of_) && rank_ != a.root) return a;
  if (sends_blocks(of_) && !combines(of_) && is_rooted(of_)) {
    a.recv = mark;
    return a;
  }
  if (combines(of_) || is_personal(of_)) a.recv = a.send;
  a.send = mark;
  return a;
}

void prepared_experiment::put_own_block(const measure::arguments& a) const {
  if (combines(of_) || sends_blocks(of_) || (is_rooted(of_) && rank_ != a.root)) return;
  const std::size_t before = a.recv_displacements ? static_cast<std::size_t>(a.recv_displacements[rank_])
                                                  : a.count * static_cast<std::size_t>(rank_);
  const auto extent = static_cast<std::size_t>(a.type->extent);
  std::memcpy(a.recv + before * extent, a.send, a.count * extent);
}

void prepared_experiment::once(const measure::arguments& a) {
  if (in_place_) return check(serve_(of_, in_place(a)), "a collective in place");
  if (posted_) return (*posted_)(a);
  if (!pack_.empty()) return packed(a);
  if (graph_) return (*graph_)(a);
  if (window_) return (*window_)(a);
  if (pattern_ && pattern_->of_calls == measure::calls::communicators) return make_communicator();
  if (pattern_ && by_library(e_)) return native_pattern(a);
  if (pattern_)
    check(tutti::run(serve_.comm(), [&](process& self) { return messages_->run(self, on_->partners(), a); }),
          "a pattern");
  else if (made_)
    check(tutti::run(serve_.comm(), [&](process& self) { return mock(self, serve_, *made_, a); }),
          "a mock-up");
  else
    check(serve_(of_, a), "a collective");
}

// Does what a program that distrusts derived datatypes would do: packs what it sends, unpacks what it
// receives.
void prepared_experiment::packed(const measure::arguments& a) {
  const auto n = static_cast<int>(a.count);
  const auto bytes = static_cast<int>(e_.bytes);
  const MPI_Datatype t = type_of(*a.type);
  const bool bcast = !pattern_;
  measure::arguments packed = a;
  packed.type = &byte_type;
  packed.count = e_.bytes;
  packed.send = pack_.data();
  packed.recv = pack_.data() + (bcast ? 0 : bytes);
  int at = 0;
  if (bcast ? rank_ == a.root : !on_->partners().to.empty())
    check(PMPI_Pack(bcast ? a.recv : a.send, n, t, pack_.data(), bytes, &at, serve_.comm()), "packing");
  std::vector<std::byte> aside;
  aside.swap(pack_);  // so that once() does not pack again
  once(packed);
  aside.swap(pack_);
  const std::size_t messages = bcast ? (rank_ == a.root ? 0 : 1) : on_->partners().from.size();
  for (std::size_t j = 0; j < messages; ++j) {
    at = 0;
    check(
        PMPI_Unpack(packed.recv + j * e_.bytes, bytes, &at,
                    a.recv + static_cast<std::ptrdiff_t>(j * a.count) * a.type->extent, n, t, serve_.comm()),
        "unpacking");
  }
}

void prepared_experiment::native_pattern(const measure::arguments& a) {
  const auto n = static_cast<int>(a.count);
  MPI_Datatype t = type_of(*a.type);
  MPI_Comm comm = serve_.comm();
  if (pattern_->combines)
    return check(PMPI_Reduce_local(a.send, a.recv, n, t, op_of(*a.op)), "a local reduction");
  if (e_.operation == "ring" || pattern_->call) return all_at_once(a);
  const auto& partners = on_->partners();
  const int to = partners.to.empty() ? MPI_PROC_NULL : partners.to[0],
            from = partners.from.empty() ? MPI_PROC_NULL : partners.from[0];
  const auto send = [&] { check(PMPI_Send(a.send, n, t, to, tag, comm), "a send"); };
  const auto recv = [&] { check(PMPI_Recv(a.recv, n, t, from, tag, comm, MPI_STATUS_IGNORE), "a receive"); };
  if (to == MPI_PROC_NULL && from == MPI_PROC_NULL) return;
  if (e_.operation == "copy_local")  // MPI's own way to copy elements of a datatype
    return check(PMPI_Sendrecv(a.send, n, t, rank_, tag, a.recv, n, t, rank_, tag, comm, MPI_STATUS_IGNORE),
                 "a sendrecv");
  if (from == MPI_PROC_NULL) return send();
  if (to == MPI_PROC_NULL) return recv();
  if (e_.operation == "blocks" || e_.operation == "pipeline") return block_by_block(a, to);
  if (messages_->name == "ping_ping" || messages_->name == "across")
    return check(PMPI_Sendrecv(a.send, n, t, to, tag, a.recv, n, t, from, tag, comm, MPI_STATUS_IGNORE),
                 "a sendrecv");
  if (rank_ < to) {
    send(), recv();
  } else {
    recv(), send();
  }
}

void prepared_experiment::make_communicator() const {
  MPI_Comm made = MPI_COMM_NULL;
  const int code = e_.made == "comm_dup"          ? PMPI_Comm_dup(serve_.comm(), &made)
                   : e_.made == "comm_split_type" ? PMPI_Comm_split_type(serve_.comm(), MPI_COMM_TYPE_SHARED,
                                                                         rank_, MPI_INFO_NULL, &made)
                                                  : PMPI_Comm_split(serve_.comm(), rank_ % 2, rank_, &made);
  check(code, "a communicator");
  check(PMPI_Comm_free(&made), "a communicator");
}

// See the patterns blocks and pipeline.
void prepared_experiment::block_by_block(const measure::arguments& a, int other) {
  constexpr int blocks = measure::pipeline_blocks;
  MPI_Datatype t = type_of(*a.type);
  MPI_Comm comm = serve_.comm();
  const auto sent = [&](int k) { return const_buffer(a.send, a.count, *a.type).part(k, blocks); };
  const auto received = [&](int k) { return buffer(a.recv, a.count, *a.type).part(k, blocks); };
  const auto count = [](const const_buffer& b) { return static_cast<int>(b.count); };
  if (e_.operation == "blocks" || rank_ < other) {
    MPI_Request* next = requests_.data();
    for (int k = 0; k < blocks; ++k) {
      const buffer in = received(k);
      const const_buffer out = sent(k);
      check(PMPI_Irecv(in.data, count(in), t, other, tag, comm, next++), "a receive");
      check(PMPI_Isend(out.data, count(out), t, other, tag, comm, next++), "a send");
    }
    return check(PMPI_Waitall(2 * blocks, requests_.data(), MPI_STATUSES_IGNORE), "waiting");
  }
  // All receives are posted first, so that a long block has been asked for when the process waits for it.
  for (int k = 0; k < blocks; ++k) {
    const buffer in = received(k);
    check(PMPI_Irecv(in.data, count(in), t, other, tag, comm, &requests_[static_cast<std::size_t>(k)]),
          "a receive");
  }
  for (int k = 0; k < blocks; ++k) {
    const const_buffer out = sent(k);
    MPI_Request* const in = &requests_[static_cast<std::size_t>(k)];
    check(PMPI_Wait(in, MPI_STATUS_IGNORE), "waiting");
    check(PMPI_Isend(out.data, count(out), t, other, tag, comm, in), "a send");
  }
  check(PMPI_Waitall(blocks, requests_.data(), MPI_STATUSES_IGNORE), "waiting");
}

void prepared_experiment::all_at_once(const measure::arguments& a) {
  const auto& partners = on_->partners();
  const auto n = static_cast<int>(a.count);
  MPI_Datatype t = type_of(*a.type);
  const auto block = static_cast<std::ptrdiff_t>(a.count) * a.type->extent;
  std::byte *room = a.recv, *message = a.send;
  std::size_t k = 0;
  for (const int q : partners.from) {
    check(PMPI_Irecv(room, n, t, q, tag, serve_.comm(), &requests_[k++]), "a receive");
    room += block;
  }
  for (const int q : partners.to) {
    check(PMPI_Isend(message, n, t, q, tag, serve_.comm(), &requests_[k++]), "a send");
    if (pattern_->each_its_own) message += block;
  }
  check(PMPI_Waitall(static_cast<int>(k), requests_.data(), MPI_STATUSES_IGNORE), "waiting");
}

std::string prepared_experiment::algorithm() const {
  if (!by_library(e_) && graph_)
    return tutti_choice(graph_->comm(), e_.made == "call" ? e_.operation.c_str() : e_.made.c_str(),
                        static_cast<int>(measure::class_of(e_)), on_->longest(), on_->counted());
  if (by_library(e_) || pattern_ || made_ || !pack_.empty() || e_.made == "computing") return "";
  const std::string& called = measure::measured_call(e_.made) ? e_.made : e_.operation;
  return tutti_choice(serve_.comm(), called.c_str(), static_cast<int>(measure::class_of(e_)), on_->longest(),
                      on_->counted());
}

}  // namespace tutti::bench
