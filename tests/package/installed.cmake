# Installs BUILD to a prefix below SCRATCH, moves it, and asks the program and the package there.
#   cmake -D BUILD=<build folder> -D SCRATCH=<folder> -D CXX=<compiler> -P installed.cmake
set(prefix ${SCRATCH}/moved)
file(REMOVE_RECURSE ${SCRATCH})

function(run answer folder)
  file(MAKE_DIRECTORY ${folder})
  execute_process(COMMAND ${ARGN} WORKING_DIRECTORY ${folder} OUTPUT_VARIABLE said ERROR_VARIABLE wrong
                  RESULT_VARIABLE code)
  if(NOT code EQUAL 0)
    message(FATAL_ERROR "${ARGN} ended with ${code}:\n${said}${wrong}")
  endif()
  set(${answer} "${said}" PARENT_SCOPE)
endfunction()

function(expect text words)
  string(FIND "${text}" "${words}" place)
  if(place EQUAL -1)
    message(FATAL_ERROR "'${words}' is missing in:\n${text}")
  endif()
endfunction()

run(said ${SCRATCH} ${CMAKE_COMMAND} --install ${BUILD} --prefix ${SCRATCH}/prefix)
file(RENAME ${SCRATCH}/prefix ${prefix})

run(said ${SCRATCH}/elsewhere ${prefix}/bin/marginlab list studies)
expect("${said}" "wang2008/table1")
execute_process(COMMAND ${prefix}/bin/marginlab run no_such_study WORKING_DIRECTORY ${SCRATCH}/elsewhere
                ERROR_VARIABLE refusal)
expect("${refusal}" "${prefix}/share/marginlab/configs")

# Addresses that nobody knows beforehand, tables that are read-only once it runs, guards on the stack, and library
# calls that know how much their place can hold.
run(said ${SCRATCH} readelf --file-header --program-headers --dynamic --symbols --wide ${prefix}/bin/marginlab)
foreach(words "DYN (Position-Independent" "BIND_NOW" "GNU_RELRO" "__stack_chk_fail" "_chk@GLIBC")
  expect("${said}" "${words}")
endforeach()

run(said ${SCRATCH}/consumer ${CMAKE_COMMAND} -G Ninja -S ${CMAKE_CURRENT_LIST_DIR}/consumer -B ${SCRATCH}/consumer
    -DCMAKE_PREFIX_PATH=${prefix} -DCMAKE_CXX_COMPILER=${CXX})
run(said ${SCRATCH} ${CMAKE_COMMAND} --build ${SCRATCH}/consumer)
run(said ${SCRATCH} ${SCRATCH}/consumer/consumer)
expect("${said}" "relative gap at most 1e-8")
expect("${said}" "caches of 32768, 524288 and 33554432 bytes")

# A program with a data set, a method and a metric of its own is marginlab with three entries more.
file(WRITE ${SCRATCH}/consumer/study.yaml "replications: 3\ndata: [{source: coins}]\nmethods: [{method: level, level: 0.3}]\nmetrics: [gkl, mean_p]\n")
run(said ${SCRATCH}/consumer ${SCRATCH}/consumer/mylab list methods)
expect("${said}" "one probability everywhere")
run(said ${SCRATCH}/consumer ${SCRATCH}/consumer/mylab run study.yaml --out ${SCRATCH}/consumer/run)
expect("${said}" "0.300")
