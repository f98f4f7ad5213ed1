"""A refresh of a thousand feeds: cold beside sfeed_update, unchanged beside curl."""
import email.utils
import os
import shutil
import subprocess

import origin
from measure import cost, in_turn, line, lines_of, mb, median


def refresh(programs, work, keep):
    rounds = int(os.environ.get("ROUNDS", 5))
    paths = origin.make(work / "feeds")
    size = sum(path.stat().st_size for path in paths)
    lines = []
    with origin.serve(work / "feeds", work) as port:
        addresses = [f"http://{origin.host(number)}:{port}/{path.name}" for number, path in enumerate(paths)]
        tidings = Tidings(programs, work, addresses, port)
        shelf = Shelf(work, addresses)
        found = in_turn(rounds, ours=tidings.cold, theirs=shelf.cold)
        ours, theirs = (median([each.cpu for each in found[name]]) for name in ("ours", "theirs"))
        walls = [median([each.wall for each in found[name]]) for name in ("ours", "theirs")]
        peak = max(each.peak for each in found["ours"])
        lines.append(line(
            f"a cold refresh of {len(paths):,} feeds of {origin.STORIES} stories, {mb(size)}, CPU time", f"{ours:.1f} s",
            f"sfeed_update, without cleaning: {theirs:.1f} s", ours / theirs, "≤ 0.5", ours <= theirs / 2))
        lines.append(line("the same, wall time", f"{walls[0]:.1f} s", f"sfeed_update: {walls[1]:.1f} s", walls[0] / walls[1]))
        lines.append(line("its peak memory", mb(peak), "the limit: 120 MB", peak / 120e6, "< 1", peak < 120e6))
        lines += split(programs, work, ours, theirs, addresses, paths)

        curl = ["curl", "--parallel", "--parallel-max", "8", "-sS", "-K", curl_settings(work, addresses)]
        said = subprocess.run(curl, capture_output=True, text=True).stdout.split()
        if said.count("304") != len(addresses):
            raise SystemExit("bench: curl was not told 304 everywhere")
        found = in_turn(rounds, ours=tidings.again, theirs=lambda: cost(*curl))
        ours, theirs = (median([each.cpu for each in found[name]]) for name in ("ours", "theirs"))
        walls = [median([each.wall for each in found[name]]) for name in ("ours", "theirs")]
        peak = max(each.peak for each in found["ours"])
        lines.append(line("an unchanged refresh (1,000 × 304), CPU time", f"{ours:.2f} s",
                          f"curl --parallel, the same validators: {theirs:.2f} s", ours / theirs, "≤ 2", ours <= 2 * theirs))
        lines.append(line("the same, wall time", f"{walls[0]:.2f} s", f"curl: {walls[1]:.2f} s", walls[0] / walls[1],
                          "≤ 2", walls[0] <= 2 * walls[1]))
        lines.append(line("its peak memory", mb(peak), "the limit: 120 MB", peak / 120e6, "< 1", peak < 120e6))
    return lines


class Tidings:
    """Tidings with a data folder of its own."""

    def __init__(self, programs, work, addresses, port):
        self.tidings, self.work = programs / "tidings", work
        self.folder, self.opml = work / "tidings", work / "feeds.opml"
        outlines = "".join(f'<outline type="rss" text="Feed {n}" xmlUrl="{a}"/>\n' for n, a in enumerate(addresses))
        self.opml.write_text(f'<opml version="2.0"><head/><body>\n{outlines}</body></opml>\n')
        allow = ",".join(f"127.0.1.{number}:{port}" for number in range(1, origin.HOSTS + 1))
        self.settings = work / "bench.yaml"
        self.settings.write_text(
            f"network:\n  allow: \"{allow}\"\npolling:\n  asked: 1ms\n  minimum: 1ms\n  unconditional: 1ms\n")

    def command(self, *words):
        return [self.tidings, *words, "--data", self.folder, "--config", self.settings]

    def cold(self):
        shutil.rmtree(self.folder, ignore_errors=True)
        cost(*self.command("import", self.opml))
        return cost(*self.command("refresh", "--all", "--json"))

    def again(self):
        return cost(*self.command("refresh", "--all", "--json"))


class Shelf:
    """sfeed with a folder of its own."""

    def __init__(self, work, addresses):
        self.folder, self.settings = work / "sfeed", work / "sfeedrc"
        lines = "".join(f'  feed "feed{number}" "{address}"\n' for number, address in enumerate(addresses))
        self.settings.write_text(f'sfeedpath="{self.folder}"\nfeeds() {{\n{lines}}}\n')

    def cold(self):
        shutil.rmtree(self.folder, ignore_errors=True)
        self.folder.mkdir()
        spent = cost("sfeed_update", self.settings)
        if len(list(self.folder.iterdir())) != origin.FEEDS:
            raise SystemExit("bench: sfeed_update did not get every feed")
        return spent


def split(programs, work, ours, theirs, addresses, paths):
    """Where the CPU time of both goes: the same steps by themselves."""
    fact = lines_of(programs / "RefreshParts", work / "feeds")[0]
    reading, cleaning, keeping = fact["readingSeconds"], fact["cleaningSeconds"], fact["keepingSeconds"]
    asking = max(0, ours - reading - cleaning - keeping)
    fetched = cost("sh", "-c", 'for a in "$@"; do curl -s -o /dev/null "$a"; done', "sh", *addresses).cpu
    parsed = cost("sh", "-c", 'for a in "$@"; do sfeed <"$a" >/dev/null; done', "sh", *paths).cpu
    return [line("where it goes",
                 f"reading {reading:.2f} s, cleaning {cleaning:.2f} s, keeping and indexing {keeping:.2f} s, asking and the"
                 f" rest {asking:.2f} s",
                 f"curl {fetched:.1f} s, sfeed {parsed:.1f} s, the shell's sorting and the rest"
                 f" {max(0, theirs - fetched - parsed):.1f} s")]


def curl_settings(work, addresses):
    """One operation for each address, with the validators that the origin gave."""
    parts = []
    for address in addresses:
        path = work / "feeds" / address.rsplit("/", 1)[1]
        facts = path.stat()
        parts.append(
            f'url = "{address}"\noutput = "/dev/null"\nwrite-out = "%{{http_code}}\\n"\n'
            f'header = "If-None-Match: \\"{int(facts.st_mtime):x}-{facts.st_size:x}\\""\n'
            f'header = "If-Modified-Since: {email.utils.formatdate(int(facts.st_mtime), usegmt=True)}"\n')
    file = work / "curl.conf"
    file.write_text("next\n".join(parts))
    return file
