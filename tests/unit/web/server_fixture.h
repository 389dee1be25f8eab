#pragma once

#include <gtest/gtest.h>

#include <condition_variable>
#include <memory>
#include <mutex>
#include <optional>
#include <stdexcept>
#include <string>

#include "daemon/system_clock.h"
#include "support/eventually.h"
#include "support/http_client.h"
#include "web/server.h"

namespace steptail::web {

// Lets a handler wait until the test opens it, and the test until handlers have come to it.
class Barrier {
 public:
  void pass() {
    std::unique_lock lock(mutex_);
    ++waiting_;
    changed_.notify_all();
    changed_.wait_for(lock, support::kLongEnough, [this] { return open_; });
  }
  bool wait_for(int handlers) {
    std::unique_lock lock(mutex_);
    return changed_.wait_for(lock, support::kLongEnough, [&] { return waiting_ >= handlers; });
  }
  void open() {
    std::unique_lock lock(mutex_);
    open_ = true;
    changed_.notify_all();
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  int waiting_ = 0;
  bool open_ = false;
};

// A real server on a port of its own. Pages: /hello, /big (more than socket buffers hold), /wait
// (at the barrier), /echo (what the handler sees of the request), /throw; else 404.
class ServerFixture : public testing::Test {
 protected:
  static constexpr std::size_t kBigBytes = std::size_t{24} * 1024 * 1024;

  static ServerOptions loopback() {
    ServerOptions options;
    options.listen_addresses = {"127.0.0.1:0"};
    return options;
  }

  void start(ServerOptions options = loopback()) {
    options.clock = &clock_;
    server_.emplace(
        std::move(options), [this](const Request& request) { return page(request); }, nullptr);
    auto started = server_->start();
    ASSERT_TRUE(started) << started.error().message;
    address_ = server_->bound_addresses().front();
  }

  [[nodiscard]] support::HttpClient connect(int receive_buffer_bytes = 0) const {
    return support::HttpClient(address_, receive_buffer_bytes);
  }
  [[nodiscard]] support::HttpAnswer get(std::string_view path,
                                        std::string_view headers = {}) const {
    return support::http_get(address_, path, headers);
  }
  // What the server says to these bytes, and that it then closes.
  [[nodiscard]] support::HttpAnswer raw(std::string_view bytes) const {
    auto client = connect();
    client.send(bytes);
    auto answer = client.read_answer();
    EXPECT_TRUE(client.closes_within());
    return answer;
  }
  // Waits until a refusal has been counted so often.
  [[nodiscard]] bool refused(const std::string& reason, std::uint64_t times) const {
    auto count = [&] { return server_->refused().at(reason); };
    return support::eventually(support::kLongEnough, [&] { return count() >= times; }) &&
           count() == times;
  }

  Response page(const Request& request) {
    if (request.path == "/hello" || request.path == "/-/healthy")
      return text_response(200, "hello\n");
    if (request.path == "/own") {
      return {.body = std::make_shared<const std::string>(kBigBytes, 'o')};
    }
    if (request.path == "/big") return {.body = big_};
    if (request.path == "/tagged") return {.body = big_, .etag = "tag1"};
    if (request.path == "/throw") throw std::runtime_error("no luck");
    if (request.path == "/wait") {
      barrier_.pass();
      return text_response(200, "waited\n");
    }
    if (request.path == "/echo") {
      std::string text(request.query);
      text.append("|").append(request.accept).append("|").append(request.accept_encoding);
      return text_response(200, text);
    }
    return text_response(404, "404 Not Found\n");
  }

  daemon::SystemClock clock_;
  Barrier barrier_;
  std::shared_ptr<const std::string> big_ = std::make_shared<const std::string>(kBigBytes, 'b');
  std::optional<Server> server_;
  std::string address_;
};

}  // namespace steptail::web
