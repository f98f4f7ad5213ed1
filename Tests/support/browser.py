"""A page in Chromium: its sizes, waiting for what it becomes, touching it, measuring it, judging it."""
import datetime
import json
import os
import re
import time

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Error, expect

from support.program import ROOT, wait_for

# Chromium without its own windows: the same pages, a fifth faster.
CHROMIUM = os.environ.get("BROWSER_BINARY", "/usr/bin/chromium-headless-shell")
PHONE = {"width": 390, "height": 844}
TABLET = {"width": 768, "height": 1024}
DESK = {"width": 1280, "height": 800}
NARROW = {"width": 320, "height": 568}
TOUCH_OPTIONS = {"has_touch": True, "is_mobile": True}
# The widths that tests of every screen go through.
WIDTHS = [int(width) for width in re.findall(
    r"\d+", re.search(r"Tests cover ([\d, and]+)\.", (ROOT / "docs/supported.md").read_text())[1])]
SIZES = pytest.mark.parametrize("viewport", [PHONE, DESK], ids=["phone", "desk"])
SCRIPT = pytest.mark.parametrize("script", [True, False], ids=["script", "no-script"])
# The demonstration's newspapers of every kind.
EDITIONS = ["mine", "estuary", "inland", "marram", "slipway"]
# No animation runs. The undo toast is removed by a timer, without an animation.
STILL = "document.getAnimations().every((one) => one.playState !== 'running' || one.effect.target?.matches('.toast'))"
# The page's `isPolling` is set when the module that asks for news has been loaded.
POLLING = """const every = window.setInterval;
    window.setInterval = (work, time, ...rest) => { window.isPolling ||= time === 10000; return every(work, time, ...rest); }"""


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


class TouchGesture:
    """A one-finger touch, by the DevTools protocol; each move is one event."""

    def __init__(self, page):
        # The recogniser is loaded after the page; importing it again gives the same module.
        page.evaluate("import(document.querySelector('script[src]').src.replace(/app\\.js$/, 'panels.js'))")
        # While one page still replaces another, a touch would be the document's.
        until(page, STILL)
        self.session = page.context.new_cdp_session(page)

    def __call__(self, x, y, dx=0, dy=0, steps=8, lift=True):
        self.send("touchStart", x, y)
        for step in range(1, steps + 1):
            self.send("touchMove", x + dx * step / steps, y + dy * step / steps)
        if lift:
            self.lift()

    def lift(self):
        self.send("touchEnd")

    def send(self, kind, *at):
        points = [{"x": at[0], "y": at[1]}] if at else []
        self.session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})


def holds(page, expression):
    """False while the page asked gives way to the next one."""
    try:
        return page.evaluate(expression)
    except Error as error:
        if "context was destroyed" not in str(error):
            raise
        return False


def until(page, expression, seconds=20):
    """Waits until an expression holds, for its value; the page's policy forbids the browser's own polling of strings."""
    end = time.monotonic() + seconds
    while not (value := holds(page, expression)):
        assert time.monotonic() < end, expression
        page.wait_for_timeout(30)
    return value


class HeldRequests:
    """The first requests to an address, which wait until the test lets them in; later ones pass."""

    def __init__(self, page, address, count=1):
        self.page, self.count, self.routes = page, count, []
        page.route(address, self._take)

    def _take(self, route):
        if len(self.routes) < self.count:
            self.routes.append(route)
        else:
            route.continue_()

    def wait(self, count=1):
        """Until so many have come."""
        # A call of the page lets them come in.
        wait_for(lambda: self.page.wait_for_timeout(20) or len(self.routes) >= count, f"{count} requests")
        return self

    def answer(self, at=0):
        """Lets one in, until the page has dealt with its answer."""
        with self.page.expect_response(self.routes[at].request.url) as answer:
            self.routes[at].continue_()
        answer.value.finished()
        self.page.evaluate("new Promise(resolve => setTimeout(resolve))")


