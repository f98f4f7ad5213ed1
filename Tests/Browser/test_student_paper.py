"""The newspaper of a student paper's WordPress site, as its shipped edition describes it, read from an origin that the test serves:
its lists, its sections, its stories, and what happens when the site is slow, empty, wrong or away."""
import datetime
import email.utils
import html
import json
import random
import re
import sqlite3
import time

import pytest
from playwright.sync_api import expect

from support.browser import DESK, PHONE, POLLING, TABLET, TOUCH_OPTIONS, TouchGesture, middle, reload_until, until
from support.pictures import plain_png
from support.program import ROOT, TidingsServer, wait_for
from support.sites import SampleSite, rss

SHIPPED = (ROOT / "Sources/CAssets/assets/editions/daily-nexus.yaml").read_text()
RSS = "application/rss+xml; charset=UTF-8"
SECTIONS = re.findall(r"title: (.+)\n\s+key: (\w+)\n\s+channels: .*address: \"https://dailynexus\.com(/[^\"]*)\"", SHIPPED)


class Paper(SampleSite):
    """A site of which the test says what its feeds and pictures are."""

    def feed(self, path, title, items):
        told = "".join(
            f"""<item><title>{html.escape(one['title'])}</title><link>{self.home}/{one['id']}/</link>
            <guid isPermaLink="false">{self.home}/?p={one['id']}</guid><dc:creator>{one.get('author', 'Ada Reyes')}</dc:creator>
            <pubDate>{email.utils.format_datetime(one['at'])}</pubDate>
            {''.join(f'<category><![CDATA[{name}]]></category>' for name in one.get('topics', []))}
            <description><![CDATA[<p>{one.get('dek', 'What the campus says.')}</p>]]></description>
            <content:encoded><![CDATA[{one['body']}]]></content:encoded></item>""" for one in items)
        feed = rss(title, "<generator>https://wordpress.org/?v=6.4</generator>" + told, self.home + "/",
                   content="http://purl.org/rss/1.0/modules/content/", dc="http://purl.org/dc/elements/1.1/")
        self.serve({path: feed}, RSS, tagged=True)


NOW = datetime.datetime.now(datetime.timezone.utc)


def invented_lines(number):
    """Nine lines of words that no other article has: alike ones would be about one topic, and stand in a list once."""
    draw = random.Random(number)
    words = ["".join(draw.choices(["ba", "do", "fen", "gri", "ku", "lor", "mi", "nas", "pe", "tul", "ve", "zo"], k=3)) for _ in range(9 * 12)]
    return [" ".join(words[line::9]).capitalize() + "." for line in range(9)]


def article(number, title, hours=1, **more):
    paragraphs = "".join(f"<p>{line}</p>" for line in more.pop("lines", invented_lines(number)))
    return {"id": number, "title": title, "at": NOW - datetime.timedelta(hours=hours), "body": more.pop("before", "") + paragraphs,
            "topics": ["News", "Campus"], **more}


def fill(site):
    """All nine sections; in the first a story with a picture, one without, two of one title, and one of the last day of a year."""
    site.serve({"/lagoon.png": plain_png()})
    lead = article(41255, "Lagoon crossing closed until the herons have done", 1, topics=["Opinion", "News"],
                   before=f'<figure class="wp-caption"><img src="{site.home}/lagoon.png" width="900" height="600" alt="The lagoon">'
                          '<p class="wp-caption-text">The lagoon at low water. Ben Osei / Gazette</p></figure>')
    stories = [lead, article(412, "Meal plan counts to eleven again", 2, topics=[]), article(412556, "Corrections", 3, author="First Desk"),
               article(412557, "Corrections", 4, author="Second Desk")]
    stories += [article(5000 + n, f"Notes from week {n}", 10 + n) for n in range(1, 27)]
    stories.append({**article(99, "The year in tides", 0), "at": datetime.datetime(2012, 12, 31, 23, 5, tzinfo=datetime.timezone.utc)})
    site.feed("/feed/", "Most Recent", stories)
    for index, (title, _, path) in enumerate(SECTIONS[1:]):
        site.feed(path, title, [article(7000 + index * 10 + n, f"{title.strip()} story {n}", 5 + n, topics=[title]) for n in range(1, 5)])


