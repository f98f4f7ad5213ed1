"""What people say: a thread of 1,200 comments from the server and on a slow phone, and how often a list's origin is asked.

The community is invented here and speaks as Hacker News does (docs/sources/hacker-news.md); it counts who asks for what."""
import contextlib
import http.server
import json
import pathlib
import random
import re
import shutil
import socket
import subprocess
import threading
import time
import urllib.request

from measure import line, median

COMMENTS, STORIES, LONG = 1_200, 120, 1
WORDS = ("the harbour office had said nothing until noon when water stood two feet deep in the market hall and nobody could "
         "tell who had left the barrier open").split()
EDITION = """
id: talk
title: The Talk
about: What an invented community talks about.
language: en
look: {{ accent: {{ day: "#B4460A", night: "#FF9F5A" }}, rows: counted }}
shell: {{ front: nothing, list: nothing, story: nothing, tabs: [], drawer: true }}
sections:
  - {{ title: Top, key: top, channels: [{{ kind: hacker-news, site: "{site}", address: "{site}news" }}] }}
options: {{ lead: false }}
"""


def talk(programs, work, keep):
    with Community.open() as community, community.serve(programs / "tidings", work / "talk") as address:
        first_visit, second = visits(community, address)
        thread = whole_thread(address)
        made = [ask(thread, gzip=True) for _ in range(15)]
        plain = ask(thread)
        told = subprocess.run(
            [".tools/venv/bin/python", pathlib.Path(__file__).with_name("telephone.py"), thread, "5", "--scroll"],
            check=True, stdout=subprocess.PIPE, text=True)
    seen = json.loads(told.stdout)

    def first(heat):
        paper, bare = (seen[name][heat]["first"] for name in ("paper", "bare"))
        return line(f"its first content on a slow phone, {heat}", f"{paper:.2f} s", f"a bare page of text: {bare:.2f} s", paper / bare,
                    "≤ 1.5", paper <= 1.5 * bare)

    longest = seen["strokes"]
    return [
        line(f"a thread of {COMMENTS:,} comments from the server, {len(plain.body) / 1e3:.0f} kB",
             f"{median([each.seconds for each in made]) * 1e3:.1f} ms", f"{len(made[0].body) / 1e3:.0f} kB packed"),
        first("cold"), first("warm"),
        line("the longest task of a stroke that scrolls it there", f"{longest['paper']:.0f} ms",
             f"the limit: 50 ms (a bare page of 6,000 lines: {longest['bare']:.0f} ms)", longest["paper"] / 50, "≤ 1",
             longest["paper"] <= 50),
        line("requests for a second visit of a list of 30, nothing changed", f"{second}", f"the first visit: {first_visit}",
             second / first_visit, "≤ 0.1", second <= first_visit / 10),
    ]


class Answer:
    """A page, and the seconds until all of it was there."""

    def __init__(self, body, seconds):
        self.body, self.seconds = body, seconds


