"""Untrusted text never reaches a terminal with control characters: titles, headers and files."""
import fcntl
import html
import http.server
import json
import os
import pty
import re
import struct
import subprocess
import termios
import threading
import unicodedata

import pytest

from support.program import BINARY, environment
from support.sites import SampleSite, rss

# A window title, colours, a cursor, C1's CSI and NEL, DEL, overrides, isolates, marks, separators, tags, a forged line.
EVIL = "\x1b]0;owned\x07\x1b[31m\x1b[2J\x9b31m\x85\x7f\u202e\u2066\u2069\u200e\u200f\u061c\u2028\u2029\ufeff\U000e0041\r\n\b"
SEEN = "Loom"
HIDDEN = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\U000e0000-\U000e007f]")
# Our own styles, and the progress bar's way back to the line's beginning.
STYLE = re.compile("\x1b\\[(?:[0124]|38;5;16;48;5;231)m|\r\x1b\\[K|\r\n")
SECRET = "sesame"


def references(text):
    """As XML may hold them: by number where it can, else as they are."""
    return "".join(f"&#{ord(c)};" if ord(c) >= 0x20 or c in "\r\n" else c for c in text)


class OriginHandler(http.server.BaseHTTPRequestHandler):
    """Sends heads that no careful server sends, a sample site neither."""
    def log_message(self, *_):
        pass

    def do_GET(self):
        evil = EVIL.replace("\r", "").replace("\n", "").encode("utf-8", "ignore").decode("latin-1")
        # A header with C0 controls is refused as a whole (RFC 9110 §5.5); what else there is goes through.
        subtle = "".join(c for c in EVIL if ord(c) >= 0x80).encode().decode("latin-1")
        bad = references(EVIL)
        if self.path.startswith("/feed"):
            self.send_response(200)
            self.send_header("Content-Type", "application/rss+xml" + subtle)
            self.send_header("ETag", f'"{subtle}"')
            self.send_header("Server", subtle)
            self.end_headers()
            self.wfile.write((
                f"<rss version='2.0' xmlns:dc='http://purl.org/dc/elements/1.1/'><channel><title>{SEEN}{bad}</title>"
                f"<link>/</link><item><guid>1</guid><link>/story</link><title>{SEEN}{bad}</title><dc:creator>Ann{bad}</dc:creator><category>c{bad}</category>"
                f"<enclosure url='http://a.example/{bad}.mp3' type='audio/mpeg{bad}'/>"
                f"<description>&lt;p&gt;heddle{bad}&lt;/p&gt;&lt;pre&gt;{bad}&lt;/pre&gt;</description></item></channel></rss>").encode())
        elif self.path.startswith("/away"):
            self.send_response(301)
            self.send_header("Location", "/gone" + evil)
            self.end_headers()
        else:
            self.send_response(500, "broken" + evil)
            self.send_header("Content-Type", "text/html" + evil)
            self.end_headers()
            self.wfile.write(f"<title>{bad}</title>".encode())


@pytest.fixture
def origin():
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), OriginHandler)
    threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True).start()
    yield server.server_port
    server.shutdown()
    server.server_close()


