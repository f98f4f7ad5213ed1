"""Alerts, as a new reader sets them up: with and without script, on a phone and at a desk."""
import pytest
from playwright.sync_api import expect

from support.browser import DESK, PHONE, assert_axe_finds_nothing_by_day_and_night
from support.program import wait_for


def wait_for_topics(demo):
    """Topics are found a while after the stories came."""
    path = "/mine/settings/alerts?publishers=2&minutes=2000"
    wait_for(lambda: "Last week: no alert" not in demo.ask(path).text, "topics of two publishers", 60)


@pytest.mark.parametrize("viewport", [PHONE, DESK], ids=["phone", "desk"])
def test_a_new_reader_asks_to_be_told_when_the_barrier_closes(own_demo, open_page, viewport):
    wait_for_topics(own_demo)
    page = open_page(own_demo.url("/mine/search?q=barrier+closes"), viewport=viewport)
    page.get_by_role("button", name="Alert me about this").click()
    expect(page.locator(".alert-rule").filter(has_text="“barrier closes”")).to_be_visible()
    expect(page.get_by_role("link", name="Set up notifications")).to_be_visible()
    # What great news would have sent follows its numbers.
    count = page.locator(".great-news-count")
    before = count.inner_text()
    page.get_by_label("Publishers", exact=True).fill("2")
    page.get_by_label("Within minutes").fill("2000")
    expect(count).not_to_have_text(before)
    expect(page.locator(".great-news-past li").first).to_be_visible()
    assert_axe_finds_nothing_by_day_and_night(page, "/mine/settings/alerts")
    page.get_by_role("button", name="Remove: “barrier closes”").click()
    expect(page.locator(".alert-rule").filter(has_text="“barrier closes”")).to_have_count(0)


def test_alerts_are_set_up_without_script(own_demo, open_page):
    wait_for_topics(own_demo)
    page = open_page(own_demo.url("/mine/settings/alerts"), script=False)
    page.get_by_label("Alert me about", exact=True).fill("barrier closes")
    page.get_by_role("button", name="Alert me", exact=True).click()
    page.get_by_label("Publishers", exact=True).fill("2")
    page.get_by_label("Within minutes").fill("2000")
    page.get_by_role("button", name="Show", exact=True).click()
    expect(page.locator(".great-news-count")).to_contain_text("Last week:")
    expect(page.get_by_label("Within minutes")).to_have_value("2000")
    expect(page.locator(".great-news-past li").first).to_be_visible()
