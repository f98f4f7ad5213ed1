"""The rows of MIT's newspaper that only a browser can show, on the edition of the sample institute."""
import datetime
import re

import pytest
from playwright.sync_api import expect

from support.browser import DESK, NARROW, PHONE, POLLING, TOUCH_OPTIONS, TouchGesture, box, reload_until, stop_clock, until


@pytest.fixture(scope="module")
def filled_demo(own_demo, chromium):
    """The demo server, once the institute's stories have been fetched."""
    context = chromium.new_context(viewport=PHONE)
    page = context.new_page()
    rows = page.locator("section.section article.row")
    reload_until(page, lambda: rows.count() > 30 and "Updating" not in page.content(), own_demo.url("/marram/"))
    context.close()
    return own_demo


def at(open_page, demo, path, viewport=PHONE, script=True, **options):
    page = open_page(demo.url("/mine/keyboard-shortcuts"), viewport, script, **options)
    page.goto(demo.url(path))
    return page


def latest(page, demo, viewport=None):
    """The address of a category's own list."""
    page.goto(demo.url("/marram/"))
    return page.locator(".section-head a", has_text="Latest News").get_attribute("href")


def inner_box(locator):
    """Without the sides' padding, which a row beside a story has for its ground."""
    whole = box(locator)
    left, right = locator.evaluate("(node) => [getComputedStyle(node).paddingLeft, getComputedStyle(node).paddingRight].map(parseFloat)")
    return {**whole, "x": whole["x"] + left, "width": whole["width"] - left - right}


@pytest.mark.mission("MIT-07")
def test_pulling_the_front_page_down_asks_for_all_sections(filled_demo, open_page):
    """MIT-07: one pull is one refresh of the paper; what that asks is counted beside the origin."""
    page = at(open_page, filled_demo, "/marram/", **TOUCH_OPTIONS)
    asked = []
    page.on("request", lambda request: "/act/refresh" in request.url and asked.append(request.url))
    with page.expect_response("**/marram/act/refresh"):
        TouchGesture(page)(200, 200, 10, 220)
    expect(page.locator("#live")).not_to_be_empty()
    assert len(asked) == 1


@pytest.mark.mission("MIT-08", "MIT-09", "MIT-17")
def test_a_row_has_title_dek_and_picture_and_closes_up_without_a_dek(filled_demo, open_page):
    """MIT-08, MIT-09, MIT-17, ASK-19: in one column all three show, the picture right; without a dek there is no line for it."""
    page = at(open_page, filled_demo, "/marram/", NARROW)
    path = latest(page, filled_demo)
    for viewport in (NARROW, PHONE, DESK):
        page.set_viewport_size(viewport)
        page.goto(filled_demo.url(path))
        row = page.locator("main .row:has(.dek):has(.row-image)").first
        for part in (".headline", ".dek", ".row-image"):
            expect(row.locator(part)).to_be_visible()
        picture, words = box(row.locator(".row-image")), box(row.locator(".row-text"))
        assert picture["x"] >= words["x"] + words["width"] - 1, (picture, words)
        lefts = page.locator("main [data-list] .row").evaluate_all("rows => rows.map((row) => Math.round(row.getBoundingClientRect().left))")
        assert len(lefts) == 20 and len(set(lefts)) == 1
        assert page.evaluate("document.documentElement.scrollWidth") <= viewport["width"]
        # The picture is at the top, not in the middle.
        assert abs(box(row.locator(".row-image"))["y"] - box(row.locator(".headline"))["y"]) < 6
        # The same row without its dek is shorter by the dek and its gap, where the words are higher than the picture.
        heights = row.evaluate("""(row) => {
            const words = row.querySelector('.row-text'), dek = row.querySelector('.dek');
            const gap = parseFloat(getComputedStyle(dek).marginTop), high = dek.getBoundingClientRect().height;
            const before = words.getBoundingClientRect().height;
            dek.remove();
            const left = [...words.children].reduce((sum, part) => sum + part.getBoundingClientRect().height
                + parseFloat(getComputedStyle(part).marginTop) + parseFloat(getComputedStyle(part).marginBottom), 0);
            return { before, dek: high + gap, after: words.getBoundingClientRect().height, left };
        }""")
        assert abs(heights["before"] - heights["dek"] - heights["after"]) < 1, heights
        assert abs(heights["after"] - heights["left"]) < 1, heights


