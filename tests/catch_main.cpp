#define CATCH_CONFIG_MAIN // version 3 brings its own
#include "tests/support/catch.hpp"
