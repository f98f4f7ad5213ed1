"""Full text: Field & Hedgerow's feed has only the beginnings of its stories; the full text is on its pages."""
import re

import pytest
from playwright.sync_api import expect

from support.browser import SIZES, assert_fits, open_feed, open_story

EDITION = "mine"
FEED = "Field & Hedgerow"


@pytest.mark.mission("HN-69")
@SIZES
def test_an_opened_story_gets_its_full_text_and_a_key_shows_the_feeds_own(own_demo, open_page, viewport):
    page = open_page(own_demo.url(), viewport)
    open_feed(page, own_demo, FEED)
    # On a wide screen beside its list.
    page.locator(".row[data-story]", has_text="The laying of Parson's Hedge").locator("a").first.click()
    expect(page.locator("article.story[data-full-text]")).to_be_visible()
    expect(page.locator(".text")).to_contain_text("What the cut does")
    expect(page.locator(".byline")).to_contain_text("min read")
    # What was cut is completed in its place.
    expect(page.locator(".text")).not_to_contain_text("[…]")
    # The text was exchanged in place: no summary is left above that it begins with.
    assert not page.evaluate("""() => {
        const letters = (selector) => document.querySelector(selector)?.textContent.replace(/\\W/g, '');
        const standfirst = letters('.standfirst');
        return standfirst && letters('.text').includes(standfirst.slice(0, 40));
    }""")
    expect(page.locator(".full-text-status")).to_have_count(0)
    page.reload()
    # Its pictures are our own copies, and paragraphs keep their distance although the page wrapped them.
    assert page.locator(".text img").first.get_attribute("src").startswith("/picture/")
    gap = page.locator(".text p").nth(1).evaluate("node => parseFloat(getComputedStyle(node).marginTop)")
    assert gap > 10
    assert_fits(page)
    page.keyboard.press("d")
    expect(page).to_have_url(re.compile("text=given"))
    page.wait_for_load_state("load")
    expect(page.locator(".text")).to_contain_text("[…]")
    expect(page.locator(".text")).not_to_contain_text("What the cut does")
    page.keyboard.press("d")
    expect(page.locator(".text")).to_contain_text("What the cut does")


@SIZES
def test_without_script_a_button_does_it(own_demo, open_page, viewport):
    page = open_page(own_demo.url(), viewport, script=False)
    open_story(page, own_demo, FEED, "The Pound Oak, about 740")
    # The other size has fetched it already.
    if page.locator(".full-text-status").count():
        expect(page.locator(".text")).to_contain_text("[…]")
        page.get_by_role("button", name="Full text").click()
    expect(page.locator(".text")).not_to_contain_text("[…]")
    page.get_by_role("link", name="Feed text").click()
    expect(page.locator(".text")).to_contain_text("[…]")
    page.get_by_role("link", name="Full text").click()
    expect(page.locator(".text")).not_to_contain_text("[…]")
    page.locator(".more-actions").click()
    expect(page.locator(".menu")).to_contain_text("Full text, loaded because this feed has only excerpts")


# Where everything above and in the text's beginning stands.
PLACES = """() => [...document.querySelectorAll('article.story header > *, article.story .text > *')].slice(0, 4)
    .map((node) => [node.textContent.trim().slice(0, 20), Math.round(node.getBoundingClientRect().top)])"""
SHIFTS = """new PerformanceObserver((list) => { for (const { value } of list.getEntries()) window.shifts += value; })
    .observe({ type: 'layout-shift', buffered: false }); window.shifts = 0;"""


@SIZES
def test_nothing_moves_when_the_full_text_comes(own_demo, open_page, viewport):
    """On its own page, beside its list, and further down: what is on the screen stays, and the text goes on below."""
    title = "A ramp for something you can see through" if viewport["width"] < 768 else "Dawn from the lime kiln, by the clock"
    page = open_page(own_demo.url(), viewport)
    held = []
    page.route("**/mine/act/full-text", lambda route: held.append(route))
    open_story(page, own_demo, FEED, title)
    expect(page.locator(".full-text-status")).to_contain_text("Loading the full text…")
    expect(page.locator("article.story .form-actions")).not_to_be_in_viewport()
    page.evaluate("document.fonts.ready")
    page.wait_for_timeout(500)
    before = page.evaluate(PLACES)
    page.evaluate(SHIFTS)
    held[0].continue_()
    expect(page.locator("article.story[data-full-text]")).to_be_visible()
    page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
    after = page.evaluate(PLACES)
    assert after[:len(before)] == before, (before, after)
    assert page.evaluate("window.shifts") == 0
    assert page.locator(".text").evaluate("node => node.offsetHeight") > viewport["height"]


def test_a_feed_can_be_shown_without_full_text(demo_in_state, open_page):
    # Its choice has all of the feed's stories fetched.
    demo = demo_in_state("lively")
    page = open_page(demo.url())
    open_feed(page, demo, FEED)
    page.locator(".list-menu summary").click()
    page.get_by_role("link", name="About this feed").click()
    expect(page.locator(".hint")).to_contain_text("newest stories")
    page.locator(".full-text-choice label", has_text="Never").click()
    expect(page.get_by_role("radio", name="Never")).to_be_checked()
    page.get_by_role("button", name="Save changes").click()
    expect(page.locator(".hint")).to_have_text("Stories are shown as the feed has them.")
    open_story(page, demo, FEED, "Field of waxcaps spared the plough")
    expect(page.locator(".full-text-status")).to_have_count(0)
    open_feed(page, demo, FEED)
    page.locator(".list-menu summary").click()
    page.get_by_role("link", name="About this feed").click()
    page.locator(".full-text-choice label", has_text="Always").click()
    expect(page.get_by_role("radio", name="Always")).to_be_checked()
    page.get_by_role("button", name="Save changes").click()
    expect(page.locator(".hint")).to_contain_text("fetched soon after the story")
    # In the background now: this story was never opened whole.
    open_story(page, demo, FEED, "Field of waxcaps spared the plough")
    expect(page.locator("article.story[data-full-text]")).to_be_visible()
