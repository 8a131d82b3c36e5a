# clang-tidy reads the four layers - the tests are left to the compiler's warnings, because Catch2's macros cost it
# minutes - and many sources together (tidy_together.sh): most of its time goes into what they make of the same templates.
# One stamp a group, so that only what changed is asked again; any header of the house counts as a change.
find_program(CLANG_TIDY clang-tidy-19 REQUIRED)
set(tidy_sources ${house_sources})
find_package(MPI QUIET COMPONENTS C)
if(NOT MPI_C_FOUND) # nobody has mpi.h
  list(FILTER tidy_sources EXCLUDE REGEX "^experiments/mpi/")
endif()
set(foreign ${HDF5_INCLUDE_DIRS} ${MPI_C_INCLUDE_DIRS} $<TARGET_PROPERTY:experiments,INCLUDE_DIRECTORIES>)
set(foreign $<FILTER:${foreign},EXCLUDE,^\(${root}|/usr/include\)$>)
set(how_it_compiles -std=c++20 -fopenmp -I${root} "-isystem$<JOIN:${foreign},;-isystem>"
                    "-D$<JOIN:$<TARGET_PROPERTY:experiments,COMPILE_DEFINITIONS>,;-D>" -DMARGINLAB_HOME="x"
                    -DMARGINLAB_CURL -DOMPI_SKIP_MPICXX)
list(TRANSFORM house_headers PREPEND ${root}/ OUTPUT_VARIABLE header_paths)
# Folders that are read together, because their sources give no name to two things; every other is read by itself.
set(read_together
    "^datasets/"
    "^results/(record|statistics|referee|store)/"
    "^results/(report|format)/"
    "^experiments/(main|catalog/|config/|plan/|terminal/)"
    "^experiments/(model|run|verify|slurm|referee|cli|mpi)/"
    "^core/probability/((decision|sparse)/)?[^/]*$"
    "^core/((elementary|kernel|loss|metric|random|tree)/)?[^/]*$")
foreach(source IN LISTS tidy_sources)
  cmake_path(GET source PARENT_PATH group)
  foreach(folders IN LISTS read_together)
    if(source MATCHES "${folders}")
      string(MAKE_C_IDENTIFIER "${folders}" group)
    endif()
  endforeach()
  list(APPEND tidy_groups ${group})
  list(APPEND "paths_${group}" ${root}/${source})
endforeach()
list(REMOVE_DUPLICATES tidy_groups)
set(together ${CMAKE_CURRENT_SOURCE_DIR}/tidy_together.sh)
foreach(group IN LISTS tidy_groups)
  set(scratch ${CMAKE_CURRENT_BINARY_DIR}/tidy/${group})
  set(stamp ${scratch}/fine)
  add_custom_command(OUTPUT ${stamp}
                     COMMAND ${together} ${scratch} ${CLANG_TIDY} ${paths_${group}} -- "${how_it_compiles}"
                     COMMAND ${CMAKE_COMMAND} -E touch ${stamp} VERBATIM COMMAND_EXPAND_LISTS
                     COMMENT "clang-tidy ${group}"
                     DEPENDS ${together} ${paths_${group}} ${header_paths} ${root}/.clang-tidy)
  list(APPEND stamps ${stamp})
endforeach()
add_custom_target(tidy DEPENDS ${stamps})
slow_check("clang-tidy finds nothing in the four layers"
           ${CMAKE_COMMAND} --build ${PROJECT_BINARY_DIR} --target tidy --parallel)
set_tests_properties("architecture: clang-tidy finds nothing in the four layers" PROPERTIES PROCESSORS 2 COST 1000 TIMEOUT 2700)
