"""The guide to an invented county, as a folder that packs are made of."""
from support.pictures import noise_png

FELLSIDE = """
title: Fellside
language: en-GB
shell: { front: tabs, list: tabs, story: tabs, tabs: [today, photographs, map, saved], drawer: false }
pack: { identity: fellside-guide, mapPage: universities }
options: { words: { today: Home, saved: Favourites } }
"""

UNIVERSITIES = ["Ash", "Birk", "Keld"]

PAGES = {"universities": "Universities", **{one.lower(): f"{one} University" for one in UNIVERSITIES}, "food": "Food", "walks": "Walks"}

PHOTOGRAPHS = 24

BASE_MAP = ('{"areas":[{"kind":"district","name":"Fell","rings":[[[53400000,-1400000],[54000000,-1400000],[54000000,-900000],[53400000,-900000],[53400000,-1400000]]]}],'
            '"credits":["Fell Survey"],"towns":[{"name":"Fellminster","place":[53700000,-1150000],"population":9000}]}')


def write_guide(folder, version):
    """A small county. Its second version has another text, another photograph, and no walks."""
    (folder / "universities").mkdir(parents=True)
    (folder / "photographs").mkdir()
    (folder / "pack.yaml").write_text(f"identity: fellside-guide\nversion: {version}\ntitle: Fellside\nlanguages: [en-GB]\n")
    (folder / "index.md").write_text("---\ntitle: Fellside\n---\n")
    (folder / "universities/index.md").write_text("---\ntitle: Universities\nslug: universities\n---\n")
    for number, name in enumerate(UNIVERSITIES):
        (folder / f"universities/{name.lower()}.png").write_bytes(noise_png(100 + number))
        (folder / f"universities/{name.lower()}.md").write_text(
            f"---\ntitle: {name} University\nposition: {number}\npicture: {name.lower()}.png\nlatitude: {53.6 + number / 10}\n"
            f"longitude: -1.{number}\n---\n\nAs of version {version}. See [the world](https://world.example/far).\n\n![A gate](ash.png)\n")
    (folder / "map.json").write_text(BASE_MAP)
    for name in ["food", "walks"]:
        if name == "food" or version == "1":
            (folder / f"{name}.md").write_text(f"---\ntitle: {name.title()}\n---\n\nText of {name}, {version}.\n")
    for number in range(PHOTOGRAPHS):
        at = number if version == "1" or number else 500
        (folder / f"photographs/view-{number:02}.png").write_bytes(noise_png(at))
    return folder
