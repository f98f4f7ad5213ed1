"""The command line as its user meets it: a site on loopback, real data folders, real signals."""
import hashlib
import http.client
import json
import pathlib
import re
import shlex
import shutil
import signal
import socket
import sqlite3
import stat
import subprocess
import time
import xml.etree.ElementTree

import pytest

from support import program
from support.original_store import SCHEMA
from support.pictures import noise_png
from support.program import BINARY, PERSON, ROOT, environment, free_port, wait_for
from support.sites import SampleSite, rss

ITEM = ("<item><guid isPermaLink='false'>{key}</guid><title>{title}</title><link>{home}/{name}/{key}</link>"
        "<pubDate>Fri, 20 Nov 2026 1{key}:00:00 GMT</pubDate><description>&lt;p&gt;The heddle lifts thread {key}."
        "&lt;/p&gt;&lt;ul&gt;&lt;li&gt;warp&lt;/li&gt;&lt;/ul&gt;</description></item>")


class Origin(SampleSite):
    """A site with feeds, ETags and a slow corner, which is held until it is released."""

    def __init__(self):
        super().__init__({
            "/": "<title>Loom</title><link rel=alternate type=application/rss+xml title=Loom href=/feed/site>", "/busy": 429})
        for corner in ("feed", "slow"):
            names = ("site", "one", "two", "a", "b", "c", "craft", "weft", "private", "pictures")
            self.serve({f"/{corner}/{name}": self.feed(name) for name in names}, tagged=True)
        self.hold("/slow/*")

    def feed(self, name):
        items = "".join(
            ITEM.format(key=key, home=self.home, name=name, title=f"Shuttle {key} of {name} \x9b31m" if key == 4 else f"Shuttle {key} of {name}")
            for key in range(5))
        if name == "pictures":
            pictures = "".join(f"&lt;img src='/{picture}'&gt;" for picture in ("loom.jpg", "dot.gif' width='1' height='1", "loom.jpg"))
            items = items.replace("&lt;/p&gt;", f"&lt;/p&gt;{pictures}", 1)
        return rss(f"Loom {name}", items, self.home + "/")

    def has_been_asked_in_its_slow_corner(self):
        return any(target.startswith("/slow/") for target in self.asked)


@pytest.fixture
def origin():
    with Origin() as site:
        yield site


def data_folder(words):
    """The folder that --data names."""
    return pathlib.Path(words[words.index("--data") + 1]) if "--data" in words else None


