#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "base/codec.h"
#include "lines/container_record.h"
#include "lines/line.h"

namespace steptail::lines {

// Takes off what terminals, launchers and collectors add around a program's line: ANSI escapes,
// backspaces, NULs, a UTF-8 BOM, and any stack of the prefixes in docs/formats.md ("prefixes"):
// srun -l, torchrun, PyTorch [rankN]:, DeepSpeed pdsh, Open MPI tags, Horovod, Ray, CRI, docker
// JSON, kubectl, journald, torchx, determined. CRI partial records ("P") are joined per stream
// until "F"; docker records until one ends in a newline. Of stacked ranks the innermost counts.
//
// Contract: clean() gives the first line of `raw`, or nothing while a partial record is still open.
// A docker record may hold several lines (bars end in an escaped CR): next() gives the further
// ones, until it gives nothing; what is not asked for is dropped by the next clean(). finish()
// gives the partial records still open when the file has ended for good; next() again the further
// ones. Pure but for the open records, which save() and load() carry over a restart.
// Thread: one. Lifetime: the Line's views live until the next call, or until raw.bytes go away.
// Cost: a line without ESC, BS, NUL or a prefix is not copied. No allocation in the steady state.
// At most max_line_bytes are held of an open record; the rest of it is dropped.
class LineCleaner {
 public:
  explicit LineCleaner(std::size_t max_line_bytes);

  [[nodiscard]] std::optional<Line> clean(const RawLine& raw);
  [[nodiscard]] std::optional<Line> next() {
    return queued_begin_ < queued_end_ ? next_queued() : std::nullopt;
  }
  [[nodiscard]] std::optional<Line> finish();

  void save(base::ByteWriter& out) const;
  void load(base::ByteReader& in);

 private:
  // Where the program's line in hand comes from.
  struct Source {
    std::uint64_t begin = 0;
    std::uint64_t end = 0;
    std::optional<base::WallTime> collected;
  };
  // A CRI record that a CR of the program's cut into several raw lines.
  struct CutRecord {
    OutputStream stream = OutputStream::Stdout;
    bool partial = false;
    base::WallTime time{};
  };

  [[nodiscard]] std::optional<Line> next_queued();
  [[nodiscard]] std::optional<Line> line_of(std::string_view text);
  [[nodiscard]] std::optional<Line> clean_cri(const CutRecord& record, std::string_view text,
                                              bool by_cr);
  [[nodiscard]] std::optional<Line> clean_docker(const DockerRecord& record);
  [[nodiscard]] std::string& open_record(OutputStream stream);

  std::size_t max_line_bytes_;
  Source source_;
  std::string scratch_;
  std::string joined_;
  std::size_t queued_begin_ = 0;  // lines of joined_ that next() has still to give
  std::size_t queued_end_ = 0;
  std::array<std::string, 2> open_records_;  // by stream; empty: none is open
  std::optional<CutRecord> cut_record_;
};

}  // namespace steptail::lines
