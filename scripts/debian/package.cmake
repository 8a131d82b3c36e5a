# cpack: the program with its configs as a Debian package. scripts/package deb calls it.
file(STRINGS ${PROJECT_SOURCE_DIR}/CITATION.cff released REGEX "^date-released: ")
string(REPLACE "date-released: " "" released "${released}")

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME marginlab)
set(CPACK_PACKAGE_VENDOR "The marginlab authors")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "reproduce tables of class-probability estimation")
set(CPACK_DEBIAN_PACKAGE_DESCRIPTION
    "marginlab runs one YAML file and gives a paper's table back. The published\nnumber stands beside the recomputed one, both with their Monte Carlo error,\nand each difference has a verdict. It also fits probabilities to a file of\nyour own by large-margin classifiers, and certifies every fit.")
set(CPACK_DEBIAN_PACKAGE_MAINTAINER "The marginlab authors <marginlab@marginlab.invalid>")
set(CPACK_DEBIAN_PACKAGE_SECTION science)
set(CPACK_DEBIAN_PACKAGE_PRIORITY optional)
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS ca-certificates)
set(CPACK_DEBIAN_PACKAGE_SUGGESTS "librsvg2-bin, python3, r-base-core")
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
# Of what is installed the program alone: libraries and headers are for those who compile, and they have the sources.
set(CPACK_INSTALL_CMAKE_PROJECTS "${PROJECT_BINARY_DIR};marginlab;program;/")
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ
                                                WORLD_EXECUTE)
set(CPACK_PRE_BUILD_SCRIPTS ${CMAKE_CURRENT_LIST_DIR}/complete.cmake)
set(CPACK_MARGINLAB_SOURCES ${PROJECT_SOURCE_DIR})
set(CPACK_MARGINLAB_RELEASED "${released}")
include(CPack)
