"""Fixtures: a Chromium, its pages, and WebKitGTK. Every wait is for a condition."""
import os
import shutil
import subprocess

import pytest
from playwright.sync_api import Browser, Locator, expect, sync_playwright
from selenium import webdriver

from support.browser import CHROMIUM, PHONE, is_skipped_transition, pixel_ratio, record_console_error
from support.webkit import BROWSERS

# Generous, as a machine may be busy: a condition that holds is met at once, whatever its limit.
expect.set_options(timeout=30_000)


@pytest.fixture(scope="session")
def chromium():
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox", "--disable-gpu"])
        yield browser
        browser.close()


# SLOW=1 scripts/program-tests: each answer comes up to two seconds late, after some that were asked for later. It finds what only
# works when it is quick, in pages and in tests; those that measure time fail by it.
ANSWERS_COME_LATE = """
const quick = window.fetch;
window.fetch = async (...request) => {
  const answer = await quick(...request);
  await new Promise((resolve) => setTimeout(resolve, 2000 * Math.random()));
  return answer;
};
"""


@pytest.fixture(scope="session", autouse=True)
def clicks_end_with_the_page_they_lead_to():
    """Playwright's end when that page begins to come: its scripts do not hear keys yet, and half its rows may be missing.
    `no_wait_after=True` leaves a click alone that leads to a page which a test holds up."""
    click = Locator.click

    def click_through(locator, *arguments, **options):
        click(locator, *arguments, **options)
        if not options.get("no_wait_after") and not locator.page.is_closed():
            locator.page.wait_for_load_state()

    Locator.click = click_through
    yield
    Locator.click = click


@pytest.fixture(scope="session", autouse="SLOW" in os.environ)
def slow_contexts():
    new_context = Browser.new_context

    def new_slow_context(browser, **options):
        context = new_context(browser, **options)
        context.add_init_script(ANSWERS_COME_LATE)
        return context

    Browser.new_context = new_slow_context
    yield
    Browser.new_context = new_context


# A page waits for what its reader does on other devices (live-marks.js), by a request that is always under way. Tests that are not
# about that wait until nothing is loaded any more, and end servers under open pages.
DOES_NOT_FOLLOW = """
const load = window.fetch;
window.fetch = (address, ...more) => (String(address).startsWith('/api/marks') ? new Promise(() => {}) : load(address, ...more));
"""


@pytest.fixture
def open_page(chromium):
    """Opens a page whose errors, and whose requests to other hosts, fail the test."""
    contexts = []

    def open_at(url, viewport=PHONE, script=True, wait_until="load", follows=False, **options):
        context = chromium.new_context(
            viewport=viewport, java_script_enabled=script, device_scale_factor=options.pop("ratio", pixel_ratio(viewport)),
            timezone_id="Europe/London", locale=options.pop("locale", "en-GB"),
            # Front pages are kept where a test is about that (support/offline.py); elsewhere it would only take time.
            service_workers="block", **options)
        if not follows:
            context.add_init_script(DOES_NOT_FOLLOW)
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


@pytest.fixture(scope="module")
def screen():
    """A virtual display."""
    reading, writing = os.pipe()
    server = subprocess.Popen(
        ["Xvfb", "-displayfd", str(writing), "-screen", "0", "1400x1000x24", "-nolisten", "tcp"], pass_fds=[writing],
        stderr=subprocess.DEVNULL)
    os.close(writing)
    with os.fdopen(reading) as told:
        number = told.readline().strip()
    before = os.environ.get("DISPLAY")
    os.environ["DISPLAY"] = f":{number}"
    yield
    if before is None:
        del os.environ["DISPLAY"]
    else:
        os.environ["DISPLAY"] = before
    server.terminate()
    server.wait(20)


@pytest.fixture(scope="module")
def webkit(screen):
    options = webdriver.WebKitGTKOptions()
    options.binary_location = str(BROWSERS[-1])
    options.add_argument("--automation")
    browser = webdriver.WebKitGTK(
        options=options, service=webdriver.WebKitGTKService(executable_path=shutil.which("WebKitWebDriver")))
    browser.set_window_size(447, 900)
    yield browser
    browser.quit()
