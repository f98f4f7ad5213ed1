"""Fixtures and hooks of the tests of the program: demonstrations, and the order of tests. Helpers stand in `support`."""
import os
import random
import socket

import pytest

from support.program import DemoServer, TidingsServer

# A server that never answers is a failure, not a long test.
socket.setdefaulttimeout(60)

# Files of more than a minute and a half, longest first. They begin first, so that no process ends long after the others.
LONG = ["topics", "packs", "appearance", "accessibility", "sign_in", "navigation", "membership", "thread", "offline",
        "sanitizing", "command_line", "themes", "writing_commands", "reading_aids", "headlines", "breaking_news", "pictures"]

# No test depends on what ran before it: those of a file run in an order that a number decides, which is said at the end of the
# run. `ORDER=4711` repeats it, `ORDER=reverse` turns the written order round, `ORDER=file` keeps it. Workers inherit it.
ORDER = os.environ.setdefault("ORDER", str(random.randrange(10_000)))


def pytest_configure(config):
    config.addinivalue_line("markers", "mission(*rows): the rows of docs/mission.md that a test proves (scripts/check-mission)")


def pytest_collection_modifyitems(items):
    long = {f"test_{name}": at for at, name in enumerate(LONG)}
    files = {}
    for item in items:
        files.setdefault(item.path, []).append(item)
    for file in files.values():
        if ORDER == "reverse":
            file.reverse()
        elif ORDER != "file":
            random.Random(ORDER).shuffle(file)
    items[:] = [item for path in sorted(files, key=lambda path: long.get(path.stem, len(LONG))) for item in files[path]]


def pytest_terminal_summary(terminalreporter):
    terminalreporter.write_line(f"Tests ran in the order ORDER={ORDER}.")


def pytest_runtest_logreport(report):
    """Names a failure at once: a run takes minutes."""
    if report.failed and "PYTEST_XDIST_WORKER" not in os.environ:
        crash = getattr(report.longrepr, "reprcrash", None)
        why = crash.message if crash else report.longreprtext
        print(f"\nFailed ({report.when}): {report.nodeid}: {why.strip()[:300]}", flush=True)


@pytest.fixture(scope="session")
def demo():
    running = DemoServer("--still")
    yield running
    running.end()


def edition_options(request, edition=None):
    """A demonstration of one edition starts sooner: the given one, or the `EDITION` of the file."""
    edition = edition or getattr(request.module, "EDITION", None)
    return ["--edition", edition] if edition else []


@pytest.fixture(scope="module")
def own_demo(request):
    """A demo server for tests that change its data."""
    running = DemoServer("--still", *edition_options(request))
    yield running
    running.end()


@pytest.fixture
def demo_in_state(request):
    """Starts a demo server in the state that the test names."""
    started = []

    def start(state, edition=None):
        running = DemoServer("--state", state, "--still", *edition_options(request, edition))
        started.append(running)
        return running

    yield start
    for running in started:
        running.end()


@pytest.fixture
def serve(tmp_path):
    """Starts servers with new data folders."""
    started = []

    def make(*arguments, **options):
        started.append(TidingsServer(tmp_path / f"data{len(started)}", *arguments, **options))
        return started[-1]

    yield make
    for one in started:
        one.end()
