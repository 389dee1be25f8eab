#include "base/link_walk.h"

#include <fcntl.h>
#include <linux/openat2.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <array>
#include <climits>
#include <string_view>
#include <vector>

#include "base/posix_file.h"
#include "base/posix_file_system.h"

namespace steptail::base {
namespace {

constexpr int kMostLinks = 40;
constexpr const char* kDescriptors = "/proc/self/fd/";
constexpr int kPathFlags = O_PATH | O_NOFOLLOW | O_CLOEXEC;

class Walk {
 public:
  Walk(const std::string& path, const LinkRule& rule) : path_(path), rule_(rule) {}

  Result<Descriptor> go() {
    if (path_.empty()) return system_failure("look at the file", path_, ENOENT);
    if (!start_at(path_.front() == '/' ? "/" : ".")) return failure();
    push_names(path_);
    while (!steps_.empty()) {
      Step step = std::move(steps_.back());
      steps_.pop_back();
      auto done = step.is_end ? arrive(step) : enter(step.name);
      if (!done) return tl::unexpected<Error>(done.error());
    }
    return std::move(here_);
  }

 private:
  // A name to look up, or the end of what a link says.
  struct Step {
    std::string name;  // of an end: the link's
    bool is_end = false;
    std::uint32_t owner = 0;  // of the link
  };

  tl::unexpected<Error> failure() const { return system_failure("look at the file", path_, errno); }

  bool start_at(const char* directory) {
    here_ = Descriptor(
        uninterrupted([&] { return ::open(directory, O_PATH | O_DIRECTORY | O_CLOEXEC); }));
    return here_.valid();
  }

  // The first name comes to lie on top.
  void push_names(std::string_view text) {
    while (!text.empty()) {
      const auto slash = text.find_last_of('/');
      const auto name = slash == std::string_view::npos ? text : text.substr(slash + 1);
      if (!name.empty() && name != ".") steps_.push_back({.name = std::string(name)});
      text = slash == std::string_view::npos ? std::string_view() : text.substr(0, slash);
    }
  }

  // Asking for a directory where one must be lets the system mount it, as automounters want.
  int open_name(const std::string& name) {
    const bool last = steps_.empty();
    int fd = uninterrupted(
        [&] { return ::openat(here_.get(), name.c_str(), kPathFlags | (last ? 0 : O_DIRECTORY)); });
    if (fd >= 0 || last || errno != ENOTDIR) return fd;
    return uninterrupted([&] { return ::openat(here_.get(), name.c_str(), kPathFlags); });
  }

  Result<void> enter(const std::string& name) {
    Descriptor next(open_name(name));
    if (!next.valid()) return failure();
    auto stat = stat_at(next.get(), "", AT_EMPTY_PATH, path_);
    if (!stat) return tl::unexpected<Error>(stat.error());
    if (stat->kind == FileKind::Symlink) return follow(name, next, stat->owner);
    here_ = std::move(next);
    return {};
  }

  Result<void> follow(const std::string& name, const Descriptor& link, std::uint32_t owner) {
    if (++links_ > kMostLinks) return system_failure("look at the file", path_, ELOOP);
    std::array<char, PATH_MAX> target{};
    const auto length = ::readlinkat(link.get(), "", target.data(), target.size());
    if (length < 0) return failure();
    const std::string_view text(target.data(), static_cast<std::size_t>(length));
    steps_.push_back({.name = name, .is_end = true, .owner = owner});
    push_names(text);
    if (text.starts_with('/') && !start_at("/")) return failure();
    return {};
  }

  Result<void> arrive(const Step& link) {
    auto stat = stat_at(here_.get(), "", AT_EMPTY_PATH, path_);
    if (!stat) return tl::unexpected<Error>(stat.error());
    const bool known = !rule_.unknown_owner || link.owner != *rule_.unknown_owner;
    if (link.owner == 0 || (known && link.owner == stat->owner)) return {};
    std::string why = known ? "it belongs to user " + std::to_string(link.owner) +
                                  ", what it leads to to user " + std::to_string(stat->owner)
                            : std::string("whose it is cannot be known here");
    return tl::unexpected<Error>(
        Error{.message = "the symlink '" + link.name + "' is not followed: " + why +
                         "; let root make it, or the owner of both",
              .file = path_,
              .code = std::make_error_code(std::errc::operation_not_permitted)});
  }

  const std::string& path_;
  const LinkRule& rule_;
  Descriptor here_;
  std::vector<Step> steps_;  // what is left; the next at the end
  int links_ = 0;
};

}  // namespace

LinkRule LinkRule::of_process() {
  constexpr std::size_t kMostBytes = 65536;
  constexpr std::uint32_t kNobody = 65534;
  PosixFileSystem fs;
  auto map = fs.read_all("/proc/self/uid_map", kMostBytes);
  // Outside of any namespace every number stands for itself.
  if (map && map->find(" 4294967295") != std::string::npos) return {};
  return {.unknown_owner = kNobody};
}

int open_without_links(const std::string& path, int flags) {
  open_how how{};
  how.flags = static_cast<unsigned>(flags);
  how.resolve = RESOLVE_NO_SYMLINKS;
  return uninterrupted([&] {
    return static_cast<int>(::syscall(SYS_openat2, AT_FDCWD, path.c_str(), &how, sizeof(how)));
  });
}

Result<Descriptor> walk_links(const std::string& path, const LinkRule& rule) {
  Descriptor direct(open_without_links(path, O_PATH | O_CLOEXEC));
  if (direct.valid()) return direct;
  if (errno != ELOOP && errno != ENOSYS && errno != EPERM) {
    return system_failure("look at the file", path, errno);
  }
  return Walk(path, rule).go();
}

Reopener::Reopener()
    : descriptors_(
          uninterrupted([] { return ::open(kDescriptors, O_PATH | O_DIRECTORY | O_CLOEXEC); })) {}

int Reopener::open(const Descriptor& found, int flags) const {
  const std::string number = std::to_string(found.get());
  // Where the directory could not be had, the whole path says why.
  const std::string name = descriptors_.valid() ? number : std::string(kDescriptors) + number;
  return uninterrupted([&] { return ::openat(descriptors_.get(), name.c_str(), flags); });
}

}  // namespace steptail::base
