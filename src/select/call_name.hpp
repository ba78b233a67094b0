#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "tutti/collective.hpp"

// Names of MPI's calls: a collective in one of its forms.
namespace tutti {

/// The form of a call: MPI_Bcast, MPI_Ibcast, MPI_Bcast_init.
enum class form : std::uint8_t { blocking, nonblocking, persistent };

/// A collective and its form.
struct call_name {
  collective of;
  form as = form::blocking;
  friend auto operator<=>(const call_name&, const call_name&) = default;
};

/// MPI's name without the prefix, in lower case: bcast, ibcast, bcast_init.
std::string name_of(const call_name& c);
/// The variable that sets the algorithm: TUTTI_BCAST, TUTTI_IBCAST.
std::string variable_of(const call_name& c);
/// The call with that name, if any.
std::optional<call_name> call_named(std::string_view name) noexcept;

}  // namespace tutti
