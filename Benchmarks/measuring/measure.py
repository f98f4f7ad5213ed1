"""Running programs and timing them."""
import json
import os
import re
import statistics
import subprocess
import time


def line(what, figure, beside, ratio=None, aim="", met=None):
    """One row of the report."""
    return {"what": what, "figure": figure, "beside": beside, "ratio": ratio, "aim": aim, "met": met}


def lines_of(*command, **options):
    """A program's JSON lines."""
    out = subprocess.run(list(map(str, command)), check=True, stdout=subprocess.PIPE, text=True, **options).stdout
    return [json.loads(text) for text in out.splitlines() if text.startswith("{")]


class Cost:
    """What a program and its children took: CPU seconds, wall seconds, the largest process in bytes."""

    def __init__(self, cpu, wall, peak):
        self.cpu, self.wall, self.peak = cpu, wall, peak


def cost(*command, accept=(0,), **options):
    """Runs a program to its end."""
    options.setdefault("stdout", subprocess.DEVNULL)
    options.setdefault("stderr", subprocess.DEVNULL)
    start = time.monotonic()
    process = subprocess.Popen(list(map(str, command)), **options)
    _, status, usage = os.wait4(process.pid, 0)
    code = os.waitstatus_to_exitcode(status)
    if code not in accept:
        raise SystemExit(f"bench: {command[0]} ended with {code}")
    return Cost(usage.ru_utime + usage.ru_stime, time.monotonic() - start, usage.ru_maxrss * 1024)


median = statistics.median


def in_turn(rounds, **works):
    """Each work in turn, so that a busy machine is unkind to all alike; what each answered, in order."""
    found = {name: [] for name in works}
    for _ in range(rounds):
        for name, work in works.items():
            found[name].append(work())
    return found


def memory(pid, name="VmHWM"):
    """A line of /proc/PID/status in bytes: VmHWM is the most it ever had."""
    with open(f"/proc/{pid}/status") as status:
        return int(re.search(rf"{name}:\s+(\d+)", status.read())[1]) * 1024


def wrk(url, headers=(), seconds=3):
    """Answers a second, of 16 connections from one thread."""
    command = ["wrk", "-t1", "-c16", f"-d{seconds}s"]
    for header in headers:
        command += ["-H", header]
    out = subprocess.run(command + [url], check=True, capture_output=True, text=True).stdout
    if found := re.search(r"Non-2xx or 3xx responses: (\d+)", out):
        raise SystemExit(f"bench: {found[1]} answers of {url} were errors")
    return float(re.search(r"Requests/sec:\s+([\d.]+)", out)[1])


def mb(bytes):
    return f"{bytes / 1e6:.0f} MB"
