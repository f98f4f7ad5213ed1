"""Writes the original app's own form: the Core Data store `StudyInYorkshire.sqlite` with its `assets` folder, with as many pages and
photographs as the last one had, in the same forms, and invented contents. Image UIDs are paths of the day and time of an upload: those
of pages with an extension, which may not be that of the file, those of photographs without. Only three pages have a slug."""
import datetime
import os
import pathlib
import plistlib
import sqlite3

from support.pictures import plain_jpeg

# Core Data counts from here.
EPOCH = datetime.datetime(2001, 1, 1, tzinfo=datetime.timezone.utc)
UNIVERSITIES = [
    ("Loom University", 53.946, -1.052), ("Quarry College", 53.381, -1.488), ("University of the Wolds", 53.771, -0.367),
    ("Ropewalk University", 53.806, -1.555), ("Millrace University", 53.792, -1.752), ("Beacon College", 53.643, -1.778),
    ("Abbey School of Art", 54.279, -0.405), ("Causeway University", 53.828, -1.591), ("Bellfounders' College", 53.811, -1.548),
    ("Minster College", 53.966, -1.079), ("Conservatoire of the Aire", 53.808, -1.536), ("University of the Dales", None, None)]
# Title, slug, colour in parts of 1, background, children.
SECTIONS = [
    ("About Yorkshire", "about", None, 1, ["The county", "Getting here", "A short history", "The weather", "Words to know"]),
    ("Universities", "universities", (0.17, 0.51, 0.36), 2, [name for name, _, _ in UNIVERSITIES]),
    ("Yorkshire's highlights", "highlights", (0.43, 0.67, 0.34), 3,
     ["The moors", "The dales", "The coast", "The caves", "The castles", "The markets", "Tour de Yorkshire"]),
    ("Culture and leisure", "culture", (0.67, 0.41, 0.21), 4, ["Food and drink", "Music", "Stage", "Sport"]),
    ("Living in Yorkshire", "living", (0.56, 0.24, 0.37), 5, ["A room", "Getting about", "Food and drink", "Money", "Staying well"]),
    ("Student voices", "voices", (0.56, 0.34, 0.63), 6, [f"Voice {number}" for number in range(1, 21)]),
    ("Alumni voices", "alumni", None, 7, [f"Alumna {number}" for number in range(1, 9)])]
# The only slugs; all others are empty.
SLUGS = {"Mobile app": "mobile-app", "Universities": "universities", "Tour de Yorkshire": "tour_de_yorkshire"}
POSITIONS = {"Tour de Yorkshire": 999}
PHOTOGRAPHS = 83
# The export's sizes and the ends of its files' names.
RENDITIONS = {"": (480, 320), "@2x": (960, 640), "~ipad": (1024, 683), "~ipad@2x": (2048, 1365), "-thumb": (185, 185)}
# As Core Data creates them.
SCHEMA = """
create table ZPAGE (Z_PK integer primary key, Z_ENT integer, Z_OPT integer, ZBACKGROUNDNUMBER integer, ZFAVOURITE integer,
  ZPOSITION integer, ZPARENT integer, ZCOLORR float, ZCOLORG float, ZCOLORB float, ZFAVOURITEDAT timestamp, ZLATITUDE float,
  ZLONGITUDE float, ZHEADERIMAGEUID varchar, ZIMAGEUID varchar, ZPERMALINK varchar, ZSLUG varchar, ZTEXT varchar,
  ZTITLE varchar, ZVIEWNAME varchar);
create table ZPHOTO (Z_PK integer primary key, Z_ENT integer, Z_OPT integer, ZPOSITION integer, ZCAPTION varchar,
  ZIMAGEUID varchar);
create table Z_PRIMARYKEY (Z_ENT integer primary key, Z_NAME varchar, Z_SUPER integer, Z_MAX integer);
create table Z_METADATA (Z_VERSION integer primary key, Z_UUID varchar(255), Z_PLIST blob);
create index ZPAGE_ZPARENT_INDEX on ZPAGE (ZPARENT);
"""


def text_of(title):
    if title == "Loom University":
        return ('<p>Ask about <a href="/mobile-app/living/food-and-drink">food</a><span id="paste"></span>, 4<sup>th</sup> floor.<br>'
                'More at <a href="http://loom.example/">loom.example</a>.</p><p><img src="/media/gate.jpg" alt="The gate"></p>'
                "<script>document.title = 'taken'</script>")
    return f"<p>What <i>{title}</i> is like, in a few words.</p><ul><li>One</li><li>Two</li></ul>"


def permalink(title):
    return title.lower().replace("'", "").replace(" ", "-")


