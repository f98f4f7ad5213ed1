"""HTTPS with certificate files, and backups: against the real program."""
import hashlib
import http.client
import json
import os
import re
import signal
import sqlite3
import ssl
import subprocess
import tarfile

import pytest

from support.program import FORM, PASSWORD, TidingsServer, answer, form, free_port, run, wait_for


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
    page = secure.ask("/mine/settings/access", Cookie=reply.cookie)
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
