"""The simulated jobs of the scenarios: what each writes when, on a clock on which a minute lasts a second."""

import heapq
import itertools
import pathlib
import time

MINUTE = 1.0  # seconds of the real clock


class Job:
    """Writes what its script yields: text for its log, None for the time of its last progress, or a number of seconds to wait."""

    def __init__(self, name, script):
        self.name = name
        self.script = script
        self.log = None
        self.moments = {}  # what happened when, for the judge

    def progress(self):
        self.moments["progress"] = time.time()

    def happens(self, what):
        self.moments[what] = time.time()


def iteration(number, loss="2.5E+00"):
    return (f" iteration {number:8d}/  100000 | consumed samples: {number * 64:12d} | elapsed time per iteration (ms): 6000.0 | "
            f"learning rate: 1.000E-04 | global batch size: 64 | lm loss: {loss} | loss scale: 1.0 | grad norm: 0.500 | "
            "number of skipped iterations:   0 | number of nan iterations:   0 |\n")


def start(job):
    yield "> initializing torch distributed ...\n"
    yield 2 * MINUTE
    yield "training ...\n[before the start of training step] datetime: 2025-03-01 10:00:00 \n"
    yield 1 * MINUTE
    job.happens("started")


def steps(job, numbers, loss="2.5E+00"):
    """One progress line a minute."""
    for number in numbers:
        yield iteration(number, loss)
        job.progress()
        yield 1 * MINUTE


def save(number, minutes):
    yield f"saving checkpoint at iteration {number:7d} to ckpts in torch_dist format\n"
    yield minutes * MINUTE
    yield f"  successfully saved checkpoint from iteration {number:7d} to ckpts\n"


def stamp():
    """As Cerebras dates its lines: what a log says of its time counts where it is found with lines in it."""
    return time.strftime("%Y-%m-%d %H:%M:%S,000 INFO:   ")


def healthy(job):
    yield from start(job)
    yield from steps(job, range(10, 200, 10))
    yield from save(190, 10)
    yield from steps(job, range(200, 300, 10))
    yield "Evaluating on 4096 samples\n"
    yield 20 * MINUTE
    yield " validation loss at iteration 290 | lm loss value: 2.600000E+00 | lm loss PPL: 1.346374E+01 | \n"
    yield from steps(job, itertools.count(300, 10))


def compiles(job):
    yield stamp() + "Compiling the model. This may take a few minutes.\n"
    yield 20 * MINUTE
    yield stamp() + "Compile was successful!\n" + stamp() + "Beginning appliance run\n"
    yield 3 * MINUTE
    for step in itertools.count(10, 10):
        yield (stamp() + f"| Train Device=CSX, Step={step}, Loss=6.10000, Rate=800.00 samples/sec, "
               "GlobalRate=800.00 samples/sec\n")
        job.progress()
        yield 1 * MINUTE


def queues(job):
    yield "srun: job 771 queued and waiting for resources\n"
    yield 100 * MINUTE
    yield "srun: job 771 has been allocated resources\n"
    yield from start(job)
    yield from steps(job, itertools.count(10, 10))


def hangs(job):
    yield from start(job)
    yield from steps(job, range(10, 250, 10))
    for beat in itertools.count():
        yield f"[heartbeat] rank 0 alive, {beat} s\nc21:44:45 [0] NCCL INFO comm 0x55d0 rank 0 - still here\n"
        yield f"loading shards:  {beat % 100}%|####      | {beat}/1000 [00:01<00:09, 10.01it/s]\rUserWarning: a batch is late\n"
        yield 1 * MINUTE


def hangs_in_save(job):
    yield from start(job)
    yield from steps(job, range(10, 250, 10))
    yield "saving checkpoint at iteration     240 to ckpts in torch_dist format\n"
    job.happens("progress")
    yield 1e9


def out_of_memory(job):
    yield from start(job)
    yield from steps(job, range(10, 250, 10))
    job.happens("failure")
    yield ("[rank17]: Traceback (most recent call last):\n[rank17]:   File \"/srv/train.py\", line 88, in step\n[rank17]:     loss.backward()\n"
           "[rank17]: torch.OutOfMemoryError: CUDA out of memory. Tried to allocate 20.00 MiB. GPU 1 has a total capacity of 79.15 GiB of which 5.62 MiB is free.\n")
    yield 0.3
    for rank in range(64):
        if rank != 17:
            yield (f"[rank{rank}]: torch.distributed.DistBackendError: NCCL error in: ../torch/csrc/ProcessGroupNCCL.cpp:1970, "
                   "remote process exited or there was a network error, NCCL version 2.19.3\n")
    yield "srun: error: c21: task 17: Exited with exit code 1\n"
    yield 1e9


def collective_timeout(job):
    yield from start(job)
    yield from steps(job, range(10, 250, 10))
    job.happens("failure")
    yield ("[rank3]: Traceback (most recent call last):\n[rank3]:   File \"/srv/train.py\", line 12, in next_batch\n[rank3]:     return self.rows[at]\n"
           "[rank3]: KeyError: 'tokens'\n")
    yield 10 * MINUTE
    for rank in (0, 1, 2):
        yield (f"[rank{rank}]:[E301 10:21:12.300400500 ProcessGroupNCCL.cpp:616] [Rank {rank}] Watchdog caught collective operation timeout: "
               "WorkNCCL(SeqNum=12, OpType=ALLREDUCE, Timeout(ms)=600000) ran for 600012 milliseconds before timing out.\n")
    yield "srun: error: c21: task 0: Aborted (core dumped)\n"
    yield 1e9


def not_a_number(job):
    yield from start(job)
    yield from steps(job, range(10, 250, 10))
    job.happens("nan")
    yield from steps(job, range(250, 450, 10), loss="nan")
    job.happens("failure")
    yield "Aborting training due to NaN loss.\n"
    yield 1e9


def requeued(job):
    first = job.log
    yield from start(job)
    yield from steps(job, range(10, 410, 10))
    job.happens("failure")
    yield "slurmstepd: error: *** JOB 771 ON c21 CANCELLED AT 2025-03-01T10:40:00 DUE TO PREEMPTION ***\n"
    yield 15 * MINUTE
    job.log = first.with_name("slurm-772.out")
    yield "srun: job 772 queued and waiting for resources\n"
    yield 10 * MINUTE
    yield "srun: job 772 has been allocated resources\n"
    yield from start(job)
    yield from steps(job, itertools.count(210, 10))


def finishes(job):
    yield from start(job)
    yield from steps(job, range(10, 250, 10))
    yield "[after training is done] datetime: 2025-03-01 10:30:00 \n"
    yield from save(240, 3)
    yield 1e9


def trains(job):
    yield from start(job)
    yield from steps(job, itertools.count(10, 10))


class Writers:
    """All jobs on one thread, each at its own pace. Call run_until(); logs lie below `folder`/NAME/slurm-771.out."""

    def __init__(self, jobs, folders):
        self.queue = []
        for number, job in enumerate(jobs):
            job.log = pathlib.Path(folders[job.name]) / job.name / "slurm-771.out"
            job.log.parent.mkdir(parents=True)
            heapq.heappush(self.queue, (time.time(), number, job, job.script(job)))

    def run_until(self, end):
        while self.queue and self.queue[0][0] < end:
            due, number, job, script = heapq.heappop(self.queue)
            time.sleep(max(0.0, due - time.time()))
            for said in script:
                if isinstance(said, str):
                    with job.log.open("a", encoding="utf-8") as log:
                        log.write(said)
                else:
                    heapq.heappush(self.queue, (due + said, number, job, script))
                    break
        time.sleep(max(0.0, end - time.time()))
