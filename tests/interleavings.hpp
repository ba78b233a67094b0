#pragma once

// Runs threads in all orders of their steps, one order after the other, with all values that the memory model
// lets them read.

#include <ucontext.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace interleavings {

inline constexpr std::size_t threads = 2, most_places = 64, together = 16;

/// A vector clock: the progress of each thread that is known, and for each place the oldest store that may
/// still be read. A release store passes it to the acquire loads that read the store.
struct knowledge {
  std::array<std::uint32_t, threads + most_places> of{};

  void join(const knowledge& other) noexcept {
    for (std::size_t i = 0; i < of.size(); ++i) of[i] = std::max(of[i], other.of[i]);
  }
};

/// The program of the threads, constructed again for each order.
class scenario {
 public:
  scenario() = default;
  scenario(const scenario&) = delete;
  scenario& operator=(const scenario&) = delete;
  virtual ~scenario() = default;
  /// May be abandoned in the middle: the scenario must own the memory that it allocates. Atomics have the
  /// same addresses in all orders.
  virtual void run(std::size_t thread) = 0;
};

/// Runs a scenario in all orders, depth first, but each state only once: the next steps of a thread depend
/// only on the values that it has read. A thread may be interrupted at each load and after each store of an
/// `atomic`. Finds errors that the scenario reports, plain accesses to the same 16 bytes of memory that are
/// not ordered by happens-before, and states in which no thread can continue.
class exploration {
 public:
  /// `stale`: the number of loads of a run that may read an earlier store than the last one, where that is
  /// allowed.
  explicit exploration(std::function<std::unique_ptr<scenario>()> make, unsigned stale = 1)
      : make_(std::move(make)), stale_(stale) {}
  /// Takes stores to and loads from this memory for relaxed ones, of either kind.
  void weaken(const void* begin, std::size_t bytes, bool stores, bool loads) {
    weak_ = {reinterpret_cast<std::uintptr_t>(begin), bytes, stores, loads};
  }

  /// The first fault that is found; empty if there is none.
  std::string fault() {
    current_ = this;
    do {
      one_run();
    } while (fault_.empty() && next_order());
    current_ = nullptr;
    return fault_;
  }
  [[nodiscard]] std::size_t runs() const noexcept { return runs_; }
  [[nodiscard]] std::size_t states() const noexcept { return visited_.size(); }

  // For the threads of a scenario.
  static exploration& now() noexcept { return *current_; }
  /// It is wrong unless this holds.
  void expect(bool holds, const char* what) {
    if (!holds) wrong(what);
  }
  /// A plain access to these bytes.
  void touch(const void* begin, std::size_t bytes, bool writes) {
    const auto from = reinterpret_cast<std::uintptr_t>(begin) / together;
    const auto to =
        (reinterpret_cast<std::uintptr_t>(begin) + std::max<std::size_t>(bytes, 1) - 1) / together;
    for (std::uintptr_t k = from; k <= to; ++k) touch_at(touched_[k], writes);
  }
  /// Polls until done() is true, and polls again only after one of the places that it has read has changed.
  /// Failed polls do not change the later steps of the thread, unless done() itself remembers them.
  template <class Done>
  void until(Done done) {
    for (;;) {
      const std::uint64_t before = here().hash;
      here().polled.clear();
      if (done()) return;
      here().hash = mixed(before, 3);
      here().waits = true;
      stop();
      here().hash = before;
    }
  }

  /// The later steps of the thread depend only on these bytes, not on the values that it has read until now.
  void remembers_only(const void* begin, std::size_t bytes) {
    here().hash = 0;
    for (std::size_t i = 0; i < bytes; ++i)
      here().hash = mixed(here().hash, static_cast<const unsigned char*>(begin)[i]);
  }