@pytest.fixture(scope="module")
def site():
    with Paper() as paper:
        fill(paper)
        yield paper


@pytest.fixture(autouse=True)
def reset_site(site):
    yield
    site.release()


def serve_edition(site, folder):
    """A server with the shipped edition, whose addresses are the test's."""
    (folder / "editions").mkdir()
    text = SHIPPED.replace("id: daily-nexus", "id: gazette").replace("title: Daily Nexus", "title: Gazette").replace("https://dailynexus.com", site.home)
    (folder / "editions/gazette.yaml").write_text(text)
    return TidingsServer(folder, *site.allowed, "--set", "polling.asked=1s", "--set", "polling.minimum=1h")


def at(server, path=""):
    return f"{server.address}/gazette/{path}"


@pytest.fixture(scope="module")
def filled_server(site, tmp_path_factory, chromium):
    """A server, once every section has been fetched and every story has its topic."""
    server = serve_edition(site, tmp_path_factory.mktemp("nexus"))
    page = chromium.new_context(viewport=PHONE).new_page()
    sections = page.locator("section.section")
    reload_until(page, lambda: sections.count() >= 9 and sections.locator(".note").count() == 0, at(server))
    page.context.close()
    with sqlite3.connect(server.folder / "tidings.sqlite", timeout=20) as database:
        wait_for(lambda: not database.execute("select 1 from cluster_queue").fetchone(), "topics")
    yield server
    server.end()


@pytest.fixture
def empty_server(site, tmp_path):
    server = serve_edition(site, tmp_path)
    yield server
    server.end()


def without_unread(title):
    return re.sub(r"^Unread:\s*", "", title)


def recent(page, server):
    page.goto(at(server))
    page.goto(server.address + page.locator(".section-head a", has_text="Most Recent").get_attribute("href"))


@pytest.mark.mission("NEXUS-03", "NEXUS-04", "NEXUS-05", "HN-77")
def test_a_first_visit_fetches_the_most_recent_and_shows_that_it_loads(empty_server, site, open_page):
    """NEXUS-03, NEXUS-04, NEXUS-05: the page answers while the site takes its time, says so, and fills by itself."""
    site.hold(but="*.png")
    begun = len(site.asked)
    page = open_page(at(empty_server), PHONE)
    expect(page.locator("section.section .note", has_text="Loading stories").first).to_be_visible()
    expect(page.locator("[data-status]").first).to_have_text(re.compile("Updating|Loading 9|of 9"))
    until(page, "true")
    wait_for(lambda: len(site.asked) > begun, "a request")
    assert site.asked[begun] == "/feed/", site.asked[begun:][:3]
    # The interface answers meanwhile.
    page.get_by_role("link", name="Sections").click()
    expect(page.locator("dialog.drawer .sections a", has_text="Opinion")).to_be_visible()
    page.keyboard.press("Escape")
    site.release()
    expect(page.locator("section.section .note", has_text="Loading stories")).to_have_count(0, timeout=60_000)
    expect(page.locator(".row", has_text="Lagoon crossing")).to_be_visible(timeout=60_000)


@pytest.mark.mission("NEXUS-42", "NEXUS-44", "NEXUS-45", "NEXUS-46")
def test_nine_sections_are_in_the_drawer_and_the_open_one_is_marked(filled_server, site, open_page):
    """NEXUS-42, NEXUS-44, NEXUS-45, NEXUS-46: by button, every section asked at its configured address, Online too."""
    page = open_page(at(filled_server), PHONE)
    page.get_by_role("link", name="Sections").click()
    expect(page.locator("dialog.drawer .sections .version")).to_be_visible()
    names = [name.strip() for name in page.locator("dialog.drawer .sections a span:first-child").all_inner_texts()]
    titles = [title.strip() for title, _, _ in SECTIONS]
    assert len(titles) == 9 and [name for name in names if name in titles] == titles
    asked = set(site.asked)
    assert {path for _, _, path in SECTIONS} <= asked
    page.locator("dialog.drawer .sections a", has_text="Online").click()
    expect(page.locator("h1")).to_have_text("Online")
    expect(page.locator(".row").first).to_contain_text("Online story")
    expect(page.locator(".row", has_text="Lagoon crossing")).to_have_count(0)
    # From there the others are one step away, and the open one is marked among them.
    marked = page.locator("dialog.drawer .sections a[aria-current]")
    page.get_by_role("link", name="Sections").click()
    expect(marked).to_have_text(re.compile("^Online"))
    page.locator("dialog.drawer .sections a", has_text="Artsweek").click()
    expect(page.locator("h1")).to_have_text("Artsweek")
    page.keyboard.press("g")
    page.keyboard.press("l")
    expect(marked).to_have_text(re.compile("^Artsweek"))
    page.keyboard.press("Escape")
    page.set_viewport_size(TABLET)
    page.goto(at(filled_server))
    page.get_by_role("link", name="Sections").click()
    page.locator(".drawer .sections a", has_text="Opinion").click()
    expect(page.locator("h1")).to_have_text("Opinion")


