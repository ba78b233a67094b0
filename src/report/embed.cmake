# Writes the files of a page into a C++ source: cmake -D OUT=x.cpp -D FILES=a;b -P embed.cmake
# Each file becomes a raw string literal named after the file: page.html is `page_html`.
set(text "// Made by src/report/embed.cmake.\n#include \"report/files.hpp\"\n\nnamespace tutti::report::files {\n")
foreach(file IN LISTS FILES)
  get_filename_component(name ${file} NAME)
  string(REGEX REPLACE "[^A-Za-z0-9]" "_" name ${name})
  file(READ ${file} content)
  string(APPEND text "const char ${name}[] = R\"embedded(${content})embedded\";\n")
endforeach()
file(WRITE ${OUT} "${text}}  // namespace tutti::report::files\n")
