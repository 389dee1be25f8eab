#include "support/fault_file_system.h"

#include <algorithm>
#include <cstring>
#include <string>
#include <utility>

namespace steptail::support {

using base::Error;
using base::Result;

namespace {

tl::unexpected<Error> failed(const std::string& path, int code) {
  return tl::unexpected<Error>(Error{.message = path + ": " + std::strerror(code),
                                     .file = path,
                                     .code = {code, std::generic_category()}});
}

class FaultFile : public base::File {
 public:
  FaultFile(std::string path, std::unique_ptr<base::File> under, std::shared_ptr<FaultPlan> plan)
      : path_(std::move(path)), under_(std::move(under)), plan_(std::move(plan)) {}

  Result<std::size_t> read_at(std::uint64_t offset, std::span<char> out) override {
    if (int code = plan_->next(Call::Read)) return failed(path_, code);
    return under_->read_at(offset, out.first(std::min(out.size(), plan_->max_read)));
  }
  Result<base::FileStat> stat() override {
    if (int code = plan_->next(Call::FileStat)) return failed(path_, code);
    return under_->stat();
  }
  std::uint64_t next_data(std::uint64_t offset) override { return under_->next_data(offset); }
  bool may_lag() const override { return under_->may_lag(); }
  std::string real_path() const override { return under_->real_path(); }
  void drop_cache() override { under_->drop_cache(); }

 private:
  std::string path_;
  std::unique_ptr<base::File> under_;
  std::shared_ptr<FaultPlan> plan_;
};

}  // namespace

int FaultPlan::next(Call call) {
  ++calls[static_cast<std::size_t>(call)];
  int code = 0;
  for (auto& fault : faults) {
    if (fault.call != call) continue;
    if (fault.skip > 0) {
      --fault.skip;
    } else if (fault.count > 0) {
      if (fault.count != FaultFileSystem::kForever) --fault.count;
      code = fault.code;
    }
  }
  return code;
}

FaultFileSystem::FaultFileSystem(base::FileSystem& under)
    : under_(under), plan_(std::make_shared<FaultPlan>()) {}

void FaultFileSystem::fail(Call call, int code, std::uint64_t nth, std::uint64_t count) {
  plan_->faults.push_back({.call = call, .skip = nth - 1, .count = count, .code = code});
}

std::uint64_t FaultFileSystem::calls(Call call) const {
  return plan_->calls[static_cast<std::size_t>(call)];
}

Result<std::unique_ptr<base::File>> FaultFileSystem::open(const std::string& path) {
  if (int code = plan_->next(Call::Open)) return failed(path, code);
  auto file = under_.open(path);
  if (!file) return file;
  return std::make_unique<FaultFile>(path, std::move(*file), plan_);
}

Result<base::FileStat> FaultFileSystem::stat(const std::string& path) {
  if (int code = plan_->next(Call::Stat)) return failed(path, code);
  return under_.stat(path);
}

Result<base::FileStat> FaultFileSystem::lstat(const std::string& path) {
  if (int code = plan_->next(Call::Lstat)) return failed(path, code);
  return under_.lstat(path);
}

Result<std::vector<base::DirEntry>> FaultFileSystem::list_dir(const std::string& path) {
  if (int code = plan_->next(Call::List)) return failed(path, code);
  return under_.list_dir(path);
}

base::MountKind FaultFileSystem::mount_kind(const std::string& path) {
  return under_.mount_kind(path);
}

Result<std::string> FaultFileSystem::read_all(const std::string& path, std::size_t max_bytes) {
  if (int code = plan_->next(Call::ReadAll)) return failed(path, code);
  return under_.read_all(path, max_bytes);
}

Result<void> FaultFileSystem::write_parts_atomic(const std::string& path,
                                                 std::span<const std::string_view> parts) {
  if (int code = plan_->next(Call::Write)) return failed(path, code);
  return under_.write_parts_atomic(path, parts);
}

Result<void> FaultFileSystem::rename(const std::string& from, const std::string& to) {
  if (int code = plan_->next(Call::Rename)) return failed(from, code);
  return under_.rename(from, to);
}

Result<void> FaultFileSystem::remove(const std::string& path) {
  if (int code = plan_->next(Call::Remove)) return failed(path, code);
  return under_.remove(path);
}

Result<void> FaultFileSystem::make_directories(const std::string& path) {
  if (int code = plan_->next(Call::MakeDirectories)) return failed(path, code);
  return under_.make_directories(path);
}

}  // namespace steptail::support
