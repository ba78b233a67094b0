#pragma once

#include "text/lined_json.hpp"
#include "tutti/machine/network.hpp"

namespace tutti {

/// The network of an object with the members vertices, places, links and name.
topology_ptr network_of_links(const lined_json& of);

}  // namespace tutti
