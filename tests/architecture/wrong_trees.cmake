# Every check of the sources is asked about small trees whose answer is known: it must refuse the wrong ones, naming
# what is wrong, and accept the right ones.   cmake -D CHECKS=<this folder> -D TREES=<scratch> -P wrong_trees.cmake
cmake_minimum_required(VERSION 3.25)

# Runs a check on a tree of the files <path> <text> ...
function(ask check)
  file(REMOVE_RECURSE ${TREES})
  while(ARGN)
    list(POP_FRONT ARGN path text)
    file(WRITE ${TREES}/${path} "${text}\n")
  endwhile()
  execute_process(COMMAND ${CMAKE_COMMAND} -D ROOT=${TREES} -P ${CHECKS}/${check}.cmake
                  RESULT_VARIABLE code OUTPUT_VARIABLE said ERROR_VARIABLE said)
  set(code ${code} PARENT_SCOPE)
  set(said "${said}" PARENT_SCOPE)
endfunction()

# refused(<check> <words of the complaint> <path> <text> ...)
function(refused check words)
  ask(${check} ${ARGN})
  string(FIND "${said}" "${words}" place)
  if(code EQUAL 0 OR place EQUAL -1)
    message(SEND_ERROR "${check} should refuse this with '${words}': ${ARGN}\nit said: ${said}")
  endif()
endfunction()

function(accepted check)
  ask(${check} ${ARGN})
  if(NOT code EQUAL 0)
    message(SEND_ERROR "${check} should accept this: ${ARGN}\nit said: ${said}")
  endif()
endfunction()

# layering: layers
refused(layering "core/a.cpp: may not include \"results/record/record.hpp\"" core/a.cpp "#include \"results/record/record.hpp\"")
refused(layering "core sees core" core/a.hpp "#include \"datasets/draw.hpp\"")
refused(layering "core sees core" core/a.hpp "#  include \"experiments/plan/study.hpp\"")
refused(layering "datasets sees" datasets/a.hpp "#include \"results/record/record.hpp\"")
refused(layering "datasets sees" datasets/a.hpp "#include \"experiments/plan/study.hpp\"")
refused(layering "results sees" results/store/hdf5/a.cpp "#include \"datasets/draw.hpp\"")
refused(layering "results sees" results/a.cpp "#include \"experiments/plan/study.hpp\"")
refused(layering "experiments sees" experiments/cli/a.cpp "#include \"capi/marginlab.h\"")
refused(layering "not written from the root" core/kernel/a.cpp "#include \"kernel.hpp\"")
refused(layering "not written from the root" core/kernel/a.cpp "#include \"../types.hpp\"")
refused(layering "not written from the root" core/a.cpp "#include \"Eigen/Core\"")
refused(layering "2 violations" core/a.cpp "#include \"results/a.hpp\"\nint x\n#include \"datasets/a.hpp\"")

# layering: libraries
refused(layering "may not include <yaml-cpp/yaml.h>" core/a.cpp "#include <yaml-cpp/yaml.h>")
refused(layering "may not include <yaml-cpp/yaml.h>" results/a.cpp "#include <yaml-cpp/yaml.h>")
refused(layering "yaml-cpp belongs to one file" experiments/a.cpp "#include <yaml-cpp/yaml.h>"
        experiments/config/b.cpp "#include <yaml-cpp/node/node.h>")
