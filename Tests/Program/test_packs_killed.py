"""An installation of a pack that is killed at any moment leaves the old version or the new one, whole. `TIDINGS_KILLS` says
how many kills there are."""
import hashlib
import json
import os
import random
import signal
import sqlite3
import subprocess
import time

import pytest

from support.program import BINARY, environment

KILLS = int(os.environ.get("TIDINGS_KILLS", "20"))
# Enough that an installation takes longer than the start of the program.
PAGES, PICTURES = 400, 120
EDITION = "county"


class PackHome:
    """A data folder with an edition that shows a pack, and two versions of that."""

    def __init__(self, place):
        self.folder, self.place = place / "data", place
        (self.folder / "editions").mkdir(parents=True)
        (self.folder / "editions" / f"{EDITION}.yaml").write_text(
            "title: The county\npack:\n  identity: invented-county\n")
        self.environment = environment()
        self.files = {version: self.build(version) for version in ("1", "2")}
        self.media = {version: media_of(file) for version, file in self.files.items()}

    def build(self, version):
        """Some pages and pictures are in both versions, the others in one."""
        source = self.place / f"version-{version}"
        (source / "photographs").mkdir(parents=True)
        (source / "pack.yaml").write_text(
            f"identity: invented-county\nversion: {version}\ntitle: The county\nlanguages: [en]\n")
        (source / "index.md").write_text(f"---\ntitle: Home of version {version}\n---\n")
        for number in range(PAGES):
            name = f"page-{number}" if number % 2 else f"page-{number}-{version}"
            (source / f"{name}.md").write_text(f"---\ntitle: Page {number}\n---\nText of version {version}.\n")
        for number in range(PICTURES):
            words = f"picture {number} of {version if number % 2 else 'both'}".encode()
            (source / "photographs" / f"photograph-{number}.jpg").write_bytes(b"\xff\xd8\xff\xe0" + words * 500)
        file = self.place / f"{version}.pack"
        self.run("pack", "build", source, "-o", file)
        return file

    def start(self, *words):
        return subprocess.Popen(
            [BINARY, *map(str, words), *(["--data", self.folder] if words[1] != "build" else [])],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=self.environment, text=True)

    def run(self, *words):
        process = self.start(*words)
        out, message = process.communicate(timeout=300)
        assert process.returncode == 0, (words, out, message)
        return out

    def install(self, version):
        return self.run("pack", "install", self.files[version], "--edition", EDITION, "--downgrade")

    def installed(self):
        rows = json.loads(self.run("pack", "list", "--json"))
        return next(row for row in rows if row["edition"] == EDITION)

    def media_files(self):
        return {file.name for file in (self.folder / "media").rglob("*") if file.is_file()}


def media_of(file):
    with sqlite3.connect(f"file:{file}?mode=ro", uri=True) as database:
        return {row[0] for row in database.execute("select sha256 from media")}


@pytest.fixture
def home(tmp_path):
    return PackHome(tmp_path)


@pytest.mark.mission("YORK-47")
def test_a_kill_while_a_pack_is_installed_leaves_the_old_version_or_the_new_one(home):
    home.install("1")
    began = time.monotonic()
    home.install("2")
    # Also after its end, where orphaned media are removed.
    longest = (time.monotonic() - began) * 1.5
    found = {"1": 0, "2": 0}
    current = "2"
    for kill in range(KILLS):
        target = "1" if current == "2" else "2"
        process = home.start("pack", "install", home.files[target], "--edition", EDITION, "--downgrade")
        try:
            process.wait(random.uniform(0, longest))
        except subprocess.TimeoutExpired:
            process.send_signal(signal.SIGKILL)
        process.communicate()
        row = home.installed()
        assert row["version"] in (current, target), (kill, row)
        assert (row["identity"], row["pages"], row["photographs"]) == ("invented-county", PAGES + 1, PICTURES), (kill, row)
        current = row["version"]
        found[current] += 1
        for name in home.media[current]:
            bytes_there = (home.folder / "media" / name[:2] / name).read_bytes()
            assert hashlib.sha256(bytes_there).hexdigest() == name, (kill, name)
    assert all(found.values()), found
    # What the kills left behind goes with the next installation.
    target = "1" if current == "2" else "2"
    home.install(target)
    assert home.installed()["version"] == target
    assert home.media_files() == home.media[target]
    with sqlite3.connect(home.folder / "tidings.sqlite") as database:
        assert database.execute("pragma integrity_check").fetchone() == ("ok",)
        assert database.execute("pragma foreign_key_check").fetchone() is None
