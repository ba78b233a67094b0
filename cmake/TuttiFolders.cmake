# What is installed finds its parts from where it lies itself, so folders are meant relative to the prefix. Packagers may give them
# absolute, which is the same within the prefix: makes those of the named variables relative that are absolute.
function(tutti_relative_folders)
  foreach(name IN LISTS ARGN)
    if(NOT IS_ABSOLUTE "${${name}}")
      continue()
    endif()
    file(RELATIVE_PATH folder "${CMAKE_INSTALL_PREFIX}" "${${name}}")
    if(folder MATCHES "^[.][.]")
      message(FATAL_ERROR "${name} is ${${name}}: expected a folder within CMAKE_INSTALL_PREFIX, ${CMAKE_INSTALL_PREFIX}")
    endif()
    set(${name} "${folder}" PARENT_SCOPE)
  endforeach()
endfunction()
