#include <gtest/gtest.h>

#include <functional>
#include <string>
#include <vector>

#include "checkpoint/checkpoint_file.h"
#include "support/mem_file_system.h"

namespace steptail::checkpoint {
namespace {

using base::Result;

const std::string kDirectory = "/state";
const std::string kNewest = kDirectory + "/local";

struct Died {};

// Files of a process that dies before its nth change of the disk. A write is three changes: the
// temporary file in part, in full, and under its name.
class MortalFileSystem : public support::MemFileSystem {
 public:
  void live_for(int changes) { left_ = changes; }

  Result<void> write_parts_atomic(const std::string& path,
                                  std::span<const std::string_view> parts) override {
    const std::string temporary = path + ".tmp";
    std::string bytes;
    for (const std::string_view part : parts) bytes += part;
    step();
    replace(temporary, std::string_view(bytes).substr(0, bytes.size() / 2));
    step();
    replace(temporary, bytes);
    step();
    move(temporary, path);
    return {};
  }
  Result<void> rename(const std::string& from, const std::string& to) override {
    step();
    return MemFileSystem::rename(from, to);
  }

 private:
  void step() {
    if (left_-- == 0) throw Died{};
  }
  int left_ = 1 << 30;
};

struct Life {
  const char* name;
  std::function<void(MortalFileSystem&)> before;  // what lies there at the start
  std::string known;                              // what a load gives then; empty: nothing
};

void save_two(MortalFileSystem& fs) {
  CheckpointFile checkpoint(fs, kDirectory, "local");
  ASSERT_TRUE(checkpoint.save("one"));
  ASSERT_TRUE(checkpoint.save("two"));
}

const std::vector<Life>& lives() {
  static const std::vector<Life> kLives{
      {"nothing", [](MortalFileSystem&) {}, ""},
      {"two generations", save_two, "two"},
      {"only the older",
       [](MortalFileSystem& fs) {
         save_two(fs);
         fs.unlink(kNewest);
       },
       "one"},
      {"a damaged newest",
       [](MortalFileSystem& fs) {
         save_two(fs);
         fs.overwrite(kNewest, 34, "!");
       },
       "one"},
      {"a damaged older",
       [](MortalFileSystem& fs) {
         save_two(fs);
         fs.truncate(kNewest + ".old", 3);
       },
       "two"},
      {"both damaged",
       [](MortalFileSystem& fs) {
         save_two(fs);
         fs.truncate(kNewest, 9);
         fs.truncate(kNewest + ".old", 3);
       },
       ""},
      {"half a temporary file",
       [](MortalFileSystem& fs) {
         save_two(fs);
         fs.append(kNewest + ".tmp", "STEPTAIL");
       },
       "two"},
  };
  return kLives;
}

// Loads and saves until it dies; `last` is what the last finished save wrote.
void live(MortalFileSystem& fs, std::string& last, std::string& next) {
  CheckpointFile checkpoint(fs, kDirectory, "local");
  const auto loaded = checkpoint.load();
  EXPECT_EQ(loaded.payload.value_or(""), last);
  for (const auto* payload : {"three", "four", "five"}) {
    next = payload;
    if (checkpoint.save(payload)) last = payload;
  }
}

TEST(CheckpointCrash, AtAnyMomentLeavesTheLastSaveOrTheOneUnderWay) {
  for (const Life& life : lives()) {
    bool survived = false;
    for (int changes = 0; !survived; ++changes) {
      SCOPED_TRACE(std::string(life.name) + ", dead after " + std::to_string(changes));
      MortalFileSystem fs;
      life.before(fs);
      std::string last = life.known;
      std::string next = life.known;
      fs.live_for(changes);
      try {
        live(fs, last, next);
        survived = true;
      } catch (const Died&) {
      }
      fs.live_for(1 << 30);
      const auto found = CheckpointFile(fs, kDirectory, "local").load().payload.value_or("");
      EXPECT_TRUE(found == last || found == next) << "found '" << found << "'";
      ASSERT_LT(changes, 100);
    }
  }
}

// The process dies again and again, each time one change further, on one and the same disk.
TEST(CheckpointCrash, OneAfterTheOtherNeverGoesBack) {
  MortalFileSystem fs;
  save_two(fs);
  int known = 2;
  for (int changes = 0; changes < 30; ++changes) {
    fs.live_for(changes);
    int next = known;
    try {
      CheckpointFile checkpoint(fs, kDirectory, "local");
      (void)checkpoint.load();
      while (true) {
        if (checkpoint.save(std::to_string(++next))) known = next;
      }
    } catch (const Died&) {
    }
    fs.live_for(1 << 30);
    const auto loaded = CheckpointFile(fs, kDirectory, "local").load();
    ASSERT_TRUE(loaded.payload) << changes;
    if (*loaded.payload == "two") continue;
    EXPECT_GE(std::stoi(*loaded.payload), known) << changes;
    EXPECT_LE(std::stoi(*loaded.payload), next) << changes;
    EXPECT_TRUE(loaded.problems.empty());
  }
}

}  // namespace
}  // namespace steptail::checkpoint
