"""A guide read without its server: taken along in the settings, then the server's process ends, and everything opens. Browsers
keep their storage in a folder, so that they can be started again."""
import json

import pytest
from playwright.sync_api import Error, expect

from support.browser import CHROMIUM, PHONE
from support.guides import FELLSIDE, PAGES, PHOTOGRAPHS, UNIVERSITIES, write_guide
from support.offline import Gate, HeldAnswer, Visitor
from support.pictures import noise_png
from support.program import PASSWORD, TidingsServer, free_port, run, wait_for
from support.webkit import Page


class Guide:
    """A server with the guide, and the gate before it."""

    def __init__(self, folder, password=None):
        self.folder = folder
        (folder / "data/editions").mkdir(parents=True)
        (folder / "data/editions/fellside.yaml").write_text(FELLSIDE)
        port = free_port()
        self.server = TidingsServer(folder / "data", password=password, start=False)
        self.install("1")
        self.server.start()
        self.gate = Gate(self.server, port)
        self.address = f"http://127.0.0.1:{port}"

    def install(self, version):
        answer = run("pack", "install", write_guide(self.folder / f"v{version}", version), "--edition", "fellside",
                     "--data", self.server.folder)
        assert answer.returncode == 0, answer.stdout + answer.stderr

    def stop(self):
        """The server's process ends, and nothing listens at its address."""
        self.server.process.kill()
        self.server.process.wait(20)
        self.gate.close()

    def start(self):
        self.server.start()
        self.gate.open()

    def favourites(self):
        return {page["slug"]: page["at"] for page in json.loads(self.server.ask("/fellside/favourites.json").text)["pages"]}

    def at(self, path=""):
        return f"{self.address}/fellside/{path}"


@pytest.fixture
def guide(tmp_path):
    running = Guide(tmp_path / "guide")
    yield running
    running.gate.close()
    running.server.end()


@pytest.fixture
def visitor(chromium, tmp_path):
    running = Visitor(chromium, tmp_path / "profile")
    yield running
    running.context.close()
    # The worker's own page takes no part in view transitions, which Chromium reports to the page before it.
    assert [error for error in running.errors if not error.startswith("Transition was aborted")] == []


def wait_until_told(page, slug):
    """Waits until the device knows from the server that a page is a favourite."""
    page.wait_for_function("""slug => new Promise((done) => {
        indexedDB.open('tidings').onsuccess = ({ target: { result: database } }) => {
            database.transaction('favourites').objectStore('favourites').getAll().onsuccess = ({ target: { result } }) => {
                database.close();
                done(result.some(({ pages }) => pages.some((page) => page.slug === slug)));
            };
        };
    })""", arg=slug)


def mark(page):
    page.locator("article [data-toggle=saved]").click()
    expect(page.locator("article [data-toggle=saved]")).to_contain_text("Remove")


@pytest.mark.mission("YORK-01", "YORK-08")
def test_a_whole_guide_opens_with_the_server_gone(guide, visitor):
    visitor.take_along(guide)
    expect(visitor.panel).to_contain_text("version 1")
    guide.stop()
    page = visitor.page
    page.goto(guide.at())
    expect(page.locator("a.guide-choice", has_text="Universities").first).to_be_visible()
    for slug, title in PAGES.items():
        # Whatever the query says of lists and panes.
        for query in ["", "?in=saved"]:
            page.goto(guide.at(f"page/{slug}{query}"))
            expect(page.get_by_role("heading", name=title).first).to_be_attached()
    for name in UNIVERSITIES:
        page.goto(guide.at(f"page/{name.lower()}"))
        assert visitor.loads("article img") and visitor.loads("article .text img"), name
    page.goto(guide.at("saved"))
    expect(page.locator("main")).to_contain_text("No favourites yet")
    # Styles, scripts and drawings come along.
    assert page.evaluate("getComputedStyle(document.querySelector('.bottom, .top-bar')).display") != ""
    assert page.evaluate("[...document.styleSheets].every((sheet) => sheet.cssRules.length)")


