"""Comments: a thread of twelve hundred comments on a page and in the panel, with fingers, keys and without script."""
import json
import random
import re
import sqlite3
import time

import pytest
from playwright.sync_api import expect

from support.browser import (
    DESK, PHONE, TOUCH_OPTIONS, TouchGesture, assert_axe_finds_nothing_by_day_and_night, longest_allowed_task, longest_task, middle,
    task_times, until)
from support.program import TidingsServer
from support.sites import SampleSite

WORDS = ("the harbour office had said nothing until noon when water stood two feet deep in the market hall and nobody "
         "could tell who had left the barrier open").split()
CODE = "<p>As in<p><pre><code>func tide(at hour: Int) -&gt; Double { sin(Double(hour) / 12.4 * .pi) * 3.2 } // and on it goes\n</code></pre>"
LONG, SHORT, DEEP, POLL, JOB, EMPTY, SHOW = 1, 2, 3, 4, 5, 6, 7
BEGAN = 1_795_000_000
# Forty characters.
QUIET_SITE = "an-uncommonly-long-name-of-quiet.example"


class CommunitySite(SampleSite):
    """Stories and comments as in Hacker News's API, and the tree of its search API."""

    def __init__(self):
        # What does not exist is null; of the lists one has stories.
        super().__init__()
        self.serve({"*": "null", "*stories.json": "[]"}, "application/json")
        self.serve({"*topstories.json": [LONG, SHORT, DEEP, POLL, JOB, EMPTY, SHOW]})
        self.serve({f"/v0/user/{name}.json": {"id": name, "created": BEGAN, "karma": 77, "about": "Rings bells."}
                    for name in ["ada", *[f"reader{number}" for number in range(57)]]})
        self.dice = random.Random(7)
        self.items = {}
        self.number = 1_000
        self.story(LONG, "Tide barrier at Saltmere closed", "https://far.example/tide", 412)
        self.story(SHORT, "Ask: which rope for a bell", None, 12, text="<p>It is a large bell.")
        self.story(DEEP, "A very deep talk", "https://far.example/deep", 40)
        self.story(POLL, "Poll: tea or rope", None, 9, type="poll", parts=[901, 902])
        self.story(JOB, "Bell makers (YC W26) is hiring", "https://far.example/job", 1, type="job")
        self.story(EMPTY, "Nobody says anything", f"https://{QUIET_SITE}/quiet", 3)
        self.story(SHOW, "Show HN: A bell that rings itself", "https://far.example/bell", 30)
        for number, (text, votes) in enumerate([("Tea", 30), ("Rope", 10)]):
            self.items[901 + number] = {"id": 901 + number, "type": "pollopt", "by": "ada", "time": BEGAN, "poll": POLL,
                                        "text": text, "score": votes}
        path = []
        for number in range(1_200):
            while path and self.dice.random() < .45:
                path.pop()
            path = path[:16]
            path.append(self.say(path[-1] if path else LONG, number))
        at = DEEP
        for _ in range(21):
            at = self.say(at, 1)
        first = self.say(SHORT, words="Use a <i>long</i> one, see <a href=\"https:&#x2F;&#x2F;far.example&#x2F;rope\" rel=\"nofollow\">https:&#x2F;&#x2F;far.example&#x2F;rope</a>.")
        self.say(first, words=f"As said in <a href=\"{{site}}item?id={LONG}\">the other talk</a>.")
        gone = self.say(SHORT, words="")
        self.items[gone] |= {"deleted": True, "by": None, "text": None}
        self.say(gone, words="This answer stays.")
        self.items[self.say(SHORT, words="Hidden.")] |= {"dead": True}
        for story in (LONG, SHORT, DEEP):
            self.items[story]["descendants"] = self.count(story)
        self.publish()

    def story(self, number, title, url, score, type="story", **more):
        self.items[number] = {"id": number, "type": type, "by": "ada", "time": BEGAN, "title": title, "score": score,
                              "kids": [], "descendants": 0, **({"url": url} if url else {}), **more}

    def say(self, parent, number=3, words=None):
        self.number += 1
        text = words if words is not None else " ".join(self.dice.choice(WORDS) for _ in range(8 + number * 7 % 90)) + "."
        if number % 17 == 0:
            text += CODE
        self.items[self.number] = {"id": self.number, "type": "comment", "by": "ada" if number % 31 == 0 else f"reader{number % 57}",
                                   "time": BEGAN + self.number, "parent": parent, "text": text, "kids": []}
        self.items[parent]["kids"].append(self.number)
        return self.number

    def count(self, item):
        return sum(1 + self.count(kid) for kid in self.items[item]["kids"])

    def tree(self, number):
        item = self.items[number]
        return {"id": number, "type": item["type"], "author": item.get("by"), "created_at_i": item["time"],
                "created_at": "2026-11-18T00:00:00.000Z", "title": item.get("title"), "url": item.get("url"),
                "text": item.get("text"), "points": item.get("score"), "parent_id": item.get("parent"), "story_id": number,
                "options": [], "children": [self.tree(kid) for kid in item["kids"]]}

    def publish(self):
        """Serves what has changed."""
        now = {f"/v0/item/{number}.json": {name: value for name, value in item.items() if value is not None} for number, item in self.items.items()}
        now |= {f"/api/v1/items/{number}": self.tree(number) for number, item in self.items.items() if item["type"] not in ("comment", "pollopt")}
        texts = {path: json.dumps(answer).replace("{site}", self.home + "/") for path, answer in now.items()}
        self.serve({path: text for path, text in texts.items() if self.answers.get(path) != text}, "application/json")


