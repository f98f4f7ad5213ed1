"""Pages: what writing one costs, and what the server answers a second."""
import html
import http.client
import json
import pathlib
import re
import socket
import subprocess
import time
import urllib.parse
import urllib.request

from measure import in_turn, line, lines_of, median, wrk


def writer(programs, work, keep):
    facts = {each["what"]: each for each in lines_of(programs / "PageSpeed")}
    fact, thread = facts["page"], facts["thread"]
    return [
        line(f"a list of {fact['rows']} rows, {fact['bytes'] / 1e3:.0f} KB, in the writer", f"{fact['microseconds']:.1f} µs",
             "the limit: 40 µs", fact["microseconds"] / 40, "≤ 1", fact["microseconds"] <= 40),
        line(f"the whole page around it, {fact['wholePageBytes'] / 1e3:.0f} KB, from facts to bytes",
             f"{fact['wholePageMicroseconds']:.1f} µs", f"packing it, zlib 4: {fact['packingMicroseconds']:.0f} µs"),
        line(f"a thread of {thread['comments']:,} comments, {thread['bytes'] / 1e3:.0f} KB ({thread['packedBytes'] / 1e3:.0f} KB"
             " packed), from the database to bytes", f"{(thread['readingSeconds'] + thread['writingSeconds']) * 1e3:.1f} ms",
             f"writing alone: {thread['writingSeconds'] * 1e3:.1f} ms; keeping it when it comes: {thread['keepingSeconds'] * 1e3:.0f} ms"),
    ]


def pages(programs, work, keep):
    demo = Demonstration(programs / "tidings")
    try:
        asset = demo.settled()
        asks = {
            "constant": ("/", []), "asset": (asset, []),
            "made": ("/mine/", []), "packed": ("/mine/", ["Accept-Encoding: gzip"]),
            "list": ("/mine/all?depth=60", []), "search": ("/mine/search?q=harbour", []),
        }
        found = in_turn(5, unchanged=demo.unchanged, **{
            name: (lambda path=path, headers=headers: wrk(demo.address + path, headers))
            for name, (path, headers) in asks.items()})
        taps = demo.taps()
    finally:
        demo.end()
    rate = {name: median(each) for name, each in found.items()}
    base = rate["constant"]
    beside = f"a constant response (a redirect without a body): {base:,.0f} a second"
    row = lambda what, name, aim="", least=None: line(
        what, f"{rate[name]:,.0f} a second", beside, rate[name] / base, aim, None if least is None else rate[name] / base >= least)
    return [
        row("the front page, unchanged (304)", "unchanged", "≥ 0.5", 0.5), row("the front page, made", "made", "≥ 0.1", 0.1),
        row("the front page, made and compressed", "packed"), row("a list of 60 rows, made", "list"),
        row("a search, made", "search"), row("an asset of the app", "asset"),
        outside(taps),
    ]


def outside(taps):
    tap, bare = (median(each) for each in zip(*taps))
    return line("from a tap to the text of a page outside, on loopback", f"{tap * 1e3:.1f} ms",
                f"its origin's own bare answer: {bare * 1e3:.1f} ms (of {len(taps)} pages)", tap / bare)


def phone(programs, work, keep):
    """The demonstration's front pages on a throttled phone, beside a bare page of text: one's own, and Breaking News."""
    demo = Demonstration(programs / "tidings")
    try:
        demo.settled()
        return [row for path, of in (("/mine/", ""), ("/breakwater/", "Breaking News: "))
                for row in on_phone(demo.address + path, of)]
    finally:
        demo.end()


