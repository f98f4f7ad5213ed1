"""Other news readers: their calls and whole syncs, in a library of many stories and feeds."""
import hashlib
import http.client
import itertools
import json
import shutil
import sqlite3
import subprocess
import time
import urllib.parse

from library import rest
from measure import line, lines_of, mb, median
from serving import Server
from sqlrows import Shelf

STORIES, FEEDS, DAYS = 100_000, 1_000, 10
UNREAD = 10_000
STATE = "user/-/state/com.google/"
ROUNDS = 15


def sync(programs, work, keep):
    folder = work / "sync"
    if not (keep and (folder / "filled").exists()):
        shutil.rmtree(folder, ignore_errors=True)
        lines_of(programs / "LibrarySpeed", "fill", folder, STORIES, FEEDS, DAYS)
        (folder / "filled").touch()
    rest(folder)
    with sqlite3.connect(folder / "tidings.sqlite") as database:
        database.execute("delete from cluster_queue")  # gathering topics takes minutes, and is measured by itself
    secret = subprocess.run([programs / "tidings", "app-password", "add", "Phone", "--data", folder], check=True,
                            capture_output=True, text=True).stdout.strip()
    server = Server(programs / "tidings", folder)
    try:
        server.settle()
        app = App(server.port, secret)
        leave_unread(app, folder)
        shelf = Shelf(folder, work / "sync-rows.sqlite")
        lines = calls(app, shelf) + syncs(app, shelf)
        lines.append(line("memory of the server after it all", mb(server.memory()), ""))
    finally:
        server.end()
    if not keep:
        shutil.rmtree(folder)
    return lines


class App:
    """A news reader on one connection that is kept open."""

    def __init__(self, port, secret):
        self.link, self.received, self.requests = http.client.HTTPConnection("127.0.0.1", port, timeout=120), 0, 0
        self.fever_key = hashlib.md5(f"reader:{secret}".encode()).hexdigest()
        self.headers = {}
        signed = self.ask("/accounts/ClientLogin", {"Email": "reader", "Passwd": secret})
        token = signed.decode().split("Auth=")[1].strip()
        self.headers = {"Authorization": f"GoogleLogin auth={token}"}
        self.write_token = self.get("token").decode()

    def ask(self, path, form=None, tag=None, expected=200):
        """A response's body; with `tag`, the validator of the last response to it is sent."""
        headers, body = dict(self.headers), None
        if form is not None:
            headers["Content-Type"], body = "application/x-www-form-urlencoded", urllib.parse.urlencode(form, doseq=True)
        if tag:
            headers["If-None-Match"] = tag
        self.link.request("GET" if form is None else "POST", path, body, headers)
        response = self.link.getresponse()
        content = response.read()
        self.tag = response.headers["ETag"]
        self.received, self.requests = self.received + len(content), self.requests + 1
        if response.status != expected:
            raise SystemExit(f"bench: {path} answered {response.status}: {content[:200]}")
        return content

    def get(self, call, tag=None, expected=200, **parameters):
        query = urllib.parse.urlencode({"output": "json", **parameters}, doseq=True)
        return self.ask(f"/reader/api/0/{call}?{query}", tag=tag, expected=expected)

    def post(self, call, **form):
        return self.ask(f"/reader/api/0/{call}", {"T": self.write_token, "output": "json", **form})

    def fever(self, query):
        return self.ask(f"/fever/?api&{query}", {"api_key": self.fever_key})

    def page(self, count, stream="reading-list", **parameters):
        """IDs, and the continuation or None."""
        found = json.loads(self.get("stream/items/ids", s=STATE + stream, n=count, **parameters))
        return [int(each["id"]) for each in found["itemRefs"]], found.get("continuation")

    def ids(self, count, **parameters):
        """All IDs, in pages of so many."""
        found, after = self.page(count, **parameters)
        while after:
            more, after = self.page(count, c=after, **parameters)
            found += more
        return found

    def contents(self, ids):
        long = [f"tag:google.com,2005:reader/item/{each:016x}" for each in ids]
        return self.post("stream/items/contents", i=long)

    def mark(self, ids, value, tag="read"):
        self.post("edit-tag", i=ids, **{"a" if value else "r": STATE + tag})


def leave_unread(app, folder):
    """Most stories are read up to a moment, the rest one by one, but for each other of the newest."""
    with sqlite3.connect(folder / "tidings.sqlite") as database:
        [[moment]] = database.execute("select arrived_at from story order by id desc limit 1 offset ?", [2 * UNREAD])
    app.post("mark-all-as-read", s=STATE + "reading-list", ts=moment * 1000)
    unread = app.ids(10_000, xt=STATE + "read")
    if len(unread) > UNREAD * 1.5:
        for some in chunks(unread[::2], 10_000):
            app.mark(some, True)


