/// The fourth layout: who may come in. Passwords, sessions, links that open one, and guesses that were wrong. Of
/// sessions and links only hashes are kept, so that a copy of the database opens no door.
enum FourthLayout {
    static let sql = """
        alter table reader add column password text;

        create table reader_session (
            id {identity}, reader_id bigint not null references reader (id), hash text not null unique,
            way text not null, made_at bigint not null, seen_at bigint not null, expires_at bigint not null,
            agent text, address text
        );
        create index reader_session_reader on reader_session (reader_id, seen_at);
        create table one_time_link (
            hash text not null primary key, reader_id bigint not null references reader (id), made_at bigint not null,
            expires_at bigint not null, spent_at bigint
        );
        create table guess (
            caller text not null primary key, failures bigint not null, last_at bigint not null,
            wait_until bigint not null
        );

        """
}
