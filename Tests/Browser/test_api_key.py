"""The key of a service, entered in the browser: where it goes, where it never is, and what pages say while the service refuses."""
import base64
import pathlib
import re
from html import escape
from urllib.parse import quote

import pytest
from playwright.sync_api import expect

from support.browser import DESK, PHONE, SCRIPT, assert_fits
from support.news_service import KEY, NewsService
from support.program import FORM, TidingsServer, form, run, wait_for

PAGE = "/hour/topics/key"
# Every code that the service documents, and those that it sends besides; what ends the plan comes last.
ERRORS = {
    "apiKeyMissing": "needs a key of yours", "apiKeyInvalid": "does not accept the key", "apiKeyDisabled": "has disabled the key",
    "parametersMissing": "needs a country, a category", "parameterInvalid": "does not accept a part", "sourcesTooMany": "at most 20 publishers",
    "sourceDoesNotExist": "does not know one of the publishers", "unexpectedError": "reported a failure of its own",
    "maximumResultsReached": "shows no further results", "corsNotAllowed": "does not accept requests from here",
    "upgradeRequired": "only on a larger plan", "apiKeyExhausted": "has no requests left",
}


@pytest.fixture
def served(tmp_path):
    """A server whose edition is the service's, and that service."""
    service = NewsService()
    folder = tmp_path / "data"
    (folder / "editions").mkdir(parents=True)
    (folder / "editions/hour.yaml").write_text(service.edition)
    server = TidingsServer(folder, *service.settings(tmp_path))
    yield server, service
    server.end()
    service.end()


def enter(page, server, key):
    page.goto(server.address + PAGE)
    page.locator("input[name=key]").fill(key)
    page.locator("[data-action=set-api-key] button").click()
    page.wait_for_load_state()


def forms(key):
    """What the key looks like, as it is and in the encodings of addresses, pages, headers and files."""
    spelled = {key, quote(key, safe=""), quote(key), escape(key), base64.b64encode(key.encode()).decode().rstrip("="), key.encode().hex()}
    return [text.encode() for text in spelled]


def assert_nowhere(key, places):
    assert places
    for place, content in places:
        content = content.encode() if isinstance(content, str) else content
        for spelled in forms(key):
            assert spelled not in content, f"{place} has the key"


def files(folder):
    found = [path for path in pathlib.Path(folder).rglob("*") if path.is_file()]
    assert found
    return [(str(path), path.read_bytes()) for path in found]


