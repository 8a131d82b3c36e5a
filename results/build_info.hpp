#pragma once

// How this program came to be, for the provenance of a results file. Asked anew at every build.
namespace results {

extern const char* const build_version;  ///< of the project, such as 0.1.0
extern const char* const build_commit;   ///< 40 hexadecimal digits; "unknown" outside a git checkout
extern const bool build_dirty;           ///< what was compiled differs from that commit
extern const char* const build_type;     ///< Release, Debug
extern const char* const build_compiler; ///< name and version, such as "GNU 12.2.0"
extern const char* const build_flags;    ///< the options every file of the program was compiled with

} // namespace results
