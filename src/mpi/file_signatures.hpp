#pragma once

// MPICH's collective calls on an open `file`: each(Name, (parameters), (arguments)).

#include "mpi/signatures.hpp"

// clang-format off
#if defined(MPICH_VERSION)
#define TUTTI_FILE_SIGNATURES(each) \
  TUTTI_PLAIN_FILE_SIGNATURES(each) \
  TUTTI_COUNTING_FILE_SIGNATURES(each, int, ) \
  TUTTI_LARGE(TUTTI_COUNTING_FILE_SIGNATURES(each, MPI_Count, _c))
#else
#define TUTTI_FILE_SIGNATURES(each)
#endif

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
  each(File_read_all_end, (MPI_File file, void* data, MPI_Status* status), (file, data, status)) \
  each(File_write_all_end, (MPI_File file, const void* data, MPI_Status* status), (file, data, status)) \
  each(File_read_at_all_end, (MPI_File file, void* data, MPI_Status* status), (file, data, status)) \
  each(File_write_at_all_end, (MPI_File file, const void* data, MPI_Status* status), (file, data, status)) \
  each(File_read_ordered_end, (MPI_File file, void* data, MPI_Status* status), (file, data, status)) \
  each(File_write_ordered_end, (MPI_File file, const void* data, MPI_Status* status), (file, data, status))

// Count is int, or MPI_Count: MPI_File_read_all and MPI_File_read_all_c.
#define TUTTI_COUNTING_FILE_SIGNATURES(each, Count, _) \
  each(File_read_all##_, \
       (MPI_File file, void* data, Count n, MPI_Datatype type, MPI_Status* status), \
       (file, data, n, type, status)) \
  each(File_write_all##_, \
       (MPI_File file, const void* data, Count n, MPI_Datatype type, MPI_Status* status), \
       (file, data, n, type, status)) \
  each(File_read_at_all##_, \
       (MPI_File file, MPI_Offset at, void* data, Count n, MPI_Datatype type, MPI_Status* status), \
       (file, at, data, n, type, status)) \
  each(File_write_at_all##_, \
       (MPI_File file, MPI_Offset at, const void* data, Count n, MPI_Datatype type, MPI_Status* status), \
       (file, at, data, n, type, status)) \
  each(File_read_ordered##_, \
       (MPI_File file, void* data, Count n, MPI_Datatype type, MPI_Status* status), \
       (file, data, n, type, status)) \
  each(File_write_ordered##_, \
       (MPI_File file, const void* data, Count n, MPI_Datatype type, MPI_Status* status), \
       (file, data, n, type, status)) \
  each(File_read_all_begin##_, (MPI_File file, void* data, Count n, MPI_Datatype type), (file, data, n, type)) \
  each(File_write_all_begin##_, (MPI_File file, const void* data, Count n, MPI_Datatype type), (file, data, n, type)) \
  each(File_read_at_all_begin##_, \
       (MPI_File file, MPI_Offset at, void* data, Count n, MPI_Datatype type), \
       (file, at, data, n, type)) \
  each(File_write_at_all_begin##_, \
       (MPI_File file, MPI_Offset at, const void* data, Count n, MPI_Datatype type), \
       (file, at, data, n, type)) \
  each(File_read_ordered_begin##_, (MPI_File file, void* data, Count n, MPI_Datatype type), (file, data, n, type)) \
  each(File_write_ordered_begin##_, (MPI_File file, const void* data, Count n, MPI_Datatype type), (file, data, n, type))
// clang-format on
