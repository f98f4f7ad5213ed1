"""An account at the invented community: signing in by swipe and page, votes, submissions, with and without script."""
import re
import urllib.parse
import urllib.request

import pytest
from playwright.sync_api import expect

from support.browser import DESK, PHONE, SIZES, TOUCH_OPTIONS, TouchGesture, assert_axe_finds_nothing, assert_fits, reload_until, stop_clock, until
from support.program import DemoServer, wait_for

EDITION = "slipway"


@pytest.fixture(autouse=True)
def nobody_signed_in(own_demo):
    """Tests share a server, and begin without a session."""
    with urllib.request.urlopen(own_demo.url("/slipway/account")) as answer:
        form = re.search(r'member-sign-out".*?name="source" value="(\d+)"', answer.read().decode(), re.S)
    if form:
        fields = urllib.parse.urlencode({"source": form[1], "back": "/slipway/"}).encode()
        request = urllib.request.Request(
            own_demo.url("/slipway/act/member-sign-out"), fields, {"Origin": own_demo.address})
        urllib.request.urlopen(request).close()


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
    page.goto(server.url(page.locator(".other-lists a").first.get_attribute("href")))
    expect(page.locator("[data-list] .row .vote").first).to_be_attached()
    return page


@pytest.mark.mission("HN-27", "HN-41")
@SIZES
@pytest.mark.parametrize("script", [True, False], ids=["script", "none"])
def test_a_vote_leads_to_the_sign_in_and_is_done_after_it(own_demo, open_page, viewport, script):
    page = open_list(own_demo, open_page, viewport, script=script)
    # Not one of the newest, which another test may have submitted: nobody votes for a story of one's own.
    story = page.locator("[data-list] .row:has(.vote)").nth(8).get_attribute("data-story")
    # By its number, as the list may come back in another order.
    row = page.locator(f'[data-list] .row[data-story="{story}"]')
    vote = row.locator(".vote").first
    # A phone has the arrow on the story's page, where no tap on a title meets it.
    if viewport == PHONE:
        expect(vote).to_be_hidden()
        row.locator("> a:not([data-external], .comments-link)").click()
        vote = page.locator(".story-vote .vote").first
        expect(vote).to_be_visible()
    where = page.url
    vote.click()
    page.wait_for_url(re.compile(r"/account/\d+\?back="))
    name = sign_in(page)
    page.wait_for_url(where)
    expect(page.locator(".toast")).to_have_text(f"Signed in as {name}")
    if not script:
        # The vote may be on its way still, and without script the page stays as it came.
        reload_until(page, lambda: vote.get_attribute("aria-pressed") == "true")
    expect(vote).to_have_attribute("aria-pressed", "true")
    if script and viewport != PHONE:
        page.locator(".top-bar [data-back]").click()
        page.wait_for_url(own_demo.url("/slipway/"))


@SIZES
def test_a_vote_stands_before_the_points_and_a_folded_comment_moves_no_other(own_demo, open_page, viewport):
    page = open_list(own_demo, open_page, viewport)
    # In one line with them, and no target touches the title's.
    gaps = page.evaluate("""[...document.querySelectorAll('.row:has(> .votes):has(.points)')].map((row) => {
        const [vote, points, title] = ['.vote', '.points', '.headline'].map((part) => row.querySelector(part).getBoundingClientRect());
        return [vote.width, points.left - vote.right, Math.abs(vote.top + vote.height / 2 - points.top - points.height / 2), vote.top - title.bottom]; })""")
    assert gaps, "a list without votes"
    if viewport == PHONE:
        assert all(width == 0 for width, *_ in gaps), gaps
    else:
        assert all(width == 24 and 0 <= left < 8 and apart < 3 and above >= -6 for width, left, apart, above in gaps), gaps
    # Of the stories the one with the most comments: some have none.
    story = page.evaluate("""(() => {
        const count = (row) => parseInt(row.querySelector(':scope > .comments-link').textContent);
        return [...document.querySelectorAll('.row:has(> .comments-link)')].sort((one, other) => count(other) - count(one))[0].dataset.story;
    })()""")
    page.goto(own_demo.url(f"/slipway/story/{story}/comments"))
    lefts = """[...document.querySelectorAll('.discussion .comment-tools > .votes')].map((votes) => Math.round(votes.getBoundingClientRect().left))"""
    expect(page.locator(".discussion .comment-tools > .votes").first).to_be_visible(timeout=60_000)
    until(page, "(box => box.dataset.loadAction === 'none' && !box.dataset.busy)(document.querySelector('.discussion'))", 60)
    before = page.evaluate(lefts)
    page.evaluate("document.querySelectorAll('.discussion .comment > details').forEach((one) => { if (!one.querySelector('.comment')) one.open = false; })")
    expect(page.locator(".discussion .comment > details:not([open])").first).to_be_visible()
    assert page.evaluate(lefts) == before