  // For atomics.
  std::uint64_t load(const void* where, std::uint64_t initially, std::memory_order order) {
    stop();
    const std::size_t p = index_of(where, initially);
    thread& t = here();
    const std::size_t last = places_[p].stores.size() - 1,
                      oldest = std::max<std::size_t>(t.knows.of[threads + p], last - std::min(last, left_)),
                      read = last - choose(last - oldest + 1);
    left_ -= last - read;
    const bool again = t.read_last == std::pair(p, read);
    t.read_last = {p, read};
    t.polled.push_back({p, read});
    note_read(t, p, read, order);
    t.again = again ? t.again + 1 : 0;
    if (t.again >= 2) {  // a thread that reads the same store repeatedly only waits for another thread
      t.polled.assign(1, {p, read});
      t.waits = true;
      stop();
      t.again = 0;
    }
    return places_[p].stores[read].value;
  }
  void store(const void* where, std::uint64_t initially, std::uint64_t value, std::memory_order order) {
    const std::size_t p = index_of(where, initially);
    add(p, value, handed_by_store(order, where));
    stop();
  }
  /// change(value) returns the value to store, and false if nothing is to be stored.
  template <class Change>
  std::uint64_t modify(const void* where, std::uint64_t initially, std::memory_order order, Change change) {
    stop();
    const std::size_t p = index_of(where, initially), last = places_[p].stores.size() - 1;
    thread& t = here();
    t.read_last = nothing;
    note_read(t, p, last, order);
    const std::uint64_t before = places_[p].stores[last].value;
    if (const auto [after, stores] = change(before); stores) {
      knowledge handed = handed_by_store(order, where);
      handed.join(places_[p].stores[last].handed);  // a modified value still passes it
      add(p, after, handed);
    }
    return before;
  }

 private:
  struct stored {
    std::uint64_t value;
    knowledge handed;
  };
  struct place {
    std::uintptr_t where = 0;
    std::vector<stored> stores;
  };
  static constexpr std::pair<std::size_t, std::size_t> nothing{most_places, 0};
  struct thread {
    ucontext_t context{};
    std::vector<std::byte> stack = std::vector<std::byte>(std::size_t{64} << 10U);
    knowledge knows;
    bool done = false, waits = false;
    std::vector<std::pair<std::size_t, std::size_t>> polled;  // places, and the stores that were read
    std::pair<std::size_t, std::size_t> read_last = nothing;
    unsigned again = 0;
    std::uint64_t hash = 0;  // of all that it has read
  };
  struct touches {
    std::array<std::uint32_t, threads> read{}, written{};  // when each thread did last
  };
  struct weakened {
    std::uintptr_t begin = 0;
    std::size_t bytes = 0;
    bool stores = false, loads = false;
    [[nodiscard]] bool has(const void* place) const noexcept {
      return reinterpret_cast<std::uintptr_t>(place) - begin < bytes;
    }
  };
  struct choice {
    std::size_t taken, of;
  };

  static std::uint64_t mixed(std::uint64_t a, std::uint64_t b) noexcept {
    std::uint64_t x = a * 0x9e3779b97f4a7c15U ^ (b + 0x7f4a7c159e3779b9U);
    x ^= x >> 31U, x *= 0xbf58476d1ce4e5b9U, x ^= x >> 27U, x *= 0x94d049bb133111ebU;
    return x ^ x >> 30U;
  }
  thread& here() noexcept { return threads_[running_]; }
  void wrong(std::string what) {
    if (fault_.empty()) fault_ = std::move(what);
    swapcontext(&here().context, &between_);  // for good
  }
  void stop() {
    here().hash = mixed(here().hash, 2);
    swapcontext(&here().context, &between_);
  }

  bool is_release(std::memory_order o, const void* p) const noexcept {
    return !(weak_.stores && weak_.has(p)) && o != std::memory_order_relaxed &&
           o != std::memory_order_acquire && o != std::memory_order_consume;
  }
  bool is_acquire(std::memory_order o, const void* p) const noexcept {
    return !(weak_.loads && weak_.has(p)) && o != std::memory_order_relaxed && o != std::memory_order_release;
  }

