#include "mpi/collectives/exact_sums.hpp"

#include <cstring>

#include "mpi/collectives/one_process.hpp"

namespace tutti::mpi {
namespace {

// One call, and the kind of numbers in its vector. The elements are dense.
struct summing {
  process& self;
  const call& asked;
  const exact_sum& s;
  const dispatch& what;

  [[nodiscard]] int rank() const noexcept { return self.rank(); }
  [[nodiscard]] bool has_result() const noexcept {
    return what.of == collective::reduce   ? rank() == asked.root
           : what.of == collective::exscan ? rank() > 0
                                           : true;
  }
  [[nodiscard]] const exact::sums& by() const noexcept { return *s.numbers.by; }
  [[nodiscard]] std::size_t numbers_in(std::size_t bytes) const noexcept { return bytes / by().number_bytes; }

  [[nodiscard]] bool scatters() const noexcept { return asked.send.size() > 0; }
  [[nodiscard]] const_buffer vector() const noexcept { return scatters() ? asked.send.all() : asked.in; }
  /// The number of processes that contribute to the result here.
  [[nodiscard]] int addends() const noexcept {
    return what.of == collective::scan ? rank() + 1 : what.of == collective::exscan ? rank() : self.size();
  }

  // Runs an algorithm that moves bytes.
  task run(const sum_phase& phase, call c, std::size_t bytes) const {
    const dispatch d(what, phase, {.bytes = bytes, .most_pieces = bytes});
    d.complete(c);
    return d.decided.use->run(self, c);
  }
  // into = the sums of the rows, which are consecutive in memory.
  void sum_rows(const std::byte* first, int rows, buffer into) const {
    if (rows > 0 && into.count > 0)
      by().sum_rows(first, into.bytes(), rows, into.data, numbers_in(into.bytes()));
  }
};

buffer bytes_at(const void* data, std::size_t n) noexcept {
  return {static_cast<std::byte*>(const_cast<void*>(data)), n, byte_type};
}

// On one process: a sum of one addend.
task on_one_process(process& self, call& asked, const exact_sum& s, const dispatch& what) {
  const summing by{self, asked, s, what};
  if (by.has_result()) by.sum_rows(by.vector().data, 1, asked.out);
  co_return;
}

// The algorithm of the reduction adds numbers. There is at most one addition, so that each sum is rounded at
// most once.
task run_addition(process& self, call& asked, const exact_sum& s, const dispatch& what) {
  asked.op = addition_of(s.numbers);
  const dispatch d(what, s.plan->first, what.size);
  d.complete(asked);
  return d.decided.use->run(self, asked);
}
// Gives NaNs their canonical form in a result of one addend, which no addition has produced.
void bring_into_form(const summing& by) {
  if (by.addends() == 1) by.sum_rows(by.asked.out.data, 1, by.asked.out);
}
task by_adding_beside(process& self, call& asked, const exact_sum& s, const dispatch& what) {
  const scratch result(self, const_buffer(asked.out));
  call c = asked;
  c.out = result;
  co_await run_addition(self, c, s, what);
  self.copy(result, asked.out);
  bring_into_form(summing{self, asked, s, what});
}
task by_adding_and_bringing_into_form(process& self, call& asked, const exact_sum& s, const dispatch& what) {
  co_await run_addition(self, asked, s, what);
  bring_into_form(summing{self, asked, s, what});
}
task by_adding(process& self, call& asked, const exact_sum& s, const dispatch& what) {
  const summing by{self, asked, s, what};
  if (s.overlaps) return by_adding_beside(self, asked, s, what);
  if (by.has_result() && by.addends() == 1) return by_adding_and_bringing_into_form(self, asked, s, what);
  return run_addition(self, asked, s, what);
}

// The algorithm of the reduction combines accumulators.
task by_accumulators(process& self, call& asked, const exact_sum& s, const dispatch& what) {
  const summing by{self, asked, s, what};
  const accumulators& with = accumulators_for(s.numbers);
  const bool scatters = by.scatters();
  const const_buffer vector = by.vector();
  const scratch in(self, vector.count, with.layout), out(self, scatters ? asked.out.count : 0, with.layout);
  by.by().begin(vector.data, in.all().data, by.numbers_in(vector.bytes()));
  workspace<std::size_t> offsets(static_cast<std::size_t>(asked.send.size()) + 1);
  call c;
  c.op = with.add;
  c.root = asked.root;
  if (scatters) {
    offsets[0] = 0;
    for (int i = 0; i < asked.send.size(); ++i) {
      const auto k = static_cast<std::size_t>(i);
      offsets[k + 1] = offsets[k] + asked.send[i].count;
    }
    c.send = const_blocks::consecutive(in.all().data, offsets.data(), with.layout, asked.send.size());
    c.out = out;
  } else {
    c.in = in;  // in place
    if (what.of != collective::reduce || by.rank() == asked.root) c.out = in;
  }
  const dispatch d(what, s.plan->first,
                   {.bytes = vector.count * with.layout.size, .most_pieces = vector.count});
  d.complete(c);
  co_await d.decided.use->run(self, c);
  const buffer sums = c.out;
  if (by.has_result()) by.by().round(sums.data, asked.out.data, by.numbers_in(asked.out.bytes()));
}

// An algorithm of allreduce combines short accumulators. If the numbers of some element do not fit, the sums
// are computed again in another way.
task in_way(process& self, call& asked, const exact_sum& s, const dispatch& what, rounded_once way);
task by_short_accumulators(process& self, call& asked, const exact_sum& s, const dispatch& what) {
  const summing by{self, asked, s, what};
  const accumulators& with = short_accumulators_for(s.numbers);
  const std::size_t n = by.numbers_in(asked.in.bytes());
  bool fitted = false;
  {
    const scratch all(self, asked.in.count, with.layout);
    by.by().begin_short(asked.in.data, all.all().data, n);
    call c;
    c.op = with.add;
    c.in = all;
    c.out = all;
    const dispatch d(what, s.plan->short_accumulators,
                     {.bytes = asked.in.count * with.layout.size, .most_pieces = asked.in.count});
    d.complete(c);
    co_await d.decided.use->run(self, c);
    fitted = by.by().round_short(all.all().data, asked.out.data, n);
  }
  if (s.remembered) s.remembered->note(fitted);
  if (!fitted) co_await in_way(self, asked, s, what, s.plan->otherwise);
}

// All contributions travel to the processes that need their sum.
task by_gathering(process& self, call& asked, const exact_sum& s, const dispatch& what) {
  const summing by{self, asked, s, what};
  const int p = self.size();
  const std::size_t bytes = asked.in.bytes();
  const bool gets_all = what.of != collective::reduce || by.rank() == asked.root;
  const scratch all(self, gets_all ? bytes * static_cast<std::size_t>(p) : 0);
  call c;
  c.in = bytes_at(asked.in.data, bytes);
  c.root = asked.root;
  if (gets_all) c.recv = blocks::regular(all.all().data, bytes, byte_type, p);
  co_await by.run(s.plan->first, c, bytes * static_cast<std::size_t>(p));
  if (by.has_result()) by.sum_rows(all.all().data, by.addends(), asked.out);
}

// Each process sums its own block of the vector.
task by_exchanging_blocks(process& self, call& asked, const exact_sum& s, const dispatch& what) {
  const summing by{self, asked, s, what};
  const int p = self.size();
  const const_buffer vector = asked.send.all();
  const std::size_t element = vector.type->size, own = asked.out.bytes();
  const scratch contributions(self, own * static_cast<std::size_t>(p));
  workspace<std::size_t> offsets(static_cast<std::size_t>(p) + 1);
  offsets[0] = 0;
  for (int i = 0; i < p; ++i) {
    const auto k = static_cast<std::size_t>(i);
    offsets[k + 1] = offsets[k] + asked.send[i].count * element;
  }
  call c;
  c.send = what.of == collective::reduce_scatter
               ? const_blocks::consecutive(vector.data, offsets.data(), byte_type, p)
               : const_blocks::regular(vector.data, own, byte_type, p);
  c.recv = blocks::regular(contributions.all().data, own, byte_type, p);
  co_await by.run(s.plan->first, c, what.of == collective::reduce_scatter ? 0 : vector.bytes());
  by.sum_rows(contributions.all().data, p, asked.out);
}

// Each process sums one part of the vector, and then the sums travel. The parts have the same length, so the
// vector may need padding.
task by_exchanging_parts(process& self, call& asked, const exact_sum& s, const dispatch& what) {
  const summing by{self, asked, s, what};
  const int p = self.size();
  const auto q = static_cast<std::size_t>(p);
  const std::size_t bytes = asked.in.bytes(), element = asked.in.type->size;
  const std::size_t part = (asked.in.count + q - 1) / q * element, all = q * part;
  const bool padded = all != bytes;
  const bool prefixes = what.of == collective::scan || what.of == collective::exscan;
  const bool to_root = what.of == collective::reduce, is_root = by.rank() == asked.root;

  const scratch longer(self, padded ? all : 0), contributions(self, all);
  if (padded) {
    self.copy(bytes_at(asked.in.data, bytes), longer.slice(0, bytes));
    std::memset(longer.all().data + bytes, 0, all - bytes);
  }
  call c;
  c.send = const_blocks::regular(padded ? longer.all().data : asked.in.data, part, byte_type, p);
  c.recv = blocks::regular(contributions.all().data, part, byte_type, p);
  co_await by.run(s.plan->first, c, all);

  // Prefix sums need a row for each process. Other sums go straight to their place in the result, if this
  // process has the result.
  const bool at_once = !padded && by.has_result();
  const bool receives = !to_root || is_root;
  const scratch results(self, at_once || !receives ? 0 : all), several(self, prefixes ? all : 0),
      alone(self, receives ? 0 : part);
  const buffer into = at_once ? bytes_at(asked.out.data, all) : results.all();
  const buffer own = !receives ? alone.all() : into.slice(static_cast<std::size_t>(by.rank()) * part, part);
  const std::byte* const rows = contributions.all().data;
  c = {};
  c.root = asked.root;
  if (prefixes) {
    const int more = what.of == collective::scan ? 1 : 0;
    std::memset(several.all().data, 0, part);
    for (int k = 0; k < p; ++k)
      by.sum_rows(rows, k + more, several.slice(static_cast<std::size_t>(k) * part, part));
    c.send = const_blocks::regular(several.all().data, part, byte_type, p);
  } else {
    by.sum_rows(rows, p, own);
    c.in = own;  // in place
  }
  if (receives) c.recv = blocks::regular(into.data, part, byte_type, p);
  co_await by.run(s.plan->second, c, all);
  if (!at_once && by.has_result()) self.copy(results.slice(0, bytes), bytes_at(asked.out.data, bytes));
}

task in_way(process& self, call& asked, const exact_sum& s, const dispatch& what, rounded_once way) {
  switch (way) {
    case rounded_once::added: return by_adding(self, asked, s, what);
    case rounded_once::gathered: return by_gathering(self, asked, s, what);
    case rounded_once::exchanged:
      return asked.send.size() > 0 ? by_exchanging_blocks(self, asked, s, what)
                                   : by_exchanging_parts(self, asked, s, what);
    default: return by_accumulators(self, asked, s, what);
  }
}

}  // namespace

task sum_exactly(process& self, call& asked, const exact_sum& s, const dispatch& what) {
  if (runs_no_algorithm(what)) return on_one_process(self, asked, s, what);
  if (s.plan->way != rounded_once::shorter) return in_way(self, asked, s, what, s.plan->way);
  if (s.tries_short) return by_short_accumulators(self, asked, s, what);
  task program = in_way(self, asked, s, what, s.plan->otherwise);
  if (s.remembered) s.remembered->pass();  // not before: a call without memory for its program is made again
  return program;
}

}  // namespace tutti::mpi
