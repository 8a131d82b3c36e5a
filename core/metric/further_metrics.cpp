#include "core/metric/metric.hpp"

// A file of its own, so that a program can link another list in its place.
namespace core {

std::vector<MetricRow> further_metrics() {
  return {};
}

} // namespace core
