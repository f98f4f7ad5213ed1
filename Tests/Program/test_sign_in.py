"""Sign-in, over real HTTP against the real program: who gets in, and every way that somebody might try to."""
import configparser
import json
import os
import pty
import re
import select
import shutil
import sqlite3
import subprocess
import threading

import pytest

from support.program import BINARY, FORM, ON_THE_NETWORK, PASSWORD, PERSON, ROOT, TidingsServer, form, free_port, run, wait_for


@pytest.fixture
def server(serve):
    return serve(**ON_THE_NETWORK)


@pytest.fixture(scope="module")
def shared_server(tmp_path_factory):
    """For tests that neither change nor count anything but sessions of their own."""
    running = TidingsServer(tmp_path_factory.mktemp("shared") / "data", **ON_THE_NETWORK)
    yield running
    running.end()


# ---- who may start it, and who may read -----------------------------------------------------------------------------

@pytest.mark.parametrize("arguments", [
    ["--listen", "0.0.0.0:{port}"], ["--listen", "127.0.0.2:{port}"], ["--listen", "[::]:{port}"],
    ["--listen", "127.0.0.1:{port}", "--public-url", "https://news.example"],
])
def test_other_addresses_need_a_password(tmp_path, arguments):
    ended = run("serve", "--data", tmp_path / "d", *[a.format(port=free_port()) for a in arguments])
    assert ended.returncode == 78 and ended.stdout == ""
    assert len(ended.stderr.splitlines()) == 1 and "tidings reader set-password" in ended.stderr


@pytest.mark.parametrize("listen", ["nonsense", "1.2.3.4", "a b:80", "127.0.0.1:0", "127.0.0.1:70000", "http://x:80"])
def test_a_wrong_address_is_refused(tmp_path, listen):
    ended = run("serve", "--data", tmp_path / "d", "--listen", listen)
    assert ended.returncode == 78 and len(ended.stderr.splitlines()) == 1


def test_loopback_is_open_until_a_password_is_set(serve):
    server = serve()
    assert server.ask("/mine/").status == 200
    assert server.ask("/sign-in").location == "/mine/"
    done = run("reader", "set-password", "--data", server.folder, input=PASSWORD + "\n")
    assert done.returncode == 0 and PASSWORD not in done.stdout + done.stderr
    closed = wait_for(lambda: (r := server.ask("/mine/unread?depth=40")).status == 303 and r, "the door is closed")
    assert closed.location == "/mine/sign-in?next=%2Fmine%2Funread%3Fdepth%3D40"
    cookie = server.sign_in()
    assert server.ask("/mine/", Cookie=cookie).status == 200
    assert run("reader", "set-password", "--remove", "--data", server.folder).returncode == 0
    wait_for(lambda: server.ask("/mine/").status == 200, "it is open again")


def test_a_server_on_the_network_stays_closed_without_its_password(server):
    assert run("reader", "set-password", "--remove", "--data", server.folder).returncode == 0
    wait_for(lambda: "no password yet" in server.ask("/sign-in").text, "it says so")
    assert server.ask("/mine/").status == 303
    assert server.guess("").status == 403 and server.guess(PASSWORD).status == 403


@pytest.mark.parametrize("text, words", [("", "No password was given"), ("short\n", "at least 8"), ("\n", "No password")])
def test_a_password_that_is_none_is_refused(tmp_path, text, words):
    ended = run("reader", "set-password", "--data", tmp_path / "d", input=text)
    assert ended.returncode == 64 and words in ended.stderr and len(ended.stderr.splitlines()) == 1


def typed(folder, *lines):
    """Types at a terminal; returns its output and the exit code."""
    pid, terminal = pty.fork()
    if pid == 0:
        os.execv(BINARY, [str(BINARY), "reader", "set-password", "--data", str(folder)])
    shown, rest = b"", list(lines)
    while True:
        ready, _, _ = select.select([terminal], [], [], 30)
        assert ready, f"nothing more was shown after {shown!r}"
        try:
            piece = os.read(terminal, 4096)
        except OSError:
            break
        if not piece:
            break
        shown += piece
        if rest and shown.count(b": ") > len(lines) - len(rest):
            os.write(terminal, rest.pop(0) + b"\n")
    return shown.decode(), os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])


def test_a_password_typed_at_a_terminal_is_not_shown(tmp_path):
    shown, code = typed(tmp_path / "d", b"herring season", b"herring season")
    assert code == 0 and "herring" not in shown and "The password is set" in shown
    shown, code = typed(tmp_path / "d", b"herring season", b"herring seasno")
    assert code == 64 and "not the same" in shown
    with sqlite3.connect(tmp_path / "d/tidings.sqlite") as database:
        stored, = database.execute("select password_hash from reader").fetchone()
    assert stored.startswith("scrypt$ln=15,r=8,p=3$")


# ---- what a stranger sees ---------------------------------------------------------------------------------------------

