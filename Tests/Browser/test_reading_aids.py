"""Reading aids in a real browser: row density, click-to-load images, a story's menu, deleting recent searches, audio, columns."""
import re
import urllib.parse

import pytest
from playwright.sync_api import expect

from support.browser import DESK, PHONE, SCRIPT, SIZES
from support.program import FORM, form, wait_for

EDITION = "mine"


def prefer(demo, **fields):
    """Sets preferences of the Aa sheet; those not named get their defaults."""
    wish = {"part": "reading", "textSize": "2", "theme": "automatic", "face": "serif", "measure": "medium",
            "density": "comfortable", **fields}
    assert demo.ask("/mine/act/preferences", "POST", form(**wish), Origin=demo.address, **FORM).status == 303


@pytest.fixture(autouse=True)
def usual_preferences(own_demo):
    prefer(own_demo)


def heights(page):
    return page.locator("[data-list] .row:not(.lead) > a").evaluate_all(
        "rows => rows.map(row => row.getBoundingClientRect().height)")


@SIZES
def test_rows_are_comfortable_or_compact(own_demo, open_page, viewport):
    page = open_page(own_demo.url("/mine/all"), viewport)
    wide = heights(page)
    prefer(own_demo, density="compact")
    page.reload()
    close = heights(page)
    assert sum(close) < 0.8 * sum(wide)
    assert min(close) >= 44


@SIZES
def test_the_text_size_can_apply_to_lists_too(own_demo, open_page, viewport):
    page = open_page(own_demo.url("/mine/all"), viewport)
    size = "node => parseFloat(getComputedStyle(node).fontSize)"
    before = page.locator(".row .headline").first.evaluate(size)
    prefer(own_demo, textSize="5")
    page.reload()
    assert page.locator(".row .headline").first.evaluate(size) == before
    prefer(own_demo, textSize="5", scaleInterface="1")
    page.reload()
    assert page.locator(".row .headline").first.evaluate(size) == pytest.approx(before * 1.3)
    assert page.evaluate("document.documentElement.scrollWidth") <= viewport["width"]


@SCRIPT
def test_pictures_load_only_on_a_tap(own_demo, open_page, script):
    page = open_page(own_demo.url("/mine/all"), PHONE, script)
    story = page.locator(".row:has(.row-image) a").first.get_attribute("href")
    prefer(own_demo, hidePictures="1")
    asked = []
    page.on("request", lambda request: "/picture/" in request.url and asked.append(request.url))
    for path in ("/mine/", "/mine/all", story):
        page.goto(own_demo.url(path), wait_until="networkidle")
    assert asked == []
    held = page.locator("button.click-to-load").count()
    assert held >= 1
    with page.expect_request(lambda request: "/picture/" in request.url):
        page.locator("button.click-to-load").first.click()
    expect(page.locator("button.click-to-load")).to_have_count(held - 1)
    expect(page.locator(".story :is(.hero, .text) img").first).to_be_visible()
    assert asked


@pytest.mark.mission("MIT-37", "MIT-38")
@SIZES
def test_a_storys_menu_shares_and_copies(own_demo, open_page, viewport):
    page = open_page(own_demo.url("/mine/all?depth=60"), viewport, permissions=["clipboard-read", "clipboard-write"])
    page.locator(".row:not(.external):has(.dek) a").first.click()
    expect(page.locator("article.story")).to_be_visible()
    facts = page.locator("article.story").evaluate("node => ({...node.dataset})")
    page.locator(".more-actions").click()
    menu = page.locator("dialog[open]")
    expect(menu.get_by_role("button", name="Copy link")).to_be_visible()
    for target in menu.locator(".menu-lines a:visible, .menu-lines button:visible").all():
        assert target.bounding_box()["height"] >= 44
    menu.get_by_role("button", name="Copy link").click()
    expect(page.locator(".toast")).to_contain_text("Link copied")
    assert page.evaluate("navigator.clipboard.readText()") == facts["original"]
    # The system's sheet gets link, title and dek.
    page.evaluate("navigator.share = (letter) => { window.letter = letter; return Promise.resolve(); }")
    page.keyboard.press(".")
    expect(menu.get_by_role("button", name="Copy link")).to_be_visible()
    assert menu.locator("[data-share], [data-toggle=saved]").count() == 0, "what is in the bar is not in the menu"
    page.keyboard.press("Escape")
    page.locator(":is(.story-bar, .pane-bar)").get_by_role("button", name="Share").click()
    page.wait_for_function("() => window.letter")
    assert page.evaluate("window.letter") == {"title": facts["title"], "url": facts["original"], "text": facts["shareText"]}


