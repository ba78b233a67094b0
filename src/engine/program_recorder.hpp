#pragma once

#include <span>
#include <utility>

#include "tutti/machine/network.hpp"
#include "tutti/machine/program.hpp"
#include "tutti/process.hpp"

namespace tutti {

/// A process that records what it does: its transfers, and its local work at the costs of a network.
class program_recorder final : public forwarding_process {
 public:
  /// `into` must outlive this.
  program_recorder(process& inner, const network& on, program& into)
      : forwarding_process(inner), gamma_(on.gamma), copying_(on.copying), into_(into) {}
  ~program_recorder() = default;

  void copy(const_buffer from, buffer to) override {
    note_copy(from, to, copied_);
    forwarding_process::copy(from, to);
  }
  void leave_copy(const_buffer from, buffer to) override {
    note_copy(from, to, meanwhile_);
    forwarding_process::leave_copy(from, to);
  }
  void reduce(const operation& op, const_buffer left, buffer right) override {
    combined_ += right.bytes();
    forwarding_process::reduce(op, left, right);
  }
  void reduce_into(const operation& op, const_buffer left, const_buffer right, buffer into) override {
    combined_ += into.bytes();
    forwarding_process::reduce_into(op, left, right, into);
  }
  void merge(const ordering& by, const_buffer left, const_buffer right, buffer into) override {
    combined_ += into.bytes();
    forwarding_process::merge(by, left, right, into);
  }
  bool start(std::span<transfer> all, const std::source_location& where) override {
    const std::size_t begins = into_.transfers.size();
    for (const transfer& t : all) {
      if (t.to != nobody) note({t.to, true, t.out.bytes()}, in_parts(t.out));
      if (t.from != nobody) note({t.from, false, t.in.bytes()}, in_parts(t.in));
    }
    if (into_.transfers.size() > begins)
      end_step(begins);
    else
      copied_ += std::exchange(meanwhile_, 0);
    return forwarding_process::start(all, where);
  }

  /// Records the work after the last transfer.
  void finish() {
    copied_ += std::exchange(meanwhile_, 0);
    if (copied_ > 0 || combined_ > 0) end_step(into_.transfers.size());
  }

 private:
  static void note_copy(const_buffer from, const_buffer to, std::size_t& into) {
    if (!same_elements(from, to)) into += from.bytes();
  }
  // Messages in several parts are packed and unpacked by their processes.
  void note(const program_transfer& t, bool packed) {
    if (packed) copied_ += t.bytes;
    into_.transfers.push_back(t);
  }
  [[nodiscard]] double copying(std::size_t bytes) const { return copying_ * static_cast<double>(bytes); }
  void end_step(std::size_t begins) {
    into_.steps.push_back({.works = gamma_ * static_cast<double>(std::exchange(combined_, 0)) +
                                    copying(std::exchange(copied_, 0)),
                           .meanwhile = copying(std::exchange(meanwhile_, 0)),
                           .begins = begins,
                           .transfers = into_.transfers.size() - begins});
  }

  double gamma_, copying_;
  program& into_;
  std::size_t combined_ = 0, copied_ = 0, meanwhile_ = 0;  // bytes since the last step
};

}  // namespace tutti
