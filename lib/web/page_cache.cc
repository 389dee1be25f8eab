#include "web/page_cache.h"

#include <algorithm>

#include "base/hash.h"
#include "web/gzip.h"

namespace steptail::web {

RenderedPage::RenderedPage(std::string text)
    : text_(std::make_shared<const std::string>(std::move(text))),
      etag_(base::to_hex(base::hash64(*text_))) {}

std::shared_ptr<const std::string> RenderedPage::gzip() const {
  std::call_once(packed_,
                 [this] { gzip_ = std::make_shared<const std::string>(web::gzip(*text_)); });
  return gzip_;
}

PageCache::PageCache(Options options, Render render)
    : options_(std::move(options)), render_(std::move(render)) {}

bool PageCache::is_current(const Snapshots& snapshots, base::MonoTime now) const {
  if (!page_) return false;
  if (options_.most_age) {
    if (options_.clock == nullptr || now - made_at_ >= *options_.most_age) return false;
  }
  // A snapshot that is gone is none of those published now, wherever they lie in memory.
  return std::equal(
      snapshots.begin(), snapshots.end(), made_of_.begin(), made_of_.end(),
      [](const auto& now_there, const auto& then) { return now_there == then.lock(); });
}

std::shared_ptr<const RenderedPage> PageCache::get() {
  const base::MutexLock lock(mutex_);
  // Read inside the lock: a page is never replaced by one of older snapshots.
  const Snapshots snapshots = options_.board->read();
  const base::MonoTime now = options_.clock != nullptr ? options_.clock->mono() : base::MonoTime{};
  if (is_current(snapshots, now)) return page_;
  page_ =
      std::make_shared<const RenderedPage>(render_(snapshots, page_ ? page_->text()->size() : 0));
  made_of_.assign(snapshots.begin(), snapshots.end());
  made_at_ = now;
  return page_;
}

}  // namespace steptail::web
