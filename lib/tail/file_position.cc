#include "tail/file_position.h"

namespace steptail::tail {

void FilePosition::save(base::ByteWriter& out) const {
  out.text(path);
  out.text(home);
  out.u64(device);
  out.u64(inode);
  out.wall(born);
  out.wall(modified);
  out.boolean(current);
  out.boolean(begun);
  out.boolean(ended);
  out.u64(offset);
  out.u64(head_length);
  out.u64(head_hash);
  out.u64(window_length);
  out.u64(window_hash);
}

FilePosition FilePosition::load(base::ByteReader& in) {
  FilePosition position;
  position.path = in.text();
  position.home = in.text();
  position.device = in.u64();
  position.inode = in.u64();
  position.born = in.wall();
  position.modified = in.wall();
  position.current = in.boolean();
  position.begun = in.boolean();
  position.ended = in.boolean();
  position.offset = in.u64();
  position.head_length = in.u64();
  position.head_hash = in.u64();
  position.window_length = in.u64();
  position.window_hash = in.u64();
  // Whoever reads that many bytes again would allocate them first.
  if (position.head_length > kHeadBytes || position.head_length > position.offset ||
      position.window_length > kWindowBytes || position.window_length > position.offset) {
    in.fail();
  }
  return position;
}

}  // namespace steptail::tail
