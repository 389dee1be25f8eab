#include "pipeline/poller.h"

#include <algorithm>

namespace steptail::pipeline {
namespace {

constexpr base::Duration kLocalBackoff = std::chrono::seconds(2);     // a local file is seen in 2 s
constexpr base::Duration kNetworkBackoff = std::chrono::seconds(10);  // spares metadata servers

}  // namespace

void Poller::use(const Entries& entries) {
  intervals_.clear();
  for (const auto& entry : entries) {
    intervals_[entry->config.name] = entry->config.poll_interval;
  }
}

void Poller::start() { tick(); }

void Poller::tick() {
  base::MonoTime now = loop_.mono();
  std::vector<FollowedFile*> far;
  for (FileId id : files_.polled()) {
    FollowedFile* file = files_.find(id);
    if (now < file->next_poll) continue;
    auto interval = intervals_.find(file->entry);
    if (interval == intervals_.end()) continue;
    if (file->local) {
      look_at(*file, interval->second);
    } else {
      far.push_back(file);
    }
  }
  if (far.size() > kFarLooks) {
    auto last = far.begin() + static_cast<std::ptrdiff_t>(kFarLooks);
    std::nth_element(far.begin(), last, far.end(),
                     [this](const FollowedFile* a, const FollowedFile* b) {
                       return lateness(*a) > lateness(*b);
                     });
    far.resize(kFarLooks);
  }
  for (FollowedFile* file : far) look_at(*file, intervals_[file->entry]);
  timer_ = loop_.after(kLookInterval, [this] { tick(); });
}

// In terms of how often it is looked at: a silent file that waits too long comes before one that
// grows in the end.
double Poller::lateness(const FollowedFile& file) const {
  auto waited = static_cast<double>((loop_.mono() - file.next_poll).count());
  return waited / static_cast<double>(std::max(file.poll_delay, kLookInterval).count());
}

void Poller::look_at(FollowedFile& file, base::Duration interval) {
  bool grew = file.stream->last_arrival() > loop_.wall() - 2 * file.poll_delay;
  base::Duration limit = std::max(interval, file.local ? kLocalBackoff : kNetworkBackoff);
  file.poll_delay = grew ? interval : std::min(limit, file.poll_delay * 2);
  // A local file must be seen within two seconds: the tick and the reading take their part.
  if (file.local) file.poll_delay = std::min(file.poll_delay, kLocalBackoff - 2 * kLookInterval);
  file.next_poll = loop_.mono() + file.poll_delay;
  reader_.mark(file.id);
}

}  // namespace steptail::pipeline