@pytest.mark.mission("MIT-10", "MIT-12")
def test_a_story_told_elsewhere_without_a_logo_has_the_whole_width(filled_demo, open_page):
    """MIT-10, MIT-12: the logo at the foot, right, at most 133 × 34 and never stretched; without one the text has all the room."""
    page = at(open_page, filled_demo, "/marram/", PHONE)
    path = page.locator(".section-head a", has_text="In the Media").get_attribute("href")
    page.goto(filled_demo.url(path))
    for viewport in (NARROW, PHONE, DESK):
        page.set_viewport_size(viewport)
        bare = page.locator("main .row.external:not(:has(img))").first
        words, row = box(bare.locator(".row-text")), inner_box(bare.locator("> a"))
        assert abs(words["width"] - row["width"]) < 1
        assert bare.locator("img").count() == 0
        marked = page.locator("main .row.external:has(.source-logo)").first
        mark, link = marked.locator(".source-logo"), inner_box(marked.locator("> a"))
        mark.scroll_into_view_if_needed()
        until(page, "[...document.querySelectorAll('.source-logo')][0].naturalWidth > 0")
        size, shape = box(mark), mark.evaluate("(image) => image.naturalWidth / image.naturalHeight")
        assert size["width"] <= 133.5 and size["height"] <= 34.5
        assert abs(size["width"] / size["height"] / shape - 1) < .06, (size, shape)
        assert abs(size["x"] + size["width"] - link["x"] - link["width"]) < 1
        head = box(marked.locator(".headline"))
        assert size["y"] >= head["y"] + head["height"] - 1
        # No row is as tall as one with a picture only because of its logo.
        lines = round(box(marked.locator(".headline"))["height"] / 22)
        dek = marked.locator(".dek")
        below = box(dek)["height"] + 4 if dek.count() and dek.is_visible() else 0
        assert link["height"] <= max(76, 24 + lines * 22 + below + 34 + 6), (link, lines)


@pytest.mark.mission("MIT-50")
@pytest.mark.parametrize("script", [True, False], ids=["script", "no-script"])
def test_the_next_story_goes_on_over_the_end_of_a_page(filled_demo, open_page, script):
    """MIT-50: behind the last story that is known stands the next one, which the institute is asked for."""
    page = at(open_page, filled_demo, "/marram/", PHONE, script)
    path = page.locator(".section-head a", has_text="Latest News").get_attribute("href")
    page.goto(filled_demo.url(f"{path}?depth=500"))
    known = page.locator("main .row").evaluate_all("rows => rows.map((row) => row.dataset.story)")
    page.goto(filled_demo.url(page.locator("main .row > a").last.get_attribute("href")))
    step = page.locator("nav.next button[data-next]")
    expect(step).to_have_text("Next story")
    story = page.url
    if script:
        page.keyboard.press("j")
    else:
        step.click()
    expect(page).not_to_have_url(story)
    expect(page.locator("article.story")).to_be_visible()
    assert page.locator("article.story").get_attribute("data-story") not in known


@pytest.mark.mission("MIT-13")
def test_pictures_of_rows_load_when_near_and_once(filled_demo, open_page):
    """MIT-13: a long list asks for the pictures near the screen; scrolling there and back asks for none twice."""
    page = at(open_page, filled_demo, "/mine/keyboard-shortcuts", PHONE)
    # How far "near" reaches is the browser's to say, up to 8,000 px where the network is slow: the list is far longer.
    depth = filled_demo.url("/mine/all?depth=300")
    asked = []
    page.on("request", lambda request: "/picture/" in request.url and asked.append(request.url))
    page.goto(depth)
    page.wait_for_load_state("networkidle")
    pictures = page.locator("main .row .row-image").count()
    assert pictures >= 60
    near = len(asked)
    assert 0 < near < pictures, (near, pictures)
    height = page.evaluate("document.documentElement.scrollHeight")
    for y in [*range(0, height, 1500), *range(height, 0, -1500)]:
        page.evaluate("(y) => new Promise((go) => { scrollTo(0, y); requestAnimationFrame(() => requestAnimationFrame(go)); })", y)
    page.wait_for_load_state("networkidle")
    assert len(asked) > near and len(asked) == len(set(asked)), "a picture was asked for twice"


@pytest.mark.mission("MIT-26")
def test_refreshing_a_deep_list_begins_with_its_first_twenty(filled_demo, open_page):
    """MIT-26, MIT-65: said politely while it runs; then the first twenty stand there."""
    page = at(open_page, filled_demo, "/marram/", PHONE)
    path = page.locator(".section-head a", has_text="Latest News").get_attribute("href")
    page.goto(filled_demo.url(path))
    page.locator("main [data-more]").click()
    expect(page).to_have_url(re.compile("depth=40"))
    page.add_init_script(POLLING)
    page.goto(page.url)
    # So many as are known here, which is more than the first twenty.
    expect(page.locator("main .row").nth(20)).to_be_attached()
    # What hears of the refresh is there.
    until(page, "window.isPolling === true")
    page.keyboard.press("r")
    expect(page.locator("main .row")).to_have_count(20)
    assert page.url.endswith(path)
    assert page.evaluate("scrollY") == 0


