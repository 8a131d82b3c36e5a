#include "capi/marginlab.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <mutex>
#include <new>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <vector>

#include "core/contract.hpp"
#include "datasets/encoding/labels.hpp"
#include "datasets/readers/raw_table.hpp"
#include "experiments/catalog/entries_json.hpp"
#include "experiments/catalog/setting.hpp"
#include "experiments/model/fit.hpp"
#include "experiments/model/predict.hpp"
#include "experiments/yaml/diagnostics.hpp"
#include "results/store/file.hpp"
#include "results/store/hdf5/model_file.hpp"
#include "results/store/hdf5/provenance.hpp"

using nlohmann::json;
using Json = nlohmann::ordered_json;
namespace own_data = experiments::own_data;

/// Behind the handle: the model, and what is known of a fit but not stored.
struct marginlab_model {
  results::Model model;
  std::vector<std::string> classes{};  ///< as the caller named them
  std::vector<Eigen::Index> columns{}; ///< [classes] of the matrix of probabilities
  std::vector<double> lambdas{}, values{};
  std::vector<std::string> warnings{};
  mutable std::once_flag is_read{};
  mutable std::unique_ptr<const own_data::Asked> asked{}; ///< made when first asked for
};

namespace {

thread_local std::string error_text;

struct Interrupted : std::runtime_error {
  Interrupted() : std::runtime_error("The progress function ended the fit. Nothing is kept of it.") {}
};

int failed(int status, const char* text) {
  try {
    error_text = text;
  } catch (const std::bad_alloc&) {
    error_text.clear();
  }
  return status;
}

/// What a function of the interface does, with everything that it throws made a status and a text.
template <class Act>
int guarded(const Act& act) {
  try {
    act();
    return MARGINLAB_OK;
  } catch (const Interrupted& error) {
    return failed(MARGINLAB_INTERRUPTED, error.what());
  } catch (const core::UserError& error) {
    return failed(MARGINLAB_REFUSED, error.what());
  } catch (const results::OutOfResources& error) {
    return failed(MARGINLAB_NO_MEMORY, error.what());
  } catch (const std::bad_alloc&) {
    return failed(MARGINLAB_NO_MEMORY, "There is not enough memory. Give fewer rows, or a linear kernel.");
  } catch (const std::exception& error) {
    return failed(MARGINLAB_BROKEN, error.what());
  } catch (...) {
    return failed(MARGINLAB_BROKEN, "An unknown error occurred. Please report it.");
  }
}

void require_given(const void* pointer, const char* name) {
  core::require(pointer != nullptr, [&] { return std::string(name) + " is null. Give it."; });
}

char* copied(const std::string& text) {
  auto* out = static_cast<char*>(std::malloc(text.size() + 1));
  if (out == nullptr) throw std::bad_alloc();
  std::memcpy(out, text.c_str(), text.size() + 1);
  return out;
}

/// The matrix [rows x columns] with every number finite. Throws UserError that names the place of one that is
/// not.
core::Matrix finite_matrix(const double* x, std::int64_t rows, std::int64_t columns) {
  require_given(x, "x");
  const core::Matrix out = Eigen::Map<const core::Matrix>(x, rows, columns);
  for (Eigen::Index j = 0; j < columns; ++j)
    for (Eigen::Index i = 0; i < rows; ++i)
      core::require(std::isfinite(out(i, j)), [&] {
        return "Row " + std::to_string(i + 1) + " of input " + std::to_string(j + 1) + " is " +
               core::shortest(out(i, j)) +
               ", which is not a finite number. NaN and infinity cannot be learned from. Fill the value in, "
               "or "
               "leave the row out.";
      });
  return out;
}

// The request.

template <class Value>
Value value_at(const json& request, const char* key, const Value& fallback, const char* kind) {
  if (!request.contains(key)) return fallback;
  try {
    return request.at(key).get<Value>();
  } catch (const json::exception&) {
    throw core::UserError("'" + std::string(key) + "' is " + request.at(key).dump() + ", but must be " +
                          kind + ".");
  }
}

std::int64_t whole_at(const json& request, const char* key, std::int64_t least, std::int64_t most) {
  if (!request.contains(key)) return 1;
  const json& value = request.at(key);
  const bool fits = value.is_number_integer() && value.get<double>() >= static_cast<double>(least) &&
                    value.get<double>() <= static_cast<double>(most);
  core::require(fits, [&] {
    return "'" + std::string(key) + "' is " + value.dump() + ", but must be a whole number from " +
           std::to_string(least) + " to " + std::to_string(most) + ".";
  });
  return value.get<std::int64_t>();
}

own_data::FitRequest request_of(const char* text) {
  require_given(text, "request");
  const json request = json::parse(text, nullptr, false);
  core::require(request.is_object(), "The request is no JSON object. Give {} for the defaults.");
  static const std::vector<std::string> keys{"method", "classifier", "settings", "standardise",
                                             "seed",   "threads",    "force"};
  for (const auto& [key, value] : request.items())
    core::require(std::find(keys.begin(), keys.end(), key) != keys.end(), [&key = key] {
      return "Unknown key '" + key + "' in the request" + experiments::accepted_and_closest(key, keys);
    });
  own_data::FitRequest out;
  out.words.data = "rows";
  out.words.method = value_at<std::string>(request, "method", "", "a text");
  out.words.classifier = value_at<std::string>(request, "classifier", "", "a text");
  out.words.settings = value_at<std::vector<std::string>>(request, "settings", {}, "an array of texts");
  out.words.settings.emplace_back("data.ignore=none");
  if (!value_at<bool>(request, "standardise", true, "true or false"))
    out.words.settings.emplace_back("data.standardise=none");
  out.seed = static_cast<std::uint64_t>(whole_at(request, "seed", 0, std::int64_t{1} << 53));
  out.threads = static_cast<int>(whole_at(request, "threads", 1, 4096));
  out.force = value_at<bool>(request, "force", false, "true or false");
  out.holdout = 0;
  return out;
}

// The rows.

/// The names of the classes as the program writes them: numbers by their shortest decimals.
std::vector<std::string> class_names(const marginlab_rows& rows) {
  datasets::readers::Column column{.name = "class"};
  for (std::int32_t k = 0; k < rows.k; ++k) {
    require_given(rows.classes[k], "classes[k]");
    column.words.emplace_back(rows.classes[k]);
  }
  std::vector<std::string> out;
  std::set<std::string> seen;
  for (std::size_t k = 0; k < column.words.size(); ++k) {
    out.push_back(datasets::encoding::class_of(column, k));
    core::require(!out.back().empty(), [&] {
      return "Class " + std::to_string(k) + " is named '" + column.words[k] +
             "', which stands for a missing value. Give it another name.";
    });
    core::require(seen.insert(out.back()).second,
                  [&] { return "Two classes are named '" + out.back() + "'. Give each a name of its own."; });
  }
  return out;
}

void require_sizes(const marginlab_rows& rows) {
  core::require(rows.n > 0,
                "There are " + std::to_string(rows.n) + " rows. Give at least two of each class.");
  core::require(rows.p > 0, "There are " + std::to_string(rows.p) + " inputs. Give at least one.");
  core::require(rows.k > 1,
                "There is " + std::to_string(rows.k) + " class. A probability is learned from two.");
  require_given(rows.y, "y");
  require_given(rows.classes, "classes");
}

/// A name that no other column has.
std::string name_of_weights(const datasets::readers::RawTable& table) {
  std::string out = "sample_weight";
  const auto is_taken = [&](const auto& column) { return column.name == out; };
  while (std::any_of(table.columns.begin(), table.columns.end(), is_taken)) out += "_";
  return out;
}

/// Adds their column behind the first ones and gives its name; nothing where there are none.
std::string add_weights(datasets::readers::RawTable& table, const double* weights, std::int64_t n) {
  if (weights == nullptr) return "";
  for (std::int64_t i = 0; i < n; ++i)
    core::require(std::isfinite(weights[i]) && weights[i] >= 0, [&] {
      return "Row " + std::to_string(i + 1) + " has the weight " + core::shortest(weights[i]) +
             ", and a weight is a number from 0. Give how often the row counts, or 0 to leave it out.";
    });
  const std::string name = name_of_weights(table);
  table.columns.insert(table.columns.end() - 1,
                       {.name = name, .numbers = std::vector<double>(weights, weights + n)});
  return name;
}

std::shared_ptr<datasets::readers::RawTable> table_of(const marginlab_rows& rows) {
  require_sizes(rows);
  const core::Matrix x = finite_matrix(rows.x, rows.n, rows.p);
  auto out = std::make_shared<datasets::readers::RawTable>();
  out->file = "rows";
  for (Eigen::Index j = 0; j < x.cols(); ++j) {
    const char* name = rows.names == nullptr ? nullptr : rows.names[j];
    out->columns.push_back({.name = name == nullptr ? "x" + std::to_string(j + 1) : name,
                            .numbers = std::vector<double>(x.col(j).begin(), x.col(j).end())});
  }
  const std::vector<std::string> names = class_names(rows);
  std::vector<std::string> words;
  for (std::int64_t i = 0; i < rows.n; ++i) {
    core::require(0 <= rows.y[i] && rows.y[i] < rows.k, [&] {
      return "Row " + std::to_string(i + 1) + " has class " + std::to_string(rows.y[i]) +
             ". Classes are 0 to " + std::to_string(rows.k - 1) + ".";
    });
    words.push_back(names[static_cast<std::size_t>(rows.y[i])]);
  }
  const std::set<std::string> present(words.begin(), words.end());
  core::require(present.size() == names.size(), [&] {
    return std::to_string(names.size() - present.size()) + " of " + std::to_string(names.size()) +
           " classes have no row. Name the classes that occur.";
  });
  out->columns.push_back({.name = rows.label == nullptr ? "class" : rows.label, .words = std::move(words)});
  return out;
}

/// Where each class stands among the columns of the model's probabilities.
std::vector<Eigen::Index> columns_of(const std::vector<std::string>& names, const results::Model& model) {
  std::vector<Eigen::Index> out;
  for (const std::string& name : names) {
    const auto in = [&name](const std::vector<std::string>& all) {
      return std::find(all.begin(), all.end(), name) - all.begin();
    };
    out.push_back(!model.classes.empty() ? in(model.classes) : in(model.positive) == 0 ? 0 : 1);
  }
  return out;
}

/// Hands the fits on, at most every 20 ms, one thread at a time.
std::function<void(std::int64_t)> told(const marginlab_progress* progress) {
  if (progress == nullptr || progress->call == nullptr) return {};
  using Clock = std::chrono::steady_clock;
  static constexpr std::chrono::milliseconds between{20};
  struct Watch {
    marginlab_progress to;
    Clock::time_point said;
    bool is_over = false;
  };
  const auto watch = std::make_shared<Watch>(Watch{*progress, Clock::now()});
  return [watch](std::int64_t fits) { // called under the lock of the fit
    if (watch->is_over) throw Interrupted();
    const auto now = Clock::now();
    if (now - watch->said < between) return;
    watch->said = now;
    watch->is_over = watch->to.call(fits, watch->to.user) != 0;
    if (watch->is_over) throw Interrupted();
  };
}

std::unique_ptr<marginlab_model> fitted(own_data::FitRequest request, const marginlab_rows& rows,
                                        const double* weights, const marginlab_progress* progress) {
  auto out = std::make_unique<marginlab_model>();
  const auto table = table_of(rows);
  request.words.weights = add_weights(*table, weights, rows.n);
  request.rows = table;
  if (rows.k > 2) request.words.settings.emplace_back("data.classes=each");
  request.progress = told(progress);
  request.warns = [&](const std::string& warning) { out->warnings.push_back(warning); };
  request.notes = request.warns;
  std::map<std::string, std::pair<std::vector<double>, std::vector<double>>> curves;
  request.learned = [&](const results::Model& model, const core::Estimate& estimate) {
    const auto lambda = estimate.series.find("criterion.lambda"),
               value = estimate.series.find("criterion.value");
    if (value != estimate.series.end()) curves[model.setting] = {lambda->second, value->second};
  };
  out->model = own_data::fit(request);
  std::tie(out->lambdas, out->values) = curves[out->model.setting];
  for (std::int32_t k = 0; k < rows.k; ++k) out->classes.emplace_back(rows.classes[k]);
  out->columns = columns_of(class_names(rows), out->model);
  return out;
}

// What is known of a model.

std::string joined(const std::vector<std::string>& names) {
  std::string out;
  for (const std::string& name : names) out += (out.empty() ? "" : "+") + name;
  return out;
}

Json finite(double value) {
  return std::isfinite(value) ? Json(value) : Json(nullptr);
}

Json finite(const std::vector<double>& values) {
  Json out = Json::array();
  for (const double value : values) out.push_back(finite(value));
  return out;
}

std::string description(const marginlab_model& of) {
  const results::Model& model = of.model;
  const Json setting = Json::parse(model.setting);
  return Json{{"classes", of.classes},
              {"inputs", model.inputs},
              {"label", model.label},
              {"method", setting.at("method").at("id")},
              {"setting", setting},
              {"rows", model.training.y.size()},
              {"lambda", finite(model.lambda)},
              {"criterion", finite(model.criterion)},
              {"curve", {{"lambda", finite(of.lambdas)}, {"value", finite(of.values)}}},
              {"certificate",
               {{"worst_relative_gap", finite(model.worst_relative_gap)},
                {"fits", model.fits},
                {"ok", model.is_certified}}},
              {"warnings", of.warnings}}
      .dump(-1, ' ', false, Json::error_handler_t::replace);
}

void predict(const marginlab_model& of, const marginlab_points& points, int what, double* out) {
  const Eigen::Index p = of.model.centre.size();
  core::require(points.m >= 0, "There are " + std::to_string(points.m) + " points. Give none, or some.");
  core::require(points.p == p, "The points have " + std::to_string(points.p) + " inputs, and the model has " +
                                   std::to_string(p) + ". Give the inputs that it was fitted to.");
  core::require(
      what == MARGINLAB_PROBABILITY || what == MARGINLAB_LOG_PROBABILITY,
      "'what' is " + std::to_string(what) + ". Give MARGINLAB_PROBABILITY or MARGINLAB_LOG_PROBABILITY.");
  if (points.m == 0) return;
  const core::Matrix x = finite_matrix(points.x, points.m, p);
  if (of.model.predictor) // its map is a pure function of several threads; a fit again may be a program's
    std::call_once(of.is_read, [&] { of.asked = std::make_unique<own_data::Asked>(of.model); });
  const core::Probabilities q =
      (of.asked ? of.asked->at(of.model, x) : own_data::estimated(of.model, x)).probability;
  const core::Matrix all = q.matrix();
  for (std::size_t k = 0; k < of.columns.size(); ++k)
    for (Eigen::Index i = 0; i < points.m; ++i)
      out[static_cast<Eigen::Index>(k) * points.m + i] =
          what == MARGINLAB_PROBABILITY
              ? all(i, of.columns[k])
              : q.log_of(i, core::label_of(static_cast<int>(of.columns[k]), q.classes()));
}

/// The library of HDF5 serves one thread at a time.
std::mutex& of_files() {
  static std::mutex mutex;
  return mutex;
}

} // namespace

