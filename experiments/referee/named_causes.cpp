#include "experiments/referee/named_causes.hpp"

#include <algorithm>

namespace experiments {
namespace {

using results::NamedCause;
using results::StudyCard;

bool has_value(const StudyCard& card, const std::function<bool(const results::AxisValue&)>& is_it) {
  const results::Axis* data = card.axis("data");
  return data != nullptr && std::any_of(data->values.begin(), data->values.end(), is_it);
}

bool has_metric(const StudyCard& card, const std::string& name) {
  return std::any_of(card.layout.metrics.begin(), card.layout.metrics.end(),
                     [&](const std::string& metric) { return metric == name; });
}

/// "The cause of colon, error_percent is a reading of zhang2013/genes"
std::string beginning(const NamedCause& cause) {
  return "The cause of " + (cause.data.empty() ? "" : cause.data + ", ") + cause.metric +
         " is a reading of " + cause.study;
}

} // namespace

std::vector<std::string> unfounded_causes(const Study& study,
                                          const std::function<StudyCard(const std::string&)>& study_of) {
  std::vector<std::string> out;
  for (const NamedCause& cause : study.causes) {
    if (cause.cause != results::Cause::reading) continue;
    const StudyCard shown = study_of(cause.study);
    if (shown.replications < study.published_replications)
      out.push_back(beginning(cause) + ", which has " + std::to_string(shown.replications) +
                    " replications; the paper has " + std::to_string(study.published_replications) +
                    ". Fewer agree by luck. Run at least as many, or call it unexplained.");
    const bool is_tested =
        has_metric(shown, cause.metric) &&
        has_value(shown, [&](const results::AxisValue& value) { return value.name == cause.data; }) &&
        has_value(shown, [&](const results::AxisValue& value) { return value.stands_for == cause.data; });
    if (cause.data.empty() || !is_tested)
      out.push_back(
          beginning(cause) + ", which does not test whether it differs from the default. It needs " +
          (cause.data.empty() ? "the data set" : "'" + cause.data + "'") +
          " and a block that stands for it, by " + cause.metric + ". Add them, or call it unexplained.");
  }
  return out;
}

} // namespace experiments
