"""HTTPS with certificate files, the demo for a phone, and backups: against the real program."""
import hashlib
import json
import os
import re
import signal
import sqlite3
import ssl
import subprocess
import tarfile

import pytest

from conftest import BINARY, CHROMIUM, PHONE, DemoServer, free_port, is_skipped_transition
from served import FORM, PASSWORD, TidingsServer, answer, form, run, wait_for


@pytest.fixture(scope="session")
def certificates(tmp_path_factory):
    """Certificates for localhost, by openssl: good ones, and each way in which one can be wrong."""
    folder = tmp_path_factory.mktemp("papers")

    def make(name, *options):
        subprocess.run(
            ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes",
             "-keyout", folder / f"{name}.key", "-out", folder / f"{name}.pem", "-subj", "/CN=localhost",
             "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1", *options], check=True, capture_output=True)

    make("first", "-days", "30")
    make("second", "-days", "30")
    # Of openssl's commands only this one signs for a time that is past.
    (folder / "signer.cnf").write_text(
        f"[ca]\ndefault_ca=c\n[c]\ndatabase={folder}/index\nserial={folder}/serial\nnew_certs_dir={folder}\n"
        "default_md=sha256\npolicy=p\n[p]\ncommonName=supplied\n")
    (folder / "index").write_text("")
    (folder / "serial").write_text("01\n")
    subprocess.run(["openssl", "req", "-new", "-key", folder / "first.key", "-subj", "/CN=localhost",
                    "-out", folder / "old.csr"], check=True, capture_output=True)
    subprocess.run(["openssl", "ca", "-batch", "-selfsign", "-notext", "-config", folder / "signer.cnf",
                    "-in", folder / "old.csr", "-keyfile", folder / "first.key", "-out", folder / "old.pem",
                    "-startdate", "20200101000000Z", "-enddate", "20200201000000Z"], check=True, capture_output=True)
    subprocess.run(["openssl", "pkey", "-in", folder / "first.key", "-aes256", "-passout", "pass:x",
                    "-out", folder / "locked.key"], check=True, capture_output=True)
    (folder / "nonsense.pem").write_text("no certificate\n")
    return folder


class Secure(TidingsServer):
    """The same over HTTPS, with the serial number of the certificate that was presented."""

    def ask(self, path, method="GET", body=None, host=None, to=None, trusted=None, **headers):
        import http.client
        context = ssl.create_default_context(cafile=str(trusted or self.trusted))
        link = http.client.HTTPSConnection("127.0.0.1", self.port, timeout=30, context=context)
        return answer(link, path, method, body, {"Host": host or f"localhost:{self.port}", **headers})


@pytest.fixture
def secure(tmp_path, certificates):
    for end in ["pem", "key"]:
        (tmp_path / f"own.{end}").write_bytes((certificates / f"first.{end}").read_bytes())
    server = Secure(
        tmp_path / "data", "--certificate", tmp_path / "own.pem", "--key", tmp_path / "own.key",
        listen="0.0.0.0", password=PASSWORD, start=False)
    server.trusted = certificates / "first.pem"
    server.start()
    yield server
    server.end()


def test_https_with_certificate_files(secure):
    assert secure.lines[-1].startswith("Tidings is at https://")
    assert not any("Without https" in line for line in secure.lines)
    reply = secure.ask("/mine/sign-in", "POST", form(password=PASSWORD), Origin=f"https://localhost:{secure.port}", **FORM)
    assert re.fullmatch(rf"__Host-tidings-{secure.port}=[\w-]{{43}}", reply.cookie)
    assert reply.attributes == {"Max-Age=2592000", "Path=/", "HttpOnly", "SameSite=Lax", "Secure"}
    page = secure.ask("/mine/settings/security", Cookie=reply.cookie)
    assert page.status == 200 and "Without https" not in page.text
    # localhost belongs to every server on the machine, so it is never told to be https only; other names are.
    assert page.headers["Strict-Transport-Security"] is None
    assert secure.ask("/mine/", host=f"127.0.0.1:{secure.port}").headers["Strict-Transport-Security"] is None
    plain = form(password=PASSWORD)
    assert secure.ask("/mine/sign-in", "POST", plain, Origin=f"http://localhost:{secure.port}", **FORM).status == 403


