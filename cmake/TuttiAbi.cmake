# The standard ABI of MPI 5: one shared object, libtutti-abi.so, serves the programs of all MPI libraries that have it. Its header and
# a library (libmpi_abi.so.1) are looked for where the MPI libraries that TuttiMpi has found are; Open MPI 6 and MPICH 5 have them.
#
# Input
#   TUTTI_ABI_INCLUDE            the folder of the ABI's mpi.h, where it is another one
#   TUTTI_ABI_LIBRARY            a libmpi_abi.so.1 to link with, likewise
#
# Result
#   TUTTI_ABI                    true if both are there
#   TUTTI_ABI_HEADER             the file that declares the functions
#   tutti_mpi_abi                an interface target like tutti_mpi_openmpi
#   TUTTI_ABI_LIBRARY_OPENMPI, _MPICH   the library of each MPI library of TUTTI_MPIS; empty if it has none

set(TUTTI_ABI_INCLUDE "" CACHE PATH "Folder of the MPI 5 ABI's mpi.h (empty: look for it)")
set(TUTTI_ABI_LIBRARY "" CACHE FILEPATH "A libmpi_abi.so.1 (empty: look for it)")

# Stores the library of the ABI that belongs to an MPI library. On Debian both lie in one folder, under names of their own.
function(tutti_find_abi_library mpi sign result)
  get_target_property(folders tutti_mpi_${mpi} INTERFACE_LINK_DIRECTORIES)
  foreach(folder IN LISTS folders CMAKE_C_IMPLICIT_LINK_DIRECTORIES)
    foreach(name libmpi_abi.so.1 libmpi_abi.so libmpi_abi_${mpi}.so.1.0.0)
      if(EXISTS "${folder}/${name}")
        file(REAL_PATH "${folder}/${name}" library)
        file(STRINGS "${library}" signs REGEX "${sign}" LIMIT_COUNT 1)
        if(signs)
          set(${result} ${library} PARENT_SCOPE)
          return()
        endif()
      endif()
    endforeach()
  endforeach()
  set(${result} "" PARENT_SCOPE)
endfunction()

# True if mpi.h in this folder, with these definitions, is the ABI's.
function(tutti_is_abi_header folder definitions result)
  set(source ${CMAKE_BINARY_DIR}/CMakeFiles/tutti-mpi/abi.c)
  file(WRITE ${source}.new "#include <mpi.h>
#if !defined(MPI_ABI_VERSION) || defined(OPEN_MPI) || defined(MPICH_VERSION)
#error not the ABI
#endif
int main(void) { return 0; }
")
  file(COPY_FILE ${source}.new ${source} ONLY_IF_DIFFERENT)
  try_compile(compiled ${CMAKE_BINARY_DIR}/CMakeFiles/tutti-mpi/abi ${source} CMAKE_FLAGS "-DINCLUDE_DIRECTORIES=${folder}"
              COMPILE_DEFINITIONS ${definitions})
  set(${result} ${compiled} PARENT_SCOPE)
  unset(compiled CACHE)
endfunction()

set(tutti_sign_openmpi "Open MPI v")
set(tutti_sign_mpich "MPICH Version")
set(library "${TUTTI_ABI_LIBRARY}")
set(folders "${TUTTI_ABI_INCLUDE}")
foreach(mpi IN LISTS TUTTI_MPIS)
  string(TOUPPER ${mpi} MPI)
  tutti_find_abi_library(${mpi} ${tutti_sign_${mpi}} TUTTI_ABI_LIBRARY_${MPI})
  if(NOT library)
    set(library "${TUTTI_ABI_LIBRARY_${MPI}}")
  endif()
  get_target_property(own tutti_mpi_${mpi} INTERFACE_INCLUDE_DIRECTORIES)
  foreach(folder IN LISTS own)
    list(APPEND folders ${folder}/standard_abi ${folder})  # Open MPI's; MPICH's mpi.h includes the ABI's if MPI_ABI is defined
  endforeach()
endforeach()

set(TUTTI_ABI FALSE)
foreach(folder IN LISTS folders)
  if(library AND NOT TUTTI_ABI AND EXISTS ${folder}/mpi.h)
    tutti_is_abi_header(${folder} -DMPI_ABI TUTTI_ABI)
    set(header ${folder})
  endif()
endforeach()
if(TUTTI_ABI)
  add_library(tutti_mpi_abi INTERFACE IMPORTED GLOBAL)
  set(TUTTI_ABI_HEADER ${header}/mpi.h)
  if(EXISTS ${header}/mpi_abi.h)  # which MPICH's mpi.h includes
    set(TUTTI_ABI_HEADER ${header}/mpi_abi.h)
  endif()
  target_include_directories(tutti_mpi_abi SYSTEM INTERFACE ${header})
  target_compile_definitions(tutti_mpi_abi INTERFACE MPI_ABI)
  target_link_libraries(tutti_mpi_abi INTERFACE ${library})
  message(STATUS "MPI 5 ABI: ${header}/mpi.h, ${library}")
else()
  message(STATUS "MPI 5 ABI: none (Open MPI 6 and MPICH 5 have it), so libtutti-abi.so is not built")
endif()
