"""A paper by interests: what a reader follows makes the front page, and each can be changed and undone. And the search through
the paper's service."""
import re
import sqlite3
import time
from email.utils import format_datetime
from datetime import datetime, timedelta, timezone

import pytest
from playwright.sync_api import expect

from support.browser import PHONE, SCRIPT, SIZES, assert_axe_finds_nothing_by_day_and_night, reload_until
from support.news_service import KEY, NewsService, title
from support.program import DemoServer, TidingsServer, run
from support.sites import rss

HEADS = ".section-head h2"
FRONT, TOPICS = "/breakwater/", "/breakwater/topics"
FILLING = '<div data-loading="first" class="newspaper'


@pytest.fixture
def fresh_demo():
    running = DemoServer("--still", "--edition", "breakwater")
    yield running
    running.end()


def wait_until_filled(page, selector):
    """Until no more stories are on their way. Without script a page does not reload itself."""
    reload_until(page, lambda: page.locator(selector).count() and not page.locator("[data-loading]").count())


def press(page, selector, script):
    """A form is sent in the background, or leads to a page."""
    if script:
        # The page asks for its publishers by itself.
        with page.expect_response(re.compile("/act/(?!refresh-publishers)")):
            page.locator(selector).click()
    else:
        page.locator(selector).click()


@pytest.mark.mission("BREAK-01", "BREAK-32", "BREAK-37", "BREAK-44")
@SIZES
@SCRIPT
def test_a_paper_by_interests_is_made_without_any_gate(fresh_demo, open_page, viewport, script):
    """BREAK-01, BREAK-32, BREAK-37, BREAK-44: headlines first; categories become sections in their order, and can be undone."""
    page = open_page(fresh_demo.url(FRONT), viewport, script)
    wait_until_filled(page, "main .row")
    expect(page.locator(HEADS)).to_have_text(["Orsany, in English"])
    invitation = page.locator(".topic-invitation")
    expect(page.locator(".newspaper > .section:has(.row) ~ .topic-invitation")).to_have_count(1)
    for name in ["General", "Business", "Technology", "Science", "Health", "Sports", "Entertainment"]:
        expect(invitation.get_by_role("button", name=f"Follow {name}")).to_be_visible()
    invitation.get_by_role("button", name="Follow Business").click()
    page.wait_for_url(f"**{TOPICS}")
    expect(page.locator("#category-business")).to_have_attribute("aria-pressed", "true")
    press(page, "#category-science", script)
    expect(page.locator("#category-science")).to_have_attribute("aria-pressed", "true")
    names = page.locator(".followed-topics .name b")
    expect(names).to_have_text(["Orsany, in English", "Business", "Science"])
    page.goto(fresh_demo.url(FRONT))
    wait_until_filled(page, ".section:has(h2:has-text('Science')) .row")
    expect(page.locator(HEADS)).to_have_text(["Orsany, in English", "Business", "Science"])
    assert page.locator(".topic-invitation").count() == 0
    page.locator(".section-head a", has_text="Science").click()
    expect(page.locator("h1")).to_have_text("Science")
    expect(page.locator("main .row").first).to_be_visible()
    page.goto(fresh_demo.url(FRONT))
    page.get_by_role("link", name="Topics", exact=True).click()
    press(page, ".followed-topics li:nth-child(3) [data-topic-action=up]", script)
    expect(names).to_have_text(["Orsany, in English", "Science", "Business"])
    press(page, ".followed-topics li:nth-child(3) [data-topic-action=unfollow]", script)
    expect(names).to_have_text(["Orsany, in English", "Science"])
    expect(page.locator(".unfollow-notice")).to_contain_text("Business is no longer followed.")
    page.goto(fresh_demo.url(FRONT))
    expect(page.locator(HEADS)).to_have_text(["Orsany, in English", "Science"])
    page.goto(fresh_demo.url(TOPICS))
    business = page.locator("#category-business")
    for pressed in ["true", "false"]:
        press(page, "#category-business", script)
        expect(business).to_have_attribute("aria-pressed", pressed)
    press(page, "#follow-again", script)
    expect(names).to_have_text(["Orsany, in English", "Science", "Business"])
    expect(page.locator("#category-business")).to_have_attribute("aria-pressed", "true")


