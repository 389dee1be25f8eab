#include "daemon/app.h"

#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <utility>

#include "base/mutex.h"
#include "daemon/signals.h"
#include "daemon/version.h"
#include "metrics/process_facts.h"
#include "web/pages.h"

namespace steptail::daemon {
namespace {

constexpr base::Duration kShardDeadline = std::chrono::seconds(1);
constexpr std::chrono::milliseconds kHttpGrace{500};
constexpr base::Duration kReadyCheck = std::chrono::milliseconds(200);

// More descriptors than the soft limit allow for more files; the hard limit is the administrator's.
void raise_open_file_limit() {
  rlimit limit{};
  if (getrlimit(RLIMIT_NOFILE, &limit) != 0) return;
  limit.rlim_cur = limit.rlim_max;
  setrlimit(RLIMIT_NOFILE, &limit);
}

// What the limit of descriptors leaves beside the logs. Many slow clients shall find room without
// anybody having to go; encrypted ones cost some 100 KB each.
std::size_t most_connections(std::size_t open_files, bool encrypted) {
  constexpr std::size_t kLeast = 256;
  constexpr std::size_t kOthers = 128;
  const std::size_t most = encrypted ? 2048 : 8192;
  rlimit limit{};
  if (getrlimit(RLIMIT_NOFILE, &limit) != 0) return kLeast;
  const std::size_t taken = open_files + kOthers;
  if (limit.rlim_cur <= taken + kLeast) return kLeast;
  return std::min<std::size_t>(most, limit.rlim_cur - taken);
}

std::string host_name() {
  std::array<char, 256> name{};
  return gethostname(name.data(), name.size() - 1) == 0 ? name.data() : "";
}

}  // namespace

// What HTTP threads read while the main thread changes it.
struct App::Published {
  base::Mutex mutex;
  metrics::ProcessFacts reload STEPTAIL_GUARDED_BY(mutex);
};

App::App(AppOptions options, base::Logger log)
    : options_(std::move(options)),
      log_(std::move(log)),
      published_(std::make_shared<Published>()) {}

App::~App() = default;

int App::run() {
  ServiceEnvironment environment = service_environment();
  notify_ = std::make_unique<SdNotify>(environment.notify_socket);
  watchdog_interval_ = environment.watchdog_interval;
  listen_sockets_ = std::move(environment.listen_fds);
  raise_open_file_limit();

  auto settings = load_settings(fs_, options_.source);
  if (!settings) {
    print_errors(settings.error());
    return 1;
  }
  if (!load_web_config()) return 1;
  std::optional<Signals> signals;
  signals.emplace(loop_, SignalActions{.terminate = [this](int) { loop_.stop(); },
                                       .reload = [this] { reload(); }});
  if (auto started = signals->start(); !started) {
    print_errors({started.error()});
    return 1;
  }
  if (auto listening = start_server(*settings); !listening) {
    print_errors({listening.error()});
    return 1;
  }
  shards_ = std::make_unique<ShardSet>(
      ShardSet::Options{.storage_path = options_.storage_path, .log = log_}, log_files_, loop_);
  shards_->configure(*settings);
  board_->show(shards_->sources());
  report_ready();
  watchdog();
  loop_.run();
  signals.reset();  // a second signal does not wait for what follows
  shutdown();
  return 0;
}

// On an HTTP thread.
metrics::ProcessFacts App::process_facts() {
  metrics::ProcessFacts facts;
  {
    base::MutexLock lock(published_->mutex);
    facts = published_->reload;
  }
  facts.version = kVersion;
  facts.revision = kRevision;
  facts.http_refused = server_->refused();
  facts.refused_identities = board_->refused_identities();
  facts.hung_watches = board_->hung_watches();
  if (security_ && security_->failing()) facts.reload_successful = false;
  metrics::read_process_facts(fs_, facts);
  return facts;
}

bool App::load_web_config() {
  if (options_.web_config_file.empty()) return true;
  auto source = web::SecuritySource::open(fs_, options_.web_config_file, log_);
  if (!source) {
    print_errors(source.error());
    return false;
  }
  security_ = *std::move(source);
  return true;
}

base::Result<web::ServerOptions> App::server_options(const Settings& settings) const {
  const bool encrypted = security_ && security_->current()->tls;
  web::ServerOptions server{
      .host_names = {host_name()},
      .max_requests = options_.max_requests,
      .max_connections = most_connections(settings.config.limits.open_files, encrypted),
      .clock = &clock_,
      .security = security_};
  if (!options_.systemd_socket) {
    server.listen_addresses =
        options_.listen_addresses.empty() ? listen_addresses_ : options_.listen_addresses;
  } else if (listen_sockets_.empty()) {
    return base::fail(
        "--web.systemd-socket: the service manager passed no socket; start the socket unit, or "
        "leave the flag out");
  }
  if (options_.systemd_socket) server.listen_sockets = listen_sockets_;
  return server;
}

base::Result<void> App::start_server(const Settings& settings) {
  {
    base::MutexLock lock(published_->mutex);
    published_->reload.reload_success_time = loop_.wall();
  }
  // Not ready: no shard has started.
  board_->show({{.cell = std::make_shared<metrics::SnapshotCell>()}});
  listen_addresses_ = settings.config.listen_addresses;
  auto server = server_options(settings);
  if (!server) return tl::unexpected<base::Error>(server.error());
  web::Handler handler = web::make_pages({.version = kVersion,
                                          .telemetry_path = options_.telemetry_path,
                                          .board = board_,
                                          .facts = [this] { return process_facts(); },
                                          .clock = &clock_});
  server_ = std::make_unique<web::Server>(*std::move(server), std::move(handler), log_);
  auto started = server_->start();
  if (started) write_port_file();
  return started;
}

void App::write_port_file() const {
  if (options_.port_file.empty()) return;
  std::string text;
  for (const std::string& address : server_->bound_addresses()) text += address + "\n";
  base::PosixFileSystem fs;
  if (auto written = fs.write_atomic(options_.port_file, text); !written) {
    base::log_event(log_, base::LogLevel::Error, "port_file_not_written",
                    {{"error", written.error().to_string()}});
  }
}

base::Checked<std::shared_ptr<const web::Security>> App::next_security() {
  if (!security_) return std::shared_ptr<const web::Security>();
  return security_->prepare();
}

// All of it or nothing: what can fail is done before any shard hears of it.
void App::reload() {
  notify_->reloading(loop_.mono());
  auto settings = load_settings(fs_, options_.source);
  auto security = next_security();
  if (!security) {
    base::Errors errors = settings ? base::Errors{} : std::move(settings.error());
    base::append(errors, std::move(security.error()));
    settings = tl::unexpected(std::move(errors));
  }
  if (settings) {
    if (security_) security_->take(*std::move(security));
    shards_->configure(*settings);
    board_->show(shards_->sources());
  }
  {
    base::MutexLock lock(published_->mutex);
    published_->reload.reload_successful = settings.has_value();
    if (settings) published_->reload.reload_success_time = loop_.wall();
  }
  if (settings) {
    base::log_event(log_, base::LogLevel::Info, "reloaded",
                    {{"watch_entries", settings->entries.size()}});
    if (options_.listen_addresses.empty() &&
        settings->config.listen_addresses != listen_addresses_) {
      base::log_event(log_, base::LogLevel::Warn, "restart_needed",
                      {{"option", "web.listen_addresses"},
                       {"error", "listen addresses change with a restart only"}});
    }
  } else {
    for (const base::Error& error : settings.error()) {
      base::log_event(log_, base::LogLevel::Error, "reload_failed", {{"error", error.to_string()}});
    }
  }
  notify_->ready(settings ? "reloaded" : "reload failed: the old configuration stays");
}

void App::report_ready() {
  if (board_->ready()) {
    notify_->ready("first scan is read");
    base::log_event(log_, base::LogLevel::Info, "ready");
    return;
  }
  loop_.after(kReadyCheck, [this] { report_ready(); });
}

// The main loop speaks for the process only while every shard turns: a hung local disk is worth a
// restart, a hung mount has its own shard and metric.
void App::watchdog() {
  if (!watchdog_interval_) return;
  if (shards_->local_turns(*watchdog_interval_)) notify_->watchdog();
  loop_.after(*watchdog_interval_ / 2, [this] { watchdog(); });
}

void App::shutdown() {
  notify_->stopping();
  base::log_event(log_, base::LogLevel::Info, "stopping");
  bool all_ended = shards_->stop(kShardDeadline);
  server_->stop(kHttpGrace);
  // A thread that hangs in a file system still uses what would be destroyed now.
  if (!all_ended) std::_Exit(0);
}

}  // namespace steptail::daemon
