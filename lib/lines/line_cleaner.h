#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>

#include "base/codec.h"
#include "lines/line.h"

namespace steptail::lines {

// Takes off what terminals, launchers and collectors add around a program's line: ANSI escapes,
// backspaces, NULs, a UTF-8 BOM, and any stack of the prefixes in docs/formats.md ("prefixes"):
// srun -l, torchrun, PyTorch [rankN]:, DeepSpeed pdsh, Open MPI tags, Horovod, Ray, CRI, docker JSON, kubectl,
// journald, torchx, determined. CRI partial records ("P") are joined per stream until "F"; docker
// records until one ends in a newline.
//
// Contract: clean() gives nothing while a partial record is still open. Pure but for those open
// records, which save() and load() carry over a restart.
// Thread: one. Lifetime: the Line's views live until the next clean() or until raw.bytes go away.
// Cost: a line without ESC, BS, NUL or a prefix is not copied. No allocation in the steady state.
class LineCleaner {
 public:
  explicit LineCleaner(std::size_t max_line_bytes);

  [[nodiscard]] std::optional<Line> clean(const RawLine& raw);

  void save(base::ByteWriter& out) const;
  void load(base::ByteReader& in);

 private:
  struct Partial {
    std::string text;
    bool open = false;
  };
  std::size_t max_line_bytes_;
  std::string scratch_;
  std::string joined_;
  std::array<Partial, 2> partials_;  // stdout, stderr
};

}  // namespace steptail::lines