@pytest.mark.mission("MIT-41", "MIT-42", "MIT-44")
def test_a_storys_parts_leave_no_gaps_and_nothing_is_too_wide(filled_demo, open_page):
    """MIT-41, MIT-42, MIT-44: in order, close together; what is too wide fits, or scrolls in its own place."""
    page = at(open_page, filled_demo, "/marram/", PHONE)
    page.goto(filled_demo.url(page.locator("main .row:not(.external):has(.dek) > a").first.get_attribute("href")))
    order = page.locator("article.story").evaluate("""(story) => ['h1', '.byline', '.byline time', '.standfirst', '.text']
        .map((name) => story.querySelector(name)).filter(Boolean).map((part) => part.getBoundingClientRect().top)""")
    assert order == sorted(order) and len(order) >= 4, order
    gaps = page.locator("article.story > header").evaluate("""(header) => {
        header.querySelector('.standfirst')?.remove();
        const boxes = [...header.children].map((part) => part.getBoundingClientRect());
        return { between: boxes.slice(1).map((box, i) => box.top - boxes[i].bottom), foot: header.getBoundingClientRect().bottom - boxes.at(-1).bottom };
    }""")
    assert max(gaps["between"]) <= 16 and gaps["foot"] <= 24, gaps
    source = page.evaluate("document.querySelector('.icon use').getAttribute('href').replace(/icons.svg.*/, 'icon-marram-512.png')")
    page.locator("article.story .text").evaluate("""(text, source) => {
        const add = (html) => { const room = document.createElement('div'); room.innerHTML = html; text.append(...room.children); };
        add(`<figure><img id="wide" width="2000" height="500" alt="" src="${source}"></figure><p>In a line <img id="inline" width="1800" height="60" alt="" src="${source}"></p>`);
        add('<table id="table"><tr>' + '<td>aVeryLongCellWithoutSpaces</td>'.repeat(12) + '</tr></table>');
        add('<a class="player" id="player" href="https://video.example/">' + 'A-player-with-a-title-that-never-breaks-'.repeat(6) + '</a>');
        add('<pre id="pre">' + 'code '.repeat(200) + '</pre>');
    }""", source)
    for width in (320, 390, 768, 1280):
        page.set_viewport_size({"width": width, "height": 800})
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        for name in ("wide", "inline", "table", "player", "pre"):
            part = box(page.locator(f"#{name}"))
            assert part["x"] >= -1 and part["x"] + part["width"] <= width + 1, (name, width, part)


@pytest.mark.mission("MIT-72", "MIT-75")
def test_an_open_list_refreshes_every_five_minutes_and_when_back_online(filled_demo, open_page):
    """MIT-72, MIT-75: once in five minutes, never in the background, and once when the network is back."""
    page = open_page(filled_demo.url("/mine/keyboard-shortcuts"), PHONE)
    page.clock.install()
    # Counted where they are made: the browser reports requests later, and not always before the next step.
    page.add_init_script("""const send = window.fetch; window.asked = 0; window.appeared = 0;
        window.fetch = (address, ...rest) => {
            if (/api.live/.test(address)) window.asked += 1;
            if (/api.live.*appeared=/.test(address)) window.appeared += 1;
            return send(address, ...rest); };""")
    page.add_init_script(POLLING)
    page.goto(filled_demo.url("/marram/"))
    # The module that asks comes after the page.
    until(page, "window.isPolling === true")
    stop_clock(page)
    assert page.locator("body").get_attribute("data-reload-minutes") == "5"

    def run_for(seconds, appeared):
        """Lets time pass; then as many requests with the field have been made in all."""
        page.clock.run_for(seconds * 1000)
        before = page.evaluate("window.asked")
        page.clock.run_for(10_000)
        assert page.evaluate("window.asked") > before
        assert page.evaluate("window.appeared") == appeared

    # What has passed before the clock was stopped counts too.
    run_for(4 * 60, appeared=0)
    run_for(60, appeared=1)
    run_for(5 * 60, appeared=2)
    page.evaluate("() => { Object.defineProperty(document, 'hidden', { value: true, configurable: true }); }")
    page.clock.run_for(20 * 60_000)
    assert page.evaluate("window.appeared") == 2
    with page.expect_request("**/api/live?*appeared=*"):
        page.evaluate("() => { Object.defineProperty(document, 'hidden', { value: false, configurable: true }); document.dispatchEvent(new Event('visibilitychange')); }")
    assert page.evaluate("window.appeared") == 3
    page.context.set_offline(True)
    page.clock.run_for(30_000)
    with page.expect_request("**/api/live?*appeared=*"):
        page.context.set_offline(False)
    until(page, "window.appeared === 4")
    run_for(60, appeared=4)
    page.errors.clear()


