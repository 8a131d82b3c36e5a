#pragma once
#include <filesystem>
#include <functional>
#include <string_view>

namespace results {

/// Puts a whole new file in the place of `target`, or leaves everything as it was and throws. `write` makes
/// the file at the temporary path it is given (`.<name>.<pid>@<host>.tmp` in the same directory, so that the
/// rename is atomic); then fsync, rename, fsync of the directory. Who holds the old file open keeps reading
/// the old one. Temporaries of processes that no longer live are removed first.
void replace_file(const std::filesystem::path& target,
                  const std::function<void(const std::filesystem::path& temporary)>& write);

/// The same with the text to be written. Throws as PosixFile does.
void replace_file(const std::filesystem::path& target, std::string_view text);

} // namespace results
