#include "datasets/readers/gzip.hpp"

#include <zlib.h>

#include <array>

#include "core/contract.hpp"

namespace datasets::readers {
namespace {

constexpr int gzip_wrapper = 16 + MAX_WBITS, zlib_wrapper = MAX_WBITS;
constexpr std::size_t most_unpacked = std::size_t{4} << 30;

/// One stream of zlib, ended whatever happens.
class Inflation {
 public:
  explicit Inflation(int wrapper) { core::expect(inflateInit2(&stream_, wrapper) == Z_OK, "zlib begins"); }
  ~Inflation() { inflateEnd(&stream_); }
  Inflation(const Inflation&) = delete;
  Inflation& operator=(const Inflation&) = delete;

  /// Appends one member to `out`; returns how many bytes of `in` it took.
  std::size_t unpack(std::string_view in, std::string& out, const std::string& name) {
    // zlib does not write to its input, but its type does not say so.
    stream_.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(in.data()));
    stream_.avail_in = static_cast<uInt>(in.size());
    std::array<char, 1 << 16> block;
    int code = Z_OK;
    while (code != Z_STREAM_END) {
      stream_.next_out = reinterpret_cast<Bytef*>(block.data());
      stream_.avail_out = static_cast<uInt>(block.size());
      code = inflate(&stream_, Z_NO_FLUSH);
      core::require(code != Z_BUF_ERROR, name + ": the compressed data end too early (after " +
                                             std::to_string(out.size()) +
                                             " unpacked bytes; the file is cut off) get the file again");
      core::require(code == Z_OK || code == Z_STREAM_END,
                    name + ": the compressed data are damaged (" +
                        (stream_.msg != nullptr ? stream_.msg : "zlib refuses them") +
                        ") get the file again");
      out.append(block.data(), block.size() - stream_.avail_out);
      core::require(out.size() <= most_unpacked,
                    name + ": more than 4 GiB unpacked (too large to be read whole) split the file");
    }
    return in.size() - stream_.avail_in;
  }

 private:
  z_stream stream_{};
};

} // namespace

bool is_gzip(std::string_view bytes) {
  return bytes.size() >= 2 && bytes[0] == '\x1f' && bytes[1] == '\x8b';
}

std::string gunzip(std::string_view bytes, const std::string& name) {
  std::string out;
  while (!bytes.empty()) {
    core::require(is_gzip(bytes),
                  name + ": " + std::to_string(bytes.size()) +
                      " bytes behind the compressed data (they are no gzip) get the file again");
    core::require(bytes.size() < most_unpacked, name + ": more than 4 GiB (too large) split the file");
    bytes.remove_prefix(Inflation(gzip_wrapper).unpack(bytes, out, name));
  }
  return out;
}

std::string inflate_zlib(std::string_view bytes, const std::string& name) {
  std::string out;
  Inflation(zlib_wrapper).unpack(bytes, out, name);
  return out;
}

} // namespace datasets::readers
