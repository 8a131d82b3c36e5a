#include "experiments/spec/failure_policy.hpp"

#include <array>

#include "experiments/spec/vocabulary.hpp"

namespace experiments {
namespace {

struct Named {
  results::FailurePolicy policy;
  const char* word;
};
constexpr std::array<Named, 3> named_policies{{{results::FailurePolicy::drop, "drop"},
                                               {results::FailurePolicy::worst, "worst"},
                                               {results::FailurePolicy::error, "error"}}};

} // namespace

results::FailurePolicy read_failure_policy(const Node& node, Problems& problems) {
  Vocabulary vocabulary{"failures", {}};
  for (const Named& named : named_policies) vocabulary.words.emplace_back(named.word);
  const auto word = read_word(node, vocabulary, problems);
  for (const Named& named : named_policies)
    if (word == named.word) return named.policy;
  return results::FailurePolicy::drop;
}

std::string failure_policy_word(results::FailurePolicy policy) {
  for (const Named& named : named_policies)
    if (named.policy == policy) return named.word;
  return "";
}

} // namespace experiments
