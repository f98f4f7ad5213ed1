"""A pack of 20,000 pages and 5,000 small pictures by the command and in the app, and whether its pictures belong inside or
beside it."""
import hashlib
import os
import random
import shutil
import sqlite3
import statistics
import subprocess
import time

from measure import line
from serving import Server

PAGES, PICTURES, SIZE = 20_000, 5_000, 40_000
# Seconds and bytes that each command may take.
SECONDS, MEMORY = 60, 512 << 20


def picture(number):
    return b"\xff\xd8\xff\xe0" + random.Random(number).randbytes(SIZE)


def write_folder(folder, identity="bench", sections=100, pictures=PICTURES):
    """Sections of 200 pages, each with 2 kB of text; the pictures as photographs."""
    (folder / "photographs").mkdir(parents=True)
    (folder / "pack.yaml").write_text(f"identity: {identity}\nversion: 1\ntitle: Bench\nlanguages: en\n")
    (folder / "index.md").write_text("---\ntitle: Home\n---\n")
    text = "A *sentence* of a page, with [a link](/s0/p1.md) and nothing else. " * 30
    for section in range(sections):
        (folder / f"s{section}").mkdir()
        (folder / f"s{section}/index.md").write_text(f"---\ntitle: Section {section}\n---\n")
        for page in range(PAGES // 100 - 1):
            (folder / f"s{section}/p{page}.md").write_text(
                f"---\ntitle: Page {page} of section {section}\nslug: s{section}-p{page}\n---\n{text}\n")
    for number in range(pictures):
        (folder / f"photographs/x{number}.jpg").write_bytes(picture(number))


def served(tidings, work, large):
    """Lines on what the app shows of the large pack, beside the same of one of 200 pages in the same server."""
    data = work / "data"
    (data / "editions").mkdir(parents=True)
    write_folder(work / "small", "small", 1, 10)
    lines = []
    for identity, source in [("small", work / "small"), ("bench", large)]:
        (data / f"editions/{identity}.yaml").write_text(f"title: {identity}\npack: {{ identity: {identity} }}\n")
        seconds, memory = run(tidings, "pack", "install", source, "--edition", identity, "--data", data)
    isMet = seconds < SECONDS and memory < MEMORY
    lines.append(line("pack install", f"{seconds:.1f} s, {memory / 1e6:.0f} MB of memory",
                      f"the limits: {SECONDS} s, {MEMORY / 1e6:.0f} MB", seconds / SECONDS, "< 1", isMet))
    server = Server(tidings, data)
    try:
        for what, path in [("a page among 199 sisters", "page/s0-p100"), ("a list of 199 choices", "page/s0"),
                           ("a search for one title", "search?q=Page+77+of+section+0"), ("a search for a common word", "search?q=sentence")]:
            times = {"small": [], "bench": []}
            for number in range(42):
                for identity, taken in times.items():
                    # Each address once, so that no answer is a kept one.
                    status, _, seconds = server.page(f"/{identity}/{path}{'&' if '?' in path else '?'}n={number}")
                    assert status == 200, (identity, path, status)
                    taken.append(seconds * 1000)
            small, big = (statistics.median(taken[2:]) for taken in (times["small"], times["bench"]))
            lines.append(line(f"20,000 pages: {what}", f"{big:.1f} ms", f"with 200 pages: {small:.1f} ms", big / small, "< 2", big < 2 * small))
    finally:
        server.end()
    return lines


def run(*command):
    """Seconds and the largest memory of a command."""
    start = time.monotonic()
    process = subprocess.Popen([str(part) for part in command], stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    if status:
        raise SystemExit(f"packs: {command} failed")
    return time.monotonic() - start, usage.ru_maxrss * 1024


def inside_and_beside(work):
    """What the same pictures take as rows of a database, and as files named by their hashes."""
    names = [hashlib.sha256(picture(number)).hexdigest() for number in range(PICTURES)]
    file, folder = work / "inside.sqlite", work / "beside"
    folder.mkdir()
    start = time.monotonic()
    with sqlite3.connect(file) as base:
        base.executescript("pragma journal_mode = off; pragma synchronous = off;")
        base.execute("create table media (sha256 text not null primary key, data blob not null) strict")
        base.executemany("insert into media values (?, ?)", ((n, picture(i)) for i, n in enumerate(names)))
    base.close()
    written = [time.monotonic() - start]
    start = time.monotonic()
    for number, name in enumerate(names):
        (folder / name).write_bytes(picture(number))
    written.append(time.monotonic() - start)
    reader = sqlite3.connect(f"file:{file}?immutable=1", uri=True)
    read = [[], []]
    for name in random.Random(1).sample(names, 1000):
        start = time.perf_counter()
        reader.execute("select data from media where sha256 = ?", (name,)).fetchone()
        read[0].append(time.perf_counter() - start)
        start = time.perf_counter()
        (folder / name).read_bytes()
        read[1].append(time.perf_counter() - start)
    sizes = [file.stat().st_blocks * 512, sum(path.stat().st_blocks * 512 for path in folder.iterdir())]
    return sizes, written, [statistics.median(times) * 1e6 for times in read]


def packs(programs, work, keep):
    work = work / "packs"
    shutil.rmtree(work, ignore_errors=True)
    write_folder(work / "folder")
    (tidings, pack, lines) = (programs / "tidings", work / "bench.pack", [])
    for name, arguments in [("build", (work / "folder", "-o", pack)), ("show", (pack,)), ("check", (pack,)),
                            ("export", (pack, "-o", work / "out"))]:
        seconds, memory = run(tidings, "pack", name, *arguments)
        isMet = seconds < SECONDS and memory < MEMORY
        lines.append(line(f"pack {name}, {pack.stat().st_size / 1e6:.0f} MB", f"{seconds:.1f} s, {memory / 1e6:.0f} MB of memory",
                          f"the limits: {SECONDS} s, {MEMORY / 1e6:.0f} MB", seconds / SECONDS, "< 1", isMet))
    lines += served(tidings, work, pack)
    sizes, written, read = inside_and_beside(work)
    for what, numbers, unit in [("on disk", [size / 1e6 for size in sizes], "MB"), ("written in", written, "s"),
                                ("one read in", read, "µs")]:
        lines.append(line(f"5,000 pictures {what}: inside", f"{numbers[0]:.1f} {unit}", f"beside: {numbers[1]:.1f} {unit}",
                          numbers[0] / numbers[1]))
    if not keep:
        shutil.rmtree(work)
    return lines
