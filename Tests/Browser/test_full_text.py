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
    # On a page of its own: beside a list a story's full text is only offered.
    page.goto(own_demo.url(page.locator(".row[data-story]", has_text="The laying of Parson's Hedge").locator("a").first.get_attribute("href")))
    expect(page.locator(".full-text-status.above")).to_contain_text("Full text, loaded because this feed has only excerpts Feed text")
    expect(page.locator(".text")).to_contain_text("What the cut does")
    expect(page.locator(".byline")).to_contain_text("min read")
    # The text was exchanged in place: no summary is left above that it begins with.
    assert not page.evaluate("""() => {
        const letters = (selector) => document.querySelector(selector)?.textContent.replace(/\\W/g, '');
        const standfirst = letters('.standfirst');
        return standfirst && letters('.text').includes(standfirst.slice(0, 40));
    }""")
    expect(page.locator(".full-text-status.below")).to_have_count(0)
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
    if page.locator(".full-text-status.below").count():
        expect(page.locator(".text")).to_contain_text("[…]")
        page.get_by_role("button", name="Full text").click()
    expect(page.locator(".full-text-status.above")).to_contain_text("Full text")
    page.get_by_role("link", name="Feed text").click()
    expect(page.locator(".text")).to_contain_text("[…]")
    page.get_by_role("link", name="Full text").click()
    expect(page.locator(".full-text-status.above")).to_contain_text("Full text, loaded")


def test_the_full_text_does_not_move_a_reader_further_down(own_demo, open_page):
    page = open_page(own_demo.url(), {"width": 390, "height": 320})
    held = []
    page.route("**/mine/act/full-text", lambda route: held.append(route))
    open_story(page, own_demo, FEED, "A ramp for something you can see through")
    expect(page.locator(".full-text-status.below")).to_contain_text("Loading the full text from field-and-hedgerow.localhost…")
    page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
    page.wait_for_function("document.querySelector('.text').getBoundingClientRect().top < -40")
    held[0].continue_()
    expect(page.locator(".full-text-status.below")).to_contain_text("The full text is loaded.")
    expect(page.locator(".full-text-status.above")).to_have_count(0)
    page.get_by_role("button", name="Show full text").click()
    expect(page.locator(".full-text-status.above")).to_contain_text("Full text")


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
    expect(page.locator(".full-text-status.above")).to_contain_text("Full text")
