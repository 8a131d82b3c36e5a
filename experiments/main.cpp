#include "experiments/cli/program.hpp"

int main(int argc, char** argv) {
  return experiments::program(argc, argv, experiments::run);
}
