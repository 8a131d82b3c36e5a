#include "experiments/run/subprocess.hpp"

#include <cstdlib>

#include "core/contract.hpp"
#include "tests/datasets/temporary_folder.hpp"
#include "tests/support/catch.hpp"

using experiments::call;

TEST_CASE("a program that is not there is told apart from one that fails", "[degenerate]") {
  CHECK_FALSE(call({.words = {"no-such-program-anywhere"}}).has_value());
  CHECK(call({.words = {"false"}})->code == 1);
  CHECK(call({.words = {"sh", "-c", "kill -9 $$"}})->code == 128 + 9);
  const tests::TemporaryFolder folder;
  CHECK_THROWS_AS(call({.words = {folder.write("not executable", "").string()}}), core::UserError);
}

TEST_CASE("a program gets its very words and its folder, and its output comes back whole", "[oracle]") {
  const tests::TemporaryFolder folder;
  CHECK(call({.words = {"printf", "%s|", "a b", "", "$HOME", "'*'"}})->said == "a b||$HOME|'*'|");
  CHECK(call({.words = {"pwd", "-P"}, .folder = folder.path()})->said == folder.path().string() + "\n");
  CHECK(call({.words = {"seq", "1", "100000"}})->said.size() == 588895);
}

TEST_CASE("a variable of the caller's environment goes before the one that is offered", "[manufactured]") {
  const tests::EnvironmentVariable mine("MARGINLAB_CALL_TEST", "mine");
  const experiments::Call echo{.words = {"sh", "-c", "echo $MARGINLAB_CALL_TEST $MARGINLAB_CALL"},
                               .environment = {"MARGINLAB_CALL_TEST=theirs", "MARGINLAB_CALL=offered"}};
  CHECK(call(echo)->said == "mine offered\n");
}