refused(layering "may not include <CLI/CLI.hpp>" experiments/run/a.cpp "#include <CLI/CLI.hpp>")
refused(layering "may not include <omp.h>" experiments/run/compute.cpp "#include <omp.h>")
refused(layering "may not include <omp.h>" core/schedule.cpp "#include <omp.h>")
refused(layering "starts threads" core/kernel/a.cpp "#pragma omp parallel for")
refused(layering "starts threads" experiments/run/compute.cpp "  #  pragma omp critical")
refused(layering "may not include <hdf5.h>" results/store.cpp "#include <hdf5.h>")
refused(layering "may not include <hdf5_hl.h>" experiments/a.cpp "#include <hdf5_hl.h>")
refused(layering "may not include <H5Cpp.h>" results/a.cpp "#include <H5Cpp.h>")
refused(layering "may not include <spdlog/spdlog.h>" core/a.cpp "#include <spdlog/spdlog.h>")
refused(layering "may not include <spdlog/spdlog.h>" results/a.cpp "#include <spdlog/spdlog.h>")
refused(layering "may not include <openssl/sha.h>" core/random/a.cpp "#include <openssl/sha.h>")
refused(layering "may not include <openssl/sha.h>" results/a.cpp "#include <openssl/sha.h>")
refused(layering "may not include <fmt/format.h>" core/a.cpp "#include <fmt/format.h>")
refused(layering "may not include <time.h>" core/a.cpp "#include <time.h>")
refused(layering "may not include <Random123/philox.h>" datasets/a.cpp "#include <Random123/philox.h>")
refused(layering "may not include <nlohmann/json.hpp>" core/a.cpp "#include <nlohmann/json.hpp>")
refused(layering "may not include <iostream>" core/a.cpp "#include <iostream>")
refused(layering "may not include <chrono>" core/a.cpp "#include <chrono>")
refused(layering "may not include <chrono>" datasets/a.cpp "#include <chrono>")
refused(layering "may not include <mutex>" datasets/protocol/a.cpp "#include <mutex>")
refused(layering "may not include <zlib.h>" datasets/real/a.cpp "#include <zlib.h>")
refused(layering "may not include <curl/curl.h>" experiments/a.cpp "#include <curl/curl.h>")
refused(layering "has no row" core/a.cpp "#include <boost/math/special_functions/beta.hpp>")
refused(layering "has no row" core/probability/scaling/beta_law.cpp "#include <boost/math/distributions/beta.hpp>")
refused(layering "may not include <boost/math/distributions/students_t.hpp>" core/a.cpp
        "#include <boost/math/distributions/students_t.hpp>")
refused(layering "has no row" results/a.cpp "#include <math.h>")

accepted(layering
  core/sample/types.hpp "#pragma once\n#include <Eigen/Core>\n#include <vector>"
  core/random/sha256.cpp "#include <openssl/evp.h>"
  core/random/stream.cpp "#include <Random123/philox.h>\n#include \"core/sample/types.hpp\""
  results/report/panels/paired_tests.cpp "#include <boost/math/distributions/students_t.hpp>"
  core/comment.cpp "// the schedule alone may #include <omp.h>"
  datasets/a.cpp "#include \"core/sample/types.hpp\"\n#include <fstream>"
  results/store/hdf5/a.cpp "#include <hdf5.h>\n#include <unistd.h>\n#include \"results/record/record.hpp\""
  experiments/config/read.cpp "#include <yaml-cpp/yaml.h>"
  experiments/run/threads.cpp "#include <omp.h>\n#pragma omp parallel"
  experiments/cli/a.cpp "#include <CLI/CLI.hpp>\n#include \"experiments/run/run.hpp\"\n#include \"datasets/a.hpp\"\n#include \"results/record/record.hpp\""
  tests/core/a.cpp "#include <libsvm/svm.h>")

# rooms
refused(rooms "results/record/a.hpp: may not include \"results/store/b.hpp\"" results/record/a.hpp "#include \"results/store/b.hpp\"")
refused(rooms "results/store lies above" results/statistics/a.cpp "#include \"results/store/journal.hpp\"")
refused(rooms "results/store/hdf5 lies above" results/store/a.cpp "#include \"results/store/hdf5/file.hpp\"")
refused(rooms "results/format lies above" results/report/a.cpp "#include \"results/format/text.hpp\"")
refused(rooms "results/format lies above" results/report/panels/a.cpp "#  include \"results/format/csv.hpp\"")
refused(rooms "experiments/plan lies above" experiments/catalog/a.cpp "#include \"experiments/plan/plan.hpp\"")
refused(rooms "experiments/cli lies above" experiments/run/a.cpp "#include \"experiments/cli/program.hpp\"")
refused(rooms "experiments/mpi lies above" experiments/cli/a.cpp "#include \"experiments/mpi/ranks.hpp\"")
refused(rooms "experiments/slurm is a neighbour" experiments/verify/a.cpp "#include \"experiments/slurm/submit.hpp\"")
refused(rooms "experiments/verify is a neighbour" experiments/model/a.cpp "#include \"experiments/verify/diff.hpp\"")
refused(rooms "core/solver/path lies above" core/solver/margin/a.hpp "#include \"core/solver/path/elbow.hpp\"")
refused(rooms "core/loss lies above" core/sample/a.cpp "#include \"core/loss/logistic.hpp\"")
refused(rooms "core/solver/logistic is a neighbour" core/solver/margin/a.cpp "#include \"core/solver/logistic/duality.hpp\"")
refused(rooms "datasets lies above" datasets/real/a.hpp "#include \"datasets/catalog.hpp\"")
refused(rooms "core/a/b.hpp: lies in no room" core/a/b.hpp "#pragma once")
refused(rooms "which has no room" experiments/run/a.cpp "#include \"experiments/attic/b.hpp\"")
refused(rooms "experiments/attic/b.hpp: lies in no room" experiments/attic/b.hpp "")
refused(rooms "experiments/a.hpp: lies in no room" experiments/a.hpp "")
refused(rooms "results/report/panels/old/a.hpp: lies in no room" results/report/panels/old/a.hpp "")
refused(rooms "2 violations" results/record/a.cpp "#include \"results/store/a.hpp\"\nint x\n#include \"results/format/a.hpp\"")
foreach(unit RANGE 1 16)
  list(APPEND units_16 core/solver/unit_${unit}.cpp "" core/solver/unit_${unit}.hpp "")
