# Before the package is made: what Debian's policy asks of it.
set(root ${CPACK_TEMPORARY_INSTALL_DIRECTORY}/usr)
set(doc ${root}/share/doc/tutti)
file(REMOVE ${doc}/LICENSE)  # copyright has it
file(READ ${CMAKE_CURRENT_LIST_DIR}/../packaging/debian/copyright about)
file(READ ${CMAKE_CURRENT_LIST_DIR}/../LICENSE bsd)
file(READ ${CMAKE_CURRENT_LIST_DIR}/../src/report/uplot/LICENSE mit)
foreach(licence bsd mit)
  string(REGEX REPLACE "\n\n" "\n.\n" ${licence} "${${licence}}")
  string(REGEX REPLACE "\n([^\n])" "\n \\1" ${licence} "\n${${licence}}")
endforeach()
file(WRITE ${doc}/copyright "${about}License: BSD-3-Clause${bsd}\nLicense: MIT${mit}")
file(RENAME ${doc}/CHANGELOG.md ${doc}/changelog)
string(TIMESTAMP now "%a, %d %b %Y %H:%M:%S +0000" UTC)
file(WRITE ${doc}/changelog.Debian "tutti (${CPACK_PACKAGE_VERSION}-${CPACK_DEBIAN_PACKAGE_RELEASE}) unstable; urgency=medium

  * Built from the sources; changelog has what changed in them.

 -- ${CPACK_PACKAGE_CONTACT}  ${now}
")
execute_process(COMMAND gzip -9n ${doc}/changelog ${doc}/changelog.Debian)
if(EXISTS ${root}/share/zsh/site-functions)  # which is the administrator's
  file(RENAME ${root}/share/zsh/site-functions ${root}/share/zsh/vendor-completions)
endif()
# Programs preload these libraries by their names, or are linked to them as to an MPI library's own; neither has versions to keep apart.
file(WRITE ${root}/share/lintian/overrides/tutti "tutti: shared-library-lacks-version
tutti: package-name-doesnt-match-sonames
")
file(GLOB pages ${root}/share/man/man1/*.1)
execute_process(COMMAND gzip -9n ${pages})
