# cmake --install: the program (component program) with the configs it finds below its prefix, and core (component core)
# as the package marginlab::core, for programs that only want the mathematics; the C interface (component capi); and
# experiments with what it stands on (component experiments) as marginlab::experiments, for programs that add methods, data
# sets or metrics of their own and then are marginlab.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)
set(package_folder ${CMAKE_INSTALL_LIBDIR}/cmake/marginlab)

set_target_properties(marginlab PROPERTIES INSTALL_RPATH_USE_LINK_PATH ON)
install(TARGETS marginlab COMPONENT program)
install(DIRECTORY configs DESTINATION ${CMAKE_INSTALL_DATADIR}/marginlab COMPONENT program)
install(DIRECTORY experiments/workers/libraries/ DESTINATION ${CMAKE_INSTALL_DATADIR}/marginlab/workers COMPONENT program)
install(TARGETS capi LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT capi)
install(FILES capi/marginlab.h DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} COMPONENT capi)
install(FILES LICENSE CITATION.cff DESTINATION ${CMAKE_INSTALL_DATADIR}/marginlab)

# The rules that decide bits hold for whoever includes the headers; warnings are the house's own.
target_include_directories(core PUBLIC $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}/marginlab>)
target_compile_features(core PUBLIC cxx_std_20)
target_compile_options(core PUBLIC $<INSTALL_INTERFACE:-ffp-contract=off>)
target_compile_definitions(core PUBLIC "$<INSTALL_INTERFACE:${definitions_that_decide_bits}>")
install(TARGETS core EXPORT marginlab COMPONENT core)
install(DIRECTORY core DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/marginlab COMPONENT core FILES_MATCHING PATTERN *.hpp)
install(EXPORT marginlab NAMESPACE marginlab:: FILE marginlab-targets.cmake DESTINATION ${package_folder}
        COMPONENT core)

install(TARGETS datasets results experiments EXPORT marginlab-experiments COMPONENT experiments)
install(DIRECTORY datasets results experiments DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/marginlab COMPONENT experiments
        FILES_MATCHING PATTERN *.hpp)
install(EXPORT marginlab-experiments NAMESPACE marginlab:: FILE marginlab-experiments-targets.cmake
        DESTINATION ${package_folder} COMPONENT experiments)

set(curl_package "")
if(CURL_FOUND)
  set(curl_package CURL)
endif()
file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/package/marginlab-config.cmake @ONLY CONTENT [[
include(CMakeFindDependencyMacro)
find_dependency(Eigen3 3.4 NO_MODULE)
find_dependency(OpenSSL COMPONENTS Crypto)
include(${CMAKE_CURRENT_LIST_DIR}/marginlab-targets.cmake)
if("experiments" IN_LIST marginlab_FIND_COMPONENTS)
  foreach(package Boost OpenMP Threads yaml-cpp fmt spdlog CLI11 nlohmann_json ZLIB @curl_package@)
    find_dependency(${package})
  endforeach()
  include(${CMAKE_CURRENT_LIST_DIR}/marginlab-experiments-targets.cmake)
endif()
]])
write_basic_package_version_file(${PROJECT_BINARY_DIR}/package/marginlab-config-version.cmake
                                 COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/package/marginlab-config.cmake
              ${PROJECT_BINARY_DIR}/package/marginlab-config-version.cmake DESTINATION ${package_folder}
        COMPONENT core)

include(${CMAKE_CURRENT_LIST_DIR}/debian/package.cmake)