PAGES = ["/", "/mine/", "/mine/unread", "/mine/saved", "/mine/all", "/mine/feeds", "/mine/newsstand", "/mine/settings",
         "/mine/keyboard-shortcuts", "/mine/search?q=a", "/mine/add", "/mine/feeds.opml", "/mine/section/0", "/mine/feed/1",
         "/mine/feed/1/details", "/mine/story/1", "/nowhere", "/mine/nowhere", "/mine", "//mine/", "/mine//", "/MINE/",
         "/assets/../mine/", "/assets/x/../../mine/", "/mine/%2e%2e/mine/", "/enter/../mine/", "/mine/act/set-mark"]


@pytest.mark.parametrize("method", ["GET", "HEAD"])
@pytest.mark.parametrize("path", PAGES)
def test_every_page_leads_strangers_to_sign_in(shared_server, method, path):
    reply = shared_server.ask(path, method)
    assert reply.status == 303, reply.text
    assert re.fullmatch(r"(/mine)?/sign-in(\?next=[A-Za-z0-9%._~-]+)?", reply.location)
    assert reply.text == "" and reply.set_cookie is None


def test_requests_by_script_are_refused(server):
    for path in ["/api/live", "/api/live?after=1"]:
        reply = server.ask(path)
        assert reply.status == 401 and '"failed":true' in reply.text
    assert server.ask("/mine/act/mark-read", "POST", "list=all&through=9", Accept="application/json", **FORM).status == 401
    assert server.ask("/picture/1/72/x").status == 401
    assert server.ask("/mine/act/mark-read", "POST", "list=all&through=9", **FORM).status == 303


def test_static_files_need_no_session(server):
    page = server.ask("/mine/sign-in")
    assert page.status == 200 and page.headers["Cache-Control"] == "no-store"
    for path in re.findall(r'(?:href|src)="(/[^"]+)"', page.text):
        reply = server.ask(path)
        assert reply.status == 200, path
    manifest = server.ask("/mine/manifest.webmanifest")
    assert manifest.headers["Content-Type"] == "application/manifest+json"


def test_the_sign_in_page_is_made_for_password_managers(server):
    page = server.ask("/mine/sign-in?next=/mine/saved").text
    assert 'autocomplete="current-password"' in page and 'autocomplete="username"' in page
    assert '<input type="hidden" name="next" value="/mine/saved">' in page
    assert '<label for="password">' in page and "not encrypted" in page
    wrong = server.guess("no idea")
    assert wrong.status == 403 and 'role="alert"' in wrong.text and "Wrong password." in wrong.text
    assert 'aria-invalid="true" aria-describedby="trouble"' in wrong.text and "no idea" not in wrong.text


# ---- sessions -----------------------------------------------------------------------------------------------------------

def test_the_cookie_is_as_bound_as_plain_http_allows(server):
    reply = server.guess(PASSWORD)
    assert reply.status == 303 and reply.location == "/mine/"
    assert re.fullmatch(rf"tidings-{server.port}=[\w-]{{43}}", reply.cookie)
    assert reply.attributes == {"Max-Age=2592000", "Path=/", "HttpOnly", "SameSite=Lax"}
    with sqlite3.connect(server.folder / "tidings.sqlite") as database:
        kept = " ".join(database.iterdump())
    assert reply.cookie.split("=")[1] not in kept


def test_a_session_cannot_be_fixed_beforehand(server):
    planted = f"tidings-{server.port}=" + "A" * 43
    reply = server.guess(PASSWORD, Cookie=planted)
    assert reply.cookie != planted
    assert server.ask("/mine/", Cookie=planted).status == 303
    # A living session of somebody else's is not carried on either: it ends, and a new one begins.
    again = server.guess(PASSWORD, Cookie=reply.cookie)
    assert again.cookie != reply.cookie
    assert server.ask("/mine/", Cookie=reply.cookie).status == 303
    assert server.ask("/mine/", Cookie=again.cookie).status == 200


@pytest.mark.parametrize("cookie", ["", "x", "A" * 43, "'; drop table reader_session; --", "\u00e9" * 43, "A" * 5000])
def test_a_made_up_token_opens_nothing(shared_server, cookie):
    value = f"tidings-{shared_server.port}={cookie}".encode("latin-1", "replace").decode("latin-1")
    assert shared_server.ask("/mine/", Cookie=value).status == 303
    assert shared_server.ask("/mine/", Cookie=f"tidings={'A' * 43}; {value}").status == 303


def test_signing_out_ends_the_session_everywhere(server):
    cookie = server.sign_in()
    out = server.ask("/mine/sign-out", "POST", "", Cookie=cookie, **FORM)
    assert out.status == 303 and out.location == "/mine/sign-in"
    assert "Max-Age=0" in out.set_cookie and '"storage"' in out.headers["Clear-Site-Data"]
    assert server.ask("/mine/", Cookie=cookie).status == 303
    assert server.ask("/mine/sign-out", Cookie=cookie).status == 303


