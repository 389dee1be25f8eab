#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>

#include "watch/watcher.h"

namespace steptail::support {

// A Watcher that tells what the test tells it to.
class FakeWatcher : public watch::Watcher {
 public:
  void start(Sink sink) override { sink_ = std::move(sink); }
  [[nodiscard]] base::Result<bool> watch(const std::string& directory) override {
    if (auto refused = refused_.find(directory); refused != refused_.end()) {
      return tl::unexpected<base::Error>(
          base::Error{.message = "cannot watch " + directory, .code = refused->second});
    }
    return directories_.insert(directory).second;
  }
  void unwatch(const std::string& directory) override { directories_.erase(directory); }
  [[nodiscard]] std::uint64_t overflows() const override { return overflows_; }

  // Something may have changed at `path`; says so only when its directory is watched.
  void touch(const std::string& path) {
    auto directory = path.substr(0, path.find_last_of('/'));
    if (sink_ && (directories_.contains(directory) || directories_.contains(path))) {
      sink_(watch::Hint{path});
    }
  }
  // The queue ran over: anything may have changed.
  void overflow() {
    ++overflows_;
    if (sink_) sink_(watch::Hint{});
  }
  // From now on watch(directory) fails, until accept().
  void refuse(const std::string& directory, std::errc code) {
    refused_[directory] = std::make_error_code(code);
  }
  void accept(const std::string& directory) { refused_.erase(directory); }

  [[nodiscard]] const std::set<std::string>& directories() const { return directories_; }

 private:
  Sink sink_;
  std::set<std::string> directories_;
  std::map<std::string, std::error_code> refused_;
  std::uint64_t overflows_ = 0;
};

}  // namespace steptail::support