EDITION = """
id: talk
title: The Talk
about: What an invented community talks about.
language: en
look:
  accent: {{ day: "#B4460A", night: "#FF9F5A" }}
  rows: counted
shell: {{ front: nothing, list: nothing, story: nothing, tabs: [], drawer: true }}
sections:
  - {{ title: Top, key: top, channels: [{{ kind: hacker-news, site: "{site}", address: "{site}news" }}] }}
options: {{ lead: false }}
"""


class CommunityServer:
    """A server that follows a sample community, and the community, which can change and go offline."""

    def __init__(self, folder):
        self.talk = CommunitySite()
        self.folder = folder
        self.server = TidingsServer(folder, *self.talk.allowed, start=False)
        (folder / "editions").mkdir(exist_ok=True)
        (folder / "editions/talk.yaml").write_text(EDITION.format(site=self.talk.home + "/"))
        self.server.start()
        self.stories = {}

    def url(self, path=""):
        return f"{self.server.address}/talk/{path}"

    def fill(self, page):
        """Opens the edition until its stories are there, and reads their numbers."""
        end = time.monotonic() + 60
        while len(self.stories) < 7:
            assert time.monotonic() < end, "the stories did not come"
            page.goto(self.url("all"))
            for row in page.locator(".row[data-story]").all():
                title = row.locator(".headline").evaluate("""(headline) => {
                    const copy = headline.cloneNode(true);
                    copy.querySelectorAll('.site-name, .rank, .visually-hidden').forEach((part) => part.remove());
                    return copy.textContent.trim(); }""")
                self.stories[title] = row.get_attribute("data-story")

    def story(self, number):
        return self.url(f"story/{self.stories[self.talk.items[number]['title']]}")

    def thread(self, number, query=""):
        return f"{self.story(number)}/comments{query}"

    def sql(self, text):
        with sqlite3.connect(self.folder / "tidings.sqlite", timeout=20) as database:
            database.execute(text)

    def later(self):
        """Two hours pass for all threads and visits."""
        by = 7_200_000
        self.sql(f"update fetch_state set fresh_until = 0, last_attempt_at = last_attempt_at - {by} where kind = 'discussion'")
        self.sql(f"update discussion set fetched_at = fetched_at - {by}")
        self.sql(f"update discussion_visit set last_visit_at = last_visit_at - {by}")

    def end(self):
        self.server.end()
        self.talk.end()


@pytest.fixture(scope="module")
def community(tmp_path_factory, chromium):
    server = CommunityServer(tmp_path_factory.mktemp("talk"))
    page = chromium.new_page()
    server.fill(page)
    page.close()
    yield server
    server.end()


@pytest.fixture
def own_community(tmp_path, chromium):
    server = CommunityServer(tmp_path)
    page = chromium.new_page()
    server.fill(page)
    page.close()
    yield server
    server.end()


def comments(page):
    return page.locator(".discussion .comment")


def wait_for_comments(page, count):
    until(page, f"document.querySelectorAll('.discussion .comment').length === {count}", 90)
    until(page, "(box => 'scripted' in document.documentElement.dataset && box.dataset.loadAction === 'none' && !box.dataset.busy)(document.querySelector('.discussion'))", 90)


def place(page):
    """The focused comment, and the position of its head."""
    return page.evaluate("[Number(document.activeElement.closest('.comment')?.id.slice(1)), document.activeElement.getBoundingClientRect().top]")


def wait_for_position(page):
    """Waits until the focused comment is 96 px below the bar."""
    until(page, """Math.abs(document.activeElement.getBoundingClientRect().top - 140) < 3
        || (scrollY + innerHeight >= document.documentElement.scrollHeight - 2 && document.activeElement.getBoundingClientRect().bottom <= innerHeight)""")
    return place(page)[0]


@pytest.mark.mission("HN-12", "HN-18", "HN-23", "HN-94")
def test_a_thread_loads_completely_and_folds(community, open_page):
    """HN-12, HN-18, HN-26: all twelve hundred; a tap folds one with its answers, and says how many."""
    page = open_page(community.story(LONG), PHONE)
    link = page.locator(".story-bar [data-panel='right']")
    expect(link).to_contain_text("1200 comments")
    page.goto(community.thread(LONG))
    wait_for_comments(page, 1_200)
    expect(page.locator(".discussion h1")).to_have_text("Tide barrier at Saltmere closed")
    expect(page.locator(".discussion h2")).to_have_text("1200 comments")
    expect(page.locator(".thread-author").first).to_have_attribute("title", "Author of the post")
    expect(page.locator(".thread-author").first).to_have_text("OPAuthor of the post")
    assert page.evaluate("[...document.querySelectorAll('.comment-text')].every(one => one.textContent.trim())")
    # In one step: the thread may still be replaced by its complete version.
    assert page.evaluate("""() => { const code = document.querySelector('.comment-text pre'); code.scrollIntoView();
        return code.scrollWidth > code.clientWidth && getComputedStyle(code).fontFamily.includes('mono'); }""")
    parent = page.locator(".thread > .comment:has(ol .comment)").first
    answers = parent.locator(".comment").count()
    parent.locator("summary").first.click()
    expect(parent.locator(".comment-text").first).to_be_hidden()
    expect(parent.locator(".collapsed-count").first).to_have_text(f"{answers} {'replies' if answers > 1 else 'reply'}")
    parent.locator("summary").first.click()
    expect(parent.locator(".comment-text").first).to_be_visible()
    # Two quick taps mean one.
    parent.locator("summary").first.dblclick()
    expect(parent.locator(".comment-text").first).to_be_hidden()
    parent.locator("summary").first.click()
    page.wait_for_timeout(600)
    parent.locator(".comment-text p").first.dblclick()
    expect(parent.locator(".comment-text").first).to_be_hidden()


