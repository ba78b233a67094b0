# cmake --install: a CMake package, pkg-config files, the headers, the static library, one shared object for each MPI.
# All of it finds its parts relative to itself, so an installed tree can be moved.

include(CMakePackageConfigHelpers)

set(tutti_installed tutti)
if(TARGET tutti-front)
  list(APPEND tutti_installed tutti-front)
endif()
foreach(mpi IN LISTS TUTTI_BACK_ENDS)
  if(TARGET tutti-${mpi})
    list(APPEND tutti_installed tutti-${mpi})
  endif()
endforeach()
install(TARGETS ${tutti_installed} EXPORT tuttiTargets
        ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR}
        LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR})
if(TARGET tutti-forward)  # in a folder that the loader does not search by itself
  install(TARGETS tutti-forward LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}/tutti/abi NAMELINK_SKIP)
endif()
install(DIRECTORY include/tutti DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})

set(TUTTI_CMAKE_DIR ${CMAKE_INSTALL_LIBDIR}/cmake/tutti)
install(EXPORT tuttiTargets NAMESPACE tutti:: DESTINATION ${TUTTI_CMAKE_DIR})
configure_package_config_file(cmake/tuttiConfig.cmake.in ${CMAKE_BINARY_DIR}/tuttiConfig.cmake
                              INSTALL_DESTINATION ${TUTTI_CMAKE_DIR})
write_basic_package_version_file(${CMAKE_BINARY_DIR}/tuttiConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_BINARY_DIR}/tuttiConfig.cmake ${CMAKE_BINARY_DIR}/tuttiConfigVersion.cmake
        DESTINATION ${TUTTI_CMAKE_DIR})

file(RELATIVE_PATH TUTTI_PC_PREFIX /${CMAKE_INSTALL_LIBDIR}/pkgconfig /)
function(tutti_pkg_config name library requires description)
  configure_file(cmake/tutti.pc.in ${CMAKE_BINARY_DIR}/${name}.pc @ONLY)
  install(FILES ${CMAKE_BINARY_DIR}/${name}.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
endfunction()
tutti_pkg_config(tutti -ltutti-engine "" "${PROJECT_DESCRIPTION}")
# A program that calls MPI only within libraries, or from Fortran, names nothing that the linker would need the library for.
# And where tutti defines all functions that a program calls, the linker would not need the MPI library, which comes later.
# One word, since tools sort words.
function(tutti_pkg_config_whole name library description)
  tutti_pkg_config(${name} -Wl,--no-as-needed,-l${library} "tutti = ${PROJECT_VERSION}" "${description}")
endfunction()
foreach(mpi IN LISTS TUTTI_BACK_ENDS)
  if(TARGET tutti-${mpi})
    tutti_pkg_config_whole(tutti-${mpi} tutti-${mpi} "${PROJECT_DESCRIPTION}, over ${mpi}")
  endif()
endforeach()
if(TARGET tutti-front)
  tutti_pkg_config_whole(tutti-front tutti "${PROJECT_DESCRIPTION}, over any MPI library")
endif()

# Licence, pages and examples; --help names the pages as docs/*.md.
install(FILES LICENSE README.md CHANGELOG.md CITATION.cff DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(DIRECTORY docs DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(DIRECTORY examples DESTINATION ${CMAKE_INSTALL_DOCDIR} PATTERN CMakeLists.txt EXCLUDE)

# Environment modules: one for the command, one that preloads libtutti.so. Where they lead to is known when they are
# installed: cmake --install build --prefix ELSEWHERE.
set(installed_prefix "@CMAKE_INSTALL_PREFIX@")
set(modules tutti)
if(TARGET tutti-front)
  list(APPEND modules tutti-preload)
endif()
foreach(module IN LISTS modules)
  set(made ${CMAKE_BINARY_DIR}/modulefiles/${module})
  foreach(language tcl lua)
    set(ending ${PROJECT_VERSION})
    if(language STREQUAL "lua")
      set(ending ${PROJECT_VERSION}.lua)
    endif()
    configure_file(packaging/modulefiles/${module}.${language}.in ${made}/${language}.in @ONLY)
    install(CODE "configure_file(\"${made}/${language}.in\" \"${made}/${ending}\" @ONLY)")
    install(FILES ${made}/${ending} DESTINATION ${CMAKE_INSTALL_DATADIR}/modulefiles/${module})
  endforeach()
endforeach()

# Manual pages and completion, written by the command from the declarations of its options.
if(TUTTI_COMMAND AND NOT TUTTI_QUICK AND NOT CMAKE_CROSSCOMPILING)
  set(pages "${CMAKE_BINARY_DIR}/man/tutti.1")
  set(commands COMMAND tutti-command manual > man/tutti.1)
  foreach(sub run bench calibrate tune guidelines list verify predict plan explain show explore report compare replay who waiting doctor)
    list(APPEND pages ${CMAKE_BINARY_DIR}/man/tutti-${sub}.1)
    list(APPEND commands COMMAND tutti-command manual ${sub} > man/tutti-${sub}.1)
  endforeach()
  file(MAKE_DIRECTORY ${CMAKE_BINARY_DIR}/man ${CMAKE_BINARY_DIR}/completion)
  add_custom_command(OUTPUT ${pages} completion/tutti completion/_tutti completion/tutti.fish ${commands}
                     COMMAND tutti-command completion bash > completion/tutti
                     COMMAND tutti-command completion zsh > completion/_tutti
                     COMMAND tutti-command completion fish > completion/tutti.fish
                     DEPENDS tutti-command WORKING_DIRECTORY ${CMAKE_BINARY_DIR} VERBATIM
                     COMMENT "Manual pages and completion")
  add_custom_target(manual ALL DEPENDS ${pages})
  install(FILES ${pages} DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
  install(FILES ${CMAKE_BINARY_DIR}/completion/tutti DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions)
  # Debian's zsh reads vendor-completions too, but only what packages put below /usr.
  set(zsh site-functions)
  if(CMAKE_INSTALL_PREFIX STREQUAL "/usr" AND EXISTS /etc/debian_version)
    set(zsh vendor-completions)
  endif()
  install(FILES ${CMAKE_BINARY_DIR}/completion/_tutti DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/${zsh})
  install(FILES ${CMAKE_BINARY_DIR}/completion/tutti.fish DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d)
endif()

# The names of all installed files, relative to the prefix, for a removal without the build folder. It stands behind all
# other rules, since it sees only what they have installed.
set(TUTTI_LIST ${CMAKE_INSTALL_DATADIR}/tutti/files.txt)
install(CODE "set(list \"\${CMAKE_INSTALL_PREFIX}/${TUTTI_LIST}\")
list(APPEND CMAKE_INSTALL_MANIFEST_FILES \"\${list}\")
set(files \"\")
foreach(file IN LISTS CMAKE_INSTALL_MANIFEST_FILES)
  file(RELATIVE_PATH file \"\${CMAKE_INSTALL_PREFIX}\" \"\${file}\")
  string(APPEND files \"\${file}\\n\")
endforeach()
file(WRITE \"\$ENV{DESTDIR}\${list}\" \"\${files}\")")

if(PROJECT_IS_TOP_LEVEL)
  configure_file(cmake/TuttiUninstall.cmake.in uninstall.cmake @ONLY)
  add_custom_target(uninstall COMMAND ${CMAKE_COMMAND} -P ${CMAKE_BINARY_DIR}/uninstall.cmake)
  include(TuttiPackage)
endif()
