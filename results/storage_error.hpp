#pragma once
#include <filesystem>
#include <stdexcept>
#include <string>

namespace results {

/// The disk or the quota is full. Everything appended before is kept: make room and run the same command
/// again (exit code 75).
struct StoreFull : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Is this errno one of "no room": disk, quota or file-size limit?
bool means_full(int error);

/// Throws what the errno of a failed system call on `path` means to a run: StoreFull where there is no room,
/// core::UserError where the path or its permissions are the person's to mend, std::runtime_error otherwise.
/// `problem` is the beginning of the sentence, such as "cannot open".
[[noreturn]] void throw_storage_error(const std::string& problem, const std::filesystem::path& path,
                                      int error);

} // namespace results