class CommandLine:
    """The command line over one data folder."""

    def __init__(self, folder, origin):
        self.folder = folder
        self.running = []
        self.environment = environment(TIDINGS_DATA=str(folder), TIDINGS_NETWORK_ALLOW=origin.host, TZ="UTC")

    def start(self, *words, **environment):
        process = subprocess.Popen(
            [BINARY, *map(str, words)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
            env={**self.environment, **environment})
        self.running.append(process)
        return process

    def run(self, *words, code=0, given=b"", remark="", **environment):
        """Standard output; on failure the one-line error. `remark` is the expected standard error of a success."""
        process = self.start(*words, **environment)
        out, message = (text.decode() for text in process.communicate(given, timeout=30))
        assert process.returncode == code, (words, process.returncode, out, message)
        if code == 0:
            assert message == remark, (words, message)
            return out
        if message.startswith("tidings: "):
            assert len(message.splitlines()) == 1 and message.endswith("\n"), message
        return message

    def begin(self):
        """Creates an empty data folder."""
        assert "names no feeds" in self.run("import", "-", code=65, given=b'<opml version="2.0"><head/><body></body></opml>')

    def json(self, *words):
        return json.loads(self.run(*words, "--json"))

    def serve(self, *words, **environment):
        """Starts a server, and waits for its address."""
        port = free_port()
        process = self.start("serve", "--listen", f"127.0.0.1:{port}", *words, **environment)
        line = process.stdout.readline().decode()
        assert line == f"Tidings is at http://127.0.0.1:{port}/\n", (line, process.stderr.read().decode() if not line else "")
        process.port = port
        folder = data_folder(words) or self.folder
        if len(str(folder)) < 90:
            wait_for((folder / "control.sock").exists)
        return process

    def database(self):
        return sqlite3.connect(f"file:{self.folder}/tidings.sqlite?mode=ro", uri=True)

    def end(self):
        for process in self.running:
            if process.poll() is None:
                process.kill()
            process.communicate()


@pytest.fixture
def cli(tmp_path, origin):
    cli = CommandLine(tmp_path / "data", origin)
    yield cli
    cli.end()


def opml(addresses, folder="Brought"):
    lines = "".join(f'<outline type="rss" text="Feed {i}" xmlUrl="{a}"/>' for i, a in enumerate(addresses))
    return f'<opml version="2.0"><head/><body><outline text="{folder}">{lines}</outline></body></opml>'.encode()


def ask(server, method, path, body=None, headers=None):
    reply = program.ask(server.port, path, method, body, **(headers or (PERSON if method == "GET" else {})))
    return reply.status, reply.text


# Reading


@pytest.mark.mission("HN-08")
def test_follow_refresh_and_read(cli, origin):
    assert "tidings add ADDRESS" in cli.run("feeds", code=69)
    assert "tidings add ADDRESS" in cli.run("read", code=69)
    cli.begin()
    assert "tidings add ADDRESS" in cli.run("feeds")
    assert "tidings add ADDRESS" in cli.run("read")
    assert "Loom site" in cli.run("add", origin.home + "/", "--look")
    assert "You follow Loom site (1), 5 stories" in cli.run("add", origin.home + "/", "--folder", "Craft")
    assert "You follow Loom two (2), 5 stories" in cli.run("add", origin.home + "/feed/two")
    assert "already" in cli.run("add", origin.home + "/feed/two", code=64)
    assert "already" in cli.run("add", origin.home, code=64)
    # Looking is one question and following another; what was looked at then is the first refresh, and what is followed
    # is not asked for when its site is named again.
    assert (origin.asked.count("/feed/site"), origin.asked.count("/feed/two")) == (2, 1)
    assert len(cli.json("read", "all")) == 10

    origin.forget_requests()
    assert cli.run("refresh").startswith("Nothing was due. ")
    assert cli.run("refresh", "--all").startswith("Nothing was fetched: ")
    assert cli.run("refresh", "two").startswith("Nothing was fetched: ")
    assert origin.asked == []

    # Later: the validators come back, and nothing has changed.
    def later():
        told = cli.run("refresh", "--all", TIDINGS_POLLING_ASKED="1s")
        assert "0 new stories from 0 feeds" in told or told.startswith("Nothing was fetched")
        return set(origin.asked) == {"/feed/site", "/feed/two"}

    wait_for(later)

    feeds = cli.run("feeds", "--why")
    assert "not fetched on request: it was fetched a moment ago" in feeds
    assert "fetched because it was due: 5 new stories (200, " in feeds
    assert "fetched on request: nothing new (304, " in feeds
    one = cli.run("feeds", "--why", "two")
    assert "Loom two" in one and "Loom site" not in one and "next due 20" in one
    told = cli.json("feeds", "--why", "2")
    assert [feed["id"] for feed in told] == [2] and told[0]["format"].startswith("RSS")
    assert {"due", "asked"} <= {decision["reason"] for decision in told[0]["decisions"]}
    assert {"new", "skipped", "unchanged"} <= {decision["outcome"] for decision in told[0]["decisions"]}
    assert "Craft" in feeds and "Loom two" in feeds and "OK; next fetch at" in feeds and "5 unread" in feeds
    facts = cli.json("feeds")
    assert [(f["id"], f["folder"], f["state"], f["unread"]) for f in facts] == [(1, "Craft", "fine", 5), (2, "Other", "fine", 5)]

    front = cli.run("read")
    assert "Craft" in front and "Other" in front and front.count("Shuttle") == 6 and "\x1b" not in front and "\x9b" not in front
    assert cli.run("read", "craft").count("Shuttle") == 5
    assert cli.run("read", "all", "--count", "3").count("Shuttle") == 3
    rows = cli.json("read", "unread")
    assert len(rows) == 10 and not any(row["isRead"] for row in rows)
    story = next(row for row in rows if row["title"] == "Shuttle 3 of two")

    number = str(story["id"])
    peek = cli.run("show", number, "--peek")
    assert "The heddle lifts thread 3." in peek and "• warp" in peek and f"{origin.home}/two/3" in peek
    assert len(cli.json("read", "unread")) == 10
    cli.run("show", number)
    assert cli.json("show", number)["row"]["isRead"]
    assert number not in [str(row["id"]) for row in cli.json("read", "unread")]
    assert cli.run("read", "saved").rstrip().endswith("No stories here.")

    assert cli.run("search", "heddle", "thread").count("Shuttle") == 10
    assert len(cli.json("search", "shuttle 3 of two")) == 1
    assert "No story has the words" in cli.run("search", "zebra")
    assert cli.run("search", "-zebra") == cli.run("search", '"') == "Give at least one word to search for.\n"
    # A word to leave out is no option, quoted or not; options stay options.
    assert cli.run("search", "heddle", "-thread").count("Shuttle") == 0
    assert len(cli.json("search", "shuttle", "-5", "--count", "20")) == len(cli.json("search", "shuttle -5", "--count", "20"))
    assert len(cli.json("search", "heddle", "-heddles", "-c", "3")) == 3
    assert "USAGE" in cli.run("search", "-h")
    cli.run("search", "\"((*", "AND", "NOT")

    cli.run("remove", "Loom two")
    assert len(cli.json("feeds")) == 1
    assert "No feed is called" in cli.run("remove", "Loom two", code=69)


def test_opml_categories_are_folders_where_a_list_has_none_and_comments_are_left_out(cli):
    told = cli.run("import", "-", given=b"""<opml version="2.0"><body>
        <outline text="A" xmlUrl="https://a.example/" category="/Birds/Waders,/Asia"/><outline text="B" xmlUrl="https://b.example/" category="Rails"/>
        <outline text="F"><outline text="C" xmlUrl="https://c.example/" category="Waders"/></outline>
        <outline text="D" isComment="true" xmlUrl="https://d.example/"/><outline text="G" isComment="TRUE"><outline xmlUrl="https://e.example/"/></outline>
        </body></opml>""")
    assert told.splitlines()[0] == "3 feeds added, 0 followed already, 0 refused."

    def folders(node, path=()):
        for outline in node.findall("outline"):
            if outline.get("xmlUrl"):
                yield outline.get("text"), path
            else:
                yield from folders(outline, (*path, outline.get("text")))

    exported = xml.etree.ElementTree.fromstring(cli.run("export").encode())
    assert dict(folders(exported.find("body"))) == {"A": ("Birds", "Waders"), "B": ("Rails",), "C": ("F",)}


def test_a_page_is_saved_read_and_found_and_one_that_cannot_be_read_is_a_bookmark(cli, origin):
    words = " ".join(f"word{n}," for n in range(150))
    origin.serve({"/quay": f"<html><head><title>The quay</title></head><body><article><h1>The quay</h1><p>{words}</p></article></body></html>"})
    assert cli.run("save", origin.home + "/quay?utm_source=x").startswith("The quay is saved: tidings show 1")
    assert "word149" in cli.run("show", 1) and "The quay" in cli.run("search", "word149")
    assert cli.run("save", origin.home + "/quay#top").startswith("The quay was saved already: tidings show 1")
    told = cli.run("save", origin.home + "/missing", "--title", "Missing",
                   remark=f"{origin.host.split(':')[0]} has nothing at that address (404). Check the spelling. The page is kept as a bookmark.\n")
    assert told.startswith("Missing is saved: tidings show 2")
    assert [row["title"] for row in cli.json("read", "saved")] == ["Missing", "The quay"]


def test_what_another_reader_saved_is_previewed_and_imported_at_its_time(cli):
    table = b"title,url,time_added,tags,status\nLow water,https://quay.example/a,1700000000,tides|boats,unread\nNone,,1,,unread\n"
    says = "Pocket: 1 page, 1 new, 0 here as stories, 0 saved already, 1 without a web address.\nwithout a web address:\n  None\n"
    assert cli.run("import", "-", "--preview", given=table) == says + "Nothing was saved. Leave out --preview to save them.\n"
    assert cli.json("read", "saved") == []
    assert "1 story saved, each at its time." in cli.run("import", "-", given=table)
    assert [row["title"] for row in cli.json("read", "saved")] == ["Low water"]
    assert "Nothing of it was new." in cli.run("import", "-", given=table)
    assert "archive" in cli.run("import", "-", code=65, given=b"PK\x03\x04")
    assert "damaged or cut off" in cli.run("import", "-", code=65, given=b'{"items": [')


def test_3000_opml_outlines_are_imported_and_exported_unchanged(cli, origin, tmp_path):
    addresses = [f"{origin.home}/feed/{i}?a=1&amp;b=2" for i in range(3000)]
    nested = (b'<opml version="2.0"><body><outline text="A &amp; B"><outline text="Deep"><outline text="x" xmlUrl="'
              + addresses[0].encode() + b'"/></outline>' + opml(addresses[1:]).split(b'<body>')[1].replace(b"</body></opml>", b"")
              + b"</outline></body></opml>")
    file = tmp_path / "feeds.opml"
    file.write_bytes(nested)
    started = time.monotonic()
    assert cli.run("import", file).startswith("3000 feeds added, 0 followed already, 0 refused.")
    assert time.monotonic() - started < 15
    assert origin.asked == []
    again = cli.run("import", "-", given=nested)
    assert "0 feeds added, 3000 followed already" in again and "followed already:\n" in again and "and 2950 more; --all lists them" in again
    told = cli.run("import", "-", given=b'<opml version="2.0"><body>\n<outline xmlUrl="gopher://x.example/"/>\n<outline text="Ours" xmlUrl="'
                   + addresses[0].encode() + b'"/></body></opml>')
    assert told.splitlines()[0] == "0 feeds added, 1 followed already, 1 refused."
    assert "  line 2: gopher://x.example/: not a web address" in told
    ours = b'<outline text="Ours" xmlUrl="' + addresses[0].encode() + b'"/>'
    twice = cli.run("import", "-", given=b'<opml version="2.0"><body>' + ours * 2 + b"</body></opml>")
    assert twice.splitlines()[0] == "0 feeds added, 1 followed already, 1 listed twice, 0 refused."
    assert re.search(rf"followed already:\n  \d+  Ours  {origin.home}/feed/0", told), told

    due = [row[0] for row in cli.database().execute("select due_at from channel order by due_at")]
    assert len(due) == 3000 and due[19] == due[0] < due[20] and due[-1] - due[0] > 2_000_000

    exported = cli.run("export").encode()
    tree = xml.etree.ElementTree.fromstring(exported)
    assert tree.get("version") == "2.0"
    paths = {}

    def walk(outline, path):
        for child in outline:
            if child.get("xmlUrl"):
                paths[child.get("xmlUrl")] = path
            else:
                walk(child, path + [child.get("text")])

    walk(tree.find("body"), [])
    assert paths[f"{origin.home}/feed/0?a=1&b=2"] == ["A & B", "Deep"]
    assert paths[f"{origin.home}/feed/2999?a=1&b=2"] == ["A & B", "Brought"]
    other = cli.run("import", "-", given=exported, TIDINGS_DATA=str(tmp_path / "other"))
    assert other.startswith("3000 feeds added")
    assert cli.run("export", TIDINGS_DATA=str(tmp_path / "other")).encode() == exported


# Documents

DOCUMENTS = {
    "rss": b"<rss version='2.0'><channel><title>T</title><item><title>One</title><link>/1</link></item></channel></rss>",
    "rdf": b"<rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#' xmlns='http://purl.org/rss/1.0/'>"
           b"<channel><title>T</title></channel><item><title>One</title><link>/1</link></item></rdf:RDF>",
    "atom": b"<feed xmlns='http://www.w3.org/2005/Atom'><title>T</title><entry><title>One</title><link href='/1'/></entry></feed>",
    "json": b'{"version":"https://jsonfeed.org/version/1.1","title":"T","items":[{"id":"1","title":"One","url":"/1","content_text":"x"}]}',
}


@pytest.mark.parametrize("form", DOCUMENTS)
def test_parse_prints_every_format(cli, form):
    read = json.loads(cli.run("parse", "-", "--base", "http://loom.example/feed", given=DOCUMENTS[form]))
    assert read["title"] == "T" and [entry["title"] for entry in read["entries"]] == ["One"]
    assert read["entries"][0]["link"] == "http://loom.example/1"
    assert not cli.folder.exists()


def test_what_to_type_next_is_for_the_folder_that_was_named(cli, tmp_path):
    """Typed as it stands, it must not act on another folder."""
    for name in ["other", "two words", "it's"]:
        told = cli.run("feeds", "--data", tmp_path / name, code=69)
        assert shlex.split(told.split("Begin with: ")[1]) == ["tidings", "add", "ADDRESS", "--data", str(tmp_path / name)]
    refused = cli.run("serve", "--listen", "0.0.0.0:8480", "--data", tmp_path / "open", code=78)
    assert refused.endswith(f"tidings reader set-password --data {tmp_path}/open\n")
    cli.begin()
    for words, code, next_command in [(["reader", "link"], 78, "reader set-password"), (["read"], 0, "add ADDRESS")]:
        told = cli.run(*words, "--data", cli.folder, code=code)
        assert told.endswith(f": tidings {next_command} --data {cli.folder}\n")


@pytest.mark.parametrize("document", [
    b"", b"   \n", b"<!DOCTYPE html><html><body>Hello", b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", b"plain words", b'{"a":1}', b"[]", b"<svg/>", b"\0" * 500,
    b"PK\x03\x04" + b"\0" * 60, b"\x1f\x8b\x08" + b"\0" * 30, b"%PDF-1.7\n",
], ids=["empty", "blank", "page", "picture", "text", "json", "array", "svg", "zeroes", "zip", "gzip", "pdf"])
def test_parse_names_the_format_of_what_is_no_feed(cli, document):
    assert cli.run("parse", "-", code=65, given=document).startswith("tidings: ")


# Bad input


@pytest.mark.parametrize("words,code,says", [
    (["add", "not an address"], 64, "is not a web address"), (["add", "ftp://loom.example/"], 64, "is not a web address"),
    (["add", "javascript:alert(1)"], 64, "is not a web address"), (["add", ""], 64, "is not a web address"),
    (["add", "http://10.0.0.1/"], 69, "private"), (["add", "http://2130706433:9/"], 69, "this machine"),
    (["add", "http://[::ffff:127.0.0.1]:9/"], 69, "this machine"),
    (["add", "ORIGIN/missing"], 69, "404"),
    (["show", "99"], 69, "There is no story 99"), (["show", "abc"], 64, "abc"), (["read", "Nowhere"], 64, "no section"),
    (["remove", "9"], 69, "No feed"), (["refresh", "9"], 69, "No feed"),
    (["save", "nonsense"], 64, "not a web address"), (["import", "/no/such.opml"], 66, "no file"), (["import", "/etc"], 66, "cannot be read"), (["parse", "/no/such.xml"], 66, "no file"),
    (["parse", "-", "--base", "nonsense"], 64, "not a web address"),
    (["feeds", "--data", "/dev/null"], 73, "not a folder"), (["add", "ORIGIN", "--data", "/proc/tidings"], 73, "cannot be"),
    (["feeds", "--config", "/no/such.yaml"], 66, "no file"),
    (["serve", "--listen", "0.0.0.0:8480"], 78, "tidings reader set-password"), (["serve", "--listen", "[::]:8480"], 78, "tidings reader set-password"),
    (["serve", "--listen", "192.168.1.1:8480"], 78, "tidings reader set-password"), (["serve", "--listen", "127.0.0.1:99999"], 78, "127.0.0.1:8480"),
    (["serve", "--listen", "127.0.0.1:0"], 78, "127.0.0.1:8480"), (["serve", "--listen", "nonsense"], 78, "127.0.0.1:8480"),
    (["demo", "--state", "nonsense"], 64, "lively"), (["demo", "--port", "0"], 64, "65535"), (["nonsense"], 64, "There is no command “nonsense”. `tidings --help`"), (["reed"], 64, "Did you mean “read”?"), (["raed"], 64, "Did you mean “read”?"),
    (["help", "srve"], 64, "Did you mean “serve”?"), (["serve", "--port", "8480", "--listen", "[::1]:8480"], 64, "--port is short for"),
    (["serve", "--port", "0"], 78, "127.0.0.1:8480"), (["serve", "--port", "ten"], 64, "--port"),
    (["add"], 64, "address"),
], ids=lambda value: " ".join(value) if isinstance(value, list) else None)
def test_bad_arguments_get_one_clear_sentence(cli, origin, words, code, says):
    cli.begin()
    message = cli.run(*[word.replace("ORIGIN", origin.home) for word in words], code=code)
    assert says in message and "Error(" not in message and "errno" not in message


@pytest.mark.parametrize("text,says", [
    ("listen: nowhere", "listen takes an address and a port"), ("web:\n  publicURL: https://news.example/path", "web.publicURL"),
    ("web:\n  trustedProxies: [everybody]", "web.trustedProxies"), ("web:\n  proxyHeader: Remote-User", "set web.trustedProxies to their addresses"), ("web:\n  trustedProxies: [127.0.0.1]\n  proxyHeader: Cookie", "a header of its own"), ("web:\n  proxyHeaderJoins: perhaps", "yes or no"), ("openid:\n  issuer: https://id.example", "openid.label"), ("openid:\n  label: House\n  issuer: http://id.example\n  clientID: x", "openid.issuer takes an https address"), ("openid:\n  label: House\n  issuer: https://id.example\n  clientID: x\n  clientSecretFile: /no/such", "a readable file with the secret alone"), ("nonsense: 1", "there is no setting “nonsense”"), ("polling:\n  minimum: soon", "polling.minimum"),
    ("polling:\n  nothing: 1h", "polling.nothing"), ("network:\n  allow: [everything]", "network.allow"), ("pictures:\n  cache: big", "pictures.cache"),
    ("- a\n- b", "keys and values"), ("a: [1", "not readable YAML"), ("polling:\n  minimum: -5m", "polling.minimum"),
    ("polling:\n  minimum: [1h, 2h]", "tidings.yaml:2: polling.minimum takes one value, not a list."), ("web:\n  certificate: []", "web.certificate takes one value"),
    ("polling:\n  minimun: 2h", "there is no setting “polling.minimun”. Did you mean “polling.minimum”?"), ("web:\n  publicUrl: a", "Did you mean “web.publicURL”?"),
])
def test_bad_settings_name_the_key(cli, text, says):
    cli.folder.mkdir()
    (cli.folder / "tidings.yaml").write_text(text)
    assert says in cli.run("feeds", code=78)


def test_flag_goes_before_environment_before_file(cli):
    cli.folder.mkdir()
    (cli.folder / "tidings.yaml").write_text("polling:\n  minimum: 2h\n")
    assert "TIDINGS_POLLING_MINIMUM" in cli.run("feeds", code=78, TIDINGS_POLLING_MINIMUM="soon")
    (cli.folder / "tidings.yaml").write_text("nonsense: 1\n")
    other = cli.folder.parent / "other"
    cli.run("import", "-", "--data", other, code=65, given=b'<opml version="2.0"><head/><body></body></opml>')
    assert (other / "tidings.sqlite").exists() and not (cli.folder / "tidings.sqlite").exists()


def test_variables_that_are_nearly_settings_are_named(cli, origin):
    cli.run("add", origin.home)
    warning = "tidings: There is no variable TIDINGS_POLLING_MINIMUN, so it is ignored; did you mean TIDINGS_POLLING_MINIMUM?\n"
    cli.run("feeds", remark=warning, TIDINGS_POLLING_MINIMUN="2h", TIDINGS_STRICT="1", TIDINGS_BINARY="other")


def test_a_services_key_is_stored_unseen_and_forgotten(cli, tmp_path):
    key, home, warning = "0123456789abcdef-KEY", tmp_path / "config", "cannot be opened; enter it again"
    file = home / "tidings/secrets.key"
    own = {"XDG_CONFIG_HOME": str(home), "CREDENTIALS_DIRECTORY": ""}
    stored = cli.run("key", "set", "api.test", given=f"{key}\n".encode(), **own)
    assert stored == "The key for https://api.test is stored.\n"
    assert stat.S_IMODE(file.stat().st_mode) == 0o600 and stat.S_IMODE(file.parent.stat().st_mode) == 0o700
    assert len(file.read_bytes()) == 32
    listed = cli.run("key", "list", **own)
    assert listed.startswith("https://api.test  entered 20") and warning not in listed
    assert listed.splitlines()[1].strip() == "100 of 100 requests left in 24 hours, 50 of 50 in 12 hours"
    planned = {"TIDINGS_SERVICES_REQUESTSPERDAY": "9", "TIDINGS_SERVICES_REQUESTSPERHALFDAY": "7"}
    assert "9 of 9 requests left in 24 hours, 7 of 7 in 12 hours" in cli.run("key", "list", **own, **planned)
    for path in cli.folder.iterdir():
        assert not path.is_file() or key.encode() not in path.read_bytes(), path
    file.chmod(0o644)
    message = cli.run("key", "set", "api.test", code=73, given=key.encode(), **own)
    assert "chmod 600" in message and key not in message
    file.chmod(0o600)
    file.write_bytes(bytes(32))
    assert warning in cli.run("key", "list", **own)
    assert cli.run("key", "remove", "api.test", **own) == "The key for https://api.test is removed.\n"
    assert "tidings key list" in cli.run("key", "remove", "api.test", code=69, **own)
    assert cli.run("key", "list", **own) == "No keys are stored.\n"


@pytest.mark.parametrize("site,given,code,says", [
    ("api.test", "", 64, "No key was given"), ("api.test", "two words", 64, "A key is one word"),
    ("not an address", "key", 64, "is not a web address"),
])
def test_what_cannot_be_a_services_key_gets_one_sentence(cli, tmp_path, site, given, code, says):
    message = cli.run("key", "set", site, code=code, given=given.encode(), XDG_CONFIG_HOME=str(tmp_path / "config"))
    assert says in message and "two words" not in message
    assert not (tmp_path / "config").exists()


def test_the_file_that_opens_keys_lies_outside_the_data_folder(cli, tmp_path):
    cli.begin()
    assert "TIDINGS_SECRETS_FILE: secrets.file" in cli.run("key", "list", code=78, TIDINGS_SECRETS_FILE=str(cli.folder / "my.key"))
    cli.run("key", "set", "api.test", given=b"key", TIDINGS_SECRETS_FILE=str(tmp_path / "my.key"))
    assert (tmp_path / "my.key").exists()
    assert "services.requestsPerDay takes a number" in cli.run("feeds", "--set", "services.requestsPerDay=many", code=78)


# The data folder


def marks(folder):
    return {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in folder.iterdir() if path.is_file()}


def test_a_data_folder_of_a_newer_version_is_refused_and_unchanged(cli, origin):
    cli.run("add", origin.home)
    with sqlite3.connect(cli.folder / "tidings.sqlite") as database:
        database.execute("pragma journal_mode = delete")
        database.execute("pragma user_version = 999")
    database.close()
    before = marks(cli.folder)
    for words in (["feeds"], ["refresh"], ["add", origin.home + "/feed/two"], ["serve", "--listen", f"127.0.0.1:{free_port()}"]):
        assert "newer Tidings" in cli.run(*words, code=73)
    assert marks(cli.folder)["tidings.sqlite"] == before["tidings.sqlite"]


@pytest.mark.parametrize("damage", ["words", "middle", "foreign"])
def test_a_corrupt_database_is_reported_and_never_overwritten(cli, origin, damage):
    cli.run("add", origin.home)
    cli.run("refresh")
    file = cli.folder / "tidings.sqlite"
    with sqlite3.connect(file) as database:
        database.execute("pragma journal_mode = delete")
    database.close()
    if damage == "words":
        file.write_bytes(b"these are not the pages you are looking for " * 400)
    elif damage == "middle":
        data = bytearray(file.read_bytes())
        for page in range(2, len(data) // 4096, 2):
            data[page * 4096:page * 4096 + 600] = b"\xa5" * 600
        file.write_bytes(data)
    else:
        file.unlink()
        with sqlite3.connect(file) as database:
            database.execute("create table mine (a)")
        database.close()
    before = file.read_bytes()
    for words in (["feeds"], ["read"], ["refresh"], ["serve", "--listen", f"127.0.0.1:{free_port()}"]):
        message = cli.run(*words, code=73)
        assert "cannot be read" in message and "left as it is" in message
    assert file.read_bytes() == before


def test_the_data_folder_is_readable_by_its_owner_only(cli, origin):
    cli.run("add", origin.home)
    server = cli.serve()
    assert stat.S_IMODE(cli.folder.stat().st_mode) == 0o700
    wait_for(lambda: stat.S_IMODE((cli.folder / "control.sock").stat().st_mode) == 0o600)
    for path in cli.folder.iterdir():
        assert stat.S_IMODE(path.stat().st_mode) & 0o077 == 0, path.name
    assert stat.S_ISSOCK((cli.folder / "control.sock").stat().st_mode) and server.poll() is None


# Kills


def test_a_kill_in_the_middle_of_a_refresh_loses_nothing(cli, origin):
    cli.run("import", "-", given=opml([f"{origin.home}/feed/a", f"{origin.home}/slow/b", f"{origin.home}/feed/c"]))
    process = cli.start("refresh")
    # One connection per host: when the slow feed is being asked, what came before it is acknowledged.
    wait_for(origin.has_been_asked_in_its_slow_corner)
    told = process.stdout.readline().decode()
    assert told == "Feed 0: 5 new stories\n"
    process.kill()
    process.wait()
    origin.release()
    assert {row["link"] for row in cli.json("read", "all")} == {f"{origin.home}/a/{key}" for key in range(5)}
    assert {row["feed"] for row in cli.json("read", "all")} == {"Loom a"}
    assert cli.database().execute("pragma integrity_check").fetchone() == ("ok",)
    assert len(cli.json("feeds")) == 3


@pytest.mark.mission("BREAK-18", "YORK-39", "HN-08")
def test_a_kill_of_the_server_keeps_every_acknowledged_mark(cli, origin):
    cli.run("add", origin.home)
    cli.run("refresh")
    ids = [row["id"] for row in cli.json("read", "all")]
    server = cli.serve()
    acknowledged = []
    for story in ids[:3]:
        status, _ = ask(server, "POST", "/mine/act/set-mark", f"story={story}&kind=saved&value=1")
        assert status == 303
        acknowledged.append(story)
    server.kill()
    server.wait()
    assert sorted(row["id"] for row in cli.json("read", "saved")) == sorted(acknowledged)
    # The socket that is left behind holds nobody up: not a command, not the next server.
    assert (cli.folder / "control.sock").exists()
    assert cli.run("refresh").startswith("Nothing was due")
    # The marks have their articles, whole, although their origin has gone for good.
    origin.go_offline()
    asked = len(origin.asked)
    again = cli.serve()
    status, saved = ask(again, "GET", "/mine/saved")
    assert status == 200 and saved.count("<article") == 3
    for story in acknowledged:
        status, page = ask(again, "GET", f"/mine/story/{story}")
        assert status == 200 and "The heddle lifts thread" in page and "<li>warp</li>" in page
        assert re.search(r'data-toggle="saved"[^>]*aria-pressed="true"', page)
    # What was opened just now is read after the next start, too.
    again.terminate()
    assert again.wait(15) == 0
    assert {row["id"] for row in cli.json("read", "all") if row["isRead"]} == set(acknowledged)
    assert len(origin.asked) == asked


@pytest.mark.mission("NEXUS-56")
def test_pictures_found_and_left_out_are_told_with_why(cli, origin):
    """NEXUS-56: for each story of a feed."""
    cli.run("add", origin.home + "/feed/pictures")
    told = cli.run("feeds", "1", "--pictures")
    assert "no picture in its text or its metadata" in told
    first = next(story for story in cli.json("feeds", "1", "--pictures") if story["pictures"])
    assert first["title"] == "Shuttle 0 of pictures"
    assert [(picture["address"].removeprefix(origin.home), picture["shown"]) for picture in first["pictures"]] == [
        ("/loom.jpg", True), ("/dot.gif", False), ("/loom.jpg", False)]
    reasons = [picture["why"] for picture in first["pictures"]]
    assert len(set(reasons)) == 3 and all(reason in told for reason in reasons), reasons
    assert "in the text" in reasons[0] and "too small" in reasons[1] and "same picture" in reasons[2]


def test_without_libvips_only_pictures_are_missing_and_the_log_says_why(cli, origin, tmp_path):
    origin.serve({"/loom.jpg": noise_png(1)})
    cli.run("add", origin.home + "/feed/pictures")
    server = cli.serve()
    address = wait_for(lambda: re.search(r'class="row-image"[^>]*? src="(/picture/[^"]+)"', ask(server, "GET", "/mine/all")[1]))[1]
    wait_for(lambda: "/loom.jpg" in origin.asked)
    server.terminate()
    assert server.wait(15) == 0
    shutil.rmtree(cli.folder / "pictures")
    origin.forget_requests()
    (tmp_path / "libvips.so.42").write_bytes(b"no library")
    server = cli.serve(LD_LIBRARY_PATH=str(tmp_path))
    for round in "12":
        status, text = ask(server, "GET", f"{address}?again={round}")
        assert status == 404 and "Debian's libvips42" in text, text
    assert "/loom.jpg" not in origin.asked, "nothing is fetched in vain"
    # Once it is installed, no restart is needed.
    (tmp_path / "libvips.so.42").unlink()
    assert ask(server, "GET", address + "?again=3")[0] == 200
    server.terminate()
    assert server.wait(15) == 0
    assert server.stderr.read().decode().count("Pictures need libvips 8.14 or newer") == 1


@pytest.mark.mission("HN-80")
def test_an_operators_rules_for_pages_are_read_and_refused_where_they_cannot_be_right(cli, origin):
    """HN-80: a file in the data folder replaces the rules that come with Tidings; one that misreads its own example does not."""
    cli.run("add", origin.home + "/feed/site")
    shipped = (ROOT / "Sources/CAssets/assets/markup/hacker-news.yaml").read_text()
    own = cli.folder / "markup/hacker-news.yaml"
    own.parent.mkdir()
    own.write_text(shipped)
    assert cli.run("refresh").startswith("Nothing was due")
    own.write_text(shipped.replace('title: "', 'title: "b.gone, x', 1))
    process = cli.start("refresh")
    out, message = (text.decode() for text in process.communicate(timeout=30))
    assert process.returncode == 0 and out.startswith("Nothing was due")
    assert message.startswith("tidings: markup/hacker-news.yaml fails its own fixture: ") and "list.title" in message
    assert message.endswith("The rules shipped with Tidings are used instead.\n")


TALK = """title: The Talk
look: {{ accent: {{ day: "#B4460A", night: "#FF9F5A" }} }}
sections:
  - {{ title: Top, key: top, channels: [{{ kind: hacker-news, site: "{home}/?via=pages", address: "{home}/news" }}] }}
"""


def talk_page():
    """A list of Hacker News whose rows and titles have got other names."""
    rows = "".join(
        f'<tr class="entry" id="{number}"><td><span class="rank">{number}.</span></td><td><h3 class="headline">'
        f'<a href="https://far.example/{number}">Bell rope {number}</a></h3></td></tr><tr><td class="subtext">'
        f'<span class="score">{number} points</span> by <a class="hnuser" href="user?id=mara">mara</a> '
        f'<span class="age" title="2026-11-20T10:00:00">now</span> | <a href="item?id={number}">discuss</a></td></tr>'
        for number in range(1, 6))
    return f'<html><body><table id="hnmain"><tr><td><table>{rows}</table></td></tr></table></body></html>'


@pytest.mark.mission("HN-80")
def test_an_operators_rules_read_the_pages_that_the_shipped_ones_do_not(cli, origin, tmp_path):
    """HN-80, HN-03: without them the list says that it failed and offers to try again; with them it has its stories."""
    origin.serve({"/news": talk_page()})
    shipped = (ROOT / "Sources/CAssets/assets/markup/hacker-news.yaml").read_text()
    own = shipped.replace('row: "tr.athing"', 'row: "tr.athing, tr.entry"').replace('a.storylink"', 'a.storylink, h3.headline > a"')
    assert own.count("tr.entry") == 1 and own.count("h3.headline") == 1
    other = CommandLine(tmp_path / "own", origin)
    try:
        for line, rules in [(cli, None), (other, own)]:
            (line.folder / "editions").mkdir(parents=True)
            (line.folder / "editions/talk.yaml").write_text(TALK.format(home=origin.home))
            if rules:
                (line.folder / "markup").mkdir()
                (line.folder / "markup/hacker-news.yaml").write_text(rules)
            server = line.serve()
            expected = "Bell rope 1" if rules else "Check for new stories</button>"
            wait_for(lambda: expected in ask(server, "GET", "/talk/")[1], seconds=60)
            page = ask(server, "GET", "/talk/")[1]
            assert ("Bell rope" in page, "could not be loaded" in page) == (bool(rules), not rules)
    finally:
        other.end()


# The server


def test_a_refresh_goes_through_the_server_and_fetches_once(cli, origin):
    server = cli.serve()
    cli.run("import", "-", given=opml([f"{origin.home}/slow/a"]))
    wait_for(origin.has_been_asked_in_its_slow_corner)
    # The server asks at this moment; a command of its own process must not ask too.
    command = cli.start("refresh", "--all")
    origin.release()
    out, message = command.communicate(timeout=20)
    assert command.returncode == 0 and message == b"", (out, message)
    wait_for(lambda: len(cli.json("read", "all")) == 5)
    assert origin.asked.count("/slow/a") == 1

    # The order goes over the socket: the server's clock, not the command's, says how soon is too soon.
    origin.forget_requests()
    told = cli.run("refresh", "--all", TIDINGS_POLLING_ASKED="1s")
    assert told.startswith("Nothing was fetched") and "/slow/a" not in origin.asked
    assert ask(server, "GET", "/mine/all")[1].count("<article") == 5


def test_progress_and_reports_come_over_the_socket(cli, origin):
    cli.run("add", origin.home + "/feed/a")
    cli.run("add", origin.home + "/feed/b")
    cli.run("refresh")
    server = cli.serve(TIDINGS_POLLING_ASKED="1s")
    # The server's own round may take one of the two at the same moment; what the command is told is of the others.
    told = wait_for(lambda: re.search(r"[12] unchanged", text := cli.run("refresh", "--all")) and text)
    *lines, closing = told.splitlines()
    assert lines and all(line.startswith("Loom ") for line in lines)
    assert closing == f"0 new stories from 0 feeds, {len(lines)} unchanged, 0 waiting, 0 failed."
    report = wait_for(lambda: (facts := cli.json("refresh", "--all")) and facts["asked"] and facts)
    assert report["failed"] == [] and report["unchanged"] == report["asked"]
    assert server.poll() is None


@pytest.mark.parametrize("order", [b"", b"{}", b"nonsense", b'{"reason":"x","channels":[999999]}', b"\0" * 5000])
def test_invalid_control_requests_are_rejected(cli, order):
    server = cli.serve()
    with socket.socket(socket.AF_UNIX) as line:
        line.settimeout(10)
        wait_for(lambda: line.connect_ex(str(cli.folder / "control.sock")) == 0)
        line.sendall(b"POST /refresh HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: %d\r\n\r\n" % len(order) + order)
        assert line.recv(100).startswith(b"HTTP/1.1 ")
    assert ask(server, "GET", "/mine/")[0] == 200


def test_sigterm_ends_the_server_with_0(cli, origin):
    server = cli.serve()
    # A browser that keeps its connection, and an origin that does not answer.
    idle = http.client.HTTPConnection("127.0.0.1", server.port)
    idle.request("GET", "/mine/")
    idle.getresponse().read()
    cli.run("import", "-", given=opml([f"{origin.home}/slow/a"]))
    wait_for(origin.has_been_asked_in_its_slow_corner)
    server.send_signal(signal.SIGTERM)
    out, message = server.communicate(timeout=15)
    assert (server.returncode, out, message) == (0, b"", b"")
    idle.close()
    # Its feed was just fetched, so it is not due within the hour unless a refresh is requested.
    origin.release()
    assert cli.run("refresh").startswith("Nothing was due")
    assert wait_for(lambda: "5 new stories from 1 feed" in cli.run("refresh", "--all", TIDINGS_POLLING_ASKED="1s"))


def test_an_end_that_waits_no_longer_for_requests_is_no_error(cli):
    server = cli.serve()
    with socket.create_connection(("127.0.0.1", server.port)) as upload:
        upload.sendall(b"POST /mine/act/import-opml HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nContent-Length: 9000\r\n\r\n<opml" % server.port)
        assert ask(server, "GET", "/mine/")[0] == 200
        server.send_signal(signal.SIGTERM)
        out, message = server.communicate(timeout=15)
    assert (server.returncode, out, message) == (0, b"", b"")


def test_a_second_server_is_refused_and_takes_nothing_from_the_first(cli, origin, tmp_path):
    server = cli.serve()
    message = cli.run("serve", "--listen", f"127.0.0.1:{server.port}", code=69, TIDINGS_DATA=str(tmp_path / "other"))
    assert f"Port {server.port} is taken" in message
    message = cli.run("serve", "--listen", f"127.0.0.1:{free_port()}", code=69)
    assert "serves this data folder already" in message
    assert (cli.folder / "control.sock").exists()
    assert ask(server, "GET", "/mine/")[0] == 200


def test_a_second_server_is_refused_also_when_the_socket_is_gone(cli, origin):
    server = cli.serve()
    (cli.folder / "control.sock").unlink()
    message = cli.run("serve", "--listen", f"127.0.0.1:{free_port()}", code=69)
    assert "serves this data folder already" in message
    assert ask(server, "GET", "/mine/")[0] == 200
    server.kill()
    server.wait(10)
    cli.serve()  # A lock ends with its process.


@pytest.mark.parametrize("served", [False, True])
def test_concurrent_adds_of_one_address_fetch_it_once_on_one_connection(cli, origin, served):
    if served:
        cli.serve()
    else:
        cli.begin()
    pages = ["/feed/two", "/feed/one", "/feed/two", "/", "/feed/two", "/feed/one"]
    running = [cli.start("add", origin.home + page) for page in pages]
    codes = [process.wait(60) for process in running]
    assert sorted(codes)[:2] == [0, 0] and set(codes) <= {0, 64}
    feeds = [path for path in origin.asked if path.startswith("/feed")]
    assert len(feeds) == len(set(feeds)), feeds
    assert origin.log()["maxOpenConnections"] == 1


def test_temporary_failures_are_to_be_retried_later(cli, origin):
    assert "asked us to wait" in cli.run("add", origin.home + "/busy", code=75)


def test_the_user_agent_names_the_configured_contact(cli, origin):
    cli.run("add", origin.home + "/feed/one")
    assert re.fullmatch(r"Tidings/[\d.]+ \(\+https://\S+; feed reader, self-hosted\)", origin.requests[-1].headers["user-agent"])
    cli.run("add", origin.home + "/feed/two", "--set", "network.contact=me@loom.example")
    assert "(+mailto:me@loom.example; " in origin.requests[-1].headers["user-agent"]
    assert "network.contact takes a web or a mail address" in cli.run("feeds", "--set", "network.contact=call me", code=78)


def test_a_folder_of_a_long_path_is_served(cli, tmp_path):
    folder = tmp_path / ("x" * 120)
    server = cli.serve("--data", folder)
    assert ask(server, "GET", "/mine/")[0] == 200
    for words in ([], ["--all"]):
        assert cli.run("refresh", *words, "--data", folder) == f"Nothing is followed yet. Begin with: tidings add ADDRESS --data {folder}\n"


PAGE = b"""<!DOCTYPE html><html lang="en"><head><title>Tide barrier closed</title></head><body>
<nav><a href="/">Home</a> <a href="/about">About</a></nav><article><h1>Tide barrier closed</h1>%s</article></body></html>""" % (
    b"<p>The barrier at Saltmere was closed at noon, when water stood two feet deep in the hall, and stayed so.</p>" * 12)


def test_an_article_is_found_on_its_page(cli):
    article = json.loads(cli.run("extract", "-", "--url", "http://loom.example/1", given=PAGE))
    assert article["title"] == "Tide barrier closed" and article["language"] == "en" and article["direction"] == "ltr"
    assert article["text"].count("noon") == 12 and "About" not in article["text"] and "<nav" not in article["html"]
    assert set(article) == {"title", "byline", "excerpt", "siteName", "publishedAt", "language", "direction", "html", "text"}
    assert article["siteName"] is None


@pytest.mark.parametrize("given, words", [
    (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR" + bytes(range(256)), "a picture (PNG), not a web page"), (b"%PDF-1.7\n%", "not a web page"),
    (b"{\"a\": 1}", "JSON"), (b"", "empty"), (b"<rss version='2.0'><channel><title>T</title></channel></rss>", "tidings parse"),
    (b"<!DOCTYPE html><title>404 Not Found</title><h1>Not Found</h1><p>The requested URL was not found on this server.</p>", "404"),
])
def test_input_that_is_no_page_has_no_article(cli, given, words):
    assert words in cli.run("extract", "-", "--url", "http://loom.example/1", code=65, given=given)


def test_html_is_cleaned_from_standard_input(cli):
    given = b'<p onclick=a()>Sea<script>alert(1)</script> <a href="/x?utm_source=y&id=1">water</a></p>'
    wanted = '<p>Sea <a href="http://loom.example/x?id=1" rel="noopener noreferrer">water</a></p>\n'
    assert cli.run("sanitize", "--base", "http://loom.example/", given=given) == wanted
    assert cli.run("sanitize", "--base", "http://loom.example/", given=wanted.encode()) == wanted


# Secrets and words


def test_secrets_are_never_printed(cli, origin):
    secret = origin.home.replace("http://", "http://me:hush@") + "/feed/private"
    printed = [cli.run("add", secret, "--look"), cli.run("add", secret), cli.run("add", secret, code=64), cli.run("refresh")]
    assert "Basic bWU6aHVzaA==" in [request.headers.get("authorization") for request in origin.requests]
    printed += [cli.run("feeds", "--why"), json.dumps(cli.json("feeds")), cli.run("read"), cli.run("show", "1")]
    missing = secret.replace("/feed/private", "/missing")
    printed.append(cli.run("add", missing, code=69))
    server = cli.serve()
    printed += [ask(server, "GET", path)[1] for path in ["/mine/", "/mine/feeds", "/mine/feed/1", "/mine/feed/1/details", "/mine/story/1"]]
    key = (cli.folder / "picture.key").read_bytes()
    server.send_signal(signal.SIGTERM)
    printed += [text.decode() for text in server.communicate(timeout=15)]
    for text in printed:
        assert "hush" not in text and "bWU6aHVzaA" not in text and key.hex() not in text
    # Taking the feeds elsewhere is what the address is exported for; with its password only where that is asked for.
    remark = "The password of 1 feed is left out; --with-passwords includes them.\n"
    assert "hush" not in cli.run("export", remark=remark) and "me:hush@" in cli.run("export", "--with-passwords")


@pytest.mark.parametrize("command", [
    None, "serve", "demo", "add", "remove", "feeds", "refresh", "read", "show", "search", "import", "export", "parse",
    "sanitize", "extract"])
def test_help_is_there(cli, command):
    text = cli.run(*([command] if command else []), "--help")
    assert text.startswith("OVERVIEW: ") and "USAGE: tidings" in text
    # Every argument and option says what it is: on its line, or on the next where it is long.
    lines = text.splitlines()
    for at, line in enumerate(lines):
        if named := re.match(r"  (<[\w-]+>|-[-\w]+(?:, -[-\w]+)*(?: <[\w:-]+>)?)(.*)$", line):
            assert named[2].strip() or (at + 1 < len(lines) and lines[at + 1].startswith("     ")), line
    if command is None:
        assert all(f"  {name} " in text for name in ["serve", "demo", "add", "remove", "feeds", "refresh", "read", "show", "search",
                                                     "import", "export", "parse", "sanitize", "extract"])
        assert cli.run("--version").strip().count(".") == 2
    assert not cli.folder.exists()


PAPER = """title: Harbour Paper
look:
  accent: {{ day: "{accent}", night: "#7FD1C0" }}
sections:
  - title: Looms
    key: looms
    feeds: ["{home}/feed/{feed}"]
"""


def paper(cli, origin, name="harbour.yaml", accent="#0B5C4F", feed="craft"):
    folder = cli.folder / "editions"
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / name
    file.write_text(PAPER.format(accent=accent, home=origin.home, feed=feed))
    return file


def test_an_edition_is_checked_line_by_line(cli, origin):
    file = paper(cli, origin)
    assert cli.run("edition", "check", file) == f"{file} is valid: “Harbour Paper” at /harbour/, 1 section, 1 feed.\n"
    file.write_text(file.read_text().replace("feeds:", "feed:").replace("#0B5C4F", "#FFD400"))
    process = cli.start("edition", "check", file)
    out, message = (text.decode() for text in process.communicate(timeout=30))
    assert process.returncode == 65
    lines = out.splitlines()
    assert lines[0].startswith(f"{file}:3:11: The accent #FFD400 on #FFFFFF has a contrast of 1.4:1 by day")
    assert lines[1] == f"{file}:5:5: The section has no feeds. Add some: feeds: [https://harbour.example/feed.xml]"
    assert lines[2] == f"{file}:7:5: There is no key “feed” here. Did you mean “feeds”?"
    assert message == f"tidings: 3 errors in {file}. docs/editions.md lists every key.\n"
    assert cli.run("edition", "check", cli.folder / "none.yaml", code=66).startswith("tidings: There is no file")
    other = paper(cli, origin, name="hacker-news.yaml")
    process = cli.start("edition", "check", other)
    assert "comes with Tidings" in process.communicate(timeout=30)[0].decode() and process.returncode == 65


def test_an_edition_of_topics_is_counted_by_its_shelves(cli, origin):
    file = cli.folder / "choice.yaml"
    cli.folder.mkdir(parents=True, exist_ok=True)
    feeds = [f"{{ publisher: Looms, address: '{origin.home}/feed/{name}' }}" for name in ("craft", "weft")]
    shelf = f"{{ country: gb, title: Kingdom, languages: [en], feeds: [{', '.join(feeds)}] }}"
    file.write_text(f"title: Choice\ntopics:\n  shelves:\n    - {shelf}\n")
    assert cli.run("edition", "check", file) == f"{file} is valid: “Choice” at /choice/, 1 shelf, 2 feeds.\n"
    file.write_text(file.read_text() + f"sections: [{{ title: Looms, feeds: ['{origin.home}/feed/craft'] }}]\n")
    assert cli.run("edition", "check", file).endswith(" at /choice/, 1 section, 1 feed, 1 shelf, 2 feeds.\n")


def test_editions_are_listed(cli, origin):
    paper(cli, origin)
    paper(cli, origin, name="bad.yaml", accent="green")
    lines = {line.split()[0]: line for line in cli.run("edition", "list").splitlines()}
    assert re.search(r"  Harbour Paper +editions/harbour\.yaml$", lines["harbour"])
    assert "invalid, line 3: “green” is no colour." in lines["bad"]
    # Every edition of the folder is in the program.
    for file in (ROOT / "Sources/CAssets/assets/editions").glob("*.yaml"):
        title = re.search(r"^title: (.+)$", file.read_text(), re.MULTILINE)[1]
        assert re.search(rf"  {re.escape(title)} +comes with Tidings$", lines[file.stem])
    assert lines["hacker-news"].endswith("comes with Tidings")
    assert lines["yorkshire"].endswith("comes with Tidings")
    assert "mine" in lines


def test_a_custom_edition_is_served_and_reloaded_on_a_signal(cli, origin):
    paper(cli, origin)
    paper(cli, origin, name="bad.yaml", accent="green")
    server = cli.serve()

    def page(path):
        return ask(server, "GET", path)

    assert page("/harbour/")[0] == 200
    wait_for(lambda: "Shuttle 4 of craft" in page("/harbour/")[1])
    assert "Line 3, column 18" in page("/mine/settings/editions")[1]
    paper(cli, origin, name="bad.yaml", feed="weft")
    server.send_signal(signal.SIGHUP)
    wait_for(lambda: page("/bad/")[0] == 200)
    wait_for(lambda: "Shuttle 4 of weft" in page("/bad/")[1])
    assert page("/harbour/")[0] == 200
    server.terminate()
    assert server.wait(15) == 0
    assert "editions/bad.yaml:3:18: “green” is no colour" in server.stderr.read().decode()


def test_one_edition_alone_is_served(cli, origin):
    paper(cli, origin)
    server = cli.serve("--edition", "harbour")
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=20)
    connection.request("GET", "/")
    response = connection.getresponse()
    assert response.status == 302 and response.getheader("Location") == "/harbour/"
    connection.close()
    assert ask(server, "GET", "/mine/")[0] == 404
    server.terminate()
    assert server.wait(15) == 0
    refused = cli.run("serve", "--edition", "nowhere", code=64)
    assert refused.startswith("tidings: There is no edition “nowhere”. There are: mine, harbour")


@pytest.mark.parametrize("words", [["read"], ["read", "saved"], ["show", "1"], ["search", "tide"], ["feeds"], ["refresh"], ["export"],
                                   ["remove", "1"]])
def test_read_only_commands_create_no_data_folder(cli, words):
    told = cli.run(*words, code=69)
    assert told == f"tidings: There is no newspaper in {cli.folder}/ yet. Begin with: tidings add ADDRESS\n"
    assert not cli.folder.exists()


JPEG = b"\xff\xd8\xff\xe0 a picture that nobody decodes"


def guide(folder, version="1.6", identity="study-in-yorkshire", pages=("Leeds", "York")):
    """A folder that packs are made of."""
    (folder / "photographs").mkdir(parents=True, exist_ok=True)
    (folder / "pack.yaml").write_text(
        f"identity: {identity}\nversion: {version}\ntitle: The guide\nlanguages: [en-GB]\n")
    (folder / "index.md").write_text("---\ntitle: Home\n---\n")
    for page in pages:
        (folder / f"{page.lower()}.md").write_text(f"---\ntitle: {page}\n---\nAbout {page}.\n")
    (folder / "photographs/castle.jpg").write_bytes(JPEG)
    return folder


def original_store(folder):
    """The original app's store with two pages, one of them a favourite."""
    (folder / "assets").mkdir(parents=True)
    (folder / "assets/castle.jpg").write_bytes(JPEG)
    file = folder / "StudyInYorkshire.sqlite"
    database = sqlite3.connect(file)
    database.executescript(SCHEMA + """
        insert into ZPAGE (Z_PK, ZTITLE, ZSLUG, ZPOSITION, ZVIEWNAME) values (1, 'Mobile app', 'mobile-app', 1, 'list');
        insert into ZPAGE (Z_PK, ZTITLE, ZSLUG, ZPOSITION, ZPARENT, ZTEXT, ZVIEWNAME, ZFAVOURITE, ZFAVOURITEDAT)
            values (2, 'Leeds', 'leeds', 1, 1, '<p>A city.</p>', 'basic', 1, 400000000);
        insert into ZPHOTO (Z_PK, ZPOSITION, ZCAPTION, ZIMAGEUID) values (1, 1, 'A castle', 'castle');
    """)
    database.close()
    return file


@pytest.mark.mission("YORK-58")
def test_a_guide_is_installed_by_one_command(cli, tmp_path):
    folder = guide(tmp_path / "guide")
    out = cli.run("pack", "install", folder)
    assert out == ("The guide is installed in “Yorkshire Universities” (/yorkshire/): "
                   "version 1.6, 3 pages, 1 photograph, 0 places, 1 picture.\n")
    found, = [line for line in cli.json("pack", "list") if line["edition"] == "yorkshire"]
    assert (found["version"], found["pages"], found["photographs"], found["identity"]) == ("1.6", 3, 1, "study-in-yorkshire")
    assert found.get("address") is None and found["installedAt"].startswith("20")
    listed = [line.split("  ")[-1].strip() for line in cli.run("pack", "list").splitlines()]
    at = listed.index("Yorkshire Universities")
    assert listed[at + 1].startswith("version 1.6, 3 pages, 1 photograph, installed 20")
    assert "nothing was changed" in cli.run("pack", "install", folder)


def test_a_newer_guide_replaces_the_older_one_while_the_server_runs(cli, tmp_path):
    cli.run("pack", "install", guide(tmp_path / "guide", "1.9"))
    server = cli.serve()
    file = tmp_path / "guide.tidingspack"
    cli.run("pack", "build", guide(tmp_path / "guide", "1.10", pages=["Hull"]), "-o", file)
    # Sheffield's page, or whichever the fixture had, and the new one.
    assert re.search(r"It replaces version 1\.9: 1 page new, \d+ changed, \d+ gone\.", cli.run("pack", "install", file))
    assert ask(server, "GET", "/yorkshire/page/hull")[0] == 200
    message = cli.run("pack", "install", guide(tmp_path / "older", "1.2"), code=73)
    assert "has version 1.10, which is above 1.2" in message and "--downgrade" in message
    assert "It replaces version 1.10: " in cli.run("pack", "install", tmp_path / "older", "--downgrade")


@pytest.mark.mission("YORK-51")
def test_one_command_makes_a_new_version_of_the_original_apps_store(cli, tmp_path):
    store = original_store(tmp_path / "original")
    out = cli.run("pack", "publish", store, "--pack-version", "1.7", "-o", tmp_path / "site",
                  remark="favourites: They are a reader's own and are not published. Nothing is to be done.\n")
    assert "version 1.7, 2 pages, 1 photograph" in out
    listed = json.loads((tmp_path / "site/pack.json").read_text())
    assert (listed["version"], listed["identity"]) == ("1.7", "study-in-yorkshire")
    light = (tmp_path / "site" / listed["pack"]["name"]).read_bytes()
    assert hashlib.sha256(light).hexdigest() == listed["pack"]["sha256"] and len(light) == listed["pack"]["size"]
    assert [file.name for file in (tmp_path / "site/media").iterdir()] == [hashlib.sha256(JPEG).hexdigest() + ".jpg"]
    assert "version 1.7" in cli.run("pack", "install", tmp_path / "site")
    # The store itself brings the favourite.
    cli.run("pack", "install", store, "--pack-version", "1.8")
    assert "Leeds" in cli.run("read", "saved")


def test_a_pack_that_cannot_be_installed_says_why_and_leaves_the_other(cli, tmp_path):
    cli.run("pack", "install", guide(tmp_path / "guide"))
    other = guide(tmp_path / "other", identity="other-county")
    message = cli.run("pack", "install", other, code=69)
    assert "No edition shows the publication “other-county”. There are: yorkshire (study-in-yorkshire)." in message
    assert "shows study-in-yorkshire" in cli.run("pack", "install", other, "--edition", "yorkshire", code=64)
    assert "no edition “moon” with a pack" in cli.run("pack", "install", other, "--edition", "moon", code=64)
    assert "is an address" in cli.run("pack", "install", "https://guide.example/pack.json", code=64)
    assert "There is no file or folder" in cli.run("pack", "install", tmp_path / "none", code=66)
    file = tmp_path / "cut.tidingspack"
    cli.run("pack", "build", guide(tmp_path / "guide", "2"), "-o", file)
    file.write_bytes(file.read_bytes()[:-5_000])
    assert "damaged" in cli.run("pack", "install", file, code=65)
    assert "version 1.6" in cli.run("pack", "list")


def test_the_demonstration_says_how_to_read_it_in_a_terminal():
    running = program.DemoServer("--still", "--edition", "mine")
    try:
        command = next(line for line in running.lines if line.startswith("In another terminal: ")).split(": ", 1)[1]
        read = subprocess.run(["sh", "-c", command], capture_output=True, text=True, timeout=120)
        assert read.returncode == 0 and not read.stderr, read.stderr
        assert "Harbour Post" in read.stdout
    finally:
        running.end()
