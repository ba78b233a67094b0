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
/// Fills the slot of a stub that is called for the first time, and returns its definition. If there is none,
/// the process ends: its call has nowhere to go.
void* tutti_find_definition(unsigned index);
}
