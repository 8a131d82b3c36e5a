#include <algorithm>

#include "experiments/catalog/methods.hpp"
#include "tests/support/catch.hpp"

// Whatever is listed is tested because it is listed.
namespace {

std::vector<core::Entry> everything() {
  const auto& all = experiments::catalogue();
  std::vector<core::Entry> out;
  for (const auto* kind : {&all.data, &all.classifiers, &all.methods, &all.criteria}) {
    out.insert(out.end(), kind->begin(), kind->end());
  }
  return out;
}

bool numbers_within(const core::ParameterSpec& spec, const core::Value& value) {
  const auto within = [&](double v) { return v >= spec.least && v <= spec.most; };
  if (value.index() != static_cast<std::size_t>(spec.kind)) return false;
  if (const auto* v = std::get_if<std::int64_t>(&value)) return within(static_cast<double>(*v));
  if (const auto* v = std::get_if<double>(&value)) return within(*v);
  if (const auto* v = std::get_if<std::vector<double>>(&value))
    return std::all_of(v->begin(), v->end(), within);
  const auto& text = std::get<std::string>(value);
  return spec.words.empty() || std::find(spec.words.begin(), spec.words.end(), text) != spec.words.end();
}

} // namespace

TEST_CASE("every listed thing has an id, a label, a meaning and parameters with meanings", "[conformance]") {
  for (const auto& entry : everything()) {
    CAPTURE(entry.id);
    CHECK_FALSE(entry.id.empty());
    CHECK_FALSE(entry.label.empty());
    CHECK_FALSE(entry.meaning.empty());
    CHECK(entry.revision >= 1);
    for (const auto& spec : entry.parameters) {
      CAPTURE(spec.key);
      CHECK_FALSE(spec.meaning.empty());
    }
  }
}

TEST_CASE("every parameter accepts its good example and its default, and refuses its bad one",
          "[conformance]") {
  for (const auto& entry : everything()) {
    for (const auto& spec : entry.parameters) {
      CAPTURE(entry.id, spec.key);
      CHECK(numbers_within(spec, spec.good));
      CHECK_FALSE(numbers_within(spec, spec.bad));
      if (spec.fallback) CHECK(numbers_within(spec, *spec.fallback));
      CHECK(spec.good.index() == static_cast<std::size_t>(spec.kind));
    }
  }
}

TEST_CASE("ids are unique in each catalogue", "[conformance]") {
  const auto& all = experiments::catalogue();
  for (const auto* kind : {&all.data, &all.classifiers, &all.methods, &all.criteria}) {
    for (std::size_t i = 0; i < kind->size(); ++i) {
      for (std::size_t j = i + 1; j < kind->size(); ++j) CHECK((*kind)[i].id != (*kind)[j].id);
    }
  }
}
