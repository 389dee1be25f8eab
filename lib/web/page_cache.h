#pragma once

#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/clock.h"
#include "base/mutex.h"
#include "metrics/board.h"

namespace steptail::web {

using metrics::Snapshots;

// A page's text, and its gzip form once somebody asks for it. Immutable. Thread: any.
class RenderedPage {
 public:
  explicit RenderedPage(std::string text);

  [[nodiscard]] std::shared_ptr<const std::string> text() const { return text_; }
  [[nodiscard]] std::shared_ptr<const std::string> gzip() const;  // packed by the first who asks
  [[nodiscard]] const std::string& etag() const { return etag_; }

 private:
  std::shared_ptr<const std::string> text_;
  std::string etag_;
  mutable std::once_flag packed_;
  mutable std::shared_ptr<const std::string> gzip_;
};

// One page, made once for each set of snapshots and shared by everyone who asks until a shard
// publishes anew, or the page is too old.
// Thread: any; whoever finds it out of date makes it, the others wait for that. Lifetime: keeps the
// last page, no snapshot.
class PageCache {
 public:
  // `previous_bytes`: the size of the last one made.
  using Render = std::function<std::string(const Snapshots&, std::size_t previous_bytes)>;

  struct Options {
    std::shared_ptr<metrics::Board> board;
    std::optional<base::Duration> most_age;  // of a page; nullopt: as long as its snapshots
    // Any thread, lives longer. Null: no page with a most_age is kept.
    const base::Clock* clock = nullptr;
  };
  PageCache(Options options, Render render);

  [[nodiscard]] std::shared_ptr<const RenderedPage> get();

 private:
  [[nodiscard]] bool is_current(const Snapshots& snapshots, base::MonoTime now) const
      STEPTAIL_THREAD_ANNOTATION(requires_capability(mutex_));

  const Options options_;
  const Render render_;
  base::Mutex mutex_;
  std::vector<std::weak_ptr<const metrics::ShardSnapshot>> made_of_ STEPTAIL_GUARDED_BY(mutex_);
  base::MonoTime made_at_ STEPTAIL_GUARDED_BY(mutex_);
  std::shared_ptr<const RenderedPage> page_ STEPTAIL_GUARDED_BY(mutex_);
};

}  // namespace steptail::web