@pytest.mark.mission("BREAK-02", "BREAK-48")
@SCRIPT
def test_a_key_entered_in_the_browser_is_in_one_header_and_nowhere_else(served, open_page, tmp_path, script):
    """BREAK-02, BREAK-48: pages, addresses, headers, log, commands, database, backup and process arguments."""
    server, service = served
    seen = []
    page = open_page(server.address + PAGE, PHONE, script)

    page.on("response", lambda response: seen.append((f"response at {response.url}", f"{response.url} {response.headers}")))

    def look(path):
        """In the browser, and as it is sent."""
        page.goto(server.address + path)
        seen.append((f"page {path}", page.content()))
        reply = server.ask(path)
        seen.append((f"answer to {path}", f"{reply.status} {reply.headers} {reply.text}"))

    field = page.locator("input[name=key]")
    assert field.get_attribute("type") == "password" and field.get_attribute("autocomplete") == "off"
    enter(page, server, KEY)
    expect(page.locator("[role=status]:not(#live)")).to_have_text(re.compile(r"The key works: \d+ new stories came from 127\.0\.0\.1\."))
    expect(field).to_have_value("")
    seen.append(("the page that the form leads to", page.content()))
    assert page.url == server.address + PAGE
    _, target, headers, _ = service.requests[0]
    assert target.startswith("/v2/top-headlines?country=us") and len([target for target in service.asked if target.startswith("/v2/")]) == 1
    assert [name for name, value in headers.items() if KEY in value] == ["x-api-key"]

    paths = ["/hour/", "/hour/all", "/hour/feeds", "/hour/settings/accounts", "/hour/settings/editions", "/hour/search?q=berth",
             "/hour/settings?q=key", "/hour/newsstand", "/mine/", "/api/live?edition=hour"]
    for path in [PAGE, *paths]:
        look(path)
    page.goto(server.address + "/hour/all")
    page.locator("article.row > a").first.click()
    page.wait_for_url(re.compile(r"/story/\d+"))
    # What is wrong is said without it, and another key that is refused is kept as well as the good one.
    for error in ["apiKeyInvalid", "parameterInvalid", "unexpectedError"]:
        service.refuse(error)
        page.goto(server.address + PAGE)
        page.locator("[data-action=try-api-key] button").click()
        expect(page.locator("[role=alert]").first).to_contain_text(ERRORS[error])
        for path in [PAGE, "/hour/", "/hour/all", "/hour/feeds"]:
            look(path)
    service.refuse(None)
    wrong = KEY[::-1]
    enter(page, server, wrong)
    expect(page.locator("[role=alert]").first).to_contain_text("does not accept the key")
    enter(page, server, KEY + " " + KEY)
    expect(page.locator("[role=alert]").first).to_contain_text("A key is one word")
    for key, accept in [(wrong, "application/json"), (KEY, "text/html")]:
        reply = server.ask("/hour/act/set-api-key", "POST", form(key=key, site=service.home, back=PAGE), **FORM, Origin=server.address, Accept=accept)
        assert reply.status in (200, 303)
        seen.append((f"answer to the form, as {accept}", f"{reply.headers} {reply.text}"))

    copy = tmp_path / "copy.tidings"
    commands = [run(*arguments, "--data", server.folder) for arguments in
                [["refresh"], ["key", "list"], ["feeds", "--why"], ["refresh", "--json"], ["backup", copy]]]
    for command in commands:
        seen.append((f"output of {command.args}", command.stdout + command.stderr))
    assert commands[-1].returncode == 0 and "requests left in 24 hours" in commands[1].stdout
    assert run("restore", copy, "--data", tmp_path / "restored").returncode == 0
    arguments = pathlib.Path(f"/proc/{server.process.pid}/cmdline").read_bytes()
    environment = pathlib.Path(f"/proc/{server.process.pid}/environ").read_bytes()
    page.goto("about:blank")  # An open page polls.
    # With what is only in the log of writes yet, and once more when all is in the database.
    kept = files(server.folder) + [("arguments", arguments), ("environment", environment), ("backup", copy.read_bytes())]
    server.end()
    kept += files(server.folder) + files(tmp_path / "restored") + files(tmp_path / "config")
    log = ("server's log", "\n".join(server.lines) + server.process.stdout.read())
    assert len([place for place, _ in seen if place.startswith("answer to")]) > 20
    for key in [KEY, wrong]:
        assert_nowhere(key, seen + kept + [log])
    for _, target, headers, body in service.requests:
        assert KEY not in target and KEY.encode() not in body and KEY not in str({n: v for n, v in headers.items() if n != "x-api-key"})


@pytest.mark.mission("BREAK-27")
def test_each_error_of_a_service_has_its_sentence_above_what_is_stored(served, open_page):
    """BREAK-27: as a reader meets them, on a phone and a desk; a test of the pages walks them all, and their ends."""
    server, service = served
    page = open_page(server.address + PAGE, PHONE)
    enter(page, server, KEY)
    expect(page.locator("[role=status]:not(#live)")).to_contain_text("The key works")
    for error, sentence in ERRORS.items():
        service.refuse(error)
        page.goto(server.address + PAGE)
        page.locator("[data-action=try-api-key] button").click()
        expect(page.locator("[role=alert]").first).to_contain_text(sentence)
        for viewport in [PHONE, DESK]:
            page.set_viewport_size(viewport)
            page.goto(server.address + "/hour/")
            expect(page.locator(".service-notice")).to_contain_text(sentence)
            assert page.locator("article").count() == 3
            assert_fits(page)
    page.locator(".service-notice a").click()
    expect(page).to_have_url(server.address + PAGE)
    # The plan is spent, so that nothing more is sent.
    asked = len(service.requests)
    page.locator("[data-action=try-api-key] button").click()
    expect(page.locator("[role=alert]").first).to_contain_text("not tried: no request is left in the plan until")
    assert len(service.requests) == asked


