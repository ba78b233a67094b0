# `cpack -G DEB` in the build folder: a package for Debian and its relatives, tutti_VERSION_ARCHITECTURE.deb. It is for the MPI libraries
# that were there when it was built, of which each is optional. Who makes it is its maintainer: DEBEMAIL and DEBFULLNAME, as for Debian's
# own tools. `cpack -G TGZ`: the same as an archive that can be unpacked and used anywhere, without root.
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME tutti)
set(CPACK_PACKAGE_CONTACT "the authors of tutti <tutti@localhost>")
if(DEFINED ENV{DEBEMAIL})
  set(CPACK_PACKAGE_CONTACT "$ENV{DEBFULLNAME} <$ENV{DEBEMAIL}>")
endif()
set(CPACK_PACKAGE_VERSION ${PROJECT_VERSION})
set(CPACK_PACKAGE_FILE_NAME tutti-${PROJECT_VERSION}-${CMAKE_SYSTEM_NAME}-${CMAKE_SYSTEM_PROCESSOR})
set(CPACK_PROJECT_CONFIG_FILE ${CMAKE_CURRENT_LIST_DIR}/TuttiPackageKind.cmake)
set(CPACK_STRIP_FILES ON)
set(CPACK_DEBIAN_PACKAGE_RELEASE 1)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION science)
set(CPACK_DEBIAN_PACKAGE_PRIORITY optional)
set(CPACK_DEBIAN_COMPRESSION_TYPE xz)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS OFF)  # would demand every MPI that it serves
# The libraries of the system on which it is built, or newer ones.
set(needed "")
foreach(library IN ITEMS libc6 libstdc++6)
  execute_process(COMMAND dpkg-query -W "-f=\${Version}\n" ${library} OUTPUT_VARIABLE version RESULT_VARIABLE failed ERROR_QUIET)
  if(NOT failed AND version MATCHES "^([0-9]+:)?([0-9][0-9.]*)")
    list(APPEND needed "${library} (>= ${CMAKE_MATCH_2})")
  else()
    list(APPEND needed ${library})
  endif()
endforeach()
list(JOIN needed ", " needed)
set(CPACK_DEBIAN_PACKAGE_DEPENDS "${needed}, libgcc-s1 (>= 3.0)")
set(CPACK_DEBIAN_PACKAGE_SUGGESTS "openmpi-bin, mpich, gnuplot-nox")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "collective operations of MPI with the best algorithms known")
set(CPACK_DEBIAN_PACKAGE_DESCRIPTION "Serves the collective operations of unmodified MPI programs, of Open MPI and
of MPICH, by algorithms that fit the number of processes, the nodes, the size
and the operator. It also lists, proves, predicts, draws and measures them.")
set(CPACK_DEBIAN_PACKAGE_CONTROL_EXTRA ${CMAKE_CURRENT_SOURCE_DIR}/packaging/debian/triggers)
set(CPACK_INSTALL_CMAKE_PROJECTS "${CMAKE_BINARY_DIR};tutti;ALL;/")
# `cpack --config CPackSourceConfig.cmake`: the source. The patterns are of whole paths, and the source may lie in any folder.
set(CPACK_SOURCE_GENERATOR TGZ)
set(CPACK_SOURCE_PACKAGE_FILE_NAME tutti-${PROJECT_VERSION})
string(REGEX REPLACE "([][.+*?()^$|\\\\])" "\\\\\\1" source "${PROJECT_SOURCE_DIR}")
set(CPACK_SOURCE_IGNORE_FILES "^${source}/build[^/]*/" "^${source}/\\.(git|cache)(/|$)" "^${source}/compile_commands\\.json$"
    "/__pycache__/" "~$")
# It has the headers and licences of the libraries that were not the system's (TuttiLibraries.cmake).
set(CPACK_PRE_BUILD_SCRIPTS ${CMAKE_BINARY_DIR}/bundle.cmake)
get_property(bundled GLOBAL PROPERTY TUTTI_BUNDLED)
file(CONFIGURE OUTPUT ${CPACK_PRE_BUILD_SCRIPTS} CONTENT [=[
set(bundled "@bundled@")
while(bundled AND CPACK_TOPLEVEL_TAG MATCHES Source)
  list(POP_FRONT bundled name folder)
  file(GLOB licences "${folder}/LICEN[CS]E*")
  file(COPY "${folder}/include" ${licences} DESTINATION "${CPACK_TEMPORARY_DIRECTORY}/bundled/${name}")
endwhile()
]=] @ONLY)
set(CPACK_VERBATIM_VARIABLES ON)
include(CPack)
