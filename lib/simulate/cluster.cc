#include "simulate/cluster.h"

#include "simulate/text.h"

namespace steptail::simulate {
namespace {

void add_launcher_lines(int rank, const char* exit_code, std::vector<std::string>& lines) {
  lines.push_back(
      printed("E0101 00:00:00.000000 41200 torch/distributed/elastic/multiprocessing/"
              "api.py:869] failed (exitcode: %s) local_rank: %d (pid: 412%02d) of "
              "binary: /usr/bin/python3",
              exit_code, rank, rank));
  lines.emplace_back("torch.distributed.elastic.multiprocessing.errors.ChildFailedError: ");
  lines.push_back(printed("srun: error: node-0: task %d: Exited with exit code 1", rank));
}

}  // namespace

std::vector<std::string> preemption_lines(int job) {
  return {
      printed(
          "slurmstepd: error: *** JOB %d ON node-0 CANCELLED AT {iso_time} DUE TO PREEMPTION ***",
          job),
      "srun: Job step aborted: Waiting up to 32 seconds for job step to finish."};
}

std::vector<std::string> out_of_memory_lines(int rank) {
  std::vector<std::string> lines;
  for (const char* line :
       {"Traceback (most recent call last):",
        "  File \"/opt/megatron/pretrain_gpt.py\", line 241, in <module>", "    pretrain(",
        "  File \"/opt/megatron/megatron/training/training.py\", line 1187, in train_step",
        "    losses_reduced = forward_backward_func("}) {
    lines.push_back(printed("[rank%d]: %s", rank, line));
  }
  lines.push_back(
      printed("[rank%d]: torch.OutOfMemoryError: CUDA out of memory. Tried to allocate "
              "2.25 GiB. GPU %d has a total capacity of 79.25 GiB of which 1.12 GiB is "
              "free. Of the allocated memory 72.50 GiB is allocated by PyTorch.",
              rank, rank));
  add_launcher_lines(rank, "1", lines);
  return lines;
}

std::vector<std::string> collective_timeout_lines(int rank) {
  std::vector<std::string> lines;
  lines.push_back(
      printed("[rank%d]:[E ProcessGroupNCCL.cpp:607] [Rank %d] Watchdog caught collective "
              "operation timeout: WorkNCCL(SeqNum=51234, OpType=ALLREDUCE, "
              "Timeout(ms)=600000) ran for 600093 milliseconds before timing out.",
              rank, rank));
  lines.emplace_back("terminate called after throwing an instance of 'c10::DistBackendError'");
  add_launcher_lines(rank, "-6", lines);
  return lines;
}

}  // namespace steptail::simulate
