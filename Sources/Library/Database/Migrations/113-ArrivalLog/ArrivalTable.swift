/// Schema version 113: which stories had arrived when (`ArrivalLog`). It begins empty: until the next story comes, all have
/// been there.
enum ArrivalTable {
    static let sql = """
        create table arrival (at bigint not null primary key, newest_before bigint not null);

        """
}