def make_stale(server):
    """The freshness of every feed has run out, as after some hours; none is due of itself."""
    with sqlite3.connect(server.folder / "tidings.sqlite", timeout=20) as database:
        # What is being fetched at this moment would be fresh again afterwards.
        busy = "select 1 from channel where due_at is not null and (last_success_at is null or claimed_until > ?)"
        wait_for(lambda: not database.execute(busy, [time.time() * 1000]).fetchone(), "no feed is being fetched")
        database.execute("update channel set fresh_until = 0, last_attempt_at = last_attempt_at - 10000")


def asked_since(site, begun):
    return {path for path in site.asked[begun:] if path.endswith("/feed/")}


@pytest.mark.mission("NEXUS-43", "NEXUS-45")
def test_choosing_a_section_replaces_the_articles_and_asks_for_its_feed(filled_server, site, open_page):
    """NEXUS-43, NEXUS-45: the old articles go, and the origin is asked for the chosen section's address of the file, and no other."""
    page = open_page(at(filled_server), PHONE)
    expect(page.locator(".row", has_text="Lagoon crossing")).to_be_visible()
    make_stale(filled_server)
    begun = len(site.asked)
    wanted = {title.strip(): path for title, _, path in SECTIONS}["Artsweek"]
    page.get_by_role("link", name="Sections").click()
    page.locator("dialog.drawer .sections a", has_text="Artsweek").click()
    expect(page.locator("h1")).to_have_text("Artsweek")
    expect(page.locator(".row", has_text="Artsweek story").first).to_be_visible()
    expect(page.locator(".row", has_text="Lagoon crossing")).to_have_count(0)
    wait_for(lambda: asked_since(site, begun), "the section is asked for")
    assert asked_since(site, begun) == {wanted}
    # Where the sections are is no matter of the code's.
    assert not [file for file in (ROOT / "Sources").rglob("*.swift") if "dailynexus.com" in file.read_text()]


@pytest.mark.mission("NEXUS-47", "NEXUS-69")
def test_the_line_at_the_foot_opens_about_over_the_page(filled_server, open_page):
    """NEXUS-47: the name and version below the sections open About, which closes again."""
    page = open_page(at(filled_server), PHONE)
    page.get_by_role("link", name="Sections").click()
    version = page.locator("dialog.drawer .version")
    expect(version).to_have_text(re.compile("^Gazette, in Tidings "))
    version.click()
    about = page.locator("dialog.sheet")
    expect(page.locator("dialog.sheet:modal")).to_have_count(1)
    expect(about).to_contain_text("Gazette")
    expect(about).to_contain_text("hummingbird")
    assert "/gazette/" in page.url and "about" not in page.url
    # NEXUS-69: neither shadow nor frame around a text.
    assert about.locator("#sheet-about").evaluate("node => getComputedStyle(node).boxShadow + getComputedStyle(node).borderTopStyle") == "nonenone"
    about.get_by_role("button", name="Done").click()
    expect(about).to_have_count(0)


