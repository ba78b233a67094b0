#pragma once

// MPICH's collective calls on an open `file`: each(Name, (parameters), (arguments)).

#include "mpi/library/signatures.hpp"

// clang-format off
#define TUTTI_FILE_SIGNATURES(each) \
  TUTTI_PLAIN_FILE_SIGNATURES(each) \
  TUTTI_COUNTING_FILE_SIGNATURES(each, int, ) \
  TUTTI_LARGE(TUTTI_COUNTING_FILE_SIGNATURES(each, MPI_Count, _c))

#define TUTTI_PLAIN_FILE_SIGNATURES(each) \
  each(File_set_size, (MPI_File file, MPI_Offset size), (file, size)) \
  each(File_preallocate, (MPI_File file, MPI_Offset size), (file, size)) \
  each(File_set_info, (MPI_File file, MPI_Info info), (file, info)) \
  each(File_set_view, \
       (MPI_File file, MPI_Offset at, MPI_Datatype unit, MPI_Datatype of, const char* as, MPI_Info info), \
       (file, at, unit, of, as, info)) \
  each(File_set_atomicity, (MPI_File file, int flag), (file, flag)) \
  each(File_seek_shared, (MPI_File file, MPI_Offset at, int from), (file, at, from)) \
  each(File_sync, (MPI_File file), (file)) \
  TUTTI_FILE_ENDS(each, read, void*) \
  TUTTI_FILE_ENDS(each, write, const void*)

// `does` is read, with Data = void*, or write, with Data = const void*.
#define TUTTI_FILE_ENDS(each, does, Data) \
  each(File_##does##_all_end, (MPI_File file, Data data, MPI_Status* status), (file, data, status)) \
  each(File_##does##_at_all_end, (MPI_File file, Data data, MPI_Status* status), (file, data, status)) \
  each(File_##does##_ordered_end, (MPI_File file, Data data, MPI_Status* status), (file, data, status))

// Count is int, or MPI_Count: MPI_File_read_all and MPI_File_read_all_c.
#define TUTTI_COUNTING_FILE_SIGNATURES(each, Count, _) \
  TUTTI_FILE_TRANSFERS(each, read, void*, Count, _) \
  TUTTI_FILE_TRANSFERS(each, write, const void*, Count, _)
#define TUTTI_FILE_TRANSFERS(each, does, Data, Count, _) \
  each(File_##does##_all##_, \
       (MPI_File file, Data data, Count n, MPI_Datatype type, MPI_Status* status), \
       (file, data, n, type, status)) \
  each(File_##does##_at_all##_, \
       (MPI_File file, MPI_Offset at, Data data, Count n, MPI_Datatype type, MPI_Status* status), \
       (file, at, data, n, type, status)) \
  each(File_##does##_ordered##_, \
       (MPI_File file, Data data, Count n, MPI_Datatype type, MPI_Status* status), \
       (file, data, n, type, status)) \
  each(File_##does##_all_begin##_, (MPI_File file, Data data, Count n, MPI_Datatype type), (file, data, n, type)) \
  each(File_##does##_at_all_begin##_, \
       (MPI_File file, MPI_Offset at, Data data, Count n, MPI_Datatype type), \
       (file, at, data, n, type)) \
  each(File_##does##_ordered_begin##_, (MPI_File file, Data data, Count n, MPI_Datatype type), (file, data, n, type))
// clang-format on
