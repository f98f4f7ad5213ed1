"""The seven states of a newspaper with sections, with origins that the test serves: loading, empty, partial, stale, offline, failed,
full; and titles that nobody would set, in every row form."""
import re

import pytest
from playwright.sync_api import expect

from support.browser import DESK, PHONE, reload_until, until
from support.program import TidingsServer
from support.sites import SampleSite, rss

FORMS = ["sourced", "right", "left", "wide", "tiles", "counted"]
# Four characters, 180, one word of 120, another script, and the other direction.
TITLES = ["Fire", " ".join(["A council that could not agree on the colour of the harbour gate"] * 3)[:180], "Donaudampfschiff" * 7 + "fahrtskapitän",
          "最后一位量潮人" * 8, "ساعة الميناء تدور من جديد والبلدة تكتشف أنها متأخرة " * 3, "https://harbour.example/" + "a" * 90]


def feed(name, titles, dek="What happened, in one line that goes on for a while without saying more."):
    items = "".join(
        f"<item><title>{title}</title><link>https://{name}.example/{at}</link><guid>{name}{at}</guid>"
        f"<description>{dek} {'Wort' * 40 if at == 2 else ''}</description><author>a@b.example ({'Berichterstatterin' * 6})</author>"
        f"<pubDate>Sat, 21 Nov 2026 0{at}:00:00 GMT</pubDate></item>" for at, title in enumerate(titles))
    return rss(name.title(), items, f"https://{name}.example/")


@pytest.fixture(scope="module")
def origins():
    with SampleSite() as site:
        yield site


@pytest.fixture(autouse=True)
def open_gate(origins):
    yield
    origins.release()


@pytest.fixture(scope="module")
def served(origins, tmp_path_factory):
    """A server with an edition for each row style, and one for each state."""
    folder = tmp_path_factory.mktemp("papers")
    (folder / "editions").mkdir()
    for form in FORMS:
        origins.serve({f"/rows-{form}-a": feed(f"{form}-a", TITLES)})
        origins.serve({f"/rows-{form}-b": feed(f"{form}-b", TITLES[:2])})
    for name in ["loading", "empty", "partial", "failed", "full"] + [f"rows-{form}" for form in FORMS]:
        rows = name.removeprefix("rows-") if name.startswith("rows-") else "right"
        (folder / f"editions/{name}.yaml").write_text(
            f"title: {name.title()} of a Long Coast and its Harbours\nlook: {{ rows: {rows} }}\nshell: {{ front: status, list: status }}\n"
            f"sections:\n" + "".join(f"  - {{ title: Section {part}, feeds: [\"{origins.home}/{name}-{part}\"] }}\n" for part in "ab"))
    server = TidingsServer(folder, *origins.allowed, "--set", "polling.asked=1s")
    yield server
    server.end()


def rows(page):
    return page.locator("main .row").count()


def test_a_loading_edition_fills_by_itself(served, origins, open_page):
    origins.serve({"/loading-a": feed("la", TITLES[:2]), "/loading-b": feed("lb", TITLES[:1])})
    origins.hold()
    page = open_page(served.address + "/loading/", PHONE)
    expect(page.locator("[data-loading], [data-pending-channel]")).to_have_count(1)
    # Nothing claims that all is there while nothing is, nor that there is nothing.
    expect(page.locator("section.section .note", has_text="Loading stories")).to_have_count(2)
    expect(page.locator("main")).not_to_contain_text("That is all")
    expect(page.locator("[data-status]").first).to_have_text(re.compile("Loading 2|of 2"))
    origins.release()
    expect(page.locator("main .row")).to_have_count(3)
    expect(page.locator("[data-status]").first).to_have_text(re.compile("^Updated"))


