#pragma once

// The implementation of a world: members, their communication, and the event loop.

#include <algorithm>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "engine/ahead_state.hpp"
#include "engine/events.hpp"
#include "engine/in_transit.hpp"
#include "engine/mailbox.hpp"
#include "engine/ports.hpp"
#include "engine/sharing.hpp"
#include "tutti/engine/predict.hpp"
#include "tutti/engine/simulate.hpp"

namespace tutti {

/// One of the p processes, or one of its operations, which has the same rank. Small, since there may be
/// millions.
class member final : public process {
 public:
  member(engine& e, int rank, int size) noexcept : process(rank, size), engine_(e) {}
  ~member() = default;

  // Local work: local_work.cpp.
  void copy(const_buffer from, buffer to) override;
  void leave_copy(const_buffer from, buffer to) override;
  void reduce(const operation& op, const_buffer left, buffer right) override;
  void reduce_into(const operation& op, const_buffer left, const_buffer right, buffer into) override;
  void merge(const ordering& by, const_buffer left, const_buffer right, buffer into) override;
  std::byte* take(std::size_t bytes) override;
  void give(std::byte* memory, std::size_t bytes) noexcept override;
  // Communication: engine.cpp.
  bool start(std::span<transfer> all, const std::source_location& where) override;
  void park(std::coroutine_handle<> waiting) noexcept override { waiting_ = waiting; }

 private:
  // Local work takes time and moves data: local_work.cpp.
  void work(double seconds);
  void combine_bytes(std::size_t bytes);
  void move(const_buffer from, buffer to) const;
  void finish_copy() noexcept { account_.clock = std::max(account_.clock, copies_); }
  // Errors of the algorithm: complaints.cpp.
  [[noreturn]] void complain(const std::string& what, bool communicates = false) const;
  [[noreturn]] void no_room(const_buffer from, buffer to) const;
  [[noreturn]] void different_operands(const_buffer left, const_buffer right) const;
  [[noreturn]] void no_such_partner(const char* does, int partner) const;
  friend class engine;

  engine& engine_;
  world::account account_;
  std::coroutine_handle<> waiting_;
  std::source_location where_;
  // The communication started last: its list, its sides (a send or a receive each), and the number of sides
  // that have not ended.
  transfer* batch_ = nullptr;
  std::uint32_t length_ = 0, sends_ = 0, receives_ = 0, open_ = 0;
  double copies_ = 0;  // when the copy beside this communication ends
  // Of a process, together with its operations: the ports in use, and the time until which it copies and
  // combines.
  std::uint32_t sending_ = 0, receiving_ = 0;
  double works_ = 0;
  // Combinations that follow each other directly: their beginning, their end, and their bytes.
  double combines_from_ = 0, combines_until_ = 0;
  // Of the communication that ended last: its end; the time at which the data of its last message began to
  // arrive; and the time for which these data had been combined by its end.
  double communicated_until_ = -1, arrives_from_ = 0, combined_before_ = 0;
  std::size_t combined_ = 0;
};
static_assert(sizeof(member) < 200);  // as docs/engine.md states

class engine {
 public:
  engine(int p, network on, int operations);
  ~engine();

  void run(const std::function<task(process&)>& program);
  [[nodiscard]] int size() const noexcept { return p_; }
  [[nodiscard]] embedding on_links() const { return {dilation_, sharing_.congestion()}; }
  [[nodiscard]] const world::account& of(int rank) const noexcept { return members_[rank].account_; }

  // Operations beside the program of a process: operations.cpp.
  [[nodiscard]] member& operation(int rank, int k);
  void begin(int rank, int k, task run);
  [[nodiscard]] bool ended(int rank, int k);
  void wait_for(int rank, int k, std::coroutine_handle<> waiting);
  void rethrow(int rank, int k);

  // The settings of the world, made before it runs.
  world::combine combine;
  int poison = -1;
  bool data = true;
  arrival skews;
  interruptions noise;
  trace* record = nullptr;
  double give_up_after = std::numeric_limits<double>::infinity();
  std::size_t most_work = SIZE_MAX;