@pytest.mark.mission("YORK-01")
def test_every_photograph_opens_with_the_server_gone(guide, visitor):
    visitor.take_along(guide)
    guide.stop()
    visitor.page.goto(guide.at("photographs"))
    expect(visitor.page.locator("main a[href*='/photographs/view-']")).to_have_count(PHOTOGRAPHS)
    assert visitor.loads("main img")
    visitor.page.goto(guide.at("photographs/view-07"))
    assert visitor.loads("main img")


@pytest.mark.mission("YORK-38")
def test_the_map_opens_with_the_server_gone(guide, visitor):
    visitor.take_along(guide)
    guide.stop()
    page = visitor.page
    page.goto(guide.at("map"))
    expect(page.locator(".map-pin")).to_have_count(len(UNIVERSITIES))
    expect(page.locator(".map-area")).to_have_count(1)
    expect(page.locator(".map-town")).to_have_text("Fellminster")
    page.locator("main").get_by_role("link", name="Keld University").last.click()
    expect(page).to_have_url(guide.at("page/keld"))


@pytest.mark.mission("YORK-01")
def test_a_guide_opens_after_the_browsers_restart_with_the_server_gone(guide, visitor):
    visitor.take_along(guide)
    guide.stop()
    visitor.restart()
    page = visitor.page
    page.goto(guide.at("page/birk"))
    expect(page.locator("article h1")).to_have_text("Birk University")
    assert visitor.loads("article img")
    page.goto(guide.at("photographs"))
    assert visitor.loads("main img")


def test_other_newspapers_say_that_the_server_is_gone_and_what_is_here(guide, visitor):
    visitor.take_along(guide)
    guide.stop()
    page = visitor.page
    assert page.goto(f"{guide.address}/mine/").status == 503
    expect(page.locator("h1")).to_have_text("Tidings cannot be reached")
    page.locator("[data-guide-list]").get_by_role("link", name="Fellside").click()
    expect(page).to_have_url(guide.at())
    page.goto(f"{guide.address}/mine/settings")
    guide.start()
    page.get_by_role("link", name="Try again").click()
    expect(page.locator("h1")).to_have_text("Settings")
    assert page.url == f"{guide.address}/mine/settings"


def test_a_failed_installation_is_reported_and_can_be_retried(guide, visitor):
    visitor.page.goto(guide.at("settings/offline"))
    guide.gate.refused.add("/offline")
    visitor.panel.get_by_role("button", name="Take along").click()
    visitor.expect_state("failed")
    expect(visitor.panel).to_contain_text("The server did not answer")
    expect(visitor.panel.locator(".offline-note-temporary")).to_be_hidden()
    expect(visitor.panel.get_by_role("button", name="Remove from this device")).to_be_hidden()
    guide.gate.refused.clear()
    visitor.panel.get_by_role("button", name="Go on").click()
    visitor.expect_state("taken")


@pytest.mark.mission("YORK-09")
def test_a_link_to_the_world_says_that_there_is_no_network(guide, visitor):
    visitor.take_along(guide)
    guide.stop()
    page = visitor.page
    page.goto(guide.at("page/ash"))
    visitor.context.set_offline(True)
    page.locator("article .text a", has_text="the world").click()
    expect(page.locator(".toast")).to_contain_text("no network")
    assert len(visitor.context.pages) == 2 and page.url == guide.at("page/ash")


