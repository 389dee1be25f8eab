#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>

#include "support/daemon_process.h"

namespace steptail {
namespace {

using support::run_steptail;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

TEST(Commands, VersionAndHelpAreFine) {
  EXPECT_EQ(run_steptail({"--version"}).status, 0);
  EXPECT_THAT(run_steptail({"--version"}).out, HasSubstr("steptail, version "));
  EXPECT_EQ(run_steptail({"--help"}).status, 0);
  for (const char* command :
       {"serve", "inspect", "backfill", "check", "formats", "demo", "healthcheck"}) {
    EXPECT_EQ(run_steptail({command, "--help"}).status, 0) << command;
    EXPECT_THAT(run_steptail({"--help"}).out, HasSubstr(command));
  }
}

TEST(Commands, WrongUsageIsTwo) {
  EXPECT_EQ(run_steptail({}).status, 2);
  EXPECT_EQ(run_steptail({"nonsense"}).status, 2);
  EXPECT_EQ(run_steptail({"inspect"}).status, 2);
  EXPECT_EQ(run_steptail({"inspect", "--output", "xml", "-"}).status, 2);
  EXPECT_EQ(run_steptail({"serve", "--log.level", "loud"}).status, 2);
}

// In one line, as every other message of ours.
TEST(Commands, WrongUsageIsSaidWithWhatWouldBeRight) {
  struct Row {
    std::vector<std::string> arguments;
    const char* said;
  };
  const Row rows[] = {
      {{}, "name a command: serve, inspect, "},
      {{"inspekt", "a.log"}, "there is no command 'inspekt'; there are serve, "},
      {{"inspekt", "a.log"}, "; did you mean 'inspect'?"},
      {{"inspect"}, "FILE is required; `steptail inspect --help` says more"},
      {{"inspect", "--output", "xml", "-"}, "xml not in {text,json,metrics}; `steptail inspect"},
      {{"inspect", "--outptu", "json", "-"}, "no option '--outptu'; did you mean '--output'?"},
      {{"inspect", "--outputs=json", "-"}, "no option '--outputs'; did you mean '--output'?"},
      {{"serve", "--storage-path", "/x"}, "did you mean '--storage.path'?"},
      {{"serve", "--nonsense", "/x"}, "'--nonsense'; `steptail serve --help` lists them"},
      {{"--config.file", "a.yaml", "serve"}, "--config.file stands before the command; write it"},
      {{"formats", "cerebras", "again"}, "'again' is one word too many; `steptail formats --help`"},
      {{"serve", "--no\x1b[31m"}, "'--no?[31m'"},
  };
  for (const Row& row : rows) {
    const auto result = run_steptail(row.arguments);
    EXPECT_EQ(result.status, 2) << row.said;
    EXPECT_THAT(result.err, testing::StartsWith("steptail: ")) << row.said;
    EXPECT_THAT(result.err, HasSubstr(row.said));
    EXPECT_EQ(result.err.find('\n'), result.err.size() - 1) << result.err;
  }
}

TEST(Commands, AFormatThatThereIsNotIsAnsweredWithTheClosest) {
  const std::vector<std::string> commands[] = {{"formats", "megatron-ml"},
                                               {"inspect", "--as", "megatron-ml", "-"},
                                               {"check", "--format", "megatron-ml"}};
  for (const auto& command : commands) {
    const auto result = run_steptail(command);
    EXPECT_EQ(result.status, 1) << command.front();
    EXPECT_THAT(result.err, HasSubstr("no format 'megatron-ml'; did you mean 'megatron-lm'?\n"));
  }
  EXPECT_THAT(run_steptail({"formats", "no-such"}).err, HasSubstr("`steptail formats` lists them"));
}

TEST(Commands, AFormatThatThereIsNotIsToldBesideADirectoryThatCannotBeRead) {
  support::TempDir directory;
  directory.write("c.yaml", "watch: [{name: a, paths: [/a.log], format: megatorn}]\n");
  const std::vector<std::string> commands[] = {{"inspect", "--as", "megatorn", "-"},
                                               {"backfill", "--as", "megatorn", "a.log"},
                                               {"check", "--format", "megatorn"},
                                               {"check", "--config.file", directory.at("c.yaml")}};
  for (auto command : commands) {
    command.insert(command.end(), {"--format-directory", "/nowhere"});
    const auto result = run_steptail(command);
    EXPECT_EQ(result.status, 1) << command.front();
    EXPECT_THAT(result.err, HasSubstr("steptail: /nowhere: ")) << command.front();
    EXPECT_THAT(result.err, HasSubstr("format 'megatorn'")) << command.front();
  }
}

TEST(Commands, AnUnknownCommandIsNamedWithThoseThatThereAre) {
  auto result = run_steptail({"inspekt", "a.log"});
  EXPECT_EQ(result.status, 2);
  EXPECT_THAT(result.err, HasSubstr("there is no command 'inspekt'; there are serve, inspect, "));
}

TEST(Commands, TheMetricsPageTakesNoOtherPagesPlace) {
  for (const char* path : {"metrics", "/", "/-/healthy", "/api/v1/runs", "/assets/page.js"}) {
    auto result = run_steptail({"serve", "--web.telemetry-path", path, "/nowhere/{run}.log"});
    EXPECT_EQ(result.status, 2) << path;
    EXPECT_THAT(result.err, HasSubstr("/metrics")) << path;
  }
}

TEST(Commands, AnOptionWithoutItsValueDoesNotTakeTheNextWord) {
  auto result = run_steptail({"serve", "--storage.path=", "/nowhere/{run}.log"});
  EXPECT_EQ(result.status, 2);
  EXPECT_THAT(result.err, HasSubstr("--storage.path= has no value"));
}

TEST(Commands, InspectReadsStandardInput) {
  auto result =
      run_steptail({"inspect", "--output", "metrics", "-"},
                   "INFO:   | Train Device=CSX, Step=10, Loss=2.5, Rate=7.00 samples/sec, "
                   "GlobalRate=8.00 samples/sec\n");
  EXPECT_EQ(result.status, 0) << result.err;
  EXPECT_THAT(result.out, HasSubstr("training_iteration{run=\"stdin\"} 10\n"));
}

TEST(Commands, InspectTakesTheEndOfTheFileAsTheEndOfItsLine) {
  auto result = run_steptail({"inspect", "--output", "metrics", "-"},
                             "| Train Device=CSX, Step=10, Loss=2.5, Rate=7.00 samples/sec, "
                             "GlobalRate=8.00 samples/sec");
  EXPECT_THAT(result.out, HasSubstr("training_loss{run=\"stdin\"} 2.5\n"));
}

TEST(Commands, AFileInNoKnownFormatIsNoError) {
  auto result = run_steptail({"inspect", "--output", "metrics", "-"}, "once upon a time\n");
  EXPECT_EQ(result.status, 0);
  EXPECT_EQ(result.out, "");
  EXPECT_THAT(result.err, HasSubstr("in no known format"));
}

TEST(Commands, WhatServeWouldNotReadIsNotInspectedEither) {
  auto result = run_steptail({"inspect", "-"}, std::string("\xff\xfei\0t\0", 6));
  EXPECT_EQ(result.status, 1);
  EXPECT_THAT(result.err, HasSubstr("UTF-16"));
}

TEST(Commands, WhatIsNoTextIsToldWithWhatMakesTextOfIt) {
  support::TempDir directory;
  directory.write("a.log.xz", std::string("\xfd"
                                          "7zXZ\0",
                                          6));
  directory.write("a.log.bz2", "BZh91AY&SY");
  directory.write("wide.log", std::string("\xff\xfei\0t\0", 6));
  const std::pair<const char*, const char*> said[] = {
      {"a.log.xz", "it is packed by xz, which is not read here; make text of it: `xz -dc FILE > "},
      {"a.log.bz2", "it is packed by bzip2, which is not read here; make text of it: `bzip2 -dc"},
      {"wide.log", "it is UTF-16, which is not read here; make text of it: `iconv -f UTF-16 -t"}};
  for (const char* command : {"inspect", "check", "backfill"}) {
    for (const auto& [name, reason] : said) {
      const auto result = run_steptail({command, directory.at(name)});
      EXPECT_EQ(result.status, 1);
      EXPECT_THAT(result.err, HasSubstr(directory.at(name) + ": " + reason)) << command;
    }
  }
}

TEST(Commands, AMissingFileIsOne) {
  auto result = run_steptail({"inspect", "/nowhere/at/all.log"});
  EXPECT_EQ(result.status, 1);
  EXPECT_THAT(result.err, HasSubstr("/nowhere/at/all.log"));
}

TEST(Commands, APatternIsNoLog) {
  for (const char* command : {"inspect", "check", "backfill"}) {
    const auto result = run_steptail({command, "/nowhere/{run}/*.log"});
    EXPECT_EQ(result.status, 1);
    EXPECT_THAT(result.err, HasSubstr("; patterns are for serve, here name the log files\n"));
  }
}

TEST(Commands, CheckPassesOnTheBuiltInFormats) {
  auto result = run_steptail({"check"});
  EXPECT_EQ(result.status, 0) << result.err;
}

TEST(Commands, CheckSaysThatThereIsNoConfiguration) {
  if (std::filesystem::exists("/etc/steptail/steptail.yaml")) GTEST_SKIP() << "there is one";
  const auto result = run_steptail({"check"});
  EXPECT_THAT(result.out, HasSubstr("There is no configuration: /etc/steptail/steptail.yaml does "
                                    "not exist."));
  EXPECT_THAT(result.out, HasSubstr("Only the built-in formats were checked: "));
}

TEST(Commands, CheckReadsTheFormatsOfDirectories) {
  support::TempDir directory;
  directory.write("mine.yaml", "format: mine\n");
  directory.write("ok.yaml", "watch: [{name: a, paths: [/logs/*.log]}]\n");
  for (const std::vector<std::string>& more :
       {std::vector<std::string>{}, {"--config.file", directory.at("ok.yaml")}}) {
    std::vector<std::string> arguments{"check", "--format-directory", directory.path()};
    arguments.insert(arguments.end(), more.begin(), more.end());
    const auto result = run_steptail(arguments);
    EXPECT_EQ(result.status, 1);
    EXPECT_THAT(result.err, HasSubstr("mine.yaml:1:1: 'title' is missing"));
  }
}

TEST(Commands, CheckExplainsANamedFileAlone) {
  EXPECT_EQ(run_steptail({"check", "--explain", ""}).status, 2);
  const auto result = run_steptail({"check", "--explain", "/logs/a.log", "--format", "cerebras"});
  EXPECT_EQ(result.status, 2);
  EXPECT_THAT(result.err, HasSubstr("steptail: --format"));
}

TEST(Commands, InspectSaysWhichFormatItLookedFor) {
  const auto result = run_steptail({"inspect", "--as", "cerebras", "-"}, "once upon a time\n");
  EXPECT_EQ(result.status, 0);
  EXPECT_THAT(result.err, HasSubstr("no line of - is in format cerebras"));
}

TEST(Commands, ADirectoryIsNoConfiguration) {
  support::TempDir directory;
  for (const char* command : {"check", "serve"}) {
    auto result = run_steptail({command, "--config.file", directory.path()});
    EXPECT_EQ(result.status, 1);
    EXPECT_THAT(result.err, HasSubstr(directory.path() + ": it is a directory; name a file"));
  }
}

TEST(Commands, CheckReadsLogsAsInspectDoes) {
  support::TempDir directory;
  const std::string line = "| Train Device=CSX, Step=10, Loss=2.5, Rate=7.00 samples/sec\n";
  directory.write("train.log", line + line);
  ASSERT_EQ(std::system(("gzip -k " + directory.at("train.log")).c_str()), 0);
  directory.write("wide.log", std::string("\xff\xfei\0t\0", 6));
  auto plain = run_steptail({"check", directory.at("train.log")});
  EXPECT_EQ(plain.status, 0) << plain.err;
  EXPECT_THAT(plain.out, HasSubstr("2  | Train Device=CSX"));
  auto packed = run_steptail({"check", directory.at("train.log.gz")});
  EXPECT_EQ(packed.status, 0) << packed.err;
  EXPECT_EQ(packed.out, plain.out);
  EXPECT_EQ(run_steptail({"check", "-"}, line + line).out, plain.out);
  auto wide = run_steptail({"check", directory.at("wide.log")});
  EXPECT_EQ(wide.status, 1);
  EXPECT_THAT(wide.err, HasSubstr("UTF-16"));
}

TEST(Commands, CheckSaysThatNoFormatKnowsALog) {
  const std::string line = "| Train Device=CSX, Step=10, Loss=2.5, Rate=7.00 samples/sec\n";
  EXPECT_EQ(run_steptail({"check", "-"}, line).err, "");
  const auto unknown = run_steptail({"check", "-"}, "once upon a time\n");
  EXPECT_EQ(unknown.status, 0);
  EXPECT_THAT(unknown.out, HasSubstr("1  once upon a time\n"));
  EXPECT_THAT(unknown.err, HasSubstr("- is in no known format; `steptail formats` lists them\n"));
  EXPECT_EQ(run_steptail({"check", "-"}, "").err, "steptail: - is empty\n");
}

TEST(Commands, CheckSumsUpALog) {
  const std::string line = "| Train Device=CSX, Step=10, Loss=2.5, Rate=7.00 samples/sec\n";
  const std::string chatter = "once upon a time\n";
  const std::string known = run_steptail({"check", "-"}, line + line + chatter).out;
  EXPECT_THAT(known, HasSubstr("\n\n3 lines, 1 matched nothing; format cerebras\n"));
  EXPECT_THAT(known, Not(HasSubstr("--suggest")));
  const std::string chatty = run_steptail({"check", "-"}, line + chatter + chatter).out;
  EXPECT_THAT(chatty, HasSubstr("3 lines, 2 matched nothing; format cerebras\nMost matched "
                                "nothing: `steptail inspect --suggest my-trainer -` drafts rules"));
  EXPECT_THAT(run_steptail({"check", "-"}, chatter).out,
              HasSubstr("1 line, 1 matched nothing; in no known format\n"));
  EXPECT_THAT(run_steptail({"check", "--format", "cerebras", "-"}, chatter).out,
              AllOf(HasSubstr("1 line, 1 matched nothing"), Not(HasSubstr("--suggest"))));
  EXPECT_EQ(run_steptail({"check", "-"}, "").out, "");
}

TEST(Commands, CheckSumsUpEachOfSeveralLogsByItsName) {
  support::TempDir directory;
  directory.write("a.log", "once upon a time\n");
  directory.write("b.log", "| Train Device=CSX, Step=10, Loss=2.5, Rate=7.00 samples/sec\n");
  const std::string out = run_steptail({"check", directory.at("a.log"), directory.at("b.log")}).out;
  EXPECT_THAT(out, HasSubstr("\n" + directory.at("a.log") + ": 1 line, 1 matched nothing; in no"));
  EXPECT_THAT(out, HasSubstr("\n" + directory.at("b.log") + ": 1 line, 0 matched nothing; format"));
}

TEST(Commands, CheckOfAWebConfigurationAloneSpeaksOfNothingElse) {
  support::TempDir directory;
  directory.write("web.yaml", "basic_auth_users: {}\n");
  directory.write("bad.yaml", "basic_auth_user: {}\n");
  directory.write("ok.yaml", "watch: [{name: a, paths: [/logs/*.log]}]\n");
  const std::string web = directory.at("web.yaml");
  const auto alone = run_steptail({"check", "--web.config.file", web});
  EXPECT_EQ(alone.status, 0) << alone.err;
  EXPECT_EQ(alone.out, web + ": plain HTTP, 0 users\n");
  const auto bad = run_steptail({"check", "--web.config.file", directory.at("bad.yaml")});
  EXPECT_EQ(bad.status, 1);
  EXPECT_THAT(bad.err, HasSubstr("bad.yaml:1:1: "));
  const auto both =
      run_steptail({"check", "--web.config.file", web, "--config.file", directory.at("ok.yaml")});
  EXPECT_THAT(both.out, HasSubstr("1 watch entry, "));
  EXPECT_THAT(both.out, HasSubstr(web + ": plain HTTP"));
}

TEST(Commands, CheckNamesEveryErrorOfAConfiguration) {
  support::TempDir directory;
  directory.write("bad.yaml", "wach: []\nlimits: {files: many}\n");
  auto result = run_steptail({"check", "--config.file", directory.at("bad.yaml")});
  EXPECT_EQ(result.status, 1);
  EXPECT_THAT(result.err, HasSubstr("bad.yaml:1:1: "));
  EXPECT_THAT(result.err, HasSubstr("bad.yaml:2:"));
}

TEST(Commands, FormatsTakesADirectoryAsTheOthersDo) {
  support::TempDir directory;
  directory.write("mine.yaml",
                  "format: mine\ntitle: Ours\n"
                  "rules: [{name: step, when: 'step=', fields: {iteration: {after: 'step='}}}]\n"
                  "samples: [{line: step=7, rule: step}, {line: a step, rule: none}]\n");
  for (const char* option : {"--format-directory", "--directory"}) {
    const auto listed = run_steptail({"formats", option, directory.path()});
    EXPECT_THAT(listed.out, HasSubstr("mine                     Ours\n")) << listed.err;
    EXPECT_THAT(run_steptail({"formats", "mine", option, directory.path()}).out,
                HasSubstr("title: Ours"));
  }
}

TEST(Commands, FormatsListsAndPrints) {
  EXPECT_THAT(run_steptail({"formats"}).out, HasSubstr("megatron-lm"));
  EXPECT_THAT(run_steptail({"formats", "cerebras"}).out, HasSubstr("format: cerebras"));
  EXPECT_EQ(run_steptail({"formats", "no-such"}).status, 1);
}

}  // namespace
}  // namespace steptail
