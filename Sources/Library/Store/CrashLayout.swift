/// What was being fetched when the process ended without ending its work, and how often; and claims of pictures that are
/// measured in the background.
///
/// The row of kind `run` stands there while a server runs: one that is found at a start tells that the run before ended in
/// the middle.
enum CrashLayout {
    static let sql = """
        create table crash_suspect (
            kind text not null, id bigint not null, crashes bigint not null, at bigint not null, primary key (kind, id)
        ) {compact};
        alter table picture add column claimed_until bigint not null default 0;
        create index picture_claimed on picture (id) where claimed_until > 0;

        """
}