@pytest.mark.mission("YORK-39")
def test_a_favourite_marked_offline_arrives_once_with_its_date(guide, visitor):
    page = visitor.page
    visitor.take_along(guide)
    page.goto(guide.at("page/food"))
    mark(page)
    wait_for(lambda: guide.favourites(), "the mark made online is there")
    wait_until_told(page, "food")
    before = guide.favourites()
    guide.gate.posts.clear()
    guide.stop()
    page.goto(guide.at("page/food"))
    # The stored page is older than the mark.
    expect(page.locator("article [data-toggle=saved]")).to_contain_text("Remove")
    page.goto(guide.at("page/keld"))
    started = page.evaluate("Date.now()")
    mark(page)
    ended = page.evaluate("Date.now()")
    page.reload()
    expect(page.locator("article [data-toggle=saved]")).to_contain_text("Remove")
    page.goto(guide.at("saved"))
    expect(page.locator(".guide-choice > span")).to_have_text(["Keld University", "Food"])
    # It waits on this device, whatever happens to the browser.
    visitor.restart()
    page = visitor.page
    page.goto(guide.at("page/food"))
    # The stored page is older than the mark.
    expect(page.locator("article [data-toggle=saved]")).to_contain_text("Remove")
    page.locator("article [data-toggle=saved]").click()
    expect(page.locator("article [data-toggle=saved]")).to_contain_text("Add")
    guide.start()
    page.goto(guide.at())
    wait_for(lambda: "keld" in guide.favourites() and "food" not in guide.favourites(), "the marks are sent")
    assert started <= guide.favourites()["keld"] <= ended and "food" in before
    for _ in range(2):
        page.goto(guide.at("page/ash"))
        page.goto(guide.at("saved"))
    expect(page.locator(".guide-choice > span")).to_have_text(["Keld University"])
    assert len(guide.gate.posts) == 2, guide.gate.posts


def test_a_form_without_script_is_kept_and_leads_back(guide, visitor):
    page = visitor.page
    visitor.take_along(guide)
    guide.stop()
    page.goto(guide.at("page/ash"))
    # As the browser sends it where our scripts do not run.
    page.evaluate("document.querySelector('article [data-toggle=saved]').form.submit()")
    expect(page.locator("article [data-toggle=saved]")).to_contain_text("Remove")
    assert page.url == guide.at("page/ash")
    guide.start()
    page.goto(guide.at())
    wait_for(lambda: "ash" in guide.favourites(), "the mark is sent")


def test_an_older_answer_does_not_bring_a_favourite_back(guide, visitor):
    """Two answers on two connections: the later request knows more, whichever comes last."""
    page = visitor.page
    visitor.take_along(guide)
    page.goto(guide.at("page/food"))
    page.evaluate("""() => {
        window.told = [];
        navigator.serviceWorker.addEventListener('message', ({ data }) => told.push(data.tidings.favourites.pages.map(({ slug }) => slug)));
    }""")
    guide.gate.held["/fellside/favourites.json"] = held = HeldAnswer()
    mark(page)
    assert held.has_arrived.wait(20)
    page.locator("article [data-toggle=saved]").click()
    page.wait_for_function("() => told.length === 1")
    held.may_go_on.set()
    page.wait_for_function("() => told.length === 2")
    assert page.evaluate("told") == [[], []]


def found(page):
    return page.locator(".row .headline:visible")


@pytest.mark.mission("YORK-01")
def test_a_guide_is_searched_with_the_server_gone(guide, visitor):
    visitor.take_along(guide)
    guide.stop()
    page = visitor.page
    # As a page of its own, from an address.
    page.goto(guide.at("search?q=text+food"))
    expect(found(page)).to_have_text(["Food"])
    expect(page.locator("#found")).to_contain_text("pages on this device were searched")
    expect(page.locator("#found mark")).to_have_text(["Text", "food"])
    expect(page.locator("main .search-bar input")).to_have_value("text food")
    page.locator("#found .row > a").click()
    expect(page).to_have_url(guide.at("page/food"))
    # Back leads to what was found, and over home it is the same.
    page.go_back()
    expect(found(page)).to_have_text(["Food"])
    page.goto(guide.at())
    page.locator("[data-search-label]").click()
    field = page.locator("dialog.search-overlay input[type=search]")
    expect(field).to_have_attribute("placeholder", "Search this guide")
    for query, titles in [("univ", ["Universities", *(f"{one} University" for one in UNIVERSITIES)]), ('"text of walks"', ["Walks"]),
                          ("version -birk", ["Ash University", "Keld University"])]:
        field.fill(query)
        field.press("Enter")
        expect(found(page)).to_have_text(titles)
    field.fill("nowhere")
    field.press("Enter")
    expect(page.locator(".search-overlay .results")).to_contain_text("No page here has the words “nowhere”.")
    # With the server it searches there.
    guide.start()
    page.goto(guide.at("search?q=food"))
    expect(found(page)).to_have_text(["Food"])
    expect(page.locator("#found")).not_to_contain_text("on this device")