@pytest.mark.mission("HN-18")
def test_navigation_by_key_and_by_link(community, open_page):
    page = open_page(community.thread(LONG), DESK)
    wait_for_comments(page, 1_200)
    tops = page.evaluate("[...document.querySelectorAll('.thread > .comment')].map(one => Number(one.id.slice(1)))")
    page.keyboard.press("J")
    assert wait_for_position(page) == tops[0]
    page.keyboard.press("J")
    assert wait_for_position(page) == tops[1]
    page.keyboard.press("K")
    assert wait_for_position(page) == tops[0]
    page.keyboard.press("j")
    second = wait_for_position(page)
    assert second == tops[0] + 1 or second == tops[1]
    deep = page.evaluate("document.querySelector('.comment .comment').id")
    page.locator(f"#{deep} > .comment-tools > .comment-menu").click()
    page.locator("dialog.sheet a", has_text="Go to parent").click()
    expect(page.locator("dialog.sheet")).to_have_count(0)
    above = wait_for_position(page)
    assert f"c{above}" == page.evaluate(f"document.getElementById('{deep}').parentElement.closest('.comment').id")
    page.keyboard.press("x")
    assert page.evaluate("document.activeElement.closest('details').open") is False
    page.keyboard.press("x")
    page.keyboard.press("t")
    expect(page.locator(".thread ol .comment").first).to_be_hidden()
    expect(page.locator("[data-level-toggle]")).to_have_text("Expand replies")
    shown = page.locator(".thread > .comment > details > summary > .collapsed-count").first
    expect(shown).to_be_visible()
    page.keyboard.press("t")
    expect(page.locator(".thread ol .comment").first).to_be_visible()


def test_five_short_comments_are_on_the_first_screen(community, open_page):
    """The post is their head, and what can be done with each is in its menu."""
    page = open_page(community.thread(LONG), PHONE)
    wait_for_comments(page, 1_200)
    shown, line = page.evaluate("""() => {
        document.querySelector('.discussion').classList.add('force-layout');
        for (const text of document.querySelectorAll('.comment-text')) text.innerHTML = '<p>Yes, it does.</p>';
        scrollTo(0, 0);
        const ends = [...document.querySelectorAll('.comment-text')].slice(0, 20).map(text => text.getBoundingClientRect().bottom);
        return [ends.filter(end => end <= innerHeight).length, document.querySelector('.byline').offsetHeight];
    }""")
    assert shown >= 5 and line <= 20, (shown, line)


@pytest.mark.mission("HN-73")
def test_a_comments_menu_opens_by_a_long_press_and_shares_it(community, open_page):
    """HN-73: from the menu and by key."""
    page = open_page(community.thread(SHORT), PHONE, **TOUCH_OPTIONS)
    wait_for_comments(page, 5)
    # A function that is the value of an expression would be called.
    page.evaluate("() => { window.letters = []; navigator.share = (letter) => { letters.push(letter); return Promise.resolve(); }; }")
    finger = TouchGesture(page)
    finger.send("touchStart", *middle(comments(page).first.locator("summary").first))
    share = page.locator("dialog.sheet").get_by_role("button", name="Share")
    expect(share).to_be_visible()
    finger.lift()
    assert page.evaluate("document.querySelector('.comment details').open"), "a long press is no tap"
    share.click()
    expect(page.locator("dialog.sheet")).to_have_count(0)
    page.keyboard.press("y")
    until(page, "letters.length === 2")
    first, second = page.evaluate("window.letters")
    assert first == second and first["title"] == "reader3 on Ask: which rope for a bell"
    assert re.search(r"/item\?id=\d+$", first["url"])
    page.keyboard.press(".")
    expect(share).to_be_visible()


def test_the_button_to_the_next_comment_covers_no_text_and_a_jump_shows_what_is_answered(community, open_page):
    """On a phone a bar at the thumb, on a wide screen beside the column; a jump ends 96 px below the bar."""
    page = open_page(community.thread(LONG), PHONE)
    wait_for_comments(page, 1_200)
    tops = page.evaluate("[...document.querySelectorAll('.thread > .comment')].map(one => Number(one.id.slice(1)))")
    button = page.get_by_role("button", name="Next comment")
    box = button.bounding_box()
    assert box["height"] >= 44 and (box["x"], box["width"]) == (0, 390) and box["y"] + box["height"] == PHONE["height"]
    below = """() => Math.round(document.querySelector('.comment.current > details > summary').getBoundingClientRect().top
        - document.querySelector('.top-bar').getBoundingClientRect().bottom)"""
    for top in tops[:2]:
        button.click()
        assert wait_for_position(page) == top
        until(page, f"Math.abs(({below})() - 96) < 2")
    # The end of what a reply answers is in sight.
    page.keyboard.press("j")
    until(page, f"Math.abs(({below})() - 96) < 2")
    assert page.evaluate("""() => {
        const { top } = document.querySelector('.comment.current > details > summary').getBoundingClientRect();
        const above = document.querySelector('.comment.current').parentElement.closest('.comment').querySelector('.comment-text').getBoundingClientRect();
        return above.bottom <= top + 1 && above.bottom > document.querySelector('.top-bar').getBoundingClientRect().bottom + 20;
    }""")
    # Within a text whose head is above the screen, the next comment is the one below it.
    follower = page.evaluate("""() => {
        document.activeElement.blur();
        // As a reader who scrolls, which ends a jump.
        dispatchEvent(new Event('wheel'));
        document.querySelector('.discussion').classList.add('force-layout');
        const all = [...document.querySelectorAll('.thread > .comment')];
        const at = all.findIndex((one, index) => index > 2 && index < all.length - 9 && !one.querySelector('.comment') && one.offsetHeight > 100);
        scrollBy({ top: all[at].getBoundingClientRect().bottom - 74, behavior: 'instant' });
        return at > 0 && all[at + 1].id;
    }""")
    assert follower
    button.click()
    until(page, f"document.activeElement.closest('.comment')?.id === '{follower}'")
    page.set_viewport_size(DESK)
    box = button.bounding_box()
    assert min(box["width"], box["height"]) >= 44
    assert box["x"] >= page.locator(".thread").evaluate("one => one.getBoundingClientRect().right")


