"""Commands act for the reader whom `--reader` names, and for nobody else."""
import json
import re

import pytest

from support.program import FORM, ON_THE_NETWORK, PASSWORD, form, run
from support.sites import SampleSite, rss

@pytest.fixture
def site():
    with SampleSite() as site:
        site.serve({f"/{name}": rss(
            name.title(), f"<item><guid>{name}-1</guid><title>{name.title()} one</title></item>", f"{site.home}/") for name in ["harbour", "meadow"]})
        site.serve({"/page": "<title>The lighthouse</title><p>It was lit at six.</p>"})
        yield site


@pytest.fixture
def house(serve, site):
    """A server of Ada and Bo, and what runs a command there."""
    server = serve(*site.allowed, **ON_THE_NETWORK)
    act = lambda *arguments, **options: run(*arguments, "--data", server.folder, *site.allowed, **options)
    assert act("reader", "rename", "Ada").returncode == 0
    link = act("reader", "invite").stdout.strip().splitlines()[-1]
    joined = server.ask(link[link.index("/join/"):], "POST", form(name="Bo", password=PASSWORD), **FORM)
    assert joined.status == 303, joined.text
    return server, act


def answered(done):
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.mark.parametrize("served", [True, False])
def test_feeds_stories_and_pages_are_the_named_readers(house, site, served):
    server, act = house
    if not served:
        server.end()
    answered(act("add", site.home + "/harbour"))
    assert "You follow Meadow" in answered(act("add", site.home + "/meadow", "--reader", "bo"))
    assert "You follow Meadow already" in act("add", site.home + "/meadow", "--reader", "Bo").stderr
    titles = lambda *reader: [feed["title"] for feed in json.loads(answered(act("feeds", "--json", *reader)))]
    assert titles() == ["Harbour"] and titles("--reader", "Bo") == ["Meadow"]
    answered(act("save", site.home + "/page", "--title", "The lighthouse", "--reader", "Bo"))
    listed = lambda name, *reader: [story["title"] for story in json.loads(answered(act("read", name, "--json", *reader)))]
    assert listed("all") == ["Harbour one"] and listed("saved") == []
    assert "Meadow one" in listed("all", "--reader", "Bo") and listed("saved", "--reader", "Bo") == ["The lighthouse"]
    found = json.loads(answered(act("search", "one", "--json", "--reader", "Bo")))
    assert [story["title"] for story in found] == ["Meadow one"]
    # Whose story it is not, does not find it.
    assert act("show", found[0]["id"]).returncode == 69
    refused = act("reply", found[0]["id"], "-", input="Seen")
    assert refused.returncode == 69 and "There is no story or comment" in refused.stderr and "takes no comments" not in refused.stderr
    answered(act("show", found[0]["id"], "--reader", "Bo"))
    assert "Meadow one" not in listed("unread", "--reader", "Bo")
    assert "/meadow" in answered(act("export", "--reader", "Bo")) and "/meadow" not in answered(act("export"))
    answered(act("remove", "Meadow", "--reader", "Bo"))
    assert titles("--reader", "Bo") == [] and titles() == ["Harbour"]
    hint = answered(act("feeds", "--reader", "Bo")).replace("\u00a0", " ")
    assert "tidings add ADDRESS --reader Bo" in hint


def test_hints_name_the_reader_too(house):
    _, act = house
    assert "tidings account sign-in NAME --site SITE --reader Bo" in answered(act("account", "list", "--reader", "Bo")).replace("\u00a0", " ")
    waiting = act("submit", "--title", "Tides", "--url", "https://x.example/", "--site", "news.ycombinator.com", "--reader", "Bo")
    assert "tidings account sign-in NAME --site news.ycombinator.com --reader Bo" in waiting.stderr, waiting.stderr
    hint = json.loads(answered(act("outbox", "--json", "--reader", "Bo")))[0]["message"]
    assert "--site news.ycombinator.com --reader Bo" in hint and json.loads(answered(act("outbox", "--json"))) == []


def commands_of(*path):
    """The words of every command below a command, without itself if it has some."""
    help_text = run(*path, "--help").stdout
    part = help_text.partition("SUBCOMMANDS:\n")[2].split("\n\n")[0]
    names = re.findall(r"^  ([a-z-]+)", part, re.MULTILINE)
    return [command for name in names for command in commands_of(*path, name)] if names else [path]


# They act for the whole house, or for nobody: what they read and write is no reader's own.
FOR_ALL = {
    ("serve",), ("demo",), ("refresh",), ("parse",), ("sanitize",), ("extract",), ("backup",), ("restore",), ("manual",),
    ("edition", "list"), ("edition", "check"), ("edition", "add"), ("edition", "remove"), ("edition", "show"), ("edition", "init"),
    ("reader", "list"), ("reader", "invite"), ("reader", "remove"), ("key", "set"), ("key", "list"), ("key", "remove"),
}


def test_every_command_of_a_reader_takes_the_reader():
    commands = [command for command in commands_of() if command[0] != "pack" and command != ("help",)]
    assert ("outbox", "retry") in commands and ("read",) in commands
    without = {command for command in commands if "--reader <name>" not in run(*command, "--help").stdout}
    assert without <= FOR_ALL, without - FOR_ALL


@pytest.mark.parametrize("command", [["read"], ["feeds"], ["account", "list"], ["outbox"], ["digest"], ["topics"], ["alerts"]])
def test_an_unknown_reader_is_one_sentence(house, command):
    _, act = house
    refused = act(*command, "--reader", "Zed")
    assert refused.returncode == 69 and refused.stdout == ""
    assert len(refused.stderr.splitlines()) == 1 and "There is no reader “Zed”. There are: Ada, Bo." in refused.stderr
