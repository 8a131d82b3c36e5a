# clang-tidy reads the four layers - the tests are left to the compiler's warnings, because Catch2's macros cost it
# minutes. It reads the sources of a folder together, because most of its time goes into their headers. One stamp a
# folder, so that only what changed is asked again; any header of the house counts as a change.
find_program(CLANG_TIDY clang-tidy-19 REQUIRED)
# clang cannot read the omp.h of GCC, and Debian files its own below another version of clang.
file(GLOB clang_headers /usr/lib/llvm-*/lib/clang/*/include)
find_path(CLANG_OMP omp.h PATHS ${clang_headers} NO_DEFAULT_PATH REQUIRED)
list(TRANSFORM house_headers PREPEND ${root}/ OUTPUT_VARIABLE header_paths)
foreach(source IN LISTS readable_sources)
  cmake_path(GET source PARENT_PATH folder)
  list(APPEND tidy_folders ${folder})
  string(APPEND "together_${folder}" "#include \"${source}\"\n")
  list(APPEND "paths_${folder}" ${root}/${source})
endforeach()
list(REMOVE_DUPLICATES tidy_folders)
foreach(folder IN LISTS tidy_folders)
  set(together ${CMAKE_CURRENT_BINARY_DIR}/tidy/${folder}/together.cpp)
  set(stamp ${CMAKE_CURRENT_BINARY_DIR}/tidy/${folder}/fine)
  file(CONFIGURE OUTPUT ${together} CONTENT "${together_${folder}}")
  add_custom_command(OUTPUT ${stamp} COMMAND ${CLANG_TIDY} --quiet --config-file=${root}/.clang-tidy ${together} --
                                             "${how_it_compiles}" -idirafter${CLANG_OMP}
                     COMMAND ${CMAKE_COMMAND} -E touch ${stamp} VERBATIM COMMAND_EXPAND_LISTS
                     COMMENT "clang-tidy ${folder}"
                     DEPENDS ${together} ${paths_${folder}} ${header_paths} ${root}/.clang-tidy)
  list(APPEND stamps ${stamp})
endforeach()
built_check("clang-tidy finds nothing in the four layers" tidy ${stamps})
