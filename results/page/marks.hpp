#pragma once
#include <optional>
#include <string>

#include "results/statistics/agreement.hpp"

// The small pieces that the drawings of the page are made of. Places across are percentages, so that a
// drawing fits every width; a mark is a drawing of its own there, and keeps its shape.
namespace results {

/// A number as text, every hyphen that is its sign made a minus sign, U+2212: "-1.5e-3" too.
std::string with_minus(const std::string& number);

/// With a sign in any case: "+1.04" and "\u22121.04"; "--" for NaN.
std::string signed_number(double value, int decimals);

/// "37.25%"
std::string percent(double value);

/// The class of a mark or chip; that of an unjudged number is "own".
std::string class_of(const std::optional<Verdict>& verdict);

/// A filled mark at so many percent from the left and so many pixels from the top.
std::string mark_at(const std::optional<Verdict>& verdict, double x, double y);

/// An arrow at the right or the left edge, for what lies beyond it.
std::string arrow_at(const std::optional<Verdict>& verdict, bool is_right, double y);

/// The hollow mark of a published number there.
std::string published_mark_at(double x, double y);

/// A mark in the line of a text, and that of a published number.
std::string inline_mark(const std::optional<Verdict>& verdict);
std::string inline_published_mark();

/// A horizontal bar from one percentage to another.
std::string bar_at(const std::string& css_class, double from, double to, double y);

/// A mark and a word on a ground of the verdict's colour.
std::string chip(const std::optional<Verdict>& verdict, const std::string& word);

/// A whole drawing whose places across are percentages. Without a label it is hidden from readers of the
/// text.
std::string percent_drawing(const std::string& css_class, const std::string& label, const std::string& body);

inline constexpr const char* hollow_outline = "m0 -5l5 5l-5 5l-5 -5z";

} // namespace results
