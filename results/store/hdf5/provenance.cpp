#include "results/store/hdf5/provenance.hpp"

#include <sys/utsname.h>
#include <unistd.h>
#include <zlib.h>

#include <array>
#include <ctime>
#include <fstream>

#include "core/random/sha256.hpp"
#include "core/sample/types.hpp"
#include "core/solver/loops/vector_loops.hpp"
#include "results/store/file.hpp"
#include "results/store/hdf5/file.hpp"

namespace results {
namespace {

std::string eigen_version() {
  return std::to_string(EIGEN_WORLD_VERSION) + "." + std::to_string(EIGEN_MAJOR_VERSION) + "." +
         std::to_string(EIGEN_MINOR_VERSION);
}

std::string cpu_model() {
  std::ifstream facts("/proc/cpuinfo");
  for (std::string line; std::getline(facts, line);) {
    const std::size_t colon = line.find(": ");
    if (line.starts_with("model name") && colon != std::string::npos) return line.substr(colon + 2);
  }
  return "unknown";
}

std::string system_name() {
  utsname names{};
  if (::uname(&names) != 0) return "unknown";
  return std::string(names.sysname) + " " + names.release + " " + names.machine;
}

} // namespace

std::string hdf5_version() {
  unsigned major = 0, minor = 0, release = 0;
  hdf5::check(H5get_libversion(&major, &minor, &release), "asking HDF5 for its version");
  return std::to_string(major) + "." + std::to_string(minor) + "." + std::to_string(release);
}

Provenance gather_provenance(const RunFacts& facts) {
  Provenance out{{"program", "marginlab"},
                 {"version", build_version},
                 {"commit", build_commit},
                 {"dirty", build_dirty ? "yes" : "no"},
                 {"compiler", build_compiler},
                 {"flags", build_flags},
                 {"hdf5", hdf5_version()},
                 {"eigen", eigen_version()},
                 {"zlib", zlibVersion()},
                 {"openssl", core::sha256_library()},
                 {"cpu", cpu_model()},
                 {"vector level", core::loops::level()},
                 {"host", host_name()},
                 {"system", system_name()},
                 {"threads", std::to_string(facts.threads)},
                 {"started", facts.started},
                 {"finished", facts.finished},
                 {"command", facts.command},
                 {"config_yaml", facts.config_yaml},
                 {"resolved_json", facts.resolved_json}};
  out.insert(facts.more.begin(), facts.more.end());
  return out;
}

} // namespace results
