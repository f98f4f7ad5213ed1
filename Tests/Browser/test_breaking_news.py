"""The newspaper of headlines, as its shipped edition describes it, fed by a service that the test plays: its lists, its articles, its
marks, and what a restart without the service leaves."""
import datetime
import os
import re
import zoneinfo

import pytest
from playwright.sync_api import expect

from support.browser import DESK, NARROW, PHONE, TOUCH_OPTIONS, TouchGesture, reload_until, until
from support.pictures import plain_png
from support.program import ROOT, TidingsServer, run, wait_for
from support.sites import SampleSite

SHIPPED = (ROOT / "Sources/CAssets/assets/editions/breaking-news.yaml").read_text()
NOW = datetime.datetime.now(datetime.timezone.utc).replace(microsecond=0)
GATES, SPARSE, BROKEN = "Harbour gates stay shut until the tide has turned", "Two lines from the coast", "Ferry returns without its mast"
LONG = "Nobody at the hearing could say who had ordered the second lighthouse, who had paid for it, or why its lamp has been turned towards the hills since the spring of last year"


class Service(SampleSite):
    """Headlines, article pages and pictures."""

    def __init__(self):
        super().__init__()
        lines = "".join(f"<p>Paragraph {n} of the whole article says more than the service did, in words of its own.</p>" for n in range(12))
        self.serve({
            "/v2/top-headlines": self.headlines(), "/picture*": plain_png(),
            "/article*": f"<!DOCTYPE html><html><head><title>Whole</title></head><body><article><h1>Whole</h1>{lines}</article></body></html>"})

    def article(self, number, title, **more):
        return {"source": {"id": None, "name": "Tide Mail"}, "author": "Ben Osei", "title": title, "url": f"{self.home}/article/{number}",
                "description": f"What is known of it, part {number}.", "urlToImage": f"{self.home}/picture/{number}.png",
                "publishedAt": (NOW - datetime.timedelta(minutes=10 + number)).strftime("%Y-%m-%dT%H:%M:%SZ"),
                "content": f"The report {number} begins here and goes on… [+2345 chars]", **more}

    def headlines(self):
        articles = [
            self.article(1, GATES, source={"id": "harbour-post", "name": "Harbour Post"}, author="Ada Reyes"),
            self.article(2, SPARSE, author=None, description=None, urlToImage=None, content=None, publishedAt="some day"),
            self.article(3, BROKEN, urlToImage=f"{self.home}/gone.png"), self.article(4, LONG, urlToImage=None)]
        articles += [self.article(n, f"Report number {n}") for n in range(5, 26)]
        return {"status": "ok", "totalResults": len(articles), "articles": articles}


@pytest.fixture(scope="module")
def service():
    with Service() as running:
        yield running


@pytest.fixture(autouse=True)
def reset_service(service):
    yield
    service.release()


@pytest.fixture(scope="module")
def server(service, tmp_path_factory):
    """A server with the shipped edition, whose service is the test's, with a key."""
    folder = tmp_path_factory.mktemp("breaking")
    (folder / "editions").mkdir()
    text = SHIPPED.replace("id: breaking-news", "id: bulletin").replace("title: Breaking News", "title: Bulletin").replace("https://newsapi.org", service.home)
    (folder / "editions/bulletin.yaml").write_text(text)
    secrets = tmp_path_factory.mktemp("secrets") / "secrets.key"
    running = TidingsServer(folder, *service.allowed, "--set", "polling.asked=1s",
                            "--set", f"secrets.file={secrets}", start=False)
    stored = run("key", "set", service.home, "--data", folder, input="an-invented-key-of-the-test\n", env={**os.environ, "TIDINGS_SECRETS_FILE": str(secrets)})
    assert stored.returncode == 0, stored.stderr
    running.start()
    yield running
    running.end()


@pytest.fixture(scope="module")
def filled_server(server, chromium):
    """The server, once the headlines have come."""
    page = chromium.new_context(viewport=PHONE).new_page()
    reload_until(page, lambda: page.locator("main .row").count() >= 3, at(server))
    page.context.close()
    return server


