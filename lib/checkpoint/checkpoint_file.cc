#include "checkpoint/checkpoint_file.h"

#include <system_error>
#include <utility>

namespace steptail::checkpoint {

CheckpointFile::CheckpointFile(base::FileSystem& fs, std::string directory, std::string name)
    : fs_(fs),
      directory_(std::move(directory)),
      path_(directory_ + "/" + std::move(name)),
      old_path_(path_ + ".old") {}

CheckpointFile::Loaded CheckpointFile::load(const Check& check, const Salvage& salvage) {
  Loaded loaded;
  const Hearers hearers{.check = check, .salvage = salvage};
  loaded.payload = read(path_, hearers, loaded);
  newest_is_good_ = loaded.payload.has_value();
  // The newest is missing after a crash or a full disk between the two steps of save().
  if (!loaded.payload) loaded.payload = read(old_path_, hearers, loaded);
  return loaded;
}

base::Result<void> CheckpointFile::save(std::span<const std::string_view> parts) {
  // Only a good generation may take the place of the older one. Where the rename fails, the write
  // below replaces the newest in one step, which is as safe and merely keeps an older .old.
  if (newest_is_good_ && fs_.rename(path_, old_path_)) newest_is_good_ = false;
  const std::string header = encode_header(parts);
  std::vector<std::string_view> frame{header};
  frame.insert(frame.end(), parts.begin(), parts.end());
  auto written = fs_.write_parts_atomic(path_, frame);
  if (!written && written.error().code == std::errc::no_such_file_or_directory &&
      fs_.make_directories(directory_)) {
    written = fs_.write_parts_atomic(path_, frame);
  }
  if (written) newest_is_good_ = true;
  return written;
}

std::optional<std::string> CheckpointFile::read(const std::string& path, const Hearers& hearers,
                                                Loaded& loaded) {
  auto bytes = fs_.read_all(path, kMaxBytes);
  if (!bytes && bytes.error().code == std::errc::no_such_file_or_directory) return std::nullopt;
  base::Result<std::string> payload =
      bytes ? decode_frame(*bytes) : tl::unexpected(std::move(bytes.error()));
  if (payload && hearers.check) {
    if (auto checked = hearers.check(*payload); !checked) payload = tl::unexpected(checked.error());
  }
  if (payload) return std::move(*payload);
  if (bytes && hearers.salvage) hearers.salvage(behind_header(*bytes));
  base::Error problem = std::move(payload.error());
  problem.file = path;
  problem.message += "; " + set_aside(path);
  loaded.problems.push_back(std::move(problem));
  return std::nullopt;
}

// Even what cannot be read is moved: a directory in the way would make every save fail.
std::string CheckpointFile::set_aside(const std::string& path) {
  const std::string damaged = path + ".damaged";
  const auto moved = fs_.rename(path, damaged);
  return moved ? "set aside as " + damaged : "left there: " + moved.error().message;
}

}  // namespace steptail::checkpoint
