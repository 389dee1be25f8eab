#include "daemon/output_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <utility>

namespace steptail::daemon {
namespace {

constexpr const char* kStandardOutput = "standard output";

bool is_special(const std::string& path) {
  struct stat facts {};
  return ::stat(path.c_str(), &facts) == 0 && !S_ISREG(facts.st_mode);
}

mode_t new_file_mode() {
  const mode_t mask = ::umask(0);
  ::umask(mask);
  return 0666 & ~mask;
}

}  // namespace

base::Result<OutputFile> OutputFile::create(const std::string& path) {
  if (path.empty() || path == "-") {
    base::Descriptor fd(::fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3));
    if (!fd.valid()) return base::system_failure("open", kStandardOutput, errno);
    return OutputFile(kStandardOutput, {}, std::move(fd));
  }
  if (is_special(path)) {
    base::Descriptor fd(::open(path.c_str(), O_WRONLY | O_CLOEXEC | O_NOCTTY));
    if (!fd.valid()) return base::system_failure("open", path, errno);
    return OutputFile(path, {}, std::move(fd));
  }
  std::string temporary = path + ".XXXXXX";
  base::Descriptor fd(::mkostemp(temporary.data(), O_CLOEXEC));
  if (!fd.valid()) return base::system_failure("write", path, errno);
  if (::fchmod(fd.get(), new_file_mode()) != 0) {
    ::unlink(temporary.c_str());
    return base::system_failure("write", path, errno);
  }
  return OutputFile(path, std::move(temporary), std::move(fd));
}

OutputFile::~OutputFile() {
  if (fd_.valid() && !temporary_.empty()) ::unlink(temporary_.c_str());
}

base::Result<void> OutputFile::write(std::span<const char> bytes) {
  if (int code = base::write_all(fd_.get(), bytes)) {
    return base::system_failure("write", path_, code);
  }
  return {};
}

base::Result<void> OutputFile::commit() {
  // Network file systems say only here that they are full.
  const int code = fd_.close();
  if (code != 0) {
    if (!temporary_.empty()) ::unlink(temporary_.c_str());
    return base::system_failure("write", path_, code);
  }
  if (temporary_.empty()) return {};
  if (::rename(temporary_.c_str(), path_.c_str()) != 0) {
    const int reason = errno;
    ::unlink(temporary_.c_str());
    return base::system_failure("write", path_, reason);
  }
  return {};
}

}  // namespace steptail::daemon
