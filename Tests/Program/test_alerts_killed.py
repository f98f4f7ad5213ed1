"""Alerts over crashes: the server is killed between the import of a story and the sending of its alert, again and again.
`TIDINGS_KILLS` says how many times."""
import json
import os
import random
import time

import pytest

from support.alerts import AlertedHome, item
from support.program import run, wait_for

KILLS = int(os.environ.get("TIDINGS_KILLS", "12"))
@pytest.mark.mission("BREAK-36")
def test_a_server_that_is_killed_at_any_time_alerts_of_each_event_once(tmp_path):
    random.seed(41)
    home = AlertedHome(tmp_path / "data")
    try:
        home.set_up()
        assert home.shown() == [], "the first story of a feed alerts nobody"
        for number in range(KILLS):
            home.kill()
            home.pass_time()
            home.publish()
            home.server.start()
            wait_for(lambda: home.number("select count(*) from story") == home.events, "the new story", 30)
            time.sleep(random.uniform(0, 2.5) if number % 3 else 0)
        home.kill()
        home.pass_time()
        home.server.start()
        wait_for(lambda: len(set(home.shown())) == KILLS, "every event on the device", 30)
        wait_for(lambda: home.number("select count(*) from outgoing_delivery where state <> 'sent'") == 0, "nothing waits")
        printed = run("alerts", "--json", "--limit", "1000", "--data", home.server.folder)
        assert printed.returncode == 0, printed.stderr
        alerts = json.loads(printed.stdout)["alerts"]
        assert sorted(alert["title"] for alert in alerts) == sorted(
            item(n).split("<title>")[1].split("<")[0] for n in range(2, home.events + 1))
        assert {alert["state"] for alert in alerts} == {"sent"}
        # A message may come twice, with its tag; a device shows one.
        assert len(set(home.shown())) == len(alerts) == KILLS
        printed = run("alerts", "--data", home.server.folder)
        assert "barrier closes" in printed.stdout and "Your words “barrier closes”" in printed.stdout
    finally:
        home.end()


@pytest.mark.mission("BREAK-40")
def test_an_alert_is_at_the_push_service_within_five_seconds(tmp_path):
    """From the publisher's response at a feed that is due to the request at the device's push service."""
    home = AlertedHome(tmp_path / "data")
    try:
        home.set_up()
        seconds = [home.seconds_to_alert() for _ in range(3)]
        assert max(seconds) < 5, seconds
    finally:
        home.end()
