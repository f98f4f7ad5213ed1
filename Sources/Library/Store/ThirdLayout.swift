/// The third layout: hosts that asked to be left alone, whether they have channels or not; how long a channel's last
/// answer is fresh; and whether each question to it costs its origin everything.
enum ThirdLayout {
    static let sql = """
        create table host_wait (host text not null primary key, wait_until bigint not null);
        alter table channel add column fresh_until bigint not null default 0;
        alter table channel add column asks_whole smallint not null default 0;

        """
}
