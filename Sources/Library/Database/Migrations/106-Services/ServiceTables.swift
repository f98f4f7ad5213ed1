/// Schema version 106: the reader's secrets, sealed, and the requests that a service's plan counts. Never in a backup.
enum ServiceTables {
    static let sql = """
        create table secret (name text not null primary key, sealed {bytes} not null, made_at bigint not null);
        create table service_request (
            service text not null, at bigint not null, is_estimated smallint not null default 0
        );
        create index service_request_at on service_request (service, at);
        create table service_block (
            service text not null primary key, wait_until bigint not null, blocked_at bigint not null,
            repeats bigint not null
        );

        """
}
