"""A disk without room, as a small file system that only these processes see."""
import os
import pathlib
import re
import subprocess
import sys

import pytest

from support.program import BINARY, FORM, TidingsServer, form, free_port
from support.sites import ferry_feed

NAVIGATION = {"Sec-Fetch-Mode": "navigate", "Sec-Fetch-Site": "same-origin"}


class SmallDisk:
    """A file system of 8 MB."""

    def __init__(self, folder):
        self.holder = subprocess.Popen(
            ["unshare", "--user", "--map-root-user", "--mount", "sh", "-c",
             f"mount -t tmpfs -o size=8m tmpfs '{folder}' && echo mounted && exec cat"],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        self.is_there = self.holder.stdout.readline() == "mounted\n"
        self.folder = pathlib.Path(f"/proc/{self.holder.pid}/root{folder}")
        self.enter = ["nsenter", f"--target={self.holder.pid}", "--user", "--mount", "--preserve-credentials"]

    def fill(self):
        with open(self.folder / f"filler-{len(os.listdir(self.folder))}", "wb", buffering=0) as file:
            with pytest.raises(OSError):
                while True:
                    file.write(b"x" * 4096)

    def make_room(self):
        for file in self.folder.glob("filler-*"):
            file.unlink()

    def end(self):
        self.holder.stdin.close()
        self.holder.wait(20)


class ConfinedServer(TidingsServer):
    """A server on such a disk."""

    def __init__(self, disk, folder, feed, options):
        self.disk, self.folder, self.host, self.port = disk, folder, "127.0.0.1", free_port()
        self.arguments = ["--listen", f"{self.host}:{self.port}"]
        self.command = [*disk.enter, BINARY]
        self.run("add", feed, *options)
        self.start()

    def run(self, *arguments):
        ended = subprocess.run(
            [*self.command, *arguments, "--data", self.folder], capture_output=True, text=True, timeout=60)
        assert ended.returncode == 0, ended.stderr

    def query(self, *statements):
        """The rows of the last statement. Within the namespace: outside, SQLite would follow the link to its root."""
        code = ("import sqlite3, sys; database = sqlite3.connect(sys.argv[1], isolation_level=None);"
                "print([database.execute(statement).fetchall() for statement in sys.argv[2:]][-1])")
        return subprocess.run(
            [*self.disk.enter, sys.executable, "-c", code, self.folder / "tidings.sqlite", *statements],
            capture_output=True, text=True, timeout=60, check=True).stdout.strip()


@pytest.fixture
def confined(tmp_path):
    disk = SmallDisk(tmp_path)
    if not disk.is_there:
        pytest.skip("no file system can be made here")
    with ferry_feed() as site:
        server = ConfinedServer(disk, tmp_path / "data", site.home + "/feed", site.allowed)
        yield server
        server.end()
    disk.end()


def expect_pages(server):
    """Every page is shown, and what would change something says why it cannot."""
    pages = ["/mine/", "/mine/all", "/mine/unread", "/mine/saved", "/mine/feeds", "/mine/newsstand", "/mine/sections",
             "/mine/settings", "/mine/settings/access", "/mine/search?q=ferry", "/mine/feed/1", "/mine/feed/1/details", "/mine/keyboard-shortcuts"]
    for path in pages:
        assert server.ask(path, **NAVIGATION).status == 200, path
    story = re.search(r'href="(/mine/story/\d+)[^"]*"', server.ask("/mine/all").text)[1]
    page = server.ask(story, **NAVIGATION)
    assert page.status == 200 and "The ferry is late." in page.text
    # The log may have some room left in its file.
    for number in range(400):
        saved = server.ask(
            "/mine/act/set-mark", "POST", form(story=story.rsplit("/", 1)[1], kind="saved", value=number % 2),
            Accept="application/json", **FORM)
        if saved.status != 200:
            break
    assert saved.status == 422 and "The disk is full. Nothing was lost" in saved.text, saved.text
    return story


def test_a_full_disk_stops_no_reading_and_no_start(confined):
    confined.disk.fill()
    expect_pages(confined)
    confined.end()
    # What a clean end has freed is gone by the next start.
    confined.disk.fill()
    confined.start()
    assert any("the disk is full" in line for line in confined.lines)
    story = expect_pages(confined)
    confined.process.kill()
    confined.process.wait()
    confined.disk.fill()
    confined.start()
    expect_pages(confined)
    confined.disk.make_room()
    fields = form(story=story.rsplit("/", 1)[1], kind="saved", value=1)
    assert confined.ask("/mine/act/set-mark", "POST", fields, Accept="application/json", **FORM).status == 200
    assert "Ferry" in confined.ask("/mine/saved").text


def test_a_start_without_room_for_the_newspapers_is_noticed_all_the_same_if_it_crashes(confined):
    confined.end()
    confined.query(
        "create table too_large (bytes)",
        "create trigger grow before insert on edition begin insert into too_large values (zeroblob(20000000)); end")
    confined.start()
    assert any("the disk is full" in line for line in confined.lines)
    assert confined.query("select kind from crash_suspect") == "[('run',)]"