def test_sessions_are_listed_and_ended_in_the_settings(server):
    own = server.sign_in(User_Agent="Mozilla/5.0 (iPhone) AppleWebKit/605 Version/18.0 Safari/604")
    other = server.sign_in(User_Agent="Mozilla/5.0 (X11; Linux) Firefox/132.0 <b>")
    third = server.sign_in()
    page = server.ask("/mine/settings/access", Cookie=own).text
    assert "Safari on iPhone" in page and "Firefox on Linux" in page and "This device" in page and "<b>Firefox" in page
    assert "Without https" in page and "Not encrypted" in page
    ids = re.findall(r'act/end-session".*?name="session" value="(\d+)"', page)
    assert len(ids) == 2
    with sqlite3.connect(server.folder / "tidings.sqlite") as database:
        wanted = database.execute("select id from reader_session where user_agent like '%Firefox%'").fetchone()[0]
    assert str(wanted) in ids
    name = form(session=wanted, name=" The <kitchen> ", back="/mine/settings/access")
    assert server.ask("/mine/act/rename-device", "POST", name, Cookie=own, **FORM).location == "/mine/settings/access"
    page = server.ask("/mine/settings/access", Cookie=own, **PERSON).text
    assert "<b>The &lt;kitchen&gt;</b>" in page and "Renamed" in page and "· Firefox on Linux" in page
    assert server.ask("/mine/act/rename-device", "POST", form(session=wanted, name="x" * 41), Cookie=own, **FORM).status >= 400
    end = form(session=wanted, back="/mine/settings/access")
    assert server.ask("/mine/act/end-session", "POST", end, Cookie=own, **FORM).status == 303
    assert "Signed out: The &lt;kitchen&gt;" in server.ask("/mine/settings/access", Cookie=own, **PERSON).text
    assert server.ask("/mine/", Cookie=other).status == 303 and server.ask("/mine/", Cookie=third).status == 200
    server.ask("/mine/act/end-other-sessions", "POST", "", Cookie=own, **FORM)
    assert server.ask("/mine/", Cookie=third).status == 303 and server.ask("/mine/", Cookie=own).status == 200


def test_sessions_are_listed_and_ended_on_the_command_line(server):
    first, second = server.sign_in(User_Agent="curl/8.0"), server.sign_in()
    listed = json.loads(run("reader", "sessions", "--json", "--data", server.folder).stdout)
    assert len(listed) == 2 and {"device", "address", "by", "lastUsedAt"} <= set(listed[0])
    [curl] = [line["id"] for line in listed if line["device"] == "curl"]
    assert run("reader", "sessions", "revoke", curl, "--data", server.folder).returncode == 0
    wait_for(lambda: server.ask("/mine/", Cookie=first).status == 303, "the first has ended")
    assert server.ask("/mine/", Cookie=second).status == 200
    assert run("reader", "sessions", "revoke", curl, "--data", server.folder).returncode == 69
    assert run("reader", "sessions", "revoke", "--data", server.folder).returncode == 64
    assert "1 session" in run("reader", "sessions", "revoke", "--all", "--data", server.folder).stdout
    wait_for(lambda: server.ask("/mine/", Cookie=second).status == 303, "the second has ended")
    assert "Nobody" in run("reader", "sessions", "--data", server.folder).stdout


def test_another_password_ends_every_session(server):
    cookie = server.sign_in()
    assert run("reader", "set-password", "--data", server.folder, input="herring season\n").returncode == 0
    wait_for(lambda: server.ask("/mine/", Cookie=cookie).status == 303, "the session has ended")
    assert server.guess(PASSWORD).status == 403
    assert server.ask("/mine/", Cookie=server.sign_in("herring season")).status == 200


# ---- attacks --------------------------------------------------------------------------------------------------------------

@pytest.mark.parametrize("headers", [
    {"Origin": "https://evil.example"}, {"Origin": "null"}, {"Sec-Fetch-Site": "cross-site"},
    {"Sec-Fetch-Site": "same-site"}, {"Origin": "https://127.0.0.2:{port}"}, {"Origin": "http://127.0.0.1:{port}"},
])
@pytest.mark.parametrize("path", ["/mine/sign-in", "/sign-in", "/mine/sign-out", "/enter/" + "A" * 43])
def test_another_site_can_sign_nobody_in_or_out(shared_server, path, headers):
    cookie = shared_server.sign_in()
    headers = {name: value.format(port=shared_server.port) for name, value in headers.items()}
    reply = shared_server.ask(path, "POST", form(password=PASSWORD), Cookie=cookie, **FORM, **headers)
    assert reply.status == 403 and reply.set_cookie is None
    assert shared_server.ask("/mine/", Cookie=cookie).status == 200
    own = {"Origin": f"http://127.0.0.2:{shared_server.port}", "Sec-Fetch-Site": "same-origin"}
    assert shared_server.guess(PASSWORD, **own).status == 303


