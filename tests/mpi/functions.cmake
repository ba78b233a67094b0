# The functions of the tables of tests in the folders here. A row of a table is a call of mpi_test or mpi_script.
#
#           name of the test   Open MPI     MPICH   program and its arguments, then keywords
#   mpi_test(collectives       "1 2 3 5 8"  "1 2"   <collectives_test>)
#   mpi_test(windows-mpi       -            3       <windows_test> SET TUTTI_NODE=mpi)
#
# The two columns list the numbers of processes with which the test runs on each MPI library; `-` means that it
# does not run there. A number in parentheses makes a test with the label `long`, which only scripts/test --all
# runs. The first row makes the tests collectives.openmpi.1, ..., collectives.mpich.2. All of them
# run by `ctest -R '^collectives[.]'`. There are fewer on MPICH, whose processes poll while they wait: more
# processes than processors wait for each other's time slices, milliseconds each.
#
# Words in <> are replaced, in commands and, but for programs, in names:
#   <PROGRAM>        the path of the program or library PROGRAM, as mpi_program and its like have declared it
#   <other:PROGRAM>  the same, of the other MPI library; without another one there is no test
#   <mpi> <np>       openmpi or mpich; the number of processes. A name without <mpi> ends in .<mpi>.<np>
#   <preload>        the value of LD_PRELOAD: tutti, and before it the runtime of a sanitizer
#
# mpi_test starts a program by tests/mpi/run, with tutti preloaded. In place of the program, mpi_script has a script
# of its folder that starts programs itself. A script whose name ends in .py is run by Python. Keywords:
#   SET NAME=VALUE...    variables of the processes (mpi_test only)
#   PRELOAD LIBRARY      a library that is loaded after tutti (mpi_test only)
#   ENVIRONMENT [NAME=VALUE...]
#                        variables of the launcher or the script, in place of those that a sanitizer needs
#   NEEDS PROGRAM        there is no test where PROGRAM is not built
#   NOT_SANITIZED        there is no test under sanitizers
#   PROCESSORS N         other tests may run at the same time, on all processors but N; the default is alone
#   TIMEOUT SECONDS      a limit in place of the usual one
#   ABI "2 3"            also runs with the program that is compiled for the standard ABI of MPI 5, on the library of the ABI of
#                        Open MPI and on that of MPICH, with these numbers of processes: collectives.abi-openmpi.2, ...
#   ABI_OPENMPI, ABI_MPICH   the same on one of them, where the other one fails natively
#   MUST_RUN             exit status 77 means that the test has failed; the default is that it was skipped
#   PASS REGEX           the output must match
#   FAIL REGEX           the output must not match

# How long a test may take. A program is killed after the first, and a script after the second number of
# seconds.
math(EXPR program_limit "120 * ${slowness}")
math(EXPR script_limit "600 * ${slowness}")

# What is preloaded. Under sanitizers their runtime comes first, and what a leak report needs.
set(preload_environment "")
set(without_leaks "")
set(natively_without_leaks "")
set(before_tutti "")
if(TUTTI_SANITIZE STREQUAL "thread")
  execute_process(COMMAND ${CMAKE_CXX_COMPILER} -print-file-name=libtsan.so OUTPUT_VARIABLE tsan
                  OUTPUT_STRIP_TRAILING_WHITESPACE)
  set(before_tutti ${tsan}:)
  # The MPI libraries are built without the sanitizer. It sees their mutexes but not their atomics, so it must
  # not report what they read and write themselves. UCX, by which MPICH sends, takes a mutex where a thread
  # ends. The sanitizer has already forgotten the thread then. So UCX's hooks are left out.
  set(preload_environment TSAN_OPTIONS=ignore_noninstrumented_modules=1 UCX_MEM_EVENTS=n)