def on_phone(address, of):
    told = subprocess.run(
        [".tools/venv/bin/python", pathlib.Path(__file__).with_name("telephone.py"), address, "7"],
        check=True, stdout=subprocess.PIPE, text=True)
    seen = json.loads(told.stdout)

    def first(heat):
        paper, bare = seen["paper"][heat]["first"], seen["bare"][heat]["first"]
        return line(f"{of}first content, {heat}", f"{paper:.2f} s", f"a bare page of text: {bare:.2f} s", paper / bare,
                    "≤ 1.5", paper <= 1.5 * bare)

    cold = seen["paper"]["cold"]
    return [
        first("cold"), first("warm"),
        line(f"{of}largest picture, cold", f"{cold['largest']:.2f} s", "the limit: 1.2 s", cold["largest"] / 1.2, "≤ 1",
             cold["largest"] <= 1.2),
        line(f"{of}what comes, with pictures", f"{cold['all'] / 1e3:.0f} kB", "the limit: 200 kB", cold["all"] / 200e3, "≤ 1",
             cold["all"] <= 200e3),
        line(f"{of}requests of a first visit", f"{cold['requests']:.0f}", "the limit: 20", cold["requests"] / 20, "≤ 1",
             cold["requests"] <= 20),
        line(f"{of}what comes, without pictures", f"{cold['bytes'] / 1e3:.1f} kB", "the limit: 60 kB",
             cold["bytes"] / 60e3, "≤ 1", cold["bytes"] <= 60e3),
        line(f"{of}how much the layout shifts (CLS)", f"{cold['shift']:.4f}", "the limit: 0.01", cold["shift"] / 0.01,
             "≤ 1", cold["shift"] < 0.01),
    ]


class Demonstration:
    """`tidings demo`, standing still."""

    def __init__(self, tidings):
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        self.address = f"http://127.0.0.1:{self.port}"
        self.process = subprocess.Popen([tidings, "demo", "--port", str(self.port), "--still"], stdout=subprocess.PIPE, text=True)
        for text in self.process.stdout:
            if self.address in text:
                return
        raise SystemExit("bench: the demonstration did not start")

    def settled(self):
        """Waits until the front page has not changed for ten seconds (pictures are measured after the start); answers the
        address of one of the app's files."""
        tag, html = self.front_page()
        since = time.monotonic()
        while time.monotonic() - since < 10:
            time.sleep(0.5)
            if not self.is_unchanged(tag):
                tag, html = self.front_page()
                since = time.monotonic()
        return "/assets/" + html.split("/assets/")[1].split("/")[0] + "/tidings.svg"

    def unchanged(self):
        """304s a second; measured anew when the page changed meanwhile, as a reader's first visit of an hour changes it."""
        for _ in range(12):
            tag, _ = self.front_page()
            rate = wrk(self.address + "/mine/", [f"If-None-Match: {tag}"])
            if self.is_unchanged(tag):
                return rate
        raise SystemExit("bench: the demonstration's front page does not come to rest")

    def front_page(self):
        response, body = self.ask({})
        return response.headers["ETag"], body.decode()

    def is_unchanged(self, tag):
        return self.ask({"If-None-Match": tag})[0].status == 304

    def taps(self):
        """Seconds until pages of the outland stand here with their text, and until their origin alone answers."""
        def text(address):
            begin = time.monotonic()
            with urllib.request.urlopen(address) as response:
                return response.read().decode(errors="replace"), time.monotonic() - begin

        def links(path, part):
            found = re.findall(r'href="(/mine/[^"]*)"', text(self.address + path)[0])
            return [html.unescape(link) for link in found if part in link]

        original = lambda link: urllib.parse.parse_qs(urllib.parse.urlsplit(link).query)["at"][0]
        story = links("/mine/search?q=hearse", "/mine/story/")[0]
        doors = next(link for link in links(story, "/linked/") if original(link).endswith("/"))
        found = []
        for link in links(doors, "/linked/"):
            if re.search(r":\d+/(news|blog|docs|recipes|gallery)/", original(link)):
                # Not every machine looks names below localhost up.
                bare = text(re.sub(r"//[a-z-]+\.localhost", "//127.0.0.1", original(link)))[1]
                found.append((text(self.address + link)[1], bare))
        return found

    def ask(self, headers):
        connection = http.client.HTTPConnection("127.0.0.1", self.port)
        connection.request("GET", "/mine/", headers=headers)
        response = connection.getresponse()
        return response, response.read()

    def end(self):
        self.process.terminate()
        self.process.wait(20)