def calls(app, shelf):
    """Each call after a mark, and the lists of feeds after a change of which stories are starred, which they depend on."""
    read = STATE + "read"
    [newest, after] = app.page(10_000)
    unread = app.ids(10_000, xt=read)
    some, marked, fever = unread[:250], newest[:1_000], min(unread) - 1
    flip = itertools.cycle([True, False])
    works = [
        ("stream/items/ids of 10,000", 30, lambda: app.page(10_000), lambda: shelf.ids(10_000)),
        ("the same of unread ones", 30, lambda: app.page(10_000, xt=read), lambda: shelf.ids(10_000, 0)),
        ("its next page", 30, lambda: app.page(10_000, c=after), lambda: shelf.ids(10_000, before=int(after))),
        ("stream/items/contents of 250", 60, lambda: app.contents(some), lambda: shelf.contents(some)),
        ("subscription/list of 1,000", 30, lambda: app.get("subscription/list"), shelf.feeds),
        ("unread-count", 20, lambda: app.get("unread-count"), shelf.unread_counts),
        ("tag/list", None, lambda: app.get("tag/list"), None),
        ("edit-tag of 1,000, which waits for the disk", None, lambda: app.mark(marked, next(flip)),
         lambda: shelf.mark(marked)),
        ("Fever's items, a page of 50", None, lambda: app.fever(f"items&since_id={fever}"),
         lambda: shelf.contents(unread[-50:])),
        ("Fever's unread_item_ids", None, lambda: app.fever("unread_item_ids"), lambda: shelf.ids(-1, 0)),
    ]
    rounds = {name: ([], []) for name, *_ in works}
    for number in range(ROUNDS + 1):
        for name, _, ours, theirs in works:
            if name.startswith(("subscription", "tag")):
                app.mark(unread[-1:], number % 2, "starred")
            else:
                app.mark(unread[-1:], False)
            for work, seconds in zip((ours, theirs), rounds[name]):
                if work:
                    begin = time.monotonic()
                    work()
                    seconds.append(time.monotonic() - begin)
    lines = []
    for name, limit, *_ in works:
        ours, theirs = (median(each[1:]) * 1e3 if each else None for each in rounds[name])  # the first warm both
        bare = f"bare SQL: {theirs:.1f} ms" if theirs else ""
        if limit:
            lines.append(line(name, f"{ours:.1f} ms", f"the limit: {limit} ms ({bare})", ours / limit, "< 1", ours < limit))
        else:
            lines.append(line(name, f"{ours:.1f} ms", bare, ours / theirs if theirs else None))
    return lines


def syncs(app, shelf):
    """As NetNewsWire does it, one request after the other."""
    firsts, nexts, bare = [], [], []
    for _ in range(5):
        app.received = app.requests = 0
        begin = time.monotonic()
        tags = {}
        for call in ("subscription/list", "tag/list"):
            app.get(call)
            tags[call] = app.tag
        unread = app.ids(1_000, xt=STATE + "read")
        app.ids(1_000, stream="starred")
        for some in chunks(unread, 150):
            app.contents(some)
        firsts.append(time.monotonic() - begin)
        first = f"{app.requests} requests, {mb(app.received)}"
        begin = time.monotonic()
        shelf.feeds()
        for some in chunks(shelf.ids(-1, 0), 150):
            shelf.contents(some)
        bare.append(time.monotonic() - begin)
        app.received = app.requests = 0
        nexts.append(next_sync(app, tags, shelf.arrival_before_newest(20)))
        after = f"{app.requests} requests, {app.received / 1e3:.0f} kB"
    full, sql, again = median(firsts), median(bare), median(nexts)
    return [
        line(f"a first sync, {len(unread):,} unread stories", f"{full:.2f} s", f"bare SQL: {sql:.2f} s; {first}", full / sql),
        line("the next one, two lists unchanged, 20 new stories", f"{again * 1e3:.0f} ms", after),
    ]


def next_sync(app, tags, since):
    begin = time.monotonic()
    for call, tag in tags.items():
        app.get(call, tag=tag, expected=304)
    new, _ = app.page(1_000, ot=since)
    app.ids(10_000, xt=STATE + "read")
    app.ids(10_000, stream="starred")
    app.contents(new[:20])
    return time.monotonic() - begin


def chunks(ids, count):
    return [ids[start:start + count] for start in range(0, len(ids), count)]
