#pragma once
#include <cstdint>
#include <string>
#include <vector>

namespace results {

/// Code points of a UTF-8 text: the columns it takes in a terminal, wide and combining characters aside.
std::size_t characters(const std::string& text);

/// Blanks up to `width` characters, behind or before the text, or on both sides. Longer texts stay as they
/// are.
std::string left_aligned(const std::string& text, std::size_t width);
std::string right_aligned(const std::string& text, std::size_t width);
std::string centred(const std::string& text, std::size_t width);

/// `unit` n times.
std::string repeated(const std::string& unit, std::size_t n);

/// "1 cell", "2 cells".
std::string counted(std::size_t count, const std::string& noun);

/// The words with ", " between them.
std::string joined(const std::vector<std::string>& words);

/// Control characters, line breaks included, made blanks: what a message may hold and a terminal would obey.
std::string one_line(const std::string& text);

/// Breaks at blanks into lines of at most `width` characters; a longer word gets a line of its own.
std::vector<std::string> wrapped(const std::string& text, std::size_t width);

// The one place where numbers become text and printed numbers become values; every format of every table asks
// here.

/// `value` with exactly `decimals` digits behind the point: the nearest such decimal, ties to even. "inf",
/// "-inf";
/// "--" for NaN; a negative number that rounds to zero loses its sign. From 1e7 on in scientific notation.
std::string decimal(double value, int decimals);

/// A standard error beside a mean of `decimals` digits: one digit more, in parentheses. Empty where it is not
/// finite.
std::string spread(double standard_error, int decimals);

/// A standard deviation behind a mean of as many digits: "\u00b1 0.93". Empty where it is not finite.
std::string deviation(double standard_deviation, int decimals);

/// A number for a program to read: nothing for NaN.
std::string csv_number(double value, int decimals);

/// "100" where all planned replicates gave a value, else "97/100".
std::string replicate_count(std::int32_t used, std::int32_t planned);

/// A number as a paper prints it: what it says, and the unit of its last digit.
struct PrintedNumber {
  double value = 0;
  double ulp = 0;

  /// The standard deviation of rounding: the true value is uniform over one ulp, ulp / sqrt(12). 0 where
  /// infinite.
  double rounding() const;
};

/// Reads .581, 2.06, 20, 1.2e-3, inf. Throws UserError on anything else.
PrintedNumber read_printed(const std::string& text);

} // namespace results
