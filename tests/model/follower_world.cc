#include "follower_world.h"

#include <cerrno>
#include <cstdlib>
#include <utility>

namespace steptail::model {
namespace {

constexpr const char* kPath = "/run/train.log";
constexpr std::size_t kPlenty = 1 << 20;

std::string sibling(int number) { return std::string(kPath) + "." + std::to_string(number); }

std::string line_of(int number) {
  // Lines of many lengths, so that offsets fall everywhere.
  return "line " + std::to_string(number) + " " +
         std::string(static_cast<std::size_t>(number * 37 % 200), '.') + "\n";
}

const char* name_of(Act act) {
  switch (act) {
    case Act::Append:
      return "append";
    case Act::AppendLate:
      return "append late";
    case Act::AppendPart:
      return "append part";
    case Act::Rotate:
      return "rotate";
    case Act::CopyTruncate:
      return "copytruncate";
    case Act::Truncate:
      return "truncate";
    case Act::Delete:
      return "delete";
    case Act::Pump:
      return "pump";
    case Act::PumpSome:
      return "pump some";
    case Act::Release:
      return "release";
    case Act::Restart:
      return "restart";
    case Act::Save:
      return "save";
    case Act::Kill:
      return "kill";
    case Act::Recreate:
      return "recreate";
    case Act::Swap:
      return "swap";
    case Act::Scan:
      return "scan";
    case Act::Fail:
      return "fail";
    case Act::Pass:
      return "pass";
  }
  return "?";
}

}  // namespace

std::string to_text(const Program& program) {
  std::string text;
  for (const auto& action : program) {
    text += std::string(name_of(action.act)) + " " + std::to_string(action.amount) + "\n";
  }
  return text;
}

World::World(bool birth_times) {
  fs_.say_birth_times(birth_times);
  append(1);
  start({.positions = {{kPath, {}}}});
  pump(kPlenty);
  saved_ = save();
}

World::~World() = default;

World::Saved World::save() const {
  Saved saved{.told = told_};
  for (const auto& [path, followed] : followed_) {
    saved.positions[path] = followed.follower->positions();
  }
  base::ByteWriter ledger;
  ledger_->save(ledger);
  saved.ledger = ledger.take();
  return saved;
}

// The file at the path is always followed, as if an entry for it stood alone.
void World::start(const Saved& saved) {
  followed_.clear();
  ledger_ = std::make_unique<tail::Ledger>();
  base::ByteReader ledger(saved.ledger);
  if (!saved.ledger.empty()) ledger_->load(ledger);
  told_ = saved.told;
  for (const auto& [path, positions] : saved.positions) follow(path, positions);
  // Each knows its own before any looks around.
  for (auto& [path, followed] : followed_) followed.follower->pump(0, now_);
}

void World::follow(const std::string& path, std::vector<tail::FilePosition> positions) {
  Followed followed;
  followed.ear = std::make_unique<Ear>(Ear::Ears{told_, breach_});
  followed.follower = std::make_unique<tail::Follower>(
      faults_, path, *followed.ear,
      tail::Follower::Options{.ledger = ledger_.get(),
                              .is_others = [this](const auto& shown, const auto& stat) {
                                return is_others(shown, stat);
                              }});
  followed.follower->resume(std::move(positions));
  followed_[path] = std::move(followed);
}

void World::scan() {
  auto entries = fs_.list_dir("/run");
  for (const auto& entry : *entries) {
    auto path = "/run/" + entry.name;
    auto stat = fs_.lstat(path);
    if (!stat || stat->kind != base::FileKind::Regular || followed_.contains(path)) continue;
    if (!is_others(path, *stat) && !ledger_->is_done(*stat, path)) follow(path, {});
  }
}

// A rotated file, or a copy, of the log.
bool World::is_others(const std::string& path, const base::FileStat& stat) {
  auto owner = followed_.find(kPath);
  if (path != kPath && owner != followed_.end()) {
    owner->second.follower->pump(0, now_);
    if (owner->second.follower->is_copied_to(path, stat)) return true;
  }
  return ledger_->is_read(tail::key_of(stat));
}

void World::pass(base::Duration duration) {
  now_ += duration;
  wall_ += duration;
  fs_.set_time(wall_);
}

void World::run(const Action& action) {
  pass(std::chrono::milliseconds(5));
  switch (action.act) {
    case Act::Append:
      return append(action.amount);
    case Act::AppendLate:
      return append_late(action.amount);
    case Act::AppendPart:
      return append_part();
    case Act::Rotate:
      return rotate();
    case Act::CopyTruncate:
      return copy_and_truncate();
    case Act::Truncate:
    case Act::Delete:
    case Act::Recreate:
      return lose(action.act);
    case Act::Swap:
      return swap_link(action.amount);
    case Act::Pump:
      return pump(kPlenty);
    case Act::PumpSome:
      return pump(action.amount);
    case Act::Release:
      for (auto& [path, followed] : followed_) followed.follower->release();
      return;
    case Act::Restart:
      saved_ = save();
      return start(saved_);
    case Act::Save:
      saved_ = save();
      return;
    case Act::Kill:
      return start(Saved(saved_));
    case Act::Scan:
      return scan();
    case Act::Fail:
      return fail(action.amount);
    case Act::Pass:
      return pass(std::chrono::milliseconds(action.amount));
  }
}

void World::write(std::string_view bytes) { fs_.append(kPath, bytes); }

void World::write_line(const std::string& path) {
  fs_.append(path, line_of(++last_number_));
  written_.push_back(last_number_);
}

void World::append(std::uint32_t lines) {
  finish_part();
  for (std::uint32_t i = 0; i < lines; ++i) write_line(kPath);
}

void World::append_late(std::uint32_t lines) {
  finish_part();
  if (!fs_.exists(sibling(1))) return;
  for (std::uint32_t i = 0; i < lines; ++i) write_line(sibling(1));
}

void World::append_part() {
  finish_part();
  auto line = line_of(++last_number_);
  write(line.substr(0, line.size() / 2));
  part_ = line.substr(line.size() / 2);
}

void World::finish_part() {
  if (part_.empty()) return;
  write(std::exchange(part_, {}));
  written_.push_back(last_number_);
}

void World::shift_siblings() {
  for (int i = siblings_; i > 0; --i) fs_.move(sibling(i), sibling(i + 1));
  ++siblings_;
}

void World::rotate() {
  finish_part();
  if (!fs_.exists(kPath)) return;
  shift_siblings();
  fs_.move(kPath, sibling(1));
}

void World::copy_and_truncate() {
  finish_part();
  if (!fs_.exists(kPath)) return;
  // Of a file of which nothing was read yet nothing tells that it was truncated.
  bool any_read = !told_.empty() && told_.back() >= first_in_file_;
  if (!any_read || fs_.bytes(kPath).empty()) return;
  shift_siblings();
  fs_.copy(kPath, sibling(1));
  pass(std::chrono::milliseconds(5));
  fs_.truncate(kPath, 0);
  first_in_file_ = last_number_ + 1;
}

void World::lose(Act act) {
  if (!fs_.exists(kPath)) return;
  part_.clear();
  if (act == Act::Truncate) return fs_.truncate(kPath, 0);
  auto inode = fs_.inode(kPath);
  fs_.unlink(kPath);
  // As a file system does it: only once nobody holds the old file.
  if (act != Act::Recreate) return;
  for (const auto& [path, followed] : followed_) {
    if (followed.follower->open_files() > 0) return;
  }
  fs_.reuse_inode(inode);
}

void World::swap_link(std::uint32_t amount) {
  finish_part();
  pump(1);  // a target that nobody ever saw cannot be known
  if (amount % 2 == 1 && links_ > 0) {
    for (auto& [path, followed] : followed_) followed.follower->release();
  }
  auto target = "/data/target" + std::to_string(++links_);
  fs_.append(target, "");
  if (links_ == 1 && fs_.exists(kPath)) fs_.move(kPath, "/run/target0");
  fs_.symlink(target, kPath);
}

void World::fail(std::uint32_t amount) {
  using support::Call;
  constexpr Call kCalls[] = {Call::Open, Call::Read, Call::FileStat, Call::Stat, Call::List};
  constexpr int kCodes[] = {EIO, ESTALE, ETIMEDOUT};
  faults_.fail(kCalls[amount % 5], kCodes[amount / 5 % 3], 1 + amount / 15 % 3);
}

void World::pump(std::size_t budget) {
  std::vector<std::string> gone;
  for (auto& [path, followed] : followed_) {
    for (int i = 0; i < 1000; ++i) {
      auto outcome = followed.follower->pump(budget, now_);
      if (outcome.gone && path != kPath) gone.push_back(path);
      if (budget != kPlenty || !outcome.more) break;
    }
  }
  for (const auto& path : gone) followed_.erase(path);
}

void World::settle() {
  finish_part();
  faults_.heal();
  for (int i = 0; i < 20; ++i) {
    pump(kPlenty);
    pass(std::chrono::seconds(1));
  }
}

void Ear::breach(const std::string& what) {
  if (!ears_.breach) ears_.breach = what;
}

void Ear::on_open(tail::Generation generation, std::uint64_t offset, std::uint64_t /*backlog_end*/,
                  base::WallTime /*modified*/) {
  if (heard_.contains(generation)) breach("opened twice");
  heard_[generation] = {.next = offset, .unfinished = {}};
}

std::uint64_t Ear::on_bytes(tail::Generation generation, std::uint64_t offset,
                            std::span<const char> bytes) {
  auto heard = heard_.find(generation);
  if (heard == heard_.end() || heard->second.next != offset || bytes.empty()) {
    breach("bytes of generation " + std::to_string(generation) + " at " + std::to_string(offset) +
           " were not due");
    return offset;
  }
  auto& file = heard->second;
  file.next += bytes.size();
  file.unfinished.append(bytes.data(), bytes.size());
  for (auto end = file.unfinished.find('\n'); end != std::string::npos;
       end = file.unfinished.find('\n')) {
    hear_line(file.unfinished.substr(0, end + 1));
    file.unfinished.erase(0, end + 1);
  }
  return file.next - file.unfinished.size();
}

std::uint64_t Ear::on_hole(tail::Generation /*generation*/, std::uint64_t offset,
                           std::uint64_t /*length*/) {
  breach("a hole where none was made");
  return offset;
}

void Ear::hear_line(const std::string& line) {
  int number = line.starts_with("line ") ? std::atoi(line.c_str() + 5) : 0;
  if (line != line_of(number)) breach("a line that was never written: " + line);
  ears_.told.push_back(number);
}

void Ear::on_restart(tail::Generation generation, tail::Restart /*reason*/,
                     std::uint64_t /*lost*/) {
  if (!heard_.contains(generation)) breach("restart of what is not open");
  heard_[generation] = {};
}

void Ear::on_end(tail::Generation generation, tail::Ending /*ending*/) {
  if (heard_.erase(generation) == 0) breach("end of what is not open");
}

}  // namespace steptail::model