  // The state of the run.
  [[nodiscard]] bool gave_up() const noexcept { return gave_up_; }
  [[nodiscard]] std::size_t work() const noexcept { return messages_ + touched_ / 64; }
  [[nodiscard]] std::size_t copied() const noexcept { return copied_; }
  /// The process that runs now; -1: none.
  [[nodiscard]] int at_work() const noexcept { return at_work_; }

 private:
  friend class member;

  // The limit on communications without a partner that follow each other directly on one process: more are
  // taken for an endless loop. Without data, a pipeline in which a process has no partners may make very
  // many.
  static constexpr std::uint32_t most_idle = 1U << 20, most_idle_without_data = 1U << 31;

  /// A message under way, or one whose ends are both ready but lack a free port.
  struct active {
    int from, to;                       // members
    std::uint32_t send_at, receive_at;  // indices in the lists of the two
    std::size_t bytes;
    double start;  // until the message starts: when both its ends were ready
  };

  /// The state of an operation.
  struct under_way {
    std::optional<task> run;  // if it has begun
    std::exception_ptr failure;
    bool ended = false, awaited = false;
  };

  // Members are the p processes, then their first operations, then their second ones.
  [[nodiscard]] int index_of(const member& m) const noexcept { return static_cast<int>(&m - members_); }
  [[nodiscard]] int process_of(int index) const noexcept { return index < p_ ? index : index % p_; }
  [[nodiscard]] member& owner_of(int index) noexcept { return members_[process_of(index)]; }
  [[nodiscard]] const member& owner_of(int index) const noexcept { return members_[process_of(index)]; }
  [[nodiscard]] int partner_member(const member& m, int rank) const noexcept {
    return index_of(m) - m.rank() + rank;
  }
  [[nodiscard]] int place_of(int index) const { return network_.place_of(process_of(index)); }
  // Operations: operations.cpp.
  [[nodiscard]] under_way& state_of(int rank, int k);
  task carry_out(int rank, int k, task run);
  // Programs run and post transfers, which are paired, started and ended: engine.cpp.
  void start(int rank);
  void resume(member& m);
  void note_idle(const member& m);
  void post(member& m);
  void post_now(member& m);
  void post_send(member& m, std::uint32_t at);
  void post_receive(member& m, std::uint32_t at);
  void check_receiver(const member& from, int to) const;
  void pair(int from, std::uint32_t send_at, int to, std::uint32_t receive_at);
  std::uint32_t new_active(const active& x);
  void begin(std::uint32_t id);
  void schedule(std::uint32_t id);
  cost_model::duration on_way(std::uint32_t id);
  void wait_for_noise(active& x, bool leaves, bool arrives) const;
  /// Returns the time at which the process has worked for `seconds` seconds from `time` on.
  [[nodiscard]] double worked(int rank, double time, double seconds) const {
    return noise.any() ? noise.after(rank, time, seconds) : time + seconds;
  }
  [[nodiscard]] double latency_of(std::span<const int> route) const;
  void end(std::uint32_t id);
  void go_on(std::uint32_t id);
  void side_ended(member& m);
  void move_data(const_buffer from, buffer to) const;
  // Decided by the address alone, since it must be fast: an alltoall by digits makes p log p copies on each
  // of p processes. A message in several parts has an address of its own, which is real.
  static bool absent(const_buffer b) noexcept { return b.data == nullptr || unused_memory::has(b.data); }
  void handle(const event& e);
  void settle();
  void settle_ports();
  void nominate(int rank, side s, const service_order* from);
  bool leaves(std::uint32_t id) const { return !in_transit_ || in_transit_->leaves(id); }
  bool arrives(std::uint32_t id) const { return !in_transit_ || in_transit_->arrives(id); }
  bool startable(std::uint32_t id) const;
  waiting_transfer waiting_form(std::uint32_t id) const;

