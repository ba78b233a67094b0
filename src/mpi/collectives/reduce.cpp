// MPI_Reduce, MPI_Allreduce, MPI_Reduce_scatter, MPI_Reduce_scatter_block, MPI_Scan, MPI_Exscan.

#include "mpi/collectives/exact_sums.hpp"
#include "mpi/collectives/serve.hpp"
#include "mpi/data/arguments.hpp"
#include "mpi/library/library_calls.hpp"
#include "tutti/tutti.h"

using namespace tutti;
using namespace tutti::mpi;

namespace {

// The datatype of a reduction.
struct typed_operands {
  const type_entry* type;
  [[nodiscard]] TUTTI_INLINED buffer vector(const void* data, std::size_t count) const noexcept {
    return elements(data, count, type->layout);
  }
};

// The datatype and the operator of a reduction. `type` is null if the MPI library must refuse the datatype.
// `op` is null if the MPI library must refuse the operator or decides on it, or if the sums are rounded once.
struct operands : typed_operands {
  operation asked;  // before op, which may point to it
  const operation* op;

  template <class Form>
  operands(Form& form, MPI_Datatype t, MPI_Op o)
      : typed_operands{form.look_up(t)}, op(type ? form.look_up(o, *type, asked) : nullptr) {}
  [[nodiscard]] operator_class kind() const noexcept { return class_of(*op); }
};

// The datatype of a reduction whose sums are rounded once. If `numbers` is empty, only the MPI library knows
// if it computes the operator.
struct exact_operands : typed_operands {
  exact_numbers numbers;

