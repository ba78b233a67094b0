#pragma once

// The functions of libtutti.so.

namespace tutti::front {

enum : unsigned {
  count = 0
#define TUTTI_NAME(symbol) +1
#include "front/names.inc"
#undef TUTTI_NAME
};

}  // namespace tutti::front

extern "C" {
/// The definition that each stub jumps to; null until it is first called.
extern void* tutti_slots[tutti::front::count];
/// Returns the definition of a stub whose slot is empty, and fills the slot unless the definition depends on
/// the caller. If there is none, the process ends: its call has nowhere to go. `caller`: the return address.
void* tutti_find_definition(unsigned index, const void* caller);
}