def middle(locator):
    """The middle of something on the screen, to which the page scrolls if it must."""
    locator.scroll_into_view_if_needed()
    place = locator.bounding_box()
    return place["x"] + place["width"] / 2, place["y"] + place["height"] / 2


class TouchPoints:
    """Touch points, by the DevTools protocol."""

    def __init__(self, page):
        self.page, self.session = page, page.context.new_cdp_session(page)

    def send(self, kind, *points):
        self.session.send("Input.dispatchTouchEvent", {
            "type": kind, "touchPoints": [{"x": x, "y": y, "id": name} for name, (x, y) in enumerate(points)]})

    def tap(self, x=195, y=300):
        self.send("touchStart", (x, y))
        self.send("touchEnd")

    def drag(self, x, y, dx, dy, steps=6, lift=True):
        self.send("touchStart", (x, y))
        for step in range(1, steps + 1):
            self.send("touchMove", (x + dx * step / steps, y + dy * step / steps))
        if lift:
            self.send("touchEnd")

    def pinch(self, x, y, start, end, steps=8):
        """Two fingers beside a point, as far from it as said."""
        self.send("touchStart", (x - start, y))
        self.send("touchStart", (x - start, y), (x + start, y))
        for step in range(1, steps + 1):
            by = start + (end - start) * step / steps
            self.send("touchMove", (x - by, y), (x + by, y))
        self.send("touchEnd")
        until(self.page, STILL)


def stop_clock(page):
    """Pauses the page's clock; `page.clock.run_for` advances it."""
    # It runs until then: on a busy machine it may be past the time at which it was to stop.
    for margin in (1, 3, 9):
        now = page.evaluate("Date.now()") / 1000 + margin
        try:
            return page.clock.pause_at(datetime.datetime.fromtimestamp(now, datetime.timezone.utc))
        except Error as late:
            if "past" not in late.message:
                raise
    raise AssertionError("the clock could not be stopped")


def box(locator):
    return locator.bounding_box()


def assert_fits(page):
    """Nothing makes the page scroll sideways."""
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), page.url


def reload_until(page, condition, address=None, seconds=120):
    """Opens the page again, at this address if it is given, until a condition holds."""
    end = time.monotonic() + seconds
    if address:
        page.goto(address)
    while not condition():
        assert time.monotonic() < end, page.locator("main").inner_text()[:600]
        page.wait_for_timeout(250)
        try:
            page.goto(address) if address else page.reload()
        except Error:
            # With script it may just be doing so by itself.
            page.wait_for_load_state()


def open_feed(page, demo, name):
    """The list of a feed of `mine`."""
    page.goto(demo.url("/mine/feeds"))
    page.locator(".feed-row", has_text=name).locator("a.name").click()


def open_story(page, demo, feed, title):
    """A story whose title has these words, opened from its feed's list."""
    open_feed(page, demo, feed)
    row = page.locator(".row[data-story]", has_text=re.compile(title, re.I)).locator("a").first
    while not row.count():
        page.locator("[data-more]").click()
    row.click()
    expect(page.locator("article.story h1")).to_contain_text(re.compile(title, re.I))


def assert_axe_finds_nothing(page, what, rules=None):
    """With some of axe's rules, or with all."""
    # Waits until fades have ended, as colours are measured.
    until(page, STILL)
    options = {"runOnly": {"type": "rule", "values": rules}} if rules else {}
    found = [(one["id"], [node["html"][:160] for node in one["nodes"]][:4])
             for one in Axe().run(page, options=options).response["violations"]]
    assert not found, (what, found)


def assert_axe_finds_nothing_by_day_and_night(page, what):
    """The night differs only in colours, which two of axe's rules look at."""
    page.emulate_media(color_scheme="dark")
    assert_axe_finds_nothing(page, (what, "by night"), ["color-contrast", "link-in-text-block"])
    page.emulate_media(color_scheme="light")
    assert_axe_finds_nothing(page, what)