@pytest.mark.mission("NEXUS-01", "NEXUS-14", "NEXUS-15")
def test_rows_are_a_list_on_a_phone_and_keep_their_place_without_pictures(filled_server, open_page):
    """NEXUS-01, NEXUS-14, NEXUS-15: 70 by 70 at the left; a row without a picture has no empty frame."""
    page = open_page(at(filled_server), PHONE)
    recent(page, filled_server)
    with_picture = page.locator(".row", has_text="Lagoon crossing")
    expect(with_picture.locator("img.row-image")).to_be_visible()
    shot = with_picture.locator("img.row-image").bounding_box()
    assert (round(shot["width"]), round(shot["height"])) == (70, 70)
    # Cut, not squeezed.
    expect(with_picture.locator("img.row-image")).to_have_css("object-fit", "cover")
    words = with_picture.locator(".row-text").bounding_box()
    assert shot["x"] + shot["width"] <= words["x"]
    bare = page.locator(".row", has_text="Meal plan")
    assert bare.locator("img, .row-image").count() == 0
    left = bare.locator(".headline").bounding_box()["x"]
    assert left == pytest.approx(page.locator("h1").bounding_box()["x"], abs=1)
    for viewport in (TABLET, DESK):
        page.set_viewport_size(viewport)
        assert page.evaluate("document.documentElement.scrollWidth") <= viewport["width"]


@pytest.mark.mission("NEXUS-01", "NEXUS-16")
def test_wide_screens_begin_with_a_grid_of_equal_cells(filled_server, open_page):
    """NEXUS-01, NEXUS-16: from 768 px two columns upright, three lying; turning keeps the story; a reader may choose rows."""
    page = open_page(at(filled_server), PHONE)
    recent(page, filled_server)
    cells = page.locator(".list .row")

    def columns():
        return len(set(cells.evaluate_all("rows => rows.map((row) => Math.round(row.getBoundingClientRect().left))")))

    assert columns() == 1
    page.set_viewport_size({"width": 767, "height": 1000})
    assert columns() == 1
    for width, height, wanted in ((768, 1024, 2), (1024, 768, 3), (834, 1112, 2), (1112, 834, 3)):
        page.set_viewport_size({"width": width, "height": height})
        assert columns() == wanted, (width, height)
        boxes = [cell.bounding_box() for cell in cells.all()[:4]]
        assert len({round(box["width"]) for box in boxes}) == 1 and 280 <= boxes[0]["width"] <= 380, boxes
        assert all(box["height"] <= 460 for box in boxes), boxes
        assert page.evaluate("document.documentElement.scrollWidth") <= width
    page.set_viewport_size(TABLET)
    page.get_by_role("button", name="List", exact=True).click()
    expect(page.locator("html")).not_to_have_attribute("data-layout", "grid")
    assert columns() == 1
    page.get_by_role("button", name="Grid", exact=True).click()
    expect(page.locator("html")).to_have_attribute("data-layout", "grid")


@pytest.mark.mission("NEXUS-48")
@pytest.mark.parametrize("scheme,ink,second", [("light", "rgb(51, 51, 51)", None), ("dark", "rgb(236, 236, 238)", "rgb(161, 161, 168)")])
def test_the_papers_greys_and_grain(filled_server, open_page, scheme, ink, second):
    """NEXUS-48: #333333; the second grey is #808080 darkened until it can be read on the paper's ground; grain and etched rules."""
    page = open_page(at(filled_server), PHONE, color_scheme=scheme)
    recent(page, filled_server)
    look = page.evaluate("""() => {
        const of = (selector, name, part) => getComputedStyle(document.querySelector(selector), part)[name];
        return { body: of('body', 'color'), second: of('.row.unread .source-line', 'color'), grain: of('body', 'backgroundImage', '::before'),
            rule: of('.row + .row > a', 'borderTopWidth'), light: of('.row + .row > a', 'display', '::before'),
            height: of('.row + .row > a', 'height', '::before') };
    }""")
    assert look["body"] == ink
    assert "grain.svg" in look["grain"] and look["rule"] == "1px"
    # By day a lighter line lies in the rule, as if it were engraved; by night there is none.
    assert (look["light"], look["height"]) == ("block", "1px") if scheme == "light" else look["light"] == "none", look
    if second:
        assert look["second"] == second
    else:
        levels = [int(part) for part in re.findall(r"\d+", look["second"])[:3]]
        assert max(levels) - min(levels) <= 2 and 90 <= levels[0] < 0x80, levels
        assert contrast(levels, [0xF7, 0xF5, 0xF0]) >= 4.5


def contrast(one, other):
    """WCAG 2.2, relative luminance."""
    def light(levels):
        parts = [level / 255 / 12.92 if level <= 10 else ((level / 255 + .055) / 1.055) ** 2.4 for level in levels]
        return .2126 * parts[0] + .7152 * parts[1] + .0722 * parts[2]
    bright, dark = sorted([light(one), light(other)], reverse=True)
    return (bright + .05) / (dark + .05)