def test_a_long_jump_ends_at_its_comment(community, open_page):
    """The comments between were never laid out."""
    page = open_page(community.thread(LONG), DESK)
    wait_for_comments(page, 1_200)
    tops = page.evaluate("[...document.querySelectorAll('.thread > .comment')].map(one => Number(one.id.slice(1)))")
    page.goto(community.thread(LONG, "") + f"#c{tops[-1]}")
    wait_for_comments(page, 1_200)
    until(page, f"Math.abs(document.getElementById('c{tops[-1]}').getBoundingClientRect().top) < innerHeight")


@pytest.mark.mission("HN-84")
def test_words_are_found_in_the_whole_thread(community, open_page):
    """HN-84: marked, counted, stepped through, also in what is folded."""
    page = open_page(community.thread(SHORT), PHONE)
    wait_for_comments(page, 5)
    page.locator(".comment summary").first.click()
    page.keyboard.press("/")
    page.keyboard.type("stays")
    found = page.locator(".thread-find output")
    expect(found).to_have_text("1 of 1")
    expect(page.locator("mark.current-match")).to_be_visible()
    page.locator(".thread-find input").fill("th")
    expect(found).to_have_text(re.compile(r"^1 of [2-9]$"))
    page.keyboard.press("Enter")
    expect(found).to_have_text(re.compile("^2 of "))
    page.keyboard.press("Shift+Enter")
    expect(found).to_have_text(re.compile("^1 of "))
    page.locator(".thread-find input").fill("nowhere at all")
    expect(found).to_have_text("None")
    # Across the screen, in one row, and in reach wherever one is.
    page.set_viewport_size({"width": 320, "height": 640})
    left, right, top, parts = page.evaluate("""() => {
        document.querySelector('.thread').style.paddingBottom = '900px';
        scrollTo(0, 500);
        const form = document.querySelector('.thread-find');
        const box = form.getBoundingClientRect();
        const parts = [...form.children].map(one => one.getBoundingClientRect()).map(one => [one.left, one.right, one.top, one.bottom]);
        return [box.left, box.right, box.top, parts.filter(([left, right, top, bottom]) => left < 0 || right > 320 || top < box.top || bottom > box.bottom)];
    }""")
    assert [left, right, top, parts] == [0, 320, 44, []]
    page.keyboard.press("Escape")
    expect(page.locator(".thread-find")).to_have_count(0)
    assert page.locator("mark").count() == 0


@pytest.mark.mission("HN-02")
@pytest.mark.parametrize("width", [320, 390, 1280])
def test_a_row_says_who_when_and_how_much_in_full(community, open_page, width):
    """HN-02: also where it leads, beside the title."""
    page = open_page(community.url("all"), {"width": width, "height": 844})
    row = page.locator(".row", has_text="Tide barrier at Saltmere closed")
    expect(row.locator(".source-line .points")).to_have_text("412 points")
    expect(row.locator(".source-line .name")).to_have_text("ada")
    expect(row.locator(".comments-link")).to_contain_text("1200 comments")
    expect(row.locator(".headline .site-name")).to_have_text("far.example")
    edge = row.locator(".source-line").evaluate("line => line.getBoundingClientRect().right")
    for part in [".points", ".name", "time"]:
        assert row.locator(f".source-line {part}").evaluate("node => node.scrollWidth <= node.clientWidth + 1"), part
        assert row.locator(f".source-line {part}").evaluate("node => node.getBoundingClientRect().right") <= edge + 1, part
    # A site's name stands whole up to forty characters.
    site = page.locator(".row", has_text="Nobody says anything").locator(".headline .site-name")
    expect(site).to_have_text(QUIET_SITE)
    assert site.evaluate("""node => node.scrollWidth <= node.clientWidth && node.scrollHeight <= node.clientHeight + 1
        && node.getBoundingClientRect().right <= node.closest('.row-text').getBoundingClientRect().right + 1""")


@pytest.mark.mission("HN-62")
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_shown_work_and_jobs_have_colours_of_their_own(community, open_page, scheme):
    """HN-62, HN-63: three grounds by day and by night; a job has neither points nor comments."""
    page = open_page(community.url("all"), PHONE, color_scheme=scheme)
    grounds = [page.locator(".row", has_text=title).evaluate("row => getComputedStyle(row).backgroundColor")
               for title in ("Tide barrier", "Show HN", "is hiring")]
    assert len(set(grounds)) == 3, grounds
    job = page.locator(".row", has_text="is hiring")
    assert job.locator(".comments-link").count() == 0 and job.locator(".points").count() == 0


