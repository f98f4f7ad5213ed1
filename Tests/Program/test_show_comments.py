"""`tidings show --comments`: what a site says of its comments, and what it does not say."""
import json

import pytest

from support import program
from support.sites import SampleSite, rss

NOTICE = "<br />\n<b>Notice</b>:  Undefined index: a in <b>/srv/x.php</b> on line <b>12</b><br />\n"


class Paper(SampleSite):
    """A WordPress with three stories: the comments of the first cannot be had, the second has some, the third none."""

    def __init__(self):
        super().__init__()
        items = "".join(
            f"<item><guid isPermaLink='false'>{self.home}/?p={key}</guid><title>Story {key}</title><link>{self.home}/story-{key}/</link>"
            f"<slash:comments>{count}</slash:comments><pubDate>Fri, 20 Nov 2026 1{key}:00:00 GMT</pubDate></item>"
            for key, count in [(1, 3), (2, 3), (3, 0)])
        generator = "<generator>https://wordpress.org/?v=6.4</generator>"
        self.serve({"/feed/": rss("Quay", generator + items, self.home + "/", slash="http://purl.org/rss/1.0/modules/slash/")})
        self.serve({f"*/wp/v2/posts/{key}*": {"id": key, "author": 1, "comment_status": "open"} for key in (1, 2, 3)})
        self.serve({"*/wp/v2/comments?post=1*": 500})
        comment = {"id": 9, "parent": 0, "author_name": "", "date_gmt": "2026-11-20T12:00:00",
                   "content": {"rendered": "<p>Who holds the key?</p>"}, "status": "approved", "type": "comment"}
        for key, comments in [(2, [comment]), (3, [])]:
            # As by a server that prints its troubles.
            self.serve({f"*/wp/v2/comments?post={key}*": NOTICE + json.dumps(comments) + "\n<!-- Cached -->"}, "application/json",
                       X_WP_Total=str(len(comments)))


@pytest.fixture
def run(tmp_path):
    site = Paper()

    def run(*words):
        result = program.run(*words, "--data", tmp_path / "data", *site.allowed, env=program.environment(NO_COLOR="1"))
        assert result.returncode == 0, (words, result.stdout, result.stderr)
        return result.stdout

    run("add", site.home + "/feed/")
    run("refresh")
    yield run
    site.end()


def test_there_are_no_comments_only_when_the_site_says_so_and_counts_are_its_own(run):
    number = {row["title"]: str(row["id"]) for row in json.loads(run("read", "all", "--json"))}
    unknown = run("show", number["Story 1"], "--comments")
    assert "No comments" not in unknown and "3 comments" in unknown and "500" in unknown
    assert json.loads(run("show", number["Story 1"], "--comments", "--json")).get("comments") is None
    some = run("show", number["Story 2"], "--comments")
    assert "3 comments" in some and "counts 2 more comments than it sent" in some
    assert "Unknown author" in some and "[shown]" not in some and "Who holds the key?" in some
    none = run("show", number["Story 3"], "--comments")
    assert "No comments" in none and "not here" not in none
    assert json.loads(run("show", number["Story 3"], "--comments", "--json"))["comments"] == []