@pytest.mark.mission("BREAK-39")
@SCRIPT
def test_followed_words_have_a_section_of_their_own(fresh_demo, open_page, script):
    """BREAK-39: words over everything that arrives; what cannot be followed is said and kept."""
    page = open_page(fresh_demo.url(FRONT), PHONE, script)
    wait_until_filled(page, "main .row")
    row = page.locator("main .row").last
    # Two publishers may say it in the same words: a story is known by its number.
    story = f"main .row[data-story='{row.get_attribute('data-story')}']"
    title = row.locator(".headline").inner_text().replace("Unread:", "").strip()
    word = max(re.findall(r"\w+", title), key=len)
    page.goto(fresh_demo.url(TOPICS))
    field = page.locator("#typed-words")
    field.fill("x" * 101)
    press(page, "#follow-words", script)
    said = page.locator(".toast") if script else page.locator("#words-note")
    expect(said).to_contain_text("have at most 100 characters; these have 101.")
    expect(field).to_have_value("x" * 101)
    field.fill(word)
    press(page, "#follow-words", script)
    name = page.locator(".followed-topics a.name", has_text=word)
    expect(name).to_be_visible()
    expect(field).to_have_value("")
    address = name.get_attribute("href")
    page.goto(fresh_demo.url(address))
    expect(page.locator("h1")).to_have_text(word)
    expect(page.locator(story)).to_have_count(1)
    page.goto(fresh_demo.url(TOPICS))
    press(page, ".followed-topics li:last-child [data-topic-action=unfollow]", script)
    expect(name).to_have_count(0)
    page.goto(fresh_demo.url(address))
    expect(page.locator("main")).to_contain_text("This does not exist")


def test_words_typed_while_others_are_followed_stay(fresh_demo, open_page):
    page = open_page(fresh_demo.url(TOPICS), PHONE)
    field = page.locator("#typed-words")
    page.route("**/act/follow-topic", lambda route: (field.fill("pier"), route.continue_()))
    field.fill("harbour")
    field.press("Enter")
    expect(page.locator(".followed-topics a.name", has_text="harbour")).to_be_visible()
    expect(field).to_have_value("pier")
    expect(field).to_be_focused()


def test_what_is_pressed_stays_under_the_finger_and_back_shows_the_paper_as_chosen(fresh_demo, open_page):
    page = open_page(fresh_demo.url(FRONT), PHONE)
    wait_until_filled(page, "main .row")
    page.get_by_role("link", name="Topics", exact=True).click()
    page.wait_for_url(f"**{TOPICS}")
    for category in ["sports", "health"]:
        button = page.locator(f"#category-{category}")
        button.scroll_into_view_if_needed()
        place = button.bounding_box()["y"]
        press(page, f"#category-{category}", True)
        expect(page.locator(".toast")).to_contain_text(f"Following {category.title()}")
        assert abs(button.bounding_box()["y"] - place) <= 1
    page.go_back()
    expect(page.locator(HEADS)).to_have_text(["Orsany, in English", "Sports", "Health"])


@pytest.mark.mission("BREAK-47")
@SIZES
@SCRIPT
def test_publishers_are_searched_and_followed(fresh_demo, open_page, viewport, script):
    """BREAK-47: by name and by language; one tap follows."""
    page = open_page(fresh_demo.url(TOPICS), viewport, script)
    rows = page.locator(".publishers li")
    assert rows.count() > 5
    name = rows.nth(3).locator("b").inner_text()
    page.locator(".publisher-filter [name=q]").fill(name)
    if not script:
        page.locator(".publisher-filter button").click()
    expect(rows).to_have_count(1)
    assert "q=" in page.url or script
    press(page, ".publishers li button", script)
    expect(rows.locator("button")).to_have_attribute("aria-pressed", "true")
    expect(page.locator(".followed-topics .name b")).to_have_text([name])
    page.goto(fresh_demo.url(FRONT))
    wait_until_filled(page, f".section:has(h2:has-text(\"{name}\"))")


def test_topics_are_chosen_by_keyboard(fresh_demo, open_page):
    page = open_page(fresh_demo.url(TOPICS), PHONE)
    for category in ["general", "health"]:
        page.locator(f"#category-{category}").focus()
        with page.expect_response(re.compile("follow-topic")):
            page.keyboard.press("Enter")
        expect(page.locator(f"#category-{category}")).to_have_attribute("aria-pressed", "true")
        expect(page.locator(f"#category-{category}")).to_be_focused()
    expect(page.locator("#live")).to_have_text("Following Health")
    up = page.locator(".followed-topics li:last-child [data-topic-action=up]")
    up.focus()
    page.keyboard.press("Enter")
    # At the top there is only the way down.
    expect(page.locator(".followed-topics li:first-child .name b")).to_have_text("Health")
    expect(page.locator(".followed-topics li:first-child [data-topic-action=down]")).to_be_focused()
    page.locator(".followed-topics li:first-child [data-topic-action=unfollow]").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#follow-again")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("#category-health")).to_have_attribute("aria-pressed", "true")


