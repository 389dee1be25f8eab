#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/link_checked_file_system.h"
#include "base/log.h"
#include "base/posix_file_system.h"
#include "daemon/asio_loop.h"
#include "daemon/sd_notify.h"
#include "daemon/settings.h"
#include "daemon/shard_set.h"
#include "daemon/system_clock.h"
#include "metrics/board.h"
#include "metrics/page.h"
#include "web/security_source.h"
#include "web/server.h"

namespace steptail::daemon {

// What the command line fixes for the life of the process.
struct AppOptions {
  SettingsSource source;
  std::vector<std::string> listen_addresses;  // empty: those of the configuration
  std::string telemetry_path = "/metrics";
  std::string storage_path;     // empty: keep no checkpoints
  std::string port_file;        // empty: none
  std::string web_config_file;  // empty: plain HTTP, open
  bool systemd_socket = false;  // listen on the sockets that the service manager passed
  std::size_t max_requests = 40;
};

// Wires `serve`: shards, web server, reload, watchdog, and the order of shutdown. Nothing else.
// Thread: all on the main thread. run() returns the exit status.
class App {
 public:
  App(AppOptions options, base::Logger log);
  ~App();

  int run();

 private:
  // False: it was said why.
  [[nodiscard]] bool load_web_config();
  [[nodiscard]] base::Result<web::ServerOptions> server_options(const Settings& settings) const;
  base::Result<void> start_server(const Settings& settings);
  [[nodiscard]] base::Checked<std::shared_ptr<const web::Security>> next_security();
  [[nodiscard]] metrics::ProcessFacts process_facts();
  void write_port_file() const;
  void reload();
  void watchdog();
  void report_ready();
  void shutdown();

  AppOptions options_;
  base::Logger log_;
  base::PosixFileSystem fs_;               // one's own files: configuration, certificates
  base::LinkCheckedFileSystem log_files_;  // what others write
  SystemClock clock_;
  AsioLoop loop_;
  std::unique_ptr<SdNotify> notify_;
  std::optional<base::Duration> watchdog_interval_;
  std::vector<int> listen_sockets_;                // passed by the service manager
  std::shared_ptr<web::SecuritySource> security_;  // null: plain HTTP, open
  std::unique_ptr<ShardSet> shards_;
  std::shared_ptr<metrics::Board> board_ = std::make_shared<metrics::Board>();
  std::vector<std::string> listen_addresses_;  // in force, as configured
  struct Published;                            // what HTTP threads may look at
  std::shared_ptr<Published> published_;
  std::unique_ptr<web::Server> server_;
};

}  // namespace steptail::daemon