def at(server, path=""):
    return f"{server.address}/bulletin/{path}"


def everything(page, server):
    """The list of all headlines, after a page of the paper has told the server its zone."""
    page.goto(at(server))
    page.goto(server.address + page.locator(".section-head a").first.get_attribute("href") + "?depth=60")


def open_story(page, server, title):
    everything(page, server)
    page.locator("main .row", has_text=title).locator("a").first.click()
    expect(page.locator("article.story h1")).to_have_text(title)


def clear_marks(page, server):
    for path, kind in (("ticked", "ticked"), ("saved", "saved")):
        page.goto(at(server, path))
        for story in page.locator("main .row").evaluate_all("rows => rows.map((row) => row.dataset.story)"):
            page.request.post(at(server, "act/set-mark"), form={"story": story, "kind": kind, "value": "0"}, headers={"Accept": "application/json"})


def toggle(page, kind):
    """Presses a button of the article, and waits until the server has it."""
    with page.expect_response("**/act/set-mark"):
        page.locator(f".story-marks [data-toggle={kind}]").click()


@pytest.mark.mission("BREAK-05", "BREAK-06", "BREAK-07", "BREAK-09")
def test_an_article_names_publisher_author_date_and_summary(filled_server, open_page):
    """BREAK-05, BREAK-06, BREAK-07, BREAK-09: what is there, and "Unknown" or no gap for what is not."""
    page = open_page(at(filled_server), PHONE)
    open_story(page, filled_server, GATES)
    expect(page.locator(".story .kicker")).to_have_text("Harbour Post")
    parts = page.locator(".story .facts-line > span")
    expect(parts.nth(0)).to_have_text("Ada Reyes")
    when = (NOW - datetime.timedelta(minutes=11)).astimezone(zoneinfo.ZoneInfo("Europe/London"))
    expect(parts.nth(1)).to_have_text(f"Published: {when.day} {when.strftime('%b %Y, %H:%M')}")
    # As the service gives it: the full text has none, and does not take its place.
    page.goto(page.url + ("&" if "?" in page.url else "?") + "text=given")
    expect(page.locator(".story header, .story .text").get_by_text("What is known of it, part 1.").first).to_be_visible()
    open_story(page, filled_server, SPARSE)
    expect(parts.nth(0)).to_have_text("Unknown")
    expect(parts.nth(1)).to_have_text("Published: Unknown")
    assert page.locator(".story .standfirst").count() == 0
    gap = page.evaluate("""() => { const [byline, marks] = ['.story .byline', '.story-marks'].map((name) => document.querySelector(name).getBoundingClientRect());
        return marks.top - byline.bottom; }""")
    assert gap <= 24, gap


@pytest.mark.mission("BREAK-08")
def test_an_article_shows_its_picture_or_what_stands_in_for_it(filled_server, open_page):
    """BREAK-08: a picture, no box where there is none or it is known to fail, and a coloured one if it fails on its way."""
    page = open_page(at(filled_server), PHONE)
    open_story(page, filled_server, GATES)
    hero = page.locator(".story .hero img")
    expect(hero).to_be_visible()
    until(page, "document.querySelector('.story .hero img').naturalWidth > 0")
    open_story(page, filled_server, SPARSE)
    assert page.locator(".story .hero").count() == 0
    # The server knows by then that this one cannot be had.
    for _ in range(100):
        open_story(page, filled_server, BROKEN)
        if not page.locator(".story .hero").count():
            break
        page.wait_for_timeout(50)
    assert page.locator(".story .hero").count() == 0
    page.route("**/picture/**", lambda route: route.fulfill(status=404))
    open_story(page, filled_server, GATES)
    box = page.locator(".story .hero .failed-image")
    expect(box).to_be_visible()
    assert box.bounding_box()["height"] > 100
    assert box.evaluate("box => getComputedStyle(box).backgroundColor") != "rgba(0, 0, 0, 0)"