def test_certificates_are_read_again_at_a_signal(secure, certificates, tmp_path):
    def knows(name):
        try:
            return secure.ask("/sign-in", trusted=certificates / f"{name}.pem").status == 200
        except ssl.SSLError:
            return False

    assert knows("first") and not knows("second")
    for end in ["pem", "key"]:
        (tmp_path / f"own.{end}").write_bytes((certificates / f"second.{end}").read_bytes())
    secure.process.send_signal(signal.SIGHUP)
    wait_for(lambda: knows("second"), "the second certificate is shown")
    assert "was reloaded" in secure.process.stdout.readline()
    # A wrong one is reported, and the previous one stays in use.
    (tmp_path / "own.pem").write_text("half")
    secure.process.send_signal(signal.SIGHUP)
    assert "holds no certificate" in secure.process.stdout.readline()
    assert knows("second")


@pytest.mark.parametrize("certificate, key, code, words", [
    ("none.pem", "first.key", 66, "There is no certificate file"), ("first.pem", "none.key", 66, "There is no key file"),
    ("nonsense.pem", "first.key", 78, "holds no certificate"), ("first.pem", "nonsense.pem", 78, "holds no private key"),
    ("first.key", "first.pem", 78, "holds no certificate"), ("first.pem", "second.key", 78, "does not belong to"),
    ("old.pem", "first.key", 78, "has expired on 2020-02-01"), ("first.pem", "locked.key", 78, "needs a passphrase"),
    ("", "first.key", 66, "cannot be read"), ("first.pem", None, 78, "A certificate needs its key"),
    (None, "first.key", 78, "A key needs its certificate"),
])
def test_wrong_certificates_are_reported_in_one_sentence(tmp_path, certificates, certificate, key, code, words):
    flags = [] if certificate is None else ["--certificate", certificates / certificate]
    flags += [] if key is None else ["--key", certificates / key]
    ended = run("serve", "--data", tmp_path / "d", "--listen", f"127.0.0.1:{free_port()}", *flags)
    assert words in ended.stderr and ended.returncode == code, ended.stderr
    assert len(ended.stderr.splitlines()) == 1 and "Tidings is at" not in ended.stdout


# ---- a phone in the demonstration -----------------------------------------------------------------------------------------

def scanned(lines, tmp_path):
    """The content of the QR code in the terminal, rendered from half blocks and read by Debian's zbarimg."""
    rows = []
    for line in lines:
        cells = re.fullmatch(r"\x1b\[38;5;16;48;5;231m([ ▀▄█]+)\x1b\[0m", line)
        if cells:
            rows.append([cell in "▀█" for cell in cells[1]])
            rows.append([cell in "▄█" for cell in cells[1]])
    assert rows and len(rows) in (len(rows[0]), len(rows[0]) + 1)
    picture = tmp_path / "code.pgm"
    size = 6
    pixels = b"".join(bytes(0 if dark else 255 for dark in row for _ in range(size)) * size for row in rows)
    picture.write_bytes(f"P5 {len(rows[0]) * size} {len(rows) * size} 255\n".encode() + pixels)
    read = subprocess.run(["zbarimg", "--quiet", "--raw", picture], capture_output=True, text=True)
    # The quiet zone: four modules on every side.
    assert not any(any(row[:4]) or any(row[-4:]) for row in rows) and not any(map(any, rows[:4] + rows[-4:]))
    return read.stdout.strip()


@pytest.fixture(scope="module")
def phone_demo():
    """A phone's address that is loopback's, but not the one that the machine's owner uses."""
    running = DemoServer("--still", "--phone", "--address", "127.0.0.2")
    running.link = next(line for line in running.lines if "/enter/" in line)
    yield running
    running.end()