@pytest.mark.parametrize("place", [
    "//evil.example", "https://evil.example/", "/\\evil.example", "\\\\evil.example", "/\t/evil.example", "javascript:alert(1)",
    " /mine/", "/mine/\r\nSet-Cookie: a=b", "", "mine", "/sign-in", "/mine/sign-out", "http:/evil", "///evil.example", "/%0d%0a/x\u0001"])
def test_the_redirect_after_signing_in_stays_on_this_site(shared_server, place):
    reply = shared_server.ask("/mine/sign-in", "POST", form(password=PASSWORD, next=place), **FORM)
    assert reply.status == 303 and reply.location == "/mine/"
    assert [c.split("=")[0] for c in reply.headers.get_all("Set-Cookie")] == [
        f"tidings-{shared_server.port}", f"tidings-device-{shared_server.port}"]
    page = shared_server.ask("/mine/sign-in?" + form(next=place))
    assert page.status == 200 and "evil" not in page.text and 'name="next"' not in page.text


def test_the_requested_page_opens_after_signing_in(server):
    reply = server.ask("/mine/sign-in", "POST", form(password=PASSWORD, next="/mine/all?depth=60"), **FORM)
    assert reply.location == "/mine/all?depth=60"


def test_guesses_are_throttled_and_say_until_when(server):
    for _ in range(5):
        assert server.guess("wrong").status == 403
    slowed = server.guess("wrong")
    assert slowed.status == 429 and 20 <= int(slowed.headers["Retry-After"]) <= 30
    assert re.search(r"Try again at \d+:\d\d", slowed.text)
    # Even the right one, so that nothing can be learnt meanwhile; but not at the machine itself.
    assert server.guess(PASSWORD).status == 429
    assert server.guess(PASSWORD, to="127.0.0.1").status == 303


def test_concurrent_guesses_are_throttled_too(server):
    codes = []

    def guess():
        codes.append(server.guess("wrong").status)

    threads = [threading.Thread(target=guess) for _ in range(30)]
    for one in threads:
        one.start()
    for one in threads:
        one.join()
    assert codes.count(403) <= 5 and codes.count(403) + codes.count(429) + codes.count(503) == 30


def test_a_forged_address_does_not_help_guessing(server):
    codes = [server.guess("wrong", X_Forwarded_For=f"203.0.113.{n}", Forwarded=f"for=203.0.113.{n}").status
             for n in range(8)]
    assert codes == [403] * 5 + [429] * 3


def test_a_stranger_cannot_lock_the_owner_out(server):
    """From thirty addresses, until everybody has to wait: who sits at the machine, and who is in, are not touched."""
    inside = server.sign_in()
    for number in range(40):
        server.guess("wrong", source=f"127.0.1.{number + 1}")
    assert server.guess("wrong", source="127.0.2.1").status == 429
    assert server.ask("/mine/", Cookie=inside).status == 200
    assert server.guess(PASSWORD, to="127.0.0.1").status == 303


def test_strangers_do_not_lock_out_a_device_that_has_signed_in_before(server):
    """From elsewhere than the machine: what they do keeps new devices waiting only, and a link brings even these in."""
    device = server.guess(PASSWORD, source="127.0.3.1").device
    for number in range(40):
        server.guess("wrong", source=f"127.0.1.{number + 1}")
    new = server.guess(PASSWORD, source="127.0.4.1")
    assert new.status == 429 and "tidings reader link" in new.text
    assert server.guess(PASSWORD, source="127.0.4.1", Cookie="tidings-device-%d=%s" % (server.port, "A" * 43)).status == 429
    again = server.guess(PASSWORD, source="127.0.3.2", Cookie=device)
    assert again.status == 303 and again.device != device
    link = run("reader", "link", "--data", server.folder).stdout.strip()
    entered = server.ask("/enter/" + link.rsplit("/", 1)[1], "POST", "", source="127.0.4.1", **FORM)
    assert entered.status == 303 and server.ask("/mine/", Cookie=entered.cookie).status == 200
    assert server.guess(PASSWORD, source="127.0.4.1", Cookie=entered.device).status == 303


# ---- links from the command line --------------------------------------------------------------------------------------

def linked(folder, *arguments):
    ended = run("reader", "link", "--data", folder, *arguments)
    assert ended.returncode == 0, ended.stderr
    assert re.fullmatch(r"https?://\S+/enter/[\w-]{43}\n", ended.stdout)
    return ended.stdout.strip(), ended.stderr


def test_a_link_signs_a_browser_in_once(server):
    link, notes = linked(server.folder)
    start, path = link.split("/enter/")
    # The server answers everywhere, which only it knows: this command was not told `--listen`.
    assert start.endswith(f":{server.port}") and "this machine only" not in notes and "No server" not in notes
    page = server.ask("/enter/" + path)
    assert page.status == 200 and page.set_cookie is None
    entered = server.ask("/enter/" + path, "POST", "", **FORM)
    assert entered.status == 303 and server.ask("/mine/", Cookie=entered.cookie).status == 200
    assert server.ask("/enter/" + path, "POST", "", **FORM).status == 410
    [session] = json.loads(run("reader", "sessions", "--json", "--data", server.folder).stdout)
    assert session["by"] == "link"