def test_a_headline_pressed_while_the_paper_fills_opens(demo, open_page):
    """A page reloads by itself as stories arrive, but not once it is being left: that would end the way to the story."""
    page = open_page(demo.url("/mine/"), PHONE)
    page.route("**/story/*", lambda route: (time.sleep(1.5), route.continue_()))
    page.evaluate("""() => {
        const real = window.fetch;
        const answer = () => Response.json({ arrived: 1, arriving: 'Loading 1 feed…', isUpdating: true });
        window.fetch = (url, ...more) => (String(url).startsWith('/api/live') ? Promise.resolve(answer()) : real(url, ...more));
        document.querySelector('.newspaper').dataset.loading = '';
        setTimeout(() => document.querySelector('main .row > a').click());
        setTimeout(() => document.dispatchEvent(new Event('visibilitychange')), 300);
    }""")
    expect(page.locator("article.story h1")).to_be_visible()


def visits_while_filling(page, then):
    """Each visit of My feeds, of which the first finds stories on their way; later ones find `then`."""
    visits = []

    def fill(route):
        response = route.fetch()
        visits.append(1)
        new = FILLING if len(visits) == 1 else then
        route.fulfill(response=response, body=response.text().replace('<div class="newspaper', new, 1))

    page.route("**/mine/", fill)
    page.reload()
    return visits


def test_a_paper_that_was_shown_between_two_feeds_is_completed(demo, open_page):
    """Nothing was being fetched when it was rendered, and all is there when it asks: it loads itself once more, once."""
    page = open_page(demo.url("/mine/"), PHONE)
    visits = visits_while_filling(page, FILLING)
    expect(page.locator("[data-loading]")).to_have_count(1)
    for _ in range(100):
        if len(visits) == 2:
            break
        page.wait_for_timeout(50)
    # A second poll changes nothing.
    with page.expect_response("**/api/live?*"):
        page.wait_for_timeout(1_500)
    assert len(visits) == 2


def test_a_paper_that_fills_stays_at_its_top(demo, open_page):
    """Chromium keeps the first row where it is when a page loads itself anew, below all that has come above it."""
    page = open_page(demo.url("/mine/"), PHONE)
    visits = visits_while_filling(page, f'{"<p>A story that has come.</p>" * 60}<div class="newspaper')
    page.get_by_text("A story that has come.").last.wait_for()
    page.wait_for_timeout(1_000)
    assert len(visits) == 2 and page.evaluate("scrollY") == 0


@SIZES
def test_axe_finds_nothing_where_topics_are_chosen(fresh_demo, open_page, viewport):
    page = open_page(fresh_demo.url(FRONT), viewport)
    page.locator(".topic-invitation").wait_for()
    # Until then it reloads by itself. A busy machine takes its time for the first refresh of all publishers.
    expect(page.locator("[data-loading]")).to_have_count(0, timeout=120_000)
    assert_axe_finds_nothing_by_day_and_night(page, FRONT)
    page.locator(".topic-invitation").get_by_role("button", name="Follow Sports").click()
    page.wait_for_url(f"**{TOPICS}")
    for pressed in ["true", "false"]:
        press(page, "#category-health", True)
        expect(page.locator("#category-health")).to_have_attribute("aria-pressed", pressed)
    expect(page.locator(".unfollow-notice")).to_be_visible()
    assert_axe_finds_nothing_by_day_and_night(page, TOPICS)
    page.set_viewport_size({"width": 320, "height": 700})
    assert page.evaluate("document.documentElement.scrollWidth") <= 320


@SCRIPT
def test_not_now_takes_the_invitation_away(fresh_demo, open_page, script):
    page = open_page(fresh_demo.url(FRONT), PHONE, script)
    wait_until_filled(page, ".topic-invitation")
    page.get_by_role("button", name="Not now").click()
    expect(page.locator(".topic-invitation")).to_have_count(0)
    expect(page.get_by_role("link", name="Topics", exact=True)).to_be_visible()


# ---- a paper with a service


class Headlines(NewsService):
    """The service, and a publisher's own feed."""

    stories = 12

    @property
    def edition(self):
        feed = f'{{ publisher: Quay Post, address: "{self.home}/feed" }}'
        return (f'title: The Hour\nlook: {{ rows: wide }}\ntopics:\n  service: {{ kind: news-api, site: "{self.home}/" }}\n'
                f'  shelves:\n    - {{ country: gb, title: Kingdom, languages: [en], feeds: [{feed}] }}\n')

    def __init__(self):
        super().__init__()
        items = "".join(
            f"<item><title>Report {number} of the quay</title><link>{self.home}/reports/{number}</link><guid>r{number}</guid>"
            f"<pubDate>{format_datetime(datetime.now(timezone.utc) - timedelta(hours=number))}</pubDate></item>"
            for number in range(self.stories))
        self.serve({"/feed": rss("Quay Post", items)})


