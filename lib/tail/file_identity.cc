#include "tail/file_identity.h"

namespace steptail::tail {

FileKey key_of(const base::FileStat& stat) {
  return {.device = stat.device, .inode = stat.inode, .born = stat.born};
}

FileKey key_of(const FilePosition& position) {
  return {.device = position.device, .inode = position.inode, .born = position.born};
}

bool is_same(const FileKey& a, const FileKey& b) {
  return a.device == b.device && may_be_same(a, b);
}

bool may_be_same(const FileKey& then, const FileKey& now) {
  bool births_known = then.born != base::WallTime{} && now.born != base::WallTime{};
  return then.inode == now.inode && (!births_known || then.born == now.born);
}

bool is_surely_same(const FileKey& then, const FileKey& now) {
  return is_same(then, now) && then.born != base::WallTime{} && now.born != base::WallTime{};
}

}  // namespace steptail::tail
