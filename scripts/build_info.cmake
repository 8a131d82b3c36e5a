# Writes OUTPUT, the definitions of results/store/hdf5/provenance.hpp, and touches it only where its text changes.
#   cmake -D SOURCE=<root> -D OUTPUT=<file.cpp> -D VERSION= -D TYPE= -D COMPILER= -D FLAGS= -P build_info.cmake
# Git may answer about a checkout that somebody else owns: whoever builds it runs what lies there anyway.
function(ask_git answer fallback)
  execute_process(COMMAND git -c safe.directory=* -C ${SOURCE} ${ARGN} OUTPUT_VARIABLE said RESULT_VARIABLE code
                  ERROR_QUIET OUTPUT_STRIP_TRAILING_WHITESPACE)
  if(NOT code EQUAL 0)
    set(said ${fallback})
  endif()
  set(${answer} "${said}" PARENT_SCOPE)
endfunction()

ask_git(COMMIT unknown rev-parse --verify HEAD)
# Only what is compiled can make the program another one: configs and tables are recorded with the results.
ask_git(changes "" status --porcelain -- core/*pp datasets/*pp results/*pp experiments/*pp
        CMakeLists.txt CMakePresets.json)
set(DIRTY false)
if(changes)
  set(DIRTY true)
endif()

file(CONFIGURE OUTPUT ${OUTPUT} @ONLY CONTENT [[
#include "results/store/hdf5/provenance.hpp"

namespace results {
const char* const build_version = "@VERSION@";
const char* const build_commit = "@COMMIT@";
const bool build_dirty = @DIRTY@;
const char* const build_type = "@TYPE@";
const char* const build_compiler = "@COMPILER@";
const char* const build_flags = R"(@FLAGS@)";
}  // namespace results
]])
