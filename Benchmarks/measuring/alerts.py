"""Alerts: from a publisher's response at a feed that is due to the request at the device's push service."""
import os
import pathlib
import shutil
import statistics
import sys

from measure import line, lines_of

ROUNDS = 9
STORED = 10_000


def alerts(programs, work, keep):
    os.environ["TIDINGS_BINARY"] = str(programs / "tidings")
    sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "Tests"))
    from support.alerts import AlertedHome
    lines = []
    for count in (0, STORED):
        folder = work / f"alerts-{count}"
        shutil.rmtree(folder, ignore_errors=True)
        if count:
            # The library that the measurement of topics fills.
            lines_of(programs / "TopicSpeed", "speed", folder, count)
        home = AlertedHome(folder)
        try:
            home.set_up()
            seconds = [home.seconds_to_alert() for _ in range(ROUNDS)]
        finally:
            home.end()
        shutil.rmtree(folder)
        beside = "the limit: 5 s, from the publisher's response to the push service"
        name = f"an alert among {count:,} stories" if count else "an alert in a small library"
        for what, value in ((name, statistics.median(seconds)), (f"{name}: the slowest of {ROUNDS}", max(seconds))):
            lines.append(line(what, f"{value:.2f} s", beside, value / 5, "< 1", value < 5))
    return lines
