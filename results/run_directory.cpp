#include "results/run_directory.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <system_error>

#include "core/contract.hpp"
#include "results/hdf5/card_json.hpp"
#include "results/provenance.hpp"
#include "results/replace_file.hpp"
#include "results/storage_error.hpp"

namespace results {
namespace {

std::string first_line(const PosixFile& file) {
  std::array<char, 512> block{};
  const std::string text(block.data(), file.read_at(block, 0));
  return text.substr(0, text.find('\n'));
}

} // namespace

RunDirectory create_run_directory(const std::filesystem::path& path) {
  std::error_code problem;
  std::filesystem::create_directories(path, problem);
  if (problem) throw_storage_error("cannot create the run directory", path, problem.value());
  return {path};
}

RunLock::RunLock(const RunDirectory& run) : file_(run.lock(), O_RDWR | O_CREAT) {
  if (::flock(file_.descriptor(), LOCK_EX | LOCK_NB) != 0) {
    if (errno != EWOULDBLOCK) throw_storage_error("cannot lock", file_.path(), errno);
    const std::string holder = first_line(file_);
    throw core::UserError("'" + run.path.string() + "' is in use by " +
                          (holder.empty() ? "another process" : holder) +
                          " (two runs would compute the same cells twice) wait for it, or end it");
  }
  file_.truncate(0);
  file_.write("process " + std::to_string(::getpid()) + " on " + host_name() + " since " + utc_now() + "\n");
}

void write_study(const RunDirectory& run, const StudyCard& card) {
  replace_file(run.study(), [&card](const std::filesystem::path& temporary) {
    PosixFile(temporary, O_WRONLY | O_CREAT | O_TRUNC).write(to_json(card) + "\n");
  });
}

StudyCard read_study(const RunDirectory& run) {
  const PosixFile file(run.study(), O_RDONLY);
  std::string text(static_cast<std::size_t>(file.size()), '\0');
  text.resize(file.read_at(text, 0));
  return study_card(text, run.study().string());
}

} // namespace results
