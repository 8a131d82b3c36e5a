# Writes OUTPUT, which defines each of the FILES as a text of the namespace results: page.css is page_css.
#   cmake -D FILES="<file>;<file>" -D OUTPUT=<file.cpp> -P embed.cmake
set(definitions "")
foreach(file IN LISTS FILES)
  cmake_path(GET file FILENAME name)
  string(MAKE_C_IDENTIFIER "${name}" name)
  # As numbers: no character of a text can then end it, and CMake keeps every byte.
  file(READ "${file}" bytes HEX)
  # Lines of a script begin where they say something: a line break and blanks become a line break.
  string(REGEX REPLACE "0a(2020)+" "0a" bytes "${bytes}")
  if(name MATCHES "_css$") # in ASCII: no blank behind : ; , { nor before { }
    string(REGEX REPLACE "(3a|3b|2c|7b)20" "\\1" bytes "${bytes}")
    string(REGEX REPLACE "20(7b|7d)" "\\1" bytes "${bytes}")
  endif()
  string(REGEX REPLACE "(................................)" "\\1\n" bytes "${bytes}")
  string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1," bytes "${bytes}")
  string(APPEND definitions
         "namespace {\nconstexpr unsigned char bytes_of_${name}[] = {\n${bytes}\n};\n}  // namespace\n"
         "const std::string_view ${name}(reinterpret_cast<const char*>(bytes_of_${name}), sizeof bytes_of_${name});\n")
endforeach()
file(CONFIGURE OUTPUT ${OUTPUT} @ONLY CONTENT "#include \"results/page/embedded.hpp\"\n\nnamespace results {\n@definitions@}  // namespace results\n")
