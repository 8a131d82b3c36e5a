# No file of the tree speaks of a folder of the machine it was written on.
include(${CMAKE_CURRENT_LIST_DIR}/tree.cmake NO_POLICY_SCOPE)

tree_files(files ".")
foreach(path IN LISTS files)
  matching_lines(lines ${path} "[^A-Za-z0-9_./](/tmp|/work|/farm|/root|/home)/")
  foreach(line IN LISTS lines)
    string(STRIP "${line}" line)
    violation(${path} "a path of one machine: ${line}")
  endforeach()
endforeach()
conclude()
