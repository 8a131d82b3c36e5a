# Most of the time of a build goes into headers, and into what every file makes of the same templates. The builds that a
# user waits for, those of ./marginlab and ./test, therefore compile the sources of neighbouring rooms as one.
option(MARGINLAB_UNITY "compile the sources of neighbouring rooms as one; `tests`: those of the tests alone" OFF)

# Rooms that are compiled as one; every other room is one by itself. A group is large enough to share its headers, and an
# edit of one of its files compiles it whole.
set(rooms_together
    "^core/((elementary|kernel|loss|metric|random|sample|settings)/)?[^/]*$"
    "^core/solver/(gram|large|loops|margin|psi)/"
    "^core/solver/(interior|logistic)/"
    "^core/(solver/path|multiclass/machine)/"
    "^core/(solver/elastic_net|multiclass/logit)/"
    "^core/(estimate|probability|probability/(decision|sparse))/[^/]*$"
    "^core/multiclass/(methods|tree)/"
    "^core/(multiclass/scaling|probability/scaling|tuning)/"
    "^datasets/(answers|encoding|readers)/"
    "^datasets/((fetch|protocol|real|simulated|source)/)?[^/]*$"
    "^results/(record|referee|statistics)/"
    "^results/report/"
    "^results/(answer|page|render)/"
    "^results/store/"
    "^experiments/(catalog|metrics|plan|terminal)/"
    "^experiments/(run|slurm)/"
    "^experiments/(answers|model|referee|schema|verify|workers)/")

# What is compiled by itself all the same. A program with lists of its own takes the place of these files, which the linker
# could not leave out of a group.
set(stands_apart "^experiments/catalog/further_methods[.]cpp$" "^core/metric/further_metrics[.]cpp$")

# unite(<target> <source> ...): compiles the target's sources group by group. CMake keeps a source that has definitions of
# its own by itself.
function(unite target)
  if(NOT MARGINLAB_UNITY OR (MARGINLAB_UNITY STREQUAL "tests" AND NOT target MATCHES "^test_"))
    return()
  endif()
  set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
  list(JOIN stands_apart "|" apart)
  foreach(source IN LISTS ARGN)
    cmake_path(RELATIVE_PATH source BASE_DIRECTORY ${PROJECT_SOURCE_DIR} OUTPUT_VARIABLE path)
    if(path MATCHES "${apart}")
      continue()
    endif()
    cmake_path(GET path PARENT_PATH group)
    foreach(rooms IN LISTS rooms_together)
      if(path MATCHES "${rooms}")
        set(group "${rooms}")
      endif()
    endforeach()
    string(MAKE_C_IDENTIFIER "${group}" group)
    string(REGEX REPLACE "_+" "_" group "${group}")
    string(REGEX REPLACE "^_|_$" "" group "${group}")
    set_source_files_properties(${source} PROPERTIES UNITY_GROUP ${group})
  endforeach()
endfunction()
