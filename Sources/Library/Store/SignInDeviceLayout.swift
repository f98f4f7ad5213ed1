/// Devices that have signed in before, so that what strangers guess never makes them wait.
///
/// Of each only the hash of its cookie is kept. The rows belong to this server alone: like `reader_session`,
/// `one_time_link` and `guess` they are never part of a backup and never restored from one. `session_id` is the last
/// session opened on the device; it may have ended since.
enum SignInDeviceLayout {
    static let sql = """
        create table sign_in_device (
            hash text not null primary key, reader_id bigint not null references reader (id),
            session_id bigint not null, made_at bigint not null, seen_at bigint not null, expires_at bigint not null
        );
        create index sign_in_device_reader on sign_in_device (reader_id, seen_at);
        create index sign_in_device_session on sign_in_device (session_id);

        """
}
