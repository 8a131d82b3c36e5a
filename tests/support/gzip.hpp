#pragma once
#include <zlib.h>

#include <string>

#include "core/contract.hpp"

namespace tests {

/// The bytes as a gzip file of one member.
inline std::string gzip(const std::string& bytes, int level = Z_BEST_SPEED) {
  z_stream stream{};
  core::expect(deflateInit2(&stream, level, Z_DEFLATED, 16 + MAX_WBITS, 8, Z_DEFAULT_STRATEGY) == Z_OK,
               "zlib begins");
  std::string out(deflateBound(&stream, bytes.size()), '\0');
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
  stream.avail_in = static_cast<uInt>(bytes.size());
  stream.next_out = reinterpret_cast<Bytef*>(out.data());
  stream.avail_out = static_cast<uInt>(out.size());
  const int code = deflate(&stream, Z_FINISH);
  out.resize(stream.total_out);
  deflateEnd(&stream);
  core::expect(code == Z_STREAM_END, "zlib ends");
  return out;
}

} // namespace tests
