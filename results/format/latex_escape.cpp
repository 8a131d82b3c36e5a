#include <map>

#include "results/format/latex.hpp"

namespace results {
namespace {

const std::map<std::string, std::string> replacements{{"&", R"(\&)"},
                                                      {"%", R"(\%)"},
                                                      {"$", R"(\$)"},
                                                      {"#", R"(\#)"},
                                                      {"_", R"(\_)"},
                                                      {"{", R"(\{)"},
                                                      {"}", R"(\})"},
                                                      {"~", R"(\textasciitilde{})"},
                                                      {"^", R"(\textasciicircum{})"},
                                                      {"\\", R"(\textbackslash{})"},
                                                      {"<", "$<$"},
                                                      {">", "$>$"},
                                                      {"|", "$|$"},
                                                      {"\n", " "},
                                                      {"\"", "''"},
                                                      {"*", "{*}"},
                                                      {"[", "{[}"},
                                                      {"]", "{]}"},
                                                      {"†", R"(\dag{})"},
                                                      {"−", "$-$"},
                                                      {"≤", R"($\le$)"},
                                                      {"≥", R"($\ge$)"},
                                                      {"±", R"($\pm$)"},
                                                      {"×", R"($\times$)"},
                                                      {"α", R"($\alpha$)"},
                                                      {"β", R"($\beta$)"},
                                                      {"γ", R"($\gamma$)"},
                                                      {"δ", R"($\delta$)"},
                                                      {"ε", R"($\epsilon$)"},
                                                      {"η", R"($\eta$)"},
                                                      {"θ", R"($\theta$)"},
                                                      {"κ", R"($\kappa$)"},
                                                      {"λ", R"($\lambda$)"},
                                                      {"μ", R"($\mu$)"},
                                                      {"ν", R"($\nu$)"},
                                                      {"ξ", R"($\xi$)"},
                                                      {"π", R"($\pi$)"},
                                                      {"ρ", R"($\rho$)"},
                                                      {"σ", R"($\sigma$)"},
                                                      {"τ", R"($\tau$)"},
                                                      {"φ", R"($\phi$)"},
                                                      {"χ", R"($\chi$)"},
                                                      {"ψ", R"($\psi$)"},
                                                      {"ω", R"($\omega$)"},
                                                      {"Ψ", R"($\Psi$)"},
                                                      {"Σ", R"($\Sigma$)"},
                                                      {"Ω", R"($\Omega$)"}};

/// Bytes of the UTF-8 character that starts with this one.
std::size_t length_of(char lead) {
  const auto byte = static_cast<unsigned char>(lead);
  return byte < 0x80 ? 1 : byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4;
}

} // namespace

std::string latex_escaped(const std::string& text) {
  std::string out;
  for (std::size_t i = 0, length; i < text.size(); i += length) {
    length = length_of(text[i]);
    const std::string character = text.substr(i, length);
    const auto found = replacements.find(character);
    out += found == replacements.end() ? character : found->second;
  }
  return out;
}

} // namespace results
