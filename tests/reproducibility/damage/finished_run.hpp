#pragma once
#include "tests/reproducibility/program.hpp"
#include "tests/reproducibility/study_files.hpp"

namespace reproducibility {

inline std::string bytes_of(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

inline void put_bytes(const std::filesystem::path& file, const std::string& bytes) {
  std::ofstream(file, std::ios::binary | std::ios::trunc) << bytes;
}

/// A directory in which the program has finished a study of 24 cells, for tests to damage.
struct FinishedRun {
  Scratch scratch;
  std::filesystem::path config = scratch.write("s.yaml", study(platt_item)), directory = scratch / "run",
                        journal = directory / "journal.jsonl", results = directory / "results.h5";
  Answer first = run();
  std::string data_hash = stored(directory).data_hash;

  Answer run() const { return answer_to(run_of(config, directory)); }
  Answer fsck() const { return answer_to({"fsck", directory}); }
};

} // namespace reproducibility
