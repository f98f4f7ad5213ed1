"""Saved stories read without their server: taken along on their own page, kept up to date, and opened with nothing listening."""
import re

import pytest
from playwright.sync_api import expect

from support.offline import Gate, Visitor
from support.program import free_port, wait_for

EDITION = "mine"


class Newspaper:
    """A demonstration and the gate before it."""

    def __init__(self, demo):
        self.demo = demo
        self.gate = Gate(demo, free_port())
        self.address = f"http://127.0.0.1:{self.gate.port}"

    def at(self, path):
        return f"{self.address}/mine/{path}"


@pytest.fixture
def paper(own_demo, open_page):
    """With three saved stories at least, most of them with pictures."""
    page = open_page(own_demo.url("/mine/all"))
    rows = page.locator("main .row[data-story]:has(img)").evaluate_all("all => all.slice(0, 3).map((one) => one.dataset.story)")
    for story in rows:
        form = {"story": story, "kind": "saved", "value": "1"}
        assert page.request.post(own_demo.url("/mine/act/set-mark"), form=form, headers={"Origin": own_demo.address}).ok
    running = Newspaper(own_demo)
    yield running
    running.gate.close()


class Reader(Visitor):
    @property
    def panel(self):
        return self.page.locator("[data-offline-edition=mine]")

    def take_along(self, paper):
        self.page.goto(paper.at("saved"))
        self.panel.get_by_role("button", name="Take along").click()
        self.expect_state("taken")

    def saved(self):
        """The numbers of the stories that the list shows."""
        return self.page.locator("main .row[data-story]").evaluate_all("all => all.map((one) => one.dataset.story)")

    def unsaved_story(self, paper):
        known = set(self.saved())
        self.page.goto(paper.at("all"))
        return next(number for number in self.saved() if number not in known)

    def stored(self):
        """The paths of the stored pages of the version in use."""
        return self.page.evaluate("""async () => {
            const name = (await caches.keys()).find((one) => one.startsWith('pack/mine/'));
            return (await (await caches.open(name)).keys()).map((one) => new URL(one.url).pathname);
        }""")


@pytest.fixture
def reader(chromium, tmp_path):
    running = Reader(chromium, tmp_path / "profile")
    yield running
    running.context.close()
    assert [error for error in running.errors if not error.startswith("Transition was aborted")] == []


def toggle_saved(page):
    button = page.locator("[data-toggle=saved]:visible").first
    with page.expect_response(re.compile("/act/set-mark")):
        button.click()


def test_saved_stories_open_with_the_server_gone(paper, reader):
    page = reader.page
    reader.take_along(paper)
    stories = reader.saved()
    assert len(stories) >= 3
    expect(reader.panel).to_contain_text(f"{len(stories)} stories")
    titles = page.locator("main .row .headline").evaluate_all("all => all.map((one) => one.lastChild.textContent.trim())")
    paper.gate.close()
    reader.restart()
    page = reader.page
    page.goto(paper.at("saved"))
    assert reader.saved() == stories
    assert reader.loads("main .row img")
    pictures = 0
    for number, title in zip(stories, titles):
        page.goto(paper.at(f"story/{number}?in=q"))
        expect(page.locator("article h1")).to_have_text(title)
        assert len(page.locator("article .text").inner_text()) > 40
        if page.locator("article img").count():
            assert reader.loads("article img"), title
            pictures += 1
    assert pictures
    # Everything else says so, and leads here.
    assert page.goto(paper.at("unread")).status == 503
    page.get_by_role("link", name="saved stories").click()
    expect(page).to_have_url(paper.at("saved"))


def test_what_is_saved_later_comes_along_and_what_is_not_goes(paper, reader):
    page = reader.page
    reader.take_along(paper)
    before = reader.saved()
    other = reader.unsaved_story(paper)
    page.goto(paper.at(f"story/{other}"))
    toggle_saved(page)
    page.wait_for_function("""async (path) => {
        for (const name of await caches.keys()) if (name.startsWith('pack/mine/') && await (await caches.open(name)).match(path)) return true;
        return false;
    }""", arg=f"/mine/story/{other}")
    page.goto(paper.at("settings/offline"))
    expect(page.locator("[data-offline-edition=mine]")).to_contain_text(f"{len(before) + 1} stories")
    # The others were not fetched again, and the picture of one is there without the server.
    page.goto(paper.at(f"story/{before[0]}"))
    toggle_saved(page)
    page.goto(paper.at("settings/offline"))
    expect(page.locator("[data-offline-edition=mine]")).to_contain_text(f"{len(before)} stories")
    wait_for(lambda: f"/mine/story/{before[0]}" not in reader.stored(), "its page is gone from the device")
    assert f"/mine/story/{other}" in reader.stored()
    paper.gate.close()
    page.goto(paper.at("saved"))
    assert reader.saved() == [other, *before[1:]]
    page.goto(paper.at(f"story/{before[0]}"))
    expect(page.get_by_role("heading", name=re.compile("Tidings cannot be reached|Offline"))).to_be_visible()
    paper.gate.open()
    page.goto(paper.at("settings/offline"))
    page.locator("[data-offline-edition=mine]").get_by_role("button", name="Remove from this device").click()
    expect(page.locator("[data-offline-edition=mine]")).to_have_attribute("data-state", "absent")
    assert not [name for name in reader.caches() if "/mine" in name]


