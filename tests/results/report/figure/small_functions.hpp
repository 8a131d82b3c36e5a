#pragma once
#include "results/record/columns.hpp"

namespace handmade {

/// A study without cells: two pictures, of two functions and of one.
inline results::Results small_functions() {
  results::Results all;
  all.card.study = "zhang2013/small";
  all.card.title = "Two losses";
  all.card.layout.panels = {
      {"functions",
       {{"from", {"-1"}},
        {"to", {"2"}},
        {"title", {"a", "a", "b"}},
        {"function", {"hinge corner=1", "c_loss rho=0.5 u=2", "truncated_hinge classes=3"}},
        {"label", {"hinge", "C", "cut off"}}}}};
  return all;
}

} // namespace handmade
