#include "daemon/usage.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "daemon/printable.h"
#include "yaml/suggest.h"

namespace steptail::daemon {
namespace {

// "; did you mean 'X'?", else `otherwise`.
std::string suggestion(std::string_view word, const std::vector<std::string>& choices,
                       const std::string& otherwise) {
  const std::vector<std::string_view> views(choices.begin(), choices.end());
  return yaml::did_you_mean_or(otherwise, word, views);
}

std::vector<std::string> commands_of(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::App* command : app.get_subcommands({})) names.push_back(command->get_name());
  return names;
}

std::vector<std::string> options_of(const CLI::App& command) {
  std::vector<std::string> names;
  for (const CLI::Option* option : command.get_options()) {
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
  }
  return names;
}

std::string listed(const std::vector<std::string>& names) {
  std::string text;
  for (const std::string& name : names) text += (text.empty() ? "" : ", ") + name;
  return text;
}

// The command that was chosen, else the program.
const CLI::App& chosen(const CLI::App& app) {
  const auto commands = app.get_subcommands();
  return commands.empty() ? app : *commands.front();
}

std::string help_of(const CLI::App& app) {
  const CLI::App& command = chosen(app);
  return "`steptail " + (&command == &app ? "" : command.get_name() + " ") + "--help`";
}

bool is_command(const CLI::App& app, const std::string& word) {
  const std::vector<std::string> commands = commands_of(app);
  return std::find(commands.begin(), commands.end(), word) != commands.end();
}

// Of words that CLI11 did not know what to do with.
std::string about_words(const CLI::App& app) {
  const std::vector<std::string> words = app.remaining(true);
  for (const std::string& word : words) {
    if (!word.starts_with('-')) continue;
    const std::string name = word.substr(0, word.find('='));
    const std::vector<std::string> options = options_of(chosen(app));
    if (std::find(options.begin(), options.end(), name) != options.end()) {
      return name + " stands before the command; write it behind";
    }
    return "there is no option " + base::quoted(name) +
           suggestion(name, options, "; " + help_of(app) + " lists them");
  }
  const std::string word = words.empty() ? std::string() : words.front();
  return base::quoted(word) + " is one word too many; " + help_of(app) + " says what it takes";
}

std::string problem(const CLI::App& app, const CLI::ParseError& error,
                    std::span<char* const> arguments) {
  if (arguments.size() < 2) {
    return "name a command: " + listed(commands_of(app)) + "; " + help_of(app) + " says more";
  }
  const std::string first = arguments[1];
  if (!first.starts_with('-') && !is_command(app, first)) {
    const std::vector<std::string> commands = commands_of(app);
    return "there is no command " + base::quoted(first) + "; there are " + listed(commands) +
           suggestion(first, commands, "");
  }
  if (!app.remaining(true).empty()) return about_words(app);
  return std::string(error.what()) + "; " + help_of(app) + " says more";
}

}  // namespace

void complain_of_usage(const CLI::App& app, const CLI::ParseError& error,
                       std::span<char* const> arguments) {
  std::fprintf(stderr, "steptail: %s\n", printable(problem(app, error, arguments)).c_str());
}

bool complain_of_empty_value(std::span<char* const> arguments) {
  for (const std::string_view word : arguments) {
    if (word == "--") return false;
    if (!word.starts_with("--") || word.find('=') != word.size() - 1) continue;
    std::fprintf(stderr, "steptail: %s has no value; give one, or leave it out\n",
                 printable(word).c_str());
    return true;
  }
  return false;
}

}  // namespace steptail::daemon
