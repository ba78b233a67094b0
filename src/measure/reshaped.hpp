#pragma once

#include "measure/stretches.hpp"
#include "tutti/engine/cases.hpp"

// A collective on blocks of other lengths than the program's: padded, or a part of each.
namespace tutti::measure {

/// Does the work of `from` by `to`, on blocks (or vectors) of other lengths. For a block of n elements, a
/// Shape gives the elements to take (`within(n)`) and the length of the new block (`length(n)`). The rest of
/// a new block is zeros if it is combined. A part of a single block is used in place; everything else is
/// copied to blocks side by side, and back.
template <class Shape>
task reshaped(library& use, arguments a, collective from, collective to, Shape shape) {
  const int p = use.size();
  process& self = use.self();
  const datatype& type = *a.type;
  const bool all_data = !is_rooted(from) || use.rank() == a.root;
  const bool sends = sends_blocks(from) && all_data, receives = receives_blocks(from) && all_data;
  const bool sends_one = !sends_blocks(from) && from != collective::bcast;
  const bool receives_one =
      !receives_blocks(from) && (all_data || from == collective::bcast || sends_blocks(from));
  const bool tables = is_irregular(to);
  const auto within = [&](std::size_t n) { return shape.within(n); };

  const lengths sent(from == collective::reduce_scatter ? a.recv_counts : a.send_counts, a.count),
      received(a.recv_counts, a.count);
  const std::size_t each = shape.length(a.count);
  block_lengths send_table(sends && tables ? p : 0, [&](int i) { return shape.length(sent.of(i)); });
  block_lengths recv_table(receives && tables ? p : 0, [&](int i) { return shape.length(received.of(i)); });
  const lengths to_send(sends && tables ? send_table.counts() : nullptr, each),
      to_receive(receives && tables ? recv_table.counts() : nullptr, each);

  const stretch own = shape.within(a.count);
  const bool in_place = own.count == each;
  const auto bytes_before = static_cast<std::ptrdiff_t>(own.first) * type.extent;
  const scratch out(self, sends ? to_send.sum(p) : sends_one && !in_place ? each : 0, type);
  const scratch in(self, receives ? to_receive.sum(p) : receives_one && !in_place ? each : 0, type);

  arguments made = a;
  made.count = each;
  if (sends) {
    const const_buffer blocks(a.send, sent.sum(p), type);
    gather_stretches(self, p, blocks, sent, out, to_send, within);
    std::size_t begin = 0;
    for (int i = 0; combines(from) && i < p; begin += to_send.of(i), ++i) {
      const std::size_t data = shape.within(sent.of(i)).count;
      clear(self, out.slice(begin + data, to_send.of(i) - data));
    }
    made.send = place(out);
  } else if (sends_one && in_place) {
    made.send += bytes_before;
  } else if (sends_one) {
    self.copy(const_buffer(a.send, a.count, type).slice(own.first, own.count), out.slice(0, own.count));
    if (combines(from)) clear(self, out.slice(own.count, each - own.count));
    made.send = place(out);
  }
  if (receives) {
    made.recv = place(in);
  } else if (receives_one && in_place) {
    made.recv += bytes_before;
  } else if (receives_one) {
    if (from == collective::bcast && use.rank() == a.root)
      self.copy(const_buffer(a.recv, a.count, type).slice(own.first, own.count), in.slice(0, own.count));
    made.recv = place(in);
  }
  if (to == collective::alltoallw)
    for (block_lengths* t : {&send_table, &recv_table}) t->scale_displacements(type.extent);
  made.send_counts = sends && tables ? send_table.counts() : nullptr;
  made.send_displacements = sends && tables ? send_table.displacements() : nullptr;
  made.recv_counts = receives && tables ? recv_table.counts() : nullptr;
  made.recv_displacements = receives && tables ? recv_table.displacements() : nullptr;
  if (to == collective::reduce_scatter) std::swap(made.send_counts, made.recv_counts);

  co_await use.perform(to, made);

  if (receives) {
    const buffer blocks(a.recv, received.sum(p), type);
    spread_stretches(self, p, in, to_receive, blocks, received, within);
  } else if (receives_one && !in_place && (all_data || from == collective::bcast || sends_blocks(from))) {
    self.copy(in.slice(0, own.count), buffer(a.recv, a.count, type).slice(own.first, own.count));
  }
}

}  // namespace tutti::measure
