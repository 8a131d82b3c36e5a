# What every check of the sources shares. A check is called as  cmake -D ROOT=<tree> -P <check>.cmake ; it names every
# violation it finds, and fails at the end if there was one.
cmake_minimum_required(VERSION 3.25)

# Paths below ROOT that match the regular expression: of a git checkout what is tracked or about to be, of any other
# tree every file outside build/ and runs/.
function(tree_files answer pattern)
  if(EXISTS ${ROOT}/.git)
    execute_process(COMMAND git ls-files --cached --others --exclude-standard WORKING_DIRECTORY ${ROOT}
                    OUTPUT_VARIABLE files COMMAND_ERROR_IS_FATAL ANY OUTPUT_STRIP_TRAILING_WHITESPACE)
    string(REPLACE "\n" ";" files "${files}")
  else()
    file(GLOB_RECURSE files RELATIVE ${ROOT} ${ROOT}/*)
    list(FILTER files EXCLUDE REGEX "^(build|runs)/")
  endif()
  list(FILTER files INCLUDE REGEX "${pattern}")
  list(SORT files)
  set(present "")
  foreach(path IN LISTS files)
    if(EXISTS ${ROOT}/${path})
      list(APPEND present ${path})
    endif()
  endforeach()
  set(${answer} "${present}" PARENT_SCOPE)
endfunction()

# The lines of a file that match the regular expression, a newline before each. Brackets, semicolons and backslashes
# are blanked, because CMake's lists give them a meaning.
function(matching_lines answer path pattern)
  file(READ ${ROOT}/${path} text)
  string(REGEX REPLACE "[][;\\]" " " text "\n${text}\n")
  string(REGEX MATCHALL "\n[^\n]*${pattern}[^\n]*" lines "${text}")
  set(${answer} "${lines}" PARENT_SCOPE)
endfunction()

# Of these the lines that still match without their comment.
function(matching_code answer path pattern)
  matching_lines(lines ${path} "${pattern}")
  list(TRANSFORM lines REPLACE "//.*" "")
  list(FILTER lines INCLUDE REGEX "${pattern}")
  set(${answer} "${lines}" PARENT_SCOPE)
endfunction()

set_property(GLOBAL PROPERTY violations 0)
function(violation path sentence)
  get_property(count GLOBAL PROPERTY violations)
  math(EXPR count "${count} + 1")
  set_property(GLOBAL PROPERTY violations ${count})
  message(NOTICE "${path}: ${sentence}")
endfunction()

function(conclude)
  get_property(count GLOBAL PROPERTY violations)
  if(count GREATER 0)
    message(FATAL_ERROR "${count} violations")
  endif()
endfunction()

set(layers core datasets results experiments capi)
set(layer_sources "^(core|datasets|results|experiments|capi)/.*[.][ch]pp$")