@SCRIPT
def test_recent_searches_are_deleted_one_by_one(own_demo, open_page, script):
    page = open_page(own_demo.url("/mine/search?q=ferry"), PHONE, script)
    page.goto(own_demo.url("/mine/search?q=bells"))
    page.goto(own_demo.url("/mine/search"))
    count = page.locator(".recent-searches li").count()
    page.get_by_role("button", name=re.compile("Remove “bells”")).click()
    expect(page.locator(".recent-searches li")).to_have_count(count - 1)
    page.reload()
    expect(page.locator(".recent-searches")).not_to_contain_text("bells")
    page.get_by_role("button", name=re.compile("Remove “ferry”")).click()
    expect(page.locator(".recent-searches li")).to_have_count(count - 2)


@pytest.mark.mission("MIT-35")
def test_recent_searches_are_filtered_while_typing_and_clearing_asks_first(own_demo, open_page):
    page = open_page(own_demo.url("/mine/search?q=lantern"), PHONE)
    page.goto(own_demo.url("/mine/search?q=Café"))
    page.goto(own_demo.url("/mine/search"))
    shown = page.locator(".recent-searches li:visible")
    assert shown.count() >= 2
    page.locator("input[type=search]").fill("cafe")
    expect(shown.first).to_contain_text("Café")
    expect(shown.filter(has_text="lantern")).to_have_count(0)
    page.locator("input[type=search]").fill("")
    # Clearing asks first.
    page.get_by_text("Clear all", exact=True).click()
    assert shown.count() >= 2
    page.locator("form[data-action=forget-searches] button").click()
    expect(shown).to_have_count(0)


@SCRIPT
@SIZES
def test_a_word_is_muted_from_a_story_and_comes_back(own_demo, open_page, viewport, script):
    page = open_page(own_demo.url("/mine/all"), viewport, script)
    row = page.locator(".row").nth(4)
    title = row.locator(".headline").evaluate("node => node.lastChild.textContent")
    row.locator("a").first.click()
    page.locator(".more-actions").click()
    expect(page.get_by_role("link", name="Mute…")).to_be_in_viewport()
    page.get_by_role("link", name="Mute…").click()
    page.locator("input[name=words]").fill(title)
    if not script:
        page.get_by_role("button", name="Preview").click()
    preview = page.locator("#mute-preview")
    expect(preview).to_contain_text("Hides 1 story")
    expect(preview.locator("li")).to_contain_text(title)
    if script:
        # What mutes is in sight, and what only closes the sheet does not say Done.
        expect(preview.get_by_role("button")).to_be_in_viewport(ratio=1)
        expect(page.locator(".sheet-head button")).to_have_text("Cancel")
    preview.get_by_role("button").click()
    expect(page.locator(".story .also-in")).to_contain_text("muted by")
    undo = page.locator(".toast").get_by_role("button", name="Undo")
    # With the focus it stays, however long the other page takes.
    undo.focus()
    other = page.context.new_page()
    other.goto(own_demo.url("/mine/all"))
    expect(other.locator(".row .headline", has_text=title)).to_have_count(0)
    undo.click()
    expect(page.locator(".story .also-in")).to_have_count(0)
    other.reload()
    expect(other.locator(".row .headline", has_text=title)).to_have_count(1)


def until_reloaded(page, selector):
    for _ in range(60):
        if page.locator(selector).count():
            return
        page.wait_for_timeout(500)
        page.reload()
    raise AssertionError(f"{selector} never came")