  // Messages that leave before their receivers are ready: ahead.cpp.
  bool next_send(const member& m, std::uint32_t& cursor) const;
  std::uint32_t send_ahead(member& m, std::uint32_t at, double start);
  void keep_data(std::uint32_t id);
  void receive_ahead(member& m, std::uint32_t at, std::uint32_t id);
  void arrive(std::uint32_t id);
  void receive_arrived(std::uint32_t id);
  void received(std::uint32_t id);
  // Messages are injected by the LogGP model: loggp.cpp.
  void inject(member& m);
  // Messages travel as MPI libraries send them: protocols.cpp.
  void depart(member& m);
  void leave(member& m);
  void ask(std::uint32_t id);
  void launch(std::uint32_t id, double when);
  void flow(std::uint32_t id);
  [[nodiscard]] std::pair<int, int> stream_of(const active& x) const;
  [[nodiscard]] double overhead(int from, int to) const;
  [[nodiscard]] bool is_copied(int from, int to) const;
  [[nodiscard]] static bool goes_to_several(const member& m, std::uint32_t at);
  cost_model::duration in_stream(std::uint32_t id);
  [[nodiscard]] bool goes_through_ring(int from, int to, std::size_t bytes) const;
  [[nodiscard]] double share_of_copy(std::uint32_t id) const;
  void copy_half(std::uint32_t id);
  void copied_half(std::uint32_t id);
  void enter(std::uint32_t id, double seconds);
  void leave_as_packet(std::uint32_t id, double seconds);
  void cross(std::uint32_t id, double seconds);
  void copy_across(std::uint32_t id, double seconds);
  void flowed(std::uint32_t id);
  void delivered(std::uint32_t id);

  // Messages are recorded, if there is a record: recording.cpp.
  void note_start(std::uint32_t id) {
    if (record) record_start(id);
  }
  void note_end(std::uint32_t id) {
    if (record) record_end(id);
  }
  void record_start(std::uint32_t id);
  void record_end(std::uint32_t id);
  void record_place(const_buffer held, const std::byte*& address, std::uint32_t& bundle);
  // Sender and receiver disagree: complaints.cpp.
  [[noreturn]] void different_lengths(const active& x, bool sender_is_there) const;
  // Describes a deadlock: deadlock.cpp.
  [[nodiscard]] std::string deadlock() const;
  [[nodiscard]] std::string why_not_there(int index) const;

  // Processes, and where they run.
  int p_, operations_;
  network network_;
  const machine* uniform_;  // the model's costs, if they are the same everywhere; otherwise null
  bool links_, has_latencies_;
  std::uint32_t ports_;

  member* members_;
  std::vector<task> tasks_;
  std::vector<under_way> under_way_;  // of each operation

  double now_ = 0;
  bool gave_up_ = false;
  int at_work_ = -1;
  // the last process that communicated without a partner, and the number of consecutive times
  const member* idle_ = nullptr;
  std::uint32_t idle_steps_ = 0;
  std::size_t messages_ = 0, touched_ = 0;  // so far: messages; copies and reductions
  std::size_t copied_ = 0;                  // bytes
  std::uintptr_t unused_address_ = unused_memory::scratch;

  // Pending events and messages.
  events events_;
  mailbox sends_, receives_;  // indices in lists; if messages are sent ahead, sends_ holds their ids
  std::vector<active> active_;
  std::vector<std::uint32_t> free_active_;
  std::vector<std::size_t> record_index_;  // by id of an active message: its index in the record
  port_queue queue_;
  std::vector<nominee> nominees_;
  std::vector<int> changed_;  // processes whose ports or waiting transfers have changed
  sharing sharing_;
  std::vector<std::uint32_t> ended_;  // messages of a bunch that have just ended
  std::vector<int> route_;
  int dilation_ = 0;
  std::unique_ptr<in_transit> in_transit_;  // if the model stores and forwards
  std::unique_ptr<ahead_state> ahead_;      // in the models in which a sender need not wait
  std::unique_ptr<loggp_state> loggp_;      // in LogGP
};

}  // namespace tutti
