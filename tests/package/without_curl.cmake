# Configures the house as if there were no libcurl, and compiles the one file that speaks to it.
#   cmake -D ROOT=<tree> -D SCRATCH=<folder> -D CXX=<compiler> -P without_curl.cmake
file(REMOVE_RECURSE ${SCRATCH})
execute_process(COMMAND ${CMAKE_COMMAND} -G Ninja -S ${ROOT} -B ${SCRATCH} -DMARGINLAB_CURL=OFF -DMARGINLAB_TESTS=OFF
                        -DMARGINLAB_PRECOMPILE=OFF -DCMAKE_CXX_COMPILER=${CXX} COMMAND_ERROR_IS_FATAL ANY)
# Debian's HDF5 may name libcurl among the libraries that it wants itself; no file of the house may be told of it.
file(STRINGS ${SCRATCH}/build.ninja lines REGEX "DMARGINLAB_CURL")
if(lines)
  message(FATAL_ERROR "a file is compiled for libcurl: ${lines}")
endif()
execute_process(COMMAND ${CMAKE_COMMAND} --build ${SCRATCH} --target
                        CMakeFiles/datasets.dir/datasets/fetch/http_get.cpp.o COMMAND_ERROR_IS_FATAL ANY)
file(STRINGS ${SCRATCH}/CMakeFiles/datasets.dir/datasets/fetch/http_get.cpp.o sentence REGEX "built without libcurl")
if(NOT sentence)
  message(FATAL_ERROR "http_get.cpp has no sentence for where libcurl is not")
endif()