@pytest.mark.mission("MIT-72")
def test_what_has_come_meanwhile_waits_and_moves_no_row(filled_demo, open_page):
    """MIT-72: an open list says how much has come, to screen readers too, and shows it when it is asked to."""
    page = open_page(filled_demo.url("/mine/keyboard-shortcuts"), PHONE)
    page.clock.install()
    page.add_init_script(POLLING)
    page.goto(filled_demo.url("/marram/"))
    until(page, "window.isPolling === true")
    stop_clock(page)
    page.route("**/api/live*", lambda route: route.fulfill(json={
        "arrived": 3, "updatedAt": 1_795_252_800_000, "waiting": 0, "total": 15, "failing": None, "arriving": None, "isUpdating": False, "failed": None}))
    places = "() => [...document.querySelectorAll('main .row')].map((row) => [row.id, row.offsetTop])"
    before = page.evaluate(places)
    page.clock.run_for(10_000)
    pill = page.get_by_role("button", name="3 new")
    expect(pill).to_be_visible()
    expect(page.locator("#live")).to_have_text("3 new")
    assert page.evaluate(places) == before
    # A bar above the one at the bottom, and the page can be scrolled to its end above both.
    strip = box(pill)
    assert strip["x"] == 0 and strip["width"] == PHONE["width"]
    assert abs(strip["y"] + strip["height"] - box(page.locator(".status-bar"))["y"]) < 1
    page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
    assert page.evaluate("document.querySelector('main').getBoundingClientRect().bottom") <= strip["y"] + 1
    with page.expect_navigation():
        pill.click()


@pytest.mark.mission("MIT-66", "MIT-77")
@pytest.mark.parametrize("width", [320, 768])
def test_the_status_text_is_centred_and_read_out(filled_demo, open_page, width):
    """MIT-66, MIT-77: centred in the bottom bar, 12 px; a failure is said, politely, for two seconds."""
    page = at(open_page, filled_demo, "/marram/", {"width": width, "height": 700})
    status, bar = page.locator(".status-bar [data-status]"), box(page.locator(".status-bar"))
    text = box(status)
    assert abs(text["x"] + text["width"] / 2 - width / 2) < 1 and abs(bar["y"] + bar["height"] - 700) < 1
    assert abs(text["y"] + text["height"] / 2 - bar["y"] - bar["height"] / 2) < 1
    assert status.evaluate("(node) => getComputedStyle(node).fontSize") == "12px"
    live = page.locator("#live")
    expect(live).to_have_attribute("aria-live", "polite")
    # The two seconds pass only when the test lets them: looking takes longer on a busy machine.
    page.clock.install()
    page.route("**/act/refresh", lambda route: route.fulfill(content_type="application/json", body='{"words":"Updating...","failed":false,"isUnderWay":false}'))
    answer = {"arrived": 0, "updatedAt": 1_795_252_800_000, "waiting": 0, "total": 15, "failing": None, "arriving": None, "isUpdating": False,
              "failed": None}
    # Before the page, which may ask at any time: no answer of the server's may come between those of the test.
    page.route("**/api/live*", lambda route: route.fulfill(json=answer))
    page.add_init_script(POLLING)
    page.reload()
    # The module that hears of what was asked comes after the page.
    until(page, "window.isPolling === true")
    stop_clock(page)
    answer["isUpdating"] = True
    status.click()
    expect(live).to_have_text("Updating...")
    expect(status).to_have_text("Updating...")
    answer.update(isUpdating=False, failed="Marram Institute could not be updated")
    page.clock.run_for(1500)
    expect(status).to_have_text("Marram Institute could not be updated")
    expect(live).to_have_text("Marram Institute could not be updated")
    page.clock.run_for(1000)
    expect(status).to_have_text("Marram Institute could not be updated")
    page.clock.run_for(1000)
    expect(status).to_have_text(re.compile("^Updated "))


