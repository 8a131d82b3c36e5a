#include "experiments/workers/libraries.hpp"

namespace experiments::workers {

namespace fs = std::filesystem;

fs::path library_folder() {
  std::error_code unreadable;
  const fs::path program = fs::read_symlink("/proc/self/exe", unreadable);
  const fs::path installed = program.parent_path().parent_path() / "share/marginlab/workers";
  if (fs::is_directory(installed, unreadable)) return installed;
  return fs::path(MARGINLAB_HOME) / "experiments/workers/libraries";
}

void add_libraries(std::map<std::string, std::string>& environment) {
  const fs::path folder = library_folder();
  std::string& path = environment["PYTHONPATH"];
  path = (folder / "python").string() + (path.empty() ? "" : ":" + path);
  environment["MARGINLAB_WORKER_R"] = (folder / "r/worker.R").string();
}

} // namespace experiments::workers
