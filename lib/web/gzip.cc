#include "web/gzip.h"

#include <zlib.h>

#include <algorithm>
#include <limits>
#include <new>

namespace steptail::web {
namespace {

constexpr int kLevel = 3;  // metrics pages repeat themselves: more effort gains little
constexpr int kGzipWindow = 15 + 16;
constexpr int kMemory = 8;

}  // namespace

std::string gzip(std::string_view text) {
  z_stream stream{};
  if (deflateInit2(&stream, kLevel, Z_DEFLATED, kGzipWindow, kMemory, Z_DEFAULT_STRATEGY) != Z_OK) {
    throw std::bad_alloc();  // all that can go wrong with these arguments
  }
  std::string packed(deflateBound(&stream, static_cast<uLong>(text.size())), '\0');
  // zlib's own types: it takes pieces of at most 4 GiB, and reads through a pointer to non-const.
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(text.data()));
  stream.next_out = reinterpret_cast<Bytef*>(packed.data());
  std::size_t left = text.size();
  int status = Z_OK;
  while (status == Z_OK) {
    constexpr std::size_t kMostPiece = std::numeric_limits<uInt>::max();
    const std::size_t piece = std::min(left, kMostPiece);
    const std::size_t room = std::min<std::size_t>(packed.size() - stream.total_out, kMostPiece);
    stream.avail_in = static_cast<uInt>(piece);
    stream.avail_out = static_cast<uInt>(room);
    status = deflate(&stream, piece == left ? Z_FINISH : Z_NO_FLUSH);
    left -= piece - stream.avail_in;
  }
  packed.resize(stream.total_out);
  deflateEnd(&stream);
  return packed;
}

}  // namespace steptail::web
