"""A pack file that is edited in the browser with `tidings pack edit`. `TIDINGS_KILLS` says how often it is killed."""
import json
import os
import random
import signal
import sqlite3
import subprocess
import threading
import urllib.error
import urllib.parse
import urllib.request

import pytest

from support.program import BINARY, environment, free_port, run

KILLS = int(os.environ.get("TIDINGS_KILLS", "10"))
JPEG = b"\xff\xd8\xff\xe0" + b"a picture of wool" * 500


class EditedFile:
    """A pack file with its editor."""

    def __init__(self, place):
        self.place, self.file = place, place / "looms.tidingspack"
        self.process, self.port = None, free_port()
        (place / "src" / "photographs").mkdir(parents=True)
        (place / "src" / "pack.yaml").write_text(
            "identity: looms\nversion: 1.2\ntitle: Looms of the county\nlanguages: [en]\n")
        (place / "src" / "index.md").write_text("---\ntitle: Home\n---\nHello.\n")
        (place / "src" / "wool.md").write_text("---\ntitle: Wool\nfavourite: 2014-07-05T10:00:00Z\n---\nOf sheep.\n")
        (place / "src" / "photographs" / "sheep.jpg").write_bytes(JPEG)
        self.build()

    @property
    def base(self):
        return f"http://127.0.0.1:{self.port}"

    def build(self):
        made = run("pack", "build", self.place / "src", "-o", self.file, "--force")
        assert made.returncode == 0, made.stderr

    def start(self, *words):
        self.process = subprocess.Popen(
            [BINARY, "pack", "edit", str(self.file), "--port", str(self.port), *words],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment(), text=True)
        line = next((line for line in self.process.stdout if "is edited at" in line), "")
        assert line, self.process.stderr.read()
        self.port = int(line.split("127.0.0.1:")[1].split("/")[0])
        return line

    def stop(self, how=signal.SIGINT):
        self.process.send_signal(how)
        return self.process.communicate(timeout=30)[0]

    def post(self, action, **fields):
        """Sends a form of the editor; returns the path that it leads to."""
        request = urllib.request.Request(
            f"{self.base}/looms-of-the-county/act/{action}", urllib.parse.urlencode(fields).encode(),
            {"Origin": self.base})
        with urllib.request.build_opener(Unredirected).open(request, timeout=30) as response:
            return response.status, response.headers.get("Location")

    def save(self, title, **fields):
        with self.database() as database:
            revision, = database.execute(
                "select max(change_number) from pack_project_revision where kind = 'page' and name = 'wool'").fetchone()
        status, path = self.post("save-pack-page", slug="wool", title=title, revision=revision, text="<p>Wool.</p>", **fields)
        assert status == 303 and path.endswith("/edit/page/wool"), (status, path)

    def database(self):
        return sqlite3.connect(f"file:{self.file}.editing/tidings.sqlite?mode=ro", uri=True, timeout=10)

    def shown(self):
        printed = run("pack", "show", self.file, "--json")
        assert printed.returncode == 0, printed.stderr
        return json.loads(printed.stdout)

    def title(self):
        with sqlite3.connect(f"file:{self.file}?mode=ro", uri=True) as database:
            return database.execute("select title from pages where slug = 'wool'").fetchone()[0]


class Unredirected(urllib.request.HTTPRedirectHandler):
    def http_error_303(self, request, response, code, message, headers):
        return response


@pytest.fixture
def edited(tmp_path):
    edited = EditedFile(tmp_path)
    yield edited
    if edited.process and edited.process.poll() is None:
        edited.stop(signal.SIGKILL)


@pytest.mark.mission("YORK-55")
def test_what_is_published_replaces_the_file_and_what_is_saved_waits_beside_it(edited):
    edited.file.chmod(0o664)
    before = edited.file.read_bytes()
    edited.start()
    edited.save("Wool and linen")
    assert edited.file.read_bytes() == before, "a save publishes nothing"
    assert "1 change saved and not yet in looms.tidingspack" in edited.stop()
    edited.start()
    assert edited.post("publish-pack")[0] == 303
    assert edited.title() == "Wool and linen"
    assert edited.shown()["version"] == "1.3"
    assert edited.file.stat().st_mode & 0o777 == 0o664
    with sqlite3.connect(edited.file) as database:
        assert database.execute("select page from favourites").fetchall() == [("wool",)], "favourites stay"
        assert database.execute("select data from media").fetchall() == [(JPEG,)]
    assert "not yet in" not in edited.stop()
    assert run("pack", "check", edited.file).returncode == 0