def test_a_phone_signs_in_with_a_one_time_code(phone_demo, open_page, tmp_path):
    link = scanned(phone_demo.lines, tmp_path)
    assert link == phone_demo.link and link.startswith(f"http://127.0.0.2:{phone_demo.port}/enter/")
    home = f"http://127.0.0.2:{phone_demo.port}"
    stranger = open_page(home + "/mine/", viewport=PHONE)
    assert "/mine/sign-in" in stranger.url and "The terminal that shows" in stranger.content()
    # Whoever only fetches it, as messengers do, spends nothing.
    fetched = stranger.request.get(link)
    assert fetched.status == 200 and "works once" in fetched.text()
    phone = open_page(home + "/sign-in", viewport=PHONE)
    phone.goto(link)
    phone.wait_for_url("**/mine/")
    assert phone.locator("article, .row, .lead").count() > 5
    other = open_page(home + "/sign-in", viewport=PHONE)
    other.goto(link)
    assert "This link has been used" in other.content()
    other.errors.clear()
    other.goto(home + "/mine/")
    assert "/mine/sign-in" in other.url
    phone.reload()
    assert phone.url == home + "/mine/"


def test_without_script_the_link_is_a_button(phone_demo, open_page):
    dead = open_page(phone_demo.link.split("/enter/")[0] + "/sign-in", viewport=PHONE, script=False)
    dead.goto(phone_demo.link[:-3] + "AAA")
    assert "has expired" in dead.content()
    dead.errors.clear()


def test_the_demonstrations_password_is_for_the_installed_app(phone_demo, open_page):
    line = next(line for line in phone_demo.lines if "the password is" in line)
    word = re.search(r"the password is ([\w-]{19})\.", line)[1]
    page = open_page(f"http://127.0.0.2:{phone_demo.port}/mine/", viewport=PHONE)
    page.get_by_label("Password").fill(word)
    page.get_by_role("button", name="Sign in").click()
    page.wait_for_url("**/mine/")


def test_the_demo_needs_no_sign_in_on_this_machine(phone_demo, open_page):
    page = open_page(phone_demo.url("/mine/"))
    assert page.url == phone_demo.url("/mine/")


# ---- the installed app ------------------------------------------------------------------------------------------------------

def test_the_app_can_be_installed(demo, open_page):
    """Chromium itself judges the manifest: loopback is a secure context."""
    page = open_page(demo.url())
    session = page.context.new_cdp_session(page)
    manifest = session.send("Page.getAppManifest")
    assert manifest["errors"] == [], manifest["errors"]
    facts = json.loads(manifest["data"])
    assert facts["id"] == facts["start_url"] == "/mine/" and facts["scope"] == "/" and facts["display"] == "standalone"
    assert {icon["purpose"] for icon in facts["icons"]} == {"any", "maskable"}
    for icon in facts["icons"]:
        reply = page.request.get(demo.address + icon["src"])
        data = reply.body()
        assert reply.headers["content-type"] == "image/png"
        assert f"{int.from_bytes(data[16:20])}x{int.from_bytes(data[20:24])}" == icon["sizes"]
    for shortcut in facts["shortcuts"]:
        assert page.request.get(demo.address + shortcut["url"]).status == 200
    troubles = session.send("Page.getInstallabilityErrors")["installabilityErrors"]
    assert [trouble["errorId"] for trouble in troubles if trouble["errorId"] != "in-incognito"] == []


def test_the_head_of_a_page_has_the_app_tags(demo, open_page):
    page = open_page(demo.url())
    touch = page.locator("link[rel=apple-touch-icon]").get_attribute("href")
    data = page.request.get(demo.address + touch).body()
    assert int.from_bytes(data[16:20]) == int.from_bytes(data[20:24]) == 180
    assert data[25] in (2, 3, 6)
    metas = page.evaluate("Object.fromEntries([...document.querySelectorAll('meta[name]')].map(m => [m.name + (m.media || ''), m.content]))")
    assert metas["theme-color(prefers-color-scheme: light)"] == "#FFFFFF"
    assert metas["theme-color(prefers-color-scheme: dark)"] == "#121214"
    assert metas["apple-mobile-web-app-capable"] == "yes" and metas["apple-mobile-web-app-title"] == "Tidings"


