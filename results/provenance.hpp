#pragma once
#include <string>

#include "results/results.hpp"

namespace results {

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

/// 2024-05-31T12:00:00Z
std::string utc_now();
std::string host_name();

} // namespace results
