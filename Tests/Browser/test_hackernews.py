"""The invented community's newspaper, which speaks as Hacker News does: its lists in the site's order, and its longest thread."""

import re

from playwright.sync_api import expect

from conftest import PHONE


def test_a_communitys_list_stands_in_its_own_order_with_points(house, open_page):
    page = open_page(house.url("/slipway/"), PHONE)
    sections = page.locator("section.section")
    expect(sections).to_have_count(6)
    page.goto(house.url(sections.first.locator("h2 a").first.get_attribute("href")))
    rows = page.locator("[data-list] .row")
    expect(rows).not_to_have_count(0)
    ages = rows.locator("time").evaluate_all("all => all.map((one) => one.getAttribute('datetime'))")
    assert ages != sorted(ages, reverse=True), "the list is ordered by time"
    expect(page.locator(".since")).to_have_count(0)


def test_a_thread_of_twelve_hundred_comments_is_read(house, open_page):
    page = open_page(house.url("/slipway/"), PHONE)
    story = page.locator("a[href*='/story/']", has_text="What did you learn too late?").first
    expect(story).to_be_visible()
    number = re.search(r"/story/(\d+)", story.get_attribute("href"))[1]
    page.goto(house.url(f"/slipway/story/{number}/comments"))
    expect(page.locator("h1").first).to_contain_text(re.compile(r"1,?183 comments"), timeout=60_000)