def test_no_button_is_dead_without_a_secure_context(chromium):
    """A name that is not loopback's, over plain http: Chromium offers no clipboard, no sharing and no worker there."""
    running = DemoServer("--still", "--phone", "--address", "phone.test")
    browser = chromium.browser_type.launch(
        executable_path=CHROMIUM, args=["--no-sandbox", "--host-resolver-rules=MAP phone.test 127.0.0.1"])
    try:
        page = browser.new_page(viewport=PHONE)
        trouble = []
        page.on("pageerror", lambda error: trouble.append(str(error)))
        page.goto(next(line for line in running.lines if "/enter/" in line))
        page.wait_for_url("http://phone.test:*/mine/")
        assert page.evaluate("[isSecureContext, 'share' in navigator, 'clipboard' in navigator]") == [False] * 3
        page.locator("a[href*='/mine/story/']").first.click()
        page.wait_for_url("**/mine/story/**")
        assert page.locator("[data-share]:visible").count() == 0
        page.goto(f"http://phone.test:{running.port}/mine/settings/security")
        assert page.get_by_text("Without https this browser cannot").is_visible()
        page.goto(f"http://phone.test:{running.port}/mine/feeds")
        assert [error for error in trouble if not is_skipped_transition(error)] == []
    finally:
        browser.close()
        running.end()


# ---- copies ---------------------------------------------------------------------------------------------------------------------

def test_a_data_folder_is_backed_up_while_serving_and_restored(tmp_path):
    server = TidingsServer(tmp_path / "data", "--set", "polling.minimum=2h", host="127.0.0.2", password=PASSWORD)
    try:
        server.sign_in()
        (server.folder / "tidings.yaml").write_text("polling:\n  minimum: 3h\n")
        copy = tmp_path / "copy.tar"
        made = run("backup", copy, "--data", server.folder)
        assert made.returncode == 0 and "is written" in made.stdout
        assert oct(copy.stat().st_mode & 0o777) == "0o600"
        assert server.ask("/sign-in").status == 200
        again = run("backup", copy, "--data", server.folder)
        assert again.returncode == 73 and "--force" in again.stderr and len(again.stderr.splitlines()) == 1
        assert run("backup", copy, "--force", "--data", server.folder).returncode == 0
    finally:
        server.end()
    with tarfile.open(copy) as archive:
        assert archive.getnames() == ["tidings.sqlite", "tidings.yaml", "backup.json"]
        listed = json.load(archive.extractfile("backup.json"))
        for entry in listed["files"]:
            data = archive.extractfile(entry["name"]).read()
            assert len(data) == entry["size"] and hashlib.sha256(data).hexdigest() == entry["sha256"]
    assert b"scrypt$" not in copy.read_bytes()
    restored = run("restore", copy, "--data", tmp_path / "back")
    assert restored.returncode == 0 and "set-password" in restored.stdout
    assert sorted(os.listdir(tmp_path / "back")) == ["tidings.sqlite", "tidings.yaml.restored"]
    refused = run("restore", copy, "--data", tmp_path / "back")
    assert refused.returncode == 73 and "not empty" in refused.stderr and len(refused.stderr.splitlines()) == 1
    with sqlite3.connect(tmp_path / "back/tidings.sqlite") as database:
        assert database.execute("select password_hash from reader").fetchone() == (None,)
        assert database.execute("select count(*) from reader_session").fetchone() == (0,)
    back = TidingsServer(tmp_path / "back")
    assert back.ask("/mine/").status == 200
    back.end()


@pytest.mark.parametrize("content, code", [(None, 66), (b"", 65), (b"my shopping list\n" * 99, 65)])
def test_a_file_that_is_no_backup_is_reported(tmp_path, content, code):
    if content is not None:
        (tmp_path / "copy.tar").write_bytes(content)
    ended = run("restore", tmp_path / "copy.tar", "--data", tmp_path / "back")
    assert ended.returncode == code and len(ended.stderr.splitlines()) == 1
    assert not (tmp_path / "back/tidings.sqlite").exists()
