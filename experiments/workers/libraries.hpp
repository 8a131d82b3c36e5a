#pragma once
#include <filesystem>
#include <map>
#include <string>

namespace experiments::workers {

/// The folder with the libraries that workers use: beside an installed program, else in the source tree.
std::filesystem::path library_folder();

/// Adds to the environment of a worker where they lie, so that nobody has to install them: `from
/// marginlab.worker import serve` of Python, `source(Sys.getenv("MARGINLAB_WORKER_R"))` of R.
void add_libraries(std::map<std::string, std::string>& environment);

} // namespace experiments::workers