  std::size_t index_of(const void* where, std::uint64_t initially) {
    const auto address = reinterpret_cast<std::uintptr_t>(where);
    const auto found = std::ranges::find(places_, address, &place::where);
    if (found == places_.end()) {
      if (places_.size() == most_places) wrong("too many places");
      places_.push_back({address, {{initially, {}}}});
      return places_.size() - 1;
    }
    return static_cast<std::size_t>(found - places_.begin());
  }
  // The previous steps of this thread happen before its later ones, and before the later steps of each thread
  // that acquires this store.
  knowledge handed_by_store(std::memory_order order, const void* where) noexcept {
    thread& t = here();
    ++t.knows.of[running_];
    t.hash = mixed(t.hash, 1);
    return is_release(order, where) ? t.knows : knowledge{};
  }
  void note_read(thread& t, std::size_t p, std::size_t read, std::memory_order order) {
    place& from = places_[p];
    t.knows.of[threads + p] = std::max(t.knows.of[threads + p], static_cast<std::uint32_t>(read));
    if (is_acquire(order, reinterpret_cast<const void*>(from.where))) t.knows.join(from.stores[read].handed);
    t.hash = mixed(t.hash, mixed(from.where, read));
  }
  void add(std::size_t p, std::uint64_t value, knowledge handed) {
    place& to = places_[p];
    thread& t = here();
    const auto number = static_cast<std::uint32_t>(to.stores.size());
    t.knows.of[threads + p] = number;
    handed.of[threads + p] = number;
    t.read_last = nothing;
    to.stores.push_back({value, handed});
  }

  void touch_at(touches& l, bool writes) {
    thread& t = here();
    for (std::size_t other = 0; other < threads; ++other) {
      if (other == running_) continue;
      if (l.written[other] > t.knows.of[other] || (writes && l.read[other] > t.knows.of[other]))
        wrong(writes ? "written while another thread may read or write it"
                     : "read while another thread may write it");
    }
    // The access belongs to this thread's current step, which other threads know after the release at its
    // end.
    (writes ? l.written : l.read)[running_] = t.knows.of[running_] + 1;
  }

  [[nodiscard]] bool may_go_on(const thread& t) const {
    if (t.done) return false;
    return !t.waits || std::ranges::any_of(t.polled, [this](const auto& p) {
      return places_[p.first].stores.size() - 1 > p.second;
    });
  }
  [[nodiscard]] std::uint64_t state() const {
    std::uint64_t h = left_;
    for (const thread& t : threads_) {
      h = mixed(mixed(h, t.hash), t.again * 4U + t.done * 2U + may_go_on(t));
      for (std::size_t other = 0; other < threads; ++other) h = mixed(h, t.knows.of[other]);
    }
    std::uint64_t all = 0;  // independent of the order in which places were first used
    for (std::size_t p = 0; p < places_.size(); ++p) all += hash_of(p);
    return mixed(h, all);
  }
  // A hash of the stores that can still be read there, and of the threads that can read them.
  [[nodiscard]] std::uint64_t hash_of(std::size_t p) const {
    const std::vector<stored>& stores = places_[p].stores;
    std::size_t oldest = stores.size() - 1;
    oldest -= std::min(oldest, left_);
    std::uint64_t h = mixed(places_[p].where, stores.size());
    for (const thread& t : threads_) h = mixed(h, std::max<std::size_t>(oldest, t.knows.of[threads + p]));
    for (std::size_t k = oldest; k < stores.size(); ++k) {
      h = mixed(h, stores[k].value);
      for (const thread& t : threads_) h = mixed(h, hash_of(t.knows, stores[k].handed));
    }
    return h;
  }

  // A hash of the knowledge of a thread after it has acquired `takes`.
  [[nodiscard]] std::uint64_t hash_of(const knowledge& has, const knowledge& takes) const {
    std::uint64_t h = 0;
    for (std::size_t i = 0; i < threads; ++i) h = mixed(h, std::max(has.of[i], takes.of[i]));
    std::uint64_t all = 0;
    for (std::size_t p = 0; p < places_.size(); ++p)
      all += mixed(places_[p].where, std::max(has.of[threads + p], takes.of[threads + p]));
    return mixed(h, all);
  }