class Runner:
    """Runs commands, and returns what they write to standard output and standard error."""

    def __init__(self, known):
        self.known = known

    def __call__(self, *words, given=b""):
        done = subprocess.run([BINARY, *map(str, words)], input=given, capture_output=True, timeout=60, env=self.known)
        return done.stdout.decode(), done.stderr.decode()

    def on_terminal(self, *words, columns=80):
        """Runs a command with a terminal as both outputs."""
        main, other = pty.openpty()
        fcntl.ioctl(other, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
        process = subprocess.Popen(
            [BINARY, *map(str, words)], stdin=subprocess.DEVNULL, stdout=other, stderr=other, env=self.known)
        os.close(other)
        said = b""
        while True:
            try:
                piece = os.read(main, 65536)
            except OSError:
                break
            if not piece:
                break
            said += piece
        os.close(main)
        process.wait(60)
        return said.decode()


@pytest.fixture
def run(origin, tmp_path):
    known = environment(TIDINGS_DATA=str(tmp_path / "data"), TIDINGS_NETWORK_ALLOW=f"127.0.0.1:{origin}", TERM="xterm")
    known.pop("NO_COLOR", None)
    return Runner(known)


def assert_no_controls(text, what):
    assert not HIDDEN.search(text), (what, [hex(ord(c)) for c in HIDDEN.findall(text)][:10], text[:400])


def test_no_command_lets_controls_from_outside_reach_a_terminal(run, origin, tmp_path):
    home = f"http://127.0.0.1:{origin}"
    names = "".join(f"<outline text='{SEEN}{references(EVIL)}' xmlUrl='{a}'/>" for a in (f"{home}/feed", f"{home}/broken", f"{home}/away", "gopher://" + references(EVIL)))
    brought = f"<opml version='2.0'><body><outline text='Folder{references(EVIL)}'>{names}</outline></body></opml>".encode()
    file = tmp_path / "hostile.yaml"
    file.write_text(f'title: "Loom\\e]0;owned\\a\\x9b\\u202e"\n"k\\e[31m\\u202e": 1\nsections: [{{title: a, feeds: ["no\\e[2J\\u2066"]}}]\n')
    assert "3 feeds added" in run("import", "-", given=brought)[0]
    assert_no_controls("".join(run("refresh", "--all")), "refresh")
    story = json.loads(run("read", "all", "--json")[0])[0]["id"]
    commands = [
        ("refresh", "--all"), ("feeds",), ("feeds", "--why"), ("feeds", "1", "--pictures"), ("read",), ("read", "all"), ("read", "unread"), ("show", story),
        ("search", "heddle"), ("add", f"{home}/feed", "--look"), ("add", f"{home}/broken"), ("add", f"{home}/away"),
        ("feeds", "nobody"), ("edition", "check", file), ("edition", "list"), ("reader", "sessions"), ("import", file),
    ]
    seen = ""
    for words in commands:
        out, trouble = run(*words)
        assert_no_controls(out, words)
        assert_no_controls(trouble, words)
        seen += out + trouble
        assert_no_controls(STYLE.sub("\n", run.on_terminal(*words)), ("on a terminal", *words))
    assert SEEN in seen and "heddle" in seen and "[31m" in seen, seen
    for words in [("feeds", "--why", "--json"), ("read", "--json"), ("show", story, "--json"), ("refresh", "--all", "--json")]:
        out, trouble = run(*words)
        assert_no_controls(out, words)
        assert_no_controls(trouble, words)
        assert out, (words, trouble)
        json.loads(out)
    titles = json.loads(run("read", "all", "--json")[0])
    assert titles[0]["title"].startswith(SEEN)
    out, trouble = run("remove", "1")
    assert_no_controls(out + trouble, "remove")
    assert SEEN in out


def test_json_output_has_no_control_characters(run):
    title = "a\u202eb\u2066c\u061cd\U000e0041e"
    feed = f"<rss version='2.0'><channel><title>T</title><item><guid>1</guid><title>{title}</title></item></channel></rss>"
    out, _ = run("parse", "-", given=feed.encode())
    assert_no_controls(out, "parse")
    assert title in json.dumps(json.loads(out), ensure_ascii=False)


def test_passwords_of_feeds_are_shown_and_exported_nowhere(run, origin):
    home = f"me:{SECRET}@127.0.0.1:{origin}"
    opml = f"<opml version='2.0'><body><outline text='L' htmlUrl='http://{home}/' xmlUrl='http://{home}/feed'/><outline text='B' xmlUrl='http://{home}/broken'/></body></opml>"
    run("import", "-", given=opml.encode())
    assert SECRET not in "".join(run("refresh", "--all"))
    story = json.loads(run("read", "all", "--json")[0])[0]["id"]
    commands = [
        ("feeds", "--why"), ("feeds", "--why", "--json"), ("feeds", "1", "--pictures"), ("read", "all", "--json"), ("show", story),
        ("show", story, "--json"), ("add", f"http://{home}/broken"), ("add", f"http://{home}/feed"), ("add", f"http://{home}/feed", "--look"), ("export",),
    ]
    for words in commands:
        out, trouble = run(*words)
        assert SECRET not in out + trouble, (words, out, trouble)
    out, trouble = run("export")
    assert f"http://127.0.0.1:{origin}/feed" in out and "passwords of 2 feeds" in trouble and "--with-passwords" in trouble
    out, trouble = run("export", "--with-passwords")
    assert f"http://{home}/feed" in out and trouble == ""


def test_an_import_reports_what_exceeds_its_limits(run, tmp_path):
    feeds = "".join(f"<outline text='f{i}' xmlUrl='http://h{i % 97}.example/{i}'/>" for i in range(10_100))
    file = tmp_path / "many.opml"
    file.write_text(f"<opml version='2.0'><body>{feeds}</body></opml>")
    out, _ = run("import", file)
    assert out.startswith("10000 feeds added") and "The file names 100 more than the 10000 feeds that are taken from one file" in out
    folders = "".join(f"<outline text='F{i}'><outline text='f' xmlUrl='http://h.example/g{i}'/></outline>" for i in range(1_010))
    file.write_text(f"<opml version='2.0'><body>{folders}</body></opml>")
    out, _ = run("import", file)
    assert out.startswith("1010 feeds added") and "10 folders were not created" in out


LONG_TITLE = "The weaver who counted every thread of the harbour’s oldest sail, and was asked to do so again"
CHINESE = "最后一位量潮人每天清晨走到码头的尽头，把铅锤放进水里，记下数字，然后回家喝茶。" * 3


@pytest.fixture
def weaver(tmp_path):
    stories = [(1, LONG_TITLE, "<p>A heddle lifts the thread. " + "Then the shuttle goes through, and back. " * 9 + "</p>"),
               (2, "潮", f"<p>{CHINESE}</p><ul><li>" + "a warp of linen and of patience " * 4 + "</li></ul><pre>over   under</pre>")]
    items = "".join(f"<item><guid>{key}</guid><title>{title}</title><description>{html.escape(text)}</description></item>"
                    for key, title, text in stories)
    with SampleSite({"/feed": rss("Loom", items)}) as site:
        known = environment(TIDINGS_DATA=str(tmp_path / "weaver"), TIDINGS_NETWORK_ALLOW=site.home.split("//")[1], TERM="xterm")
        known.pop("NO_COLOR", None)
        run = Runner(known)
        run("add", site.home + "/feed", "--folder", "Craft")
        yield run


def plain_lines(text):
    return [line for line in re.sub("\x1b\\[[0-9;]*m", "", text).split("\r\n") if line.strip()]


def columns_of(line):
    return sum(2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in line)


@pytest.mark.parametrize("columns", [40, 72, 160])
def test_lines_end_before_the_terminal_does_and_go_on_under_their_own_column(weaver, columns):
    width = min(columns, 100)
    shown = {words: weaver.on_terminal(*words, columns=columns) for words in [
        ("read",), ("read", "all"), ("show", "1"), ("show", "2"), ("feeds", "--why"), ("search", "heddle"), ("show", "999"),
        ("edition", "list"), ("outbox",), ("account", "list")]}
    for words, text in shown.items():
        for line in plain_lines(text):
            assert columns_of(line) <= width or " " not in line.strip(), (words, line)
    lines = plain_lines(shown[("read", "all")])
    title = next(at for at, line in enumerate(lines) if "The weaver" in line)
    column = lines[title].index("The weaver")
    if columns < 100:
        assert lines[title + 1].startswith(" " * column) and lines[title + 1][column] != " ", lines
    # A text without spaces is broken between its characters, and no line begins with a full stop.
    story = "".join(shown[("show", number)] for number in "12")
    chinese = [line for line in plain_lines(story) if re.match("[\u4e00-\u9fff]", line)]
    assert len(chinese) > 1 and CHINESE in "".join(chinese), chinese
    assert not any(line.strip()[:1] in "，。" for line in chinese), chinese
    assert "over   under" in story


def test_hits_are_bold_and_pipes_get_whole_lines(weaver):
    assert "\x1b[1mheddle\x1b[0m" in weaver.on_terminal("search", "heddle")
    piped = weaver("read", "all")[0].splitlines()
    assert sum(LONG_TITLE in line for line in piped) == 1 and "\x1b" not in "".join(piped)
    assert [line.rstrip() for line in weaver("feeds")[0].splitlines()] == ["Craft", "1  Loom  2 unread"]


def test_a_command_to_copy_is_never_broken(run, tmp_path):
    folder = tmp_path / ("a-long-name-of-a-folder" * 2)
    said = STYLE.sub("\n", run.on_terminal("feeds", "--data", folder, columns=60))
    assert f"tidings add ADDRESS --data {folder}" in said.split("\n"), said


def test_the_manual_has_the_words_of_the_help(run):
    manual = run("manual")[0]
    assert manual.startswith(".TH TIDINGS 1 ")
    headings = re.findall(r"^\.SS tidings ([a-z]+(?: [a-z]+(?:\\-[a-z]+)?)?)", manual, re.M)
    assert {"serve", "read", "show", "outbox retry", "pack build", "account sign\\-in"} <= set(headings), headings
    assert "Do not mark it read." in manual and "\\fB\\-\\-peek\\fR" in manual and manual.count("The data folder.") == 1
    assert {line.split(" ")[0] for line in manual.splitlines() if line.startswith(".")} <= {
        ".TH", ".SH", ".SS", ".B", ".I", ".nf", ".fi", ".PP", ".TP"}
