#include "results/storage_error.hpp"

#include <cerrno>
#include <system_error>

#include "core/contract.hpp"

namespace results {
namespace {

bool means_mendable(int error) {
  switch (error) {
    case EACCES:
    case EPERM:
    case EROFS:
    case ENOENT:
    case ENOTDIR:
    case EISDIR:
    case EEXIST:
    case ELOOP:
    case ENAMETOOLONG:
      return true;
    default:
      return false;
  }
}

} // namespace

bool means_full(int error) {
  return error == ENOSPC || error == EDQUOT || error == EFBIG;
}

void throw_storage_error(const std::string& problem, const std::filesystem::path& path, int error) {
  const std::string sentence =
      problem + " '" + path.string() + "' (" + std::generic_category().message(error) + ")";
  if (means_full(error))
    throw StoreFull(sentence + " make room and run the same command again; nothing stored is lost");
  if (means_mendable(error)) throw core::UserError(sentence + " check the path and its permissions");
  throw std::runtime_error(sentence);
}

} // namespace results