@SIZES
def test_reading_continues_on_another_device(own_demo, open_page, viewport):
    page = open_page(own_demo.url("/mine/all"), viewport)
    links = page.locator(".row > a").evaluate_all("links => links.map(link => link.href)")
    for link in links:
        page.goto(link)
        if page.locator(".story .text").evaluate("text => text.offsetHeight > innerHeight * 3.5"):
            break
    # Its full text may arrive meanwhile.
    page.wait_for_load_state("networkidle")
    blocks = page.locator(".story .text > *")
    target = blocks.nth(blocks.count() // 2)
    expect(page.locator(".resume-button")).to_have_count(0)
    with page.expect_request(lambda request: "act/reading-progress" in request.url and "at=" in (request.post_data or "")):
        target.evaluate("node => scrollTo(0, node.offsetTop - 40)")
    words = target.inner_text()
    device = open_page(link, PHONE if viewport == DESK else DESK)
    # A beacon sent on leaving a page has no response to wait for.
    until_reloaded(device, "article.story[data-position]")
    assert device.evaluate("scrollY") == 0
    button = device.get_by_role("button", name="Continue where you stopped")
    expect(button).to_be_visible()
    button.click()
    device.wait_for_function("() => scrollY > 200")
    found = device.locator(".story .text > *", has_text=words[:40]).first.bounding_box()
    assert 0 <= found["y"] <= 200, found
    # Whoever comes for a place of their own is not asked.
    device.goto(link + "#main")
    expect(device.locator(".resume-button")).to_have_count(0)
    # Read to its end there is nothing to go on with.
    with device.expect_request(lambda request: "act/reading-progress" in request.url and "done=1" in (request.post_data or "")):
        device.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
    again = open_page(link, viewport)
    until_reloaded(again, "article.story:not([data-position])")
    again.wait_for_load_state("networkidle")
    expect(again.locator(".resume-button")).to_have_count(0)


def episode(page, demo):
    """Opens a story that has a recording, and returns its address."""
    page.goto(demo.url("/mine/feeds"))
    page.locator(".feed-row a.name", has_text="Night Ferry").click()
    page.locator(".row > a").first.click()
    expect(page.locator(".enclosure")).to_be_visible()
    return page.url


@SIZES
def test_audio_continues_from_page_to_page(own_demo, open_page, viewport):
    page = open_page(own_demo.url("/mine/keyboard-shortcuts"), viewport)
    sounds = []
    page.on("request", lambda request: "/audio/" in request.url and sounds.append(request.url))
    address = episode(page, own_demo)
    expect(page.locator("[data-listen-button]")).to_be_visible()
    assert sounds == [], "nothing is fetched before a tap"
    page.add_init_script("""addEventListener('tidings:sounding', ({ detail }) => {
        if (detail.left) window.gap = Date.now() - detail.left; }, true)""")
    page.locator("[data-listen-button]").click()
    playing = page.locator(".player [data-command=toggle][data-playing=true]")
    expect(playing).to_be_visible()
    page.wait_for_function("() => parseInt(document.querySelector('.player small')?.textContent.split(':')[1]) >= 2")
    sizes = page.evaluate("""[...document.querySelectorAll('.player button')].map((button) => button.getBoundingClientRect())
        .filter((box) => box.width > 0).map((box) => Math.min(box.width, box.height))""")
    assert sizes and min(sizes) >= 44, sizes
    page.locator("[data-back]").click()
    expect(playing).to_be_visible()
    page.wait_for_function("() => window.gap !== undefined")
    gap = page.evaluate("window.gap")
    print(f"gap between pages: {gap} ms")
    assert gap < 3000
    seconds = page.evaluate("parseInt(document.querySelector('.player small').textContent.split(':')[1])")
    assert seconds >= 2, "it goes on where it was"
    # The keyboard, and the system's own keys.
    page.keyboard.press("l")
    expect(page.locator(".player [data-command=toggle][data-playing=false]")).to_be_visible()
    assert page.evaluate("navigator.mediaSession.metadata.title") == page.locator(".player b").inner_text()
    page.reload()
    expect(page.locator(".player [data-command=toggle][data-playing=false]")).to_be_visible()
    # Another device continues there.
    device = open_page(address, viewport)
    until_reloaded(device, ".enclosure[data-start-position]")
    expect(device.locator("[data-listen-button]")).to_contain_text("Continue at 0:0")
    # At its end it is marked read, and the player closes.
    device.locator("[data-listen-button]").click()
    expect(device.locator(".player [data-command=toggle][data-playing=true]")).to_be_visible()
    for _ in range(3):
        device.keyboard.press(">")
    with device.expect_request(lambda request: "done=1" in (request.post_data or "")):
        device.keyboard.press("Shift+ArrowRight")
    expect(device.locator(".player")).to_have_count(0)
    # That it is done was sent as the browser likes, so the page may be answered before it is kept.
    def starts_anew():
        device.reload()
        return device.locator("[data-listen-button]").inner_text().strip() == "Listen"
    wait_for(starts_anew, "the story starts anew")


def test_audio_works_without_script(own_demo, open_page):
    page = open_page(own_demo.url("/mine/keyboard-shortcuts"), PHONE, script=False)
    episode(page, own_demo)
    source = page.locator(".enclosure audio").get_attribute("src")
    answer = page.request.get(own_demo.url(source.split("#")[0]), headers={"Range": "bytes=0-43"})
    assert answer.status == 206 and answer.body()[:4] == b"RIFF"


@pytest.mark.mission("HN-09")
def test_stories_stay_unread_while_the_settings_say_so(own_demo, open_page):
    """HN-09: beside its list, by its own page and back, and after the setting is taken back."""
    page = open_page(own_demo.url("/mine/settings/reading"), DESK)

    def keep(isOn):
        page.goto(own_demo.url("/mine/settings/reading"))
        with page.expect_response(lambda answer: "/act/preferences" in answer.url):
            page.locator("input[name=keepUnread]").set_checked(isOn, force=True)
        page.goto(own_demo.url("/mine/all"))

    keep(True)
    row = page.locator("main .row.unread").nth(2)
    story = row.get_attribute("id")
    row.locator("a").first.click()
    expect(page.locator("#reading-pane article.story")).to_be_visible()
    expect(page.locator(f"#{story}")).to_have_class(re.compile(r"\bunread\b"))
    page.set_viewport_size(PHONE)
    page.goto(own_demo.url("/mine/all"))
    page.locator(f"#{story} > a").click()
    expect(page.locator("main article.story")).to_be_visible()
    page.go_back()
    expect(page.locator(f"#{story}")).to_have_class(re.compile(r"\bunread\b"))
    page.set_viewport_size(DESK)
    keep(False)
    page.locator(f"#{story} > a").click()
    expect(page.locator(f"#{story}")).not_to_have_class(re.compile(r"\bunread\b"))


@pytest.mark.mission("NEXUS-20", "NEXUS-21")
def test_a_story_in_columns_is_paged_sideways(own_demo, open_page):
    """NEXUS-20, NEXUS-21: columns of 18 em and of the window's height where there is room for them, one on a small screen."""
    page = open_page(own_demo.url("/mine/settings/reading"), DESK, reduced_motion="reduce")
    page.get_by_label("Show stories in columns on wide screens").check()
    with page.expect_response(lambda response: "act/preferences" in response.url):
        page.get_by_label("Show stories in columns on wide screens").dispatch_event("change")
    page.goto(own_demo.url("/mine/all"))
    links = page.locator(".row > a").evaluate_all("links => links.map(link => link.href)")
    measure = """text => ({
        beyond: text.scrollWidth - text.clientWidth, tall: text.offsetHeight, at: text.scrollLeft, page: text.clientWidth,
        gap: parseFloat(getComputedStyle(text).columnGap), width: parseFloat(getComputedStyle(text).columnWidth),
        em: parseFloat(getComputedStyle(text).fontSize) })"""
    text = page.locator(".story > .text")
    for link in links:
        page.goto(link)
        seen = text.evaluate(measure)
        if seen["beyond"] > 2 * seen["page"]:
            break
    assert seen["beyond"] > 2 * seen["page"], "no story is long enough"
    assert abs(seen["width"] - 18 * seen["em"]) < 1 and seen["tall"] <= DESK["height"]
    assert page.evaluate("document.documentElement.scrollWidth") <= DESK["width"]
    page.keyboard.press("Space")
    assert abs(text.evaluate(measure)["at"] - seen["page"] - seen["gap"]) <= 1
    box = text.bounding_box()
    assert box["y"] >= page.locator(".top-bar").bounding_box()["height"] and box["y"] + box["height"] <= DESK["height"] + 1
    page.keyboard.press("PageDown")
    page.keyboard.press("ArrowLeft")
    assert abs(text.evaluate(measure)["at"] - seen["page"] - seen["gap"]) <= 1
    page.keyboard.press("Shift+Space")
    assert text.evaluate(measure)["at"] == 0
    # At its end the key has its usual action.
    for _ in range(40):
        page.keyboard.press("PageDown")
    assert text.evaluate("text => text.scrollWidth - text.clientWidth - text.scrollLeft") <= 2
    for small in (PHONE, {"width": 767, "height": 1000}):
        page.set_viewport_size(small)
        assert text.evaluate("text => getComputedStyle(text).columnCount + getComputedStyle(text).columnWidth") == "autoauto"
        assert page.evaluate("document.documentElement.scrollWidth") <= small["width"]


@pytest.mark.mission("HN-73")
@pytest.mark.parametrize("script", [True, False], ids=["script", "no-script"])
def test_the_app_can_be_shared(demo, open_page, script):
    """HN-73: by the system's own sheet, and by mail; the mail needs no script."""
    page = open_page(demo.url("/mine/settings/about"), script=script)
    mail = page.get_by_role("link", name="Recommend by email")
    address = urllib.parse.urlsplit(mail.get_attribute("href"))
    letter = urllib.parse.parse_qs(address.query, strict_parsing=True)
    assert address.scheme == "mailto" and letter["subject"] == ["Tidings"]
    words, home = letter["body"][0].split("\r\n\r\n")
    assert words.startswith("A newspaper on your own machine") and home.startswith("https://")
    button = page.get_by_role("button", name="Share Tidings")
    if not script:
        expect(button).to_be_hidden()
        return
    page.evaluate("navigator.share = (letter) => { window.letter = letter; return Promise.resolve(); }")
    button.click()
    assert page.evaluate("window.letter") == {"title": "Tidings", "text": words, "url": home}
