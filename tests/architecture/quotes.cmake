# docs/fresh-machine.md quotes scripts/packages.txt as it is.
include(${CMAKE_CURRENT_LIST_DIR}/tree.cmake NO_POLICY_SCOPE)

file(READ ${ROOT}/scripts/packages.txt packages)
file(READ ${ROOT}/docs/fresh-machine.md page)
string(FIND "${page}" "```\n${packages}```\n" place)
if(place EQUAL -1)
  violation(docs/fresh-machine.md "does not quote scripts/packages.txt as it is")
endif()
conclude()