@pytest.mark.mission("NEXUS-51")
def test_the_bar_of_a_story_carries_its_first_category(filled_server, open_page):
    """NEXUS-51: from the beginning; a story without a category has its source's name there."""
    page = open_page(at(filled_server), PHONE)
    recent(page, filled_server)
    for title, wanted in (("Lagoon crossing", "Opinion"), ("Meal plan", "Most Recent")):
        recent(page, filled_server)
        page.locator(".row", has_text=title).locator("a").first.click()
        bar = page.locator(".top-bar .title")
        expect(bar).to_have_text(wanted)
        expect(bar).to_have_css("opacity", "1")


@pytest.mark.mission("NEXUS-13")
def test_text_is_there_before_its_pictures(filled_server, site, open_page):
    """NEXUS-13: with slow pictures the list is whole at once."""
    page = open_page(at(filled_server, "keys"), PHONE)
    waiting, lit = [], []
    page.route("**/picture/**", lambda route: route.continue_() if lit else waiting.append(route))
    page.goto(at(filled_server, "all"), wait_until="domcontentloaded")
    expect(page.locator(".row .headline", has_text="Lagoon crossing")).to_be_visible()
    assert page.locator(".row").count() == 20
    before = page.locator(".row").evaluate_all("rows => rows.map((row) => row.offsetTop)")
    until(page, "document.querySelector('.row img.row-image') !== null")
    while not waiting:
        page.wait_for_timeout(20)
    lit.append(True)
    for route in waiting:
        route.continue_()
    until(page, "[...document.querySelectorAll('.row img.row-image')].filter((one) => one.getBoundingClientRect().top < innerHeight).every((one) => one.complete && one.naturalWidth)")
    assert page.locator(".row").evaluate_all("rows => rows.map((row) => row.offsetTop)") == before


@pytest.mark.mission("NEXUS-17", "NEXUS-60")
def test_stories_of_one_title_stay_two_and_each_opens(filled_server, open_page):
    """NEXUS-17, NEXUS-60: equality is not by title alone."""
    page = open_page(at(filled_server), PHONE)
    recent(page, filled_server)
    rows = page.locator(".row", has_text="Corrections")
    expect(rows).to_have_count(2)
    found = []
    for index in range(2):
        recent(page, filled_server)
        rows.nth(index).locator("a").first.click()
        expect(page.locator("article.story h1")).to_have_text("Corrections")
        found.append(page.locator(".byline").inner_text())
    assert "First Desk" in found[0] and "Second Desk" in found[1]
    # From the composed front page of a wide screen too.
    page.set_viewport_size(DESK)
    page.goto(at(filled_server))
    row = page.locator(".row[data-story] a").nth(3)
    title = without_unread(row.locator(".headline").inner_text())
    row.click()
    expect(page.locator("article.story h1")).to_have_text(title)


@pytest.mark.mission("NEXUS-18", "NEXUS-19", "NEXUS-69")
def test_an_article_has_title_byline_text_and_pictures_and_the_calendar_s_year(filled_server, open_page):
    """NEXUS-18, NEXUS-19, NEXUS-69."""
    page = open_page(at(filled_server), PHONE)
    recent(page, filled_server)
    page.locator(".row", has_text="Lagoon crossing").locator("a").first.click()
    expect(page.locator("article.story h1")).to_have_text("Lagoon crossing closed until the herons have done")
    expect(page.locator(".byline")).to_have_text(re.compile(r"^Ada Reyes\s+\S"))
    # The exact date is a tap away.
    page.locator(".byline summary").click()
    expect(page.locator(".byline time:visible")).to_have_text(re.compile(r"^\w+day \d+ \w+ 20\d\d, \d+:\d\d$"))
    expect(page.locator(".story figcaption").first).to_contain_text("The lagoon at low water.")
    page.locator(".story figure img").first.scroll_into_view_if_needed()
    until(page, "document.querySelector('.story figure img').naturalWidth > 0")
    assert page.locator(".story .text p").count() >= 9
    assert page.locator("article.story, .story .text").evaluate_all(
        "all => all.map((one) => getComputedStyle(one).boxShadow + getComputedStyle(one).borderTopStyle)") == ["nonenone"] * 2
    page.goto(at(filled_server, "search?q=year+in+tides"))
    page.locator(".row", has_text="The year in tides").locator("a").first.click()
    expect(page.locator(".byline time").first).to_have_attribute("datetime", re.compile("^2012-12-31"))
    expect(page.locator(".byline time").last).to_contain_text("31 December 2012")


