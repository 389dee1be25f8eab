#include "formats/ordinary_text.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <span>
#include <string_view>

namespace steptail::format {
namespace {

namespace stdfs = std::filesystem;

// Fills templates: %d a whole number, %f a fraction, %w a word, %t a time of day, %x digits of a
// hash, %% a percent sign.
class Writer {
 public:
  explicit Writer(std::uint32_t seed) : random_(seed) {}

  std::string fill(std::string_view text) {
    std::string line;
    for (std::size_t i = 0; i < text.size(); ++i) {
      if (text[i] != '%' || i + 1 == text.size()) {
        line += text[i];
      } else {
        line += part(text[++i]);
      }
    }
    return line;
  }

  std::uint32_t below(std::uint32_t limit) { return static_cast<std::uint32_t>(random_()) % limit; }

 private:
  std::string part(char what) {
    switch (what) {
      case 'd':
        return std::to_string(below(below(2) == 0 ? 100 : 100000));
      case 'f':
        return std::to_string(below(100)) + "." + std::to_string(below(10000));
      case 'w':
        return word();
      case 't':
        return two(below(24)) + ":" + two(below(60)) + ":" + two(below(60));
      case 'x':
        return std::to_string(random_()) + "abcdef";
      default:
        return std::string(1, what);
    }
  }

  static std::string two(std::uint32_t number) {
    return (number < 10 ? "0" : "") + std::to_string(number);
  }

  std::string word() {
    static constexpr std::string_view kWords[] = {
        "loss",  "step",   "epoch", "train",  "model",  "the",    "index",   "cache", "checkpoint",
        "batch", "worker", "rank",  "memory", "rate",   "of",     "request", "queue", "learning",
        "value", "error",  "node",  "user",   "saving", "buffer", "token",   "time",  "iteration"};
    return std::string(kWords[below(std::size(kWords))]);
  }

