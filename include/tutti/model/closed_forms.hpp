#pragma once

// Closed forms and lower bounds, as the sources state them.

#include "tutti/model/bsp.hpp"
#include "tutti/model/lecture.hpp"
#include "tutti/model/logp_trees.hpp"
#include "tutti/model/textbook.hpp"