@pytest.mark.mission("HN-43")
def test_a_vote_shows_at_once_and_is_taken_back_quietly_when_refused(own_demo, open_page):
    page = open_page(own_demo.url("/slipway/account"), DESK)
    sign_in(page)
    page.goto(own_demo.url("/slipway/"))
    page.goto(own_demo.url(page.locator(".other-lists a").first.get_attribute("href")))
    story = page.locator("[data-list] .row:has(.vote):has(.points)").nth(1).get_attribute("data-story")
    row = page.locator(f'[data-list] .row[data-story="{story}"]')
    points, arrow = row.locator(".points"), row.locator(".vote")
    before = int(points.inner_text().split()[0])

    def tap(end, shown, left):
        """What is shown until the site has answered, and what after it."""
        held = []
        page.route("**/act/vote", lambda route: held.append(route))
        arrow.click()
        until(page, f"document.querySelector('[data-list] .row[data-story=\"{story}\"] .vote').ariaPressed === '{shown}'")
        expect(points).to_have_text(re.compile(rf"^{before + (shown == 'true')} points?$"))
        while not held:
            page.wait_for_timeout(20)
        end(held[0])
        page.unroute("**/act/vote")
        expect(arrow).to_have_attribute("aria-pressed", left)
        expect(points).to_have_text(re.compile(rf"^{before + (left == 'true')} points?$"))
        expect(page.locator(".toast")).to_have_count(0)

    tap(lambda vote: vote.fulfill(json={"failed": True, "words": "Can't make that vote."}), "true", "false")
    with page.expect_response("**/act/vote"):
        tap(lambda vote: vote.continue_(), "true", "true")
    # A vote that cannot be taken back stays, and so does one of which no answer came.
    tap(lambda vote: vote.abort(), "false", "true")
    page.errors.clear()
    page.reload()
    expect(arrow).to_have_attribute("aria-pressed", "true")


def test_a_vote_beside_the_list_is_styled_counts_and_says_that_it_was_given(demo_in_state, open_page):
    # On a server of its own, whose member has voted for nothing.
    server = demo_in_state("lively", "slipway")
    page = open_page(server.url("/slipway/account"), DESK)
    sign_in(page)
    page.goto(server.url("/slipway/"))
    page.goto(server.url(page.locator(".other-lists a").first.get_attribute("href")))
    rows = page.locator("[data-list] .row:has(.vote[aria-pressed=false]):has(> a:not([data-external])):has([data-points])")
    row = page.locator(f"[id={rows.first.get_attribute('id')}]")
    points, before = row.locator("[data-points]"), int(rows.first.locator("[data-points]").inner_text().split()[0])
    row.locator("a").first.click()
    vote = page.locator("#reading-pane .story-vote")
    arrow = vote.get_by_role("button", name=re.compile("^Vote up"))
    expect(vote).to_have_css("display", "flex")
    expect(vote.get_by_text("Vote up")).to_be_visible()
    with page.expect_response("**/act/vote"):
        arrow.click()
    expect(arrow).to_have_attribute("aria-pressed", "true")
    expect(vote.get_by_text("Voted up")).to_be_visible()
    expect(vote.get_by_text("Vote up")).to_be_hidden()
    expect(points).to_have_text(f"{before + 1} points")


@pytest.mark.mission("HN-35")
def test_the_account_opens_by_swipe_and_by_its_button(own_demo, open_page):
    page = open_list(own_demo, open_page, PHONE, **TOUCH_OPTIONS)
    page.wait_for_load_state("networkidle")
    finger = TouchGesture(page)
    finger(300, 500, dx=-220)
    expect(page.locator("dialog.drawer.right .member-form")).to_be_visible()
    assert_axe_finds_nothing(page, "account")
    page.locator("dialog.drawer.right .close").click()
    expect(page.locator("dialog.drawer")).to_have_count(0)
    page.locator(".top-bar [data-panel=right]").click()
    expect(page.locator("dialog.drawer.right .member-form")).to_be_visible()


