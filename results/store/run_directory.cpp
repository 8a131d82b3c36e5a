#include "results/store/run_directory.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <sstream>
#include <system_error>

#include "core/contract.hpp"
#include "results/record/card_json.hpp"
#include "results/store/file.hpp"

namespace results {
namespace {

std::string beginning(const PosixFile& file) {
  std::array<char, 512> block{};
  return {block.data(), file.read_at(block, 0)};
}

std::string first_line(const PosixFile& file) {
  const std::string text = beginning(file);
  return text.substr(0, text.find('\n'));
}

/// Locks a file of a run without waiting.
void take(const PosixFile& file, int how, const RunDirectory& run) {
  const Locked locked = file.lock(how);
  if (locked == Locked::yes) return;
  if (locked == Locked::unsupported)
    throw core::UserError("The file system of '" + run.path.string() + "' cannot lock a file (" +
                          std::generic_category().message(errno) +
                          "). The lock keeps a second run from computing the same cells. Add --no-lock if "
                          "no other run uses this folder, or name another with --out.");
  const std::vector<std::string> others = holders(run);
  throw InUse("'" + run.path.string() + "' is in use by " +
              (others.empty() ? "another process" : others.front()) +
              (others.size() > 1 ? " and " + std::to_string(others.size() - 1) + " more" : "") +
              " (two runs would compute the same cells twice) wait for it, or end it");
}

constexpr std::string_view lock_words = "process "; ///< how the text of a lock begins
constexpr int lock_flags = O_RDWR | O_CREAT | O_NOFOLLOW;

/// Who holds a lock writes over what is in it: only what a run has written there, or nothing.
void require_lock(const PosixFile& file) {
  const std::string text = first_line(file);
  core::require(text.empty() ? file.size() == 0 : text.starts_with(lock_words),
                "'" + file.path().string() +
                    "' is no lock of a run, and its text would be lost. Move it away, or name another folder "
                    "with --out.");
}

std::string read_whole(const std::filesystem::path& path) {
  const PosixFile file(path, O_RDONLY);
  std::string text(static_cast<std::size_t>(file.size()), '\0');
  text.resize(file.read_at(text, 0));
  return text;
}

/// The directories that get an entry when a path is made.
std::vector<std::filesystem::path> parents_of_what_lacks(const std::filesystem::path& path) {
  std::vector<std::filesystem::path> parents;
  std::error_code unknown;
  auto made = std::filesystem::absolute(path, unknown).lexically_normal();
  if (!made.has_filename()) made = made.parent_path();
  for (; !std::filesystem::exists(made, unknown) && made.has_relative_path(); made = made.parent_path())
    parents.push_back(made.parent_path());
  return parents;
}

/// Leaves a file alone that says so already.
void put(const std::filesystem::path& path, const std::string& text) {
  std::error_code unknown;
  if (!std::filesystem::exists(path, unknown) || read_whole(path) != text) replace_file(path, text);
}

/// The folders of a file below the run directory. False where one of them cannot be made, or is a link.
bool make_folders(const std::filesystem::path& run, const std::filesystem::path& name) {
  std::filesystem::path folder = run;
  std::error_code problem;
  for (const auto& part : name.parent_path()) {
    folder /= part;
    if (part == ".." || std::filesystem::is_symlink(folder, problem)) return false;
    std::filesystem::create_directory(folder, problem);
    if (!std::filesystem::is_directory(folder, problem)) return false;
  }
  return !std::filesystem::is_symlink(run / name, problem);
}

} // namespace

RunDirectory create_run_directory(const std::filesystem::path& path) {
  std::error_code problem;
  const std::vector<std::filesystem::path> growing = parents_of_what_lacks(path);
  std::filesystem::create_directories(path, problem);
  if (problem) throw_storage_error("cannot create the run directory", path, problem.value());
  for (const std::filesystem::path& parent : growing) {
    try {
      sync_directory(parent);
    } catch (const core::UserError&) { // who may not read a directory may not sync it
    }
  }
  return {path};
}

std::vector<std::filesystem::path> RunDirectory::journals() const {
  std::vector<std::filesystem::path> parts;
  std::error_code unreadable; // a directory that cannot be listed has no journal that could be read
  for (const auto& entry : std::filesystem::directory_iterator(path, unreadable)) {
    const std::string name = entry.path().filename().string();
    if (name.starts_with("journal-") && name.ends_with(".jsonl")) parts.push_back(entry.path());
  }
  std::sort(parts.begin(), parts.end());
  if (std::filesystem::exists(journal(), unreadable)) parts.insert(parts.begin(), journal());
  return parts;
}

RunLock::RunLock(const RunDirectory& run, const std::string& part)
    : run_(run), name_(part), directory_(run.lock(), lock_flags) {
  take(directory_, part.empty() ? LOCK_EX : LOCK_SH, run);
  if (!part.empty()) take(part_.emplace(run.lock(part), lock_flags), LOCK_EX, run);
  require_lock(part_ ? *part_ : directory_);
  say_begun();
}

void RunLock::say_begun() {
  using Milliseconds = std::chrono::milliseconds;
  const auto now = std::chrono::system_clock::now().time_since_epoch();
  std::error_code missing;
  const auto size = std::filesystem::file_size(run_.journal(name_), missing);
  PosixFile& own = part_ ? *part_ : directory_;
  own.truncate(0);
  ::lseek(own.descriptor(), 0, SEEK_SET);
  own.write(std::string(lock_words) + std::to_string(::getpid()) + " on " + host_name() + " since " +
            utc_now() + "\n" + std::to_string(std::chrono::duration_cast<Milliseconds>(now).count()) + " " +
            std::to_string(missing ? 0 : size) + "\n");
}

std::vector<User> users(const RunDirectory& run) {
  std::vector<User> out;
  std::error_code unreadable;
  for (const auto& entry : std::filesystem::directory_iterator(run.path, unreadable)) {
    const std::string name = entry.path().filename().string();
    if (!name.starts_with("lock-") && name != "lock") continue;
    const PosixFile file(entry.path(), O_RDONLY);
    // Parts share the directory's own lock and say who they are in theirs.
    if (file.lock(LOCK_SH) != Locked::by_another) continue;
    User& user = out.emplace_back();
    std::istringstream text(beginning(file));
    std::getline(text, user.holder);
    if (user.holder.empty()) user.holder = "another process";
    user.journal = run.journal(name == "lock" ? "" : name.substr(5));
    if (std::int64_t milliseconds = 0; text >> milliseconds >> user.stored)
      user.began = static_cast<double>(milliseconds) / 1000;
  }
  std::sort(out.begin(), out.end(), [](const User& a, const User& b) { return a.holder < b.holder; });
  return out;
}

std::vector<std::string> holders(const RunDirectory& run) {
  std::vector<std::string> out;
  for (const User& user : users(run)) out.push_back(user.holder);
  return out;
}

void write_study(const RunDirectory& run, const StoredStudy& study) {
  put(run.study(), sealed_json(study.card) + "\n");
  put(run.config(), study.config_yaml);
  put(run.resolved(), study.resolved_json);
  for (const auto& [name, text] : study.printed_files)
    if (const auto path = run.path / name; make_folders(run.path, name)) put(path, text);
}

StoredStudy read_study(const RunDirectory& run) {
  const std::string where = run.study().string();
  std::string json = read_whole(run.study());
  if (json.ends_with('\n')) json.pop_back();
  StoredStudy out{study_card(json, where), "", "", is_sealed(json, where)};
  require_keys(out.card, where);
  if (std::filesystem::exists(run.config())) out.config_yaml = read_whole(run.config());
  if (std::filesystem::exists(run.resolved())) out.resolved_json = read_whole(run.resolved());
  return out;
}

} // namespace results
