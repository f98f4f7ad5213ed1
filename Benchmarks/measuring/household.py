"""A house of twenty readers beside one of a single reader, each with as many feeds."""
import json
import os
import shutil
import subprocess

import origin
from library import rest
from measure import in_turn, line, lines_of, mb, median
from serving import Server

READERS, FEEDS, OWN = 20, 300, 3


def household(programs, work, keep):
    rounds = int(os.environ.get("ROUNDS", 5))
    paths = origin.make(work / "feeds")
    with origin.serve(work / "feeds", work) as port:
        addresses = work / "addresses.txt"
        addresses.write_text("".join(f"http://{origin.host(n)}:{port}/{path.name}\n" for n, path in enumerate(paths)))
        allow = ",".join(f"127.0.1.{number}:{port}" for number in range(1, origin.HOSTS + 1))
        settings = work / "household.yaml"
        settings.write_text(
            f'network:\n  allow: "{allow}"\npolling:\n  asked: 1ms\n  minimum: 1ms\n  unconditional: 1ms\n')
        houses = {"many": House(programs, work, READERS, addresses, settings),
                  "one": House(programs, work, 1, addresses, settings)}
        found = in_turn(rounds, **{name: house.day for name, house in houses.items()})
    many, one = ({fact: median([day[fact] for day in found[name]]) for fact in found[name][0]} for name in ("many", "one"))
    return report(many, one)


def report(many, one):
    count, feeds = many["feeds"], many["feeds"] / one["feeds"]
    who = f"{READERS} readers of {FEEDS} feeds, {FEEDS - OWN} of them everyone's"

    def beside(what, fact, text, limit=None):
        ratio = many[fact] / one[fact]
        return line(what, text(many[fact]), f"one reader: {text(one[fact])}", ratio, f"≤ {limit}" if limit else "",
                    ratio <= limit if limit else None)

    seconds, milliseconds = (lambda value: f"{value:.2f} s"), (lambda value: f"{value * 1e3:.1f} ms")
    return [
        line(who, f"{count:.0f} feeds to fetch", f"one reader: {one['feeds']:.0f}", feeds),
        beside("a first refresh, 20 stories a feed, and the topics of its stories, CPU time of the server", "cold", seconds, 1.3),
        beside("an unchanged refresh, CPU time of the server", "again", seconds, 1.3),
        beside("memory of the server after its start", "started", mb),
        beside("after the first refresh", "refreshed", mb),
        beside("after each has looked at the front page and a list", "read", mb),
        beside("a reader's front page", "front", milliseconds),
    ]


class House:
    def __init__(self, programs, work, readers, addresses, settings):
        self.tidings, self.readers, self.settings = programs / "tidings", readers, settings
        self.empty, self.folder = work / f"house-{readers}", work / f"house-{readers}-day"
        shutil.rmtree(self.empty, ignore_errors=True)
        lines_of(programs / "LibrarySpeed", "people", self.empty, readers, FEEDS - OWN, OWN, addresses)
        rest(self.empty)

    def day(self):
        """From an empty library: start, a refresh of all, another that finds nothing new, and everyone reads."""
        shutil.rmtree(self.folder, ignore_errors=True)
        shutil.copytree(self.empty, self.folder)
        server = Server(self.tidings, self.folder, "--config", self.settings)
        try:
            facts = {"started": server.memory()}
            facts["cold"], report = self.refresh(server)
            facts["feeds"], facts["refreshed"] = report["asked"], server.memory()
            facts["again"], report = self.refresh(server)
            if report["unchanged"] != facts["feeds"]:
                raise SystemExit(f"bench: of {facts['feeds']} feeds {report['unchanged']} were unchanged")
            facts["front"] = self.read(server)
            facts["read"] = server.memory()
            return facts
        finally:
            server.end()

    def refresh(self, server):
        """CPU seconds of the server until it rests, its gathering of topics included, and what the refresh found."""
        before = server.processor_seconds()
        out = subprocess.run([self.tidings, "refresh", "--all", "--json", "--data", self.folder, "--config", self.settings],
                             check=True, capture_output=True, text=True).stdout
        server.settle()
        return server.processor_seconds() - before, json.loads(out)

    def read(self, server):
        """Everyone reads, the one reader as often; the seconds of a front page, which a sign-in has made anew."""
        seconds = []
        for turn in range(READERS):
            server.sign_in(f"reader-{turn % self.readers + 1}")
            for path in ("/mine/", "/mine/unread"):
                status, _, took = server.page(path)
                if status != 200:
                    raise SystemExit(f"bench: {path} answered {status}")
                if path == "/mine/":
                    seconds.append(took)
        return median(seconds)
