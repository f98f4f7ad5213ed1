"""The main walk: front page, section, load more, story, save, saved, search, add a feed, undo."""
import re

import pytest
from playwright.sync_api import expect

from support.browser import DESK, PHONE, SCRIPT, SIZES, HeldRequests

EDITION = "mine"


def without_offer(page):
    """Waits until the undo offer of the previous test is gone, after eight seconds."""
    expect(page.locator(".toast").filter(visible=True)).to_have_count(0, timeout=12_000)


@pytest.mark.mission("MIT-05", "MIT-18", "MIT-21", "BREAK-04")
@SIZES
@SCRIPT
def test_walk_through_the_paper(demo, open_page, viewport, script):
    page = open_page(demo.url(), viewport, script)
    expect(page).to_have_title("Tidings")
    without_offer(page)
    sections = page.locator("section.section")
    assert sections.count() >= 4
    for index in range(sections.count()):
        assert 1 <= sections.nth(index).locator("article.row").count() <= 3

    # A section of more than twenty stories, deeper and deeper.
    page.locator(".section-head a", has_text="Local").click()
    expect(page.locator("h1")).to_have_text("Local")
    expect(page.locator("[data-list] .row")).to_have_count(20)
    page.locator("[data-more]").click()
    expect(page.locator("[data-list] .row")).to_have_count(40)
    expect(page).to_have_url(re.compile(r"depth=40"))
    page.reload()
    expect(page.locator("[data-list] .row")).to_have_count(40)
    ids = page.locator("[data-list] .row").evaluate_all("rows => rows.map(row => row.id)")
    assert len(set(ids)) == 40

    # A story, saved.
    row = page.locator("[data-list] .row").nth(24)
    title = row.locator(".headline").evaluate("node => node.lastChild.textContent")
    row.locator("a").first.click()
    expect(page.locator("article.story h1")).to_have_text(title)
    save = page.locator("[data-toggle=saved]")
    if save.get_attribute("aria-pressed") == "false":
        save.click()
    expect(page.locator("[data-toggle=saved]")).to_have_attribute("aria-pressed", "true")
    # It looks switched on, not disabled: in the accent.
    assert page.evaluate("""() => { const probe = document.body.appendChild(document.createElement('i'));
        probe.style.color = 'var(--accent)'; const accent = getComputedStyle(probe).color; probe.remove();
        return getComputedStyle(document.querySelector('[data-toggle=saved]')).color === accent; }""")
    page.goto(demo.url("/mine/saved"))
    expect(page.locator(".row .headline", has_text=title)).to_have_count(1)

    # Search finds it, with its words marked.
    page.goto(demo.url("/mine/search"))
    page.locator("input[type=search]").fill("harbour")
    page.locator("input[type=search]").press("Enter")
    expect(page.locator(".row").first).to_be_visible()
    assert page.locator(".row mark").count() >= 1

    # Unsaved again, so that the next walk begins like this one.
    page.goto(demo.url("/mine/saved"))
    page.locator(".row", has_text=title).locator("a").first.click()
    page.locator("[data-toggle=saved]").click()
    expect(page.locator("[data-toggle=saved]")).to_have_attribute("aria-pressed", "false")


@SIZES
@SCRIPT
def test_add_a_feed_and_undo(own_demo, open_page, viewport, script):
    page = open_page(own_demo.url("/mine/feeds"), viewport, script)
    before = page.locator(".feed-row").count()
    row = page.locator(".feed-row", has_text="Loom")
    row.locator("a.name").click()
    page.locator(".list-menu summary").click()
    page.get_by_role("link", name="About this feed").click()
    address = page.locator(".facts dd").first.inner_text()
    site = page.locator(".facts dd").nth(1).inner_text()
    page.get_by_role("button", name="Unfollow").click()
    expect(page.locator(".feed-row")).to_have_count(before - 1)
    # Undo is offered on the next page too.
    page.get_by_role("button", name="Undo").click()
    expect(page.locator(".feed-row")).to_have_count(before)

    # Away again, and back by the address of its site.
    page.goto(own_demo.url("/mine/feeds"))
    page.locator(".feed-row", has_text="Loom").locator("a.name").click()
    page.locator(".list-menu summary").click()
    page.get_by_role("link", name="About this feed").click()
    page.get_by_role("button", name="Unfollow").click()
    expect(page.locator(".feed-row")).to_have_count(before - 1)
    page.goto(own_demo.url("/mine/add"))
    page.locator("input[name=address]").fill(site)
    page.get_by_role("button", name="Find feeds").click()
    found = page.locator(".feed-preview").first
    expect(found.locator(".page-title h2")).to_contain_text("Loom")
    expect(found.locator(".row")).to_have_count(3)
    assert address in found.inner_text()
    found.locator("label", has_text="Technology").click()
    found.get_by_role("button", name="Follow").click()
    expect(page).to_have_url(re.compile(r"/mine/feed/\d+$"))
    page.goto(own_demo.url("/mine/feeds"))
    expect(page.locator(".feed-row")).to_have_count(before)