def test_a_guide_that_the_server_has_dropped_can_be_removed(guide, visitor):
    visitor.take_along(guide)
    guide.stop()
    (guide.folder / "data/editions/fellside.yaml").unlink()
    guide.start()
    page = visitor.page
    page.goto(f"{guide.address}/mine/settings/offline")
    strays = page.locator("[data-remove-label]")
    expect(strays).to_contain_text("Not on this server any more")
    strays.get_by_role("button", name="Remove from this device: Fellside").click()
    expect(strays).to_be_hidden()
    wait_for(lambda: visitor.caches() == [], "nothing is left on the device")
    assert "along" not in page.evaluate("document.cookie")


def test_a_guide_goes_from_a_device_that_was_signed_out(tmp_path, visitor):
    guide = Guide(tmp_path / "guide", password=PASSWORD)
    try:
        page = visitor.page
        page.goto(guide.at("settings/offline"))
        page.locator("input[type=password]").fill(PASSWORD)
        page.locator("input[type=password]").press("Enter")
        visitor.take_along(guide)
        guide.stop()
        page.goto(guide.at("page/food"))
        expect(page.locator("article h1")).to_have_text("Food")
        # As from another device: the next contact says so.
        guide.start()
        ended = run("reader", "sessions", "revoke", "--all", "--data", guide.server.folder)
        assert ended.returncode == 0, ended.stderr
        # A running server hears of what another process has done within a second.
        def is_signed_out():
            page.goto(guide.at("page/food"))
            return page.locator("input[type=password]").is_visible()

        wait_for(is_signed_out, "the sign-in page", seconds=5)
        wait_for(lambda: not [one for one in visitor.caches() if one.startswith("pack")], "nothing of it is on the device")
        # Without anything here the request is the browser's own, which says itself that there is no server.
        guide.stop()
        with pytest.raises(Error, match="ERR_CONNECTION_REFUSED"):
            page.goto(guide.at("page/food"))
    finally:
        guide.gate.close()
        guide.server.end()


def test_an_interrupted_download_goes_on_where_it_was(guide, visitor):
    page = visitor.page
    page.goto(guide.at("settings/offline"))
    expect(visitor.panel).to_contain_text(f"{PHOTOGRAPHS + len(UNIVERSITIES)} pictures")
    guide.gate.let(1_300_000)
    visitor.panel.get_by_role("button", name="Take along").click()
    visitor.expect_state("taking")
    wait_for(guide.gate.is_full, "some of it is here")
    wait_for(lambda: page.evaluate("document.querySelector('.offline-panel progress').value") > 0, "its progress is shown")
    expect(visitor.panel).to_contain_text("MB of")
    guide.stop()
    visitor.expect_state("waiting")
    visitor.restart()
    page = visitor.page
    guide.start()
    before = guide.gate.sent
    page.goto(guide.at("settings/offline"))
    visitor.expect_state("taken")
    # What had come was not fetched again.
    whole = sum(len(noise_png(number)) for number in [*range(PHOTOGRAPHS), 100, 101, 102])
    assert guide.gate.sent - before < whole


