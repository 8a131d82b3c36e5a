#include "core/contract.hpp"
#include "results/page/report_page.hpp"
#include "results/render/render.hpp"
#include "tests/fuzz/harness.hpp"

namespace fuzz {
namespace {

template <class Report>
void ask(Report report) {
  try {
    report();
  } catch (const core::UserError&) {
    // the layout does not fit the design
  }
}

} // namespace

void all_reports(const results::Results& stored) {
  using results::Format;
  for (const Format format : {Format::text, Format::markdown, Format::latex, Format::csv, Format::html,
                              Format::svg, Format::rows, Format::json})
    ask([&] { results::render(stored, format); });
  ask([&] { results::render_answer(stored); });
  ask([&] { results::report_page(stored); });
}

} // namespace fuzz
