#include "follower_world.h"

#include <cerrno>
#include <cstdlib>
#include <utility>

namespace steptail::model {
namespace {

constexpr const char* kPath = "/run/train.log";

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
  start({});
  pump();
}

World::~World() = default;

void World::start(std::vector<tail::FilePosition> positions) {
  heard_.clear();
  follower_ = std::make_unique<tail::Follower>(faults_, kPath, *this, tail::Follower::Options{});
  follower_->resume(std::move(positions));
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
    case Act::AppendPart:
      return append_part();
    case Act::Rotate:
      return rotate();
    case Act::CopyTruncate:
      return copy_and_truncate();
    case Act::Truncate:
    case Act::Delete:
      return lose(action.act);
    case Act::Pump:
      return pump();
    case Act::PumpSome:
      follower_->pump(action.amount, now_);
      return;
    case Act::Release:
      return follower_->release();
    case Act::Restart:
      return start(follower_->positions());
    case Act::Fail:
      return fail(action.amount);
    case Act::Pass:
      return pass(std::chrono::milliseconds(action.amount));
  }
}

void World::write(std::string_view bytes) { fs_.append(kPath, bytes); }

void World::append(std::uint32_t lines) {
  finish_part();
  for (std::uint32_t i = 0; i < lines; ++i) {
    write(line_of(++last_number_));
    written_.push_back(last_number_);
  }
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
  if (act == Act::Truncate) {
    fs_.truncate(kPath, 0);
  } else {
    fs_.unlink(kPath);
  }
}

void World::fail(std::uint32_t amount) {
  using support::Call;
  constexpr Call kCalls[] = {Call::Open, Call::Read, Call::FileStat, Call::Stat, Call::List};
  constexpr int kCodes[] = {EIO, ESTALE, ETIMEDOUT};
  faults_.fail(kCalls[amount % 5], kCodes[amount / 5 % 3], 1 + amount / 15 % 3);
}

void World::pump() {
  for (int i = 0; i < 1000; ++i) {
    if (!follower_->pump(1 << 20, now_).more) break;
  }
}

void World::settle() {
  finish_part();
  faults_.heal();
  for (int i = 0; i < 20; ++i) {
    pump();
    pass(std::chrono::seconds(1));
  }
  safe_ = written_.size();
}

void World::breach(const std::string& what) {
  if (!breach_) breach_ = what;
}

void World::on_open(tail::Generation generation, std::uint64_t offset,
                    std::uint64_t /*backlog_end*/, base::WallTime /*modified*/) {
  if (heard_.contains(generation)) breach("opened twice");
  heard_[generation] = {.next = offset, .unfinished = {}};
}

std::uint64_t World::on_bytes(tail::Generation generation, std::uint64_t offset,
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

void World::hear_line(const std::string& line) {
  int number = line.starts_with("line ") ? std::atoi(line.c_str() + 5) : 0;
  if (line != line_of(number)) breach("a line that was never written: " + line);
  told_.push_back(number);
}

void World::on_restart(tail::Generation generation, tail::Restart /*reason*/,
                       std::uint64_t /*lost*/) {
  if (!heard_.contains(generation)) breach("restart of what is not open");
  heard_[generation] = {};
}

void World::on_end(tail::Generation generation, tail::Ending /*ending*/) {
  if (heard_.erase(generation) == 0) breach("end of what is not open");
}

}  // namespace steptail::model