@pytest.mark.mission("HN-33", "HN-76")
def test_signing_in_and_out_shows_in_every_open_page(own_demo, open_page):
    page = open_list(own_demo, open_page, DESK)
    other = page.context.new_page()
    other.goto(own_demo.url("/slipway/account"))
    name = sign_in(other)
    other.wait_for_load_state("load")
    other.goto(own_demo.url("/slipway/account"))
    expect(other.locator("h1")).to_have_text(name)
    page.bring_to_front()
    # The page may load anew at any moment, so that a single call could meet the old document.
    until(page, f"(document.dispatchEvent(new Event('visibilitychange')), "
                f"document.querySelector('[data-session-fingerprint]')?.dataset.sessionFingerprint.includes('{name}'))", 30)
    # As it comes: on a busy machine the message may be gone again when the page has loaded.
    with other.expect_response(lambda response: response.request.is_navigation_request() and response.ok) as shown:
        other.locator("form[data-action=member-sign-out] button").click()
    assert re.search(r'<div class="toast auto-dismiss" role="status"[^>]*>(<[^>]*>)*Signed out of Slipway News<', shown.value.text())
    # The other tab tells this one, which loads anew.
    page.bring_to_front()
    until(page, "document.querySelector('[data-session-fingerprint]')?.dataset.sessionFingerprint === '*:'", 60)
    # Nothing tells it of another browser: it looks every fifteen seconds.
    page.clock.install()
    page.add_init_script("""const [send, every] = [window.fetch, window.setInterval]; window.looks = 0;
        window.fetch = (address, ...rest) => { if (/api.live.*member=1/.test(address)) window.looks += 1; return send(address, ...rest); };
        window.setInterval = (work, time, ...rest) => { window.isLooking ||= work.name === 'check' && time === 15000; return every(work, time, ...rest); };""")
    page.reload()
    until(page, "window.isLooking === true")
    stop_clock(page)
    looked = page.evaluate("window.looks")
    page.clock.run_for(60_000)
    assert page.evaluate("window.looks") == looked + 4
    far = open_page(own_demo.url("/slipway/account"))
    sign_in(far)
    far.wait_for_url(re.compile("/slipway/"))
    page.clock.run_for(15_000)
    until(page, f"document.querySelector('[data-session-fingerprint]')?.dataset.sessionFingerprint.includes('{name}')", 30)


@pytest.mark.mission("HN-34")
def test_a_wrong_password_says_so_in_both_words(own_demo, open_page):
    page = open_page(own_demo.url("/slipway/account"))
    page.locator(".member-form [name=name]").fill("nobody")
    page.locator(".member-form [name=password]").fill("not the password")
    page.locator(".member-form button").click()
    expect(page.locator("[role=alert]")).to_contain_text("Login Failed")
    expect(page.locator("[role=alert]")).to_contain_text("Bad login")
    assert "not the password" not in page.content()


@pytest.mark.mission("HN-48", "HN-49")
@SIZES
def test_a_reply_is_written_by_a_member(own_demo, open_page, viewport):
    page = open_page(own_demo.url("/slipway/account"), viewport)
    sign_in(page)
    page.goto(own_demo.url("/slipway/"))
    story = page.locator(".row:has(.comments-link) > a[href*='/story/']").first.get_attribute("href")
    number = re.search(r"/story/(\d+)", story)[1]
    page.goto(own_demo.url(f"/slipway/story/{number}/comments"))
    reply = page.locator(".comment .reply-button").first
    expect(reply).to_be_visible(timeout=60_000)
    until(page, "(box => box.dataset.loadAction === 'none' && !box.dataset.busy)(document.querySelector('.discussion'))", 60)
    reply.click()
    text = page.locator(".composer [name=text]")
    expect(text).to_be_visible()
    expect(page.locator(".composer [name=email]")).to_have_count(0)
    text.fill("*Well* said.")
    asked = []
    page.on("request", lambda request: request.url.endswith("/act/refresh-comments") and asked.append(request.url))
    page.locator("[data-sends-draft]").click()
    page.wait_for_url(re.compile(r"\?sent=\d+"))
    expect(page.locator("[data-sent]")).to_have_text(re.compile("^Sent. .* has it.$"))
    expect(page.locator(".discussion i", has_text="Well").first).to_be_visible()
    # The thread was read again with the comment, and is not by the page.
    page.wait_for_load_state("networkidle")
    assert asked == [] and page.locator(".discussion").get_attribute("data-load-action") == "none"
    # It is still said when the thread is read again and something has come.
    def count_one(route):
        answer = route.fetch()
        route.fulfill(response=answer, json={**answer.json(), "count": 1})

    page.route("**/act/refresh-comments", count_one)
    with page.expect_response(lambda answer: answer.url.endswith("/act/refresh-comments")):
        page.get_by_role("button", name="Refresh comments").click()
    until(page, "!document.querySelector('.discussion').dataset.busy")
    expect(page.locator("[data-sent]")).to_have_count(1)