@pytest.mark.mission("HN-36", "HN-40", "HN-70", "HN-85", "HN-86")
def test_what_is_said_of_comments(community, open_page):
    """HN-70, HN-85, HN-86, HN-40: links to the site stay here, names lead to people, standing is told in words."""
    page = open_page(community.thread(LONG), PHONE)
    wait_for_comments(page, 1_200)
    expect(page.locator(".discussion .byline")).to_contain_text(re.compile("far.example.*ada.*412 points"))
    assert page.locator(".post-text").count() == 0
    page.goto(community.thread(SHORT))
    wait_for_comments(page, 5)
    expect(page.locator(".discussion > header .post-text")).to_have_text("It is a large bell.")
    expect(page.locator(".moderation-state")).to_have_text(["deleted", re.compile("^dead")])
    for standing in page.locator(".moderation-state").all():
        expect(standing).to_be_visible()
    expect(page.locator(".comment-text", has_text="This answer stays.")).to_be_visible()
    way = page.locator(".comment-text a", has_text="the other talk")
    assert way.get_attribute("href") == community.thread(LONG).removeprefix(community.server.address)
    expect(page.locator(".comment-text a", has_text="far.example/rope").first).to_have_attribute("href", re.compile("^/talk/linked/"))
    page.locator(".author").first.click()
    expect(page.locator(".member-page h1")).to_be_visible()
    expect(page.locator(".member-page")).to_contain_text("77")
    page.goto(community.thread(POLL))
    expect(page.locator(".poll li").first).to_contain_text("30 votes, 75 %", timeout=60_000)
    expect(page.locator(".poll li").first).to_be_visible()
    page.goto(community.story(JOB))
    expect(page.locator(".story-bar")).to_be_visible()
    assert page.locator("[data-panel='right']").count() == 0 and "point" not in page.locator(".byline").inner_text()
    page.goto(community.thread(EMPTY))
    expect(page.locator(".thread-notes").get_by_text("No comments yet.")).to_be_visible(timeout=60_000)


@pytest.mark.mission("NEXUS-02", "NEXUS-23", "NEXUS-25", "HN-13", "HN-75")
def test_the_panel_opens_by_finger_button_and_key(community, open_page):
    """NEXUS-02, NEXUS-23, NEXUS-25, HN-75: and opening it asks once."""
    page = open_page(community.story(DEEP), PHONE, **TOUCH_OPTIONS)
    finger = TouchGesture(page)
    community.sql("update fetch_state set fresh_until = 0")
    before = community.talk.asked.count(f"/v0/item/{DEEP}.json")
    panel = page.locator("dialog.drawer.right")
    finger(*middle(page.locator("article.story h1")), dx=-220)
    expect(panel).to_be_visible()
    wait_for_comments(page, 21)
    assert community.talk.asked.count(f"/v0/item/{DEEP}.json") == before + 1
    finger(120, 500, dx=240)
    expect(panel).to_have_count(0)
    page.locator(".story-bar [data-panel='right']").click()
    expect(panel.locator(".comment").first).to_be_visible()
    page.keyboard.press("Escape")
    expect(panel).to_have_count(0)
    page.keyboard.press("c")
    expect(panel.locator(".comment").first).to_be_visible()
    assert community.talk.asked.count(f"/v0/item/{DEEP}.json") == before + 1, "what is fresh is not asked for again"
    page.locator("dialog .close").click()
    expect(panel).to_have_count(0)


def test_list_story_and_comments_stand_side_by_side(community, open_page):
    """Each closes with a pointer, however far the page was scrolled and whichever style sheet came first."""
    gaps = set()
    for width in (768, 1024, 1280, 1280):
        # The first page of a browser has its style sheet inlined, and loads the file after the one for threads.
        page = open_page(community.story(SHORT) if width == 768 else community.url("all"), {"width": width, "height": 800})
        panel = page.locator("dialog.drawer.right")
        if width > 768:
            page.locator(".row", has_text="which rope").locator("a:not(.comments-link)").click()
            expect(page.locator("#reading-pane article.story")).to_be_visible()
        page.evaluate("document.querySelector('main').style.minHeight = '3000px'; scrollTo(0, 400)")
        page.keyboard.press("c")
        wait_for_comments(page, 5)
        # In one step: the panel may bring newer comments in between, without the paragraph.
        gaps.add(
            page.evaluate("""() => {
                const text = document.querySelector('.comment-text');
                text.insertAdjacentHTML('beforeend', '<p>On it goes.</p>');
                return parseFloat(getComputedStyle(text.querySelector('p + p')).marginTop);
            }""")
        )
        box = panel.bounding_box()
        assert box["y"] == 44 and box["x"] + box["width"] == width
        bar = panel.locator(".drawer-bar").bounding_box()
        assert panel.locator("h1").bounding_box()["y"] >= bar["y"] + bar["height"] + 4
        expect(panel.get_by_role("button", name="Next comment")).to_be_visible()
        # The bar over the comments takes the story's name, and covers no more than its own height.
        expect(panel.locator(".drawer-bar .title")).to_have_css("opacity", "0")
        panel.evaluate("panel => { panel.querySelector('.thread').style.paddingBottom = '900px'; panel.scrollTop = 400; }")
        expect(panel.locator(".drawer-bar .title")).to_have_css("opacity", "1")
        if width > 768:
            story = page.locator("#reading-pane").bounding_box()
            assert story["width"] >= 400 and story["x"] + story["width"] == box["x"]
            assert page.locator("main").is_visible() == (width == 1280)
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        close = panel.get_by_role("button", name="Close comments")
        # A cross: beside a story a chevron leads to the next one.
        expect(close).to_have_count(1)
        assert close.locator("use").get_attribute("href").endswith("#close")
        close.click()
        expect(panel).to_have_count(0)
        if width > 768:
            page.locator(".pane-bar").get_by_role("button", name="Close the story").click()
            expect(page.locator("#reading-pane article.story")).to_have_count(0)
        page.goto(community.url("keys"))
    assert len(gaps) == 1 and gaps.pop() < 14, gaps


