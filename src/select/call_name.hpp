#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "tutti/collective.hpp"

// What MPI's calls are called: a collective in one of its forms.
namespace tutti {

/// How a collective is called: MPI_Bcast, MPI_Ibcast, MPI_Bcast_init.
enum class form : std::uint8_t { blocking, nonblocking, persistent };

/// What is called.
struct call_name {
  collective of;
  form as = form::blocking;
  friend auto operator<=>(const call_name&, const call_name&) = default;
};

/// As MPI has it, in small letters: bcast, ibcast, bcast_init.
std::string name_of(const call_name& c);
/// The variable that says what serves it: TUTTI_BCAST, TUTTI_IBCAST.
std::string variable_of(const call_name& c);
/// What has that name, if anything has.
std::optional<call_name> call_named(std::string_view name) noexcept;

}  // namespace tutti