def test_an_empty_edition_says_so_once_in_each_section(served, origins, open_page):
    origins.serve({"/empty-a": feed("ea", []), "/empty-b": feed("eb", [])})
    page = open_page(served.address + "/empty/", PHONE)
    expect(page.locator("section.section")).to_have_count(2)
    reload_until(page, lambda: page.locator("[data-status]").inner_text().startswith("Updated"), served.address + "/empty/")
    expect(page.locator("section.section .note", has_text="No stories here yet.")).to_have_count(2)
    # While nothing is fetched the page is not loaded again.
    page.route("**/api/live*", lambda route: route.fulfill(json={
        "arrived": 0, "updatedAt": 1_795_252_800_000, "waiting": 0, "total": 2, "arriving": None, "isUpdating": False, "isFailing": False, "failed": None}))
    reload_until(page, lambda: page.locator("[data-status]").inner_text().startswith("Updated"), served.address + "/empty/")
    page.evaluate("sessionStorage.clear(); window.stays = true")
    for _ in range(3):
        page.wait_for_event("response", lambda response: "/api/live" in response.url)
    assert page.evaluate("window.stays") is True
    page.unroute("**/api/live*")
    page.locator(".section-head a").first.click()
    expect(page.locator(".empty p").first).to_be_visible()
    expect(page.locator("main a.button, main button.button")).not_to_have_count(0)


def test_a_partial_edition_shows_what_loaded_and_says_what_did_not(served, origins, open_page):
    origins.serve({"/partial-a": feed("pa", TITLES[:2]), "/partial-b": 503})
    page = open_page(served.address + "/partial/", PHONE)
    # The second answers after the first, whose stories are shown at once.
    reload_until(page, lambda: page.locator(".feed-row .feed-badge").count() == 1, served.address + "/partial/feeds")
    reload_until(page, lambda: rows(page) == 2 and "pdating" not in page.locator("[data-status]").inner_text(), served.address + "/partial/")
    # One of two is no matter for a banner; the feeds' page names it in a sentence.
    expect(page.locator("[role=alert]")).to_have_count(0)
    page.goto(served.address + "/partial/feeds")
    expect(page.locator(".feed-row small")).to_have_count(1)
    expect(page.locator(".feed-row .feed-badge")).to_have_count(1)
    page.goto(served.address + "/partial/settings/editions")
    expect(page.locator(".edition[data-edition=partial]")).to_contain_text("1 of its 2 feeds cannot be loaded at present")
    expect(page.locator(".edition[data-edition=partial]").get_by_role("button", name="Try now")).to_be_visible()


def test_a_failed_edition_names_the_cause_and_offers_one_button(served, origins, open_page):
    origins.serve({"/failed-a": 500, "/failed-b": 404})
    page = open_page(served.address + "/failed/", PHONE)
    reload_until(page, lambda: "could not be read" in page.locator("[data-status]").inner_text(), served.address + "/failed/")
    expect(page.locator("[data-status]")).to_have_text("2 of 2 feeds could not be read")
    expect(page.locator("main .failed")).to_contain_text("None of the 2 feeds could be loaded.")
    expect(page.locator("main .failed .failure-reasons b")).to_have_text(["Has nothing at its address any more (404)", "Reported a server error (500)"])
    expect(page.locator("main").get_by_role("button", name="Check for new stories")).to_have_count(1)
    # It stays as it is, with the focus, while it waits for better news.
    page.evaluate("sessionStorage.clear()")
    page.locator("main").get_by_role("button", name="Check for new stories").focus()
    for _ in range(2):
        page.wait_for_event("response", lambda response: "/api/live" in response.url)
    expect(page.locator("main").get_by_role("button", name="Check for new stories")).to_be_focused()
    page.goto(served.address + "/failed/settings/editions")
    expect(page.locator(".edition[data-edition=failed]")).to_contain_text("The site does not respond.")
    expect(page.locator(".edition[data-edition=failed]").get_by_role("button", name="Try now")).to_be_visible()