elseif(TUTTI_SANITIZE)
  add_library(keep_modules SHARED sanitizers/keep_modules.c)
  execute_process(COMMAND ${CMAKE_CXX_COMPILER} -print-file-name=libasan.so OUTPUT_VARIABLE asan
                  OUTPUT_STRIP_TRAILING_WHITESPACE)
  set(before_tutti ${asan}:$<TARGET_FILE:keep_modules>:)
  set(preload_environment
      "LSAN_OPTIONS=suppressions=${CMAKE_CURRENT_SOURCE_DIR}/sanitizers/suppressions.txt:print_suppressions=0")
  # For tests whose leaks have no names: the process is spawned, or the module is gone.
  set(without_leaks ASAN_OPTIONS=detect_leaks=0)
endif()
if(TUTTI_SANITIZE)
  # For tests that preload nothing in some runs: there the leaks of the MPI library have no names.
  set(natively_without_leaks ASAN_OPTIONS=detect_leaks=0)
endif()
# libtutti.so opens the object for the MPI library of each program; on processors for which it has no stubs, that object
# is preloaded itself.
foreach(mpi IN LISTS TUTTI_BACK_ENDS)
  set(preloaded tutti-${mpi})
  if(TARGET tutti-front)
    set(preloaded tutti-front)
  endif()
  set(preload_${mpi} ${before_tutti}$<TARGET_FILE:${preloaded}>)
endforeach()

# The libraries of the standard ABI that there are, each in a folder of its own for LD_LIBRARY_PATH: they have one name.
set(abi_mpis "")
foreach(mpi IN LISTS TUTTI_MPIS)
  string(TOUPPER ${mpi} MPI)
  if(TUTTI_ABI AND TUTTI_ABI_LIBRARY_${MPI})
    set(abi_folder_${mpi} ${CMAKE_CURRENT_BINARY_DIR}/abi/${mpi})
    file(MAKE_DIRECTORY ${abi_folder_${mpi}})
    file(CREATE_LINK ${TUTTI_ABI_LIBRARY_${MPI}} ${abi_folder_${mpi}}/libmpi_abi.so.1 SYMBOLIC)
    list(APPEND abi_mpis ${mpi})
  endif()
endforeach()

# mpi_program(NAME [THREADS] [ABI] [LIBRARIES...]): NAME.cpp of the folder as NAME-openmpi and NAME-mpich, linked
# with the oracle. With THREADS the program also runs under the thread sanitizer. With ABI there is a NAME-abi, too.
# LIBRARIES are mpi_library's, or names for the linker.
add_custom_target(thread-tests)
# Stores in RESULT what a program is compiled for.
function(mpi_kinds abi result)
  set(kinds ${TUTTI_BACK_ENDS})
  if(NOT abi)
    list(REMOVE_ITEM kinds abi)
  endif()
  set(${result} ${kinds} PARENT_SCOPE)
endfunction()
function(mpi_program name)
  cmake_parse_arguments(PARSE_ARGV 1 given "THREADS;ABI" "" "")
  mpi_kinds("${given_ABI}" kinds)
  foreach(mpi IN LISTS kinds)
    add_executable(${name}-${mpi} ${name}.cpp)
    target_link_libraries(${name}-${mpi} PRIVATE oracle-${mpi} tutti_mpi_${mpi} tutti_options)
    foreach(library IN LISTS given_UNPARSED_ARGUMENTS)
      if(TARGET ${library}-${mpi})
        set(library ${library}-${mpi})
      endif()
      target_link_libraries(${name}-${mpi} PRIVATE ${library})
    endforeach()
    if(given_THREADS)
      add_dependencies(thread-tests ${name}-${mpi} tutti-${mpi} ${preloaded})
    endif()
  endforeach()
endfunction()