@pytest.mark.mission("HN-55")
@SIZES
def test_a_submission_counts_its_title(own_demo, open_page, viewport):
    page = open_page(own_demo.url("/slipway/account"), viewport)
    sign_in(page)
    page.goto(own_demo.url("/slipway/account"))
    expect(page.locator(".account-lists a", has_text="Submit a story")).to_have_count(1)
    # The menu of the community has it too.
    page.goto(own_demo.url("/slipway/"))
    page.locator("[data-panel=left]").click()
    page.locator("#panel-left a", has_text="Submit a story").click()
    title = page.locator(".composer-form [name=title]")
    counter = page.locator("[data-counted-field=title]")
    expect(counter).to_be_hidden()
    # Nothing is cut off of what was pasted; it says by how much it is too long.
    title.fill("T" * 100)
    expect(counter).to_have_text("20 too many: at most 80 characters")
    assert len(title.input_value()) == 100
    title.fill("T" * 80)
    expect(counter).to_have_text("80 of 80 characters")
    link = page.locator(".composer-form [name=url]")
    link.fill("dunmouth.example/new")
    link.press("Tab")
    expect(link).to_have_value("https://dunmouth.example/new")
    page.locator("[data-command=preview]").click()
    expect(page.locator(".draft-saved")).to_have_text("There is no text to preview.")
    expect(page.locator(".composer-preview")).to_be_hidden()
    assert_axe_finds_nothing(page, "submission")
    page.locator("[data-sends-draft]").click()
    page.wait_for_url(re.compile(r"/(outbox/\d+|comments)"))
    # The story's own page, once it is stored, says it at its head, also after its comments have come.
    expect(page.locator("main").filter(has_text=re.compile("Sent|submitted before"))).to_be_visible()


@pytest.fixture(scope="module")
def lively_demo():
    """Its sites' time goes on, so that two members answer after about a minute."""
    running = DemoServer("--edition", EDITION)
    yield running
    running.end()


def sign_in_once(server, page):
    """Whoever a test before has signed in stays so."""
    page.goto(server.url("/slipway/account"))
    if page.locator(".sample-account").count():
        sign_in(page)
        page.goto(server.url("/slipway/account"))
    expect(page.locator("form[data-action=member-sign-out] button")).to_be_visible()


def write_comment(server, page, words):
    """Below the first story that has comments; its number."""
    page.goto(server.url("/slipway/"))
    story = page.locator(".row:has(.comments-link) > a[href*='/story/']").first.get_attribute("href")
    number = re.search(r"/story/(\d+)", story)[1]
    page.goto(server.url(f"/slipway/story/{number}/reply"))
    page.locator(".composer-form [name=text]").fill(words)
    page.locator("[data-sends-draft]").click()
    page.wait_for_url(re.compile(r"\?sent=\d+"), timeout=90_000)
    return number


@pytest.mark.mission("HN-89")
@SIZES
@pytest.mark.parametrize("script", [True, False], ids=["script", "none"])
def test_own_lists_have_what_one_wrote_and_kept(own_demo, open_page, viewport, script):
    page = open_page(own_demo.url("/slipway/"), viewport, script=script)
    sign_in_once(own_demo, page)
    words = f"Kept for the list at {viewport['width']}, {script}."
    number = write_comment(own_demo, page, words)
    page.goto(own_demo.url(f"/slipway/story/{number}/menu"))
    keep = page.locator("button", has_text="Add to favourites")
    if keep.count():
        keep.click()
        page.wait_for_url(re.compile(rf"/story/{number}$"), timeout=60_000)
    page.goto(own_demo.url("/slipway/account"))
    if script and viewport == PHONE:
        assert_axe_finds_nothing(page, "own account")
    assert_fits(page)
    page.locator("nav.account-lists a", has_text=re.compile("^Comments$")).click()
    expect(page.locator(".located-comment", has_text=words).first).to_be_visible(timeout=60_000)
    assert_fits(page)
    page.locator("nav.chips a", has_text=re.compile("^Favourites$")).click()
    expect(page.locator("nav.chips [aria-current]")).to_have_text("Favourites")
    expect(page.locator(f".row[data-story='{number}']")).to_be_visible()
    if script and viewport == PHONE:
        assert_axe_finds_nothing(page, "own favourites")
    assert_fits(page)
    page.go_back()
    page.locator(".top-bar [data-back]").click()
    expect(page.locator("form[data-action=member-sign-out] button")).to_be_visible()