def test_taking_along_can_be_stopped_and_removed(guide, visitor):
    page = visitor.page
    page.goto(guide.at("settings/offline"))
    expect(visitor.panel).to_contain_text("pictures")
    guide.gate.let(1_300_000)
    visitor.panel.get_by_role("button", name="Take along").click()
    wait_for(guide.gate.is_full, "some of it is here")
    visitor.panel.get_by_role("button", name="Stop").click()
    visitor.expect_state("stopped")
    guide.gate.let(float("inf"))
    visitor.panel.get_by_role("button", name="Go on").click()
    visitor.expect_state("taken")
    visitor.panel.get_by_role("button", name="Remove").click()
    visitor.expect_state("absent")
    wait_for(lambda: visitor.caches() == [], "nothing is left on the device")
    wait_for(lambda: page.evaluate("navigator.serviceWorker.getRegistration().then((one) => !one)"), "the worker is gone")
    assert "along" not in page.evaluate("document.cookie")


@pytest.mark.mission("YORK-01")
def test_an_update_replaces_a_guide_when_it_is_whole(guide, visitor):
    page = visitor.page
    visitor.take_along(guide)
    guide.install("2")
    guide.gate.let(300_000)
    # The network is asked first, so that nothing new is ever hidden.
    page.goto(guide.at("page/ash"))
    expect(page.locator("article .text")).to_contain_text("version 2")
    page.goto(guide.at("settings/offline"))
    visitor.expect_state("taking")
    expect(visitor.panel).to_contain_text("version 1 stays")
    wait_for(guide.gate.is_full, "some of it is here")
    guide.stop()
    for path in ["page/ash", "page/walks", "photographs"]:
        page.goto(guide.at(path))
        assert visitor.loads("main img") if path == "photographs" else page.locator("article .text").inner_text()
    page.goto(guide.at("page/ash"))
    expect(page.locator("article .text")).to_contain_text("version 1")
    guide.start()
    before = guide.gate.sent
    page.goto(guide.at("settings/offline"))
    visitor.expect_state("taken")
    expect(visitor.panel).to_contain_text("version 2")
    # Of its pictures only the new one was fetched.
    assert guide.gate.sent - before < sum(len(noise_png(number)) for number in range(PHOTOGRAPHS))
    guide.stop()
    page.goto(guide.at("page/ash"))
    expect(page.locator("article .text")).to_contain_text("version 2")
    page.goto(guide.at("photographs"))
    assert visitor.loads("main img")
    assert page.goto(guide.at("page/walks")).status == 503
    assert len([name for name in visitor.caches() if name.startswith("pack/")]) == 1


def test_storage_that_the_browser_threw_away_is_noticed(guide, visitor):
    page = visitor.page
    visitor.take_along(guide)
    page.evaluate("caches.keys().then((all) => Promise.all(all.filter((name) => name.startsWith('pack')).map((name) => caches.delete(name))))")
    page.goto(guide.at("settings/offline"))
    visitor.expect_state("lost")
    expect(visitor.panel).to_contain_text("thrown away")
    expect(visitor.panel.get_by_role("button", name="Remove from this device")).to_be_visible()
    visitor.panel.get_by_role("button", name="Take it along again").click()
    visitor.expect_state("taken")
    # All of it, with the worker and what it knew, as browsers do when a disk is full.
    page.evaluate("""async () => {
      for (const name of await caches.keys()) await caches.delete(name);
      await (await navigator.serviceWorker.getRegistration()).unregister();
      indexedDB.deleteDatabase('tidings');
    }""")
    visitor.restart()
    page = visitor.page
    page.goto(guide.at("settings/offline"))
    visitor.expect_state("lost")
    visitor.panel.get_by_role("button", name="Remove from this device").click()
    visitor.expect_state("absent")
    assert "along" not in page.evaluate("document.cookie")