def test_every_row_stays_when_stale_and_offline(served, origins, open_page):
    origins.serve({"/full-a": feed("fa", TITLES), "/full-b": feed("fb", TITLES[:2])})
    page = open_page(served.address + "/full/", PHONE)
    reload_until(page, lambda: rows(page) == 5, served.address + "/full/")
    before = page.locator("main .row").evaluate_all("rows => rows.map((row) => row.id)")
    places = page.locator("main .row").evaluate_all("rows => rows.map((row) => row.getBoundingClientRect().top)")
    # Stale: a round that brings nothing but refusals.
    origins.serve({"/full-a": 500, "/full-b": 500})
    page.locator("[data-status]").click()
    expect(page.locator("[data-status]")).to_have_text(re.compile("could not be read|^Updated"))
    until(page, "!/pdating/.test(document.querySelector('[data-status]').textContent)")
    assert page.locator("main .row").evaluate_all("rows => rows.map((row) => row.id)") == before
    assert page.locator("main .row").evaluate_all("rows => rows.map((row) => row.getBoundingClientRect().top)") == places
    # Offline: the server cannot be reached.
    page.context.set_offline(True)
    page.keyboard.press("r")
    expect(page.locator("#live")).to_have_text("No Internet Connection")
    assert page.locator("main .row").evaluate_all("rows => rows.map((row) => row.id)") == before
    page.context.set_offline(False)
    page.errors.clear()


def test_a_requested_refresh_shows_what_came_and_mark_all_counts_all(served, origins, open_page):
    """What one asked for needs no tap on a pill; and with twenty rows of more shown, all are read, and said to be."""
    origins.serve({"/full-a": feed("fa", TITLES), "/full-b": feed("fb", TITLES[:2])})
    page = open_page(served.address + "/full/", PHONE)
    reload_until(page, lambda: rows(page) == 5, served.address + "/full/")
    origins.serve({"/full-a": feed("fa", TITLES + [f"Notice {number}" for number in range(30)])})
    page.wait_for_timeout(1100)  # `polling.asked` is a second here.
    page.locator("[data-status]").click()
    expect(page.locator("main .row", has_text="Notice").first).to_be_visible()
    expect(page.locator(".pill")).to_have_count(0)
    page.goto(served.address + page.locator(".section-head a").first.get_attribute("href"))
    expect(page.locator("main .row")).to_have_count(20)
    page.locator(".list-menu summary").click()
    page.locator("[data-mark-all]").click()
    count = page.locator(".list-tools [data-unread-list]")
    expect(count).to_have_text("All read")
    page.get_by_role("button", name="Undo").click()
    expect(count).to_have_text(re.compile(r"^3\d unread$"))


@pytest.mark.parametrize("form", FORMS)
def test_titles_of_every_length_fit_in_every_row_form(served, open_page, form):
    page = open_page(f"{served.address}/rows-{form}/", PHONE)
    reload_until(page, lambda: rows(page) == 5, f"{served.address}/rows-{form}/")
    section = page.locator(".section-head a").first.get_attribute("href")
    page.goto(served.address + section)
    stories = [link for link in page.locator("main .row > a").evaluate_all("links => links.map((link) => link.getAttribute('href'))")]
    cut = """() => [...document.querySelectorAll('.row .row-text, .story header, .story .text, h1:not(.visually-hidden), .edition-label')]
        .filter((one) => one.scrollWidth > one.clientWidth + 1).map((one) => one.textContent.trim().slice(0, 60))"""
    for path in [f"/rows-{form}/", section, f"/rows-{form}/search?q=harbour", f"/rows-{form}/newsstand"] + stories[:6]:
        page.goto(served.address + path, wait_until="domcontentloaded")
        for viewport in ({"width": 320, "height": 640}, PHONE, DESK):
            page.set_viewport_size(viewport)
            assert page.evaluate("document.documentElement.scrollWidth") <= viewport["width"], (path, viewport)
            assert page.evaluate(cut) == [], (path, viewport)
    # No title is taller than three lines in a row, and none is missing.
    page.goto(served.address + section)
    tall = page.locator("main .row .headline").evaluate_all(
        "lines => lines.filter((line) => line.clientHeight > 3.1 * parseFloat(getComputedStyle(line).lineHeight)).length")
    assert tall == 0
