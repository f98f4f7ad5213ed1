import News

/// The topics in the database, in the order of their sections.
struct TopicStore {
    let transaction: Transaction

    struct Record: Sendable {
        var id: Int64
        var reader: Int64
        var edition: EditionID
        /// The subject; nil if it cannot be decoded (another version wrote it).
        var subject: TopicSubject?
        var section: Int64
        /// The ID of the channel with the matching stories; nil for subjects that are not matched with stories.
        var channel: Int64?

        var topic: FollowedTopic? {
            subject.map {
                FollowedTopic(id: TopicID(rawValue: id), subject: $0, section: SectionID(rawValue: section))
            }
        }
    }

    private static let selectSQL = """
        select t.id, t.reader_id, t.edition, t.subject, t.section_id, t.channel_id
        from topic t join folder f on f.id = t.section_id
        """

    private static func record(_ row: SQLRow) -> Record {
        Record(
            id: row.number("id"), reader: row.number("reader_id"), edition: EditionID(rawValue: row.text("edition")),
            subject: JSONColumn.decodeIfReadable(row.text("subject")), section: row.number("section_id"),
            channel: row.optionalNumber("channel_id"))
    }

    /// Returns the topics in the reader's order.
    func all(in edition: EditionID, of reader: Int64) throws -> [Record] {
        try transaction.all(
            "\(Self.selectSQL) where t.edition = ? and t.reader_id = ? order by f.position, t.id",
            [.text(edition.rawValue), .number(reader)], Self.record)
    }

    func readers(in edition: EditionID) throws -> [Int64] {
        try transaction.numbers(
            "select distinct reader_id from topic where edition = ? order by reader_id", [.text(edition.rawValue)])
    }

    /// Returns a topic of the reader.
    /// - Throws: `.notThere` for an unknown topic or another reader's.
    func one(_ id: Int64, of reader: Int64) throws -> Record {
        let found = try transaction.first(
            "\(Self.selectSQL) where t.id = ? and t.reader_id = ?", [.number(id), .number(reader)], Self.record)
        guard let found else { throw LibraryError.notThere }
        return found
    }

    func find(_ key: String, in edition: EditionID, of reader: Int64) throws -> Record? {
        try transaction.first(
            "\(Self.selectSQL) where t.edition = ? and t.reader_id = ? and t.subject_key = ?",
            [.text(edition.rawValue), .number(reader), .text(key)], Self.record)
    }
}
