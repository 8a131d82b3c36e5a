#pragma once
#include <string>
#include <vector>

// Readers of what the report prints, each knowing only its format.
namespace read_back {

/// The numbers of one cell as text: "" where a format has none.
struct Numbers {
  std::string published, published_se, ours, mcse, n_ok, n, z, verdict;

  auto operator<=>(const Numbers&) const = default;
};

/// The rows of the comparison, in order. Throws std::runtime_error where a line is not as its format wants
/// it.
std::vector<Numbers> from_text(const std::string& report);
std::vector<Numbers> from_markdown(const std::string& report);
std::vector<Numbers> from_latex(const std::string& report);
std::vector<Numbers> from_csv(const std::string& report);
std::vector<Numbers> from_html(const std::string& report);

/// RFC 4180: CRLF between records, quotes doubled within quotes.
std::vector<std::vector<std::string>> csv_records(const std::string& text);

} // namespace read_back