@SCRIPT
def test_mark_all_read_and_undo(own_demo, open_page, script):
    page = open_page(own_demo.url("/mine/unread"), PHONE, script)
    count = page.locator(".row.unread").count()
    assert count > 0
    page.locator(".list-menu summary").click()
    page.get_by_role("button", name=re.compile(r"^Mark all \d+\+? read$")).click()
    expect(page.locator(".row.unread")).to_have_count(0)
    # With script the list is loaded again, too.
    with page.expect_navigation():
        page.get_by_role("button", name="Undo").click()
    expect(page.locator(".row.unread")).to_have_count(count)

    # On the front page what it shows; everything in a second step that says how much.
    page.goto(own_demo.url("/mine/"))
    shown = page.locator(".row.unread").evaluate_all("rows => rows.map(row => row.id)")
    page.get_by_role("button", name=f"Mark these {len(shown)} read").click()
    expect(page.locator(", ".join(f"#{row}.unread" for row in shown))).to_have_count(0)
    rest = page.locator(".list-end details button")
    expect(rest).to_be_hidden()
    page.locator(".list-end summary").click()
    expect(rest).to_have_text(f"Mark all {count_unread(own_demo, page)} read")
    page.get_by_role("button", name="Undo").click()
    expect(page.locator(f"#{shown[0]}.unread")).to_have_count(1)


def count_unread(running, page):
    """As another request for the front page tells it."""
    return re.search(r"Mark all <span[^>]*>(\d+)</span> read", page.request.get(running.url("/mine/")).text())[1]


def test_an_undo_offer_goes_when_the_next_action_begins(own_demo, open_page):
    page = open_page(own_demo.url("/mine/all"))
    page.locator(".row").first.focus()
    page.keyboard.press("j")
    page.keyboard.press("s")
    expect(page.locator(".toast button")).to_have_count(1)
    # The next act's answer is slow in coming: meanwhile nothing may take back the act before.
    held = HeldRequests(page, "**/act/set-mark")
    page.keyboard.press("m")
    expect(page.locator(".toast")).to_have_count(0)
    held.wait().routes[0].continue_()
    expect(page.locator(".toast button")).to_have_count(1)
    page.unroute("**/act/set-mark")
    page.keyboard.press("z")
    expect(page.locator(".toast")).to_have_text("Undone")


@pytest.mark.mission("NEXUS-22", "HN-07")
def test_opening_marks_read_and_back_keeps_the_position(own_demo, open_page):
    page = open_page(own_demo.url("/mine/all"))
    row = page.locator(".row.unread").nth(7)
    story = row.get_attribute("id")

    def look():
        """HN-07: its weight, colour and dot."""
        return page.evaluate("""story => { const row = document.getElementById(story), line = getComputedStyle(row.querySelector('.headline'));
            return [line.fontWeight, line.color, getComputedStyle(row.querySelector('.headline'), '::before').content]; }""", story)

    unread = look()
    row.scroll_into_view_if_needed()
    at = page.evaluate("scrollY")
    page.locator(f"#{story} > a").click()
    expect(page.locator("article.story")).to_be_visible()
    page.locator("[data-back]").click()
    expect(page.locator(f"#{story}")).not_to_have_class(re.compile("unread"))
    assert [here == there for here, there in zip(look(), unread)] == [False] * 3, unread
    page.wait_for_function(f"Math.abs(scrollY - {at}) < 40")


