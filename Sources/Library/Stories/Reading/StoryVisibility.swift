import News

/// The stories that a reader may see: those of sources of which they have a channel, and those that they have marked, such as
/// pages that they saved. Others are another reader's, and not there for this one.
struct StoryVisibility {
    let transaction: Transaction
    let reader: Int64

    /// The number of stories in one query.
    private static let chunk = 1000

    /// Returns those of the stories that exist and are another reader's, or nobody's any more.
    func foreign(among stories: [Int64]) throws -> Set<Int64> {
        var found: Set<Int64> = []
        for start in stride(from: 0, to: stories.count, by: Self.chunk) {
            let list = SQLList(Array(stories.dropFirst(start).prefix(Self.chunk)))
            found.formUnion(
                try transaction.numbers(
                    """
                    select s.id from story s where s.id in \(list.sql)
                      and not exists (select 1 from channel c join subscription u on u.channel_id = c.id
                        where c.source_id = s.source_id and u.reader_id = ?)
                      and not exists (select 1 from mark m
                        where m.reader_id = ? and m.kind in (\(Self.kinds)) and m.story_id = s.id)
                    """, list.arguments + [.number(reader), .number(reader)]))
        }
        return found
    }

    /// All kinds stand in the text, so that the marks' primary key finds them.
    private static let kinds = MarkKind.allCases.map { String($0.databaseValue) }.joined(separator: ", ")
}