@pytest.mark.mission("MIT-64", "HN-74")
def test_the_status_is_worded_by_its_age_while_the_page_stays_open(filled_demo, open_page):
    """MIT-64: by script as by the server, without another request: just now, 1 minute, minutes, a time of day, a date."""
    page = open_page(filled_demo.url("/mine/keyboard-shortcuts"), PHONE)
    updated = datetime.datetime(2026, 11, 21, 14, 2, 30, tzinfo=datetime.timezone.utc)
    page.clock.install(time=updated)
    page.route("**/api/live*", lambda route: route.fulfill(json={
        "arrived": 0, "updatedAt": updated.timestamp() * 1000, "waiting": 0, "total": 15, "failing": None, "arriving": None,
        "isUpdating": False, "failed": None}))
    page.add_init_script(POLLING)
    page.goto(filled_demo.url("/marram/"))
    until(page, "window.isPolling === true")
    status = page.locator(".status-bar [data-status]")
    stop_clock(page)
    # The status is written again every twenty seconds.
    for age, words in ((25, "Updated Just Now"), (85, "Updated 1 minute ago"), (145, "Updated 2 minutes ago"), (325, "Updated 5 minutes ago"),
                       (385, "Updated at 2:02 PM"), (9 * 3600, "Updated at 2:02 PM"), (11 * 3600, "Updated on 11/21/2026")):
        now = page.evaluate("Date.now()") / 1000 - updated.timestamp()
        page.clock.fast_forward(max(0, int((age - 20.5 - now) * 1000)))
        page.clock.run_for(20_500)
        expect(status).to_have_text(words)
    # Each form at its limits, and the ages of rows.
    told = page.evaluate("""async () => {
        const { statusText, relativeTime, updateTimes } = await import(document.querySelector('script[src]').src.replace(/app\\.js$/, 'page.js'));
        const now = new Date(2013, 0, 6, 11, 0, 0);
        const before = (seconds) => new Date(now - seconds * 1000);
        return [[-30, 0, 59, 60, 119, 120, 359, 360, 39600, 39601].map((age) => statusText(before(age), now)),
            [0, 59, 60, 3599, 3600, 39600, 39601, 86400 + 39601, 400 * 86400].map((age) => relativeTime(before(age), now)),
            [[0, 5], [12, 0], [22, 40]].map(([hour, minute]) => statusText(new Date(2013, 0, 6, hour, minute), new Date(2013, 0, 6, 23, 30))),
            (() => {
                const root = new DOMParser().parseFromString('<div class="text"><h2><time>21:00</time> High water</h2><time datetime="1912-04-15">'
                    + 'that night</time></div><time datetime="2011-12-03T12:00:00Z">once</time>', 'text/html').body;
                updateTimes(root);
                return [...root.querySelectorAll('time')].map((time) => time.textContent);
            })()];
    }""")
    assert told[0] == ["Updated Just Now"] * 3 + ["Updated 1 minute ago"] * 2 + ["Updated 2 minutes ago", "Updated 5 minutes ago",
                                                                                  "Updated at 10:54 AM", "Updated at 12:00 AM", "Updated on 1/5/2013"]
    assert told[1] == ["Now", "Now", "1 min", "59 min", "1 h", "11 h", "Yesterday", "4 Jan", "3 Dec 2011"]
    assert told[2] == ["Updated at 12:05 AM", "Updated at 12:00 PM", "Updated at 10:40 PM"]
    # Times in a publisher's text stay as they were written.
    assert told[3] == ["21:00", "that night", "3 Dec 2011"]


@pytest.mark.mission("MIT-74")
def test_a_grid_begins_with_the_featured_stories(filled_demo, open_page):
    """MIT-74: on wide screens alone, and the choice is kept."""
    page = at(open_page, filled_demo, "/marram/", {"width": 768, "height": 900})
    expect(page.locator("section.featured")).to_have_count(0)
    page.locator(".layout-switch button[value=grid]").click()
    featured = page.locator("section.featured .row")
    expect(featured.first).to_be_visible()
    assert 1 <= featured.count() <= 5
    cards = [box(featured.nth(index)) for index in range(featured.count())]
    assert cards[0]["width"] > 1.5 * cards[-1]["width"]
    page.goto(filled_demo.url("/marram/"))
    expect(featured.first).to_be_visible()
    page.set_viewport_size(PHONE)
    expect(page.locator(".layout-switch").first).to_be_hidden()
    page.set_viewport_size({"width": 768, "height": 900})
    page.locator(".layout-switch button[value=list]").click()
    expect(page.locator("section.featured")).to_have_count(0)
