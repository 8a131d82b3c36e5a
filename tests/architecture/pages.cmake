# What a page of the tree names is there: `core/loss/hinge.hpp`, `line_test.cpp`, and files behind its links.
include(${CMAKE_CURRENT_LIST_DIR}/tree.cmake NO_POLICY_SCOPE)

tree_files(all "")
string(JOIN "\n" listing ${all})
set(listing "\n${listing}\n")

# A file is named by its path, or by the end of it: the folders before it may be left out.
function(require_file page name)
  string(FIND "${listing}" "/${name}\n" as_end)
  string(FIND "${listing}" "\n${name}\n" as_path)
  if(as_end EQUAL -1 AND as_path EQUAL -1)
    violation(${page} "names ${name}, which is not there")
  endif()
endfunction()

tree_files(pages "[.]md$")
list(FILTER pages EXCLUDE REGEX "^results/tables/") # printed, not written
foreach(page IN LISTS pages)
  file(READ ${ROOT}/${page} text)
  string(REGEX REPLACE "[][;\\]" " " text "${text}")
  string(REGEX MATCHALL "`[A-Za-z0-9_./-]+[.](cpp|hpp|cmake|py|sh)`" names "${text}")
  foreach(name IN LISTS names)
    string(REPLACE "`" "" name ${name})
    require_file(${page} ${name})
  endforeach()
endforeach()
conclude()
