# The libraries that tutti is built with: CLI11, fmt, nlohmann-json, and of Boost the headers of Boost.Math. Those of the
# system are used. One that is missing is fetched by git, in the version that the commit here identifies. Only their
# headers are used. None of them is installed.
#
#   TUTTI_FETCH=OFF                          fetch nothing: a library that is missing is an error
#   FETCHCONTENT_SOURCE_DIR_FMT=FOLDER       take fmt's source from there (likewise _JSON, _CLI11, _MATH), e.g. without a network
#   TUTTI_BUNDLE=ON                          use none of the system's: an archive of the source (TuttiPackage.cmake) has the headers
#                                            of all that were not the system's, in the folder bundled/, where CMake finds them

option(TUTTI_FETCH "Fetch libraries that the system lacks" ON)
option(TUTTI_BUNDLE "Fetch all libraries, so that an archive of the source has them" OFF)
include(FetchContent)

# tutti_fetch(NAME REPOSITORY COMMIT TARGETS...): makes the targets, for the headers in the folder `include` of the repository.
function(tutti_fetch name repository commit)
  string(TOUPPER ${name} upper)
  if(NOT FETCHCONTENT_SOURCE_DIR_${upper} AND EXISTS ${PROJECT_SOURCE_DIR}/bundled/${name}/include)
    set(FETCHCONTENT_SOURCE_DIR_${upper} ${PROJECT_SOURCE_DIR}/bundled/${name})
  endif()
  if(NOT TUTTI_FETCH AND NOT FETCHCONTENT_SOURCE_DIR_${upper})
    message(FATAL_ERROR "${name} is missing: install it, let CMake fetch it (-D TUTTI_FETCH=ON), or name the folder of its source "
                        "by -D FETCHCONTENT_SOURCE_DIR_${upper}=")
  endif()
  if(FETCHCONTENT_SOURCE_DIR_${upper})
    message(STATUS "${name} is taken from ${FETCHCONTENT_SOURCE_DIR_${upper}}")
  else()
    message(STATUS "${name} is missing here: fetched from ${repository}")
  endif()
  FetchContent_Declare(${name} DOWNLOAD_COMMAND git init -q <SOURCE_DIR>
                       COMMAND git -C <SOURCE_DIR> fetch -q --depth 1 ${repository} ${commit}
                       COMMAND git -C <SOURCE_DIR> checkout -q FETCH_HEAD
                       SOURCE_SUBDIR headers-only)  # a folder that does not exist: its CMake is not run
  FetchContent_MakeAvailable(${name})
  if(NOT EXISTS "${${name}_SOURCE_DIR}/include")
    message(FATAL_ERROR "${name} cannot be fetched from ${repository}: install it, or name the folder of its source by -D "
                        "FETCHCONTENT_SOURCE_DIR_${upper}=")
  endif()
  set_property(GLOBAL APPEND PROPERTY TUTTI_BUNDLED ${name} "${${name}_SOURCE_DIR}")
  foreach(target IN LISTS ARGN)
    add_library(${target} INTERFACE IMPORTED GLOBAL)
    target_include_directories(${target} SYSTEM INTERFACE ${${name}_SOURCE_DIR}/include)
  endforeach()
endfunction()

if(NOT TUTTI_BUNDLE)
  find_package(nlohmann_json QUIET)
  find_package(fmt QUIET)
endif()
if(NOT TARGET nlohmann_json::nlohmann_json)
  tutti_fetch(json https://github.com/nlohmann/json 9cca280a4d0ccf0c08f47a99aa71d1b0e52f8d03  # 3.11.3
              nlohmann_json::nlohmann_json)
endif()
if(NOT TARGET fmt::fmt-header-only)
  tutti_fetch(fmt https://github.com/fmtlib/fmt e69e5f977d458f2650bb346dadf2ad30c5320281  # 10.2.1
              fmt::fmt-header-only)
  target_compile_definitions(fmt::fmt-header-only INTERFACE FMT_HEADER_ONLY=1)
endif()
# -D TUTTI_FMT=fmt::fmt-header-only is for a version of fmt that src/fmt/fmt.cpp does not fit.
set(TUTTI_FMT tutti_fmt CACHE STRING "The target of fmt that tutti is linked with")
add_library(tutti_fmt STATIC EXCLUDE_FROM_ALL src/fmt/fmt.cpp)
target_include_directories(tutti_fmt SYSTEM PUBLIC
                           $<TARGET_PROPERTY:fmt::fmt-header-only,INTERFACE_INCLUDE_DIRECTORIES>)
target_compile_features(tutti_fmt PUBLIC cxx_std_20)
if(TUTTI_COMMAND)
  if(NOT TUTTI_BUNDLE)
    find_package(CLI11 QUIET)
  endif()
  if(NOT TARGET CLI11::CLI11)
    tutti_fetch(cli11 https://github.com/CLIUtils/CLI11 6c7b07a878ad834957b98d0f9ce1dbe0cb204fc9  # 2.4.2
                CLI11::CLI11)
  endif()
  # Boost often comes without its CMake package.
  add_library(tutti_boost_math INTERFACE)
  find_path(TUTTI_BOOST boost/math/distributions/binomial.hpp HINTS ${Boost_ROOT} $ENV{Boost_ROOT} $ENV{BOOST_ROOT}
            PATH_SUFFIXES include)
  if(TUTTI_BOOST AND NOT TUTTI_BUNDLE)
    target_include_directories(tutti_boost_math SYSTEM INTERFACE ${TUTTI_BOOST})
  else()
    tutti_fetch(math https://github.com/boostorg/math 1a7be5d895d266a870af7a6ed258e5bcf9838277  # Boost 1.83
                tutti_fetched_math)
    target_link_libraries(tutti_boost_math INTERFACE tutti_fetched_math)
    target_compile_definitions(tutti_boost_math INTERFACE BOOST_MATH_STANDALONE)
  endif()
endif()
