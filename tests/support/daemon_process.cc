#include "support/daemon_process.h"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <asio.hpp>
#include <fstream>
#include <sstream>

#include "support/eventually.h"

namespace steptail::support {
namespace {

constexpr std::chrono::seconds kDeadline{20};

std::string read_file(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

// Starts the binary under test with its three streams on files; -1: it could not be.
pid_t start(const std::vector<std::string>& arguments, const std::string& in,
            const std::string& out, const std::string& err) {
  std::vector<std::string> words{STEPTAIL_BINARY};
  words.insert(words.end(), arguments.begin(), arguments.end());
  std::vector<char*> argv;
  for (std::string& word : words) argv.push_back(word.data());
  argv.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, in.c_str(), O_RDONLY, 0);
  posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, out.c_str(),
                                   O_WRONLY | O_CREAT | O_TRUNC, 0600);
  posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, err.c_str(),
                                   O_WRONLY | O_CREAT | O_APPEND, 0600);
  pid_t pid = -1;
  if (posix_spawn(&pid, STEPTAIL_BINARY, &actions, nullptr, argv.data(), environ) != 0) pid = -1;
  posix_spawn_file_actions_destroy(&actions);
  return pid;
}

int status_of(int status) { return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status); }

}  // namespace

DaemonProcess::~DaemonProcess() {
  if (pid_ <= 0) return;
  ::kill(pid_, SIGKILL);
  ::waitpid(pid_, nullptr, 0);
}

bool DaemonProcess::serve(std::vector<std::string> arguments) {
  std::string port_file = directory_.at("port");
  ::unlink(port_file.c_str());
  arguments.insert(arguments.begin(),
                   {"serve", "--web.listen-address", "127.0.0.1:0", "--web.port-file", port_file});
  pid_ = start(arguments, "/dev/null", directory_.at("out"), directory_.at("err"));
  if (pid_ <= 0) return false;
  std::string address;
  bool listening = eventually(kDeadline, [&] {
    address = read_file(port_file);
    return !address.empty() || ::waitpid(pid_, nullptr, WNOHANG) == pid_;
  });
  if (!listening || address.empty()) {
    if (address.empty() && listening) pid_ = -1;
    return false;
  }
  port_ = static_cast<std::uint16_t>(std::stoi(address.substr(address.find_last_of(':') + 1)));
  return true;
}

bool DaemonProcess::wait_ready() {
  return eventually(kDeadline, [&] { return get("/-/ready").has_value(); });
}

void DaemonProcess::signal(int number) const {
  if (pid_ > 0) ::kill(pid_, number);  // -1 would mean every process
}

std::optional<int> DaemonProcess::wait_exit() {
  int status = 0;
  bool ended = eventually(kDeadline, [&] { return ::waitpid(pid_, &status, WNOHANG) == pid_; });
  if (!ended) return std::nullopt;
  pid_ = -1;
  return status_of(status);
}

std::optional<std::string> DaemonProcess::get(const std::string& path) const {
  asio::ip::tcp::iostream stream;
  stream.expires_after(std::chrono::seconds(5));
  stream.connect("127.0.0.1", std::to_string(port_));
  stream << "GET " << path << " HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n"
         << std::flush;
  std::ostringstream answer;
  answer << stream.rdbuf();
  std::string text = answer.str();
  std::size_t body = text.find("\r\n\r\n");
  if (!text.starts_with("HTTP/1.1 200") || body == std::string::npos) return std::nullopt;
  return text.substr(body + 4);
}

std::optional<Exposition> DaemonProcess::scrape() const {
  auto page = get("/metrics");
  if (!page) return std::nullopt;
  auto parsed = parse_exposition(*page, ExpositionFormat::Text004);
  if (!parsed) return std::nullopt;
  return *parsed;
}

bool DaemonProcess::reaches(const std::string& name, const SampleLabels& labels, double value,
                            int seconds) const {
  return eventually(std::chrono::seconds(seconds), [&] {
    auto page = scrape();
    return page && page->value(name, labels) == value;
  });
}

std::string DaemonProcess::log() const { return read_file(directory_.at("err")); }

CommandResult run_steptail(const std::vector<std::string>& arguments, const std::string& input) {
  TempDir directory;
  directory.write("in", input);
  pid_t pid = start(arguments, directory.at("in"), directory.at("out"), directory.at("err"));
  int status = -1;
  if (pid > 0) ::waitpid(pid, &status, 0);
  return {.status = pid > 0 ? status_of(status) : -1,
          .out = read_file(directory.at("out")),
          .err = read_file(directory.at("err"))};
}

}  // namespace steptail::support
