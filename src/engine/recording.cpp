// Messages as lines of a trace.

#include <utility>

#include "engine/engine.hpp"
#include "tutti/machine/trace.hpp"

namespace tutti {

void engine::record_start(std::uint32_t id) {
  const active& x = active_[id];
  const member& s = members_[x.from];
  if (id >= record_index_.size()) record_index_.resize(id + 1);
  record_index_[id] = record->messages.size();
  record->messages.push_back({.from = process_of(x.from),
                              .to = process_of(x.to),
                              .bytes = x.bytes,
                              .start = x.start,
                              .end = x.start,
                              .out = nullptr,
                              .in = nullptr,
                              .sent_in = s.where_,
                              .received_in = {}});
  message& m = record->messages.back();
  record_place(s.batch_[x.send_at].out, m.out, m.out_bundle);
}

// Records where one end of a message has its data. Must be called before that end continues.
void engine::record_place(const_buffer held, const std::byte*& address, std::uint32_t& bundle) {
  address = held.data;
  if (!in_parts(held)) return;
  std::vector<area> parts;
  each_part(held, [&parts](const_buffer part) { parts.push_back({part.data, part.bytes()}); });
  address = parts.front().at;
  record->bundles.push_back(std::move(parts));
  bundle = static_cast<std::uint32_t>(record->bundles.size());
}

void engine::record_end(std::uint32_t id) {
  const active& x = active_[id];
  const member& r = members_[x.to];
  message& m = record->messages[record_index_[id]];
  m.end = now_;
  record_place(r.batch_[x.receive_at].in, m.in, m.in_bundle);
  m.received_in = r.where_;
}

}  // namespace tutti
