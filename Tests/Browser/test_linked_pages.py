"""Linked pages: what a story links to opens in the app, with history buttons of its own."""
import re

import pytest
from playwright.sync_api import expect

from support.browser import SIZES, open_story, until
from support.program import TidingsServer, run
from support.sites import SampleSite, rss

COUNCIL = "Sunday libraries survive by one vote"
CARS = "thirty-one"


def in_an_edition_that_asks(page):
    """The same story in the institute's newspaper, where a question comes before the browser (MIT-54)."""
    page.goto(page.url.replace("/mine/", "/marram/"))
    expect(page.locator("article.story h1")).to_be_visible()


def tap(page, words):
    page.locator(".text a", has_text=words).click()


def heading(page):
    return page.locator("article.external h1")


@pytest.mark.mission("MIT-51", "MIT-53", "HN-68")
def test_a_link_opens_in_the_app_and_its_history_buttons_work(own_demo, open_page):
    """MIT-51, MIT-53, HN-68: Loading…, then the page's own title; two pages, both ways, and the story as it was left."""
    page = open_page(own_demo.url())
    open_story(page, own_demo, "Harbour Post", COUNCIL)
    held = []
    page.route("**/act/linked-page", lambda route: held.append(route))
    tap(page, "a viaduct hums")
    expect(page).to_have_url(re.compile("/mine/linked/"))
    expect(page).to_have_title(re.compile("^Loading…"))
    expect(page.locator(".linked-page-note[role=status]")).to_contain_text("Loading this page from outland.localhost…")
    expect(page.locator(".skeleton")).to_be_visible()
    while not held:
        page.wait_for_timeout(20)
    held.pop().continue_()
    page.unroute("**/act/linked-page")
    expect(page).to_have_title(re.compile("^The viaduct that hums"))
    expect(heading(page)).to_have_text("The viaduct that hums in the key of B flat")
    expect(page.locator(".byline")).to_contain_text("Wilma Torrance")
    expect(page.locator(".external .text img")).to_have_attribute("src", re.compile("^/picture/"))
    assert page.locator(".text a[href^='mailto:']").count() == 1 and page.locator(".text a[href^='#']").count() == 1
    back, forward = page.locator("[data-history-step='-1']"), page.locator("[data-history-step='1']")
    expect(back).to_be_disabled()
    expect(forward).to_be_disabled()

    tap(page, "in a mechanic’s notebook")
    expect(heading(page)).to_have_text("What I learned from forty tuning forks")
    expect(back).to_be_enabled()
    expect(forward).to_be_disabled()
    back.click()
    expect(heading(page)).to_contain_text("The viaduct")
    expect(back).to_be_disabled()
    expect(forward).to_be_enabled()
    forward.click()
    expect(heading(page)).to_contain_text("forty tuning forks")
    expect(back).to_be_enabled()
    # The browser's own ways are the same ones.
    page.go_back()
    expect(heading(page)).to_contain_text("The viaduct")
    # Back to the story, at its scroll position.
    page.locator("[data-back]").click()
    expect(page.locator("article.story h1")).to_contain_text(COUNCIL)
    until(page, "scrollY > 200")


@pytest.mark.mission("MIT-49", "MIT-52", "MIT-54")
@SIZES
def test_the_menu_of_a_linked_page_and_the_prompt_before_leaving(own_demo, open_page, viewport):
    """MIT-52, MIT-54: three choices, each works; one question before the original opens."""
    page = open_page(own_demo.url(), viewport)
    open_story(page, own_demo, "Harbour Post", COUNCIL)
    in_an_edition_that_asks(page)
    tap(page, "market to Tuesdays")
    expect(heading(page)).to_have_text("Tolver market moves to Tuesdays")
    sheet = page.locator("dialog.sheet")
    share = page.get_by_role("link", name="This page")
    share.click()
    expect(sheet.locator(".menu-lines li:visible")).to_have_text(["Open in browser", "Share link", "Cancel"])
    sheet.get_by_text("Cancel").click()
    expect(sheet).to_have_count(0)
    expect(share).to_be_focused()

    page.evaluate("navigator.share = (what) => { window.shared = what; return Promise.resolve(); }")
    share.click()
    sheet.get_by_text("Share link").click()
    expect(sheet).to_have_count(0)
    shared = page.evaluate("window.shared")
    assert shared["url"].endswith("/news/market") and shared["title"] == "Tolver market moves to Tuesdays"

    share.click()
    sheet.get_by_text("Open in browser").click()
    expect(sheet.get_by_role("heading")).to_have_text("Open outland.localhost in the browser?")
    expect(sheet.locator(".external-address")).to_contain_text("/news/market")
    sheet.get_by_text("Stay here").click()
    expect(sheet).to_have_count(0)
    page.keyboard.press("v")
    with page.context.expect_page() as opened:
        sheet.get_by_role("link", name="Open in browser").click()
    expect(sheet).to_have_count(0)
    original = opened.value
    expect(original.locator("nav.main-nav")).to_have_count(1)
    assert original.evaluate("opener") is None and original.evaluate("document.referrer") == ""
    original.close()
    assert "/linked/" in page.url