@pytest.mark.mission("BREAK-11", "BREAK-12")
def test_tick_and_star_are_buttons_with_a_state_that_is_announced(filled_server, open_page):
    """BREAK-11, BREAK-12: by pointer and by key; each says its list in words, the tick is green and filled when on."""
    page = open_page(at(filled_server), PHONE)
    clear_marks(page, filled_server)
    open_story(page, filled_server, GATES)
    for kind, word, key, icon in (("ticked", "Read", "f", "tick"), ("saved", "Readlist", "s", "star")):
        button = page.locator(f".story-marks [data-toggle={kind}]")
        expect(button).to_have_text(word, use_inner_text=True)
        expect(button).to_have_attribute("aria-pressed", "false")
        assert button.bounding_box()["height"] >= 44
        toggle(page, kind)
        expect(button).to_have_attribute("aria-pressed", "true")
        expect(button).to_have_text(word, use_inner_text=True)
        assert button.locator("> span:visible use").get_attribute("href").endswith(f"#{icon}-on")
        expect(page.locator("#live")).to_have_text(f"Added to {word}. Press z to undo.")
        with page.expect_response("**/act/set-mark"):
            page.keyboard.press(key)
        expect(button).to_have_attribute("aria-pressed", "false")
        expect(page.locator("#live")).to_have_text(f"Removed from {word}. Press z to undo.")
        page.keyboard.press("z")
        expect(button).to_have_attribute("aria-pressed", "true")
    red, green, blue = map(int, re.findall(r"\d+", page.locator("[data-toggle=ticked]").evaluate("(node) => getComputedStyle(node).color"))[:3])
    assert green > red and green > blue, (red, green, blue)
    clear_marks(page, filled_server)


@pytest.mark.mission("BREAK-15")
def test_the_tabs_lead_from_every_screen_to_every_other(filled_server, open_page):
    """BREAK-15: News, Read and Readlist, on the article's page too, at the thumb of a phone and in the bar of a wide screen."""
    page = open_page(at(filled_server), PHONE)
    for viewport in (NARROW, PHONE, DESK):
        page.set_viewport_size(viewport)
        for start in ("", "ticked", "saved", "story"):
            for word, path in (("News", "/bulletin/"), ("Read", "/bulletin/ticked"), ("Readlist", "/bulletin/saved")):
                open_story(page, filled_server, GATES) if start == "story" else page.goto(at(filled_server, start))
                tab = page.locator("nav.tabs").get_by_role("link", name=word, exact=True)
                assert min(tab.bounding_box()["height"], tab.bounding_box()["width"]) >= 44
                tab.click()
                page.wait_for_url(f"**{path}")
                expect(page.locator("nav.tabs a[aria-current]")).to_have_text(word)
    assert page.evaluate("document.documentElement.scrollWidth") <= DESK["width"]


@pytest.mark.mission("BREAK-13", "BREAK-14", "BREAK-16", "BREAK-17", "BREAK-19")
@pytest.mark.parametrize("kind, path, word, empty", [
    ("ticked", "ticked", "Read", "Nothing here yet. Tick a story to keep it here."),
    ("saved", "saved", "Readlist", "Nothing here yet. Star a story to keep it here.")])