  exact_operands(const type_entry& t, MPI_Op o) noexcept
      : typed_operands{&t},
        numbers(o == MPI_SUM && rounds_sums_once() ? exact_numbers_of(t) : exact_numbers{}) {}
  [[nodiscard]] bool summed() const noexcept { return numbers.by != nullptr; }
};

// Reduce, allreduce, scan and exscan: one vector in, one vector out.
struct staged_vectors {
  TUTTI_INLINED
  staged_vectors(process&, host_memory& host, const dispatch& d, const buffer& in, const buffer& out,
                 bool in_place, const operation& op, int root = 0)
      : runs(d.size.bytes > 0) {  // exscan leaves the result of process 0 as it is
    c.out = in_place || d.of == collective::exscan ? host.changed(out) : host.received(out);
    c.in = in_place ? c.out : host.sent(in);
    c.op = op;
    c.root = root;
  }
  void begin() {}
  void finish() {}
  bool runs;
  call c;
};

// The same for sums that are rounded once.
struct staged_exact_vectors : staged_vectors {
  staged_exact_vectors(process& self, host_memory& host, const dispatch& d, const buffer& in,
                       const buffer& out, bool in_place, const exact_sum& how, int root = 0)
      : staged_vectors(self, host, d, in, out, in_place, operation{}, root), sum(how) {}
  [[nodiscard]] task run(process& self, const dispatch& what) { return sum_exactly(self, c, sum, what); }
  exact_sum sum;
};

template <class Form>
const sum_plan& plan_of(const Form& form, const communicator& c, collective of, const exact_operands& with,
                        std::size_t bytes, imbalance lengths = imbalance::equal) {
  sum_plans& plans = form.sums(c);
  if (this_run.explains) [[unlikely]]
    explain_once(plans, of, with.numbers.of, lengths, bytes);
  return plans.plan(of, with.numbers.of, bytes, lengths);
}

// Decides whether short accumulators are tried. All processes must decide alike. They make blocking calls,
// and begin the other calls between them, in the same order. The other calls may end in different orders, so
// that only blocking calls change the decision.
void choose_short(exact_sum& how, communicator& c, form kind) noexcept {
  how.tries_short = c.shorter.tried();
  if (kind == form::blocking) how.remembered = &c.shorter;
}

// Chooses the algorithm of a reduction of vectors, and runs it.
template <class Form, class Library>
TUTTI_INLINED inline int run_vectors(Form& form, communicator& c, const Library& library,
                                     const operands& with, collective of, const buffer& in, const buffer& out,
                                     call_size data, bool in_place, int root) {
  const dispatch d(form.chooser(c), c, of, data, with.kind());
  if (!d.served()) return library(d);
  return form.template run<staged_vectors>(d, in, out, in_place, *with.op, root);
}
template <class Form, class Library>
int run_vectors(Form& form, communicator& c, const Library& library, const exact_operands& with,
                collective of, const buffer& in, const buffer& out, call_size data, bool in_place, int root) {
  if (!with.summed()) return library.decides();
  const sum_plan& plan = plan_of(form, c, of, with, data.bytes);
  const dispatch d(c, of, data, plan);
  if (!d.served()) return library(d);
  exact_sum how{.numbers = with.numbers, .plan = &plan};
  if (plan.way == rounded_once::shorter) choose_short(how, c, Form::kind);
  return form.template run<staged_exact_vectors>(d, in, out, in_place, how, root);
}

// A form of a call that a rarely executed function may take without forcing the arguments into memory.
template <class Form>
using passed = std::conditional_t<std::is_trivially_copyable_v<Form>, Form, Form&>;

// Allreduce, scan and exscan.
template <collective Of, class Form, class Library, class Operands>
TUTTI_INLINED inline int vector_to_all_with(Form& form, communicator& c, const Library& library,
                                            const Operands& with, const void* sendbuf, void* recvbuf,
                                            MPI_Count count) {
  if (!valid(count)) return library(wrong::count);
  const bool in_place = sendbuf == MPI_IN_PLACE;
  // Exscan has no result on process 0, where the receive buffer may be invalid.
  const bool receives = Of != collective::exscan || in_place || c.rank() != 0;
  if (receives && recvbuf == MPI_IN_PLACE) return library(wrong::place);
  const buffer out = with.vector(receives ? recvbuf : nullptr, static_cast<std::size_t>(count));
  const buffer in = in_place ? out : with.vector(sendbuf, out.count);
  if (has_null_address(in) || (receives && has_null_address(out))) return library(wrong::memory);
  // MPICH refuses this on process 0, too.
  if (!in_place && refused_overlap(in, with.vector(recvbuf, out.count))) return library(wrong::overlap);
  return run_vectors(form, c, library, with, Of, in, out, {.bytes = out.bytes(), .most_pieces = out.count},
                     in_place, 0);
}

// Returns the error in the buffers of a reduce_scatter, or null.
template <class Operands>
const erroneous* fault_of(const Operands& with, const const_blocks& send, void* recvbuf, bool in_place,
                          const communicator& c) {
  const const_buffer result = with.vector(recvbuf, send[c.rank()].count), vector = send.all();
  if (has_null_address(vector) || has_null_address(result)) return &wrong::memory;
  const bool same =
      !in_place && refused_overlap(vector.slice(0, std::min(vector.count, result.count)), result);
  return same ? &wrong::overlap : nullptr;
}

// Reduce_scatter and reduce_scatter_block. The unnamed arguments are the tables to which `send` points. They
// are passed only to be kept alive.
struct staged_scattering {
  template <class... Tables>
  staged_scattering(process& self, host_memory& host, const dispatch& d, const blocks& send,
                    const buffer& result, bool in_place, const operation& op, const Tables&...)
      : runs(d.size.bytes > 0), result_(host.received(result)), in_place_(in_place), self_(self) {
    c.send = host.sent(send);
    c.out = in_place ? result_memory_.emplace(self, const_buffer(result_)).all() : result_;
    c.op = op;
  }
  void begin() {}
  void finish() {
    if (in_place_) self_.copy(c.out, result_);
  }
  bool runs;
  call c;

