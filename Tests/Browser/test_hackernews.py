"""The sample community's edition, with Hacker News's API: its lists in the site's order, and its longest thread."""

import re

import pytest
from playwright.sync_api import expect

from support.browser import DESK, PHONE, until


def test_a_communitys_list_has_the_sites_order_and_points(demo, open_page):
    page = open_page(demo.url("/slipway/"), PHONE)
    expect(page.locator("h1")).to_have_text("Top")
    assert page.locator(".other-lists a").all_inner_texts() == ["New", "Best", "Ask", "Show", "Jobs"]
    rows = page.locator("[data-list] .row")
    expect(rows).not_to_have_count(0)
    ages = rows.locator("time").evaluate_all("all => all.map((one) => one.getAttribute('datetime'))")
    assert ages != sorted(ages, reverse=True), "the list is ordered by time"
    expect(page.locator(".since-visit")).to_have_count(0)


@pytest.mark.mission("HN-04")
@pytest.mark.parametrize("width", [320, 390, 1280])
def test_ranks_stand_before_the_titles_and_only_in_ranked_lists(demo, open_page, width):
    """They are seen from 768 px on; a phone's titles need the room."""
    page = open_page(demo.url("/slipway/?depth=40"), {"width": width, "height": 844})
    rows = page.evaluate("""() => [...document.querySelectorAll('[data-list] .row')].map((row) => {
        const rank = row.querySelector('.headline > .rank');
        return { rank: parseInt(rank.textContent), label: rank.getAttribute('aria-label'), isSeen: getComputedStyle(rank).position === 'static',
            figures: getComputedStyle(rank).fontVariantNumeric }; })""")
    ranks = [row["rank"] for row in rows]
    assert ranks[0] == 1 and ranks == sorted(set(ranks)), ranks
    assert all(row["label"] == f"Rank {row['rank']}" and row["isSeen"] == (width >= 768) for row in rows), rows
    assert {row["figures"] for row in rows} == {"lining-nums tabular-nums"}
    page.goto(demo.url(page.locator(".other-lists a").first.get_attribute("href")))
    expect(page.locator("[data-list] .row")).not_to_have_count(0)
    expect(page.locator(".rank")).to_have_count(0)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_phone_shows_twelve_titles_and_their_comments_are_targets(demo, open_page, scheme):
    page = open_page(demo.url("/slipway/"), PHONE, color_scheme=scheme)
    rows = page.evaluate("""() => [...document.querySelectorAll('[data-list] .row')].map((row) => {
        const [box, title, line] = [row, row.querySelector('.headline'), row.querySelector('.source-line')].map((one) => one.getBoundingClientRect());
        const talk = row.querySelector('.comments-link');
        const target = talk?.getBoundingClientRect();
        return { top: box.top, height: box.height, isFirst: title.bottom <= line.top, lines: Math.round(title.height / 22),
            path: talk?.getAttribute('href'), target: target ? [target.width, target.height] : null }; })""")
    assert rows[0]["top"] <= 100 and all(row["isFirst"] for row in rows), rows[0]
    # Twelve where every fourth title takes one line.
    of_lines = {row["lines"]: row["height"] for row in rows}
    assert of_lines[1] <= 52 and of_lines[2] <= 74, of_lines
    talks = [row for row in rows if row["path"]]
    assert talks and all(min(row["target"]) >= 44 and "/comments" in row["path"] for row in talks), talks
    page.locator(".row > .comments-link").first.click()
    expect(page.locator(".discussion .comment").first).to_be_visible(timeout=60_000)
    page.go_back()
    expect(page).to_have_url(demo.url("/slipway/"))


def test_a_thread_of_twelve_hundred_comments_is_read(demo, open_page):
    page = open_page(demo.url("/slipway/"), PHONE)
    story = page.locator("a[href*='/story/']", has_text="What did you learn too late?").first
    expect(story).to_be_visible()
    number = re.search(r"/story/(\d+)", story.get_attribute("href"))[1]
    page.goto(demo.url(f"/slipway/story/{number}/comments"))
    expect(page.locator(".discussion h2")).to_contain_text(re.compile(r"1,?183 comments"), timeout=60_000)
    expect(page.locator(".discussion .comment")).not_to_have_count(0, timeout=60_000)
    until(page, "(box => box.dataset.loadAction === 'none' && !box.dataset.busy)(document.querySelector('.discussion'))", 60)
    expect(page.locator(".discussion h2")).to_contain_text("1183 comments")


@pytest.mark.mission("HN-11")
def test_a_posting_keeps_its_own_text(demo, open_page):
    """HN-11: its page is the discussion: no text is extracted from it, and its comments are a tap away."""
    page = open_page(demo.url("/slipway/"), PHONE)
    page.locator("a[href*='/story/']", has_text="What did you learn too late?").first.click()
    text = page.locator("article.story .text")
    expect(text).to_contain_text("Mine was to ask why before how.")
    page.wait_for_load_state("networkidle")
    expect(text).to_contain_text("Mine was to ask why before how.")
    assert page.locator(".full-text-status").count() == 0 and len(text.inner_text()) < 400
    page.locator(".story-bar [data-panel='right']").click()
    expect(page.locator("dialog.drawer.right .discussion .comment").first).to_be_visible(timeout=60_000)


@pytest.mark.parametrize("viewport,scheme", [(PHONE, "light"), (DESK, "dark")], ids=["phone", "desk"])
def test_related_discussions_are_shown_when_the_reader_allows_the_lookup(own_demo, open_page, viewport, scheme):
    page = open_page(own_demo.url("/slipway/"), viewport, color_scheme=scheme)
    expect(page.locator(".row", has_text="The printer at Dunmouth").first).to_be_visible(timeout=60_000)
    page.goto(own_demo.url("/mine/settings/reading"))
    choice = page.locator("[name='mentions']")
    choice.uncheck()
    page.goto(own_demo.url("/mine/search?q=printer+Dunmouth"))
    way = own_demo.url(page.locator(".row a:not(.comments-link)", has_text="The printer at Dunmouth").first.get_attribute("href"))
    page.goto(way)
    expect(page.locator(".kicker")).to_contain_text("Loom")
    assert page.locator(".related-discussions").count() == 0
    page.goto(own_demo.url("/mine/settings/reading"))
    with page.expect_response(lambda answer: "/act/preferences" in answer.url):
        choice.check()
    page.goto(way)
    line = page.locator(".related-discussions a", has_text=re.compile(r"^\d+ comments on Slipway News$"))
    expect(line).to_be_visible(timeout=60_000)
    expect(page.locator(".related-discussions form")).to_have_count(0)
    box = line.bounding_box()
    assert box["height"] >= 44 and box["x"] + box["width"] <= viewport["width"]
    line.click()
    expect(page.locator(".discussion .comment").first).to_be_visible(timeout=60_000)