endforeach()
refused(rooms "core/solver: 17 units, 16 are the most" ${units_16} core/solver/further.hpp "")
accepted(rooms ${units_16} core/solver/logistic/further.hpp "")
accepted(rooms
  experiments/main.cpp "#include \"experiments/cli/program.hpp\""
  capi/a.cpp "#include \"experiments/model/fit.hpp\""
  experiments/cli/a.cpp "#include \"experiments/run/run.hpp\"\n#include \"experiments/cli/program.hpp\""
  experiments/plan/a.cpp "// never #include \"experiments/cli/program.hpp\"\n#include \"experiments/terminal/terminal.hpp\""
  experiments/model/a.cpp "#include \"results/store/hdf5/model_file.hpp\"\n#include \"core/sample/types.hpp\""
  results/store/hdf5/a.cpp "#include \"results/store/journal.hpp\"\n#include \"results/record/record.hpp\""
  results/format/a.cpp "#include \"results/report/panels/order.hpp\"\n#include \"results/report/document.hpp\"")

# circles
refused(circles "core/a: includes itself by a circle: core/a -> core/b -> core/a"
  core/a.hpp "#include \"core/b.hpp\"" core/b.hpp "#pragma once" core/b.cpp "#include \"core/b.hpp\"\n#include \"core/a.hpp\"")
refused(circles "includes itself by a circle: core/b -> results/c -> core/b"
  core/a.hpp "#include \"core/b.hpp\"" core/b.hpp "#include \"results/c.hpp\"" results/c.hpp "#  include \"core/b.hpp\"")
accepted(circles core/a.hpp "#include \"core/b.hpp\"" core/a.cpp "#include \"core/a.hpp\"\n#include \"core/b.hpp\""
  core/b.hpp "// never #include \"core/a.hpp\"" core/c.cpp "#include \"core/a.hpp\"\n#include <vector>")

# own_header_first
refused(own_header_first "core/a.cpp: begins with #include <vector>" core/a.hpp "#pragma once"
        core/a.cpp "#include <vector>\n#include \"core/a.hpp\"")
refused(own_header_first "core/a.cpp: begins with  instead" core/a.hpp "#pragma once" core/a.cpp "int x")
refused(own_header_first "core/a.hpp: begins with #include <vector>" core/a.hpp "#include <vector>\n#pragma once")
refused(own_header_first "core/a.hpp: begins with  instead" core/a.hpp "// #pragma once")
accepted(own_header_first core/a.hpp "// the problem\n#pragma once\n#include <vector>"
         core/a.cpp "#include \"core/a.hpp\"\n#include <vector>" core/b.cpp "#include <vector>")

# determinism
refused(determinism "std::normal_distribution" datasets/a.cpp "std::normal_distribution<double> normal(0, 1)")
refused(determinism "std::shuffle" core/a.cpp "  std::shuffle(begin, end, generator)")
refused(determinism "std::random_device" experiments/a.cpp "std::random_device device")
refused(determinism "rand()" core/a.cpp "const int draw = rand() % 5")
refused(determinism "Random(3, 2)" datasets/a.cpp "const Matrix x = Matrix::Random(3, 2)")
refused(determinism "-march=native" CMakeLists.txt "add_compile_options(-march=native)")
refused(determinism "-ffast-math" CMakePresets.json "\"CMAKE_CXX_FLAGS\": \"-ffast-math\"")
refused(determinism "std::exp" core/kernel/a.cpp "const double k = std::exp(-d)")
refused(determinism "std::sin" datasets/a.cpp "x = std::sin(angle)")
refused(determinism ".log" core/a.cpp "const Vector l = p.array().log()")
refused(determinism "setCpuCacheSizes" experiments/a.cpp "  Eigen::setCpuCacheSizes(1, 2, 3)")
refused(determinism "EIGEN_DEFAULT_L1" core/a.hpp "#define EIGEN_DEFAULT_L1_CACHE_SIZE 65536")
accepted(determinism core/estimate/draw_cache.cpp "  Eigen::setCpuCacheSizes(first, second, third)")
accepted(determinism core/elementary/a.cpp "return std::log(x)" results/a.cpp "return std::erfc(z)")
accepted(determinism core/a.cpp "// unlike std::shuffle, the same everywhere\nstream.shuffle(folds)"
         CMakeLists.txt "add_compile_options(-Wall -ffp-contract=off)")

