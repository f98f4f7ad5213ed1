"""Writing from the command line: signing in, replying, submitting and the outbox, at the demonstration's invented sites."""
import json
import os
import re
import socket
import stat
import subprocess
import threading
import urllib.request
from pathlib import Path

import pytest

from support.program import BINARY, PERSON, TidingsServer, wait_for

NAME, PASSWORD = "juniper", "rosemary"


class Place:
    """A data folder with a running server, whose editions read the demonstration's community and student paper."""

    def __init__(self, folder, community, paper):
        self.community = f"http://127.0.0.1:{community}"
        self.folder = folder / "data"
        (self.folder / "editions").mkdir(parents=True)
        self.write("slip", "hacker-news", f"{self.community}/", f"{self.community}/news")
        self.write("mud", "wordpress", f"http://127.0.0.1:{paper}/", f"http://127.0.0.1:{paper}/feed/")
        self.settings = ["--set", f"network.allow=127.0.0.1:{community},127.0.0.1:{paper}",
                         "--set", f"secrets.file={folder / 'config/secrets.key'}"]
        self.server = TidingsServer(self.folder, *self.settings)

    def write(self, name, kind, site, address):
        (self.folder / f"editions/{name}.yaml").write_text(
            f"title: {name.title()}\nsections:\n  - title: All\n    key: all\n    channels:\n"
            f"      - {{ kind: {kind}, site: \"{site}\", address: \"{address}\" }}\n")

    def run(self, *words, code=0, given="", **environment):
        """Standard output; on failure the error, which is one sentence."""
        result = subprocess.run(
            [BINARY, *map(str, words), "--data", self.folder, *self.settings], input=given, capture_output=True, text=True,
            timeout=180, env={**os.environ, "VISUAL": "", "EDITOR": "", **environment})
        assert result.returncode == code, (words, result.returncode, result.stdout, result.stderr)
        if code == 0:
            assert result.stderr == "", result.stderr
            return result.stdout
        return result.stderr or result.stdout

    def stories(self, edition, words):
        """The numbers of an edition's stories with these words, once there are any."""
        def found():
            self.server.ask(f"/{edition}/", **PERSON)
            rows = json.loads(self.run("search", words, "--json"))
            return [str(row["id"]) for row in rows if words in row["title"] and "too late" not in row["title"]]
        return wait_for(found, f"a story of {edition}", 60)

    def story(self):
        """The number of one of the community's questions."""
        return self.stories("slip", "Ask HN")[0]

    def site(self, path):
        with urllib.request.urlopen(self.community + path, timeout=30) as response:
            return response.read().decode()


@pytest.fixture(scope="module")
def ports(own_demo):
    """Those of the community and the student paper."""
    found = []
    for edition, host in [("slipway", "community"), ("mudlark", "mudlark")]:
        for link in re.findall(rf'href="(/{edition}/story/[^"?]*)', own_demo.ask(f"/{edition}/", **PERSON).text)[:6]:
            # A thread names its own site.
            port = re.search(rf"http://{host}\.localhost:(\d+)", own_demo.ask(f"{link}/comments?wait=1", **PERSON).text)
            if port:
                found.append(int(port[1]))
                break
    assert len(found) == 2, found
    return found


@pytest.fixture
def place(ports, tmp_path):
    place = Place(tmp_path, *ports)
    yield place
    place.server.end()


@pytest.fixture
def signed_in(place):
    place.story()
    place.run("account", "sign-in", NAME, "--edition", "slip", given=PASSWORD + "\n")
    return place


def editor(folder, text):
    """An editor that keeps what it is shown, and writes `text` above it; and the file with what it was shown."""
    script, shown = folder / "editor.sh", folder / "shown.txt"
    (folder / "typed.txt").write_text(text)
    script.write_text(f"#!/bin/sh\ncp \"$1\" {shown}\ncat {folder / 'typed.txt'} {shown} >\"$1\"\n")
    script.chmod(script.stat().st_mode | stat.S_IXUSR)
    return str(script), shown