def test_back_from_a_person_leads_to_the_comment_in_its_panel(community, open_page):
    page = open_page(community.story(DEEP), PHONE)
    page.keyboard.press("c")
    wait_for_comments(page, 21)
    name = comments(page).nth(9).locator(".author").first
    name.scroll_into_view_if_needed()
    # In one step: comments get their measured height as they come into view, and a pointer's click scrolls after them.
    one, top = name.evaluate("""node => {
      const place = [node.closest('.comment').id, node.getBoundingClientRect().y]
      node.click()
      return place
    }""")
    expect(page.locator(".member-page h1")).to_be_visible()
    page.locator("[data-back]").click()
    until(page, f"Math.abs(document.querySelector('dialog.drawer.right #{one} > .author')?.getBoundingClientRect().y - {top}) < 3")


@pytest.mark.mission("NEXUS-24")
def test_on_a_tablet_the_swipe_waits_for_the_end_of_the_story(community, open_page):
    """NEXUS-24: at half of the text it does nothing, at its end it opens; the button always does."""
    page = open_page(community.story(SHORT), {"width": 900, "height": 700}, **TOUCH_OPTIONS)
    # The story's own page is looked at for more of its text.
    page.wait_for_load_state("networkidle")
    page.evaluate("document.querySelector('.text').insertAdjacentHTML('beforeend', '<p>On it goes.</p>'.repeat(90))")
    finger = TouchGesture(page)
    panel = page.locator("dialog.drawer.right")
    page.evaluate("scrollTo(0, document.querySelector('.text').offsetHeight / 2)")
    finger(600, 350, dx=-300)
    expect(panel).to_have_count(0)
    page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
    finger(600, 200, dx=-300)
    expect(panel).to_be_visible()
    page.keyboard.press("Escape")
    expect(panel).to_have_count(0)
    page.evaluate("scrollTo(0, 0)")
    page.locator("[data-panel='right']:visible").first.click()
    expect(panel.locator(".comment").first).to_be_visible()
    page.keyboard.press("Escape")
    expect(panel).to_have_count(0)
    page.keyboard.press("c")
    expect(panel.locator(".comment").first).to_be_visible()


def test_the_button_at_the_thumb_leads_from_one_new_comment_to_the_next(own_community, open_page):
    """Once *new* was pressed; after the last one it leads to the next comment of the top level again."""
    community = own_community
    page = open_page(community.thread(DEEP), PHONE)
    wait_for_comments(page, 21)
    community.later()
    community.talk.say(community.talk.items[DEEP]["kids"][0], words="A late word.")
    community.talk.say(DEEP, words="Later still.")
    community.talk.items[DEEP]["descendants"] = 23
    community.talk.publish()
    page.goto(community.thread(DEEP))
    wait_for_comments(page, 23)
    button = page.locator(".next-comment")
    expect(button).to_have_attribute("title", "Next comment")
    page.locator(".thread-tools .is-new").click()
    wait_for_position(page)
    first = page.locator(".comment.is-new.current").get_attribute("id")
    expect(button).to_have_attribute("title", "Next new comment")
    button.click()
    wait_for_position(page)
    assert page.locator(".comment.is-new.current").get_attribute("id") != first
    button.click()
    expect(page.locator(".toast")).to_have_text("That was the last new comment")
    expect(button).to_have_attribute("title", "Next comment")


