"""A server that alerts a device of the stories of one feed."""
import sqlite3
import time

from support.program import FORM, TidingsServer, form, run, wait_for
from support.sites import SampleSite, rss

# The device's values of RFC 8291, appendix A.
KEYS = {"publicKey": "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
        "secret": "BTBZMqHH6r4Tts7J_aSIgg"}
WORDS = ("anchor beacon capstan dinghy eel fathom gangway hawser inlet jetty kelp ladder mooring narrows otter pontoon quarry rigging "
         "sluice tiller upstream vessel winch yawl zephyr barge canal dredger estuary ferry").split()


def item(number):
    """A story of its own event: no two share their rare words."""
    words = [f"{WORDS[number % len(WORDS)]}{letter}{number}" for letter in "abcdefgh"]
    return (f"<item><guid>event-{number}</guid><title>Barrier closes {' '.join(words[:4])}</title>"
            f"<description>{' '.join(words)}.</description></item>")


class AlertedHome:
    """A server that follows one feed, and a device that is alerted of the words of its stories."""

    def __init__(self, folder):
        self.publisher, self.push = SampleSite(), SampleSite({"/push/1": 201})
        self.events = 0
        self.publish()
        self.server = TidingsServer(
            folder, "--set", f"network.allow={self.publisher.host},{self.push.host}", start=False)
        self.database = self.server.folder / "tidings.sqlite"

    def publish(self):
        """Adds an event to the feed, the newest first."""
        self.events += 1
        self.publisher.serve({"/feed": rss("Quay", "".join(item(n) for n in range(self.events, 0, -1)))}, tagged=True)

    def act(self, name, **fields):
        reply = self.server.ask(f"/mine/act/{name}", "POST", form(**fields), Origin=self.server.address, **FORM)
        assert reply.status == 303, reply.text
        return reply

    def set_up(self):
        self.server.start()
        self.act("subscribe-device", endpoint=f"{self.push.home}/push/1", **KEYS)
        self.act("save-alert", kind="words", value="barrier closes")
        self.act("save-alert-settings", zone="UTC", limit="100", ways="1", **{"from": "", "to": ""})
        assert run("add", f"{self.publisher.home}/feed", "--data", self.server.folder).returncode == 0
        wait_for(lambda: self.number("select count(*) from story where origin_key like '%event-1'") == 1, "the first story")

    def number(self, sql):
        with sqlite3.connect(f"file:{self.database}?mode=ro", uri=True, timeout=20) as database:
            return database.execute(sql).fetchone()[0]

    def kill(self):
        self.server.process.kill()
        self.server.process.wait()

    def pass_time(self):
        """Lets, while nothing runs, the time pass that a feed is not fetched, and for which what was under way is claimed."""
        with sqlite3.connect(self.database) as database:
            database.execute("update channel set due_at = 0, claimed_until = 0 where due_at is not null")
            database.execute("update outgoing_delivery set claimed_until = 0, due_at = 0 where state = 'waiting'")

    def shown(self):
        """The notifications that the device shows: one for each tag."""
        return [request.headers["topic"] for request in self.push.requests if request.method == "POST"]

    def seconds_to_alert(self):
        """The time from the publisher's response at a feed that is due to the request at the push service."""
        self.server.end()
        self.pass_time()
        self.publish()
        self.publisher.forget_requests()
        known = len(self.shown())
        self.server.start()
        wait_for(lambda: any(one.path == "/feed" for one in self.publisher.requests), "the feed is fetched", 60)
        begin = time.monotonic()
        wait_for(lambda: len(self.shown()) > known, "the alert", 60)
        return time.monotonic() - begin

    def end(self):
        self.server.end()
        self.publisher.end()
        self.push.end()
