#pragma once

#include <cstddef>

// libtutti.so can be preloaded for programs of any MPI library, and for programs without one. When a program
// first calls MPI, libtutti.so finds out which MPI library the process has loaded, and opens the object that
// serves this library, the back end: libtutti-openmpi.so, libtutti-mpich.so, or libtutti-abi.so for a library
// of the standard ABI of MPI 5, in its own folder. Calls of functions that the back end does not define, and
// all calls if there is no back end, go to the next definition in the process, as if libtutti.so were not
// there.
//
// If nothing can be preloaded, programs of that ABI can use tutti's libmpi_abi.so.1 instead (src/forward).
// That object is made from these sources, and has other names for the functions below:
// tutti_abi_next_definition, tutti_abi_note.
//
// A back end can also be loaded by itself. Then libtutti.so, if it is loaded too, passes every call on.

extern "C" {

/// Sets `definition` to the definition of a function that follows libtutti.so's own: of a tool that was
/// loaded after it, otherwise of the MPI library; null if there is none. Returns false if libtutti.so has
/// opened no back end: then the object that asks has been loaded by itself.
[[gnu::visibility("default")]] bool tutti_next_definition(const char* name, void** definition);

/// Tells `tutti run` a word about this process, or "says " and a sentence for the user (front/notes.hpp).
[[gnu::visibility("default")]] void tutti_note(const char* word);

/// The number of objects that were loaded with the program, before its main(). The loader lists them first.
[[gnu::visibility("default")]] std::size_t tutti_objects_at_start();

/// The version of a back end.
[[gnu::visibility("default")]] extern const char tutti_back_end_version[];
}
