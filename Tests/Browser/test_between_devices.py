"""One reader with three pages open, on a phone, at a desk and in WebKit, and a program that syncs: what one of them marks, and how
far a story was read, the others show in under a second."""
import functools
import json
import pathlib
import re
import statistics
import tempfile
import time
from urllib.parse import urlencode

import pytest
from playwright.sync_api import expect

from support.browser import DESK, PHONE
from support.program import FORM, run

# A try may fall into a pause of a busy machine; three in a row do not.
TRIES, LIMIT = 3, 1.0
STATE = """(() => { const row = document.querySelector('main .row[data-story="%s"]');
    return JSON.stringify([row.classList.contains('unread'), document.querySelector('.list-head [data-unread-list]')?.textContent]); })()"""
MARK = """fetch('/mine/act/set-mark', { method: 'POST', headers: { Accept: 'application/json' },
    body: new URLSearchParams({ story: '%s', kind: 'read', value: '%d' }) })"""


class Browser:
    """A page with a list of stories, by what evaluates an expression there."""

    def __init__(self, evaluate):
        self.evaluate = evaluate

    def mark(self, story, is_read):
        self.evaluate(MARK % (story, is_read))

    def unread(self, story):
        """Whether the story is unread, and the number of unread stories, as they are shown."""
        is_unread, count = json.loads(self.evaluate(STATE % story))
        return is_unread, int(re.sub(r"\D", "", count))


class Program:
    """A program that speaks Google Reader's interface."""

    def __init__(self, server):
        self.server = server
        folder = pathlib.Path(tempfile.gettempdir()) / f"tidings-demo-{server.process.pid}"
        password = run("app-password", "add", "Phone", "--data", folder).stdout.strip()
        reply = server.ask("/accounts/ClientLogin", "POST", urlencode({"Email": "reader", "Passwd": password}), **FORM)
        self.headers = {"Authorization": "GoogleLogin auth=" + reply.text.split("Auth=")[1].strip()}

    def call(self, name, method="GET", body=None):
        return self.server.ask(f"/reader/api/0/{name}", method, body, **self.headers, **(FORM if body else {}))

    def mark(self, story, is_read):
        assert self.call("edit-tag", "POST", urlencode({"i": story, "a" if is_read else "r": "user/-/state/com.google/read"})).text == "OK"

    def unread(self, story):
        answer = json.loads(self.call("stream/items/ids?n=10000&xt=user/-/state/com.google/read").text)
        return story in {one["id"] for one in answer["itemRefs"]}, len(answer["itemRefs"])


@pytest.fixture
def devices(own_demo, open_page, webkit):
    address = own_demo.url("/mine/all")
    pages = [open_page(address, viewport, follows=True) for viewport in (PHONE, DESK)]
    webkit.get(address)
    # The driver gives what a script returns.
    engine = Browser(lambda expression: webkit.execute_script(f"return {expression}"))
    return {"phone": Browser(pages[0].evaluate), "desk": Browser(pages[1].evaluate), "webkit": engine, "program": Program(own_demo)}, pages


def seconds_until(hold):
    """The time until all of them hold, or the limit."""
    start = time.monotonic()
    left = list(hold)
    while left and time.monotonic() - start < LIMIT:
        left = [one for one in left if not one()]
    return time.monotonic() - start


def time_of_mark(devices, setter, story, is_read):
    """How long a mark takes to all others, with the numbers of unread stories."""
    others = [device for name, device in devices.items() if name != setter]
    before = [device.unread(story)[1] for device in others]
    devices[setter].mark(story, is_read)

    def follows(device, count):
        is_unread, now = device.unread(story)
        # A program lists the copies of a story one by one.
        return is_unread != is_read and (now < count if is_read else now > count)

    return seconds_until([functools.partial(follows, device, count) for device, count in zip(others, before)])


def test_marks_and_counts_follow_within_a_second(devices):
    devices, pages = devices
    stories = pages[0].locator("main .row.unread[data-story]").evaluate_all("rows => rows.map((row) => row.dataset.story)")
    times = {}
    for setter, story in zip(devices, stories):
        tries = []
        while len(tries) < TRIES and not (tries and min(tries) < LIMIT):
            # Marked and cleared again in turn.
            tries.append(time_of_mark(devices, setter, story, is_read=len(tries) % 2 == 0))
        times[setter] = min(tries)
    print(f"median {statistics.median(times.values()):.2f} s of {times}")
    assert max(times.values()) < LIMIT, times


def test_the_number_of_unread_stories_follows_for_stories_that_the_page_does_not_show(own_demo, open_page):
    page = open_page(own_demo.url("/mine/settings/reading"), DESK, follows=True)
    other = open_page(own_demo.url("/mine/all"), PHONE)
    stories = other.locator("main .row.unread[data-story]").evaluate_all("rows => rows.map((row) => row.dataset.story)")
    shown = "document.querySelector('.tabs [data-unread-list]').textContent"
    with page.expect_response("**/api/marks?*"):
        pass
    took = []
    for story in stories[:TRIES]:
        before = page.evaluate(shown)
        Browser(other.evaluate).mark(story, 1)
        took.append(seconds_until([lambda before=before: page.evaluate(shown) != before]))
    print(f"number of unread stories: {took}")
    assert min(took) < LIMIT, took


def test_an_open_list_of_saved_stories_follows(own_demo, open_page):
    saved = open_page(own_demo.url("/mine/saved"), DESK, follows=True)
    other = open_page(own_demo.url("/mine/all"), PHONE)
    stories = other.locator("main .row[data-story]").evaluate_all("rows => rows.slice(0, 2).map((row) => row.dataset.story)")
    expect(saved.locator("main .empty")).to_be_visible()
    # The page follows once its state is known.
    with saved.expect_response("**/api/marks?*"):
        pass

    def save(story, value):
        other.evaluate("fields => fetch('/mine/act/set-mark', { method: 'POST', headers: { Accept: 'application/json' },"
                       " body: new URLSearchParams(fields) })", {"story": story, "kind": "saved", "value": value})

    count = saved.locator(".list-tools > span").first
    for number, story in enumerate(stories, start=1):
        save(story, 1)
        expect(saved.locator("main .row[data-saved]")).to_have_count(number)
        expect(count).to_contain_text(str(number))
    # What is taken off stays where it is, without its mark; when none is left, the page says what to do.
    save(stories[0], 0)
    expect(saved.locator("main .row[data-saved]")).to_have_count(1)
    expect(saved.locator("main .row")).to_have_count(2)
    expect(count).to_contain_text("1")
    save(stories[1], 0)
    expect(saved.locator("main .empty")).to_be_visible()


def test_the_reading_place_follows_within_a_second(own_demo, open_page):
    page = open_page(own_demo.url("/mine/search?q=night+of+the+third+sill"), PHONE, follows=True)
    page.locator("main .row > a").first.click()
    page.locator("article.story h1").wait_for()
    other = open_page(page.url, DESK, follows=True)
    place = "document.querySelector('article.story').dataset.position"
    took = []
    for part in (0.3, 0.5, 0.7):
        before = other.evaluate(place)
        with page.expect_response("**/act/reading-progress"):
            page.evaluate("part => scrollTo(0, document.querySelector('article.story .text').offsetHeight * part)", part)
        took.append(seconds_until([lambda before=before: other.evaluate(place) != before]))
    print(f"reading place: {took}")
    assert min(took) < LIMIT, took
