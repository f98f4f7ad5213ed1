"""Which requests are answered, and what a page may load."""

import pytest

from support.program import FORM


@pytest.mark.parametrize("host", ["evil.example", "127.0.0.1.evil.example", "localhost:1", ""])
def test_a_foreign_host_is_answered_421(demo, host):
    assert demo.ask("/mine/", Host=host).status in (421, 400)


@pytest.mark.parametrize("headers", [
    {"Origin": "https://evil.example"}, {"Origin": "null"}, {"Sec-Fetch-Site": "cross-site"},
    {"Sec-Fetch-Site": "same-site"}, {"Origin": "http://127.0.0.1:1"},
])
def test_a_post_from_another_origin_is_refused(demo, headers):
    assert demo.ask("/mine/act/mark-read", "POST", "list=all&through=999999", **FORM, **headers).status == 403


def test_a_change_by_get_is_refused(demo):
    assert demo.ask("/mine/act/mark-read?list=all&through=99999").status in (404, 405)


def test_every_page_carries_the_policy(demo):
    for path in ["/mine/", "/mine/feeds", "/mine/nowhere", "/nowhere", "/mine/story/99999999"]:
        response = demo.ask(path)
        policy = response.headers["Content-Security-Policy"]
        assert "default-src 'none'" in policy and "unsafe" not in policy, (path, policy)
        assert response.headers["X-Content-Type-Options"] == "nosniff"
        assert response.headers["Referrer-Policy"] == "same-origin"


@pytest.mark.mission("HN-79")
def test_a_picture_needs_its_signature(demo):
    html = demo.ask("/mine/").text
    path = html.split('src="/picture/')[1].split('"')[0]
    good = demo.ask("/picture/" + path)
    assert good.status == 200 and good.headers["Content-Type"].startswith("image/")
    number, width, mark = path.split("/")
    assert demo.ask(f"/picture/{number}/{width}/{'A' * len(mark)}").status == 404
    assert demo.ask(f"/picture/{int(number) + 1}/{width}/{mark}").status == 404
    assert demo.ask(f"/picture/{number}/999/{mark}").status == 404


@pytest.mark.parametrize("path,words", [
    ("/mine/story/abc", None), ("/mine/story/99999999", "Back to the front page"), ("/mine/section/4711", None),
    ("/mine/feed/-1", None), ("/mine/all?depth=99999999999999999999", None), ("/mine/all?depth=-5", None),
    ("/mine/search?q=%22%22%22*%3A(", None), ("/mine/search?q=%FF%FE", None), ("/mine/add?address=javascript:alert(1)", None),
    ("/mine/add?address=%00", None), ("/mine/add?address=http://169.254.169.254/", None), ("/mine/story/1?in=s999999", None),
])
def test_bad_input_gets_a_sentence(demo, path, words):
    reply = demo.ask(path)
    assert reply.status < 500, reply.status
    assert "<main" in reply.text
    if words:
        assert words in reply.text


def test_the_way_back_leads_home(demo):
    for back in ["https://evil.example/", "//evil.example/", "/mine/\\evil", "/other"]:
        reply = demo.ask("/mine/act/forget-searches", "POST", f"back={back}", **FORM)
        assert reply.status == 303 and reply.location == "/mine/"