@pytest.mark.mission("BREAK-26")
@SCRIPT
def test_the_last_page_of_a_plan_ends_the_list_and_cut_texts_lead_to_the_whole(served, open_page, script):
    """BREAK-26, BREAK-29: no error page at the plan's end, and no mark of a cut text anywhere."""
    server, service = served
    page = open_page(server.address + PAGE, PHONE, script)
    enter(page, server, KEY)
    expect(page.locator("[role=status]:not(#live)")).to_contain_text("The key works")
    page.goto(server.address + "/hour/")
    page.locator(".section-head a").first.click()
    page.wait_for_url(re.compile(r"/section/\d+"))
    section = page.url
    page.goto(section + "?depth=200")
    assert "chars]" not in page.content()
    shown = page.locator("main article").count()
    page.locator("[data-action=load-more] button").click()
    wait_for(lambda: any("page=2" in target for target in service.asked), "the next page is asked for")
    expect(page.locator(".list-end")).to_contain_text("That is all since")
    expect(page.locator("[data-action=load-more]")).to_have_count(0)
    assert page.locator(".error-note").count() == 0 and page.locator("main article").count() == shown > 50
    page.goto(section)
    page.locator("article.row > a").first.click()
    page.wait_for_url(re.compile(r"/story/\d+"))
    expect(page.locator("article.story")).to_contain_text("had not slept" if not script else "The whole report from the quay")
    assert "chars]" not in page.content()
    if not script:
        page.locator("[data-action=full-text] button").click()
        expect(page.locator("article.story")).to_contain_text("The whole report from the quay")


def test_the_key_is_replaced_and_removed_by_keyboard_at_320_pixels(served, open_page):
    server, service = served
    page = open_page(server.address + PAGE, {"width": 320, "height": 640})
    enter(page, server, "wrong")
    page.locator("input[name=key]").focus()
    page.keyboard.type(KEY)
    page.keyboard.press("Enter")
    expect(page.locator("[role=status]:not(#live)")).to_contain_text("The key works")
    assert_fits(page)
    page.locator("details.confirmation summary").focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.locator("[role=status]:not(#live)")).to_contain_text("The key is removed.")
    expect(page.get_by_role("button", name="Save and try")).to_be_visible()
    page.goto(server.address + "/hour/settings/accounts")
    expect(page.locator("#services")).to_contain_text("No key. Enter one.")


def test_a_key_that_no_longer_opens_is_said_in_settings_and_on_its_page(served, open_page, tmp_path):
    server, service = served
    page = open_page(server.address + PAGE)
    enter(page, server, KEY)
    expect(page.locator("[role=status]:not(#live)")).to_contain_text("The key works")
    page.goto("about:blank")  # An open page polls.
    server.end()
    (tmp_path / "config/secrets.key").write_bytes(bytes(32))
    server.start()
    for path in [PAGE, "/hour/settings/accounts"]:
        page.goto(server.address + path)
        expect(page.locator("main")).to_contain_text("cannot be opened any more: the file that opens it was lost or replaced. Enter the key again.")
    page.goto(server.address + PAGE)
    page.locator("[data-action=try-api-key] button").click()
    expect(page.locator("[role=alert]").first).to_contain_text("127.0.0.1 needs a key of yours.")