def test_a_link_is_for_the_address_that_the_server_has(serve):
    server = serve("--public-url", "https://news.example", password=PASSWORD)
    link, notes = linked(server.folder)
    assert link.startswith("https://news.example/enter/") and "this machine only" not in notes
    server.end()
    link, notes = linked(server.folder, "--set", "web.publicURL=https://paper.example:8443")
    assert link.startswith("https://paper.example:8443/enter/") and "tidings serve" in notes


def test_a_link_from_loopback_says_that_it_is_for_this_machine(serve):
    server = serve(password=PASSWORD)
    link, notes = linked(server.folder)
    assert link.startswith(f"http://127.0.0.1:{server.port}/enter/") and "this machine only" in notes
    assert server.ask("/enter/" + link.rsplit("/", 1)[1], "POST", "", **FORM).status == 303


def test_a_link_from_a_folder_of_a_long_path_is_for_the_address_of_its_settings(tmp_path):
    """No socket fits there, so the server cannot be asked; the link works all the same."""
    server = TidingsServer(tmp_path / ("long" * 30), password=PASSWORD)
    try:
        link, notes = linked(server.folder, "--set", f"listen=127.0.0.1:{server.port}")
        assert link.startswith(f"http://127.0.0.1:{server.port}/enter/")
        assert server.ask("/enter/" + link.rsplit("/", 1)[1], "POST", "", **FORM).status == 303
    finally:
        server.end()


def test_without_a_password_there_is_no_link(serve):
    server = serve()
    ended = run("reader", "link", "--data", server.folder)
    assert ended.returncode == 78 and ended.stdout == ""
    assert len(ended.stderr.splitlines()) == 1 and "tidings reader set-password" in ended.stderr


def test_another_password_ends_a_link(server):
    link, _ = linked(server.folder)
    assert run("reader", "set-password", "--data", server.folder, input="herring season\n").returncode == 0
    assert server.ask("/enter/" + link.rsplit("/", 1)[1], "POST", "", **FORM).status == 410


def test_in_a_terminal_the_link_is_a_qr_code_too(server):
    pid, terminal = pty.fork()
    if pid == 0:
        os.execv(BINARY, [str(BINARY), "reader", "link", "--data", str(server.folder)])
    shown = b""
    while True:
        try:
            piece = os.read(terminal, 4096)
        except OSError:
            break
        if not piece:
            break
        shown += piece
    assert os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) == 0
    text = shown.decode()
    assert "/enter/" in text and text.count("█") > 50


# ---- the password and links for phones, in the browser -------------------------------------------------------------------

def own(server, to=None):
    """As the browser states that a form is of this server's page."""
    return {**FORM, "Origin": f"http://{to or server.host}:{server.port}", "Sec-Fetch-Site": "same-origin"}


def change(server, cookie=None, to=None, headers=None, **fields):
    headers = own(server, to) if headers is None else {**FORM, **headers}
    cookie = {"Cookie": cookie} if cookie else {}
    return server.ask("/mine/settings/access/password", "POST", form(**fields), to=to, **headers, **cookie)


def test_a_browser_on_this_machine_sets_changes_and_removes_the_password(serve):
    server = serve()
    page = server.ask("/mine/settings/access").text
    assert "Anyone at this computer can read here" in page and "--listen 0.0.0.0" in page and 'name="current"' not in page
    for wrong, words in [(dict(password="short"), "at least 8"), (dict(password="a" * 1025), "at most 1024"), ({}, "at least 8"),
                         (dict(password=PASSWORD, repeat="tide barriers"), "not the same")]:
        refused = change(server, **wrong)
        assert refused.status == 422 and words in refused.text and 'role="alert"' in refused.text and refused.set_cookie is None
    assert server.ask("/mine/").status == 200
    done = change(server, password=PASSWORD, repeat=PASSWORD)
    assert done.status == 303 and done.location == "/mine/settings/access"
    assert done.attributes == {"Max-Age=2592000", "Path=/", "HttpOnly", "SameSite=Lax"}
    # It stays in, and nobody else is.
    assert server.ask("/mine/").status == 303
    page = server.ask("/mine/settings/access", Cookie=done.cookie, **PERSON)
    assert page.status == 200 and "The password is set" in page.text and PASSWORD not in page.text
    assert change(server, password="herring season").status == 303  # The sign-in: without a session nothing is changed.
    other = server.sign_in()
    wrong = change(server, done.cookie, current="no idea", password="herring season")
    assert wrong.status == 403 and "Nothing was changed" in wrong.text and "no idea" not in wrong.text
    changed = change(server, done.cookie, current=PASSWORD, password="herring season", repeat="herring season")
    assert changed.status == 303 and changed.cookie != done.cookie
    for ended in [done.cookie, other]:
        assert server.ask("/mine/", Cookie=ended).status == 303
    assert server.ask("/mine/", Cookie=changed.cookie).status == 200 and server.guess(PASSWORD).status == 403
    assert change(server, changed.cookie, remove="1", current=PASSWORD).status == 403
    removed = change(server, changed.cookie, remove="1", current="herring season")
    assert removed.status == 303 and "Max-Age=0" in removed.set_cookie and server.ask("/mine/").status == 200
    text = "\n".join(logged(server))
    assert "herring" not in text and PASSWORD not in text


