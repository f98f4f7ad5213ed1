"""Whatever goes in, what leaves `tidings sanitize` does nothing in a real browser."""
import concurrent.futures
import pathlib
import subprocess
import time

import pytest

import hostile
from conftest import BINARY

HOME = "https://judge.test/"
SCRIPT = (pathlib.Path(__file__).parent / "judge.js").read_text()
BASE = "https://example.org/news/story.html"


def sanitize(html, *arguments):
    data = html if isinstance(html, bytes) else html.encode(errors="surrogatepass")
    return subprocess.run([BINARY, "sanitize", *arguments], input=data, capture_output=True, timeout=60)


def cleaned(documents):
    def one(document):
        done = sanitize(document, "--base", BASE)
        assert done.returncode == 0, done.stderr
        text = done.stdout.decode()
        assert text.endswith("\n") and not text.endswith("\n\n"), repr(document)
        return text[:-1]

    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        return list(pool.map(one, documents))


@pytest.fixture
def court(chromium):
    """A page of its own address whose every move is noted; pictures fail, as their handlers would like."""
    context = chromium.new_context()
    moves = []

    def answer(route, request):
        if request.url == HOME:
            return route.fulfill(content_type="text/html", body="<!DOCTYPE html><title>court</title><body>")
        if request.resource_type != "image":
            moves.append(f"{request.resource_type} {request.url}")
        return route.abort()

    context.route("**/*", answer)
    context.add_init_script(SCRIPT)
    page = context.new_page()
    page.set_default_timeout(120_000)
    page.on("dialog", lambda dialog: (moves.append(f"dialog {dialog.message}"), dialog.dismiss()))
    page.on("pageerror", lambda error: moves.append(f"error {error}"))
    page.on("websocket", lambda socket: moves.append(f"socket {socket.url}"))
    page.on("download", lambda download: moves.append(f"download {download.url}"))
    page.goto(HOME)
    context.on("page", lambda other: moves.append(f"a window {other.url}"))
    page.on("framenavigated", lambda frame: frame.url in ("about:srcdoc", "about:blank")
            or moves.append(f"navigation {frame.url}"))
    page.moves = moves
    yield page
    context.close()


def verdicts(page, documents):
    """What each document did wrong, if anything."""
    return page.evaluate(
        """async (all) => {
          const found = [];
          for (const one of all) found.push(await judge.one(one));
          // Handlers of pictures run when these have failed.
          await Promise.all([...document.images].map((image) => image.decode().catch(() => {})));
          if (found.length) found.at(-1).push(...judge.seen.filter((what) => !found.at(-1).includes(what)));
          return found;
        }""", documents)


def guilty(page, sources):
    outputs = cleaned(sources)
    found = []
    for start in range(0, len(outputs), 100):
        part = outputs[start:start + 100]
        for offset, verdict in enumerate(verdicts(page, part)):
            if verdict:
                found.append((sources[start + offset], part[offset], verdict[:3]))
    assert not page.moves, page.moves
    return found


def test_the_court_sees_what_it_is_to_see(court):
    """Uncleaned, the plainest of the documents are noticed: otherwise the silence of the others would prove nothing."""
    call = hostile.CALL
    found = verdicts(court, [
        f"<img src=x onerror={call}>", f"<script>{call}</script>", f"<a href=\"{hostile.WORD}\">x</a>", "<p id=location>x</p>",
        "<svg><style><p>x</svg>", "<img src=data:,x>", "<!--x-->", "<p style='color:red'>x</p>", "<script>eval('1')</script>",
        "<a href=//example.org/>x</a>", "<iframe src=https://elsewhere.example/></iframe>",
    ])
    assert all(found), found
    assert any("a handler: ran" in line for line in found[0]) and any("a handler: ran" in line for line in found[1])
    assert any(line == "eval" for line in found[8])
    assert any("elsewhere.example" in move for move in court.moves)


def test_what_is_written_to_harm_is_harmless(court):
    sources = hostile.written()
    assert len(sources) >= 180
    assert guilty(court, sources) == []


def test_what_is_combined_and_spoilt_is_harmless(court):
    assert guilty(court, hostile.generated(400, seed=20_261_121)) == []


def test_cleaning_twice_changes_nothing():
    once = cleaned(hostile.generated(60, seed=11))
    assert cleaned(once) == once


@pytest.mark.parametrize("name, html", [
    ("divisions", "<div>" * 50_000), ("formatting", "<b>" * 20_000), ("tables", "<table><td>" * 20_000),
    ("attributes", "<p " + " ".join(f"a{n}" for n in range(20_000)) + ">"),
])
def test_a_bomb_ends_soon(name, html):
    """A debug build is some ten times slower than what people run; without the bounds these take minutes."""
    start = time.monotonic()
    assert sanitize(html).returncode == 0
    assert time.monotonic() - start < 5


def test_nothing_comes_of_nothing():
    done = sanitize("")
    assert (done.returncode, done.stdout) == (0, b"\n")


@pytest.mark.parametrize("given, expected", [
    (b"\xef\xbb\xbf<p>caf\xc3\xa9", "<p>café</p>"), ("\ufeff<p>café".encode("utf-16-le"), "<p>café</p>"),
    (b"<meta charset=windows-1251><p>\xcf\xf0\xe8", "<p>При</p>"), (b"<p>a\x00b\xff", None),
])
def test_other_encodings_are_read(given, expected):
    done = sanitize(given)
    assert done.returncode == 0
    assert expected is None or done.stdout.decode() == expected + "\n"


def test_addresses_are_resolved_against_the_base():
    done = sanitize("<a href=x>a</a><img src=/y.jpg>", "--base", BASE)
    assert b'href="https://example.org/news/x"' in done.stdout and b'src="https://example.org/y.jpg"' in done.stdout
    assert sanitize("<a href=x>a</a>").stdout == b"a\n"
    bad = sanitize("x", "--base", "not an address")
    assert bad.returncode == 64 and b"not a web address" in bad.stderr


def test_too_much_is_refused_in_one_sentence():
    done = sanitize(b"<p>" + b"x" * (64 << 20))
    assert done.returncode == 65 and done.stdout == b"" and b"larger than 64 MB" in done.stderr