def test_one_signs_in_and_out_on_the_command_line(place):
    place.story()
    assert "tidings account sign-in NAME" in place.run("account", "list")
    host = "127.0.0.1"
    wrong = place.run("account", "sign-in", NAME, "--site", place.community, code=69, given="thyme\n")
    assert "Bad login." in wrong and "thyme" not in wrong and wrong.count("\n") == 1
    told = place.run("account", "sign-in", NAME, "--site", place.community, given=PASSWORD + "\n")
    assert told.startswith(f"You are signed in at {host} as {NAME}")
    listed = json.loads(place.run("account", "list", "--json"))
    assert [(one["name"], one["state"], one["site"]) for one in listed] == [(NAME, "signed-in", place.community + "/")]
    assert NAME in place.run("account", "list") and "user=" not in json.dumps(listed)
    assert place.run("account", "sign-out") == f"You are signed out at {host}.\n"
    assert json.loads(place.run("account", "list", "--json")) == []
    assert "tidings account list" in place.run("account", "sign-out", code=69)


class ControlSocketRecorder:
    """Stands in the control socket's place, passes everything on, and keeps it."""

    def __init__(self, folder):
        self.path, self.real = folder / "control.sock", folder / "control.real"
        self.path.rename(self.real)
        self.heard = []
        self.listener = socket.socket(socket.AF_UNIX)
        self.listener.bind(str(self.path))
        self.listener.listen()
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        while True:
            try:
                command, _ = self.listener.accept()
            except OSError:
                return
            server = socket.socket(socket.AF_UNIX)
            server.connect(str(self.real))
            for one, other in [(command, server), (server, command)]:
                threading.Thread(target=self.copy, args=(one, other), daemon=True).start()

    def copy(self, one, other):
        while data := one.recv(65536):
            self.heard.append(data)
            other.sendall(data)
        other.shutdown(socket.SHUT_WR)

    def end(self):
        self.listener.close()
        self.path.unlink()
        self.real.rename(self.path)


def test_password_and_cookie_are_neither_on_the_control_socket_nor_in_a_process(place):
    """Of a member that signs in, writes and refreshes while the server runs."""
    number = place.story()
    recorder = ControlSocketRecorder(place.folder)
    try:
        place.run("account", "sign-in", NAME, "--edition", "slip", given=PASSWORD + "\n")
        place.run("reply", number, "-", given="Said while somebody listens.\n")
        place.run("refresh", "--json")
        place.run("account", "list")
        place.run("outbox")
    finally:
        recorder.end()
    heard = b"".join(recorder.heard)
    assert b"reason" in heard, heard
    process = Path(f"/proc/{place.server.process.pid}")
    for what in [heard, (process / "cmdline").read_bytes(), (process / "environ").read_bytes()]:
        # The site's cookie is `user=NAME&…`.
        assert PASSWORD.encode() not in what and b"user=" + NAME.encode() not in what


def test_a_reply_from_the_command_line_stands_at_the_site(signed_in, tmp_path):
    place, number = signed_in, signed_in.story()
    told = place.run("reply", number, "-", given="A first word from a *terminal*.\n")
    assert told.startswith("It is at http://127.0.0.1:") or told == "It is at 127.0.0.1.\n"
    threads = place.site(f"/threads?id={NAME}")
    assert threads.count("A first word from a <i>terminal</i>.") == 1
    # A comment, by the number that is shown with it, in the editor, with what is answered below the mark.
    answered, comment = next(
        (one, found[1]) for one in place.stories("slip", "Ask HN")
        if (found := re.search(r"^ *c(\d+)  (?!juniper)\w+", place.run("show", one, "--comments"), re.MULTILINE)))
    command, seen = editor(tmp_path, "And one below.\n")
    entry = json.loads(place.run("reply", f"c{comment}", "--json", EDITOR=command))
    assert entry["state"] == "accepted" and entry["kind"] == "comment" and entry["text"] == "And one below."
    assert " wrote:\n> " in seen.read_text() and ">8" in seen.read_text()
    assert place.site(f"/threads?id={NAME}").count("And one below.") == 1
    assert "wrote:" not in place.site(f"/threads?id={NAME}")
    # By link, and as the last of the outbox.
    link = json.loads(place.run("show", answered, "--comments", "--json"))["comments"][0]["link"]
    assert place.run("reply", link, "-", given="By its link.").startswith("It is at ")
    entries = json.loads(place.run("outbox", "--json"))
    assert [one["text"] for one in entries] == ["By its link.", "And one below.", "A first word from a *terminal*."]
    assert "Reply below" in place.run("outbox")
    place.run("outbox", "remove", entries[0]["id"])
    assert len(json.loads(place.run("outbox", "list", "--json"))) == 2