extern "C" {

const char* marginlab_version() {
  return results::build_version;
}

const char* marginlab_error() {
  return error_text.c_str();
}

int marginlab_list(const char* kind, char** json) {
  return guarded([&] {
    require_given(kind, "kind");
    require_given(json, "json");
    *json = copied(experiments::entries_json(kind));
  });
}

int marginlab_fit(const char* request, const marginlab_rows* rows, const marginlab_progress* progress,
                  marginlab_model** model) {
  return marginlab_fit_weighted(request, rows, nullptr, progress, model);
}

int marginlab_fit_weighted(const char* request, const marginlab_rows* rows, const double* weights,
                           const marginlab_progress* progress, marginlab_model** model) {
  return guarded([&] {
    require_given(model, "model");
    require_given(rows, "rows");
    *model = fitted(request_of(request), *rows, weights, progress).release();
  });
}

int marginlab_predict(const marginlab_model* model, const marginlab_points* points, int what, double* out) {
  return guarded([&] {
    require_given(model, "model");
    require_given(points, "points");
    require_given(out, "out");
    predict(*model, *points, what, out);
  });
}

int marginlab_describe(const marginlab_model* model, char** json) {
  return guarded([&] {
    require_given(model, "model");
    require_given(json, "json");
    *json = copied(description(*model));
  });
}

int marginlab_save(const marginlab_model* model, const char* path) {
  return guarded([&] {
    require_given(model, "model");
    require_given(path, "path");
    const std::lock_guard lock(of_files());
    results::write_model(path, model->model);
  });
}

int marginlab_load(const char* path, marginlab_model** model) {
  return guarded([&] {
    require_given(path, "path");
    require_given(model, "model");
    auto out = std::make_unique<marginlab_model>();
    {
      const std::lock_guard lock(of_files());
      out->model = results::read_model(path);
    }
    experiments::parse_setting(out->model.setting); // of this program
    out->classes = out->model.classes;
    if (out->classes.empty()) out->classes = {joined(out->model.negative), joined(out->model.positive)};
    for (std::size_t k = 0; k < out->classes.size(); ++k)
      out->columns.push_back(out->model.classes.empty() ? 1 - static_cast<Eigen::Index>(k)
                                                        : static_cast<Eigen::Index>(k));
    *model = out.release();
  });
}

void marginlab_free(marginlab_model* model) {
  delete model;
}

void marginlab_free_text(char* text) {
  std::free(text);
}

} // extern "C"
