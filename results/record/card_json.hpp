#pragma once
#include <string>

#include "results/record/study_card.hpp"

namespace results {

/// The card as one line of JSON, every field by its name in the struct; the same card gives the same text.
std::string to_json(const StudyCard& card);

/// Reads it back, field for field. Throws core::UserError naming `where` if the text is not a card.
StudyCard study_card(const std::string& json, const std::string& where);

// A card that lies alone in a file is trusted by what it says of itself: its last two members are its
// design_hash and, as card_sha256, the SHA-256 of the text before that member.

/// The text of a card with these two members.
std::string sealed_json(const StudyCard& card);

/// Whether the text is as sealed_json made it; false where it has no such members, as cards of older programs
/// have not. Throws core::UserError naming `where` if it has them and they are wrong.
bool is_sealed(const std::string& json, const std::string& where);

/// Throws core::UserError naming `where` unless each setting's key is what its canonical text gives.
void require_keys(const StudyCard& card, const std::string& where);

} // namespace results