@pytest.mark.mission("HN-53")
def test_a_story_is_submitted_from_the_command_line(signed_in, tmp_path):
    place = signed_in
    told = place.run("submit", "--title", "A harbour in a terminal", "--url", "https://terminal-harbour.example/one")
    assert told.startswith("It is at ")
    assert "A harbour in a terminal" in place.site("/newest")
    again = place.run("submit", "--title", "The same again", "--url", "https://terminal-harbour.example/one")
    assert again.startswith("The link was submitted before; its story is at ")
    command, seen = editor(tmp_path, "Title: Ask HN: Which knot holds?\nLink:\n\nI forget it every spring.\n")
    assert place.run("submit", VISUAL=command).startswith("It is at ")
    assert seen.read_text().startswith("Title: \nLink: \n")
    assert "Ask HN: Which knot holds?" in place.site(f"/submitted?id={NAME}")


def test_a_text_that_was_refused_is_kept_and_opened_again(signed_in, tmp_path):
    place, long = signed_in, "x" * 81
    result = subprocess.run(
        [BINARY, "submit", "--title", long, "--url", "https://long.example/", "--data", place.folder, *place.settings],
        capture_output=True, text=True, timeout=120)
    assert result.returncode in (64, 69) and "kept as a draft" in result.stderr and result.stderr.count("\n") == 1
    command, seen = editor(tmp_path, "Title: A shorter title\nLink: https://long.example/\n")
    place.run("submit", EDITOR=command)
    assert seen.read_text().startswith(f"Title: {long}\nLink: https://long.example/\n")
    # What arrived is no draft any more.
    command, seen = editor(tmp_path, "Title: Another\nLink: https://another.example/\n")
    place.run("submit", EDITOR=command)
    assert seen.read_text().startswith("Title: \nLink: \n")


def test_what_waits_for_a_sign_in_is_sent_once_then(signed_in):
    place, number = signed_in, signed_in.story()
    place.run("account", "sign-out")
    message = place.run("reply", number, "-", code=69, given="Sent when I am back.")
    assert "tidings account sign-in" in message and message.count("\n") == 1
    assert "Sent when I am back." not in place.site(f"/threads?id={NAME}")
    place.run("account", "sign-in", NAME, "--edition", "slip", given=PASSWORD + "\n")
    assert place.site(f"/threads?id={NAME}").count("Sent when I am back.") == 1


def test_a_guest_says_who_writes(place):
    number = place.stories("mud", "The library will stay open")[0]
    assert "--name NAME --email ADDRESS" in place.run("reply", number, "-", code=64, given="Hello.")
    told = json.loads(place.run("reply", number, "-", "--name", "Vera Tide", "--email", "vera@tide.example", "--json", given="Good to read."))
    assert told["state"] in ("accepted", "pending") and told["site"].startswith("http://127.0.0.1:")


@pytest.mark.parametrize("words,code,says", [
    (["account", "sign-in"], 64, "tidings account sign-in NAME"), (["account", "sign-in", "me", "--cookie"], 64, "--cookie"),
    (["account", "sign-in", "me", "--site", "quay.example"], 69, "no source with members"),
    (["account", "sign-in", "me", "--edition", "nowhere"], 64, "There is no edition"),
    (["reply", "999999", "-"], 69, "There is no story"), (["reply", "c999999", "-"], 69, "no story or comment"),
    (["reply", "nonsense here", "-"], 64, "neither a story's number"), (["reply", "1", "words"], 64, "The text is no argument"),
    (["submit", "-"], 64, "--title"), (["outbox", "retry", "999999"], 69, "tidings outbox lists them"),
    (["outbox", "look", "999999"], 69, "tidings outbox lists them"),
    (["outbox", "retry", "1", "--email", "vera@tide.example"], 64, "--name NAME --email ADDRESS"),
    (["outbox", "retry", "1", "--name", "Vera Tide"], 64, "--name NAME --email ADDRESS"),
], ids=lambda value: " ".join(value) if isinstance(value, list) else None)
def test_bad_arguments_of_writing_commands_say_what_to_do(place, words, code, says):
    message = place.run(*words, code=code, given="x\n")
    assert says in message and "Error(" not in message


def test_a_reply_without_an_editor_or_a_text_says_what_to_do(signed_in, tmp_path):
    place, number = signed_in, signed_in.story()
    assert "Set EDITOR" in place.run("reply", number, code=64)
    assert "nothing was sent" in place.run("reply", number, "-", code=64, given="  \n\n")
    command, _ = editor(tmp_path, "")
    assert "nothing was sent" in place.run("reply", number, code=64, EDITOR=command)
    assert "failed" in place.run("reply", number, code=65, EDITOR="false")
    assert json.loads(place.run("outbox", "--json")) == []
