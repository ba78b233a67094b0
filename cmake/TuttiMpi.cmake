# The MPI libraries that tutti is built for. CMake's FindMPI finds one; tutti serves several side by side, one shared
# object each, so this module asks each library's own compiler wrapper.
#
# Input
#   TUTTI_MPI                    "all" (every one found of openmpi;mpich;abi), a list of them that must be there, or "none". abi is the
#                                standard ABI of MPI 5, which libraries of Open MPI and MPICH have (TuttiAbi.cmake)
#   TUTTI_MPICC_OPENMPI, _MPICH  the C wrapper to ask, where it is not mpicc.openmpi, mpicc.mpich or mpicc
#
# Result
#   TUTTI_MPIS                   those of openmpi;mpich that are there
#   TUTTI_BACK_ENDS              the same, and abi if that is there: there is a libtutti-NAME.so for each
#   tutti_mpi_openmpi, _mpich    interface targets with the include directories and libraries of each, and as properties
#                                TUTTI_MPICC, TUTTI_MPICXX, TUTTI_MPIFORT, TUTTI_MPIRUN: its wrappers and its launcher
#                                (empty where there is none); TUTTI_MPI_VERSION

set(TUTTI_MPI "all" CACHE STRING "MPI libraries to build for: all, none, or a list of openmpi;mpich;abi")
set(TUTTI_MPICC_OPENMPI "" CACHE FILEPATH "Open MPI's C compiler wrapper (empty: look for it)")
set(TUTTI_MPICC_MPICH "" CACHE FILEPATH "MPICH's C compiler wrapper (empty: look for it)")

# What the wrapper `mpicc` adds to the compiler's command line, as a list without the compiler itself.
function(tutti_ask_wrapper mpicc result)
  foreach(question IN LISTS ARGN)
    execute_process(COMMAND ${mpicc} ${question} OUTPUT_VARIABLE answer ERROR_QUIET RESULT_VARIABLE status
                    OUTPUT_STRIP_TRAILING_WHITESPACE)
    if(status EQUAL 0 AND answer)
      separate_arguments(words UNIX_COMMAND "${answer}")
      list(GET words 0 first)
      if(NOT first MATCHES "^-")  # MPICH's wrapper names the compiler first
        list(POP_FRONT words)
      endif()
      set(${result} "${words}" PARENT_SCOPE)
      return()
    endif()
  endforeach()
  set(${result} "" PARENT_SCOPE)
endfunction()

