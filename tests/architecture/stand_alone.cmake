# Every source compiles by itself, without what is precompiled and without the others of its folder; and so does every
# header, because a source includes its own first. A header without a source has a probe.
tree_check(own_header_first "a source includes its own header first")
set(readable_sources ${house_sources})
if(NOT MARGINLAB_MPI) # nobody has mpi.h
  list(FILTER readable_sources EXCLUDE REGEX "^experiments/mpi/")
endif()
set(foreign ${HDF5_INCLUDE_DIRS} ${MPI_C_INCLUDE_DIRS} $<TARGET_PROPERTY:experiments,INCLUDE_DIRECTORIES>)
set(foreign $<FILTER:${foreign},EXCLUDE,^\(${root}|/usr/include\)$>)
set(how_it_compiles -std=c++20 -fopenmp -I${root} "-isystem$<JOIN:${foreign},;-isystem>"
                    "-D$<JOIN:$<TARGET_PROPERTY:experiments,COMPILE_DEFINITIONS>,;-D>" -DMARGINLAB_HOME="x"
                    -DMARGINLAB_VERSION="x" -DOMPI_SKIP_MPICXX)
list(TRANSFORM readable_sources PREPEND ${root}/ OUTPUT_VARIABLE all_alone)
foreach(header IN LISTS house_headers)
  string(REGEX REPLACE "[.]hpp$" ".cpp" own ${header})
  if(NOT own IN_LIST house_sources)
    set(probe ${CMAKE_CURRENT_BINARY_DIR}/headers/${header}.cpp)
    file(CONFIGURE OUTPUT ${probe} CONTENT "#include \"${header}\"\n" @ONLY)
    list(APPEND all_alone ${probe})
  endif()
endforeach()
foreach(source IN LISTS all_alone)
  cmake_path(RELATIVE_PATH source BASE_DIRECTORY ${root} OUTPUT_VARIABLE name)
  set(stamp ${CMAKE_CURRENT_BINARY_DIR}/alone/${name}.fine)
  cmake_path(GET stamp PARENT_PATH folder)
  file(MAKE_DIRECTORY ${folder})
  add_custom_command(OUTPUT ${stamp} COMMAND ${CMAKE_CXX_COMPILER} "${how_it_compiles}" -fsyntax-only -MD -MF ${stamp}.d
                                             -MT ${stamp} ${source}
                     COMMAND ${CMAKE_COMMAND} -E touch ${stamp} VERBATIM COMMAND_EXPAND_LISTS DEPENDS ${source}
                     DEPFILE ${stamp}.d COMMENT "Compiling ${name} alone")
  list(APPEND fine_alone ${stamp})
endforeach()
built_check("every source and every header compiles alone" alone ${fine_alone})