  std::size_t choose(std::size_t n) {
    if (n == 1) return 0;
    if (at_ == choices_.size()) choices_.push_back({0, n});
    return choices_[at_++].taken;
  }
  bool next_order() {
    while (!choices_.empty() && choices_.back().taken + 1 == choices_.back().of) choices_.pop_back();
    if (choices_.empty()) return false;
    ++choices_.back().taken;
    return true;
  }

  static void begin() {
    exploration& e = now();
    const std::size_t self = e.running_;
    e.of_->run(self);
    e.threads_[self].done = true;
    e.stop();
  }
  void one_run() {
    ++runs_;
    places_.clear();
    touched_.clear();
    left_ = stale_;
    at_ = 0;
    const std::size_t known = choices_.size();
    of_ = make_();
    for (thread& t : threads_) {
      t.knows = {};
      t.done = t.waits = false;
      t.polled.clear();
      t.read_last = nothing;
      t.again = 0;
      t.hash = 0;
      getcontext(&t.context);
      t.context.uc_stack.ss_sp = t.stack.data();
      t.context.uc_stack.ss_size = t.stack.size();
      t.context.uc_link = nullptr;
      makecontext(&t.context, begin, 0);
    }
    while (fault_.empty()) {
      std::array<std::size_t, threads> ready{};
      std::size_t n = 0;
      for (std::size_t t = 0; t < threads; ++t)
        if (may_go_on(threads_[t])) ready[n++] = t;
      if (n == 0) {
        if (!std::ranges::all_of(threads_, &thread::done)) fault_ = "nobody can go on";
        break;
      }
      if (at_ >= known && !visited_.insert(state()).second) break;
      running_ = ready[choose(n)];
      here().waits = false;
      swapcontext(&between_, &here().context);
    }
  }

  inline static exploration* current_ = nullptr;
  std::function<std::unique_ptr<scenario>()> make_;
  std::size_t stale_, left_ = 0;
  weakened weak_;
  std::string fault_;
  std::size_t runs_ = 0;
  std::unordered_set<std::uint64_t> visited_;
  std::vector<choice> choices_;
  std::size_t at_ = 0;  // the next one of them
  std::unique_ptr<scenario> of_;
  std::array<thread, threads> threads_;
  std::size_t running_ = 0;
  ucontext_t between_{};
  std::vector<place> places_;
  std::unordered_map<std::uintptr_t, touches> touched_;
};

/// Takes the place of std::atomic in the threads of a scenario. Memory of zeros is a valid object.
template <class T>
class atomic {
 public:
  static constexpr bool is_always_lock_free = true;
  atomic() noexcept = default;
  constexpr atomic(T value) noexcept : value_(value) {}
  atomic(const atomic&) = delete;
  atomic& operator=(const atomic&) = delete;

  T load(std::memory_order order) const { return T(exploration::now().load(this, first(), order)); }
  void store(T value, std::memory_order order) {
    exploration::now().store(this, first(), static_cast<std::uint64_t>(value), order);
  }
  T exchange(T value, std::memory_order order) {
    return T(exploration::now().modify(this, first(), order, [value](std::uint64_t) {
      return std::pair(static_cast<std::uint64_t>(value), true);
    }));
  }
  T fetch_add(T more, std::memory_order order) {
    return T(exploration::now().modify(this, first(), order, [more](std::uint64_t before) {
      return std::pair(static_cast<std::uint64_t>(T(before) + more), true);
    }));
  }
  bool compare_exchange_weak(T& expected, T value, std::memory_order order) {
    const auto hoped = static_cast<std::uint64_t>(expected);
    const std::uint64_t found = exploration::now().modify(this, first(), order, [&](std::uint64_t before) {
      return std::pair(static_cast<std::uint64_t>(value), before == hoped);
    });
    expected = T(found);
    return found == hoped;
  }

 private:
  [[nodiscard]] std::uint64_t first() const noexcept { return static_cast<std::uint64_t>(value_); }
  T value_{};  // before the first store
};

}  // namespace interleavings
