"""Headlines at once: an edition with topics, opened for the first time and without a key for its service."""
import re

import pytest
from playwright.sync_api import expect

from support.browser import NARROW, PHONE, SCRIPT

EDITION = "breakwater"


# Of the demonstration's shelves, those with headlines.
ENGLISH = ["Daily Lantern", "Corvane Courier", "Meridian Wire", "The Plain Report", "Orsany Today", "Signal Hour",
           "Harrow Gazette", "Tidesworth Mail", "Wheatfield Post"]
GERMAN = ["Morgenblatt Corvane", "Der Küstenbote", "Orsaner Zeitung"]


@pytest.mark.mission("BREAK-01")
@SCRIPT
@pytest.mark.parametrize("locale, title, publishers", [
    ("de-DE", "Orsany, auf Deutsch", GERMAN), ("en-US", "Orsany, in English", ENGLISH)])
def test_an_edition_with_topics_opens_on_headlines_in_the_language_of_the_browser(
        demo_in_state, open_page, script, locale, title, publishers):
    running = demo_in_state("lively")
    page = open_page(running.url("/breakwater/"), PHONE, script, locale=locale)
    rows = page.locator("article.row")
    # By themselves, without script too.
    expect(rows.first).to_be_visible()
    expect(page.locator(".section-head").first).to_contain_text(title)
    for row in rows.all_inner_texts():
        assert any(name in row for name in publishers), row
    # A headline opens with its text, and no key was asked for.
    rows.first.locator("a").first.click()
    expect(page.locator("article.story h1")).to_be_visible()


@SCRIPT
def test_the_first_visit_to_a_demonstration_says_nothing_of_one_before(demo_in_state, open_page, script):
    """Nobody was here before: nothing is new since then, in a newspaper with topics or among the reader's own feeds."""
    for paper in ("breakwater", "mine"):
        running = demo_in_state("lively", paper)
        page = open_page(running.url(f"/{paper}/"), PHONE, script)
        expect(page.locator("article.row").first).to_be_visible()
        expect(page.locator(".since-visit:not(.digest-notice)")).to_have_count(0)
        assert "new since" not in page.locator("main").inner_text()


@pytest.mark.mission("BREAK-41", "BREAK-46")
def test_what_is_kept_back_comes_back_with_one_tap_and_loud_titles_are_calmed_by_one(own_demo, open_page):
    page = open_page(own_demo.url("/breakwater/"), PHONE)
    expect(page.locator("article.row").first).to_be_visible()
    line = page.locator(".kept-back a")
    # The feeds come one after another; a number that stays is the whole.
    counts = [0, -1]
    while len(counts) < 40 and (counts[-1] != counts[-2] or counts[-1] < 6):
        page.goto(own_demo.url("/breakwater/all?depth=400"))
        counts.append(int(re.match(r"\d+", line.inner_text())[0]) if line.count() else 0)
        page.wait_for_timeout(1_000)
    count = counts[-1]
    assert count > 5
    rows = page.locator("article.row").count()
    line.click()
    stories = page.locator(".kept-back-stories li")
    expect(stories).to_have_count(min(count, 20))
    title = stories.first.locator(".headline").inner_text()
    assert stories.first.locator(".kept-back-reason").inner_text()
    # Nothing is reloaded; the button turns into its opposite, and Undo is offered.
    page.evaluate("window.isOld = true")
    button = page.get_by_role("button", name=f"Show anyway: {title}")
    button.click()
    expect(page.locator(".toast")).to_contain_text("Shown")
    expect(button).to_have_attribute("aria-pressed", "true")
    expect(stories.first).to_contain_text("Keep back")
    assert page.evaluate("window.isOld")
    page.set_viewport_size(NARROW)
    assert page.evaluate("document.documentElement.scrollWidth") <= NARROW["width"]
    page.goto(own_demo.url("/breakwater/all?depth=400"))
    expect(page.locator("article.row")).to_have_count(rows + 1)
    expect(page.locator(".kept-back a")).to_have_text(f"{count - 1} stories kept back")
    # The switches are saved at once.
    page.goto(own_demo.url("/breakwater/settings/kept-back"))
    for switch in page.get_by_role("switch").all():
        with page.expect_response("**/act/preferences"):
            switch.click()
    page.goto(own_demo.url("/breakwater/settings/tone"))
    with page.expect_response("**/act/preferences"):
        page.get_by_role("switch").click()
    page.reload()
    expect(page.get_by_role("switch")).to_be_checked()
    page.goto(own_demo.url("/breakwater/all?depth=400"))
    expect(page.locator(".kept-back")).to_have_count(0)
    assert page.locator("article.row").count() >= rows + count
    assert "SHOCK AS" not in page.locator("main").inner_text()
    page.get_by_text("bakery gives away its last loaf").first.click()
    expect(page.locator(".original-title")).to_contain_text("Original: SHOCK AS")
