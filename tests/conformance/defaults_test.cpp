#include <fstream>
#include <iterator>
#include <map>
#include <sstream>

#include "experiments/catalog/methods.hpp"
#include "tests/conformance/settings.hpp"
#include "tests/support/catch.hpp"

// A parameter at its default is no part of the names of keys and random streams. So a default that changes,
// or a parameter that goes, needs a higher revision of its entry, or stored numbers would be taken for
// others; a parameter that is new and leaves things as they were needs none. `test_conformance "[renew]"`
// writes the pinned defaults anew.
namespace {

using Defaults = std::map<std::string, std::string>; // "methods bins revision 1 folds" -> its default

const std::string pinned = std::string(MARGINLAB_SOURCE_DIR) + "/tests/conformance/defaults.txt";

void add(Defaults& out, const std::string& kind, const std::vector<core::Entry>& entries) {
  for (const core::Entry& entry : entries) {
    const std::string place = kind + " " + entry.id + " revision " + std::to_string(entry.revision);
    out[place] = "listed";
    for (const core::ParameterSpec& spec : entry.parameters)
      out[place + " " + spec.key] = spec.fallback ? core::canonical(*spec.fallback) : "required";
  }
}

Defaults defaults() {
  const experiments::Catalogue& all = experiments::catalogue();
  Defaults out;
  add(out, "data", all.data);
  add(out, "classifiers", all.classifiers);
  add(out, "methods", all.methods);
  add(out, "criteria", all.criteria);
  return out;
}

std::string text_of(const Defaults& defaults) {
  std::string out;
  for (const auto& [place, value] : defaults) out += place + " = " + value + "\n";
  return out;
}

Defaults read(const std::string& text) {
  Defaults out;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);)
    out[line.substr(0, line.find(" = "))] = line.substr(line.find(" = ") + 3);
  return out;
}

/// The pinned places of entries that are still listed at the same revision, but have another default there or
/// none.
std::string moved_without_revision(const Defaults& golden, const Defaults& now) {
  std::string out;
  for (const auto& [place, value] : golden) {
    const std::string entry = place.substr(0, place.find(' ', place.find(" revision ") + 10));
    const auto found = now.find(place);
    if (now.contains(entry) && (found == now.end() || found->second != value))
      out +=
          place + " = " + value + (found == now.end() ? " is gone\n" : " has become " + found->second + "\n");
  }
  return out;
}

} // namespace

TEST_CASE("a default that moves without a higher revision is found, and nothing else is",
          "[conformance][golden]") {
  const Defaults golden{{"methods a revision 1", "listed"}, {"methods a revision 1 k", "5"}};
  CHECK(read(text_of(golden)) == golden);
  CHECK(moved_without_revision(golden, golden).empty());
  Defaults other = golden;
  other["methods a revision 1 k"] = "6";
  CHECK(moved_without_revision(golden, other) == "methods a revision 1 k = 5 has become 6\n");
  other.erase("methods a revision 1 k");
  CHECK(moved_without_revision(golden, other) == "methods a revision 1 k = 5 is gone\n");
  CHECK(moved_without_revision(golden, {{"methods a revision 2", "listed"}, {"methods a revision 2 k", "6"}})
            .empty());
  other = golden;
  other["methods a revision 1 added"] = "0";
  CHECK(moved_without_revision(golden, other).empty());
}

TEST_CASE("no default has moved without a higher revision, and every default is pinned",
          "[conformance][golden]") {
  std::ifstream in(pinned);
  const std::string golden{std::istreambuf_iterator<char>(in), {}};
  CHECK(moved_without_revision(read(golden), defaults()) == "");
  CHECK(golden == text_of(defaults()));
}

namespace {

/// Without where a user's program lies, which no text has.
core::Parameters stored(const core::Choice& method) {
  const auto& specs = experiments::find(experiments::methods(), method.id).entry.parameters;
  return core::with_defaults(core::without_defaults(method.parameters, specs), specs);
}

} // namespace

TEST_CASE("what stands at its default is left out of a canonical text and read back from it",
          "[conformance]") {
  for (const auto& setting : conformance::every_setting()) {
    const experiments::Setting back = experiments::parse_setting(canonical(setting));
    CHECK(back.data.parameters.values() == setting.data.parameters.values());
    CHECK(back.classifier.parameters.values() == setting.classifier.parameters.values());
    CHECK(back.method.parameters.values() == stored(setting.method).values());
    CHECK(back.tuning.parameters.values() == setting.tuning.parameters.values());
  }
  core::ParameterSpec mode{.key = "mode", .kind = core::Kind::text, .fallback = std::string("plain")};
  core::ParameterSpec size{.key = "size", .kind = core::Kind::integer, .fallback = std::int64_t{5}};
  size.only_with = {{"mode", "large"}};
  core::Parameters all;
  all.set("mode", std::string("large"));
  all.set("size", std::int64_t{5});
  CHECK(core::without_defaults(all, {size, mode}).values().size() == 1);
  CHECK(core::with_defaults(core::without_defaults(all, {size, mode}), {size, mode}).values() ==
        all.values());
  CHECK(core::with_defaults({}, {size, mode}).values().size() == 1);
  CHECK(core::canonical(
            core::Choice{"a", "", "", 1, core::without_defaults(core::with_defaults({}, {mode}), {mode})}) ==
        R"({"id":"a","parameters":{},"revision":1})");
}

TEST_CASE("renew the pinned defaults", "[.][renew]") {
  std::ofstream(pinned) << text_of(defaults());
}
