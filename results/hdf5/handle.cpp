#include "results/hdf5/handle.hpp"

namespace results::hdf5 {
namespace {

herr_t take_first(unsigned, const H5E_error2_t* error, void* text) {
  auto& sentence = *static_cast<std::string*>(text);
  if (sentence.empty() && error->desc != nullptr) sentence = error->desc;
  return 0;
}

} // namespace

hid_t check(hid_t result, const std::string& doing) {
  if (result >= 0) return result;
  std::string innermost;
  H5Ewalk2(H5E_DEFAULT, H5E_WALK_UPWARD, take_first, &innermost);
  H5Eclear2(H5E_DEFAULT);
  throw Error(doing + " (" + (innermost.empty() ? "HDF5 gives no reason" : innermost) + ")");
}

QuietErrors::QuietErrors() {
  H5Eget_auto2(H5E_DEFAULT, &print_, &data_);
  H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);
}

QuietErrors::~QuietErrors() {
  H5Eset_auto2(H5E_DEFAULT, print_, data_);
}

} // namespace results::hdf5
