"""An account at the invented community: signing in by swipe and page, votes, submissions, with and without script."""
import re

import pytest
from playwright.sync_api import expect

from conftest import DESK, PHONE
from test_accessibility import assert_axe_finds_nothing
from test_navigation import TOUCH_OPTIONS, TouchGesture, until

SIZES = pytest.mark.parametrize("viewport", [PHONE, DESK], ids=["phone", "desk"])


def sign_in(page):
    """By the account that the demonstration's page shows."""
    hint = page.locator(".sample-account").inner_text()
    name, password = re.search(r"as (\S+) with the password (.+)\.$", hint).groups()
    page.locator(".member-form [name=name]").fill(name)
    page.locator(".member-form [name=password]").fill(password)
    page.locator(".member-form button").click()
    return name


def open_list(server, open_page, viewport=PHONE, **options):
    page = open_page(server.url("/slipway/"), viewport, **options)
    page.goto(server.url(page.locator("section.section h2 a").first.get_attribute("href")))
    expect(page.locator("[data-list] .row .vote").first).to_be_visible()
    return page


@SIZES
@pytest.mark.parametrize("script", [True, False], ids=["script", "none"])
def test_a_vote_leads_to_the_sign_in_and_is_done_after_it(own_demo, open_page, viewport, script):
    page = open_list(own_demo, open_page, viewport, script=script)
    where = page.url
    page.locator("[data-list] .row .vote").first.click()
    page.wait_for_url(re.compile(r"/account/\d+\?back="))
    name = sign_in(page)
    page.wait_for_url(where)
    expect(page.locator(".toast")).to_have_text(f"{name} Logged In")
    expect(page.locator("[data-list] .row .vote").first).to_have_attribute("aria-pressed", "true")


def test_a_vote_shows_at_once_and_is_taken_back_quietly_when_refused(own_demo, open_page):
    page = open_page(own_demo.url("/slipway/account"))
    sign_in(page)
    page.goto(own_demo.url("/slipway/"))
    page.goto(own_demo.url(page.locator("section.section h2 a").first.get_attribute("href")))
    row = page.locator("[data-list] .row:has(.vote):has(.count-column b)").nth(1)
    points, arrow = row.locator(".count-column b"), row.locator(".vote")
    before = points.inner_text()
    arrow.click()
    expect(arrow).to_have_attribute("aria-pressed", "true")
    if before.isdigit():
        expect(points).to_have_text(str(int(before) + 1))
    page.wait_for_load_state("networkidle")
    # The server cannot be reached: back, without a word.
    page.context.set_offline(True)
    arrow.click()
    expect(arrow).to_have_attribute("aria-pressed", "true")
    expect(page.locator(".toast")).to_have_count(0)
    page.context.set_offline(False)
    page.errors.clear()
    page.reload()
    expect(arrow).to_have_attribute("aria-pressed", "true")


def test_the_account_opens_by_swipe_and_by_its_button(own_demo, open_page):
    page = open_list(own_demo, open_page, PHONE, **TOUCH_OPTIONS)
    page.wait_for_load_state("networkidle")
    finger = TouchGesture(page)
    finger(300, 500, dx=-220)
    expect(page.locator("dialog.drawer.right .member-form")).to_be_visible()
    assert_axe_finds_nothing(page, "account")
    page.locator("dialog.drawer.right .close").click()
    expect(page.locator("dialog.drawer")).to_have_count(0)
    page.locator(".top [data-panel=right]").click()
    expect(page.locator("dialog.drawer.right .member-form")).to_be_visible()


def test_signing_in_and_out_shows_in_every_open_page(own_demo, open_page):
    page = open_list(own_demo, open_page, DESK)
    other = page.context.new_page()
    other.goto(own_demo.url("/slipway/account"))
    name = sign_in(other)
    other.wait_for_load_state("load")
    other.goto(own_demo.url("/slipway/account"))
    expect(other.locator("h1")).to_have_text(name)
    page.bring_to_front()
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    until(page, f"document.querySelector('[data-member]').dataset.member.includes('{name}')", 30)
    other.locator("[data-signs-out]").click()
    expect(other.locator(".toast")).to_have_text("Logged Out")
    page.bring_to_front()
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    until(page, "document.querySelector('[data-member]').dataset.member === '*:'", 30)


def test_a_wrong_password_says_so_in_both_words(own_demo, open_page):
    page = open_page(own_demo.url("/slipway/account"))
    page.locator(".member-form [name=name]").fill("nobody")
    page.locator(".member-form [name=password]").fill("not the password")
    page.locator(".member-form button").click()
    expect(page.locator("[role=alert]")).to_contain_text("Login Failed")
    expect(page.locator("[role=alert]")).to_contain_text("Bad login")
    assert "not the password" not in page.content()


@SIZES
def test_a_reply_is_written_by_a_member(own_demo, open_page, viewport):
    page = open_page(own_demo.url("/slipway/account"), viewport)
    sign_in(page)
    page.goto(own_demo.url("/slipway/"))
    story = page.locator(".row:has(.talk) > a[href*='/story/']").first.get_attribute("href")
    number = re.search(r"/story/(\d+)", story)[1]
    page.goto(own_demo.url(f"/slipway/story/{number}/comments"))
    reply = page.locator(".comment .reply").first
    expect(reply).to_be_visible(timeout=60_000)
    until(page, "(box => box.dataset.load === 'none' && !box.dataset.busy)(document.querySelector('.discussion'))", 60)
    reply.click()
    text = page.locator(".composer [name=text]")
    expect(text).to_be_visible()
    expect(page.locator(".composer [name=email]")).to_have_count(0)
    text.fill("*Well* said.")
    page.locator("[data-post]").click()
    page.wait_for_url(re.compile(r"\?sent=\d+"))
    expect(page.locator("[data-sent]")).to_have_text("Sent")
    expect(page.locator(".discussion i", has_text="Well").first).to_be_visible()


@SIZES
def test_a_submission_counts_its_title(own_demo, open_page, viewport):
    page = open_page(own_demo.url("/slipway/account"), viewport)
    sign_in(page)
    page.goto(own_demo.url("/slipway/account"))
    page.locator(".account-lists a", has_text="Submit a story").click()
    title = page.locator(".composer-form [name=title]")
    title.fill("T" * 100)
    assert len(title.input_value()) == 80
    expect(page.locator("[data-counts=title]")).to_have_text("80 of 80 characters")
    page.locator(".composer-form [name=url]").fill("https://dunmouth.example/new")
    assert_axe_finds_nothing(page, "submission")
    page.locator("[data-post]").click()
    page.wait_for_url(re.compile(r"/(outbox/\d+|comments)"))
    expect(page.locator("main")).to_contain_text(re.compile("Sent|submitted before"))
