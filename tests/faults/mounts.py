"""File systems of our own: ext4 in an image, a network file system by bindfs."""

import os
import shutil
import signal
import subprocess

from lab import Skip, eventually


def need(*programs):
    for program in programs:
        if not shutil.which(program):
            raise Skip(f"{program} is not installed")
    if os.geteuid() != 0:
        raise Skip("needs root")


def run(*command):
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True)
    if done.returncode != 0:
        raise Skip(f"{command[0]} failed: {done.stderr.strip()[:120]}")
    return done.stdout


def unmount(where):
    subprocess.run(["umount", "-l", str(where)], capture_output=True, check=False)


def ext4(lab, where, size="64M"):
    need("mkfs.ext4", "mount")
    image = lab.home / f"{where.name}.img"
    run("truncate", "-s", size, image)
    run("mkfs.ext4", "-q", "-F", "-m", "0", image)
    where.mkdir(exist_ok=True)
    run("mount", "-o", "loop", image, where)
    lab.undo.append(lambda: unmount(where))
    return image


def remount(lab, image, where):
    """Mounts the image again, through another loop device."""
    other = lab.home / "other.img"
    run("umount", where)
    run("truncate", "-s", "1M", other)
    taken = run("losetup", "--find", "--show", other).strip()
    lab.undo.append(lambda: subprocess.run(["losetup", "-d", taken], check=False))
    run("mount", "-o", "loop", image, where)


class Bindfs:
    """`source`, seen through a file system that tells of no changes and caches attributes."""

    def __init__(self, lab, source, where, timeout=1):
        need("bindfs", "fusermount")
        source.mkdir(exist_ok=True)
        where.mkdir(exist_ok=True)
        options = f"nonempty,attr_timeout={timeout},entry_timeout={timeout}"
        self.where = where
        self.process = subprocess.Popen(["bindfs", "-f", "-o", options, source, where],
                                        stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        lab.undo.append(self.end)
        if not eventually(lambda: os.path.ismount(where) or self.process.poll() is not None, 5) or \
                self.process.poll() is not None:
            raise Skip("bindfs cannot mount here")

    def hang(self):
        self.process.send_signal(signal.SIGSTOP)

    def heal(self):
        self.process.send_signal(signal.SIGCONT)

    def end(self):
        self.heal()
        unmount(self.where)
        self.process.kill()
        self.process.wait()
