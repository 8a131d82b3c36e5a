#include "datasets/real/real_source.hpp"

#include <algorithm>
#include <map>
#include <utility>

#include "core/contract.hpp"
#include "datasets/encoding/filling.hpp"
#include "datasets/encoding/gene_selection.hpp"
#include "datasets/encoding/standardise.hpp"

namespace datasets::real {
namespace {

using Rows = std::vector<std::int64_t>;

/// The axes that several replicates share: those of a cross-validation, or all of them.
core::StreamAxes shared_axes(const core::StreamAxes& axes, std::int32_t number) {
  return {axes.seed, axes.data, number};
}

constexpr std::int32_t every_replicate = -1;

Rows behind(const Rows& sampled, const Rows& chosen) {
  Rows rows;
  for (const std::int64_t i : chosen) rows.push_back(sampled[static_cast<std::size_t>(i)]);
  return rows;
}

core::Sample sample_of(const Observations& data, const Rows& rows) {
  const int classes = data.classes.empty() ? 2 : static_cast<int>(data.classes.size());
  return {data.inputs.x(rows, Eigen::all), data.y(rows), {}, classes};
}

/// Missing values filled by what these rows say, in each of the parts. Nothing where none is missing.
void fill(const Observations& data, const core::Matrix& by, const std::vector<core::Matrix*>& parts) {
  if (!data.inputs.x.array().isNaN().any()) return;
  const auto filling = encoding::filling_of(by, data.inputs.group);
  for (core::Matrix* part : parts)
    if (part->size() > 0) *part = filling.applied_to(*part);
}

/// The columns of `by` with the largest |t|, in each of the parts. Nothing where all are inputs.
void choose_genes(std::int64_t count, const core::Matrix& by, const core::Labels& y,
                  const std::vector<core::Matrix*>& parts) {
  if (count == 0) return;
  const auto chosen = encoding::most_different(by, y, count);
  for (core::Matrix* part : parts) *part = core::Matrix((*part)(Eigen::all, chosen));
}

/// Parts of a data set that are prepared alike. `all` may be the training part itself, and empty where the
/// protocol does not look at it.
struct Parts {
  core::Sample &train, &all;
  std::vector<core::Matrix*> others;
};

/// Prepares the parts on the training part and on all rows, whichever the protocol says.
void prepare(const Observations& data, const Protocol& protocol, const Parts& of) {
  core::Sample &train = of.train, &all = of.all;
  std::vector<core::Matrix*> parts = of.others;
  parts.push_back(&train.x);
  if (&all != &train && all.size() > 0) parts.push_back(&all.x);
  fill(data, core::Matrix(train.x), parts);
  if (protocol.standardise == Protocol::Standardise::chip)
    for (core::Matrix* part : parts) *part = encoding::rows_standardised(*part);
  const core::Sample& chosen_by = protocol.genes.on == Protocol::Genes::On::all ? all : train;
  choose_genes(protocol.genes.count, core::Matrix(chosen_by.x), chosen_by.y, parts);
  if (protocol.standardise == Protocol::Standardise::none ||
      protocol.standardise == Protocol::Standardise::chip)
    return;
  const auto by =
      encoding::standardisation_of(protocol.standardise == Protocol::Standardise::train ? train.x : all.x);
  for (core::Matrix* part : parts) *part = by.applied_to(*part);
}

/// These rows, prepared on themselves.
std::shared_ptr<const core::Sample> whole_of(const Observations& data, const Rows& rows,
                                             const Protocol& protocol) {
  core::Sample whole = sample_of(data, rows);
  prepare(data, protocol, {whole, whole, {}});
  return std::make_shared<const core::Sample>(std::move(whole));
}

/// Whether the protocol looks at test rows.
bool reads_all_rows(const Protocol& protocol) {
  return protocol.standardise == Protocol::Standardise::all ||
         (protocol.genes.count > 0 && protocol.genes.on == Protocol::Genes::On::all);
}

/// Throws UserError where a fold to learn from would lack a class.
void require_both_classes_in(std::int64_t folds, const core::Labels& y) {
  const std::int64_t positives = (y.array() > 0).count(), fewest = std::min(positives, y.size() - positives);
  core::require(fewest >= folds,
                "There are " + std::to_string(folds) + " folds with split: one_fold, but " +
                    std::to_string(fewest) +
                    " rows of a class. A fold to learn from would have none of it. Ask for fewer folds.",
                {"folds", "split"});
}

Rows sampled(const core::Labels& y, const Protocol& protocol, const core::StreamAxes& axes) {
  core::Stream stream = shared_axes(axes, every_replicate).stream("subsample");
  return protocol::subsample(y, protocol.sample_size, protocol.sampling, stream);
}

protocol::Split given(const std::vector<char>& training, const Protocol& protocol) {
  core::require(!training.empty(),
                "The publisher of this data set gives no split, so there is no split: given. Write split: "
                "random or split: folds.",
                {"split"});
  core::require(protocol.sample_size == 0,
                "split: given divides all rows, so it takes no sample_size. Leave it out.", {"split"});
  return protocol::given_split(training);
}

/// Divides rows with labels y; not by the publisher's split.
protocol::Split divided(const core::Labels& y, const Protocol& protocol, const core::StreamAxes& axes) {
  if (protocol.split == Protocol::Split::random) {
    core::Stream stream = axes.stream("split");
    return protocol::random_split(y, protocol.sizes, protocol.sampling, stream);
  }
  const auto folds = static_cast<std::int32_t>(protocol.folds);
  core::Stream stream = shared_axes(axes, axes.replicate / folds).stream("cross-validation");
  auto split = protocol::fold_split(y, {protocol.folds, axes.replicate % folds}, protocol.sampling, stream);
  if (protocol.split == Protocol::Split::one_fold) {
    require_both_classes_in(protocol.folds, y);
    std::swap(split.train, split.test);
  }
  return split;
}

/// `rows` labels dealt out to the classes of y [n] in turn, of none more than it has.
core::Labels most_even(const core::Labels& y, Eigen::Index rows) {
  std::map<double, Eigen::Index> left;
  for (const double label : y) ++left[label];
  core::Labels out(std::min(rows, y.size()));
  for (Eigen::Index i = 0; i < out.size();)
    for (auto& [label, count] : left)
      if (count > 0 && i < out.size()) out(i++) = label, --count;
  return out;
}

} // namespace

RealSource::RealSource(std::shared_ptr<const Observations> data, const Protocol& protocol)
    : data_(std::move(data)), protocol_(protocol) {
  const std::int64_t columns = data_->inputs.x.cols();
  core::require(protocol.genes.count <= columns,
                "genes_count is " + std::to_string(protocol.genes.count) + ", but there are " +
                    std::to_string(columns) + " columns to choose from. Ask for fewer.",
                {"genes_count"});
}

TrainingRows training_rows(const core::Labels& y, const Protocol& protocol, const core::StreamAxes& axes) {
  if (protocol.split == Protocol::Split::given) return {};
  const core::Labels studied = y(sampled(y, protocol, axes));
  const core::Labels train = studied(divided(studied, protocol, axes).train);
  const bool is_plain = protocol.sampling == protocol::Sampling::plain;
  return {train, is_plain ? most_even(y, train.size()) : train};
}

core::Draw RealSource::draw(const core::StreamAxes& axes) const {
  const Rows rows = sampled(data_->y, protocol_, axes);
  const protocol::Split parts = protocol_.split == Protocol::Split::given
                                    ? given(data_->training, protocol_)
                                    : divided(data_->y(rows), protocol_, axes);
  core::Draw draw{sample_of(*data_, behind(rows, parts.train)),
                  sample_of(*data_, behind(rows, parts.tune)),
                  sample_of(*data_, behind(rows, parts.test)),
                  {},
                  {}};
  // Predictions of rows that k - 1 replicates test are not kept: a study has them k - 1 times.
  if (protocol_.split == Protocol::Split::given || protocol_.split == Protocol::Split::folds)
    draw.test_rows = behind(data_->rows, behind(rows, parts.test));
  if (protocol_.split == Protocol::Split::folds) draw.whole = whole_of(*data_, rows, protocol_);
  core::Sample all;
  if (reads_all_rows(protocol_)) all = sample_of(*data_, rows);
  prepare(*data_, protocol_, {draw.train, all, {&draw.tune.x, &draw.test.x}});
  return draw;
}

} // namespace datasets::real