@pytest.mark.mission("HN-13")
def test_what_is_new_is_marked_and_a_refresh_keeps_the_place(own_community, open_page):
    """HN-13, HN-72: and the list counts what came since the last visit."""
    community = own_community
    page = open_page(community.thread(DEEP), PHONE)
    wait_for_comments(page, 21)
    assert page.locator(".comment.is-new").count() == 0
    community.later()
    first = community.talk.items[DEEP]["kids"][0]
    community.talk.say(first, words="A late word.")
    community.talk.say(DEEP, words="Later still.")
    community.talk.items[DEEP]["descendants"] = 23
    community.talk.publish()
    page.goto(community.thread(DEEP))
    wait_for_comments(page, 23)
    expect(page.locator(".comment.is-new")).to_have_count(2)
    expect(page.locator(".thread-tools .is-new")).to_have_text("2 new")
    page.keyboard.press("n")
    wait_for_position(page)
    expect(page.locator(".comment.is-new.current")).to_have_count(1)
    # A refresh while reading keeps the scroll position.
    page.mouse.move(195, 400)
    page.evaluate("scrollTo(0, 0)")
    page.mouse.wheel(0, 700)
    until(page, "scrollY > 500")
    still = None
    while still != (still := page.evaluate("scrollY")):
        page.wait_for_timeout(400)
    page.evaluate("document.querySelectorAll('.comment')[20].querySelector('details').open = false")
    folded = page.evaluate("document.querySelectorAll('.comment')[20].id")
    mark = page.evaluate("""(() => {
        const heads = [...document.querySelectorAll('.comment summary')];
        const one = heads.find(head => head.getBoundingClientRect().top > 60);
        return [one.closest('.comment').id, one.getBoundingClientRect().top];
    })()""")
    community.sql("update fetch_state set last_attempt_at = last_attempt_at - 100000")
    community.talk.items[DEEP]["kids"].insert(0, community.talk.say(DEEP, words="On top of all. " * 20))
    community.talk.items[DEEP]["kids"].pop()
    community.talk.items[DEEP]["descendants"] = 24
    community.talk.publish()
    page.evaluate("document.activeElement.blur()")
    page.keyboard.press("r")
    wait_for_comments(page, 24)
    until(page, f"Math.abs(document.getElementById('{mark[0]}').querySelector('summary').getBoundingClientRect().top - {mark[1]}) < 3")
    assert page.evaluate(f"document.getElementById('{folded}').querySelector('details').open") is False
    # A list tells of what has come since.
    community.sql("update story set comment_count = comment_count + 3 where origin_key = '3'")
    page.goto(community.url("all"))
    row = page.locator(".row", has_text="very deep")
    expect(row.locator(".comments-link")).to_have_text("27 comments 3 new")
    # An open one too, when it is looked at again.
    community.sql("update story set comment_count = comment_count + 1, points = 1234 where origin_key = '3'")
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    expect(row.locator(".comments-link")).to_have_text("28 comments 4 new")
    expect(row.locator(".points")).to_have_text("1234 points")


@pytest.mark.mission("HN-74")
def test_ages_have_right_plurals(community, open_page):
    """HN-74: one and two of each, in whole words; what is older than a month keeps its date."""
    page = open_page(community.thread(SHORT), PHONE)
    wait_for_comments(page, 5)
    ages = [("1 second", 1), ("2 seconds", 2), ("1 minute", 61), ("2 minutes", 130), ("1 hour", 3_700), ("2 hours", 7_500),
            ("1 day", 90_000), ("2 days", 180_000), ("30 days", 30 * 86_400 + 60)]
    for words, seconds in ages:
        page.evaluate("""async seconds => {
            const { updateCommentAges, shownDiscussion } = await import(document.querySelector('script[src*="thread.js"]').src);
            document.querySelector('.comment summary time').dateTime = new Date(Date.now() - seconds * 1000 - 200).toISOString();
            updateCommentAges(shownDiscussion());
        }""", seconds)
        assert page.locator(".comment summary time").first.inner_text() == words
    page.goto(community.thread(SHORT))
    expect(page.locator(".comment summary time").first).to_have_text(re.compile(r"^\d+ (seconds?|minutes?|hours?|days?)$|^\d+ \w{3}( \d{4})?$"))


@pytest.mark.mission("HN-13", "HN-72")
def test_pulling_down_fetches_again(own_community, open_page):
    community = own_community
    page = open_page(community.thread(DEEP), PHONE, **TOUCH_OPTIONS)
    wait_for_comments(page, 21)
    finger = TouchGesture(page)
    community.sql("update fetch_state set last_attempt_at = last_attempt_at - 100000")
    before = community.talk.asked.count(f"/v0/item/{DEEP}.json")
    finger(200, 140, dy=320)
    until(page, "document.querySelector('.toast') !== null")
    assert community.talk.asked.count(f"/v0/item/{DEEP}.json") > before


@pytest.mark.mission("NEXUS-30", "HN-14")
def test_when_the_origin_is_gone_the_comments_stay(own_community, open_page):
    """NEXUS-30, HN-14: with their time, and why there are no newer ones."""
    community = own_community
    page = open_page(community.thread(DEEP), PHONE)
    wait_for_comments(page, 21)
    community.later()
    community.talk.fail(503)
    page.goto(community.thread(DEEP))
    expect(page.locator(".thread-notes [role=alert]")).to_contain_text("These are the comments loaded before.", timeout=60_000)
    assert comments(page).count() == 21
    assert page.locator(".fetch-time time").get_attribute("datetime")
    page.goto(community.thread(POLL))
    expect(page.locator(".thread-notes [role=alert]")).to_be_visible(timeout=60_000)
    expect(page.locator(".thread-notes")).not_to_contain_text("No comments yet.")
    page.errors.clear()


def test_without_script_comments_fold_and_link(community, open_page):
    page = open_page(community.thread(DEEP), PHONE, script=False)
    assert comments(page).count() == 21
    first = comments(page).first
    first.locator("summary").first.click()
    expect(first.locator(".comment-text").first).to_be_hidden()
    first.locator("summary").first.click()
    assert page.locator(".next-comment").count() == 0
    comments(page).nth(4).locator(":scope > .comment-tools > .comment-menu").click()
    expect(page.get_by_label("Link to copy")).to_be_visible()
    page.get_by_role("link", name="Go to parent").click()
    expect(page).to_have_url(re.compile(r"/comments#c\d+$"))
    page.locator("[data-level-toggle]").click()
    assert comments(page).count() == 1
    page.locator("[data-level-toggle]").click()
    assert comments(page).count() == 21
    assert page.locator("[data-share]:visible").count() == 0


