#include "core/metric/reliability.hpp"

#include <algorithm>
#include <cmath>

#include "core/contract.hpp"

namespace core {
namespace {

std::vector<ReliabilityBin> empty_bins(const std::vector<double>& edges) {
  std::vector<ReliabilityBin> out(edges.size() - 1);
  for (std::size_t k = 0; k < out.size(); ++k) out[k].from = edges[k], out[k].to = edges[k + 1];
  return out;
}

/// Found among the edges, not by q * bins: rounding would put a probability on an edge to either side of it.
ReliabilityBin& bin_of(double q, std::vector<ReliabilityBin>& bins) {
  const auto above = std::upper_bound(
      bins.begin(), bins.end(), q, [](double value, const ReliabilityBin& bin) { return value < bin.from; });
  return *(above - 1);
}

} // namespace

ShareInterval wilson_interval(double positives, double count) {
  if (count == 0) return {};
  constexpr double z = 1.959963984540054; // the normal quantile of 97.5 %
  const double share = positives / count, shrunk = 1 + z * z / count;
  const double middle = (share + z * z / (2 * count)) / shrunk;
  const double reach = z * std::sqrt(share * (1 - share) / count + z * z / (4 * count * count)) / shrunk;
  return {positives == 0 ? 0 : std::max(0.0, middle - reach),
          positives == count ? 1 : std::min(1.0, middle + reach)};
}

std::vector<ReliabilityBin> reliability(const Vector& q, const WeightedLabels& labels, std::int64_t bins) {
  expect(bins >= 1, "a reliability diagram has at least one bin");
  std::vector<double> edges;
  for (std::int64_t k = 0; k <= bins; ++k)
    edges.push_back(static_cast<double>(k) / static_cast<double>(bins));
  return reliability(q, labels, edges);
}

std::vector<ReliabilityBin> reliability(const Vector& q, const WeightedLabels& labels,
                                        const std::vector<double>& edges) {
  expect(q.size() == labels.y.size(), "every probability has a label");
  expect(edges.size() >= 2 && edges.front() == 0 && edges.back() == 1 &&
             std::is_sorted(edges.begin(), edges.end()),
         "the bins of a reliability diagram reach from 0 to 1");
  expect((q.array() >= 0 && q.array() <= 1).all(), "probabilities lie within [0, 1]");
  std::vector<ReliabilityBin> out = empty_bins(edges);
  for (Eigen::Index i = 0; i < q.size(); ++i) {
    ReliabilityBin& bin = bin_of(q(i), out);
    const double weight = weight_at(labels.weights, i);
    ++bin.count;
    bin.weight += weight;
    bin.mean_predicted += weight * q(i);
    bin.share_of_positives += labels.y(i) > 0 ? weight : 0;
  }
  for (ReliabilityBin& bin : out) {
    const double n = bin.weight;
    const ShareInterval interval = wilson_interval(bin.share_of_positives, n);
    bin.low = interval.low, bin.high = interval.high;
    bin.mean_predicted /= n;
    bin.share_of_positives /= n;
    bin.standard_error = std::sqrt(bin.share_of_positives * (1 - bin.share_of_positives) / n);
  }
  return out;
}

} // namespace core
