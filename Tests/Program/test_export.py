"""What is a reader's own, taken to another house as files."""
import json

from support.program import run


def test_saved_stories_and_feeds_are_taken_to_another_house(tmp_path):
    first, second, folder = tmp_path / "first", tmp_path / "second", tmp_path / "files" / "mine"
    saved = {"id": "user/-/state/com.google/starred", "items": [
        {"id": f"tag:google.com,2005:reader/item/{number:016x}", "title": f"Tide & table {number}", "published": 1_700_000_000 + number,
         "timestampUsec": f"{(1_760_000_000 + number) * 1_000_000}", "categories": ["user/-/state/com.google/starred", "tides"],
         "canonical": [{"href": f"https://loom.example/{number}"}], "author": "Nell", "content": {"content": f"<p>Text {number}</p>"}}
        for number in range(120)]}
    (tmp_path / "starred.json").write_text(json.dumps(saved))
    (tmp_path / "feeds.opml").write_text('<opml version="2.0"><body><outline text="Sea"><outline type="rss" text="Loom" '
                                         'xmlUrl="https://loom.example/feed"/></outline></body></opml>')
    for file in ["starred.json", "feeds.opml"]:
        done = run("import", tmp_path / file, "--data", first)
        assert done.returncode == 0, done.stderr
    done = run("reader", "export", folder, "--data", first)
    assert done.returncode == 0, done.stderr
    names = ["tidings.opml", "saved.html", "saved.json", "marks.json"]
    assert done.stdout.split() == [str(folder / name) for name in names]
    assert sorted(path.name for path in folder.iterdir()) == sorted(names)
    # Nobody else on the machine reads them.
    assert {path.stat().st_mode & 0o777 for path in folder.iterdir()} == {0o600}
    for file in ["tidings.opml", "saved.json"]:
        done = run("import", folder / file, "--data", second)
        assert done.returncode == 0, done.stderr
    one, other = (json.loads((target / "saved.json").read_text())["items"] for target in [folder, again(tmp_path, second)])
    facts = [[(item["title"], item["canonical"], item["timestampUsec"], item["published"], item["author"], item["content"]) for item in items]
             for items in [one, other]]
    assert len(facts[0]) == 120 and facts[0] == facts[1]
    assert run("export", "--data", first).stdout == run("export", "--data", second).stdout == (folder / "tidings.opml").read_text()


def again(tmp_path, data):
    folder = tmp_path / "again"
    done = run("reader", "export", folder, "--data", data)
    assert done.returncode == 0, done.stderr
    return folder


def test_a_place_that_cannot_be_written_is_told_in_one_sentence(tmp_path):
    (tmp_path / "file").write_text("")
    (tmp_path / "feeds.opml").write_text('<opml version="2.0"><body><outline xmlUrl="https://loom.example/feed"/></body></opml>')
    run("import", tmp_path / "feeds.opml", "--data", tmp_path / "data")
    refused = run("reader", "export", tmp_path / "file" / "x", "--data", tmp_path / "data")
    assert refused.returncode != 0 and len(refused.stderr.splitlines()) == 1 and "cannot be made" in refused.stderr
    (tmp_path / "folder" / "saved.html").mkdir(parents=True)
    refused = run("reader", "export", tmp_path / "folder", "--data", tmp_path / "data")
    assert refused.returncode != 0 and len(refused.stderr.splitlines()) == 1 and "cannot be written" in refused.stderr
    unknown = run("reader", "export", tmp_path / "x", "--reader", "Zed", "--data", tmp_path / "data")
    assert unknown.returncode != 0 and "Nobody in this house has a name yet." in unknown.stderr and not (tmp_path / "x").exists()