@pytest.mark.mission("HN-17", "HN-91")
def test_deep_answers_are_readable_on_a_narrow_phone(community, open_page):
    """HN-17, HN-88, HN-91: 15 px a level, capped; nothing is wider than the screen, in text of twice the size too."""
    page = open_page(community.thread(DEEP), {"width": 320, "height": 640})
    wait_for_comments(page, 21)
    lefts = page.evaluate("[...document.querySelectorAll('.comment')].slice(0, 6).map(one => one.getBoundingClientRect().left)")
    assert [round(b - a) for a, b in zip(lefts, lefts[1:])] == [15] * 5
    last = comments(page).last
    last.scroll_into_view_if_needed()
    expect(last.locator(".level")).to_have_text("level 21")
    assert last.locator(".comment-text").bounding_box()["width"] >= 190
    # The site's name is one long word, and after a jump nothing clips what is too wide.
    page.evaluate("""() => {
        document.querySelector('.thread-foot a').lastChild.data = 'Open at news.communitysite.example';
        document.querySelector('.discussion').classList.add('force-layout');
    }""")
    page.keyboard.press("/")
    for size, width, height in (("100%", 320, 640), ("200%", 320, 640), ("100%", 844, 390), ("100%", 1920, 1000)):
        page.evaluate("size => { document.documentElement.style.fontSize = size; }", size)
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate("document.documentElement.scrollWidth") <= width, (size, width)


@pytest.mark.mission("HN-88")
@pytest.mark.parametrize("screen", ["short", "poll", "person", "list", "panel", "menu"])
def test_axe_finds_nothing_in_a_thread(community, open_page, screen):
    page = open_page(community.story(SHORT), PHONE if screen != "panel" else DESK)
    if screen == "panel":
        page.keyboard.press("c")
        wait_for_comments(page, 5)
    elif screen == "list":
        page.goto(community.url("all"))
    else:
        page.goto(community.thread(POLL if screen == "poll" else SHORT))
        expect(page.locator(".poll li, .comment").first).to_be_visible(timeout=60_000)
    if screen == "person":
        page.locator(".author").first.click()
        expect(page.locator(".member-page h1")).to_be_visible()
    elif screen == "menu":
        page.goto(community.server.address + page.locator(".comment-menu").first.get_attribute("href"))
        expect(page.get_by_role("button", name="Copy link")).to_be_visible()
    if screen in ("short", "panel"):
        for scheme in ("dark", "light"):
            page.emulate_media(color_scheme=scheme)
            assert_faded_in_three_steps(page)
    # How far the site's own pages fade a comment.
    page.evaluate("document.querySelectorAll('.comment-text').forEach((one, at) => one.classList.add(`fade-${at % 3 + 1}`))")
    assert_axe_finds_nothing_by_day_and_night(page, screen)


def assert_faded_in_three_steps(page):
    """HN-88: fainter in two steps, in the third smaller too."""
    shades = page.evaluate("""() => {
        const text = document.querySelector('.comment:not(.subdued) .comment-text');
        return [[], ['fade-1'], ['fade-2'], ['fade-3']].map((step) => {
            text.classList.add(...step);
            const { color, fontSize } = getComputedStyle(text), shade = [color, parseFloat(fontSize)];
            text.classList.remove(...step);
            return shade;
        });
    }""")
    colours, sizes = zip(*shades)
    assert len(set(colours)) == 3 and colours[2] == colours[3], shades
    assert sizes[0] == sizes[1] == sizes[2] > sizes[3], shades


@pytest.mark.mission("HN-94")
def test_twelve_hundred_comments_are_scrolled_without_a_long_task(community, open_page, chromium):
    """HN-94: no task takes longer than 50 ms on a processor four times slower (`longest_allowed_task`). Other work only adds to it,
    and more to layout than to a loop, as it takes the caches too: so five scrolls in seven may take longer. And the thread is
    there after three seconds of work on that processor, at most."""
    page = open_page(community.thread(LONG), PHONE, **TOUCH_OPTIONS)
    wait_for_comments(page, 1_200)

    def show():
        page.reload()
        wait_for_comments(page, 1_200)

    opened = [sum(task_times(chromium, page, show)) / longest_allowed_task(chromium, page) * 50 for _ in range(2)]
    assert min(opened) <= 3_000, opened
    session = page.context.new_cdp_session(page)
    session.send("Performance.enable")

    def layout_seconds(width):
        def spent():
            return next(one["value"] for one in session.send("Performance.getMetrics")["metrics"] if one["name"] == "LayoutDuration")
        before = spent()
        page.set_viewport_size({"width": width, "height": 844})
        page.evaluate("document.documentElement.scrollHeight")
        return spent() - before

    def scroll():
        """In the middle of the thread."""
        start = page.evaluate("scrollY")
        session.send("Input.synthesizeScrollGesture", {"x": 195, "y": 500, "yDistance": -1200, "speed": 1200, "gestureSourceType": "mouse"})
        assert page.evaluate("scrollY") - start > 1_000

    in_parts = sorted(layout_seconds(width) for width in (380, 390, 380, 390))
    tasks, loops = zip(*((longest_task(chromium, page, scroll), longest_allowed_task(chromium, page)) for _ in range(7)))
    assert sorted(tasks)[1] <= sorted(loops)[3], (tasks, loops)
    page.evaluate("document.documentElement.classList.add('force-layout')")
    page.evaluate("document.documentElement.scrollHeight")
    whole = sorted(layout_seconds(width) for width in (380, 390, 380, 390))
    assert in_parts[1] < whole[1] / 4, (in_parts, whole)
