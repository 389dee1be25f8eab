#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "pipeline/saved_state.h"

namespace steptail::pipeline {

// What is known of files that nobody follows now, and of runs that left the page: where they were
// left, so that one that has more to say goes on exactly there.
//
// Contract: bounded by set_limits(). What falls off is the run that was silent the longest, with
// all its files: should one of them grow, all is read again from the beginning, which gives the
// same. Files whose run is still in the table stay as long as there are others; read again they
// would be told twice, so trim() gives them back.
// Thread: the shard's. Cost: small strings; a look-up is logarithmic.
class Shelf {
 public:
  // What lies there of one run: its files, and, when it has left the page, the run itself.
  struct Item {
    std::string watch;
    run::RunIdentity identity;
    std::map<std::string, SavedFile> files;  // by path
    std::optional<SavedRun> run;             // nullopt: in the table, or nothing was recognised
    base::WallTime last_sign{};
  };

  void set_limits(std::size_t files, std::size_t runs);

  void put(SavedFile file);
  void put(SavedRun run);
  [[nodiscard]] const std::map<std::string, Item>& items() const { return items_; }
  [[nodiscard]] const Item* find(const std::string& key) const;
  [[nodiscard]] bool holds_path(std::string_view path) const { return paths_.contains(path); }

  std::optional<SavedFile> take_file(const std::string& key, const std::string& path);
  std::optional<SavedRun> take_run(const std::string& key);
  std::optional<Item> take(const std::string& key);
  // Takes away the oldest past the limits; `in_table` says which runs are still in the table. Gives
  // back those of them: what they hold was told already.
  std::vector<Item> trim(const std::function<bool(const std::string& key)>& in_table);

  // Whether anything came or went since the last call.
  [[nodiscard]] bool take_changed();

 private:
  Item& item(const std::string& watch, const run::RunIdentity& identity);
  void forget(const SavedFile& file);
  void drop_if_empty(const std::string& key);

  std::map<std::string, Item> items_;                      // by RunTable::key_of
  std::map<std::string, std::size_t, std::less<>> paths_;  // files of this path
  std::size_t max_files_ = 0;
  std::size_t max_runs_ = 0;
  std::size_t files_ = 0;
  std::size_t runs_ = 0;
  bool changed_ = false;
};

}  // namespace steptail::pipeline