# file_budget
string(REPEAT "\n" 499 lines_500)
string(REPEAT "\n" 500 lines_501)
refused(file_budget "core/long.cpp: 501 lines" core/long.cpp "${lines_501}" core/a.hpp "")
refused(file_budget "tests/long.cmake: 501 lines" tests/long.cmake "${lines_501}")
refused(file_budget "no sources" README.md "")
accepted(file_budget core/long.cpp "${lines_500}" core/longer.cpp "${lines_500}")

# plain_names
refused(plain_names "a file name with helper" core/svm_helper.hpp "")
refused(plain_names "a file name with util" tests/core/utils.cpp "")
refused(plain_names "class CellManager" experiments/a.hpp "class CellManager {")
refused(plain_names "struct GramHelper" core/a.hpp "  struct GramHelper {")
refused(plain_names "namespace utils" core/a.hpp "namespace utils {")
refused(plain_names "--out writes" tests/core/a.cpp "TEST_CASE(\"--out writes\") {")
refused(plain_names "~ is home" tests/core/a.cpp "TEST_CASE(\n    \"~ is home\",\n    \"[tag]\") {")
accepted(plain_names tests/core/a.cpp "TEST_CASE(\"what --out writes\", \"[tag]\") {")
accepted(plain_names core/a.hpp "struct Kernel {  // without the help of a class Manager")

# no_machine_paths
string(CONCAT folder "/" "tmp")
refused(no_machine_paths "a path of one machine" core/a.cpp "// see ${folder}/notes")
refused(no_machine_paths "README.md" README.md "results lie in\n${folder}/out")
string(CONCAT folder "/" "home")
refused(no_machine_paths "a path of one machine" configs/a.yaml "file: ${folder}/me/data.csv")
accepted(no_machine_paths README.md "core/solver and runs/work/ are folders of the tree")

# pages
refused(pages "README.md: names core/lost.hpp" README.md "see `core/lost.hpp`" core/found.hpp "")
refused(pages "names lost_test.cpp" docs/a.md "`found_test.cpp` and `lost_test.cpp`" tests/core/found_test.cpp "")
refused(pages "names found.hpp" README.md "`found.hpp`" core/unfound.hpp "")
refused(pages "docs/a.md: links to ../core/lost.md" docs/a.md "see [it](../core/lost.md#part)" core/found.md "")
accepted(pages docs/a.md "[it](../core/found.md#part), [that](https://example.org/x), [there](#below)" core/found.md "")
accepted(pages README.md "`core/found.hpp`, `found.hpp`, `./marginlab run x`" core/found.hpp "")

# quotes
set(quoted "\n```\ng++  run  compiles\n```\n")
refused(quotes "does not quote" scripts/packages.txt "g++  run  compiles\ncmake  run  builds" docs/fresh-machine.md "${quoted}")
accepted(quotes scripts/packages.txt "g++  run  compiles" docs/fresh-machine.md "${quoted}")

# version
set(build CMakeLists.txt "project(marginlab VERSION 1.2.0 LANGUAGES CXX)")
set(changes CHANGELOG.md "# Changelog\n\n## [Unreleased]")
refused(version "says version '1.1.0', CMakeLists.txt '1.2.0'" ${build} ${changes} CITATION.cff "title: x\nversion: 1.1.0")
refused(version "says version ''" ${build} ${changes} CITATION.cff "cff-version: 1.2.0")
refused(version "says no version" CMakeLists.txt "project(marginlab)" ${changes} CITATION.cff "version: 1.2.0")
refused(version "CHANGELOG.md: has a section neither" ${build} CHANGELOG.md "# Changelog\n\n## [1.1.0]"
        CITATION.cff "version: 1.2.0")
accepted(version ${build} ${changes} CITATION.cff "cff-version: 1.2.0\nversion: 1.2.0")
