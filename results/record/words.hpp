#pragma once
#include "core/contract.hpp"
#include "core/words.hpp"
#include "results/record/study_card.hpp"

// The words that configs and stored cards have for the choices of a study card.
namespace results {

inline core::Words<Average> words_of(Average) {
  return {
      {"all", Average::all}, {"nondegenerate", Average::nondegenerate}, {"unrounded", Average::unrounded}};
}

inline core::Words<ShownSpread> words_of(ShownSpread) {
  return {{"se", ShownSpread::se}, {"sd", ShownSpread::sd}};
}

inline core::Words<FailurePolicy> words_of(FailurePolicy) {
  return {{"drop", FailurePolicy::drop}, {"worst", FailurePolicy::worst}, {"error", FailurePolicy::error}};
}

inline core::Words<Ties> words_of(Ties) {
  return {{"smallest", Ties::smallest}, {"average", Ties::average}};
}

inline core::Words<Relation> words_of(Relation) {
  return {{"less", Relation::less},
          {"infinite", Relation::infinite},
          {"within", Relation::within},
          {"equals", Relation::equals}};
}

inline core::Words<Comparable> words_of(Comparable) {
  return {{"value", Comparable::value}, {"order", Comparable::order}};
}

inline core::Words<Cause> words_of(Cause) {
  return {{"reading", Cause::reading}, {"paper", Cause::paper}, {"unexplained", Cause::unexplained}};
}

/// The word of a choice.
template <class E>
std::string word(E choice) {
  return words_of(choice).word(choice);
}

/// What the word of a panel's parameter stands for. Throws core::UserError where it is none of these: the
/// card was stored by another program, or is damaged.
template <class T>
T choice_of(const PanelRequest& request, const std::string& key, const core::Words<T>& words) {
  const auto choice = words.find(request.word(key));
  core::require(choice.has_value(), "the panel '" + request.panel + "' of a stored study has the " + key +
                                        " '" + request.word(key) + "' (known: " + words.listed() +
                                        ") run the study again");
  return *choice;
}

} // namespace results
