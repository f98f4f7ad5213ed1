"""The least that a news reader's server can do: the rows of a library in one table of articles, read by bare SQL.

The table has the columns and indexes of FreshRSS's entries, and each call is the one query that FreshRSS makes for it
(github.com/FreshRSS/FreshRSS, app/SQL/install.sql.sqlite.php and app/Models/EntryDAO.php); there is no request, no sign-in
and no JSON around it. FreshRSS keeps the number of unread articles with each feed.
"""
import pathlib
import sqlite3

TABLES = """
create table folder (id integer primary key, name text not null);
create table feed (id integer primary key, folder_id integer, name text, url text, website text, priority integer default 10,
  unread_count integer default 0);
create table article (id integer primary key, guid text, title text, author text, content text, link text, date integer,
  seen_at integer, hash blob, is_read integer not null default 0, is_starred integer not null default 0, feed_id integer,
  tags text, attributes text, unique (feed_id, guid));
create index article_starred on article (is_starred);
create index article_read on article (is_read);
create index article_feed_read on article (feed_id, is_read);
"""

COPY = """
insert into folder select id, title from library.folder;
insert into feed (id, folder_id, name, url, website) select c.id, u.folder_id, coalesce(u.title, c.title), c.address,
  c.site_address from library.channel c join library.subscription u on u.channel_id = c.id where u.reader_id = 1;
insert into article select s.id, s.origin_key, s.title, s.byline, library_html, s.link, s.shown_at, s.arrived_at, null,
  coalesce(m.is_set, s.id <= u.read_through), coalesce(k.is_set, 0), u.channel_id, s.tags, null
from (select s.*, t.html as library_html from library.story s join library.story_text t on t.story_id = s.id) s
join library.channel_story cs on cs.story_id = s.id
join library.subscription u on u.reader_id = 1 and u.channel_id = cs.channel_id
left join library.mark m on m.reader_id = 1 and m.kind = 2 and m.story_id = s.id
left join library.mark k on k.reader_id = 1 and k.kind = 3 and k.story_id = s.id;
update feed set unread_count = (select count(*) from article a where a.feed_id = feed.id and a.is_read = 0);
"""


class Shelf:
    def __init__(self, folder, file):
        pathlib.Path(file).unlink(missing_ok=True)
        self.rows = sqlite3.connect(file, isolation_level=None)
        self.rows.execute("attach ? as library", [f"{folder / 'tidings.sqlite'}"])
        self.rows.executescript(f"begin; {TABLES} {COPY} commit; analyze main; pragma synchronous = full;")

    def all(self, sql, values=()):
        return self.rows.execute(sql, values).fetchall()

    def ids(self, count, is_read=None, before=None):
        conditions = ["f.priority > 0"]
        if is_read is not None:
            conditions.append(f"a.is_read = {is_read}")
        if before:
            conditions.append(f"a.id < {before}")
        return [id for id, in self.all(
            f"select a.id from article a join feed f on f.id = a.feed_id where {' and '.join(conditions)}"
            " order by a.id desc limit ?", [count])]

    def contents(self, ids):
        return self.all(
            "select id, guid, title, author, content, link, date, is_read, is_starred, feed_id, tags from article"
            f" where id in ({','.join('?' * len(ids))}) order by id desc", ids)

    def feeds(self):
        return self.all("select f.id, f.name, f.url, f.website, o.name from feed f left join folder o on o.id = f.folder_id"
                        " order by f.name")

    def unread_counts(self):
        return self.all("select id, unread_count from feed")

    def mark(self, ids):
        self.rows.execute("begin")
        self.rows.execute(f"update article set is_read = not is_read where id in ({','.join('?' * len(ids))})", ids)
        self.rows.execute("commit")

    def arrival_before_newest(self, count):
        """The second in which the first of the newest so many came."""
        return self.all("select seen_at from article order by id desc limit 1 offset ?", [count - 1])[0][0] // 1000
