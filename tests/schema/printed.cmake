# cmake -D PROGRAM=<marginlab> -D SCHEMA=<committed file> -P printed.cmake
execute_process(COMMAND ${PROGRAM} schema OUTPUT_VARIABLE printed COMMAND_ERROR_IS_FATAL ANY)
file(READ ${SCHEMA} committed)
if(NOT printed STREQUAL committed)
  message(FATAL_ERROR "Another schema is printed. Make it again: marginlab schema --out marginlab.schema.json")
endif()
