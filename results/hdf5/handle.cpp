#include "results/hdf5/handle.hpp"

#include <charconv>
#include <string_view>

namespace results::hdf5 {
namespace {

herr_t take_first(unsigned, const H5E_error2_t* error, void* text) {
  auto& sentence = *static_cast<std::string*>(text);
  if (sentence.empty() && error->desc != nullptr) sentence = error->desc;
  return 0;
}

/// HDF5 writes "errno = 28, error message = ..." where a system call failed.
int named_errno(std::string_view sentence) {
  constexpr std::string_view sign = "errno = ";
  const std::size_t at = sentence.find(sign);
  int number = 0;
  if (at != std::string_view::npos) {
    std::from_chars(sentence.data() + at + sign.size(), sentence.data() + sentence.size(), number);
  }
  return number;
}

} // namespace

hid_t check(hid_t result, const std::string& doing) {
  if (result >= 0) return result;
  std::string innermost;
  H5Ewalk2(H5E_DEFAULT, H5E_WALK_UPWARD, take_first, &innermost);
  H5Eclear2(H5E_DEFAULT);
  throw Error(doing + " (" + (innermost.empty() ? "HDF5 gives no reason" : innermost) + ")",
              named_errno(innermost));
}

QuietErrors::QuietErrors() {
  H5Eget_auto2(H5E_DEFAULT, &print_, &data_);
  H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);
}

QuietErrors::~QuietErrors() {
  H5Eset_auto2(H5E_DEFAULT, print_, data_);
}

} // namespace results::hdf5
