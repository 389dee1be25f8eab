#pragma once

#include <span>

namespace CLI {
class App;
class ParseError;
}  // namespace CLI

namespace steptail::daemon {

// Says on standard error, in one line that begins as every other of ours, what of `arguments`
// (the program's name first) was wrong, and what would be right: of a command or an option that
// there is not, the closest that there is.
void complain_of_usage(const CLI::App& app, const CLI::ParseError& error,
                       std::span<char* const> arguments);

// Of `--option=` CLI11 takes the next word for the value: a path that follows would be lost.
// True: it was said.
[[nodiscard]] bool complain_of_empty_value(std::span<char* const> arguments);

}  // namespace steptail::daemon
