#include <algorithm>
#include <cstring>

#include "tutti/simulate.hpp"

namespace tutti {

class world::member final : public process {
 public:
  member(world& w, int rank, int size) : process(rank, size), world_(w) {}
  ~member() = default;

  void copy(const_buffer from, buffer to) override { copy_elements(from, to); }

  void reduce(const operation& op, const_buffer left, buffer right) override {
    if (left.count != right.count || left.type->size != right.type->size)
      throw communication_error("reduce: operands of different lengths");
    if (world_.combine_) world_.combine_(op, left, right);
    account_.clock += world_.machine_.gamma * static_cast<double>(right.bytes());
  }

  bool start(std::span<transfer> all, const std::source_location& where) override {
    where_ = where;
    latest_ = account_.clock;
    for (const transfer& t : all) open_ += (t.to != nobody) + (t.from != nobody);
    posting_ = true;
    for (const transfer& t : all) {
      if (t.to != nobody) post(rank(), t.to, {this, t.out, {}, account_.clock}, true);
      if (t.from != nobody) post(t.from, rank(), {this, {}, t.in, account_.clock}, false);
    }
    posting_ = false;
    if (open_ == 0) account_.clock = latest_;
    return open_ == 0;
  }

  void park(std::coroutine_handle<> waiting) noexcept override { waiting_ = waiting; }

  std::byte* take(std::size_t bytes) override {
    std::byte* memory = process::take(bytes);
    if (world_.poison_ >= 0) std::memset(memory, world_.poison_, bytes);
    return memory;
  }

  void ended(double when) {
    latest_ = std::max(latest_, when);
    if (--open_ > 0 || posting_) return;
    account_.clock = latest_;
    world_.ready_.push_back(this);
  }

  void go_on() { std::exchange(waiting_, nullptr).resume(); }

  static void copy_elements(const_buffer from, buffer to) {
    if (from.bytes() != to.bytes()) throw communication_error("copy: " + lengths(from.bytes(), to.bytes()));
    if (from.empty() || from.data == to.data) return;
    if (from.type->dense && to.type->dense) {
      std::memmove(to.data, from.data, from.bytes());
      return;
    }
    // Layouts differ: walk both, a run of bytes at a time.
    std::size_t done = 0;
    while (done < from.bytes()) {
      const auto at = [done](auto b) {
        const std::size_t i = done / b.type->size, inside = done % b.type->size;
        return std::pair(b.slice(i, 1).data + b.type->true_lb + inside, b.type->size - inside);
      };
      const auto [source, have] = at(from);
      const auto [target, room] = at(to);
      const std::size_t n = std::min(have, room);
      std::memcpy(target, source, n);
      done += n;
    }
  }

  static std::string lengths(std::size_t sent, std::size_t room) {
    return std::to_string(sent) + " bytes into room for " + std::to_string(room);
  }

  account account_;
  int open_ = 0;
  std::source_location where_;

 private:
  void post(int from, int to, const posted& side, bool sending) {
    if (from < 0 || from >= size() || to < 0 || to >= size())
      throw communication_error("process " + std::to_string(rank()) + " names a partner outside 0.." +
                                std::to_string(size() - 1));
    channel& c = world_.channels_[static_cast<std::uint64_t>(from) << 32U | static_cast<std::uint32_t>(to)];
    (sending ? c.sends : c.recvs).push_back(side);
    world_.match(c);
  }

  world& world_;
  std::coroutine_handle<> waiting_;
  double latest_ = 0;
  bool posting_ = false;
};

world::world(int p, const machine& on) : machine_(on) {
  processes_.reserve(static_cast<std::size_t>(p));
  for (int r = 0; r < p; ++r) processes_.push_back(std::make_unique<member>(*this, r, p));
}

world::~world() = default;

void world::match(channel& c) {
  while (!c.sends.empty() && !c.recvs.empty()) {
    const posted s = c.sends.front(), r = c.recvs.front();
    c.sends.pop_front();
    c.recvs.pop_front();
    const std::size_t bytes = s.out.bytes();
    if (bytes != r.in.bytes())
      throw communication_error("message from process " + std::to_string(s.who->rank()) + " to process " +
                                std::to_string(r.who->rank()) + ": " + member::lengths(bytes, r.in.bytes()));
    member::copy_elements(s.out, r.in);
    const double end = std::max(s.since, r.since) + machine_.alpha + machine_.beta * static_cast<double>(bytes);
    ++s.who->account_.messages_sent;
    s.who->account_.bytes_sent += bytes;
    ++r.who->account_.messages_received;
    r.who->account_.bytes_received += bytes;
    s.who->ended(end);
    r.who->ended(end);
  }
}

void world::run(const std::function<task(process&)>& program) {
  std::vector<task> tasks;
  tasks.reserve(processes_.size());
  for (auto& m : processes_) tasks.push_back(program(*m));
  for (auto& t : tasks) {
    t.start();
    while (!ready_.empty()) {
      member* m = ready_.back();
      ready_.pop_back();
      m->go_on();
    }
  }
  for (const auto& t : tasks)
    if (t.done()) t.rethrow();
  for (const auto& t : tasks)
    if (!t.done()) throw communication_error("deadlock: " + waiting());
}

std::string world::waiting() const {
  std::string text;
  int shown = 0;
  for (const auto& m : processes_)
    if (m->open_ > 0 && shown++ < 8) {
      const std::string_view file = m->where_.file_name();
      text += (shown > 1 ? "; " : "") + std::string("process ") + std::to_string(m->rank()) + " waits in " +
              std::string(file.substr(file.rfind('/') + 1)) + ":" + std::to_string(m->where_.line());
    }
  return text;
}

const world::account& world::of(int rank) const noexcept {
  return processes_[static_cast<std::size_t>(rank)]->account_;
}

double world::time() const noexcept {
  double last = 0;
  for (const auto& m : processes_) last = std::max(last, m->account_.clock);
  return last;
}

}  // namespace tutti
