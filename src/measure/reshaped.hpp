#pragma once

#include "measure/stretches.hpp"
#include "tutti/engine/cases.hpp"

// A collective on blocks of other lengths than the program's: padded, or a part of each.
namespace tutti::measure {

/// A call of `from` on one process, and the call of `to` that does its work. Parameters: those of reshaped().
template <class Shape>
class reshaped_call {
 public:
  reshaped_call(library& use, const arguments& a, collective from, collective to, Shape shape)
      : self_(use.self()),
        a_(a),
        from_(from),
        to_(to),
        shape_(shape),
        own_(shape.within(a.count)),
        each_(shape.length(a.count)),
        sends_(sent_by(from, use.rank() == a.root)),
        receives_(received_by(from, use.rank() == a.root)),
        sent_(from == collective::reduce_scatter ? a.recv_counts : a.send_counts, a.count),
        received_(a.recv_counts, a.count),
        send_table_(new_lengths(sends_, sent_)),
        recv_table_(new_lengths(receives_, received_)),
        to_send_(has_table(sends_) ? send_table_.counts() : nullptr, each_),
        to_receive_(has_table(receives_) ? recv_table_.counts() : nullptr, each_),
        out_(self_, elements_of(sends_, to_send_), *a.type),
        in_(self_, elements_of(receives_, to_receive_), *a.type) {}

  /// The arguments of `to`. Copies the data that `to` sends, unless it sends them in place.
  [[nodiscard]] arguments prepare() {
    arguments made = a_;
    made.count = each_;
    made.send = prepare_send();
    made.recv = prepare_receive();
    if (to_ == collective::alltoallw)
      for (block_lengths* t : {&send_table_, &recv_table_}) t->scale_displacements(a_.type->extent);
    made.send_counts = has_table(sends_) ? send_table_.counts() : nullptr;
    made.send_displacements = has_table(sends_) ? send_table_.displacements() : nullptr;
    made.recv_counts = has_table(receives_) ? recv_table_.counts() : nullptr;
    made.recv_displacements = has_table(receives_) ? recv_table_.displacements() : nullptr;
    if (to_ == collective::reduce_scatter) std::swap(made.send_counts, made.recv_counts);
    return made;
  }

  /// Copies what `to` has received to the program's blocks, unless it has received it in place.
  void finish() const {
    if (receives_ == data::all_blocks) {
      const buffer blocks(a_.recv, received_.sum(p()), *a_.type);
      spread_stretches(self_, p(), in_, to_receive_, blocks, received_, within());
    } else if (receives_ == data::one_block && !in_place()) {
      self_.copy(in_.slice(0, own_.count), own_part(a_.recv));
    }
  }

 private:
  /// The data that this process sends, or receives. A vector is one block.
  enum class data { nothing, one_block, all_blocks };

  [[nodiscard]] static data sent_by(collective c, bool is_root) {
    if (!sends_blocks(c)) return c == collective::bcast ? data::nothing : data::one_block;
    return is_root || !is_rooted(c) ? data::all_blocks : data::nothing;
  }
  [[nodiscard]] static data received_by(collective c, bool is_root) {
    const bool has_result = is_root || !is_rooted(c);
    if (receives_blocks(c)) return has_result ? data::all_blocks : data::nothing;
    return has_result || c == collective::bcast || sends_blocks(c) ? data::one_block : data::nothing;
  }

  [[nodiscard]] int p() const { return self_.size(); }
  [[nodiscard]] bool in_place() const { return own_.count == each_; }
  [[nodiscard]] bool has_table(data d) const { return d == data::all_blocks && is_irregular(to_); }
  [[nodiscard]] block_lengths new_lengths(data d, const lengths& before) const {
    return {has_table(d) ? p() : 0, [&](int i) { return shape_.length(before.of(i)); }};
  }
  [[nodiscard]] std::size_t elements_of(data d, const lengths& blocks) const {
    return d == data::all_blocks ? blocks.sum(p()) : d == data::one_block && !in_place() ? each_ : 0;
  }
  [[nodiscard]] auto within() const {
    return [this](std::size_t n) { return shape_.within(n); };
  }

  [[nodiscard]] buffer own_part(std::byte* block) const {
    return buffer(block, a_.count, *a_.type).slice(own_.first, own_.count);
  }
  [[nodiscard]] std::byte* own_place(std::byte* block) const {
    return block + static_cast<std::ptrdiff_t>(own_.first) * a_.type->extent;
  }

  [[nodiscard]] std::byte* prepare_send() const {
    if (sends_ == data::nothing) return a_.send;
    if (sends_ == data::one_block) {
      if (in_place()) return own_place(a_.send);
      self_.copy(own_part(a_.send), out_.slice(0, own_.count));
      if (combines(from_)) clear(self_, out_.slice(own_.count, each_ - own_.count));
      return place(out_);
    }
    const const_buffer blocks(a_.send, sent_.sum(p()), *a_.type);
    gather_stretches(self_, p(), blocks, sent_, out_, to_send_, within());
    std::size_t begin = 0;
    for (int i = 0; combines(from_) && i < p(); begin += to_send_.of(i), ++i) {
      const std::size_t length = shape_.within(sent_.of(i)).count;
      clear(self_, out_.slice(begin + length, to_send_.of(i) - length));
    }
    return place(out_);
  }

  [[nodiscard]] std::byte* prepare_receive() const {
    if (receives_ == data::nothing) return a_.recv;
    if (receives_ == data::one_block) {
      if (in_place()) return own_place(a_.recv);
      if (from_ == collective::bcast && self_.rank() == a_.root)
        self_.copy(own_part(a_.recv), in_.slice(0, own_.count));
    }
    return place(in_);
  }

  process& self_;
  const arguments& a_;
  collective from_, to_;
  Shape shape_;
  stretch own_;       // the elements taken of this process's own block
  std::size_t each_;  // its new length
  data sends_, receives_;
  lengths sent_, received_;  // of the program's blocks
  block_lengths send_table_, recv_table_;
  lengths to_send_, to_receive_;  // of the new blocks
  scratch out_, in_;
};

/// Does the work of `from` by `to`, on blocks (or vectors) of other lengths. For a block of n elements, a
/// Shape gives the elements to take (`within(n)`) and the length of the new block (`length(n)`). The rest of
/// a new block is zeros if it is combined. A part of a single block is used in place; everything else is
/// copied to blocks side by side, and back.
template <class Shape>
task reshaped(library& use, arguments a, collective from, collective to, Shape shape) {
  reshaped_call call(use, a, from, to, shape);
  const arguments made = call.prepare();
  co_await use.perform(to, made);
  call.finish();
}

}  // namespace tutti::measure
