#pragma once

namespace CLI {
class App;
}

namespace steptail::daemon {

// Each adds one command to the command line: its flags, its help, and what it does when chosen.
// `status` becomes the exit status: 0 done, 1 failed. The commands print; nothing in lib/ does.
void add_serve_command(CLI::App& app, int& status);
void add_inspect_command(CLI::App& app, int& status);
void add_backfill_command(CLI::App& app, int& status);
void add_check_command(CLI::App& app, int& status);
void add_formats_command(CLI::App& app, int& status);
void add_demo_command(CLI::App& app, int& status);
void add_healthcheck_command(CLI::App& app, int& status);

}  // namespace steptail::daemon