def test_only_what_is_new_is_fetched_again(paper, reader):
    page = reader.page
    reader.take_along(paper)
    count = len(reader.saved())
    other = reader.unsaved_story(paper)
    page.goto(paper.at(f"story/{other}"))
    paper.gate.asked.clear()
    toggle_saved(page)
    page.goto(paper.at("settings/offline"))
    expect(page.locator("[data-offline-edition=mine]")).to_contain_text(f"{count + 1} stories")
    wait_for(lambda: f"/mine/story/{other}" in reader.stored(), "the story comes along")
    stories = [path for path in paper.gate.asked if re.search(r"/story/\d+$", path)]
    assert set(stories) == {f"/mine/story/{other}"}, stories


def keep_front(page):
    """Waits until the front page is kept, some seconds after the visit."""
    wait_for(lambda: page.evaluate("""async () => {
        const active = (await navigator.serviceWorker.getRegistration('/'))?.active;
        if (!active) return false;
        return new Promise((done) => {
            const { port1, port2 } = new MessageChannel();
            port1.onmessage = ({ data }) => done(Boolean(data.used && !data.job));
            active.postMessage({ ask: 'state', edition: 'front.mine' }, [port2]);
        });
    }"""), "the front page is kept", 60)


def test_the_last_front_page_is_kept_by_itself(paper, reader):
    page = reader.page
    page.request.post(paper.demo.url("/mine/act/preferences"), form={"theme": "night"}, headers={"Origin": paper.demo.address})
    page.goto(paper.at(""))
    stories = reader.saved()
    keep_front(page)
    # It is no visit, and nothing is said to be taken along.
    assert "along" not in page.evaluate("document.cookie")
    paper.gate.close()
    reader.restart()
    page = reader.page
    assert page.goto(paper.at("")).status == 200
    notice = page.locator(".kept-notice")
    expect(notice).to_contain_text(re.compile(r"Offline, as of \d\d:\d\d"))
    assert reader.saved() == stories and reader.loads("main .row img")
    page.locator("main .row > a").first.click()
    expect(page.locator("article.story h1")).to_be_visible()
    expect(notice).to_contain_text("Offline, as of")
    expect(page.locator("article.story .text")).to_be_visible()
    # Nothing is said to have been done.
    expect(page.locator(".toast")).to_have_count(0)
    page.goto(paper.at("saved"))
    assert len(reader.saved()) >= 3
    # What is not here says so in its own looks, with the tabs, and leads back.
    assert page.goto(paper.at("feeds")).status == 503
    expect(page.locator("html")).to_have_attribute("data-theme", "night")
    expect(page.locator(".tabs a[aria-current]")).to_have_text("Feeds")
    expect(page.locator("[data-guide-list] a")).to_contain_text("as of")
    page.locator("[data-guide-list] a").first.click()
    expect(page).to_have_url(paper.at(""))
    # Saved stories, and what is on the front page, can be searched.
    title = page.locator("main .row .headline").nth(1).evaluate("one => one.lastChild.textContent.trim()")
    page.goto(paper.at("search?q=" + title.replace(" ", "+")))
    expect(page.locator("#found .row").first).to_contain_text(title)
    # The network is back: the page offers the current one, and the setting ends the keeping.
    page.goto(paper.at(""))
    paper.gate.open()
    expect(notice).to_contain_text("can be reached again")
    notice.get_by_role("link").click()
    expect(notice).to_have_count(0)
    page.goto(paper.at("settings/offline"))
    page.get_by_role("button", name="Keep none").click()
    expect(page.get_by_role("button", name="Keep front pages")).to_be_visible()
    assert not [name for name in reader.caches() if "front." in name]
