#include <set>

#include "core/metric/metric.hpp"
#include "results/render/render.hpp"
#include "results/report/panels/compose.hpp"
#include "tests/conformance/relations.hpp"
#include "tests/conformance/settings.hpp"
#include "tests/support/catch.hpp"

// What goes over a list is green where the list is empty: so the lists themselves are looked at here, and whether
// each of their entries is met.

namespace {

/// Every setting that conformance goes over, none left out for the sanitizers' sake.
std::vector<experiments::Setting> all_settings() {
  std::vector<experiments::Setting> out;
  for (const auto& data : experiments::catalogue().data) {
    if (experiments::find(experiments::data_sets(), data.id).needs_files) continue;
    const auto more = conformance::settings_on(data, 30);
    out.insert(out.end(), more.begin(), more.end());
  }
  return out;
}

/// Of these entries, those that are in no setting.
std::set<std::string> unmet(const std::vector<core::Entry>& entries, const std::set<std::string>& met) {
  std::set<std::string> out;
  for (const core::Entry& entry : entries)
    if (!met.contains(entry.id)) out.insert(entry.id);
  return out;
}

} // namespace

TEST_CASE("the lists that conformance goes over are as long as they were, or longer", "[conformance]") {
  const auto& all = experiments::catalogue();
  CHECK(all.data.size() >= 40);
  CHECK(all.classifiers.size() >= 6);
  CHECK(all.methods.size() >= 40);
  CHECK(all.criteria.size() >= 7);
  CHECK(core::metrics().size() >= 20);
  CHECK(results::panels().size() >= 15);
  CHECK(conformance::every_setting().size() >= 400);
}

TEST_CASE("conformance meets every method, classifier and criterion, but those that tests of their own have",
          "[conformance]") {
  const auto& all = experiments::catalogue();
  std::set<std::string> methods, classifiers, criteria, data;
  for (const auto& setting : all_settings()) {
    methods.insert(setting.method.id);
    classifiers.insert(setting.classifier.id);
    criteria.insert(setting.tuning.id);
    data.insert(setting.data.id);
  }
  std::set<std::string> of_studies;
  for (const core::Entry& method : all.methods)
    if (conformance::is_of_studies(method)) of_studies.insert(method.id);
  CHECK(unmet(all.methods, methods) == of_studies);
  CHECK(of_studies == std::set<std::string>{"computed_elsewhere", "external"});
  CHECK(unmet(all.classifiers, classifiers).empty());
  CHECK(unmet(all.criteria, criteria) == std::set<std::string>{"prior_step"});
  for (const std::string& id : unmet(all.data, data))
    CHECK(experiments::find(experiments::data_sets(), id).needs_files);
}

TEST_CASE("relations between settings have settings to look at", "[conformance]") {
  for (const char* id :
       {"wang2008/example1", "ruping2004/two_normals", "wu2010/example1", "wu2010/example4"}) {
    CAPTURE(id);
    CHECK(conformance::simulated(id).id == id);
    CHECK(conformance::fixed_settings_on(conformance::simulated(id), 30).size() >= 10);
  }
}
