#include "core/probability/draw_cache.hpp"

#include <array>
#include <barrier>
#include <thread>

#include "tests/support/catch.hpp"
#include "tests/support/margin_samples.hpp"

using namespace core;

TEST_CASE("threads that ask for a kernel's matrices at the same time are given the same ones",
          "[probability][reproducibility]") {
  const Sample train = tests::example1(200, 1), test = tests::example1(50, 2);
  const KernelChoice choice{Kernel::Shape::gaussian, KernelChoice::SigmaUnit::absolute, 0.7};
  const Kernel kernel = choice.on(train);
  const Matrix gram = kernel.gram(train.x), cross = kernel.cross_gram(test.x, train.x);
  constexpr std::size_t count = 6;
  for (int round = 0; round < 20; ++round) {
    DrawCache cache({train, {}, test}, {1, "threads", round});
    std::array<const Matrix*, count> grams{}, crosses{};
    std::barrier begin(count);
    {
      std::vector<std::jthread> threads;
      for (std::size_t k = 0; k < count; ++k)
        threads.emplace_back([&, k] {
          begin.arrive_and_wait();
          KernelCache& mine = cache.kernel(choice);
          if (k % 2 == 0) crosses[k] = &mine.against_train(Points::Part::test);
          grams[k] = &mine.gram();
          crosses[k] = &mine.against_train(Points::Part::test);
        });
    }
    for (std::size_t k = 0; k < count; ++k) CHECK((grams[k] == grams[0] && crosses[k] == crosses[0]));
    CHECK(*grams[0] == gram);
    CHECK(*crosses[0] == cross);
  }
}

TEST_CASE("pieces of a draw's work are carried out once each, one after the other or as somebody says",
          "[probability]") {
  DrawCache cache({tests::example1(10, 1), {}, {}}, {1, "pieces", 0});
  std::vector<std::size_t> seen;
  const auto see = [&](std::size_t i) { seen.push_back(i); };
  cache.for_each(3, see);
  CHECK(seen == std::vector<std::size_t>{0, 1, 2});
  cache.share_out([](std::size_t pieces, const std::function<void(std::size_t)>& work) {
    while (pieces > 0) work(--pieces);
  });
  cache.for_each(2, see);
  cache.for_each(0, see);
  CHECK(seen == std::vector<std::size_t>{0, 1, 2, 1, 0});
}