  std::mt19937 random_;
};

constexpr std::string_view kService[] = {
    R"(10.0.%d.%d - - [12/Mar/2026:%t +0000] "GET /%w/%w?step=%d HTTP/1.1" 200 %d "-" "curl/7.88")",
    "Mar 12 %t host sshd[%d]: Accepted publickey for %w from 10.0.0.%d port %d ssh2",
    "2026-03-12 %t.%d UTC [%d] LOG:  checkpoint complete: wrote %d buffers (%f%%); sync=%f s",
    "2026-03-12 %t.%d UTC [%d] LOG:  checkpoint starting: time",
    "I0312 %t.%d %d controller.go:%d] Reconciling %w epoch=%d step=%d",
    "E0312 %t.%d %d pod_workers.go:%d] Error syncing pod %x, skipping: %w",
    "level=info ts=2026-03-12T%tZ caller=head.go:%d msg=\"Head GC completed\" duration=%fms",
    "2026-03-12 %t,%d INFO  [main] o.a.k.c.Metadata - leader epoch %d, batch size: %d, rate: %f",
    "2026-03-12 %t INFO Finished evaluation of rules in %fs, %d iterations, rate=%f/s",
    "%d:M 12 Mar 2026 %t.%d * Background saving started by pid %d",
    "[%d.%d] systemd[1]: Started %w.service - iteration %d of %d | elapsed: %f",
    "worker-%d | 2026-03-12 %t | INFO | queue %w | %d/%d | loss of packets: %f%%",
    "time=\"2026-03-12T%tZ\" level=warning msg=\"loss: %f, step: %d\" pool=%w",
    "%d: %w: %d samples/sec, total %d, throughput: %f MB/s",
    "haproxy[%d]: Server %w/%w is UP, reason: Layer7 check passed, %d active, epoch: %d"};

constexpr std::string_view kBuild[] = {
    "[ %d%%] Building CXX object src/CMakeFiles/%w.dir/%w_%w.cc.o",
    "[%d/%d] Linking CXX executable bin/%w-%d",
    "%w/%w.cc:%d:%d: warning: unused variable '%w' [-Wunused-variable]",
    "   Compiling %w v%d.%d.%d (/build/%w)",
    "Get:%d http://deb.example.org bookworm/main amd64 %w amd64 %d.%d [%d kB]",
    "make[%d]: Entering directory '/build/%w/step%d'",
    "ok  \tgithub.com/%w/%w\t%fs\tcoverage: %f%% of statements",
    "test %w::%w::test_%w ... ok (%f sec)",
    "Step %d/%d : RUN make %w",
    "#%d %f Step %d: %w done",
    "PASS %w (%d/%d) in %f ms, accuracy %f",
    "collected %d items / %d deselected, epoch %d",
    "Epoch: %d; packaging %w-%d:%d.%d",
    "tests/%w/test_%w.py ....F.... [ %d%%]"};

constexpr std::string_view kBars[] = {
    "Downloading %w: %d%%|####      | %fG/%fG [00:%d<01:00, %fMB/s]",
    " %d%%|████      | %d/%d [00:10<00:20, %fit/s]",
    " %d%%|████      | %d/%d [00:10<00:20, %fs/it]",
    "  0%|          | 0/%d [00:00<?, ?it/s]",
    "Map: %d%%|████      | %d/%d [00:01<00:02, %f examples/s]",
    "Loading checkpoint shards: %d%%|████      | %d/%d [00:04<00:06, %fs/it]",
    "Processing %w:  %d%%|████      | %d/%d [01:10<02:20, %fit/s, errors=%d]",
    "Extracting: [=====>      ] %d/%d - ETA: 0:00:%d",
    "%d/%d [====>.........] - ETA: %ds",
    "Epoch %d/%d",
    "Epoch %d:  %d%%|####      | %d/%d [00:10<00:20, %fit/s]",
    "Epoch %d/%d: %d%%|####      | %d/%d [00:10<00:20, %fit/s]",
    " %d%%|####      | %d/%d [00:10<00:20, %fit/s, files=%d]",
    "%d%% |############     | %d/%d files  %f it/s"};

constexpr std::string_view kSource[] = {
    R"(        print(f"step {step} loss {loss:.%df} lr {lr:.%de}"))",
    R"(    logger.info("epoch: %%d step: %%d loss: %%.4f", %w, %w, %w))",
    R"(    logger.info('| Train Device=%%s, Step=%%d, Loss=%%.5f' %% (%w, step, loss)))",
    R"(    log_string = " iteration {:8d}/{:8d} |".format(iteration, args.%w))",
    R"(        log_string += " elapsed time per iteration (ms): {:.1f} |".format(t * %f))",
    "for (int step = 0; step < %d; ++step) { loss += %w[step] * %f; }",
    "#define %w_STEP_%d %d /* loss=%f */",
    "    assert epoch == %d and step == %d, 'loss: %f'",
    "    self.loss = %w(rate=%f, step=%d, epoch=%d)",
    "const double kLearningRate = %f;  // step %d",
    "+        writer.add_scalar('train/loss', %f, global_step=%d)",
    "@@ -%d,%d +%d,%d @@ def train_step(%w, step=%d):",
    "SELECT step, loss FROM %w WHERE epoch = %d AND loss < %f;",
    "    'loss': tf.reduce_mean(%w), 'step': %d, 'learning_rate': %f,"};

constexpr std::string_view kConfig[] = {
    "  lr .............................................. %f",
    "  global_batch_size ............................... %d",
    "  train_iters ..................................... %d",
    "learning_rate: %f",
    "num_train_epochs: %d",
    "  warmup_steps: %d  # of %d",
    R"({"learning_rate": %f, "num_epochs": %d, "batch_size": %d, "model": "%w"})",
    R"({"step": %d, "%w": %f, "name": "%w", "loss": "%w"})",
    "Namespace(lr=%f, epochs=%d, batch_size=%d, %w='%w', loss='mse')",
    "TrainingArguments(learning_rate=%f, max_steps=%d, logging_steps=%d,",
    "{'name': '%w', 'score': %f, 'epoch': %d}",
    "{'loss': 'cross_entropy', 'learning_rate': %f, 'steps': %d}",
    "{'loss': '%w', 'learning_rate': %f, 'epoch': %d}",
    "{'eval_loss': '%w', 'epoch': %d}",
    "{\"loss\": \"%w\", \"learning_rate\": %f, \"epoch\": %d, \"step\": %d}",
    "  \"gradient_accumulation_steps\": %d,",
    "optimizer.%w.weight_decay=%f",
    "loss_scale = %d",
    "export STEP=%d EPOCH=%d LOSS=%f",
    "--lr %f --epochs %d --step-size %d"};

constexpr std::string_view kProse[] = {
    "At step %d the loss was %f, and the %w of the %w had a rate of %f per second.",
    "We trained for %d epochs; the learning rate: %f, batch size: %d, and the loss went to %f.",
    "| %w | %d | %f | %w |",
    "| step | loss | lr | time |",
    "- the %w %w %w of the %w",
    "loss: %f",
    "step %d loss %f",
    "step: %d loss: %f lr: %f",
    "epoch %d",
    "iter %d",
    "accuracy = %f",
    "Saving %w to /data/%w/%d.bin",
    "Training finished",
    "training ...",
    "Figure %d. Training loss against iteration (%d to %d).",
    "%w %w %w %w %w %w, %d %w %w %w of %w (%f)",
    "  %w=%f",
    "* %w %d %w %f",
    "Loss %f (%f)",
    "step=%d loss=%f",
    "val loss %f",
    "Evaluating %w %d/%d",
    "Done!",
    ""};

OrdinaryFile made_up(const std::string& name, std::span<const std::string_view> templates,
                     std::size_t lines) {
  OrdinaryFile file{.name = name};
  Writer writer(static_cast<std::uint32_t>(name.size()) * 7919U + 17U);
  for (std::size_t i = 0; i < lines; ++i) {
    const auto pick = writer.below(static_cast<std::uint32_t>(templates.size()));
    file.lines.push_back(writer.fill(templates[pick]));
  }
  return file;
}

bool is_text(const stdfs::path& path) {
  static constexpr std::string_view kNot[] = {".gz", ".png", ".xz", ".db",
                                              ".so", ".a",   ".o",  ".svg"};
  return std::find(std::begin(kNot), std::end(kNot), path.extension().string()) == std::end(kNot);
}

std::vector<stdfs::path> text_files(const std::string& folder, std::size_t most) {
  std::vector<stdfs::path> files;
  std::error_code problem;
  const auto skip = stdfs::directory_options::skip_permission_denied;
  for (const auto& entry : stdfs::recursive_directory_iterator(folder, skip, problem)) {
    if (entry.is_regular_file(problem) && is_text(entry.path())) files.push_back(entry.path());
    if (files.size() == most) break;
  }
  std::sort(files.begin(), files.end());
  return files;
}

}  // namespace

std::vector<OrdinaryFile> made_up_files(std::size_t lines) {
  return {made_up("service log", kService, lines),      made_up("build output", kBuild, lines),
          made_up("bars of other tools", kBars, lines), made_up("source", kSource, lines),
          made_up("configurations", kConfig, lines),    made_up("prose and tables", kProse, lines)};
}

std::vector<OrdinaryFile> files_of_packages(std::size_t lines) {
  constexpr std::size_t kMostFiles = 2000;
  std::vector<OrdinaryFile> files;
  const std::vector<std::string> folders = {"/usr/include", "/usr/share/doc",
                                            "/usr/share/common-licenses", "/var/lib/dpkg/info",
                                            "/usr/lib/python3/dist-packages"};
  for (const std::string& folder : folders) {
    std::size_t left = lines / folders.size();
    for (const stdfs::path& path : text_files(folder, kMostFiles)) {
      OrdinaryFile file{.name = path};
      std::ifstream in(path, std::ios::binary);
      for (std::string line; left > 0 && std::getline(in, line); --left) file.lines.push_back(line);
      files.push_back(std::move(file));
      if (left == 0) break;
    }
  }
  return files;
}

}  // namespace steptail::format