def test_a_guide_that_does_not_fit_is_refused_in_words(guide, visitor):
    page = visitor.page
    page.add_init_script("navigator.storage.estimate = async () => ({ quota: 2_000_000, usage: 1_000_000 })")
    page.goto(guide.at("settings/offline"))
    expect(visitor.panel).to_contain_text("1 MB are free")
    visitor.panel.get_by_role("button", name="Take along").click()
    visitor.expect_state("full")
    expect(visitor.panel).to_contain_text("not enough room")
    expect(visitor.panel.get_by_role("button", name="Remove from this device")).to_be_hidden()
    assert visitor.caches() == []


def test_what_was_not_taken_along_passes_by_the_worker(guide, visitor):
    page = visitor.page
    visitor.take_along(guide)
    page.goto(f"{guide.address}/mine/settings")
    # Chromium sends the navigation itself: it is known as one, and a story is marked as opened.
    timing = page.evaluate("performance.getEntriesByType('navigation')[0].toJSON()")
    assert timing["workerStart"] > 0 and timing["responseStatus"] == 200
    assert page.evaluate("fetch('/mine/settings/offline').then((answer) => answer.status)") == 200


def test_the_guides_home_offers_to_take_it_along(guide, visitor):
    visitor.page.goto(guide.at())
    visitor.expect_state("absent")
    expect(visitor.panel.get_by_role("button", name="Take along")).to_be_visible()


def test_without_https_the_panel_says_why_there_is_nothing_to_press(tmp_path, chromium):
    """A name that is not loopback's, over plain http."""
    (tmp_path / "data/editions").mkdir(parents=True)
    (tmp_path / "data/editions/fellside.yaml").write_text(FELLSIDE)
    server = TidingsServer(tmp_path / "data", password=PASSWORD, start=False)
    server.arguments += ["--set", f"web.publicURL=http://phone.test:{server.port}"]
    answer = run("pack", "install", write_guide(tmp_path / "v1", "1"), "--edition", "fellside", "--data", server.folder)
    assert answer.returncode == 0, answer.stdout + answer.stderr
    server.start()
    browser = chromium.browser_type.launch(
        executable_path=CHROMIUM, args=["--no-sandbox", "--host-resolver-rules=MAP phone.test 127.0.0.1"])
    try:
        page = browser.new_page(viewport=PHONE)
        page.goto(f"http://phone.test:{server.port}/fellside/settings/offline")
        page.locator("input[type=password]").fill(PASSWORD)
        page.locator("input[type=password]").press("Enter")
        panel = page.locator("[data-offline-edition=fellside]")
        expect(panel).to_contain_text("only over https")
        assert panel.get_by_role("button").count() == 0
    finally:
        browser.close()
        server.end()


@pytest.mark.mission("YORK-01")
def test_a_guide_in_webkit_with_the_server_gone(guide, webkit):
    """Its automation keeps nothing over a restart."""
    page = Page(webkit)
    webkit.get(guide.at("settings/offline"))

    def state():
        return page.script("return document.querySelector('[data-offline-edition=fellside]').dataset.state")
    page.until(lambda: state() == "absent")
    page.click("[data-command=take]:not([hidden])")
    page.until(lambda: state() == "taken")
    guide.stop()
    webkit.get(guide.at("page/keld"))
    page.until(lambda: page.text("article h1") == "Keld University")
    page.wait("document.querySelector('article img').naturalWidth > 0")
    page.click("article [data-toggle=saved]")
    page.until(lambda: "Remove" in page.text("article [data-toggle=saved]"))
    webkit.get(guide.at("saved"))
    page.until(lambda: [one.text for one in page.all(".guide-choice > span")] == ["Keld University"])
    webkit.get(guide.at("photographs"))
    page.wait("document.querySelector('main img').naturalWidth > 0")
    webkit.get(f"{guide.address}/mine/")
    page.until(lambda: page.text("h1") == "Tidings cannot be reached")
    guide.start()
    webkit.get(guide.at())
    wait_for(lambda: list(guide.favourites()) == ["keld"], "the mark is sent")