 private:
  buffer result_;
  bool in_place_;
  process& self_;
  std::optional<scratch> result_memory_;  // in place, the result overlaps the vector
};

struct staged_exact_scattering {
  template <class... Tables>
  staged_exact_scattering(process&, host_memory& host, const dispatch& d, const blocks& send,
                          const buffer& result, bool in_place, const exact_numbers& numbers,
                          const sum_plan* plan, const Tables&...)
      : runs(d.size.bytes > 0) {
    c.send = host.sent(send);
    c.out = host.received(result);
    sum = {.overlaps = in_place, .numbers = numbers, .plan = plan};
  }
  void begin() {}
  void finish() {}
  [[nodiscard]] task run(process& self, const dispatch& what) { return sum_exactly(self, c, sum, what); }
  bool runs;
  call c;
  exact_sum sum;
};

// Chooses the algorithm of a reduce_scatter, and runs it. The tables are those to which `send` points.
template <class Form, class Library, class... Tables>
TUTTI_INLINED inline int run_scattering(Form& form, communicator& c, const Library& library,
                                        const operands& with, collective of, const blocks& send,
                                        void* recvbuf, bool in_place, imbalance lengths, Tables&&... tables) {
  const const_buffer vector = send.all();
  const dispatch d(form.chooser(c), c, of, {.bytes = vector.bytes(), .most_pieces = vector.count},
                   with.kind(), lengths);
  if (!d.served()) return library(d);
  const buffer result = with.vector(recvbuf, send[c.rank()].count);
  return form.template run<staged_scattering>(d, send, result, in_place, *with.op,
                                              std::forward<Tables>(tables)...);
}
template <class Form, class Library, class... Tables>
int run_scattering(Form& form, communicator& c, const Library& library, const exact_operands& with,
                   collective of, const blocks& send, void* recvbuf, bool in_place, imbalance lengths,
                   Tables&&... tables) {
  if (!with.summed()) return library.decides();
  const const_buffer vector = send.all();
  const sum_plan& plan = plan_of(form, c, of, with, vector.bytes(), lengths);
  const dispatch d(c, of, {.bytes = vector.bytes(), .most_pieces = vector.count}, plan);
  if (!d.served()) return library(d);
  const buffer result = with.vector(recvbuf, send[c.rank()].count);
  return form.template run<staged_exact_scattering>(d, send, result, in_place, with.numbers, &plan,
                                                    std::forward<Tables>(tables)...);
}

template <class Form, class Library, class Operands>
TUTTI_INLINED inline int reduce_with(Form& form, communicator& c, const Library& library,
                                     const Operands& with, const void* sendbuf, void* recvbuf,
                                     MPI_Count count, int root) {
  const bool at_root = c.rank() == root;
  if (!valid(count)) return library(wrong::count);
  if (root < 0 || root >= c.size()) return library(wrong::root);
  if (at_root ? recvbuf == MPI_IN_PLACE : sendbuf == MPI_IN_PLACE) return library(wrong::place);
  const auto n = static_cast<std::size_t>(count);
  const bool in_place = sendbuf == MPI_IN_PLACE;
  const buffer out = at_root ? with.vector(recvbuf, n) : buffer{};
  const buffer in = in_place ? out : with.vector(sendbuf, n);
  if (has_null_address(in) || has_null_address(out)) return library(wrong::memory);
  // Both MPI libraries refuse this. Open MPI refuses it in no other collective.
  if (at_root && !in_place && !in.empty() && same_elements(in, out)) return library(wrong::overlap);
  return run_vectors(form, c, library, with, collective::reduce, in, out,
                     {.bytes = in.bytes(), .most_pieces = n}, in_place, root);
}

template <class Form, class Library, class Operands, class Count>
TUTTI_INLINED inline int reduce_scatter_with(Form& form, communicator& c, const Library& library,
                                             const Operands& with, const void* sendbuf, void* recvbuf,
                                             const Count* recvcounts) {
  if (!recvcounts) return library(wrong::table);
  if (!valid(recvcounts, c.size())) return library(wrong::count);
  if (recvbuf == MPI_IN_PLACE) return library(wrong::place);
  workspace<std::size_t> offsets(static_cast<std::size_t>(c.size()) + 1);
  offsets[0] = 0;
  for (int i = 0; i < c.size(); ++i) {
    const auto k = static_cast<std::size_t>(i);
    offsets[k + 1] = offsets[k] + static_cast<std::size_t>(recvcounts[i]);
  }
  const bool in_place = sendbuf == MPI_IN_PLACE;
  const auto send =
      blocks::consecutive(address(in_place ? recvbuf : sendbuf), offsets.data(), with.type->layout, c.size());
  if (const erroneous* fault = fault_of(with, send, recvbuf, in_place, c)) return library(*fault);
  return run_scattering(form, c, library, with, collective::reduce_scatter, send, recvbuf, in_place,
                        imbalance_of(recvcounts, c.size(), with.type->layout), std::move(offsets));
}

template <class Form, class Library, class Operands>
TUTTI_INLINED inline int reduce_scatter_block_with(Form& form, communicator& c, const Library& library,
                                                   const Operands& with, const void* sendbuf, void* recvbuf,
                                                   MPI_Count recvcount) {
  if (!valid(recvcount)) return library(wrong::count);
  if (recvbuf == MPI_IN_PLACE) return library(wrong::place);
  const bool in_place = sendbuf == MPI_IN_PLACE;
  const auto send = blocks::regular(address(in_place ? recvbuf : sendbuf),
                                    static_cast<std::size_t>(recvcount), with.type->layout, c.size());
  if (const erroneous* fault = fault_of(with, send, recvbuf, in_place, c)) return library(*fault);
  return run_scattering(form, c, library, with, collective::reduce_scatter_block, send, recvbuf, in_place,
                        imbalance::equal);
}

// Serves a reduction whose sums are rounded once, or leaves it to the MPI library, which may refuse its
// operator. In both cases the other arguments are checked first: the processes meet before the library
// decides, and a process that is refused a call makes it again and must not have met.
template <class Form, class Serve, class... Arguments>
[[gnu::noinline]] int serve_exactly(passed<Form> form, communicator& c, const type_entry& type, MPI_Op op,
                                    collective of, Serve serve, Arguments... arguments) {
  const library library(c, of, form);
  const exact_operands with(type, op);
  if (!with.summed() && !left_to_library(op, type)) return library(wrong::operands);
  return serve(form, c, library, with, arguments...);
}

// Looks up the datatype and the operator, and calls serve(form, communicator, library, operands,
// arguments...).
template <class Form, class Serve, class... Arguments>
TUTTI_INLINED inline int serve_reduction(Form& form, collective of, MPI_Datatype type, MPI_Op op,
                                         MPI_Comm comm, Serve serve, Arguments... arguments) {
  return serve_on(form, comm, of, [&](communicator& c, const auto& library) TUTTI_INLINED {
    const operands with(form, type, op);
    if (!with.type) return library(wrong::type);
    if (!with.op) [[unlikely]]
      return serve_exactly<Form>(form, c, *with.type, op, of, serve, arguments...);
    return serve(form, c, library, with, arguments...);
  });
}

template <class Form>
TUTTI_INLINED inline int serve_reduce(Form& form, const void* sendbuf, void* recvbuf, MPI_Count count,
                                      MPI_Datatype type, MPI_Op op, int root, MPI_Comm comm) {
  return serve_reduction(
      form, collective::reduce, type, op, comm,
      [](auto&... all) TUTTI_INLINED { return reduce_with(all...); }, sendbuf, recvbuf, count, root);
}

template <collective Of, class Form>
TUTTI_INLINED inline int serve_vector_to_all(Form& form, const void* sendbuf, void* recvbuf, MPI_Count count,
                                             MPI_Datatype type, MPI_Op op, MPI_Comm comm) {
  return serve_reduction(
      form, Of, type, op, comm, [](auto&... all) TUTTI_INLINED { return vector_to_all_with<Of>(all...); },
      sendbuf, recvbuf, count);
}
template <class Form, class... Arguments>
TUTTI_INLINED inline int serve_allreduce(Form& form, Arguments... arguments) {
  return serve_vector_to_all<collective::allreduce>(form, arguments...);
}
template <class Form, class... Arguments>
TUTTI_INLINED inline int serve_scan(Form& form, Arguments... arguments) {
  return serve_vector_to_all<collective::scan>(form, arguments...);
}
template <class Form, class... Arguments>
TUTTI_INLINED inline int serve_exscan(Form& form, Arguments... arguments) {
  return serve_vector_to_all<collective::exscan>(form, arguments...);
}

template <class Form, class Count>
TUTTI_INLINED inline int serve_reduce_scatter(Form& form, const void* sendbuf, void* recvbuf,
                                              const Count* recvcounts, MPI_Datatype type, MPI_Op op,
                                              MPI_Comm comm) {
  return serve_reduction(
      form, collective::reduce_scatter, type, op, comm,
      [](auto&... all) TUTTI_INLINED { return reduce_scatter_with(all...); }, sendbuf, recvbuf, recvcounts);
}
template <class Form>
TUTTI_INLINED inline int serve_reduce_scatter_block(Form& form, const void* sendbuf, void* recvbuf,
                                                    MPI_Count recvcount, MPI_Datatype type, MPI_Op op,
                                                    MPI_Comm comm) {
  return serve_reduction(
      form, collective::reduce_scatter_block, type, op, comm,
      [](auto&... all) TUTTI_INLINED { return reduce_scatter_block_with(all...); }, sendbuf, recvbuf,
      recvcount);
}

}  // namespace

#include "mpi/collectives/reduce.inc"
