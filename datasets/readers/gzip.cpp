#include "datasets/readers/gzip.hpp"

#include <zlib.h>

#include <array>
#include <limits>

#include "core/contract.hpp"

namespace datasets::readers {
namespace {

constexpr int gzip_wrapper = 16 + MAX_WBITS, zlib_wrapper = MAX_WBITS;
constexpr std::size_t most_packed = (std::size_t{4} << 30) - 1; // zlib counts by 32 bits

// Deflate reaches 1032 on one byte again and again. Data sets stay far below, but for nearly empty ones.
constexpr std::size_t unpacked_unasked = std::size_t{1} << 26, most_over_packed = 500;

/// One stream of zlib, ended whatever happens.
class Inflation {
 public:
  explicit Inflation(int wrapper) { core::expect(inflateInit2(&stream_, wrapper) == Z_OK, "zlib begins"); }
  ~Inflation() { inflateEnd(&stream_); }
  Inflation(const Inflation&) = delete;
  Inflation& operator=(const Inflation&) = delete;

  /// Hands on one member block by block, each with how many bytes of `in` it took to get there; returns how
  /// many it took in all.
  template <class Take>
  std::size_t unpack(std::string_view in, const Take& take, const std::string& name) {
    // zlib does not write to its input, but its type does not say so.
    stream_.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(in.data()));
    stream_.avail_in = static_cast<uInt>(in.size());
    std::array<char, 1 << 16> block;
    int code = Z_OK;
    while (code != Z_STREAM_END) {
      stream_.next_out = reinterpret_cast<Bytef*>(block.data());
      stream_.avail_out = static_cast<uInt>(block.size());
      code = inflate(&stream_, Z_NO_FLUSH);
      core::require(code != Z_BUF_ERROR, name + ": the compressed data end too early, after " +
                                             std::to_string(stream_.total_out) +
                                             " unpacked bytes. The file is cut off. Get it again.");
      core::require(code == Z_OK || code == Z_STREAM_END,
                    name + ": the compressed data are damaged: " +
                        (stream_.msg != nullptr ? stream_.msg : "zlib refuses them") +
                        ". Get the file again.");
      take(std::string_view(block.data(), block.size() - stream_.avail_out), in.size() - stream_.avail_in);
    }
    return in.size() - stream_.avail_in;
  }

 private:
  z_stream stream_{};
};

/// Unpacks twice, by a function that hands on every block and how far it has read: to count, then to keep.
template <class Unpack>
std::string counted_and_kept(const Unpack& unpack, const std::string& name, std::size_t room,
                             std::size_t most_over) {
  std::size_t size = 0;
  unpack([&](std::string_view block, std::size_t taken) {
    size += block.size();
    core::require(
        size <= unpacked_unasked || size / most_over <= taken,
        name + ": it unpacks to more than " + std::to_string(most_over) +
            " times its size. Data hardly do that, a file that is made to fill a memory does. If you "
            "trust it, unpack it with gunzip and name the unpacked file.");
    core::require(size <= room, name + ": it has more than " + std::to_string(room) +
                                    " bytes unpacked. That is a sixteenth of the memory that is left, or the "
                                    "size that is expected. Split the file.");
  });
  std::string out;
  out.reserve(size);
  unpack([&](std::string_view block, std::size_t) { out.append(block); });
  return out;
}

} // namespace

bool is_gzip(std::string_view bytes) {
  return bytes.size() >= 2 && bytes[0] == '\x1f' && bytes[1] == '\x8b';
}

std::string gunzip(std::string_view bytes, const std::string& name, std::size_t room) {
  core::require(bytes.size() <= most_packed,
                name + ": it has more than 4 GiB packed, which is too large. Split the file.");
  const auto members = [&](const auto& take) {
    for (std::string_view rest = bytes; !rest.empty();) {
      core::require(is_gzip(rest),
                    name + ": " + std::to_string(rest.size()) +
                        " bytes stand behind the compressed data and are no gzip. Get the file again.");
      const std::size_t before = bytes.size() - rest.size();
      const auto take_so_far = [&](std::string_view block, std::size_t taken) {
        take(block, before + taken);
      };
      rest.remove_prefix(Inflation(gzip_wrapper).unpack(rest, take_so_far, name));
    }
  };
  return counted_and_kept(members, name, room, most_over_packed);
}

std::string inflate_zlib(std::string_view bytes, const std::string& name, std::size_t room) {
  const auto stream = [&](const auto& take) { Inflation(zlib_wrapper).unpack(bytes, take, name); };
  return counted_and_kept(stream, name, room, std::numeric_limits<std::size_t>::max());
}

} // namespace datasets::readers
