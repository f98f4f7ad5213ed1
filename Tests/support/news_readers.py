"""Other news readers of Debian, each with a home of its own: set up, used and looked at as a person would, by the keyboard in a
terminal (tmux) or by the accessibility tree of a window (AT-SPI)."""
import html
import os
import pathlib
import shlex
import sqlite3
import subprocess
import time
from xml.etree import ElementTree


def until(what, work, seconds=60):
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if found := work():
            return found
        time.sleep(0.2)
    raise AssertionError(f"not within {seconds} s: {what}")


def rows(database, query, *values):
    """The rows of a program's own database, while it runs."""
    with sqlite3.connect(f"file:{database}?mode=ro", uri=True, timeout=20) as connection:
        return connection.execute(query, values).fetchall()


class Desktop:
    """A screen with a window manager and a session bus, and the windows on it."""

    def __init__(self, folder):
        self.folder, self.running = pathlib.Path(folder), []
        (self.folder / "run").mkdir(mode=0o700, parents=True)
        reading, writing = os.pipe()
        self.spawn(["Xvfb", "-displayfd", str(writing), "-screen", "0", "1400x1600x24", "-nolisten", "tcp"], pass_fds=[writing])
        os.close(writing)
        with os.fdopen(reading) as told:
            os.environ["DISPLAY"] = f":{told.readline().strip()}"
        bus = self.spawn(["dbus-daemon", "--session", "--nofork", "--print-address"], stdout=subprocess.PIPE, text=True)
        os.environ.update(XDG_RUNTIME_DIR=str(self.folder / "run"), DBUS_SESSION_BUS_ADDRESS=bus.stdout.readline().strip())
        self.spawn(["openbox"])
        # Reads the environment when it is imported.
        import pyatspi
        self.spi = pyatspi

    def spawn(self, command, **options):
        log = open(self.folder / f"{command[0]}.log", "w")
        process = subprocess.Popen(command, **{"stdout": log, "stderr": log, "start_new_session": True, **options})
        self.running.append(process)
        return process

    def program(self, command, home, **more):
        home.mkdir(parents=True, exist_ok=True)
        folders = {"XDG_CONFIG_HOME": ".config", "XDG_DATA_HOME": ".local/share", "XDG_CACHE_HOME": ".cache"}
        own = {"HOME": str(home), **{name: str(home / path) for name, path in folders.items()}}
        return self.spawn(command, env={**os.environ, "LANG": "C.UTF-8", **own, **more})

    def end(self):
        for process in reversed(self.running):
            self.stop(process)

    @staticmethod
    def stop(process):
        # Programs have helpers in their group.
        try:
            os.killpg(process.pid, 15)
            process.wait(20)
        except ProcessLookupError:
            pass
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, 9)
            process.wait(20)

    # MARK: Windows

    def application(self, name):
        return until(f"{name} has a window", lambda: next(
            (one for one in self.spi.Registry.getDesktop(0) if one and name.lower() in one.name.lower() and one.childCount), None))

    def walk(self, node):
        yield node
        for at in range(min(node.childCount, 3000)):
            if (child := node.getChildAtIndex(at)) is not None:
                yield from self.walk(child)

    def all(self, root, role, name=""):
        # What was seen before is remembered otherwise, until an event that nobody here listens to.
        root.clearCache()
        return [one for one in self.walk(root) if one.getRoleName() == role and name in one.name]

    def one(self, root, role, name=""):
        return until(f"a {role} “{name}”", lambda: self.patient(lambda: next(iter(self.all(root, role, name)), None)))

    def press(self, node, action=0):
        self.patient(lambda: node.queryAction().doAction(action))

    @staticmethod
    def patient(work):
        """None while the program is busy, as it is when it opens a dialog."""
        from gi.repository import GLib
        try:
            return work()
        except GLib.GError:
            return None

    def click(self, node):
        box = node.queryComponent().getExtents(self.spi.DESKTOP_COORDS)
        subprocess.run(["xdotool", "mousemove", str(box.x + box.width // 2), str(box.y + box.height // 2), "click", "1"], check=True)
        time.sleep(1)

    @staticmethod
    def enlarge(title):
        """So that every row of a list is on the screen."""
        subprocess.run(["xdotool", "search", "--onlyvisible", "--name", f"^{title}", "windowmove", "0", "0", "windowsize", "1380", "1560"],
                       check=True)
        time.sleep(1)

    @staticmethod
    def type(node, text):
        node.queryEditableText().setTextContents(text)


class Newsboat:
    """Newsboat in tmux, with an account of the kind FeedHQ, which older versions have for any Google Reader interface."""
    package, name, kept = "newsboat", "Newsboat", 1000
    # The kind FeedHQ asks for no folders, and looks for starred stories at feedhq.org alone.
    cannot = {"folders", "saved there"}

    def __init__(self, desktop, folder):
        self.folder, self.database = folder, folder / ".newsboat/cache.db"
        self.socket = folder / "tmux"

    def start(self, server, password):
        (self.folder / ".newsboat").mkdir(parents=True)
        (self.folder / ".newsboat/config").write_text(
            f'urls-source "feedhq"\nfeedhq-url "{server}"\nfeedhq-login "reader"\nfeedhq-password "{password}"\n'
            'feedhq-flag-star "s"\nfeedhq-min-items 1000\nfeedhq-show-special-feeds no\n')
        command = f"env HOME={shlex.quote(str(self.folder))} LANG=C.UTF-8 newsboat"
        self.tmux("-f", "/dev/null", "new-session", "-d", "-x", "220", "-y", "120", command)
        until("Newsboat lists feeds", lambda: "Harbour Post" in self.screen() or self.refresh())

    def tmux(self, *arguments):
        return subprocess.run(["tmux", "-S", str(self.socket), *arguments], check=True, capture_output=True, text=True).stdout

    def screen(self):
        return self.tmux("capture-pane", "-p")

    def keys(self, *keys):
        for key in keys:
            self.tmux("send-keys", key)
            time.sleep(0.3)

    def refresh(self):
        self.keys("R")
        time.sleep(6)

    def stories(self):
        """(feed, title, is read, is starred), as the program has stored them."""
        return [(feed, html.unescape(title), not unread, "s" in (flags or "")) for feed, title, unread, flags in rows(
            self.database, "select f.title, i.title, i.unread, i.flags from rss_item i join rss_feed f on f.rssurl = i.feedurl")]

    def goto(self, words):
        """Selects the row that has the words, of which a long row shows the beginning."""
        line = until(f"a row “{words}”", lambda: next(
            (line for line in self.screen().splitlines() if words[:60] in line and line.split()[0].isdigit()), None))
        number = line.split()[0]
        self.keys(*number, "Enter")

    def open(self, feed):
        self.goto(feed)
        self.keys("Enter")
        until(f"the articles of {feed}", lambda: f"Articles in feed '{feed}'" in self.screen())

    def close(self):
        self.keys("q")

    def read(self, title):
        self.goto(title)
        self.keys("Enter", "q")

    def star(self, title):
        self.goto(title)
        self.keys("C-e", "s", "Enter")

    def unstar(self, title):
        self.goto(title)
        self.keys("C-e", "BSpace", "Enter")

    def mark_feed_read(self, feed):
        self.goto(feed)
        self.keys("A")

    def end(self):
        subprocess.run(["tmux", "-S", str(self.socket), "kill-server"], capture_output=True)


class Liferea:
    """Liferea with an account of the kind Google Reader API, which its list of feeds has from the beginning."""
    package, name, kept = "liferea", "Liferea", 50
    # It looks for the state in a category's name by a pattern that no name matches, and for stars in a field of its own.
    cannot = {"unread", "read there", "saved there"}

    def __init__(self, desktop, folder):
        self.desktop, self.folder, self.process = desktop, folder, None
        self.database = folder / ".local/share/liferea/liferea.db"

    def start(self, server, password):
        settings = self.folder / ".config/liferea"
        settings.mkdir(parents=True)
        (settings / "feedlist.opml").write_text(
            '<?xml version="1.0"?>\n<opml version="1.0"><head><title>Feeds</title></head><body>\n'
            '<outline title="Tidings" text="Tidings" type="source" id="tidings" collapsed="false" sourceType="fl_google_reader" '
            f'xmlUrl="{server}" username="reader" password="{password}"/>\n</body></opml>\n')
        self.process = self.desktop.program(["liferea"], self.folder, GSETTINGS_BACKEND="keyfile")
        self.window = self.desktop.application("Liferea")
        until("Liferea has a list of feeds", lambda: len(self.feeds()) > 10)
        self.desktop.enlarge("Liferea")
        self.feed_list = self.desktop.one(self.window, "tree table")
        self.unfold("Tidings")

    def unfold(self, title):
        self.desktop.press(self.desktop.one(self.feed_list, "table cell", title))
        time.sleep(1)

    def menu(self, menu, item):
        self.desktop.press(self.desktop.one(self.desktop.one(self.window, "menu", menu), "menu item", item))

    def refresh(self):
        self.menu("Subscriptions", "Update All")
        time.sleep(8)

    def feeds(self):
        """(folder, title) of the list that it has stored."""
        stored = self.folder / ".cache/liferea/plugins/tidings.opml"
        if not stored.exists():
            return set()
        return {(place.get("title"), feed.get("title")) for place in ElementTree.parse(stored).iterfind(".//*[outline]")
                for feed in place.iterfind("outline[@xmlUrl]")}

    def stories(self):
        return [(feed, title, bool(read), bool(marked)) for feed, title, read, marked in rows(
            self.database, "select n.title, i.title, i.read, i.marked from items i join node n on n.node_id = i.node_id")]

    def open(self, feed):
        cells = self.desktop.all(self.feed_list, "table cell", feed)
        if not cells:
            self.unfold(next(folder for folder, title in self.feeds() if title == feed))
        self.desktop.click(self.desktop.one(self.feed_list, "table cell", feed))

    def close(self):
        pass

    def select(self, title):
        lists = self.desktop.all(self.window, "tree table")
        self.desktop.click(self.desktop.one(lists[1], "table cell", title))

    read = select

    def star(self, title):
        self.select(title)
        self.menu("Item", "Toggle Item Flag")

    unstar = star

    def mark_feed_read(self, feed):
        self.open(feed)
        # By the mouse: the program answers nobody who presses a menu while it asks.
        self.desktop.click(self.desktop.one(self.window, "push button", "Mark Items Read"))
        self.desktop.press(self.desktop.one(self.desktop.one(self.window, "alert"), "push button", "Mark all as read"))

    def end(self):
        if self.process:
            self.desktop.stop(self.process)


class RSSGuard:
    """RSS Guard with an account of the kind Google Reader API, service FreshRSS, which its dialog makes."""
    package, name, kept = "rssguard", "RSS Guard", 1000
    cannot = set()

    def __init__(self, desktop, folder):
        self.desktop, self.folder, self.process = desktop, folder, None
        self.database = folder / "data/database/database.db"

    def start(self, server, password):
        # Its engine for pages refuses to run as root within its sandbox.
        self.process = self.desktop.program(
            ["rssguard", "--data", str(self.folder / "data")], self.folder, QT_LINUX_ACCESSIBILITY_ALWAYS_ON="1",
            QTWEBENGINE_DISABLE_SANDBOX="1", QTWEBENGINE_CHROMIUM_FLAGS="--no-sandbox --disable-gpu")
        self.window = self.desktop.application("RSS Guard")
        kinds = self.dialog()
        self.desktop.click(self.desktop.one(kinds, "list item", "Google Reader API"))
        self.desktop.press(self.desktop.one(kinds, "push button", "OK"))
        account = until("the dialog of the account", lambda: (one := self.dialog()) and self.desktop.all(one, "filler", "URL") and one)
        for label, role, text in [("URL", "text", server), ("Username", "text", "reader"), ("Password", "password text", password)]:
            self.desktop.type(self.desktop.one(self.desktop.one(account, "filler", label), role), text)
        self.desktop.press(self.desktop.one(account, "push button", "Test setup"))
        until("the account is right", lambda: self.desktop.all(account, "label", "You are good to go"))
        self.desktop.press(self.desktop.one(account, "push button", "OK"))
        until("RSS Guard has a list of feeds", lambda: len(self.feeds()) > 10)
        self.dismiss()
        self.desktop.enlarge("RSS Guard [0-9]")
        self.refresh()

    def dismiss(self):
        """Closes what a new program says of itself."""
        for one in list(self.window):
            if "Discord" in one.name:
                self.desktop.press(self.desktop.one(one, "push button", "OK"))

    def dialog(self):
        """The dialog on top; a new program opens the one that adds an account."""
        return until("a dialog", lambda: (found := [one for one in self.window if one.getRoleName() == "dialog"]) and found[-1])

    def menu(self, item):
        self.desktop.press(self.desktop.one(self.desktop.one(self.window, "menu bar"), "menu item", item))

    def refresh(self):
        """Sends what was marked, and fetches; a second fetch meanwhile would not be begun."""
        self.desktop.press(self.desktop.one(self.window, "push button", "Fetch all"))
        time.sleep(2)
        stop = self.desktop.one(self.window, "push button", "Stop ongoing fetching")
        until("it has fetched", lambda: self.desktop.patient(lambda: not stop.getState().contains(self.desktop.spi.STATE_ENABLED)))

    def feeds(self):
        return {(folder, feed) for folder, feed in rows(
            self.database, "select c.title, f.title from Feeds f left join Categories c on c.id = f.category")}

    def stories(self):
        return [(feed, title, bool(read), bool(important)) for feed, title, read, important in rows(
            self.database, "select f.title, m.title, m.is_read, m.is_important from Messages m join Feeds f on f.custom_id = m.feed "
            "where m.is_deleted = 0 and m.is_pdeleted = 0")]

    def trees(self):
        """The articles, and the feeds."""
        found = self.desktop.all(self.window, "tree")
        return found[0], found[-1]

    def open(self, feed):
        self.dismiss()
        self.desktop.click(self.desktop.one(self.trees()[1], "table cell", feed))

    def close(self):
        pass

    def story(self, title):
        return next((read, important) for _, story, read, important in self.stories() if story == title)

    def read(self, title):
        self.desktop.click(self.desktop.one(self.trees()[0], "table cell", title))
        until("the story is read", lambda: self.story(title)[0])

    def star(self, title):
        self.read(title)
        before = self.story(title)[1]
        self.menu("Switch importance")
        until("the star is switched", lambda: self.story(title)[1] != before)

    unstar = star

    def mark_feed_read(self, feed):
        self.open(feed)
        self.menu("Mark selected item read")

    def end(self):
        if self.process:
            self.desktop.stop(self.process)
