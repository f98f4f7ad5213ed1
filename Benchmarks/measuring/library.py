"""A library of a million stories beside one of ten thousand."""
import http.client
import shutil
import socket
import sqlite3
import subprocess
import time

from measure import cost, line, lines_of, mb, median, memory

MANY, FEW = 1_000_000, 10_000


def library(programs, work, keep):
    program = programs / "LibrarySpeed"
    large, small = work / f"library-{MANY}", work / f"library-{FEW}"
    lines = []
    for folder, stories in ((large, MANY), (small, FEW)):
        if keep and (folder / "filled").exists():
            continue
        shutil.rmtree(folder, ignore_errors=True)
        fact = lines_of(program, "fill", folder, stories)[0]
        (folder / "filled").touch()
        if stories == MANY:
            lines.append(line(f"{fact['stories']:,} stories taken in", f"{fact['stories'] / fact['seconds']:,.0f} a second",
                              "–"))
    for folder in (large, small):
        rest(folder)
    for fact in lines_of(program, "compare", large, small):
        ratio, many, few = fact["ratio"], fact["manyMicroseconds"], fact["fewMicroseconds"]
        lines.append(line(fact["act"], f"{many / 1e3:.2f} ms of {MANY:,}", f"of {FEW:,}: {few / 1e3:.2f} ms", ratio, "≤ 2",
                          ratio <= 2))
    lines += serving(programs / "tidings", large, small)
    if not keep:
        shutil.rmtree(large)
    return lines


def power(programs, work, keep):
    """What it costs that a reader's action survives a power failure."""
    program, folder = programs / "LibrarySpeed", work / "power"
    shutil.rmtree(folder, ignore_errors=True)
    lines_of(program, "fill", folder, 2_000)
    fact = lines_of(program, "power", folder)[0]
    shutil.rmtree(folder)
    full, normal = fact["fullMicroseconds"], fact["normalMicroseconds"]
    return [line("one story marked, on the disk before it is acknowledged", f"{full / 1e3:.2f} ms",
                 f"the same, not waiting for the disk: {normal / 1e3:.2f} ms", fact["ratio"])]


def rest(folder):
    """Nothing is due for a while, so that no feed is asked in the midst of measuring."""
    with sqlite3.connect(folder / "tidings.sqlite") as database:
        database.execute("update channel set due_at = ?", (int((time.time() + 86_400) * 1000),))


def serving(tidings, large, small):
    starts = {large: [], small: []}
    peaks = {large: 0, small: 0}
    for _ in range(5):
        for folder in (large, small):
            with socket.socket() as probe:
                probe.bind(("127.0.0.1", 0))
                port = probe.getsockname()[1]
            begin = time.monotonic()
            process = subprocess.Popen([tidings, "serve", "--listen", f"127.0.0.1:{port}", "--data", folder],
                                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            try:
                while True:
                    try:
                        socket.create_connection(("127.0.0.1", port)).close()
                        break
                    except OSError:
                        if process.poll() is not None:
                            raise SystemExit("bench: tidings serve ended")
                        time.sleep(0.002)
                starts[folder].append(time.monotonic() - begin)
                read_around(port)
                peaks[folder] = max(peaks[folder], memory(process.pid))
            finally:
                process.terminate()
                process.wait(20)
    most, least = median(starts[large]), median(starts[small])
    return [
        line(f"start-up of serve with {MANY:,} stories", f"{most * 1e3:.0f} ms",
             f"the limit: 200 ms (with {FEW:,}: {least * 1e3:.0f} ms)", most / 0.2, "< 1", most < 0.2),
        line("its peak memory after start, lists and searches", mb(peaks[large]),
             f"the limit: 150 MB (with {FEW:,}: {mb(peaks[small])})", peaks[large] / 150e6, "< 1", peaks[large] < 150e6),
    ]


def read_around(port):
    """A person's quarter of an hour."""
    connection = http.client.HTTPConnection("127.0.0.1", port)
    for path in ("/mine/", "/mine/unread", "/mine/all?depth=500", "/mine/saved", "/mine/feeds", "/mine/search?q=the",
                 "/mine/feed/7", "/mine/section/1?depth=200", "/mine/") * 3:
        connection.request("GET", path)
        response = connection.getresponse()
        response.read()
        if response.status != 200:
            raise SystemExit(f"bench: {path} answered {response.status}")