def test_a_prefetch_marks_nothing(own_demo, open_page):
    page = open_page(own_demo.url("/mine/unread"))
    story = page.locator(".row.unread").nth(3)
    href = story.locator("a").first.get_attribute("href")
    identity = story.get_attribute("id")
    page.request.get(own_demo.url(href), headers={"Sec-Purpose": "prefetch", "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Site": "same-origin"})
    page.request.get(own_demo.url(href), headers={"Sec-Fetch-Mode": "navigate", "Sec-Fetch-Site": "cross-site"})
    page.reload()
    expect(page.locator(f"#{identity}")).to_have_class(re.compile("unread"))


def test_keyboard(own_demo, open_page):
    page = open_page(own_demo.url("/mine/all"), DESK)
    page.keyboard.press("j")
    expect(page.locator(".row.selected")).to_have_count(1)
    first = page.locator(".row.selected").get_attribute("id")
    page.keyboard.press("j")
    assert page.locator(".row.selected").get_attribute("id") != first
    page.keyboard.press("k")
    assert page.locator(".row.selected").get_attribute("id") == first
    page.keyboard.press("n")
    expect(page.locator(".row.selected")).to_have_class(re.compile("unread"))
    chosen = page.locator(".row.selected").get_attribute("id")
    page.keyboard.press("m")
    expect(page.locator(f"#{chosen}")).not_to_have_class(re.compile("unread"))
    # The row changes at once; what can be taken back is known when the answer is here.
    expect(page.locator(".toast[data-undo-id]")).to_have_count(1)
    page.keyboard.press("z")
    expect(page.locator(f"#{chosen}")).to_have_class(re.compile("unread"))
    page.keyboard.press("s")
    expect(page.locator(f"#{chosen}")).to_have_attribute("data-saved", "")
    page.keyboard.press("s")
    page.keyboard.press("?")
    expect(page.locator("dialog.sheet[open]")).to_contain_text("Next, previous story")
    page.keyboard.press("Escape")
    expect(page.locator("dialog.sheet")).to_have_count(0)
    page.keyboard.press("o")
    expect(page.locator("article.story")).to_be_visible()
    page.keyboard.press("u")
    expect(page.locator("[data-list]")).to_be_visible()
    page.keyboard.press("g")
    page.keyboard.press("f")
    expect(page).to_have_url(own_demo.url("/mine/feeds"))
    # The address changes before the page's scripts run.
    page.wait_for_load_state()
    page.keyboard.press("/")
    expect(page.locator("input[type=search]")).to_be_focused()
    # A story has no search of its own.
    page.goto(own_demo.url("/mine/all"))
    page.locator("main .row > a").first.click()
    expect(page.locator("article.story")).to_be_visible()
    page.wait_for_load_state()
    page.keyboard.press("/")
    expect(page).to_have_url(own_demo.url("/mine/search"))
    expect(page.locator("input[type=search]")).to_be_focused()


@pytest.mark.mission("HN-65")
def test_the_type_sheet_applies_at_once_and_stays(own_demo, open_page):
    page = open_page(own_demo.url("/mine/all"))
    page.locator(".row > a").first.click()
    before = page.locator(".text").evaluate("node => getComputedStyle(node).fontSize")
    page.locator("[data-sheet=reading]").click()
    page.locator("dialog input[name=textSize][value='5']").check(force=True)
    page.locator("dialog input[name=theme][value=sepia]").check(force=True)
    with page.expect_response(re.compile("act/preferences")):
        page.locator("dialog input[name=face][value=sans]").check(force=True)
    expect(page.locator("html")).to_have_attribute("data-theme", "sepia")
    assert page.locator(".text").evaluate("node => getComputedStyle(node).fontSize") == "24px" != before
    # The summary grows with it; the title, 30 px before, half as much.
    standfirst, title = page.locator(".story header").evaluate("""(header) => {
        if (!header.querySelector('.standfirst')) header.insertAdjacentHTML('beforeend', '<p class="standfirst">Summary</p>');
        return ['.standfirst', 'h1'].map((name) => parseFloat(getComputedStyle(header.querySelector(name)).fontSize));
    }""")
    assert standfirst == pytest.approx(23.4) and title == pytest.approx(34.5)
    page.reload()
    expect(page.locator("html")).to_have_attribute("data-text-size", "5")
    with page.expect_response(re.compile("act/preferences")):
        page.evaluate("""fetch('/mine/act/preferences', {method: 'POST', body: new URLSearchParams(
            {textSize: 2, theme: 'automatic', face: 'serif', measure: 'medium'})})""")
