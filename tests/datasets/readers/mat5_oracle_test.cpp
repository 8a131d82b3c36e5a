#include <algorithm>

#include "datasets/readers/mat5.hpp"
#include "tests/datasets/refusal.hpp"
#include "tests/support/catch.hpp"

// The fixtures are what scipy.io.savemat writes of the variables below, plain and compressed.
using datasets::readers::read_file;
using datasets::readers::read_mat5;
using datasets::readers::TextFile;

namespace {

TextFile fixture(const std::string& name) {
  return {name, read_file(std::string(MARGINLAB_SOURCE_DIR) + "/tests/datasets/fixtures/" + name).bytes};
}

std::string mat5_refused(const std::string& bytes) {
  return tests::refusal([&] { read_mat5({"t.mat", bytes}); });
}

void append(std::string& bytes, std::uint32_t value) {
  for (int shift = 24; shift >= 0; shift -= 8) bytes += static_cast<char>(value >> shift & 0xff);
}

/// A 1 x 2 matrix A = [1, 258], of doubles stored as uint16, in the byte order of the big end.
std::string big_endian() {
  std::string bytes = "MATLAB 5.0 MAT-file";
  bytes.resize(124, ' ');
  bytes += std::string("\x01\x00MI", 4);
  append(bytes, 14), append(bytes, 56);                                   // a matrix of 56 bytes
  append(bytes, 6), append(bytes, 8), append(bytes, 6), append(bytes, 0); // flags: class double
  append(bytes, 5), append(bytes, 8), append(bytes, 1), append(bytes, 2); // 1 x 2
  append(bytes, 0x00010001), bytes += std::string("A\0\0\0", 4);          // its name, a small element
  append(bytes, 4), append(bytes, 4), append(bytes, 0x00010102), append(bytes, 0); // two uint16 and padding
  return bytes;
}

} // namespace

TEST_CASE("MAT: numeric matrices come back as another program wrote them, all else is left out",
          "[datasets][oracle]") {
  for (const char* name : {"plain.mat", "compressed.mat"}) {
    CAPTURE(name);
    const auto read = read_mat5(fixture(name));
    REQUIRE(read.size() == 4);
    CHECK(read.at("X") == (core::Matrix(2, 3) << 1.5, -2, 3, 4, 5e-3, 6).finished());
    CHECK(read.at("y") == core::Vector((core::Vector(2) << 1, -1).finished()));
    CHECK(read.at("small")(0, 0) == 7);
    CHECK(read.at("s") == (core::Matrix(1, 2) << 0.5, 0.25).finished());
  }
}

TEST_CASE("MAT: the byte order and the narrow types of other machines are understood", "[datasets]") {
  CHECK(read_mat5({"t.mat", big_endian()}).at("A") == (core::Matrix(1, 2) << 1, 258).finished());
}

TEST_CASE("MAT: a file that is cut off anywhere inside its variables is mat5_refused or has fewer",
          "[datasets]") {
  const std::string whole = fixture("plain.mat").bytes;
  const std::size_t variables = read_mat5({"t.mat", whole}).size();
  for (std::size_t length = 128; length < whole.size(); ++length) {
    CAPTURE(length);
    try {
      const std::size_t read = read_mat5({"t.mat", whole.substr(0, length)}).size();
      CHECK(read <= variables);
    } catch (const core::UserError& error) {
      CHECK(std::string(error.what()).starts_with("t.mat: "));
    }
  }
}

TEST_CASE("MAT: damage is an error of the file or another number, never a crash", "[datasets]") {
  const std::string whole = fixture("plain.mat").bytes;
  for (std::size_t at = 128; at < whole.size(); ++at)
    for (const char mask : {'\x01', '\x40', '\x7f'}) {
      std::string damaged = whole;
      damaged[at] = static_cast<char>(damaged[at] ^ mask);
      try {
        read_mat5({"t.mat", damaged});
      } catch (const core::UserError& error) {
        CHECK(std::string(error.what()).starts_with("t.mat: "));
      }
    }
}

TEST_CASE("MAT: another level is mat5_refused by name", "[datasets]") {
  CHECK(
      mat5_refused("MATLAB 7.3 MAT-file" + std::string(200, ' ')) ==
      "t.mat: no MATLAB file of level 5 (it does not begin with 'MATLAB 5.0'; 7.3 is HDF5) save it with -v7");
  CHECK(mat5_refused("").starts_with("t.mat: no MATLAB file of level 5"));
  CHECK(mat5_refused("MATLAB 5.0" + std::string(200, ' ')).starts_with("t.mat: no byte order in its header"));
}
