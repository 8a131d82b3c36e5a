# Nothing whose answer the C++ standard, the processor or the moment may choose reaches a number.
include(${CMAKE_CURRENT_LIST_DIR}/tree.cmake NO_POLICY_SCOPE)

# refuse(<what is wrong> <paths> <regular expression>...): no line of code in these files matches.
function(refuse sentence paths)
  foreach(path IN LISTS paths)
    foreach(word IN LISTS ARGN)
      matching_code(lines ${path} "${word}")
      foreach(line IN LISTS lines)
        string(STRIP "${line}" line)
        violation(${path} "${sentence}: ${line}")
      endforeach()
    endforeach()
  endforeach()
endfunction()

tree_files(sources "${layer_sources}")
refuse("is not the same everywhere" "${sources}" "std::[a-z_]+_distribution" "std::shuffle" "std::ranges::shuffle"
       "std::sample" "std::random_device" "std::reduce" "std::execution" "[^a-zA-Z_]s?rand[(]" "(::|[.]set)Random[(]")

# The last bits of these are the mathematical library's, which picks a variant by the processor: core/elementary has
# those with one result.
tree_files(numbers "^(core|datasets)/.*[.][ch]pp$")
list(FILTER numbers EXCLUDE REGEX "^core/elementary/")
refuse("has last bits that depend on the processor" "${numbers}"
       "std::(exp2?|expm1|log|log1p|log2|log10|pow|sin|cos|tan|a?sinh?|a?cosh?|a?tanh?|atan2|[lt]gamma|erfc?|cbrt|hypot)[(]"
       "[.](log|log1p|pow|sin|cos|tanh)[(][)]")

# Eigen's sizes of caches are those of CMakeLists.txt. One file tells Eigen of them again, where somebody changed them.
refuse("changes the order of sums" "${sources}" "define +EIGEN_(NO_CPUID|DEFAULT_L[123])")
list(FILTER sources EXCLUDE REGEX "^core/estimate/draw_cache[.]cpp$")
refuse("changes the order of sums" "${sources}" "setCpuCacheSizes")

tree_files(builds "(^|/)CMake(Lists[.]txt|Presets[.]json)$")
refuse("lets the processor choose the bits" "${builds}"
       "-(march|mtune|mavx|mfma|ffast-math|Ofast|funsafe|fassociative)")
conclude()