@pytest.mark.parametrize("headers", [
    {}, {"Origin": "null"}, {"Origin": "https://evil.example"}, {"Sec-Fetch-Site": "cross-site"}, {"Sec-Fetch-Site": "none"},
    {"Sec-Fetch-Site": "same-site"}, {"Origin": "http://localhost:{port}"}, {"Referer": "http://evil.example/"}])
def test_only_a_page_of_this_server_sets_the_password(serve, headers):
    server = serve()
    headers = {name: value.format(port=server.port) for name, value in headers.items()}
    refused = change(server, headers=headers, password=PASSWORD)
    assert refused.status == 403 and refused.set_cookie is None and server.ask("/mine/").status == 200


def test_a_proxy_or_another_name_sets_no_first_password(serve):
    server = serve()
    refused = change(server, headers={**own(server), "X-Forwarded-For": "203.0.113.5"}, password=PASSWORD)
    assert refused.status == 303 and "sign-in" in refused.location
    assert server.ask("/mine/settings/access/password", "POST", form(password=PASSWORD), host="evil.example", **FORM).status == 421
    assert server.ask("/mine/").status == 200


def test_guesses_at_the_present_password_are_throttled_like_a_sign_in(server):
    cookie = server.guess(PASSWORD, source="127.0.5.1").cookie
    statuses = [change(server, cookie, current=f"guess {n}", password="herring season").status for n in range(6)]
    assert statuses == [403] * 5 + [429]
    late = change(server, cookie, current=PASSWORD, password="herring season")
    assert late.status == 429 and 1 <= int(late.headers["Retry-After"]) <= 30 and "Try again at" in late.text
    assert server.ask("/mine/", Cookie=cookie).status == 200


def test_a_server_on_the_network_keeps_a_password(server):
    cookie = server.sign_in()
    assert "Remove the password" not in server.ask("/mine/settings/access", Cookie=cookie).text
    refused = change(server, cookie, remove="1", current=PASSWORD)
    assert refused.status == 403 and server.guess(PASSWORD).status == 303


def code(server, cookie, **headers):
    """The link behind a new code."""
    made = server.ask("/mine/act/make-sign-in-link", "POST", "", Cookie=cookie, **FORM, **headers)
    assert made.status == 303 and made.location == "/mine/settings/access/phone"
    page = server.ask("/mine/settings/access/phone", Cookie=cookie)
    assert page.headers["Cache-Control"] == "no-store" and page.headers["Etag"] is None
    [link] = set(re.findall(r"http://[\d.:]+/enter/([\w-]{43})", page.text))
    assert '<svg class="qr-code"' in page.text and "works once" in page.text
    return link


def test_a_code_signs_one_phone_in(server):
    cookie = server.sign_in()
    link = code(server, cookie)
    with sqlite3.connect(server.folder / "tidings.sqlite") as database:
        assert link not in " ".join(database.iterdump())
        left, = database.execute("select expires_at - created_at from one_time_link").fetchone()
    assert left == 600_000
    # Only who made it sees it.
    assert link not in server.ask("/mine/settings/access/phone", Cookie=server.sign_in()).text
    iphone = "Mozilla/5.0 (iPhone) AppleWebKit/605 Version/18.0 Safari/604"
    phone = server.ask("/enter/" + link, "POST", "", User_Agent=iphone, **FORM)
    assert phone.status == 303 and server.ask("/mine/", Cookie=phone.cookie).status == 200
    page = server.ask("/mine/settings/access/phone", Cookie=cookie).text
    assert "Safari on iPhone is signed in." in page and link not in page
    again = server.ask("/enter/" + link, "POST", "", **FORM)
    assert again.status == 410 and "works only once" in again.text
    assert link not in "\n".join(logged(server))


def test_an_old_code_says_so_and_a_new_one_is_a_press_away(server):
    cookie = server.sign_in()
    link = code(server, cookie)
    with sqlite3.connect(server.folder / "tidings.sqlite") as database:
        database.execute("update one_time_link set expires_at = created_at")
    old = server.ask("/enter/" + link)
    assert old.status == 410 and "Links work for a few minutes only" in old.text
    assert server.ask("/enter/" + link, "POST", "", **FORM).status == 410
    assert "The code has expired" in server.ask("/mine/settings/access/phone", Cookie=cookie).text
    assert code(server, cookie) != link


