"""The figures in words, and as docs/performance.md."""
import datetime
import os
import platform
import re
import subprocess

TITLES = {
    "feeds": "Feeds", "cleaning": "Cleaning", "extraction": "Extraction", "refresh": "A refresh",
    "writer": "Pages in the writer", "pages": "Pages from the server",
    "phone": "The front page on a slow phone", "talk": "What people say", "library": "Many stories",
    "power": "What surviving a power failure costs",
    "load": "A reader beside two thousand slow connections", "soak": "A day with hostile feeds, in twenty minutes",
    "packs": "Packs of 20,000 pages and 5,000 pictures",
    "topics": "Topics: one event of several publishers",
    "delivery": "Messages to fifty devices",
    "alerts": "Alerts", "sync": "Other news readers, among 100,000 stories in 1,000 feeds",
    "household": "A house of twenty readers",
}


def now():
    return datetime.datetime.now(datetime.timezone.utc).strftime("%Y-%m-%d %H:%M UTC")


def ratio(number):
    return "" if number is None else f"{number:.2f}" if number < 10 else f"{number:.0f}"


def plain(line):
    judged = {True: "met", False: "MISSED", None: ""}[line["met"]]
    parts = [line["what"], line["figure"], line["beside"], f"ratio {ratio(line['ratio'])}" if line["ratio"] else "",
             f"aim {line['aim']}: {judged}" if line["aim"] else ""]
    return "; ".join(part for part in parts if part)


def machine():
    """The machine without its name: processor, cores, memory, system, compiler."""
    with open("/proc/cpuinfo") as file:
        model = re.search(r"model name\s*:\s*(.*)", file.read())
    with open("/proc/meminfo") as file:
        memory = int(re.search(r"MemTotal:\s+(\d+)", file.read())[1]) / (1 << 20)
    swift = subprocess.run(["swift", "--version"], capture_output=True, text=True).stdout
    version = re.search(r"Swift version ([\d.]+)", swift)
    return (f"{os.cpu_count()} cores ({model[1].strip() if model else platform.machine()}), {memory:.0f} GB, "
            f"{platform.freedesktop_os_release()['PRETTY_NAME']}, Swift {version[1] if version else '?'}")


def write(file, figures, order):
    """The report; what bounds each part is in Benchmarks/bounds, a paragraph a part, written after profiling."""
    folder = file.parents[1] / "Benchmarks/bounds"
    out = ["# Performance", "",
           "Written by `make bench`: each figure beside its limit or its best peer in the same run. Machines differ and are",
           "shared, so the ratio is what counts; both sides of it were measured in turn, and medians are compared.", "",
           f"The machine: {machine()}.", ""]
    missed = [line for part in order for line in figures.get(part, {}).get("lines", []) if line["met"] is False]
    judged = [line for part in order for line in figures.get(part, {}).get("lines", []) if line["met"] is not None]
    out += [f"{len(judged) - len(missed)} of {len(judged)} aims are met."
            + (" Missed: " + "; ".join(f"{line['what']} ({ratio(line['ratio'])}, aim {line['aim']})" for line in missed) + "."
               if missed else ""), ""]
    for part in order:
        if not figures.get(part, {}).get("lines"):
            continue
        out += [f"## {TITLES[part]}", "", f"Measured {figures[part]['when']}.", "",
                "| what | Tidings | beside | ratio | aim | |", "|---|---|---|---|---|---|"]
        for line in figures[part]["lines"]:
            mark = {True: "met", False: "**missed**", None: ""}[line["met"]]
            out.append(f"| {line['what']} | {line['figure']} | {line['beside']} | {ratio(line['ratio'])} | {line['aim']} | {mark} |")
        out.append("")
        if (folder / f"{part}.md").exists():
            out += ["**What bounds it now.** " + (folder / f"{part}.md").read_text().strip(), ""]
    file.write_text("\n".join(out))
