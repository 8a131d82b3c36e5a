# What Debian asks of a package beside what cmake installs: a copyright, a changelog in its form, and a program that finds
# its libraries where the system has them. cpack calls it once the files are in place.
set(usr ${CPACK_TEMPORARY_DIRECTORY}/usr)
set(doc ${usr}/share/doc/marginlab)

# The folder of HDF5 that the linker used holds links to what every Debian finds anyway.
file(RPATH_REMOVE FILE ${usr}/bin/marginlab)

file(READ ${CPACK_MARGINLAB_SOURCES}/LICENSE licence)
string(STRIP "${licence}" licence)
string(REPLACE "\n\n" "\n.\n" licence "${licence}")
string(REPLACE "\n" "\n " licence "${licence}")
string(REGEX MATCH "Copyright [^\n]*" copyright "${licence}")
string(REPLACE "Copyright (c) " "" copyright "${copyright}")
file(WRITE ${doc}/copyright
     "Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/\n"
     "Upstream-Name: marginlab\n\nFiles: *\nCopyright: ${copyright}\nLicense: BSD-3-Clause\n ${licence}\n")

# A native package: its changelog has Debian's form and leads to the one that people read.
execute_process(COMMAND date --utc --date=${CPACK_MARGINLAB_RELEASED} "+%a, %d %b %Y %H:%M:%S +0000"
                OUTPUT_VARIABLE date OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
file(WRITE ${doc}/changelog
     "marginlab (${CPACK_PACKAGE_VERSION}) unstable; urgency=medium\n\n"
     "  * Release ${CPACK_PACKAGE_VERSION}; CHANGELOG.md.gz says what a user notices.\n\n"
     " -- ${CPACK_DEBIAN_PACKAGE_MAINTAINER}  ${date}\n")
file(COPY ${CPACK_MARGINLAB_SOURCES}/CHANGELOG.md ${CPACK_MARGINLAB_SOURCES}/CITATION.cff DESTINATION ${doc})
execute_process(COMMAND gzip --best --no-name ${doc}/changelog ${doc}/CHANGELOG.md COMMAND_ERROR_IS_FATAL ANY)
file(CHMOD_RECURSE ${usr} FILE_PERMISSIONS OWNER_READ OWNER_WRITE GROUP_READ WORLD_READ
     DIRECTORY_PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
file(CHMOD ${usr}/bin/marginlab PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ
                                            WORLD_EXECUTE)