@pytest.mark.mission("NEXUS-02", "NEXUS-23")
def test_the_comments_pane_opens_beside_an_article(filled_server, open_page):
    """NEXUS-02, NEXUS-23: in the shipped edition too, by a left swipe, by the button and by key."""
    page = open_page(at(filled_server), PHONE, **TOUCH_OPTIONS)
    recent(page, filled_server)
    page.locator(".row", has_text="Meal plan").locator("a").first.click()
    heading, panel = page.locator("article.story h1"), page.locator("dialog.drawer.right")
    expect(heading).to_have_text("Meal plan counts to eleven again")
    finger = TouchGesture(page)
    for way in (lambda: finger(*middle(heading), dx=-180), lambda: page.locator(".story-bar [data-panel='right']").click(),
                lambda: page.keyboard.press("c")):
        way()
        expect(panel.locator("h1")).to_contain_text("Meal plan")
        page.keyboard.press("Escape")
        expect(panel).to_have_count(0)


@pytest.mark.mission("NEXUS-50")
def test_next_and_previous_by_one_key_and_by_a_link(filled_server, open_page):
    """NEXUS-50: a single key each way, and a control."""
    page = open_page(at(filled_server), PHONE)
    recent(page, filled_server)
    titles = [without_unread(title) for title in page.locator(".row .headline").all_inner_texts()]
    page.locator(".row > a").first.click()
    expect(page.locator("article.story h1")).to_have_text(titles[0])
    page.keyboard.press("j")
    expect(page.locator("article.story h1")).to_have_text(titles[1])
    page.wait_for_load_state()
    page.keyboard.press("k")
    expect(page.locator("article.story h1")).to_have_text(titles[0])
    page.locator(".story").get_by_text("Next", exact=True).scroll_into_view_if_needed()
    page.locator(".story .next a, .story .row > a").last.click()
    expect(page.locator("article.story h1")).to_have_text(titles[1])


@pytest.mark.mission("NEXUS-22")
def test_back_keeps_the_scroll_position(filled_server, open_page):
    """NEXUS-22."""
    page = open_page(at(filled_server), PHONE)
    recent(page, filled_server)
    row = page.locator(".row").nth(12)
    row.scroll_into_view_if_needed()
    before = page.evaluate("scrollY")
    assert before > 100, "the row stands below the first screen"
    row.locator("a").first.click()
    expect(page.locator("article.story h1")).to_be_visible()
    page.go_back()
    expect(page.locator("h1")).to_have_text("Most Recent")
    until(page, f"Math.abs(scrollY - {before}) < 40")


@pytest.mark.mission("NEXUS-53")
def test_it_refreshes_a_quarter_of_an_hour_later_and_no_sooner(filled_server, site, open_page):
    """NEXUS-53: fourteen minutes away no question, sixteen one, which reaches the site."""
    page = open_page(at(filled_server, "keys"), PHONE)
    page.clock.install()
    page.add_init_script(POLLING)
    page.goto(at(filled_server))
    assert page.locator("body").get_attribute("data-reload-minutes") == "15"
    asked = []
    page.on("request", lambda request: "appeared=" in request.url and asked.append(request.url))

    def away(minutes):
        page.evaluate("() => { Object.defineProperty(document, 'hidden', { value: true, configurable: true }); document.dispatchEvent(new Event('visibilitychange')); }")
        page.clock.run_for(minutes * 60_000)
        page.evaluate("() => { Object.defineProperty(document, 'hidden', { value: false, configurable: true }); document.dispatchEvent(new Event('visibilitychange')); }")
        page.clock.run_for(200)

    until(page, "window.isPolling === true")
    make_stale(filled_server)
    begun = len(site.asked)
    away(14)
    assert asked == [] and asked_since(site, begun) == set()
    away(2)
    wait_for(lambda: page.wait_for_timeout(20) or asked, "the list is asked for")
    assert len(asked) == 1
    wait_for(lambda: len(asked_since(site, begun)) == len(SECTIONS), "all sections are asked for")
    assert asked_since(site, begun) == {path for _, _, path in SECTIONS}
    page.errors.clear()