# Only somebody who comes to a page causes requests.
NAVIGATION = {"Sec-Fetch-Site": "none", "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "document", "Sec-Fetch-User": "?1"}


def ask(address, gzip=False):
    request = urllib.request.Request(address, headers=NAVIGATION | ({"Accept-Encoding": "gzip"} if gzip else {}))
    begin = time.monotonic()
    with urllib.request.urlopen(request, timeout=60) as response:
        return Answer(response.read(), time.monotonic() - begin)


def until(condition, what):
    """The first answer of `condition` that is not empty."""
    end = time.monotonic() + 60
    while time.monotonic() < end:
        if found := condition():
            return found
        time.sleep(0.2)
    raise SystemExit(f"bench: not within a minute: {what}")


def visits(community, address):
    """How often the community is asked for a list that nobody knows yet, and for the same list again."""
    list_page = address + "/talk/all"
    until(lambda: ask(list_page).body.count(b'data-story="') >= 20, "the list's stories")
    first = community.settled()
    origin = address.rstrip("/")
    request = urllib.request.Request(
        f"{origin}/talk/act/refresh", data=b"back=%2Ftalk%2Fall", headers={"Origin": origin}, method="POST")

    def again():
        urllib.request.urlopen(request, timeout=60).close()
        return community.asked
    until(again, "the second question")
    return first, community.settled()


def whole_thread(address):
    """The address of the long thread once all of it is kept."""
    rows = ask(address + "/talk/all").body.decode().split('data-story="')[1:]
    story = next(row for row in rows if "A long talk" in row).split('"')[0]
    thread = f"{address}/talk/story/{story}/comments"
    until(lambda: ask(thread).body.count(b'<li class="c') >= COMMENTS, "the whole thread")
    return thread


class Community(http.server.ThreadingHTTPServer):
    """Some stories, one of them with the long thread."""
    daemon_threads = True

    def __init__(self):
        super().__init__(("127.0.0.1", 0), Desk)
        self.site = f"http://127.0.0.1:{self.server_port}/"
        self.asked, self.lock, dice = 0, threading.Lock(), random.Random(7)
        began = int(time.time()) - 86_400
        self.items = {
            number: {"id": number, "type": "story", "by": "ada", "time": began - number * 60, "kids": [], "descendants": 0,
                     "title": "A long talk" if number == LONG else f"Story {number} of the talk", "score": 300 - number,
                     "url": f"https://far.example/{number}"} for number in range(1, STORIES + 1)}
        path = []
        for number in range(STORIES + 1, STORIES + 1 + COMMENTS):
            while path and dice.random() < .45:
                path.pop()
            parent = path[-1] if path else LONG
            text = " ".join(dice.choice(WORDS) for _ in range(dice.randint(8, 90))) + "."
            self.items[number] = {"id": number, "type": "comment", "by": f"reader{number % 57}", "time": began + number,
                                  "parent": parent, "text": text, "kids": []}
            self.items[parent]["kids"].append(number)
            path = [*path, number][:16]
        self.items[LONG]["descendants"] = COMMENTS

    @classmethod
    @contextlib.contextmanager
    def open(cls):
        community = cls()
        threading.Thread(target=community.serve_forever, args=(0.02,), daemon=True).start()
        try:
            yield community
        finally:
            community.shutdown()
            community.server_close()

    @contextlib.contextmanager
    def serve(self, tidings, folder):
        """A newspaper that reads it; the address it is served at."""
        shutil.rmtree(folder, ignore_errors=True)
        (folder / "editions").mkdir(parents=True)
        (folder / "editions/talk.yaml").write_text(EDITION.format(site=self.site))
        (folder / "tidings.yaml").write_text(
            f"network:\n  allow: \"127.0.0.1:{self.server_port}\"\npolling:\n  asked: 1ms\n  unconditional: 1ms\n")
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            address = f"http://127.0.0.1:{probe.getsockname()[1]}"
        process = subprocess.Popen([tidings, "serve", "--listen", address.removeprefix("http://"), "--data", folder],
                                   stdout=subprocess.PIPE, text=True)
        try:
            for text in process.stdout:
                if text.startswith("Tidings is at"):
                    break
            yield address
        finally:
            process.terminate()
            process.wait(20)

    def settled(self):
        """How often it was asked, once nobody has asked for two seconds; counts anew from here."""
        seen, since = self.asked, time.monotonic()
        while time.monotonic() - since < 2:
            time.sleep(0.1)
            if self.asked != seen:
                seen, since = self.asked, time.monotonic()
        self.asked = 0
        return seen

    def tree(self, number):
        item = self.items[number]
        return {"id": number, "type": item["type"], "author": item["by"], "created_at_i": item["time"],
                "title": item.get("title"), "url": item.get("url"), "text": item.get("text"), "points": item.get("score"),
                "parent_id": item.get("parent"), "story_id": LONG, "options": [],
                "children": [self.tree(kid) for kid in item["kids"]]}

    def answer(self, path):
        if path == "/v0/topstories.json":
            return list(range(1, STORIES + 1))
        if path == "/v0/updates.json":
            return {"items": [], "profiles": []}
        if found := re.match(r"/v0/item/(\d+)\.json", path):
            return self.items.get(int(found[1]))
        if found := re.match(r"/api/v1/items/(\d+)", path):
            return self.tree(int(found[1]))
        return None


class Desk(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *_):
        pass

    def do_GET(self):
        with self.server.lock:
            self.server.asked += 1
        body = json.dumps(self.server.answer(self.path)).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)