# mpi_c_program(NAME [ABI] [COMPILER OPTIONS...]): NAME.c of the folder, a program that is linked with MPI alone.
function(mpi_c_program name)
  cmake_parse_arguments(PARSE_ARGV 1 given "ABI" "" "")
  mpi_kinds("${given_ABI}" kinds)
  foreach(mpi IN LISTS kinds)
    add_executable(${name}-${mpi} ${name}.c)
    target_link_libraries(${name}-${mpi} PRIVATE tutti_mpi_${mpi})
    target_compile_options(${name}-${mpi} PRIVATE ${given_UNPARSED_ARGUMENTS})
  endforeach()
endfunction()

# mpi_library(NAME SOURCE [ABI] [LIBRARIES...]): a shared object, for programs to be linked with or for PRELOAD.
function(mpi_library name source)
  cmake_parse_arguments(PARSE_ARGV 2 given "ABI" "" "")
  mpi_kinds("${given_ABI}" kinds)
  foreach(mpi IN LISTS kinds)
    add_library(${name}-${mpi} SHARED ${source})
    target_link_libraries(${name}-${mpi} PRIVATE tutti_mpi_${mpi} ${given_UNPARSED_ARGUMENTS})
    target_compile_definitions(${name}-${mpi} PRIVATE OMPI_SKIP_MPICXX MPICH_SKIP_MPICXX)
  endforeach()
endfunction()

# Stores the path of the program or library NAME of an MPI in RESULT, or NOTFOUND.
function(mpi_path name mpi result)
  if(TARGET ${name}-${mpi})
    set(${result} $<TARGET_FILE:${name}-${mpi}> PARENT_SCOPE)
  elseif(TARGET ${name}-${mpi}-program)  # a custom target, which knows the path of what it makes
    get_target_property(path ${name}-${mpi}-program PROGRAM)
    set(${result} ${path} PARENT_SCOPE)
  elseif(TARGET ${name})
    set(${result} $<TARGET_FILE:${name}> PARENT_SCOPE)
  else()
    set(${result} NOTFOUND PARENT_SCOPE)
  endif()
endfunction()

# Replaces what stands in <> in TEXT, and stores that in RESULT. Stores NOTFOUND if there is no other MPI
# library. KIND is openmpi, mpich or abi: what the program is compiled for.
function(mpi_fill mpi kind np text result)
  string(REPLACE "<mpi>" "${mpi}" text "${text}")
  string(REPLACE "<np>" "${np}" text "${text}")
  string(REPLACE "<preload>" "${preload_${kind}}" text "${text}")
  while(text MATCHES "<([a-z][^<>]*)>")
    set(word ${CMAKE_MATCH_1})
    set(name ${word})
    set(of ${kind})
    if(word MATCHES "^other:(.*)")
      set(name ${CMAKE_MATCH_1})
      set(of ${TUTTI_MPIS})
      list(REMOVE_ITEM of ${mpi})
      if(NOT of)
        set(${result} NOTFOUND PARENT_SCOPE)
        return()
      endif()
    endif()
    mpi_path(${name} ${of} path)
    if(NOT path)
      message(FATAL_ERROR "<${word}> in a table of tests: there is no target ${name}-${of} or ${name} yet")
    endif()
    string(REPLACE "<${word}>" "${path}" text "${text}")
  endwhile()
  set(${result} "${text}" PARENT_SCOPE)
endfunction()