@pytest.fixture
def hour(tmp_path):
    """Gives a server whose paper has topics, with or without a key for its service."""
    service = Headlines()
    started = []

    def start(key=None):
        folder = tmp_path / "data"
        (folder / "editions").mkdir(parents=True)
        (folder / "editions/hour.yaml").write_text(service.edition)
        server = TidingsServer(folder, *service.settings(tmp_path), start=False)
        if key:
            settings = service.settings(tmp_path)
            stored = run("key", "set", f"{service.home}/", "--data", folder, *settings, input=key)
            assert stored.returncode == 0, stored.stderr
        server.start()
        started.append(server)
        return server, service

    yield start
    for server in started:
        server.end()
    service.end()


@pytest.mark.mission("BREAK-31")
@SCRIPT
def test_a_search_goes_to_the_service_and_its_results_open(hour, open_page, script):
    """BREAK-31: stored stories, then the service's; a result is a story; more than 500 characters are refused in words."""
    server, service = hour(KEY)
    page = open_page(f"{server.address}/hour/", PHONE, script)
    wait_until_filled(page, "main .row")
    page.goto(f"{server.address}/hour/search")
    page.locator("main input[name=q]").fill("berth")
    page.locator("main input[name=q]").press("Enter")
    found = page.locator("#found .row", has_text=title(77))
    expect(found).to_have_count(1)
    asked = [path for path in service.asked if path.startswith("/v2/everything")]
    assert asked and all("q=berth" in path for path in asked)
    found.locator("a").first.click()
    page.wait_for_url(re.compile(r"/hour/story/\d+"))
    expect(page.locator("article.story h1")).to_have_text(title(77))
    page.goto(f"{server.address}/hour/search")
    page.locator("main input[name=q]").fill("b" * 501)
    page.locator("main input[name=q]").press("Enter")
    expect(page.locator("#found [role=alert]")).to_contain_text("takes at most 500 characters of words to look for.")
    assert not any("bbb" in path for path in service.asked)


def test_a_key_stored_while_the_server_runs_is_used_for_topics(hour, open_page, tmp_path):
    """BREAK-39: what is followed is asked of the service from then on."""
    server, service = hour()
    page = open_page(f"{server.address}/hour/", PHONE)
    wait_until_filled(page, "main .row")
    page.goto(f"{server.address}/hour/topics")
    page.locator("#typed-words").fill("berth")
    press(page, "#follow-words", True)
    expect(page.locator(".followed-topics .name b")).to_have_text(["Kingdom", "berth"])
    assert not any(path.startswith("/v2/everything") for path in service.asked)
    stored = run("key", "set", f"{service.home}/", "--data", server.folder, *service.settings(tmp_path), input=KEY)
    assert stored.returncode == 0, stored.stderr
    page.goto(f"{server.address}/hour/")
    wait_until_filled(page, f".section:has(h2:has-text('berth')) .row:has-text('{title(0)}')")
    assert any(path.startswith("/v2/everything") and "berth" in path for path in service.asked)


@pytest.mark.mission("BREAK-43")
@SIZES
def test_new_stories_are_marked_and_one_line_leads_to_the_first(hour, open_page, viewport):
    """BREAK-43: after the end of the visit before."""
    server, _ = hour()
    page = open_page(f"{server.address}/hour/", viewport)
    wait_until_filled(page, "main .row")
    assert page.locator(".since-visit").count() == 0
    # Two hours later two stories have come. The page is closed, as it would note that the server is away.
    page.goto("about:blank")
    server.end()
    hours = 3_600_000
    with sqlite3.connect(server.folder / "tidings.sqlite") as database:
        (newest,) = database.execute("select max(id) from story").fetchone()
        database.execute("update visit set last_visit_at = last_visit_at - ?, last_visit_newest_story_id = ?", (2 * hours, newest - 2))
        database.execute("update story set arrived_at = arrived_at - ? where id <= ?", (3 * hours, newest - 2))
    server.start()
    page.goto(f"{server.address}/hour/")
    line = page.locator(".since-visit a")
    expect(line).to_have_text(re.compile("^2 new since "))
    line.click()
    target = re.search(r"#s(\d+)$", page.url)
    if target:
        expect(page.locator(f"#s{target[1]}")).to_be_in_viewport()
        assert int(target[1]) > newest - 2
    page.goto(f"{server.address}/hour/all")
    ids = [int(value) for value in page.locator("main .row:has(~ .since-visit)").evaluate_all("rows => rows.map((row) => row.dataset.story)")]
    assert sorted(ids) == [newest - 1, newest], ids
    expect(page.locator("main .since-visit")).to_have_text(re.compile("^New above, since "))
    expect(page.locator("main .since-visit")).to_be_visible()
