"""Headlines at once: an edition with topics, opened for the first time and without a key for its service."""
import pytest
from playwright.sync_api import expect

from support.browser import PHONE, SCRIPT

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
        expect(page.locator(".since-visit")).to_have_count(0)
        assert "new since" not in page.locator("main").inner_text()