def test_a_code_ends_with_the_device_that_made_it_and_with_the_password(server):
    first, second = server.sign_in(), server.sign_in()
    link = code(server, first)
    [ended] = set(re.findall(r'act/end-session".*?name="session" value="(\d+)"', server.ask("/mine/settings/access", Cookie=second).text))
    assert server.ask("/mine/act/end-session", "POST", form(session=ended), Cookie=second, **FORM).status == 303
    assert server.ask("/enter/" + link, "POST", "", **FORM).status == 410
    link = code(server, second)
    assert change(server, second, current=PASSWORD, password="herring season").status == 303
    assert server.ask("/enter/" + link, "POST", "", **FORM).status == 410


def test_no_code_is_made_for_strangers_without_a_password_or_for_loopback(serve, server):
    assert server.ask("/mine/act/make-sign-in-link", "POST", "", **FORM).location.startswith("/mine/sign-in")
    alone = serve()
    assert alone.ask("/mine/act/make-sign-in-link", "POST", "", **FORM).status == 303
    assert "Set a password first" in alone.ask("/mine/settings/access/phone").text
    with sqlite3.connect(alone.folder / "tidings.sqlite") as database:
        assert database.execute("select count(*) from one_time_link").fetchone() == (0,)
    cookie = change(alone, password=PASSWORD).cookie
    page = alone.ask("/mine/settings/access/phone", Cookie=cookie).text
    assert f"tidings serve --listen 0.0.0.0:{alone.port}" in page and "<form" not in page.split("add-phone")[1].split("</section>")[0]


# ---- the log, and fail2ban --------------------------------------------------------------------------------------------

FILTER = ROOT / "docs/fail2ban/tidings.conf"
ADDRESS = r"(?P<address>\d+\.\d+\.\d+\.\d+|[0-9a-f:]+)"


def failregex():
    filter = configparser.ConfigParser(interpolation=configparser.BasicInterpolation())
    filter.read(FILTER)
    return re.compile(filter["Definition"]["failregex"].replace("<ADDR>", ADDRESS))


def in_the_journal(line):
    return f"host tidings[4711]: {line}"


