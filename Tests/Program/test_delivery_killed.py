"""Messages that leave the app while the server is killed again and again."""
import json
import random
import signal
import sqlite3
import time

import pytest

from support.program import FORM, TidingsServer, form, wait_for
from support.sites import SampleSite

MESSAGES = 60


@pytest.fixture
def hook():
    with SampleSite({"/hook": ""}) as site:
        yield site


def stored(server, sql):
    with sqlite3.connect(server.folder / "tidings.sqlite", timeout=20) as database:
        return database.execute(sql).fetchall()


def queue(server, count):
    """Queues messages as an alert does; the reader's only way takes them."""
    now = int(time.time() * 1000)
    with sqlite3.connect(server.folder / "tidings.sqlite", timeout=20) as database:
        (way,) = database.execute("select id from delivery_way").fetchone()
        for number in range(count):
            content = {"id": f"m{number}", "title": f"Message {number}", "text": "At nine.", "path": "/mine/",
                       "urgency": "high", "createdAt": now / 1000 - 978_307_200}
            database.execute("insert into outgoing_message (id, reader_id, content, created_at, expires_at) values (?, 1, ?, ?, ?)",
                             (f"m{number}", json.dumps(content), now, now + 172_800_000))
            database.execute("insert into outgoing_delivery (message_id, way_id, state, attempt_count, due_at, claimed_until) "
                             "values (?, ?, 'waiting', 0, ?, 0)", (f"m{number}", way, now))


def test_each_message_arrives_over_any_kill(tmp_path, hook):
    """Before, what a killed server had claimed waited for five minutes."""
    server = TidingsServer(
        tmp_path / "data", *hook.allowed, "--set", f"secrets.file={tmp_path / 'secrets.key'}", start=False)
    try:
        server.start()
        reply = server.ask("/mine/act/save-way", "POST", form(kind="webhook", address=f"{hook.home}/hook", secret="tide"), **FORM)
        assert reply.status == 303, reply.text
        # Each answer takes a while, so that the server dies while messages are under way.
        hook.behave({"kind": "delayed", "milliseconds": 40})
        server.process.kill()
        server.process.wait()
        queue(server, MESSAGES)
        chance = random.Random(41)
        for _ in range(8):
            server.start()
            time.sleep(chance.uniform(0.02, 0.25))
            server.process.send_signal(signal.SIGKILL)
            server.process.wait()
        killed_at = len(hook.requests)
        assert 0 < killed_at
        server.start()
        wait_for(lambda: stored(server, "select count(*) from outgoing_delivery where state = 'waiting'") == [(0,)],
                 "every message was sent", seconds=60)
        assert stored(server, "select distinct state, failure from outgoing_delivery") == [("sent", None)]
        keys = [request.headers["idempotency-key"] for request in hook.requests]
        assert set(keys) == {f"m{number}" for number in range(MESSAGES)}
        # A message comes again only if its server was killed under way: at most six at a time.
        assert len(keys) <= MESSAGES + 8 * 6
        for request in hook.requests:
            assert json.loads(request.body)["id"] == request.headers["idempotency-key"]
    finally:
        server.end()