@pytest.mark.mission("NEXUS-54", "NEXUS-55", "NEXUS-61", "NEXUS-70")
def test_a_failure_says_why_keeps_the_articles_and_can_be_retried(filled_server, site, open_page):
    """NEXUS-54, NEXUS-55, NEXUS-61, NEXUS-70: status, format and network are told apart; unchanged is no failure."""
    page = open_page(at(filled_server), PHONE)
    feeds = {path: feed for path, feed in site.answers.items() if path.endswith("/feed/")}
    rows = page.locator("main .row").count()

    def ask():
        page.goto(at(filled_server))
        page.evaluate("() => { window.told = []; for (const name of ['asked', 'settled']) document.addEventListener(`tidings:${name}`, () => told.push(name)); }")
        begun = len(site.asked)
        page.wait_for_timeout(1100)  # `polling.asked` is a second here.
        page.locator("[data-status]").first.click()
        until(page, "!/pdating/.test(document.querySelector('[data-status]').textContent) && document.querySelector('#live').textContent")
        said = page.locator("#live").inner_text()
        assert page.evaluate("told") == ["asked", "settled"]
        page.reload()
        assert page.locator("main .row").count() == rows
        return said, [request.headers for request in site.requests[begun:] if request.target == "/feed/"]

    try:
        said, asked = ask()
        assert asked and all("if-none-match" in headers for headers in asked)
        assert said.startswith("Updated"), said
        home = f"Gazette could not be updated: {site.home.removeprefix('http://')}"
        for answer, words in ((500, "reported a server error (500)"), (404, "has nothing at its address any more (404)"),
                              ("<html><body>Down for the break</body></html>", "sent something that is not a feed")):
            site.serve(dict.fromkeys(feeds, answer), RSS)
            said, asked = ask()
            assert asked, "a person's own wish is asked"
            assert said == f"{home} {words}", said
    finally:
        site.serve(feeds, RSS, tagged=True)
    said, _ = ask()
    assert said.startswith("Updated"), said


@pytest.mark.mission("NEXUS-59")
def test_an_open_drawer_follows_a_turned_screen(filled_server, open_page):
    """NEXUS-59: turned with the sections open, nothing lies over anything and nothing is wider than the screen."""
    page = open_page(at(filled_server), PHONE, **TOUCH_OPTIONS)
    TouchGesture(page)(60, 400, 240, 10)
    drawer = page.locator("dialog.drawer.left")
    expect(drawer.locator(".sections a", has_text="Opinion")).to_be_visible()
    until(page, "document.getAnimations().length === 0")
    for viewport in ({"width": 844, "height": 390}, PHONE, TABLET, {"width": 1024, "height": 768}, PHONE):
        page.set_viewport_size(viewport)
        page.evaluate("() => new Promise((go) => requestAnimationFrame(() => requestAnimationFrame(go)))")
        assert page.evaluate("document.documentElement.scrollWidth") <= viewport["width"], viewport
        box = drawer.bounding_box()
        assert box and box["x"] >= 0 and box["x"] + box["width"] <= viewport["width"] and box["height"] <= viewport["height"], viewport
        if not page.evaluate("document.querySelector('dialog.drawer').matches(':modal')") and viewport["width"] >= 768:
            # A pane is beside the content, not over it.
            assert page.locator("main").bounding_box()["x"] >= box["x"] + box["width"] - 1, viewport


@pytest.mark.mission("NEXUS-49", "HN-73")
def test_a_share_carries_address_and_title(filled_server, open_page):
    """NEXUS-49."""
    page = open_page(at(filled_server), PHONE)
    page.add_init_script("navigator.share = (what) => { window.shared = what; return Promise.resolve(); }; navigator.canShare = () => true;")
    recent(page, filled_server)
    page.locator(".row", has_text="Lagoon crossing").locator("a").first.click()
    page.locator("[data-share]").first.click()
    shared = page.evaluate("window.shared")
    assert shared["url"].endswith("/41255/") and shared["title"] == "Lagoon crossing closed until the herons have done", json.dumps(shared)
