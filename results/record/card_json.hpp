#pragma once
#include <string>

#include "results/record/study_card.hpp"

namespace results {

/// The card as one line of JSON, every field by its name in the struct; the same card gives the same text.
std::string to_json(const StudyCard& card);

/// Reads it back, field for field. Throws core::UserError naming `where` if the text is not a card.
StudyCard study_card(const std::string& json, const std::string& where);

} // namespace results
