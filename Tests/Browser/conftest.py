"""Fixtures: a demo server with its sample sites, and a Chromium. Every wait is for a condition."""
import json
import os
import pathlib
import random
import signal
import socket
import subprocess

import pytest
from playwright.sync_api import expect, sync_playwright

# Generous, as a machine may be busy: a condition that holds is met at once, whatever its limit.
expect.set_options(timeout=30_000)
# A server that never answers is a failure, not a long test.
socket.setdefaulttimeout(60)

ROOT = pathlib.Path(__file__).resolve().parents[2]
BINARY = pathlib.Path(os.environ.get("TIDINGS_BINARY", ROOT / ".build/debug/tidings"))
# Chromium without its own windows: the same pages, a fifth faster.
CHROMIUM = os.environ.get("BROWSER_BINARY", "/usr/bin/chromium-headless-shell")
PHONE = {"width": 390, "height": 844}
DESK = {"width": 1280, "height": 800}
# No animation runs. The undo toast is removed by a timer, without an animation.
STILL = "document.getAnimations().every((one) => one.playState !== 'running' || one.effect.target?.matches('.toast'))"

# Files of more than a minute and a half, longest first. They begin first, so that no process ends long after the others.
LONG = ["topics", "packs", "appearance", "accessibility", "sign_in", "navigation", "membership", "thread", "offline",
        "sanitizing", "command_line", "themes", "writing_commands", "reading_aids", "headlines", "breaking_news", "pictures"]


def pytest_collection_modifyitems(items):
    order = {f"test_{name}": at for at, name in enumerate(LONG)}
    items.sort(key=lambda item: order.get(item.path.stem, len(LONG)))


def pytest_runtest_logreport(report):
    """Names a failure at once: a run takes minutes."""
    if report.failed and "PYTEST_XDIST_WORKER" not in os.environ:
        crash = getattr(report.longrepr, "reprcrash", None)
        why = crash.message if crash else report.longreprtext
        print(f"\nFailed ({report.when}): {report.nodeid}: {why.strip()[:300]}", flush=True)


chosen_ports = set()


def free_port():
    """A port below the ephemeral range, so that no outgoing connection takes it first, and never the same twice: who asks may
    listen later. Each worker of the test run has a part of its own, since two would sometimes choose alike."""
    worker = int(os.environ.get("PYTEST_XDIST_WORKER", "gw0")[2:])
    while True:
        port = 20_000 + worker * 3_000 + random.randrange(3_000)
        if port in chosen_ports:
            continue
        with socket.socket() as probe:
            try:
                probe.bind(("", port))
            except OSError:
                continue
        chosen_ports.add(port)
        return port


class DemoServer:
    """One running `tidings demo`."""

    def __init__(self, *arguments):
        self.port = free_port()
        self.address = f"http://127.0.0.1:{self.port}"
        self.process = subprocess.Popen(
            [BINARY, "demo", "--port", str(self.port), *arguments],
            stdout=subprocess.PIPE, text=True)
        self.lines = []
        for line in self.process.stdout:
            self.lines.append(line.rstrip())
            if self.address in line:
                return
        raise AssertionError("the demonstration did not start:\n" + "\n".join(self.lines))

    def url(self, path="/mine/"):
        return self.address + path

    def end(self):
        self.process.send_signal(signal.SIGTERM)
        try:
            self.process.wait(20)
        except subprocess.TimeoutExpired:
            self.process.kill()
            raise AssertionError("tidings did not end within 20 s of SIGTERM")


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


@pytest.fixture(scope="session")
def chromium():
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox", "--disable-gpu"])
        yield browser
        browser.close()


def task_times(chromium, page, action):
    """How long the page's took, in milliseconds of processor time: tasks wait on a busy machine."""
    chromium.start_tracing(page=page, categories=["disabled-by-default-devtools.timeline", "__metadata"])
    action()
    events = json.loads(chromium.stop_tracing())["traceEvents"]
    main = {(one["pid"], one["tid"]) for one in events if one["name"] == "thread_name" and one["args"]["name"] == "CrRendererMain"}
    return [one["tdur"] / 1000 for one in events if one["name"] == "RunTask" and (one["pid"], one["tid"]) in main and "tdur" in one]


def longest_task(chromium, page, action):
    return max(task_times(chromium, page, action))


def longest_allowed_task(chromium, page):
    """Of a loop that took 12.5 ms when the machine was idle: 50 ms on a processor four times slower."""
    loop = "(() => { let sum = 1; for (let at = 0; at < 2.3e6; at += 1) sum = (sum * 31 + at) % 1000003; return sum; })()"
    return longest_task(chromium, page, lambda: page.evaluate(loop))


def record_console_error(page, message):
    """A 404 is no error, but is printed, since it may explain a failure."""
    if "404" in message.text:
        print(f"not there: {message.location['url']}")
    else:
        page.errors.append(message.text)


def is_skipped_transition(error):
    """Chromium reports a view transition that it skips, since a style sheet was late or the page was shown sooner than its
    script ran; that is no error."""
    return any(reason in str(error) for reason in ("ViewTransition opt-in", "Page already revealed"))


def pixel_ratio(viewport):
    """What most devices of that width have: two pixels to a point on phones and tablets, one on desktops, where two
    would also take a page a tenth more of processor time."""
    return 1 if viewport["width"] >= DESK["width"] else 2


@pytest.fixture
def open_page(chromium):
    """Opens a page whose errors, and whose requests to other hosts, fail the test."""
    contexts = []

    def open_at(url, viewport=PHONE, script=True, wait_until="load", **options):
        context = chromium.new_context(
            viewport=viewport, java_script_enabled=script, device_scale_factor=options.pop("ratio", pixel_ratio(viewport)),
            timezone_id="Europe/London", locale=options.pop("locale", "en-GB"), **options)
        page = context.new_page()
        page.set_default_timeout(60_000)
        page.errors = []
        page.foreign_requests = []
        origin = "/".join(url.split("/")[:3])
        page.on("pageerror", lambda error: is_skipped_transition(error) or page.errors.append(f"{error}\n{getattr(error, 'stack', '')}"))
        page.on("console", lambda message: message.type == "error" and record_console_error(page, message))
        page.on("request", lambda request: request.url.startswith(origin) or request.url.startswith("data:")
                or page.foreign_requests.append(request.url))
        contexts.append((context, page))
        page.goto(url, wait_until=wait_until)
        return page

    yield open_at
    for context, page in contexts:
        errors, foreign_requests = page.errors, page.foreign_requests
        context.close()
        assert not errors, errors
        assert not foreign_requests, foreign_requests