def test_a_file_that_another_program_changed_is_not_overwritten(edited):
    edited.start()
    edited.save("Mine")
    (edited.place / "src" / "wool.md").write_text("---\ntitle: Theirs\n---\nOf goats.\n")
    edited.build()
    theirs = edited.file.read_bytes()
    edited.post("publish-pack")
    assert edited.file.read_bytes() == theirs
    with urllib.request.urlopen(f"{edited.base}/looms-of-the-county/edit") as page:
        assert "was changed by another program while it was edited here" in page.read().decode()
    edited.stop()
    refused = run("pack", "edit", edited.file)
    assert refused.returncode == 73 and "--restart" in refused.stderr, refused.stderr
    edited.start("--restart")
    edited.post("publish-pack")
    assert edited.title() == "Theirs"
    kept = [name for name in os.listdir(edited.place) if name.startswith("looms.tidingspack.editing-")]
    assert len(kept) == 1, "what was edited before is kept"


def test_a_new_pack_begins_with_its_title(edited):
    edited.file = edited.place / "new.tidingspack"
    refused = run("pack", "edit", edited.file)
    assert refused.returncode == 66 and "--title" in refused.stderr
    assert not os.path.exists(f"{edited.file}.editing")
    edited.start("--title", "Looms of the county", "--language", "en-GB")
    assert not edited.file.exists()
    edited.post("publish-pack")
    shown = edited.shown()
    assert (shown["title"], len(shown["pages"])) == ("Looms of the county", 1), shown
    folder = run("pack", "edit", edited.place)
    assert folder.returncode == 64 and "is a folder" in folder.stderr


@pytest.mark.mission("YORK-55")
def test_other_houses_get_what_is_published_and_nothing_else(edited):
    edited.start()

    def status(path, **headers):
        try:
            with urllib.request.urlopen(urllib.request.Request(f"{edited.base}/packs/{path}", headers=headers)) as found:
                return found.status, found.read()
        except urllib.error.HTTPError as error:
            return error.code, error.read()

    edited.save("Published")
    edited.post("publish-pack")
    assert status("looms/pack.json")[0] == 404, "a guide is followed only when its owner says so"
    edited.post("serve-pack", served="1")
    index = json.loads(status("looms/pack.json")[1])
    assert index["version"] == "1.3"
    light = status(f"looms/{index['pack']['name']}")[1]
    assert len(light) == index["pack"]["size"]
    with sqlite3.connect(edited.file) as database:
        name, = database.execute("select sha256 from media").fetchone()
    assert status(f"looms/media/{name}.jpg") == (200, JPEG)
    for path in ["looms/../tidings.sqlite", "looms/%2e%2e%2ftidings.sqlite", "looms/media/..%2fpack.json", "other/pack.json",
                 "looms/pack-0000000000000000.tidingspack", "looms/media/" + "0" * 64 + ".jpg", "looms/secrets.key"]:
        assert status(path)[0] in (400, 404), path
    edited.save("Not published")
    assert json.loads(status("looms/pack.json")[1])["version"] == "1.3"
    edited.post("publish-pack")
    assert json.loads(status("looms/pack.json")[1])["version"] == "1.4"
    assert status(f"looms/{index['pack']['name']}")[1] == light, "who is fetching the version before still gets it"
    edited.post("serve-pack", served="0")
    assert status("looms/pack.json")[0] == 404 and status(f"looms/media/{name}.jpg")[0] == 404
    assert not os.listdir(f"{edited.file}.editing/publications")


@pytest.mark.mission("YORK-55")
def test_kills_at_any_time_lose_nothing_saved_and_leave_the_old_or_the_new_file(edited):
    random.seed(42)
    edited.start()
    edited.post("serve-pack", served="1")
    saved, last = [], (1, 2)
    for kill in range(KILLS):
        if kill:
            edited.start()
        end = threading.Timer(random.uniform(0.005, 0.4), lambda: edited.process.send_signal(signal.SIGKILL))
        end.start()
        try:
            for number in range(1000):
                title = f"Title {kill} {number}"
                edited.save(title)
                saved.append(title)
                edited.post("publish-pack")
        except (OSError, urllib.error.URLError, sqlite3.Error, AssertionError):
            end.join()
            edited.process.wait(30)
        # What the file has is whole, and not older than before.
        checked = run("pack", "check", edited.file)
        assert checked.returncode == 0, (kill, checked.stdout)
        version = tuple(map(int, edited.shown()["version"].split(".")))
        assert version >= last, (kill, version, last)
        assert edited.title() == "Wool" or edited.title().startswith("Title "), edited.title()
        last = version
        with edited.database() as database:
            subjects = [row[0] for row in database.execute("select subject from pack_project_change order by number")]
            assert database.execute("pragma integrity_check").fetchone() == ("ok",)
        assert set(saved) <= set(subjects), (kill, saved[-3:], subjects[-3:])
        index = edited.place / "looms.tidingspack.editing" / "publications" / "looms" / "pack.json"
        if index.exists():
            light = json.loads(index.read_text())["pack"]
            assert (index.parent / light["name"]).stat().st_size == light["size"]
    assert len(saved) >= KILLS // 3, "too few saves for the test to mean anything"
    edited.start()
    edited.post("publish-pack")
    assert edited.title() == [title for title in subjects if title.startswith("Title ")][-1]
