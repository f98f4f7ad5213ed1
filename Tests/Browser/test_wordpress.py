"""A WordPress site in the reader's own edition: added by its address, it has its stories, its pictures and its comments."""
import re

import pytest
from playwright.sync_api import expect

from support.browser import PHONE, SCRIPT


@pytest.fixture(scope="module")
def site(own_demo, chromium):
    """The address of the sample student paper's site, as its own edition shows it."""
    context = chromium.new_context(viewport=PHONE)
    page = context.new_page()
    page.goto(own_demo.url("/mudlark/"))
    page.locator("a", has_text="The library will stay open").first.click()
    page.wait_for_url(re.compile(r"/story/\d+"))
    original = page.locator("article.story").get_attribute("data-original")
    context.close()
    return "/".join(original.split("/")[:3]) + "/"


@pytest.mark.mission("NEXUS-25", "NEXUS-26", "NEXUS-29")
@SCRIPT
def test_a_wordpress_site_added_to_the_readers_edition_has_comments(own_demo, open_page, site, script):
    """NEXUS-26, NEXUS-29, decision 4: what is added decides its kind; its discussion comes with it."""
    page = open_page(own_demo.url("/mine/add"), PHONE, script)
    page.locator("input[name=address]").fill(site)
    page.get_by_role("button", name="Find feeds").click()
    found = page.locator(".feed-preview").first
    expect(found).to_contain_text("The Mudlark")
    assert found.locator("input[name=kind]").first.get_attribute("value") == "wordpress"
    found.get_by_role("button", name="Follow").click()
    expect(page).to_have_url(re.compile(r"/mine/feed/\d+$"))
    feed = page.url
    # Results appear by themselves, or after a reload where there is no script.
    if not script:
        while page.get_by_role("link", name="Reload").count():
            page.get_by_role("link", name="Reload").click()
    expect(page.locator(".row").first).to_be_visible()
    page.locator("a", has_text="The library will stay open").first.click()
    page.wait_for_url(re.compile(r"/story/\d+"))
    story = page.url
    expect(page.locator("article.story")).to_contain_text("The reading room at ten past two")
    # The discussion is shown by the app: nested, with who it is by the story's author.
    page.goto(re.sub(r"(/story/\d+).*", r"\1/comments", story))
    expect(page.locator("main")).to_contain_text("The lift is not a toy, and the kettle was a present.")
    expect(page.locator("main")).to_contain_text("Aubrey Ferris")
    expect(page.locator("main li li", has_text="The lift is not a toy").first).to_be_visible()
    # Away again, so that the same address can be followed anew.
    page.goto(feed)
    page.locator(".list-menu summary").click()
    page.get_by_role("link", name="About this feed").click()
    page.get_by_role("button", name="Unfollow").click()
    # Its own page and the page about it are both left then.
    expect(page).not_to_have_url(re.compile(r"/feed/\d+"))


@pytest.mark.mission("NEXUS-28")
@SCRIPT
def test_a_story_without_comments_says_so_and_one_with_them_counts_them(own_demo, open_page, script):
    """NEXUS-28: none is said in words; the count stands with the row."""
    page = open_page(own_demo.url("/mudlark/"), PHONE, script)
    row = page.locator("article", has_text="The library will stay open").first
    expect(row).to_contain_text(re.compile(r"\d+ comments"))
    page.locator("a", has_text="Spring ball").first.click()
    page.wait_for_url(re.compile(r"/story/\d+"))
    page.goto(re.sub(r"(/story/\d+).*", r"\1/comments", page.url))
    expect(page.locator("main").get_by_text(re.compile("No comments", re.I)).first).to_be_visible()
    assert "does not know" not in page.content()
