#include "mpi/data/packed.hpp"

namespace tutti::mpi {

void packed_buffer::arrange() { view_ = packed_.emplace(self_, user_.bytes()); }

void packed_blocks::arrange(bool bytes) {
  const int p = user_.size();
  if (p == 0) return;
  // True if the blocks are already side by side and of one datatype, which must be dense if they are to be
  // cut.
  const datatype* type = user_[0].type;
  bool lie_so = !bytes || type->dense;
  for (int i = 0; i + 1 < p && lie_so; ++i) {
    const buffer here = user_[i], next = user_[i + 1];
    lie_so =
        next.type == type && next.data == here.data + static_cast<std::ptrdiff_t>(here.count) * type->extent;
  }
  const bool as_bytes = bytes || !lie_so;
  auto& offsets = offsets_.emplace(static_cast<std::size_t>(p) + 1);
  offsets[0] = 0;
  for (int i = 0; i < p; ++i) {
    const buffer b = user_[i];
    offsets[static_cast<std::size_t>(i) + 1] =
        offsets[static_cast<std::size_t>(i)] + (as_bytes ? b.bytes() : b.count);
  }
  std::byte* base = user_[0].data;
  if (!lie_so) base = packed_.emplace(self_, offsets[static_cast<std::size_t>(p)]).all().data;
  arranged_ = blocks::consecutive(base, offsets.data(), as_bytes ? byte_type : *type, p);
}

}  // namespace tutti::mpi
