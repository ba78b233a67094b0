# cmake --install: a CMake package, pkg-config files, the headers, the static library, one shared object for each MPI.
# All of it finds its parts relative to itself, so an installed tree can be moved.

include(CMakePackageConfigHelpers)

set(tutti_installed tutti)
foreach(mpi IN LISTS TUTTI_MPIS)
  if(TARGET tutti-${mpi})
    list(APPEND tutti_installed tutti-${mpi})
  endif()
endforeach()
install(TARGETS ${tutti_installed} EXPORT tuttiTargets
        ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR}
        LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(DIRECTORY include/tutti DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})

set(TUTTI_CMAKE_DIR ${CMAKE_INSTALL_LIBDIR}/cmake/tutti)
install(EXPORT tuttiTargets NAMESPACE tutti:: DESTINATION ${TUTTI_CMAKE_DIR})
configure_package_config_file(cmake/tuttiConfig.cmake.in ${CMAKE_BINARY_DIR}/tuttiConfig.cmake
                              INSTALL_DESTINATION ${TUTTI_CMAKE_DIR})
write_basic_package_version_file(${CMAKE_BINARY_DIR}/tuttiConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_BINARY_DIR}/tuttiConfig.cmake ${CMAKE_BINARY_DIR}/tuttiConfigVersion.cmake
        DESTINATION ${TUTTI_CMAKE_DIR})

file(RELATIVE_PATH TUTTI_PC_PREFIX /${CMAKE_INSTALL_LIBDIR}/pkgconfig /)
function(tutti_pkg_config name library description)
  configure_file(cmake/tutti.pc.in ${CMAKE_BINARY_DIR}/${name}.pc @ONLY)
  install(FILES ${CMAKE_BINARY_DIR}/${name}.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
endfunction()
tutti_pkg_config(tutti tutti "${PROJECT_DESCRIPTION}")
foreach(mpi IN LISTS TUTTI_MPIS)
  if(TARGET tutti-${mpi})
    tutti_pkg_config(tutti-${mpi} tutti-${mpi} "${PROJECT_DESCRIPTION}, over ${mpi}")
  endif()
endforeach()
