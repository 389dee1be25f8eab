#include "lines/launcher_prefix.h"

#include <gtest/gtest.h>

#include <chrono>
#include <string_view>

namespace steptail::lines {
namespace {

struct Case {
  std::string_view prefix;
  std::string_view rank;
  std::string_view text = "step 8 loss 2.5";
};

constexpr Case kPrefixes[] = {
    // srun --label
    {"4: ", "4"},
    {"  17: ", "17"},
    {"1023: ", "1023", " iteration 8/ 100 | lm loss: 2.5 |"},
    {" 0: ", "0", ""},
    {" 0:", "0", ""},
    // torchrun, PyTorch
    {"[default5]:", "5"},
    {"[default5]:", "5", " iteration 8/ 100 |"},
    {"[trainer12]:", "12"},
    {"[my_role3]:", "3"},
    {"[0311:6]:", "6"},
    {"[rank9]:", "9", "[E321 02:07:08.408271257 work.cpp:60] timed out"},
    {"[rank9]: ", "9", "Traceback (most recent call last):"},
    {"[rank9]: ", "9", "  File \"a.py\", line 3, in main"},
    // pdsh
    {"worker-2: ", "", "[2025-01-02 03:04:05,678] [INFO] [engine.py:9:f] step=8"},
    {"gpu07.cluster.example: ", "", "[INFO|trainer.py:9] go"},
    {"node3: ", "", "  4%|#  | 4/100 [00:01<00:20,  4.5it/s]"},
    {"ip-10-0-0-7: ", "", "Traceback (most recent call last):"},
    {"ip-10-0-0-7: ", "", "RuntimeError: CUDA error"},
    {"dgx-a100-3: ", "", " iteration 8/ 100 |"},
    {"node-4: ", "", "2025-01-02 03:04:05,678 - INFO - go"},
    {"node-4: ", "", "I0410 06:15:58.772345 77 a.cc:9] go"},
    {"node-4: ", "", "{'loss': 2.5}"},
    {"node-4: ", "", "[rank3]: Traceback (most recent call last):"},
    {"node-4: ", "", "KeyboardInterrupt"},
    {"node-4: ", "", "torch.cuda.OutOfMemoryError"},
    {"node-4: ", "", "Segmentation fault (core dumped)"},
    {"node-4: ", "", "Killed"},
    {"node-4: ", "", "  what():  the arena is closed"},
    {"192.0.2.7: ", "", "Traceback (most recent call last):"},
    {"192.0.2.7: ", "", "    loss.backward()"},
    {"192.0.2.7: ", "", "KeyError: 'labels'"},
    // Open MPI, PRRTE, Horovod
    {"[1,6]<stdout>:", "6"},
    {"[1,16]<stderr>:", "16", "  4%|#  | 4/100"},
    {"[1,6]<stddiag>:", "6"},
    {"[prterun-gpu-9-771@1,6]<stdout>:", "6"},
    {"[2]<stderr>:", "2"},
    {"Mon Feb  3 04:05:06 2025", "", "[1,6]<stdout>:go"},
    {"Mon Feb 13 04:05:06 2025", "", "[2]<stdout>:go"},
    {"2025-02-03 04:05:06.789012 ", "", "[1,6]<stdout>:go"},
    {"Feb 3, 2025, 04:05:06: running: ", "", "[1,6]<stdout>:go"},
    // Ray, AReaL
    {"(Worker pid=31) ", ""},
    {"(RayTrainWorker pid=4711, ip=192.0.2.7) ", ""},
    {"(pid=31) ", ""},
    {"(raylet) ", ""},
    {"(AReaL) ", ""},
    // Collectors
    {"[pod/worker-3/main] ", ""},
    {"Feb  3 04:05:06 gpu9 run.sh[771]: ", ""},
    {"Feb 13 04:05:06.789012 gpu9 python3[771]: ", ""},
    {"Feb 13 04:05:06 gpu9 kernel: ", "", "NVRM: Xid (PCI:0000:44:00): 79"},
    {"trainer/5 ", "5"},
    {"worker-2  | ", ""},
    {"job_trainer_1 | ", ""},
    {"stderr: ", ""},
    {"stdout: ", ""},
    {"[rank=3] ", "3"},
    {"[4312] ", ""},
};

// What looks like a prefix and is the program's own text.
constexpr std::string_view kNoPrefixes[] = {
    "",
    " ",
    "Step: 10 / 7037",
    "loss: 3",
    "Epoch: 1",
    "INFO: step 8",
    "INFO:root:step 8",
    "train: step 8",
    "Step 100: loss 3",
    "step-10: Epoch 3",
    "epoch1: Epoch 3",
    "top-5: [0.91]",
    "gpt-2: 124M parameters",
    "gpt-2: 124M parameters, KeyError",
    "worker-2:     loss.backward()",
    "1.2.3: step 8",
    "192.0.2.7:29500: step 8",
    "192.0.2.7 step 8",
    "Epoch 4/10",
    "epoch/3 loss 2.5",
    "train/loss 2.5",
    "step-3 | loss 2.5",
    "iteration 3 | loss 2.5",
    "fp16 | loss 2.5",
    " iteration        8/     100 | lm loss: 2.5 |",
    "  4%|#  | 4/100 [00:01<00:20]",
    "10:11:12 INFO step 8",
    "12:step",
    "1234567: step 8",
    "          12: step 8",
    "[2025-01-02 03:04:05,678] [INFO] step 8",
    "[04/10 06:15:58 d2.utils.events]:  eta: 1:02:03",
    "[10:11:12] INFO: step 8",
    "[Rank 0] step=10",
    "[INFO] step 8",
    "[titan] 2025-01-02 03:04:05,678 - root - INFO - step: 8",
    "[12]\ttrain-rmse:0.3",
    "[12] loss 2.5",
    "[12][ 50/270] loss 2.5",
    "[Epoch1]: loss 2.5",
    "[step 3]: loss 2.5",
    "[1,2,3]",
    "[1,x]<stdout>:",
    "[x,1]<stdout>:",
    "[default]:step",
    "[rank=x] step",
    "[rank3] step",
    "(0/2) Epoch 1",
    "(step 8) loss",
    "(no pid=here) loss",
    "2025-01-02 03:04:05,678 INFO: step 8",
    "2025-01-02T03:04:05Z step 8",
    "2025-01-02T03:04:05Z INFO trainer: step 8",
    "2025-01-02 03:04:05 [INFO] step 8",
    "Mon Feb  3 04:05:06 2025",
    "Mon Feb  3 04:05:06 2025 step 8",
    "Feb 3 04:05:06 INFO trainer: step 8",
    "Feb 33 04:05:06 gpu9 run.sh[771]: step 8",
    "May the loss be low",
    "Mon dieu",
    "[2025-02-03T04:05:06.789012Z] short || step",
    "{\"loss\": 2.5}",
};

TEST(FindPrefix, KnowsEveryLauncherAndCollector) {
  for (const Case& c : kPrefixes) {
    const std::string line = std::string(c.prefix) + std::string(c.text);
    const Prefix prefix = find_prefix(line);
    EXPECT_EQ(c.prefix, line.substr(0, prefix.size)) << line;
    EXPECT_EQ(c.rank, prefix.rank) << line;
    EXPECT_FALSE(prefix.time) << line;
  }
}

TEST(FindPrefix, LeavesThePrograms) {
  for (std::string_view line : kNoPrefixes) {
    EXPECT_EQ("", line.substr(0, find_prefix(line).size)) << line;
  }
}

TEST(FindPrefix, TellsTheCollectorsTimeWhereItHasAZone) {
  using namespace std::chrono_literals;
  const base::WallTime expected =
      std::chrono::sys_days{std::chrono::year{2025} / 2 / 3} + 4h + 5min + 6s;
  for (std::string_view prefix : {
           "2025-02-03T04:05:06+0000 gpu9 run.sh[771]: ",
           "2025-02-03T06:05:06+02:00 gpu9 run.sh[771]: ",
           "Mon 2025-02-03 04:05:06 UTC gpu9 run.sh[771]: ",
           "[2025-02-03T04:05:06Z] 0a1b2c3d || ",
           "[2025-02-03T04:05:06Z] 0a1b2c3d [rank=7] || ",
       }) {
    const std::string line = std::string(prefix) + "step 8";
    const Prefix found = find_prefix(line);
    EXPECT_EQ(prefix, line.substr(0, found.size));
    ASSERT_TRUE(found.time) << line;
    EXPECT_EQ(expected, *found.time) << line;
  }
  EXPECT_FALSE(find_prefix("Mon 2025-02-03 04:05:06 CET gpu9 run.sh[771]: step").time);
}

TEST(SizeWithoutTrailingTags, TakesOffTagsOfOtherRanks) {
  const auto left = [](std::string_view text) {
    return text.substr(0, size_without_trailing_tags(text));
  };
  EXPECT_EQ("4/100 [00:01, 2.05s/it]", left("4/100 [00:01, 2.05s/it][1,0]<stderr>:"));
  EXPECT_EQ("done.)", left("done.)[1,0]<stderr>:[1,3]<stdout>:"));
  EXPECT_EQ("a bar |", left("a bar |[default3]:"));
}

TEST(SizeWithoutTrailingTags, KeepsATagBehindANumberThatMayBeCut) {
  for (std::string_view text : {"lm loss: 2.48[default3]:", "lm loss: 2.[1,3]<stdout>:",
                                "lm loss: 2.48E-[1,3]<stdout>:", "lm loss: 2.48E[default3]:"}) {
    EXPECT_EQ(text.size(), size_without_trailing_tags(text)) << text;
  }
}

TEST(SizeWithoutTrailingTags, KeepsWhatIsNoTag) {
  for (std::string_view text : {"", ":", "layers:", "x [1]:", "[default3]:", "a] :", "key [a3] :",
                                "[04/10 06:15:58 x.y]:"}) {
    EXPECT_EQ(text.size(), size_without_trailing_tags(text)) << text;
  }
}

}  // namespace
}  // namespace steptail::lines
