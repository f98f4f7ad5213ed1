"""The output of `tidings sanitize` does nothing harmful in a real browser, whatever the input."""
import concurrent.futures
import pathlib
import resource
import subprocess

import pytest

from support import hostile
from support.program import BINARY

HOME = "https://inspector.test/"
SCRIPT = (pathlib.Path(__file__).parent / "inspector.js").read_text()
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
def inspected_page(chromium):
    """A page that records everything a document does; images fail, so that their error handlers run."""
    context = chromium.new_context()
    moves = []

    def answer(route, request):
        if request.url == HOME:
            return route.fulfill(content_type="text/html", body="<!DOCTYPE html><title>inspector</title><body>")
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


def observed_effects(page, documents):
    """What each document did that it must not, if anything."""
    return page.evaluate(
        """async (all) => {
          const found = [];
          for (const one of all) found.push(await inspector.one(one));
          // Handlers of pictures run when these have failed.
          await Promise.all([...document.images].map((image) => image.decode().catch(() => {})));
          if (found.length) found.at(-1).push(...inspector.seen.filter((what) => !found.at(-1).includes(what)));
          return found;
        }""", documents)


def active_documents(page, sources):
    outputs = cleaned(sources)
    found = []
    for start in range(0, len(outputs), 100):
        part = outputs[start:start + 100]
        for offset, effects in enumerate(observed_effects(page, part)):
            if effects:
                found.append((sources[start + offset], part[offset], effects[:3]))
    assert not page.moves, page.moves
    return found


def test_unsanitized_documents_are_detected(inspected_page):
    """Unsanitized documents are noticed; otherwise the other tests would prove nothing."""
    call = hostile.CALL
    found = observed_effects(inspected_page, [
        f"<img src=x onerror={call}>", f"<script>{call}</script>", f"<a href=\"{hostile.WORD}\">x</a>", "<p id=location>x</p>",
        "<svg><style><p>x</svg>", "<img src=data:,x>", "<!--x-->", "<p style='color:red'>x</p>", "<script>eval('1')</script>",
        "<a href=//example.org/>x</a>", "<iframe src=https://elsewhere.example/></iframe>",
    ])
    assert all(found), found
    assert any("a handler: ran" in line for line in found[0]) and any("a handler: ran" in line for line in found[1])
    assert any(line == "eval" for line in found[8])
    assert any("elsewhere.example" in move for move in inspected_page.moves)


def test_hostile_documents_are_harmless_once_sanitized(inspected_page):
    sources = hostile.handwritten()
    assert len(sources) >= 180
    assert active_documents(inspected_page, sources) == []


def test_generated_documents_are_harmless_once_sanitized(inspected_page):
    assert active_documents(inspected_page, hostile.generated(400, seed=20_261_121)) == []


def test_sanitizing_is_idempotent():
    once = cleaned(hostile.generated(60, seed=11))
    assert cleaned(once) == once


@pytest.mark.parametrize("name, html", [
    ("divisions", "<div>" * 50_000), ("formatting", "<b>" * 20_000), ("tables", "<table><td>" * 20_000),
    ("attributes", "<p " + " ".join(f"a{n}" for n in range(20_000)) + ">"),
])
def test_pathological_input_is_sanitized_quickly(name, html):
    """A debug build is some ten times slower than what people run; without the bounds these take minutes."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    assert sanitize(html).returncode == 0
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    assert after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime < 5


def test_empty_input_gives_empty_output():
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


def test_too_large_input_is_refused_in_one_sentence():
    done = sanitize(b"<p>" + b"x" * (64 << 20))
    assert done.returncode == 65 and done.stdout == b"" and b"larger than 64 MB" in done.stderr