# What mpi_test and mpi_script have in common. KIND is test or script.
function(mpi_row kind name openmpi mpich)
  cmake_parse_arguments(PARSE_ARGV 4 given "NOT_SANITIZED;MUST_RUN"
                        "PRELOAD;NEEDS;ABI;ABI_OPENMPI;ABI_MPICH;PROCESSORS;TIMEOUT;PASS;FAIL" "SET;ENVIRONMENT")
  if(given_NOT_SANITIZED AND TUTTI_SANITIZE)
    return()
  endif()
  set(command ${given_UNPARSED_ARGUMENTS})
  if(kind STREQUAL "test")
    set(also "")
    if(given_PRELOAD)
      set(also ":${given_PRELOAD}")
    endif()
    list(PREPEND command ${mpi_folder}/run <mpi> <np>
                         LD_PRELOAD=<preload>${also} ${preload_environment} ${given_SET} --)
    set(environment RUN_LIMIT=${program_limit} ${preload_environment})
    math(EXPR limit "${program_limit} + 15")
  else()
    list(POP_FRONT command script)
    get_filename_component(script ${script} ABSOLUTE)
    list(PREPEND command ${script})
    if(script MATCHES "[.]py$")
      list(PREPEND command ${Python3_EXECUTABLE} -B)
    endif()
    set(environment ${preload_environment})
    set(limit ${script_limit})
  endif()
  if(DEFINED given_ENVIRONMENT OR "ENVIRONMENT" IN_LIST given_KEYWORDS_MISSING_VALUES)
    set(environment ${given_ENVIRONMENT})
  endif()
  if(DEFINED given_TIMEOUT)
    set(limit ${given_TIMEOUT})
  endif()

  set(abi-openmpi "${given_ABI}${given_ABI_OPENMPI}")
  set(abi-mpich "${given_ABI}${given_ABI_MPICH}")
  list(TRANSFORM abi_mpis PREPEND abi- OUTPUT_VARIABLE on_abi)
  set(all ${TUTTI_MPIS} ${on_abi})
  foreach(shown IN LISTS all)
    set(mpi ${shown})
    set(kind ${shown})
    set(variables ${environment})
    if(shown MATCHES "^abi-(.*)")
      set(mpi ${CMAKE_MATCH_1})
      set(kind abi)
      list(APPEND variables LD_LIBRARY_PATH=${abi_folder_${mpi}})
    endif()
    string(REPLACE " " ";" nps "${${shown}}")
    list(REMOVE_ITEM nps -)
    if(nps AND given_NEEDS)
      mpi_path(${given_NEEDS} ${kind} needed)
      if(NOT needed)
        continue()
      endif()
    endif()
    foreach(np IN LISTS nps)
      set(labels mpi ${mpi} ${kind})
      list(REMOVE_DUPLICATES labels)
      if(np MATCHES "^[(](.*)[)]$")
        set(np ${CMAKE_MATCH_1})
        list(APPEND labels long)
      endif()
      mpi_fill(${mpi} ${kind} ${np} "${command}" filled)
      if(NOT filled)
        continue()
      endif()
      set(test ${name})
      if(NOT name MATCHES "<mpi>")
        string(APPEND test .<mpi>.<np>)
      endif()
      mpi_fill(${shown} ${kind} ${np} ${test} test)
      add_test(NAME ${test} COMMAND ${filled})
      set_tests_properties(${test} PROPERTIES LABELS "${labels}" TIMEOUT ${limit})
      if(given_PROCESSORS)
        set_tests_properties(${test} PROPERTIES PROCESSORS ${given_PROCESSORS})
      else()
        set_tests_properties(${test} PROPERTIES RUN_SERIAL TRUE)
      endif()
      if(variables)
        set_tests_properties(${test} PROPERTIES ENVIRONMENT "${variables}")
      endif()
      if(NOT given_MUST_RUN)
        set_tests_properties(${test} PROPERTIES SKIP_RETURN_CODE 77)
      endif()
      if(given_PASS)
        set_tests_properties(${test} PROPERTIES PASS_REGULAR_EXPRESSION "${given_PASS}")
      endif()
      if(given_FAIL)
        set_tests_properties(${test} PROPERTIES FAIL_REGULAR_EXPRESSION "${given_FAIL}")
      endif()
    endforeach()
  endforeach()
endfunction()

set(mpi_folder ${CMAKE_CURRENT_SOURCE_DIR})
macro(mpi_test)
  mpi_row(test ${ARGV})
endmacro()
macro(mpi_script)
  mpi_row(script ${ARGV})
endmacro()