@pytest.mark.mission("HN-87")
@pytest.mark.parametrize("script", [True, False], ids=["script", "none"])
def test_a_hidden_story_leaves_the_list_and_comes_back_by_undo(own_demo, open_page, script):
    page = open_page(own_demo.url("/slipway/"), script=script)
    sign_in_once(own_demo, page)
    page.goto(own_demo.url("/slipway/all"))
    number = page.locator(".row[data-story]").nth(2).get_attribute("data-story")
    row = page.locator(f".row[data-story='{number}']")
    page.goto(own_demo.url(f"/slipway/story/{number}/menu"))
    page.locator("form[data-action=hide] button").click()
    page.wait_for_url(re.compile(rf"/story/{number}$"), timeout=60_000)
    undo = page.locator(".toast button", has_text="Undo")
    expect(page.locator(".toast")).to_contain_text("Hidden")
    # Held, so that it stays however busy the machine is.
    undo.focus()
    other = page.context.new_page()
    other.goto(own_demo.url("/slipway/all"))
    expect(other.locator(".row[data-story]").first).to_be_visible()
    assert other.locator(f".row[data-story='{number}']").count() == 0
    assert other.locator(".toast").count() == 0
    other.close()
    with page.expect_navigation(timeout=60_000):
        undo.click()
    page.goto(own_demo.url("/slipway/all"))
    expect(row).to_have_count(1)


@pytest.mark.mission("HN-38")
def test_a_profile_is_edited(own_demo, open_page):
    page = open_page(own_demo.url("/slipway/"))
    sign_in_once(own_demo, page)
    page.locator(".account-lists a", has_text="Edit profile").click()
    about = page.get_by_label("About you")
    expect(about).to_be_visible()
    assert_axe_finds_nothing(page, "profile form")
    assert_fits(page)
    about.fill("I mend nets.\nSlowly.")
    email = page.get_by_label("E-mail address").input_value()
    page.locator("form[data-action=save-member-profile] button").click()
    page.wait_for_url(re.compile(r"/account/\d+$"), timeout=60_000)
    expect(page.locator(".account")).to_contain_text("I mend nets.")
    expect(page.locator(".toast")).to_have_text("Profile saved")
    page.goto(own_demo.url("/slipway/account"))
    page.locator(".account-lists a", has_text="Edit profile").click()
    expect(about).to_have_value("I mend nets.\nSlowly.")
    assert page.get_by_label("E-mail address").input_value() == email


@pytest.mark.mission("HN-90")
def test_a_reply_that_arrives_has_a_badge_in_the_open_list_until_it_was_read(lively_demo, open_page):
    page = open_page(lively_demo.url("/slipway/"))
    sign_in_once(lively_demo, page)
    # What comes after the first look is new.
    page.goto(lively_demo.url("/slipway/replies"))
    with page.expect_navigation():
        page.locator("form[data-action=refresh-replies] button").click()
    expect(page.locator(".note")).to_contain_text("Nobody has answered")
    write_comment(lively_demo, page, "Who has seen the lantern boat?")
    page.goto(lively_demo.url("/slipway/all"))
    badge = page.locator(".top-bar [data-unread-list=replies]")
    expect(badge).to_have_count(1)
    expect(badge).to_be_hidden()
    look = """async () => (await (await fetch('/slipway/act/refresh-replies', { method: 'POST', body: new URLSearchParams(),
        headers: { Accept: 'application/json' } })).json()).count"""

    def has_come():
        page.wait_for_timeout(5_000)
        return page.evaluate(look)

    # They come after 50 and 80 seconds, and the site is asked once a minute at most.
    wait_for(has_come, "a reply", 300)
    expect(badge).to_be_visible(timeout=60_000)
    expect(page.get_by_role("link", name=re.compile(r"Your account.*new replies: \d"))).to_be_visible()
    assert_axe_finds_nothing(page, "badge")
    badge.click()
    page.locator("dialog.drawer.right a", has_text="Replies to you").click()
    expect(page.locator(".located-comment.is-new").first).to_be_visible()
    assert_axe_finds_nothing(page, "replies")
    assert_fits(page)
    page.locator(".located-comment a[href*='/comments']").first.click()
    expect(page.locator(".discussion")).to_be_visible()
    page.goto(lively_demo.url("/slipway/all"))
    expect(badge).to_be_hidden()