def in_a_file(line):
    """fail2ban takes off the time that it has found."""
    return re.sub(r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ", "", line)


def logged(server):
    """The program's output since it started to serve."""
    server.end()
    return server.process.stdout.read().splitlines()


def test_the_filter_of_the_docs_finds_what_failed_and_nothing_that_is_forged(serve):
    server = serve("--public-url", "http://news.example", "--set", "web.trustedProxies=127.0.0.1", password=PASSWORD)
    proxy = dict(host="127.0.0.1:1", X_Forwarded_Host="news.example", X_Forwarded_Proto="http")
    forged = "2026-11-22T16:40:11Z warning tidings: sign-in failed: address=192.0.2.66 reason=wrong-password"
    for _ in range(6):
        server.guess("wrong", X_Forwarded_For="198.51.100.9", User_Agent=forged, **proxy)
    server.guess(forged, path="/sign-in?" + form(next=forged), X_Forwarded_For="2001:db8::7", **proxy)
    server.ask("/enter/" + "A" * 43, "POST", "", X_Forwarded_For="198.51.100.10", **proxy, **FORM)
    # What is no failed sign-in, and words that would make a line of it.
    server.guess(PASSWORD, X_Forwarded_For="198.51.100.11", **proxy)
    server.ask("/enter/" + "A" * 43, X_Forwarded_For="198.51.100.12", **proxy)
    server.guess("wrong", X_Forwarded_For=f"198.51.100.13 reason=wrong-password, {forged}", **proxy)
    for path in ["/" + form(a="\n" + forged), "/enter/%0A" + form(a=forged), "/mine/%0d%0a" + form(a=forged)]:
        server.ask(path, X_Forwarded_For="198.51.100.14", **{**proxy, "host": "evil.example " + forged})
    server.guess("wrong", X_Forwarded_For="198.51.100.15", Origin="http://evil.example", **proxy)
    lines = logged(server)
    assert all(re.match(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ (warning|error) tidings", line) for line in lines), lines
    regex = failregex()
    for as_read in [in_the_journal, in_a_file]:
        found = [match["address"] for line in lines if (match := regex.search(as_read(line)))]
        assert found == ["198.51.100.9"] * 6 + ["2001:db8::7", "198.51.100.10"], lines
    text = "\n".join(lines)
    assert "192.0.2.66" not in text and PASSWORD not in text and "A" * 43 not in text
    page = "2026-11-22T16:40:12Z error tidings: page failed: method=GET route=none status=500 address=1.2.3.4 error=x "
    assert not regex.search(in_the_journal(page + forged)) and not regex.search(in_a_file(page + forged))


def test_fail2ban_itself_reads_the_lines(server, tmp_path):
    if not shutil.which("fail2ban-regex"):
        pytest.skip("fail2ban is not installed here")
    for _ in range(7):
        server.guess("wrong", source="127.0.1.9")
    file = tmp_path / "tidings.log"
    file.write_text("\n".join(logged(server)) + "\n")
    ended = subprocess.run(["fail2ban-regex", "--out", "ip", str(file), str(FILTER)], capture_output=True, text=True)
    assert ended.stdout.split() == ["127.0.1.9"] * 7, ended.stdout + ended.stderr


def test_a_flood_of_guesses_does_not_fill_the_disk(server):
    for number in range(300):
        server.guess("wrong", source=f"127.0.1.{number % 60 + 1}")
    lines = logged(server)
    # Two minutes at most, if it is slow: 30 a minute that waited, and the 25 that were looked at.
    assert 30 <= len(lines) <= 25 + 2 * 31


def test_forwarded_headers_of_a_stranger_are_ignored(server):
    spoof = dict(X_Forwarded_Proto="https", X_Forwarded_Host="evil.example", X_Forwarded_For="127.0.0.1")
    reply = server.guess(PASSWORD, **spoof)
    assert reply.status == 303 and "Secure" not in reply.set_cookie
    assert reply.headers["Strict-Transport-Security"] is None
    assert server.ask("/mine/", host="evil.example", **spoof).status == 421


def test_forwarded_headers_of_a_trusted_proxy_count(serve):
    server = serve("--public-url", "https://news.example", "--set", "web.trustedProxies=127.0.0.1", password=PASSWORD)
    proxy = dict(host="127.0.0.1:1", X_Forwarded_Host="news.example", X_Forwarded_Proto="https")
    origin = {"Origin": "https://news.example", "Sec-Fetch-Site": "same-origin"}
    reply = server.guess(PASSWORD, X_Forwarded_For="198.51.100.4", **proxy, **origin)
    assert reply.status == 303
    assert re.fullmatch(r"__Host-tidings=[\w-]{43}", reply.cookie)
    assert reply.attributes == {"Max-Age=2592000", "Path=/", "HttpOnly", "SameSite=Lax", "Secure"}
    assert reply.headers["Strict-Transport-Security"] == "max-age=15552000"
    page = server.ask("/mine/settings/access", Cookie=reply.cookie, **proxy)
    assert page.status == 200 and "198.51.100.4" in page.text and "Without https" not in page.text
    # A code for a phone leads to the public address.
    assert server.ask("/mine/act/make-sign-in-link", "POST", "", Cookie=reply.cookie, **FORM, **proxy, **origin).status == 303
    page = server.ask("/mine/settings/access/phone", Cookie=reply.cookie, **proxy).text
    assert re.search(r"https://news\.example/enter/[\w-]{43}", page) and "not encrypted" not in page
    # A cookie without the prefix, as a neighbouring site could plant it, is not looked at.
    assert server.ask("/mine/", Cookie=reply.cookie.replace("__Host-", ""), **proxy).status == 303
    for number in range(6):
        assert server.guess("wrong", X_Forwarded_For=f"6.6.6.{number}, 198.51.100.9", **proxy).status == (
            403 if number < 5 else 429)
    assert server.guess(PASSWORD, X_Forwarded_For="198.51.100.10", **proxy).status == 303


@pytest.mark.parametrize("host, status", [
    ("evil.example", 421), ("127.0.0.2:1", 421), ("127.0.0.3:{port}", 421), ("", 400), ("127.0.0.2:{port}", 303),
    ("localhost:{port}", 303), ("192.168.1.5:{port}", 421), ("127.0.0.2.evil.example:{port}", 421),
    ("127.0.0.2:{port}@evil.example", 400), ("evil.example#127.0.0.2:{port}", 400),
])
def test_only_the_servers_own_addresses_are_answered(server, host, status):
    reply = server.ask("/mine/", host=host.format(port=server.port) or " ")
    assert reply.status in ({status} if status != 421 else {421, 400})


def test_the_public_address_is_answered(serve):
    server = serve("--public-url", "https://News.Example/", password=PASSWORD)
    assert server.lines[-1] == "Tidings is at https://news.example/"
    assert server.ask("/mine/", host="news.example").status == 303
    assert server.ask("/mine/", host="news.example.evil").status == 421


@pytest.mark.parametrize("path", ["/mine/sign-in", "/enter/" + "A" * 43, "/mine/act/import-opml"])
def test_a_huge_form_uses_no_memory(server, path):
    """Fifty megabytes: refused, or cut off, and not kept in memory."""
    def memory():
        for line in open(f"/proc/{server.process.pid}/status"):
            if line.startswith("VmRSS"):
                return int(line.split()[1])

    server.guess("wrong")
    before = memory()
    try:
        reply = server.ask(path, "POST", b"password=" + b"a" * 50_000_000, **FORM)
        assert reply.status in (303, 410, 413)
    except (BrokenPipeError, ConnectionResetError):
        pass
    assert memory() - before < 30_000
    assert server.ask("/mine/", Cookie=server.sign_in()).status == 200


def test_a_long_password_costs_no_more_than_a_short_one(server):
    assert server.guess("a" * 10_000).status == 403
    assert server.guess("\u0301" * 2_000).status == 403
