# What libmarginlab.so exports is what the map lists:  cmake -D LIBRARY=<.so> -D MAP=<file> -P symbols.cmake
cmake_minimum_required(VERSION 3.25)
execute_process(COMMAND nm --dynamic --defined-only --format=posix ${LIBRARY} OUTPUT_VARIABLE said
                COMMAND_ERROR_IS_FATAL ANY)
string(REGEX MATCHALL "[^ \n]+ [A-Za-z] [^\n]*" lines "${said}")
list(TRANSFORM lines REPLACE " .*" "" OUTPUT_VARIABLE exported)
list(SORT exported)
file(READ ${MAP} map)
string(REGEX MATCHALL "marginlab_[a-z_]+" expected "${map}")
list(SORT expected)
if(NOT exported STREQUAL expected OR expected STREQUAL "")
  message(FATAL_ERROR "exported: ${exported}\nlisted:   ${expected}")
endif()
