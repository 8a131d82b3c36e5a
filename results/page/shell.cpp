#include "results/page/shell.hpp"

#include <array>
#include <cstdint>
#include <string_view>

#include "core/random/sha256.hpp"
#include "results/format/svg.hpp"
#include "results/page/embedded.hpp"

namespace results {
namespace {

std::string base64(const std::array<std::uint8_t, 32>& bytes) {
  constexpr std::string_view digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string out;
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    std::uint32_t three = 0;
    for (std::size_t k = 0; k < 3; ++k) three = three << 8U | (i + k < bytes.size() ? bytes[i + k] : 0U);
    for (std::size_t k = 0; k < 4; ++k)
      out += i + k > bytes.size() ? '=' : digits[three >> (18 - 6 * k) & 63U];
  }
  return out;
}

std::string source_of_bytes(std::string_view text) {
  return "'sha256-" + base64(core::sha256(text)) + "'";
}

std::string policy(bool has_script) {
  return "default-src 'none'; style-src " + source_of_bytes(page_css) +
         (has_script ? "; script-src " + source_of_bytes(page_js) : "") +
         "; img-src data:; base-uri 'none'; form-action 'none'";
}

} // namespace

std::string whole_page(const PageParts& parts) {
  const bool has_script = !parts.data.empty();
  std::string out =
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n"
      "<meta http-equiv=\"Content-Security-Policy\" content=\"" +
      policy(has_script) +
      "\"/>\n<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n"
      "<meta name=\"color-scheme\" content=\"light dark\"/>\n<link rel=\"icon\" href=\"data:,\"/>\n<title>" +
      xml_escaped(parts.title) + "</title>\n<style>" + std::string(page_css) + "</style>\n</head>\n<body>\n";
  if (!parts.skip_to.empty()) out += "<a class=\"skip\" href=\"#" + parts.skip_to + "\">To the table</a>\n";
  out += "<main>\n" + parts.body + "</main>\n" + parts.after;
  if (has_script)
    out += "<script type=\"application/json\" id=\"data\">" + parts.data + "</script>\n<script>" +
           std::string(page_js) + "</script>\n";
  return out + "</body>\n</html>\n";
}

std::string theme_button() {
  return "<button id=\"theme\" type=\"button\" hidden=\"hidden\" aria-label=\"light or "
         "dark\">\u25d0</button>";
}

std::string dialog() {
  return "<dialog id=\"cell\" aria-labelledby=\"c-title\"><div class=\"dl\"><header><div><h2 id=\"c-title\" "
         "tabindex=\"-1\">A number</h2><div id=\"c-chip\"></div></div><div class=\"tools\">"
         "<button id=\"c-prev\" type=\"button\" aria-label=\"previous number\">\u2039</button>"
         "<button id=\"c-next\" type=\"button\" aria-label=\"next number\">\u203a</button>"
         "<button id=\"c-close\" type=\"button\" aria-label=\"close\">\u2715</button></div></header>\n"
         "<dl class=\"facts\" id=\"c-facts\"></dl>\n<p class=\"because\" id=\"c-why\"></p>\n"
         "<div id=\"c-figures\"></div>\n<section id=\"c-again\"><h3>Compute one replicate again, bit for bit"
         "</h3><p class=\"soft\" id=\"c-far\"></p><div class=\"cmd\"><code id=\"c-command\"></code>"
         "<button id=\"c-copy\" type=\"button\">copy</button></div></section></div></dialog>\n";
}

} // namespace results
