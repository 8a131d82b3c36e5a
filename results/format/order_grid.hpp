#pragma once
#include "results/format/document.hpp"
#include "results/table/method_order.hpp"

namespace results {

/// One row a place and metric: how many methods, Spearman's correlation of published and ours, and the
/// verdicts of their pairs.
Grid order_grid(const std::string& study, const MethodOrders& orders);

/// What the verdicts of pairs mean, and their counts: in total, then place by place. No lines where there are
/// no pairs.
Section order_verdicts(const MethodOrders& orders);

/// Each pair that is off. No lines where there are no pairs.
Section order_notes(const MethodOrders& orders);

} // namespace results