def test_a_list_of_marks_holds_them_newest_first_opens_them_and_lets_them_go(filled_server, open_page, kind, path, word, empty):
    """BREAK-13, BREAK-14, BREAK-16, BREAK-17, BREAK-19: without script too; neither opening nor mark-all puts a story there."""
    page = open_page(at(filled_server), PHONE, **TOUCH_OPTIONS)
    clear_marks(page, filled_server)
    page.goto(at(filled_server, path))
    expect(page.locator("main h1")).to_have_text(word)
    expect(page.locator(".empty p")).to_have_text(empty)
    for title in (SPARSE, GATES, LONG):
        open_story(page, filled_server, title)
        if title != LONG:
            toggle(page, kind)
    page.goto(at(filled_server, path))
    titles = page.locator("main .row .headline")
    expect(titles).to_have_count(2)
    assert [re.sub("^Unread: ", "", title) for title in titles.all_inner_texts()] == [GATES, SPARSE]
    expect(page.locator(f"main .row .{kind} .visually-hidden").first).to_have_text(word)
    # From the list, by a gesture; the row goes, and Undo brings it back.
    gesture, row = TouchGesture(page), page.locator("main .row", has_text=SPARSE)
    box = row.locator(".row-text").bounding_box()
    side = 1 if kind == "ticked" else -1
    with page.expect_response("**/act/set-mark"):
        gesture(195 - side * 60, box["y"] + 20, side * 130, 0)
    expect(row).to_be_hidden()
    page.get_by_role("button", name="Undo").click()
    expect(row).to_be_visible()
    # From the article.
    page.locator("main .row", has_text=GATES).locator("a").first.click()
    expect(page.locator("article.story h1")).to_have_text(GATES)
    toggle(page, kind)
    page.goto(at(filled_server, path))
    expect(titles).to_have_count(1)
    # Without script.
    plain = open_page(at(filled_server, path), PHONE, script=False)
    plain.locator("main .row > a").first.click()
    plain.locator(f"[data-toggle={kind}]").click()
    expect(plain.locator(f"[data-toggle={kind}]")).to_have_attribute("aria-pressed", "false")
    plain.goto(at(filled_server, path))
    expect(plain.locator(".empty p")).to_have_text(empty)


def test_a_right_swipe_puts_a_headline_on_the_edition_s_own_list(filled_server, open_page):
    """What the row calls *Read* is on the list of that name, and no longer unread."""
    page = open_page(at(filled_server), PHONE, **TOUCH_OPTIONS)
    clear_marks(page, filled_server)
    everything(page, filled_server)
    gesture, row = TouchGesture(page), page.locator("main .row", has_text=GATES).first
    row.scroll_into_view_if_needed()
    was_unread = "unread" in row.get_attribute("class")
    box = row.locator(".row-text").bounding_box()
    with page.expect_response("**/act/set-mark"):
        gesture(135, box["y"] + 20, 130, 0)
    expect(page.locator(".toast")).to_contain_text("Added to Read")
    expect(row.locator(".ticked .visually-hidden")).to_have_text("Read")
    expect(row).not_to_have_class(re.compile("unread"))
    page.get_by_role("button", name="Undo").click()
    expect(row.locator(".ticked")).to_have_count(0)
    assert ("unread" in row.get_attribute("class")) == was_unread
    with page.expect_response("**/act/set-mark"):
        gesture(135, box["y"] + 20, 130, 0)
    page.goto(at(filled_server, "ticked"))
    expect(page.locator("main .row .headline")).to_have_text(GATES)
    clear_marks(page, filled_server)


@pytest.mark.mission("BREAK-18", "BREAK-20")
def test_marked_articles_outlast_a_kill_and_the_loss_of_the_service(filled_server, service, open_page):
    """BREAK-18, BREAK-20: with their whole text, in both lists; met again among the headlines they bear their marks."""
    page = open_page(at(filled_server), PHONE)
    clear_marks(page, filled_server)
    open_story(page, filled_server, GATES)
    expect(page.locator(".story .text")).to_contain_text("Paragraph 11 of the whole article")
    toggle(page, "ticked")
    toggle(page, "saved")
    filled_server.process.kill()
    filled_server.process.wait(20)
    # An open page polls; what it asked for meanwhile failed.
    page.goto("about:blank")
    page.errors.clear()
    service.hold(but="/picture*")
    begun = len(service.paths)
    filled_server.start()
    for path in ("ticked", "saved"):
        page.goto(at(filled_server, path))
        page.locator("main .row", has_text=GATES).locator("a").first.click()
        expect(page.locator(".story .text")).to_contain_text("Paragraph 11 of the whole article")
        expect(page.locator(".story-marks [aria-pressed=true]")).to_have_count(2)
    assert not [path for path in service.paths[begun:] if path.startswith("/article")]
    service.release()
    everything(page, filled_server)
    row = page.locator("main .row", has_text=GATES)
    for name, word in (("ticked", "Read"), ("saved", "Readlist")):
        expect(row.locator(f".{name} .visually-hidden")).to_have_text(word)
    clear_marks(page, filled_server)