# Makes the target tutti_mpi_<mpi> from what the wrapper says, if a program compiled and linked that way is of this MPI.
function(tutti_try_wrapper mpi mpicc found)
  set(${found} FALSE PARENT_SCOPE)
  tutti_ask_wrapper(${mpicc} compile -showme:compile -compile_info -show)
  tutti_ask_wrapper(${mpicc} link -showme:link -link_info -show)
  set(includes ${compile})
  list(FILTER includes INCLUDE REGEX "^-I.")
  list(TRANSFORM includes REPLACE "^-I" "")
  set(defines ${compile})
  list(FILTER defines INCLUDE REGEX "^-D.")
  set(directories ${link})
  list(FILTER directories INCLUDE REGEX "^-L.")
  list(TRANSFORM directories REPLACE "^-L" "")
  set(libraries ${link})
  list(FILTER libraries INCLUDE REGEX "^-l.|^/.*[.](so|a)")
  set(options ${link})
  list(FILTER options INCLUDE REGEX "^-Wl,.*rpath|^-Wl,/|^-pthread")

  if(mpi STREQUAL "openmpi")
    set(macro OPEN_MPI)
    set(version "\"v\" MPI_TEXT(OMPI_MAJOR_VERSION) \".\" MPI_TEXT(OMPI_MINOR_VERSION) \".\" MPI_TEXT(OMPI_RELEASE_VERSION)")
  else()
    set(macro MPICH_VERSION)
    set(version "\"v\" MPICH_VERSION")
  endif()
  set(source ${CMAKE_BINARY_DIR}/CMakeFiles/tutti-mpi/${mpi}.c)
  file(WRITE ${source}.new "#include <mpi.h>
#include <stdio.h>
#ifndef ${macro}
#error not ${mpi}
#endif
#define MPI_TEXT_(x) #x
#define MPI_TEXT(x) MPI_TEXT_(x)
int main(void) {
  int flag;
  MPI_Initialized(&flag);
  puts(${version});
  return flag;
}
")
  file(COPY_FILE ${source}.new ${source} ONLY_IF_DIFFERENT)
  list(TRANSFORM directories PREPEND "-L" OUTPUT_VARIABLE search)
  try_run(status compiled ${CMAKE_BINARY_DIR}/CMakeFiles/tutti-mpi/${mpi} ${source}
          CMAKE_FLAGS "-DINCLUDE_DIRECTORIES=${includes}"
          COMPILE_DEFINITIONS ${defines}
          LINK_OPTIONS ${search} ${options}
          LINK_LIBRARIES ${libraries}
          RUN_OUTPUT_VARIABLE text)
  set(right ${compiled})
  unset(status CACHE)  # asked again whenever CMake runs: wrappers change
  unset(compiled CACHE)
  if(NOT right OR NOT text MATCHES "v([0-9][^\n]*)")
    return()
  endif()
  set(number ${CMAKE_MATCH_1})

  set(target tutti_mpi_${mpi})
  add_library(${target} INTERFACE IMPORTED GLOBAL)
  set_target_properties(${target} PROPERTIES TUTTI_MPI_VERSION "${number}" TUTTI_MPICC ${mpicc})
  target_include_directories(${target} SYSTEM INTERFACE ${includes})
  target_compile_options(${target} INTERFACE ${defines})
  # Without the C++ bindings, which MPI 3 removed.
  target_compile_definitions(${target} INTERFACE OMPI_SKIP_MPICXX=1 MPICH_SKIP_MPICXX=1)
  target_link_directories(${target} INTERFACE ${directories})
  target_link_options(${target} INTERFACE ${options})
  target_link_libraries(${target} INTERFACE ${libraries})
  # Its fellows lie beside it and are named like it: mpicc.openmpi, mpifort.openmpi, mpirun.openmpi.
  get_filename_component(folder ${mpicc} DIRECTORY)
  get_filename_component(name ${mpicc} NAME)
  foreach(fellow mpicxx mpifort mpirun)
    string(REPLACE mpicc ${fellow} sibling ${name})
    string(TOUPPER TUTTI_${fellow} property)
    if(EXISTS ${folder}/${sibling})
      set_target_properties(${target} PROPERTIES ${property} ${folder}/${sibling})
    endif()
  endforeach()
  set(${found} TRUE PARENT_SCOPE)
endfunction()

set(TUTTI_MPIS "")
if(TUTTI_MPI STREQUAL "all")
  set(tutti_wanted openmpi mpich abi)
elseif(TUTTI_MPI STREQUAL "none" OR TUTTI_MPI STREQUAL "")
  set(tutti_wanted "")
else()
  set(tutti_wanted ${TUTTI_MPI})
endif()
list(FIND tutti_wanted abi tutti_abi_wanted)
list(REMOVE_ITEM tutti_wanted abi)

foreach(mpi IN LISTS tutti_wanted)
  if(NOT mpi MATCHES "^(openmpi|mpich)$")
    message(FATAL_ERROR "TUTTI_MPI names ${mpi}; known are openmpi, mpich and abi (and all, none)")
  endif()
  string(TOUPPER ${mpi} MPI)
  if(TUTTI_MPICC_${MPI})
    set(candidates ${TUTTI_MPICC_${MPI}})
  else()
    set(candidates mpicc.${mpi} mpicc)
  endif()
  set(found FALSE)
  foreach(candidate IN LISTS candidates)
    if(found)
      break()
    endif()
    find_program(tutti_mpicc NAMES ${candidate} NO_CACHE)
    if(tutti_mpicc)
      tutti_try_wrapper(${mpi} ${tutti_mpicc} found)
    endif()
    unset(tutti_mpicc)
  endforeach()
  if(found)
    list(APPEND TUTTI_MPIS ${mpi})
    get_target_property(number tutti_mpi_${mpi} TUTTI_MPI_VERSION)
    get_target_property(mpicc tutti_mpi_${mpi} TUTTI_MPICC)
    message(STATUS "MPI: ${mpi} ${number} (${mpicc})")
  elseif(NOT TUTTI_MPI STREQUAL "all" OR TUTTI_MPICC_${MPI})
    message(FATAL_ERROR "No ${mpi}: no program compiles and runs with ${candidates}. Set TUTTI_MPICC_${MPI} to its C "
                        "wrapper, or TUTTI_MPI to what is there.")
  endif()
endforeach()
set(TUTTI_BACK_ENDS ${TUTTI_MPIS})
if(NOT tutti_abi_wanted EQUAL -1)
  include(TuttiAbi)
  if(TUTTI_ABI)
    list(APPEND TUTTI_BACK_ENDS abi)
  elseif(NOT TUTTI_MPI STREQUAL "all")
    message(FATAL_ERROR "No library of the MPI 5 ABI: set TUTTI_ABI_INCLUDE and TUTTI_ABI_LIBRARY, or TUTTI_MPI to what is there.")
  endif()
endif()
if(NOT TUTTI_BACK_ENDS)
  message(STATUS "MPI: none; tutti proves, prices and draws, but serves no MPI program")
endif()
