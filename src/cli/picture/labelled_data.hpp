#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <vector>

#include "cli/values/problems.hpp"
#include "engine/call_on_network.hpp"
#include "tutti/algorithm.hpp"
#include "tutti/buffer.hpp"
#include "tutti/process.hpp"

namespace tutti {
class agreed_graph;
}

// Labelled elements as the data of a call: they show what each message carries.
namespace tutti::cli {

/// The label of an element: part `part` of the data, combined from the contributions of processes between
/// `first` and `last`, with these two. The short form, as long as an int, has only `part` and `last`. The
/// long form also has the exact set of these processes, of which there are at most 64.
struct labelled_element {
  std::uint16_t part = 0, last = 0, first = 0;
  std::uint16_t many = 1;          ///< the number of these processes
  std::uint64_t contributors = 0;  ///< bit r: process r
};
constexpr datatype dense_type(std::size_t size) {
  return {.size = size,
          .extent = static_cast<std::ptrdiff_t>(size),
          .true_lb = 0,
          .true_extent = size,
          .dense = true};
}
inline constexpr datatype labelled_type = dense_type(offsetof(labelled_element, contributors)),
                          short_labelled_type = dense_type(bytes_of_int),
                          long_labelled_type = dense_type(sizeof(labelled_element));

/// The operator on labelled elements, for world::combine_with().
void combine_labels(const operation&, const_buffer left, buffer right);

/// The addresses of labelled elements: the buffers of the call, and scratch memory. Messages from elsewhere
/// carry lengths and the like.
class known_memory {
 public:
  void add(const std::byte* at, std::size_t bytes) {
    if (bytes > 0) end_of_[at] = at + bytes;
  }
  void remove(const std::byte* at) { end_of_.erase(at); }
  [[nodiscard]] bool has(const std::byte* at) const {
    auto after = end_of_.upper_bound(at);
    return after != end_of_.begin() && at < (--after)->second;
  }

 private:
  std::map<const std::byte*, const std::byte*> end_of_;
};

/// A process whose workspaces are known memory while it has them. Copies that may wait are made at once.
class memory_following_process : public forwarding_process {
 public:
  void leave_copy(const_buffer from, buffer to) override { copy(from, to); }
  std::byte* take(std::size_t bytes) override {
    std::byte* const memory = forwarding_process::take(bytes);
    known_.add(memory, bytes);
    return memory;
  }
  void give(std::byte* memory, std::size_t bytes) noexcept override {
    known_.remove(memory);
    forwarding_process::give(memory, bytes);
  }

 protected:
  memory_following_process(process& inner, known_memory& known) : forwarding_process(inner), known_(known) {}
  ~memory_following_process() = default;

  known_memory& known_;
};

/// The data of a call on each process.
class labelled_data {
 public:
  /// `parts`: the number of parts of a vector with labels of their own; all have the same number of elements.
  /// `offsets`: of the blocks, in elements. `graph`: for a neighbourhood collective, otherwise null. Adds the
  /// buffers to `known`.
  labelled_data(const algorithm& a, const shape& s, const network& on, int root,
                std::vector<std::size_t> offsets, int parts, const datatype& type, const agreed_graph* graph,
                known_memory& known);

  call of(int rank);

 private:
  using memory = std::vector<std::byte>;

  void prepare(int rank);
  void prepare_neighbours(int rank);
  [[nodiscard]] memory filled(std::size_t n, int rank) const;

  [[nodiscard]] bool cut_anywhere() const;
  [[nodiscard]] buffer buffer_of(memory& v) const;
  template <class Blocks>
  [[nodiscard]] Blocks blocks_of(memory& v) const;
  [[nodiscard]] blocks equal_blocks_of(memory& v) const;

  const algorithm& a_;
  call_on_network there_;
  std::size_t p_;
  int root_, pieces_;
  const datatype& type_;
  std::size_t parts_;
  const agreed_graph* graph_;
  // Of the blocks. If blocks are equal, offsets_[1] is the size of each process's block.
  std::vector<std::size_t> offsets_, byte_offsets_;
  std::deque<memory> mine_, result_;
};

}  // namespace tutti::cli
