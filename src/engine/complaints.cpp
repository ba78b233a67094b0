// Messages about errors of an algorithm: the process, the error, the place in the source, and a likely
// reason.

#include "engine/engine.hpp"
#include "engine/place.hpp"

namespace tutti {
namespace {

std::string counted(std::size_t n, const std::string& what) {
  return std::to_string(n) + " " + what + (n == 1 ? "" : "s");
}

// An argument that a process does not have in a call is a buffer without a type. Lengths often differ for
// this reason.
std::string bytes_of(const_buffer source) {
  return counted(source.bytes(), "byte") +
         (source.type ? ""
                      : " (an empty buffer: tutti/algorithm.hpp says which processes have c.in and c.send)");
}
std::string into(const_buffer room) {
  return " into room for " + std::to_string(room.bytes()) +
         (room.type ? "" : " (an empty buffer, as c.out and c.recv are on a process without a result)");
}

std::string elements_of(const_buffer b) {
  return counted(b.count, "element") + " of " + counted(b.type ? b.type->size : 0, "byte");
}

}  // namespace

void member::complain(const std::string& what, bool communicates) const {
  throw communication_error(of_process(rank(), what, where_, communicates));
}

void member::no_room(const_buffer from, buffer to) const {
  complain(": copies " + bytes_of(from) + into(to));
}

void member::different_operands(const_buffer left, const_buffer right) const {
  complain(": reduces " + elements_of(left) + " with " + elements_of(right) +
           ", but both operands have to be alike");
}

void member::no_such_partner(const char* does, int partner) const {
  complain(does + std::to_string(partner) + ", outside 0.." + std::to_string(size() - 1), true);
}

void engine::different_lengths(const active& x, bool sender_is_there) const {
  const member &s = members_[x.from], &r = members_[x.to];
  const const_buffer gone(nullptr, x.bytes, byte_type);
  const const_buffer out = sender_is_there ? s.batch_[x.send_at].out : gone;
  std::string text = "message from process " + std::to_string(s.rank()) + " to process " +
                     std::to_string(r.rank()) + ": " + bytes_of(out) + into(r.batch_[x.receive_at].in);
  if (sender_is_there) text += ", sent in " + tutti::place_of(s.where_);
  throw communication_error(text + ", received in " + tutti::place_of(r.where_));
}

}  // namespace tutti
