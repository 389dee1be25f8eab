// The writer's, the world's and the asking side of MemFileSystem.
#include <cassert>

#include "support/mem_file_system.h"
#include "support/mem_inode.h"

namespace steptail::support {

using base::FileKind;

namespace {

bool is_below(const std::string& path, const std::string& directory) {
  return path.starts_with(directory + "/");
}

}  // namespace

std::shared_ptr<MemInode> MemFileSystem::new_inode() {
  auto inode = std::make_shared<MemInode>();
  inode->number = next_reused_ != 0 ? next_reused_ : ++last_inode_;
  next_reused_ = 0;
  inode->born = now_;
  inode->modified = now_;
  return inode;
}

MemInode& MemFileSystem::create(const std::string& path) {
  auto real = resolve(path, true);
  auto slash = real.find_last_of('/');
  auto reused = std::exchange(next_reused_, 0);  // for the file, not for its directories
  if (slash > 0) {
    auto made = make_directories(real.substr(0, slash));
    assert(made.has_value());
  }
  next_reused_ = reused;
  auto& node = nodes_[real];
  node = Node{FileKind::Regular, new_inode(), {}};
  node.inode->name = real;
  touch_directory(real);
  return *node.inode;
}

void MemFileSystem::append(const std::string& path, std::string_view bytes) {
  auto& inode = exists(path) ? file(path) : create(path);
  inode.bytes.append(bytes);
  inode.modified = now_;
}

void MemFileSystem::overwrite(const std::string& path, std::size_t offset, std::string_view bytes) {
  auto& inode = file(path);
  if (inode.bytes.size() < offset + bytes.size()) inode.bytes.resize(offset + bytes.size());
  inode.bytes.replace(offset, bytes.size(), bytes);
  inode.modified = now_;
}

void MemFileSystem::truncate(const std::string& path, std::size_t size) {
  auto& inode = file(path);
  inode.bytes.resize(size);
  inode.shown = std::min<std::uint64_t>(inode.shown, size);
  inode.modified = now_;
}

void MemFileSystem::replace(const std::string& path, std::string_view bytes) {
  if (find(path, false) != nullptr) drop(resolve(path, false));
  create(path).bytes = bytes;
}

void MemFileSystem::copy(const std::string& from, const std::string& to) {
  replace(to, std::string(file(from).bytes));
}

void MemFileSystem::move(const std::string& from, const std::string& to) {
  auto source = resolve(from, false);
  auto target = resolve(to, false);
  assert(nodes_.contains(source));
  if (source == target) return;
  if (nodes_.contains(target)) drop(target);
  std::map<std::string, Node> moved;
  for (auto it = nodes_.begin(); it != nodes_.end();) {
    auto here = it++;
    if (here->first != source && !is_below(here->first, source)) continue;
    const auto name = target + here->first.substr(source.size());
    here->second.inode->name = name;
    moved[name] = std::move(here->second);
    nodes_.erase(here);
  }
  auto slash = target.find_last_of('/');
  if (slash > 0) {
    auto made = make_directories(target.substr(0, slash));
    assert(made.has_value());
  }
  nodes_.merge(moved);
  touch_directory(source);
  touch_directory(target);
}

void MemFileSystem::drop(const std::string& path) {
  auto found = nodes_.find(path);
  assert(found != nodes_.end());
  if (auto& inode = found->second.inode) {
    --inode->links;
    if (inode->name == path) inode->name.clear();
  }
  nodes_.erase(found);
  touch_directory(path);
}

void MemFileSystem::touch_directory(const std::string& path) {
  auto slash = path.find_last_of('/');
  auto directory = nodes_.find(slash == 0 ? "/" : path.substr(0, slash));
  if (directory != nodes_.end()) directory->second.inode->modified = now_;
}

void MemFileSystem::unlink(const std::string& path) { drop(resolve(path, false)); }

void MemFileSystem::unlink_tree(const std::string& directory) {
  auto real = resolve(directory, false);
  for (auto it = nodes_.begin(); it != nodes_.end();) {
    auto here = it++;
    if (here->first == real || is_below(here->first, real)) drop(std::string(here->first));
  }
}

void MemFileSystem::symlink(const std::string& target, const std::string& link) {
  auto real = resolve(link, false);
  auto slash = real.find_last_of('/');
  if (slash > 0) {
    auto made = make_directories(real.substr(0, slash));
    assert(made.has_value());
  }
  nodes_[real] = Node{FileKind::Symlink, new_inode(), target};
  touch_directory(real);
}

void MemFileSystem::hard_link(const std::string& from, const std::string& to) {
  auto node = *find(from);
  ++node.inode->links;
  nodes_[resolve(to, false)] = node;
  touch_directory(resolve(to, false));
}

void MemFileSystem::make_special(const std::string& path) {
  create(path);
  nodes_[resolve(path, true)].kind = FileKind::Other;
}

void MemFileSystem::set_modified(const std::string& path, base::WallTime modified) {
  const auto* node = find(path);
  assert(node != nullptr);
  node->inode->modified = modified;
}

void MemFileSystem::forbid(const std::string& path, bool forbidden) {
  const auto* node = find(path);
  assert(node != nullptr);
  node->inode->forbidden = forbidden;
}

void MemFileSystem::set_lagging(const std::string& path) { file(path).lags = true; }
void MemFileSystem::make_stale(const std::string& path) { file(path).stale = true; }

std::uint64_t MemFileSystem::inode(const std::string& path) const { return file(path).number; }
std::string MemFileSystem::bytes(const std::string& path) const { return file(path).bytes; }
bool MemFileSystem::exists(const std::string& path) const { return find(path) != nullptr; }
std::size_t MemFileSystem::open_files() const { return *open_files_; }

}  // namespace steptail::support
