#include "core/contract.hpp"
#include "experiments/model/predict.hpp"
#include "results/store/hdf5/inspect.hpp"
#include "results/store/hdf5/model_file.hpp"
#include "results/store/hdf5/results_file.hpp"
#include "tests/fuzz/harness.hpp"
#include "tests/fuzz/hdf5_text.hpp"
#include "tests/fuzz/scratch_folder.hpp"

// The bytes are read as a file, as they are: the seal refuses nearly all of them. Sealing damaged bytes again
// would reach HDF5, but what it does with them is known and not ours to mend (results/store/hdf5/file.hpp:
// the library crashes or hangs on one such file in seventy, which is why a file has a seal). So the second
// file is sound HDF5 of hostile content: the bytes are taken for a text of hdf5_text.hpp, which says what
// groups, datasets, types, shapes and values to write, HDF5 writes them, and our readers meet every layout
// that HDF5 can read. What is accepted is believed: results are reported in every format, and a model
// predicts its own rows.
namespace {

constexpr Eigen::Index most_rows = 64; ///< of a model that predicts, perhaps by fitting again

void report(const std::filesystem::path& path) {
  fuzz::all_reports(results::read_results(path));
}

void predict(const std::filesystem::path& path) {
  const results::Model model = results::read_model(path);
  if (model.training.y.size() > most_rows || model.x.cols() > most_rows) return;
  try {
    experiments::own_data::estimated(model,
                                     model.x.rows() > 0 ? model.x : core::Matrix::Zero(3, model.x.cols()));
  } catch (const core::UserError&) {
    // its setting is of no method of this program
  }
}

template <class Read>
bool is_read(Read read, const std::filesystem::path& path) {
  try {
    read(path);
    return true;
  } catch (const core::UserError&) {
    return false; // refused, as documented
  }
}

} // namespace

bool fuzz::hdf5(std::string_view bytes) {
  static const ScratchFolder folder("hdf5");
  const auto raw = folder.write("raw.h5", bytes), sealed = folder.write("sealed.h5", hdf5_file(bytes));
  bool any = false;
  for (const auto& path : {raw, sealed}) {
    any = is_read(report, path) || any;
    any = is_read(predict, path) || any;
  }
  is_read(results::describe, sealed); // shows files of other programs as well, which have no seal
  return any;
}