@pytest.mark.mission("BREAK-30")
def test_pulling_down_asks_the_service_once_while_one_request_runs(filled_server, service, open_page):
    """BREAK-30: a second pull during the first asks nothing."""
    page = open_page(at(filled_server), PHONE, **TOUCH_OPTIONS)
    gesture = TouchGesture(page)
    # A person's own refresh may be repeated after a second.
    page.wait_for_timeout(1_100)
    service.hold(but="/picture*")
    begun = len(service.paths)
    with page.expect_response("**/bulletin/act/refresh"):
        gesture(200, 200, 10, 220)
    wait_for(lambda: "/v2/top-headlines" in service.paths[begun:], "a request")
    gesture(200, 200, 10, 220)
    page.wait_for_timeout(300)
    assert service.paths[begun:].count("/v2/top-headlines") == 1, service.paths[begun:]
    service.release()
    expect(page.locator("[data-status]").first).to_contain_text("Updated", timeout=30_000)
    assert service.paths[begun:].count("/v2/top-headlines") == 1, service.paths[begun:]


@pytest.mark.mission("BREAK-35")
def test_an_article_is_shared_with_title_and_address_or_its_address_is_copied(filled_server, service, open_page):
    """BREAK-35: by the system's sheet, and where there is none by copying."""
    page = open_page(at(filled_server), PHONE)
    page.add_init_script("""navigator.share = async (what) => { window.shared = what; };
        Object.defineProperty(navigator, 'clipboard', { value: { writeText: async (text) => { window.copied = text; } } });""")
    open_story(page, filled_server, GATES)
    page.locator("[data-share]").click()
    until(page, "window.shared !== undefined")
    assert page.evaluate("[window.shared.title, window.shared.url]") == [GATES, f"{service.home}/article/1"]
    page.add_init_script("Object.defineProperty(navigator, 'share', { value: undefined });")
    page.reload()
    page.locator("[data-share]").click()
    until(page, "window.copied !== undefined")
    assert service.home + "/article/1" in page.evaluate("window.copied")


@pytest.mark.mission("BREAK-21")
def test_on_a_slow_line_the_list_is_there_within_two_seconds_and_before_its_pictures(filled_server, service, chromium):
    """BREAK-21: "Slow 4G" of the browser's tools; first content within 2 s, and the list can be used while no picture has come."""
    service.hold("/picture*")
    # Other work on the machine only adds to it.
    for _ in range(5):
        context = chromium.new_context(viewport=PHONE)
        page = context.new_page()
        line = context.new_cdp_session(page)
        line.send("Network.enable")
        line.send("Network.emulateNetworkConditions", {
            "offline": False, "latency": 562.5, "downloadThroughput": 1_440_000 / 8, "uploadThroughput": 675_000 / 8})
        page.goto(at(filled_server, "all"), wait_until="domcontentloaded")
        painted = until(page, "performance.getEntriesByName('first-contentful-paint')[0]?.startTime")
        if painted < 2_000:
            break
        context.close()
    assert painted < 2_000, painted
    rows = page.locator("main .row")
    assert rows.count() == 20
    pending = page.locator("main .row img").evaluate_all("images => images.filter((image) => !image.complete || !image.naturalWidth).length")
    assert pending > 0, "no picture is awaited, so the test proves nothing"
    rows.filter(has_text=LONG).locator("a").first.click(no_wait_after=True)
    expect(page.locator("article.story h1")).to_have_text(LONG)
    context.close()