def pages_of(favourites):
    """The rows of ZPAGE without their numbers; a page is a favourite by its title and its section's key."""
    places = {name: (latitude, longitude) for name, latitude, longitude in UNIVERSITIES}
    yield dict(ZTITLE="Mobile app", ZPERMALINK="mobile-app", ZVIEWNAME="list", parent=None, key="", ZPOSITION=999)
    upload = 0
    for number, (title, slug, colour, background, children) in enumerate(SECTIONS, 1):
        red, green, blue = colour or (None, None, None)
        yield dict(ZTITLE=title, ZPERMALINK=f"mobile-app/{slug}", ZVIEWNAME="list", parent="", key=slug, ZPOSITION=number,
                   ZCOLORR=red, ZCOLORG=green, ZCOLORB=blue, ZBACKGROUNDNUMBER=background,
                   ZHEADERIMAGEUID=f"2013/01/21/05_01_0{number}_100_section.jpg")
        for place, child in enumerate(children, 1):
            upload += 1
            latitude, longitude = places.get(child, (None, None))
            at = favourites.get((slug, child))
            university = slug == "universities"
            yield dict(ZTITLE=child, ZPERMALINK=f"mobile-app/{slug}/{permalink(child)}", ZVIEWNAME="university" if university else "basic",
                       parent=slug, key=None, ZPOSITION=POSITIONS.get(child, place), ZLATITUDE=latitude, ZLONGITUDE=longitude,
                       ZTEXT=text_of(child), ZIMAGEUID=f"2012/10/12/06_11_{upload:02}_286_uni_logo.png" if university else None,
                       # All headers of a day end alike.
                       ZHEADERIMAGEUID=f"2013/01/{upload % 28 + 1:02}/03_{upload:02}_header.v{upload % 3}.jpg",
                       ZFAVOURITE=int(at is not None), ZFAVOURITEDAT=at and (at - EPOCH).total_seconds())


def photograph_uid(number):
    """Two uploads a name: they differ by their days only."""
    day = 12 + number % 2
    return f"2012/12/{day}/03_10_{(number + 1) // 2:02}_894_Contents" + ("_W2Y_" if (number + 1) // 2 % 4 == 0 else "")


def insert(database, table, row):
    database.execute(f"insert into {table} ({', '.join(row)}) values ({', '.join('?' * len(row))})", list(row.values()))


def write_store(folder, favourites=None):
    """Writes the store into a new folder and returns its path. `favourites` are dates by (section's slug, title)."""
    folder = pathlib.Path(folder)
    assets = folder / "assets"
    (assets / "media").mkdir(parents=True)
    file = folder / "StudyInYorkshire.sqlite"
    database = sqlite3.connect(file)
    database.executescript(SCHEMA)
    keys = {}
    for key, row in enumerate(pages_of(favourites or {}), 1):
        parent, own = row.pop("parent"), row.pop("key")
        if own is not None:
            keys[own] = key
        row["ZSLUG"] = SLUGS.get(row["ZTITLE"], "")
        insert(database, "ZPAGE", {"Z_PK": key, "Z_ENT": 1, "Z_OPT": 1, "ZPARENT": keys.get(parent), "ZFAVOURITE": 0, **row})
        colour = (40 + key * 2, 90 + key, 200 - key * 2)
        for column, ends, size in (("ZIMAGEUID", ("", "~ipad"), (3, 2)), ("ZHEADERIMAGEUID", ("", "@2x", "~ipad", "~ipad@2x"), (5, 2))):
            for end in ends if row.get(column) else ():
                width = RENDITIONS[end][0]
                picture = assets / (os.path.splitext(row[column])[0] + end + ".jpg")
                picture.parent.mkdir(parents=True, exist_ok=True)
                picture.write_bytes(plain_jpeg(width, width * size[1] // size[0], colour))
    for number in range(1, PHOTOGRAPHS + 1):
        uid = photograph_uid(number)
        # Against the order of the rows, so that only the position can be right.
        insert(database, "ZPHOTO", {"Z_PK": number, "Z_ENT": 2, "Z_OPT": 1, "ZPOSITION": PHOTOGRAPHS + 1 - number,
                                    "ZCAPTION": f"Photograph {number} -- in the rain", "ZIMAGEUID": uid})
        (assets / uid).parent.mkdir(parents=True, exist_ok=True)
        for place, (end, size) in enumerate(RENDITIONS.items()):
            (assets / f"{uid}{end}.jpg").write_bytes(plain_jpeg(*size, (number * 3, 120, 250 - number * 2 - place)))
    (assets / "media/gate.jpg").write_bytes(plain_jpeg(300, 200, (90, 60, 30)))
    database.executemany("insert into Z_PRIMARYKEY values (?, ?, 0, ?)", [(1, "Page", key), (2, "Photo", PHOTOGRAPHS)])
    database.execute("insert into Z_METADATA values (1, '8A2F0C5E-3C55-4E5C-9B43-6B1C2D0E7F10', ?)",
                     [plistlib.dumps({"NSStoreType": "SQLite", "NSPersistenceFrameworkVersion": 419}, fmt=plistlib.FMT_BINARY)])
    database.commit()
    database.close()
    return file
