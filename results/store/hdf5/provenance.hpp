#pragma once
#include <string>

#include "results/record/columns.hpp"

namespace results {

/// The HDF5 library this program runs on, such as 1.10.8.
std::string hdf5_version();

// How this program came to be, for the provenance of a results file. Asked anew at every build.

extern const char* const build_version;  ///< of the project, such as 1.2.3
extern const char* const build_commit;   ///< 40 hexadecimal digits; "unknown" outside a git checkout
extern const bool build_dirty;           ///< what was compiled differs from that commit
extern const char* const build_type;     ///< Release, Debug
extern const char* const build_compiler; ///< name and version, such as "GNU 12.2.0"
extern const char* const build_flags;    ///< the options every file of the program was compiled with

/// What only the run itself knows about its making.
struct RunFacts {
  int threads = 0;
  std::string started, finished;             ///< as utc_now writes them
  std::string command;                       ///< the command line
  std::string config_yaml;                   ///< the config as read
  std::string resolved_json;                 ///< the study with every default filled in
  std::map<std::string, std::string> more{}; ///< by name: "until", "predicted", "took"
};

/// Who made a file, with what, where and when: the facts above and
///   program, version, commit, dirty ("yes", "no")    of this program, as compiled in, else "unknown"
///   compiler, flags, hdf5, eigen, zlib, openssl      what it was built with and runs on
///   cpu, host, system                                the machine
///   vector level                                     which clones of the numerical loops run on it
Provenance gather_provenance(const RunFacts& facts);

} // namespace results
