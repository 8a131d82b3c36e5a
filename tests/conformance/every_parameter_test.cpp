#include <cmath>

#include "experiments/config/decode.hpp"
#include "experiments/config/yaml.hpp"
#include "tests/conformance/settings.hpp"
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

/// Whether a config may say this, in the words of YAML.
bool is_read(const core::ParameterSpec& spec, const std::string& text) {
  experiments::Problems problems;
  const int source = problems.add_source({text, experiments::SourceText::Origin::argument});
  const auto node = experiments::parse_yaml(text, source, problems);
  const auto value = experiments::read_value(*node, spec, problems);
  CHECK(value.has_value() == problems.none());
  if (value) CHECK(core::accepts(spec, *value));
  return value.has_value();
}

/// A number of the parameter's kind, as a config has it.
std::string number(const core::ParameterSpec& spec, double value) {
  const bool whole = spec.kind == core::Kind::integer;
  return whole ? std::to_string(static_cast<std::int64_t>(value)) : core::shortest(value);
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

TEST_CASE("every parameter accepts its default and what its description names, and refuses all else",
          "[conformance]") {
  for (const auto& entry : everything()) {
    for (const auto& spec : entry.parameters) {
      CAPTURE(entry.id, spec.key);
      const std::string example = core::canonical(conformance::example(spec));
      CHECK(core::accepts(spec, conformance::example(spec)));
      if (example != "[]") CHECK(is_read(spec, example)); // a config leaves the key out instead
      CHECK_FALSE(is_read(spec, spec.kind == core::Kind::text ? "[word]" : "word"));
      if (spec.kind == core::Kind::text) {
        for (const std::string& word : spec.words) CHECK(is_read(spec, word));
        CHECK(is_read(spec, "no " + spec.key) == spec.words.empty());
        continue;
      }
      REQUIRE((std::isfinite(spec.least) && std::isfinite(spec.most)));
      CHECK(is_read(spec, number(spec, spec.least)));
      CHECK(is_read(spec, number(spec, spec.most)));
      CHECK_FALSE(is_read(spec, number(spec, spec.least - 1)));
      CHECK_FALSE(is_read(spec, number(spec, spec.most + std::abs(spec.most) + 1)));
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
