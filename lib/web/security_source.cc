#include "web/security_source.h"

#include <utility>

namespace steptail::web {

base::Checked<std::shared_ptr<SecuritySource>> SecuritySource::open(base::FileSystem& fs,
                                                                    const std::string& path,
                                                                    base::Logger log) {
  auto first = load_security(fs, path);
  if (!first) return tl::unexpected(first.error());
  return std::make_shared<SecuritySource>(fs, path, std::move(log), *std::move(first));
}

SecuritySource::SecuritySource(base::FileSystem& fs, std::string path, base::Logger log,
                               std::shared_ptr<const Security> first)
    : fs_(fs), path_(std::move(path)), log_(std::move(log)), current_(std::move(first)) {}

std::shared_ptr<const Security> SecuritySource::current() const {
  const base::MutexLock lock(mutex_);
  return current_;
}

base::Checked<std::shared_ptr<const Security>> SecuritySource::prepare() const {
  auto next = load_security(fs_, path_);
  if (next && ((*next)->tls == nullptr) != (current()->tls == nullptr)) {
    return tl::unexpected(base::Errors{
        {.message = "'tls_server_config' comes and goes with a restart only", .file = path_}});
  }
  return next;
}

void SecuritySource::take(std::shared_ptr<const Security> next) {
  failing_ = false;
  const base::MutexLock lock(mutex_);
  current_ = std::move(next);
}

void SecuritySource::refresh() {
  const base::MutexLock lock(refreshing_);
  if (!failing_) last_problem_.clear();
  const bool changed = has_changed(fs_, *current());
  if (!changed && !failing_) return;
  auto next = prepare();
  if (next) {
    last_problem_.clear();
    take(*std::move(next));
    base::log_event(log_, base::LogLevel::Info, "web_config_reloaded", {{"file", path_}});
    return;
  }
  failing_ = true;
  const std::string problem = next.error().front().to_string();
  if (problem == last_problem_) return;
  last_problem_ = problem;
  for (const base::Error& error : next.error()) {
    base::log_event(log_, base::LogLevel::Error, "web_config_reload_failed",
                    {{"error", error.to_string()}});
  }
}

}  // namespace steptail::web
