"""What needs neither network nor database: feeds, cleaning, extraction."""
from measure import line, lines_of, mb

FORMATS = {"rss": "RSS", "atom": "Atom", "json": "JSON Feed"}
# The bombs that have a limit (architecture, decision 12); the others are reported.
DECISION_12 = {"div", "b", "table", "attributes"}
MIXES = {"mixed": "usual stories", "tiny": "400 bytes a story"}


def feeds(programs, work, keep):
    lines = []
    for fact in lines_of(programs / "FeedSpeed"):
        name = FORMATS[fact["format"]]
        if fact["what"] == "feed-speed":
            what = f"{fact['bytes'] / 1e6:.0f} MB of {name} to stories, {MIXES[fact['mix']]}"
            ours = f"{fact['MBps']:.0f} MB/s"
            peer = "libxml2, empty handlers" + (", on RSS of the same stories" if name == "JSON Feed" else "")
            ratio = fact["ratioToLibXML2"]
            is_judged = fact["mix"] == "mixed"
            lines.append(line(what, ours, f"{peer}: {fact['libxml2MBps']:.0f} MB/s", ratio,
                              *(("≥ 0.5", ratio >= 0.5) if is_judged else ())))
            if "sfeedMBps" in fact:
                ratio = fact["ratioToSfeed"]
                lines.append(line("the same", ours, f"sfeed: {fact['sfeedMBps']:.0f} MB/s", ratio,
                                  *(("> 1", ratio > 1) if is_judged else ())))
        elif fact["what"] == "feed-small":
            lines.append(line(
                f"a document of 36 KB, {name}", f"{fact['microsecondsEach']:.0f} µs",
                f"libxml2, empty handlers: {fact['libxml2MicrosecondsEach']:.0f} µs" if name != "JSON Feed"
                else f"an empty one: {fact['emptyDocumentMicroseconds']:.0f} µs"))
    return lines


def cleaning(programs, work, keep):
    lines = []
    for fact in lines_of(programs / "CleanSpeed"):
        if fact["what"] == "clean-speed":
            ratio = fact["ratio"]
            lines.append(line(
                f"cleaning {mb(fact['bytes'])} of articles, {fact['style']}", f"{fact['MBps']:.0f} MB/s",
                f"gumbo's bare parse: {fact['gumboMBps']:.0f} MB/s", ratio, "≥ 0.8", ratio >= 0.8))
        elif fact["what"] == "clean-bomb":
            seconds, limit = fact["seconds"], fact["limit"]
            is_judged = fact["name"] in DECISION_12
            lines.append(line(
                f"bomb: {fact['name']}, {fact['bytes'] / 1e3:,.0f} KB", f"{seconds * 1e3:.1f} ms",
                f"the limit: {limit * 1e3:.0f} ms" if is_judged else "–", seconds / limit if is_judged else None,
                "< 1" if is_judged else "", seconds < limit if is_judged else None))
    return lines


def extraction(programs, work, keep):
    lines = []
    for fact in lines_of(programs / "ExtractSpeed"):
        if fact["what"] == "extract-speed":
            each = fact["seconds"] / fact["pages"]
            lines.append(line(
                f"finding the article in {fact['pages']:,} pages, {mb(fact['bytes'])}: {fact['name']}", f"{fact['MBps']:.0f} MB/s,"
                f" {each * 1e3:.1f} ms a page", f"gumbo's bare parse: {fact['gumboMBps']:.0f} MB/s", fact["ratio"]))
        elif fact["what"] == "extract-bomb":
            seconds, limit = fact["seconds"], fact["limit"]
            lines.append(line(f"bomb: {fact['name']}, {fact['bytes'] / 1e3:.0f} KB", f"{seconds * 1e3:.0f} ms",
                              f"the limit: {limit * 1e3:.0f} ms", seconds / limit, "< 1", seconds < limit))
    return lines
