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

# The last bits of these are the mathematical library's, which picks a variant by the processor: core/elementary has
# those with one result.
tree_files(numbers "^(core|datasets)/.*[.][ch]pp$")
list(FILTER numbers EXCLUDE REGEX "^core/elementary/")
foreach(path IN LISTS numbers)
  matching_code(lines ${path}
                "std::(exp2?|expm1|log|log1p|log2|log10|pow|sin|cos|tan|a?sinh?|a?cosh?|a?tanh?|atan2|[lt]gamma|erfc?|cbrt|hypot)[(]")
  foreach(line IN LISTS lines)
    string(STRIP "${line}" line)
    violation(${path} "has last bits that depend on the processor: ${line}")
  endforeach()
  matching_code(lines ${path} "[.](log|log1p|pow|sin|cos|tanh)[(][)]")
  foreach(line IN LISTS lines)
    string(STRIP "${line}" line)
    violation(${path} "has last bits that depend on the processor: ${line}")
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