@pytest.mark.parametrize("words, said, main", [
    ("a note about a ferry", "Only 24 words could be found on this page.", True),
    ("a film of a heron", "The page shows a video", True),
    ("a report on paper", "has no page there but a PDF", True),
    ("the accounts of a dredger", "shows the rest only to subscribers", True),
])
def test_a_page_without_text_says_so_and_links_on(own_demo, open_page, words, said, main):
    page = open_page(own_demo.url())
    open_story(page, own_demo, "Loom", "thirty-one cars|31 cars|car")
    tap(page, words)
    expect(page.locator(".linked-page-note")).to_contain_text(said)
    way = page.locator(".linked-page-note").get_by_role("link", name="Open at outland.localhost")
    expect(way).to_be_visible()
    # This newspaper asks nothing before.
    assert way.get_attribute("href").startswith("http://outland.localhost") and way.get_attribute("target") == "_blank"


def test_without_script_a_page_takes_as_long_as_its_origin(own_demo, open_page):
    page = open_page(own_demo.url(), script=False)
    open_story(page, own_demo, "Harbour Post", COUNCIL)
    in_an_edition_that_asks(page)
    tap(page, "forty tuning forks")
    expect(page).to_have_title(re.compile("^What I learned from forty tuning forks"))
    expect(page.locator(".text")).to_contain_text("was a fork.")
    expect(page.locator("[data-history-step]").first).to_be_hidden()
    page.get_by_role("link", name="This page").click()
    page.get_by_role("link", name="Open in browser").click()
    expect(page.locator(".external-address")).to_contain_text("/blog/tuning-forks")
    page.get_by_role("link", name="Stay here").click()
    expect(heading(page)).to_have_text("What I learned from forty tuning forks")
    page.locator("[data-back]").click()
    expect(page.locator("article.story h1")).to_contain_text(COUNCIL)


class Gazette(SampleSite):
    """A feed of one story, whose text links to a page."""

    def __init__(self):
        super().__init__()
        words = " ".join(f"rope{number}" for number in range(120))
        self.serve({
            "/feed": rss("Gazette", f"<item><guid>1</guid><title>The rope</title><link>{self.home}/rope</link><description>&lt;p&gt;A rope is a "
                         f"long story, told at &lt;a href='{self.home}/long'&gt;great length&lt;/a&gt;.&lt;/p&gt;</description></item>"),
            "/long": f"<!doctype html><title>All of the rope</title><article><h1>All of the rope</h1><p>{words}.</p><p>{words}.</p>"
                     f"<p>{words}, and here it ends.</p></article>"}, Cache_Control="max-age=0")


@pytest.fixture
def served_gazette(tmp_path, monkeypatch):
    """A server that follows a feed, and the feed's origin, which can go offline."""
    origin = Gazette()
    monkeypatch.setenv("TIDINGS_NETWORK_ALLOW", origin.host)
    server = TidingsServer(tmp_path, start=False)
    added = run("add", origin.home + "/feed", "--data", tmp_path)
    assert added.returncode == 0, added.stderr
    server.start()
    yield server, origin
    server.end()
    origin.end()


def test_a_page_is_readable_when_its_origin_has_gone(served_gazette, open_page):
    server, origin = served_gazette
    page = open_page(f"{server.address}/mine/")
    page.locator(".row[data-story] a").first.click()
    tap(page, "great length")
    expect(heading(page)).to_have_text("All of the rope")
    expect(page.locator(".full-text-status")).to_contain_text("From 127.0.0.1, fetched")
    assert origin.asked.count("/long") == 1
    origin.go_offline()
    page.locator(".form-actions").get_by_role("button", name="Reload page").click()
    # Fetched a moment ago: the stored page is shown without a request.
    expect(page.locator(".text")).to_contain_text("and here it ends.")
    page.reload()
    expect(heading(page)).to_have_text("All of the rope")
    expect(page.locator(".text")).to_contain_text("and here it ends.")
    expect(page.locator(".full-text-status time")).to_be_visible()


def test_a_forged_address_is_refused(own_demo, open_page):
    page = open_page(own_demo.url("/mine/linked/AAAA?at=http://127.0.0.1:1/"))
    expect(page.locator("main")).to_contain_text("Tidings opens only addresses that its own pages link to")
    page.errors.clear()
