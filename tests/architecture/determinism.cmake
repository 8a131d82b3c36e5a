# Nothing whose answer the C++ standard, the processor or the moment may choose reaches a number.
include(${CMAKE_CURRENT_LIST_DIR}/tree.cmake NO_POLICY_SCOPE)

tree_files(sources "${layer_sources}")
foreach(path IN LISTS sources)
  foreach(word "std::[a-z_]+_distribution" "std::shuffle" "std::ranges::shuffle" "std::sample" "std::random_device"
          "std::reduce" "std::execution" "[^a-zA-Z_]s?rand[(]" "(::|[.]set)Random[(]")
    matching_code(lines ${path} "${word}")
    foreach(line IN LISTS lines)
      string(STRIP "${line}" line)
      violation(${path} "is not the same everywhere: ${line}")
    endforeach()
  endforeach()
endforeach()

tree_files(builds "(^|/)CMake(Lists[.]txt|Presets[.]json)$")
foreach(path IN LISTS builds)
  matching_code(lines ${path} "-(march|mtune|mavx|mfma|ffast-math|Ofast|funsafe|fassociative)")
  foreach(line IN LISTS lines)
    string(STRIP "${line}" line)
    violation(${path} "lets the processor choose the bits: ${line}")
  endforeach()
endforeach()
conclude()
