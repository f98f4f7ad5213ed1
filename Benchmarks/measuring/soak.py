"""A day compressed to twenty minutes: 200 feeds of which a quarter misbehave, 10,000 page views, one server."""
import pathlib
import random
import re
import shutil
import subprocess
import sys
import time

import hostile
from measure import line, mb, median
from serving import Server, set_password

FEEDS, VIEWS, MINUTES = 200, 10_000, 20
# What a reader opens; the rest is found on these pages.
PATHS = ["/mine/", "/mine/all", "/mine/unread", "/mine/feeds", "/mine/saved", "/mine/search?q=harbour", "/mine/settings",
         "/mine/all?depth=200", "/api/live", "/mine/counts"]
LINKS = re.compile(r'(?:href|src)="(/(?:mine/(?:story|feed|section|outside)/[^"#]+|picture/[^"]+|assets/[^"]+))"')


def soak(programs, work, keep, minutes=MINUTES):
    folder, tidings = work / "soak", programs / "tidings"
    shutil.rmtree(folder, ignore_errors=True)
    origin = hostile.Origin()
    settings = prepare(tidings, work, folder, origin)
    server = Server(tidings, folder, "--config", settings)
    try:
        server.sign_in()
        first = server.descriptors()
        views = Views(server)
        samples = views.read(minutes * 60, VIEWS * minutes / MINUTES)
        server.check()
        left = settled(server, first)
    finally:
        server.end()
        origin.shutdown()
    asked = sum(origin.asked.values())
    bad = sum(times for number, times in origin.asked.items() if origin.behaviour(number))
    early, late = part(samples, 0.25), part(samples, 1)
    unasked = [number for number in range(FEEDS) if number not in origin.asked]
    # A short try does not come round to all of them.
    if unasked and minutes >= MINUTES:
        raise SystemExit(f"bench: {len(unasked)} of {FEEDS} feeds were never asked: {unasked[:20]}")
    return [
        line(f"memory after {minutes:g} minutes of {FEEDS} feeds, {len(origin.names)} of them hostile, and {views.count:,} pages",
             mb(late), f"after {minutes / 4:g} minutes: {mb(early)} (most {mb(max(size for _, size, _ in samples))})",
             late / early, "≤ 1.1", late <= 1.1 * early),
        line("open files afterwards", f"{left}",
             f"at the beginning: {first} (most {max(files for _, _, files in samples)})", left / first, "≤ 10 more", left <= first + 10),
        line("slowest page", f"{views.slowest:.2f} s", f"the median: {median(views.times) * 1e3:.1f} ms; {views.path}"),
        line("feeds asked", f"{asked:,} times", f"of these the hostile ones {bad:,} times; pages that failed: {views.failed}",
             None, "none failed", views.failed == 0),
    ]


def prepare(tidings, work, folder, origin):
    """The feeds in a data folder, and settings by which a day is twenty minutes."""
    outlines = "".join(
        f'<outline type="rss" text="{number}" xmlUrl="{origin.address(number)}"/>\n' for number in range(FEEDS))
    opml, settings = work / "soak.opml", work / "soak.yaml"
    opml.write_text(f'<opml version="2.0"><head/><body>\n{outlines}</body></opml>\n')
    allow = ",".join(f"127.0.1.{number}:{origin.port}" for number in range(1, 201))
    settings.write_text(
        f'network:\n  allow: "{allow}"\n  timeout: 5s\n  connecting: 2s\npolling:\n  asked: 1s\n  minimum: 30s\n  maximum: 90s\n'
        "  unconditional: 60s\n  forget: 300s\n  busy: 30s\n  busiest: 60s\n  claim: 20s\n")
    subprocess.run([tidings, "import", opml, "--data", folder, "--config", settings], check=True, stdout=subprocess.DEVNULL)
    set_password(folder)
    return settings


class Views:
    """One reader's pages, chosen among those that the pages before led to."""

    def __init__(self, server):
        self.server, self.dice = server, random.Random(12)
        self.found, self.times = list(PATHS), []
        self.count, self.failed, self.slowest, self.path = 0, 0, 0.0, ""

    def read(self, seconds, views):
        """Evenly over the time. Answers (second, bytes, open files), once a second."""
        start, samples = time.monotonic(), []
        while (now := time.monotonic() - start) < seconds:
            if len(samples) <= now:
                self.server.check()
                samples.append((now, self.server.memory(), self.server.descriptors()))
            if self.count < views * now / seconds:
                self.view()
            else:
                time.sleep(0.01)
        return samples

    def view(self):
        path = self.dice.choice(PATHS if self.dice.random() < 0.5 else self.found)
        status, body, took = self.server.page(path)
        self.count += 1
        self.times.append(took)
        if took > self.slowest:
            self.slowest, self.path = took, path
        # A story may have gone, a picture may not be one; the server must not fail.
        if status >= 500 and not path.startswith("/picture/"):
            self.failed += 1
            print(f"  {path} answered {status}", flush=True)
        fresh = LINKS.findall(body.decode(errors="replace"))
        self.dice.shuffle(fresh)
        self.found = (self.found + [each.replace("&amp;", "&") for each in fresh[:20]])[-2000:]


def part(samples, share):
    """The median of the memory in the twentieth of the time before a share of it."""
    end = samples[-1][0] * share
    span = max(5, samples[-1][0] / 20)
    return median([size for at, size, _ in samples if end - span <= at <= end])


def settled(server, wanted, seconds=90):
    """Open files once resting connections have been closed."""
    end = time.monotonic() + seconds
    while (now := server.descriptors()) > wanted and time.monotonic() < end:
        time.sleep(0.5)
    return now


if __name__ == "__main__":
    # For looking at it while working on it: soak.py PROGRAMS WORK --minutes 2
    import report
    where = pathlib.Path(sys.argv[2])
    where.mkdir(parents=True, exist_ok=True)
    for each in soak(pathlib.Path(sys.argv[1]), where, False, float(sys.argv[4]) if len(sys.argv) > 4 else MINUTES):
        print(report.plain(each))
