"""One reader beside two thousand slow connections, and beside ten feeds that cost as much work as they can."""
import contextlib
import resource
import select
import shutil
import socket
import subprocess
import sys
import time

import hostile
from measure import line, mb, median
from serving import Server, set_password

SLOW, SOURCES = 2000, [f"127.0.0.{number}" for number in range(2, 10)]
# A page, a list, a search, as a reader goes about.
PATHS = ["/mine/", "/mine/all", "/mine/unread", "/mine/feeds", "/mine/search?q=the", "/mine/settings"]


def load(programs, work, keep, seconds=60):
    return beside_connections(programs, work, seconds) + beside_feeds(programs, work, seconds)


def beside_feeds(programs, work, seconds):
    """Ten costly feeds, each asked for again as soon as it has been read."""
    folder, settings, opml = work / "load-feeds", work / "load-feeds.yaml", work / "load-feeds.opml"
    shutil.rmtree(folder, ignore_errors=True)
    origin = hostile.CostlyOrigin()
    allow = ",".join(f"127.0.1.{number + 1}:{origin.server_port}" for number in range(len(origin.documents)))
    settings.write_text(f'network:\n  allow: "{allow}"\npolling:\n  asked: 1s\n  minimum: 1s\n  maximum: 1s\n  unconditional: 1s\n')
    outlines = "".join(f'<outline type="rss" text="Costly" xmlUrl="{address}"/>' for address in origin.addresses())
    opml.write_text(f'<opml version="2.0"><head/><body>{outlines}</body></opml>')
    subprocess.run([programs / "tidings", "import", opml, "--data", folder, "--config", settings], check=True,
                   stdout=subprocess.DEVNULL)
    set_password(folder)
    server = Server(programs / "tidings", folder, "--config", settings)
    try:
        server.sign_in()
        times = read_around(server, seconds)
        memory = server.memory()
    finally:
        server.end()
        origin.shutdown()
    worst, asked = max(times), origin.asked
    return [
        line(f"a reader's slowest page beside ten costly feeds, of {len(times):,}", f"{worst * 1e3:.0f} ms",
             f"the limit: 1 s (median {median(times) * 1e3:.1f} ms)", worst, "< 1", worst < 1),
        line("costly documents fetched meanwhile", f"{sum(asked)}", f"in {seconds:.0f} s; each at least {min(asked)} times",
             min(asked), "≥ 1", min(asked) >= 1),
        line("memory beside them", mb(memory), f"{sum(map(len, origin.documents)) / 1e6:.0f} MB of documents"),
    ]


def beside_connections(programs, work, seconds):
    folder = work / "load"
    shutil.rmtree(folder, ignore_errors=True)
    subprocess.run([programs / "tidings", "reader", "sessions", "--data", folder], check=True, stdout=subprocess.DEVNULL)
    set_password(folder)
    server = Server(programs / "tidings", folder)
    flood = Flood(server.port)
    try:
        server.sign_in()
        calm = read_around(server, 5)
        before, memory = server.descriptors(), server.memory()
        flood.start()
        busy = read_around(server, seconds)
        most, grown = server.descriptors(), server.memory()
        flood.end()
        after = settled(server, before)
    finally:
        flood.end()
        server.end()
    worst = max(busy)
    return [
        line(f"a reader's slowest page beside {SLOW:,} slow connections from {len(SOURCES)} addresses, of {len(busy):,}",
             f"{worst * 1e3:.0f} ms", f"the limit: 1 s (median {median(busy) * 1e3:.1f} ms; without them"
             f" {median(calm) * 1e3:.1f} ms, slowest {max(calm) * 1e3:.0f} ms)", worst, "< 1", worst < 1),
        line("slow connections that were made anew because the server had closed them", f"{flood.again:,}",
             f"in {seconds:.0f} s; open files then: {most}"),
        line("memory beside them", mb(grown), f"before: {mb(memory)}"),
        line("open files once they are gone", f"{after}", f"before: {before}", after / before, "≤ 1", after <= before),
    ]


def read_around(server, seconds):
    """Pages one after the other; their seconds. Any that is not a page ends the run."""
    times, end = [], time.monotonic() + seconds
    while time.monotonic() < end:
        status, _, took = server.page(PATHS[len(times) % len(PATHS)])
        if status != 200:
            raise SystemExit(f"bench: {PATHS[len(times) % len(PATHS)]} answered {status}")
        times.append(took)
        server.check()
    return times


def settled(server, wanted, seconds=30):
    """Open files once they have fallen to what is wanted, or after so long."""
    end = time.monotonic() + seconds
    while (now := server.descriptors()) > wanted and time.monotonic() < end:
        time.sleep(0.2)
    return now


class Flood:
    """A process of its own, so that it takes nothing from the reader's."""

    def __init__(self, port):
        self.port, self.process, self.again = port, None, 0

    def start(self):
        self.process = subprocess.Popen(
            [sys.executable, __file__, "flood", str(self.port)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        # Until all of them have been made once.
        self.process.stdout.readline()

    def end(self):
        if self.process:
            self.again = int(self.process.communicate("end\n", timeout=60)[0])
            self.process = None


class Slow:
    """The connections of a flood: what the server closes is made anew, the others send or read a little each second."""

    def __init__(self, port):
        self.port, self.again, self.numbers, self.links = port, 0, 0, {}
        self.poll = select.epoll()

    def run(self):
        for _ in range(SLOW):
            self.open()
        print("made", flush=True)
        self.poll.register(sys.stdin.fileno(), select.EPOLLIN)
        due = time.monotonic() + 1
        while True:
            for number, _ in self.poll.poll(0.2):
                if number == sys.stdin.fileno():
                    return print(self.again, flush=True)
                self.links.pop(number)[0].close()
                self.again += 1
                self.open()
            if time.monotonic() > due:
                due = time.monotonic() + 1
                for link, kind in self.links.values():
                    with contextlib.suppress(OSError):
                        if kind < 2:
                            link.send(b"a")
                        else:
                            link.recv(16)

    def open(self):
        self.numbers += 1
        link = socket.socket()
        link.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        link.setblocking(False)
        link.bind((SOURCES[self.numbers % len(SOURCES)], 0))
        with contextlib.suppress(BlockingIOError):
            link.connect(("127.0.0.1", self.port))
        host = f"Host: 127.0.0.1:{self.port}\r\n"
        kind = self.numbers // len(SOURCES) % 4
        words = [
            f"GET / HTTP/1.1\r\n{host}X-Slow: ",
            f"POST /mine/sign-in HTTP/1.1\r\n{host}Content-Type: application/x-www-form-urlencoded\r\nContent-Length:"
            " 9000\r\n\r\npassword=",
            f"GET /sign-in HTTP/1.1\r\n{host}\r\n",
            "",
        ][kind]
        with contextlib.suppress(OSError):
            link.send(words.encode())
        self.links[link.fileno()] = link, kind
        self.poll.register(link.fileno(), select.EPOLLRDHUP)


def more_files():
    """For this process; called once the server runs, which is to begin with the usual limit."""
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, 8192), hard))


if __name__ == "__main__" and sys.argv[1] == "flood":
    more_files()
    Slow(int(sys.argv[2])).run()
elif __name__ == "__main__":
    # For looking at it while working on it: load.py PROGRAMS WORK [SECONDS]
    import pathlib
    import report
    where = pathlib.Path(sys.argv[2])
    where.mkdir(parents=True, exist_ok=True)
    for each in load(pathlib.Path(sys.argv[1]), where, False, float(sys.argv[3]) if len(sys.argv) > 3 else 60):
        print(report.plain(each))
