#include "daemon/asio_loop.h"

#include <asio/executor_work_guard.hpp>
#include <asio/io_context.hpp>
#include <asio/posix/stream_descriptor.hpp>
#include <asio/post.hpp>
#include <asio/steady_timer.hpp>
#include <unordered_map>

#include "daemon/system_clock.h"
#include "daemon/timer_queue.h"

namespace steptail::daemon {

struct AsioLoop::Impl {
  // A descriptor that is watched, not owned: released before asio could close it.
  struct Watched {
    Watched(asio::io_context& io, int fd, base::Task readable)
        : descriptor(io, fd), task(std::move(readable)) {}
    ~Watched() { descriptor.release(); }
    Watched(const Watched&) = delete;
    Watched& operator=(const Watched&) = delete;

    asio::posix::stream_descriptor descriptor;
    base::Task task;
  };

  // Waiting again and again is level-triggered: asio looks at the descriptor each time it is asked.
  static void wait_readable(const std::shared_ptr<Watched>& watched) {
    watched->descriptor.async_wait(
        asio::posix::stream_descriptor::wait_read,
        [weak = std::weak_ptr<Watched>(watched)](const asio::error_code& error) {
          auto alive = weak.lock();
          if (error || !alive) return;
          base::Task task = alive->task;
          alive.reset();  // the task may forget the descriptor, which must then be let go
          task();
          if (auto still = weak.lock()) wait_readable(still);
        });
  }

  asio::io_context io{1};
  asio::executor_work_guard<asio::io_context::executor_type> work{io.get_executor()};
  SystemClock clock;
  TimerQueue timers;
  asio::steady_timer alarm{io};
  std::unordered_map<int, std::shared_ptr<Watched>> watched;

  // One asio timer, set to the earliest: asio's own do not keep the order of equal ones.
  void set_alarm() {
    auto due = timers.next_due();
    if (!due) {
      alarm.cancel();
      return;
    }
    alarm.expires_at(*due);
    alarm.async_wait([this](const asio::error_code& error) {
      if (error) return;
      timers.run_due(clock.mono());
      set_alarm();
    });
  }
};

AsioLoop::AsioLoop() : impl_(std::make_unique<Impl>()) {}

AsioLoop::~AsioLoop() = default;

void AsioLoop::run() {
  impl_->io.restart();
  impl_->io.run();
}

void AsioLoop::stop() {
  asio::post(impl_->io, [this] { impl_->io.stop(); });
}

base::MonoTime AsioLoop::mono() const { return impl_->clock.mono(); }

base::WallTime AsioLoop::wall() const { return impl_->clock.wall(); }

void AsioLoop::post(base::Task task) { asio::post(impl_->io, std::move(task)); }

base::TimerId AsioLoop::after(base::Duration delay, base::Task task) {
  auto before = impl_->timers.next_due();
  base::MonoTime now = mono();
  // A delay beyond the end of the clock means never, not the past.
  base::MonoTime due = delay > base::MonoTime::max() - now ? base::MonoTime::max() : now + delay;
  base::TimerId id = impl_->timers.add(due, std::move(task));
  if (!before || due < *before) impl_->set_alarm();
  return id;
}

void AsioLoop::cancel(base::TimerId id) { impl_->timers.cancel(id); }

void AsioLoop::on_readable(int fd, base::Task task) {
  forget(fd);
  auto watched = std::make_shared<Impl::Watched>(impl_->io, fd, std::move(task));
  impl_->watched.emplace(fd, watched);
  Impl::wait_readable(watched);
}

void AsioLoop::forget(int fd) { impl_->watched.erase(fd); }

asio::io_context& AsioLoop::context() { return impl_->io; }

}  // namespace steptail::daemon
