#include "support/mem_file_system.h"

#include <algorithm>
#include <cassert>
#include <cerrno>
#include <cstring>

#include "support/mem_inode.h"

namespace steptail::support {

using base::Error;
using base::FileKind;
using base::FileStat;
using base::Result;

namespace {

tl::unexpected<Error> failed(const std::string& what, const std::string& path, int code) {
  return tl::unexpected<Error>(Error{.message = what + " " + path + ": " + std::strerror(code),
                                     .file = path,
                                     .code = {code, std::generic_category()}});
}

std::string parent_of(const std::string& path) {
  auto slash = path.find_last_of('/');
  return slash == 0 || slash == std::string::npos ? "/" : path.substr(0, slash);
}

}  // namespace

MemFileSystem::MemFileSystem() : open_files_(std::make_shared<std::size_t>(0)) {
  nodes_["/"] = Node{FileKind::Directory, new_inode(), {}};
}

MemFileSystem::~MemFileSystem() = default;

std::string MemFileSystem::resolve(const std::string& path, bool follow_last) const {
  std::string done;
  std::string rest = path;
  for (int links = 0; links < 40;) {
    if (rest.empty() || rest == "/") return done.empty() ? "/" : done;
    auto next = rest.find('/', 1);
    auto component = rest.substr(0, next);
    rest = next == std::string::npos ? "" : rest.substr(next);
    auto found = nodes_.find(done + component);
    bool follow = found != nodes_.end() && found->second.kind == FileKind::Symlink &&
                  (follow_last || !rest.empty());
    if (!follow) {
      done += component;
      continue;
    }
    ++links;
    const auto& target = found->second.target;
    rest = (target.starts_with('/') ? target : done + "/" + target) + rest;
    done.clear();
  }
  return path;  // a loop of links: names nothing
}

const MemFileSystem::Node* MemFileSystem::find(const std::string& path, bool follow_last) const {
  auto found = nodes_.find(resolve(path, follow_last));
  if (found == nodes_.end()) return nullptr;
  if (follow_last && found->second.kind == FileKind::Symlink) return nullptr;
  return &found->second;
}

FileStat MemFileSystem::stat_of(const Node& node) const {
  FileStat stat;
  if (node.inode) stat = node.inode->stat(hide_growth_);
  stat.kind = node.kind;
  stat.device = device_;
  if (!births_) stat.born = {};
  return stat;
}

Result<std::unique_ptr<base::File>> MemFileSystem::open(const std::string& path) {
  const auto* node = find(path);
  if (node == nullptr) return failed("open", path, ENOENT);
  if (node->inode && node->inode->forbidden) return failed("open", path, EACCES);
  if (node->kind != FileKind::Regular) return failed("open", path, ENOTSUP);
  if (node->inode->stale) return failed("open", path, ESTALE);
  node->inode->shown = node->inode->bytes.size();
  return std::make_unique<MemFile>(path, node->inode, hide_growth_, births_, device_, open_files_);
}

Result<FileStat> MemFileSystem::stat(const std::string& path) {
  ++stats_;
  const auto* node = find(path);
  if (node == nullptr) return failed("stat", path, ENOENT);
  if (node->inode && node->inode->stale) return failed("stat", path, ESTALE);
  return stat_of(*node);
}

Result<FileStat> MemFileSystem::lstat(const std::string& path) {
  const auto* node = find(path, false);
  if (node == nullptr) return failed("lstat", path, ENOENT);
  return stat_of(*node);
}

Result<std::vector<base::DirEntry>> MemFileSystem::list_dir(const std::string& path) {
  const auto* node = find(path);
  if (node == nullptr) return failed("list", path, ENOENT);
  if (node->kind != FileKind::Directory) return failed("list", path, ENOTDIR);
  if (node->inode->forbidden) return failed("list", path, EACCES);
  auto directory = resolve(path, true);
  std::vector<base::DirEntry> entries;
  for (const auto& [name, entry] : nodes_) {
    if (name != "/" && parent_of(name) == directory) {
      if (auto missed = missed_.find(name); missed != missed_.end() && missed->second-- > 0)
        continue;
      entries.push_back({name.substr(name.find_last_of('/') + 1), entry.kind, entry.inode->number});
    }
  }
  std::reverse(entries.begin(), entries.end());  // nobody may rely on an order
  return entries;
}

base::MountKind MemFileSystem::mount_kind(const std::string& path) {
  auto kind = base::MountKind::Local;
  for (const auto& [prefix, mounted] : mounts_) {
    if (path.starts_with(prefix)) kind = mounted;  // the longest comes last
  }
  return kind;
}

Result<std::string> MemFileSystem::read_all(const std::string& path, std::size_t max_bytes) {
  auto opened = open(path);
  if (!opened) return tl::unexpected<Error>(opened.error());
  auto size = find(path)->inode->bytes.size();
  if (size > max_bytes) return failed("read", path, EFBIG);
  return find(path)->inode->bytes;
}

Result<void> MemFileSystem::write_parts_atomic(const std::string& path,
                                               std::span<const std::string_view> parts) {
  const auto* directory = find(parent_of(path));
  if (directory == nullptr) return failed("write", path, ENOENT);
  std::string bytes;
  for (const std::string_view part : parts) bytes += part;
  replace(path, bytes);
  return {};
}

Result<void> MemFileSystem::rename(const std::string& from, const std::string& to) {
  if (find(from, false) == nullptr) return failed("rename", from, ENOENT);
  move(from, to);
  return {};
}

Result<void> MemFileSystem::remove(const std::string& path) {
  if (find(path, false) == nullptr) return failed("remove", path, ENOENT);
  unlink(path);
  return {};
}

Result<void> MemFileSystem::make_directories(const std::string& path) {
  auto directory = resolve(path, true);
  for (auto end = directory.find('/', 1);; end = directory.find('/', end + 1)) {
    auto part = directory.substr(0, end);
    auto& node = nodes_[part];
    if (!node.inode) node = Node{FileKind::Directory, new_inode(), {}};
    if (node.kind != FileKind::Directory) return failed("mkdir", part, ENOTDIR);
    if (end == std::string::npos) return {};
  }
}

MemInode& MemFileSystem::file(const std::string& path) const {
  const auto* node = find(path);
  assert(node != nullptr && node->kind == FileKind::Regular);
  return *node->inode;
}

}  // namespace steptail::support
