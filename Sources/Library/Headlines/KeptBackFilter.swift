import News

/// The stories that a reader keeps back in an edition for their headlines.
struct KeptBackFilter: Sendable, Equatable {
    static let none = KeptBackFilter(reader: 0, kinds: 0)

    private let reader: Int64
    /// The kinds as bits.
    let kinds: Int64

    private init(reader: Int64, kinds: Int64) {
        self.reader = reader
        self.kinds = kinds
    }

    /// Reads the reader's choice for an edition, or else what its file says.
    init(of edition: EditionID, for reader: Int64, _ transaction: Transaction) throws {
        self.reader = reader
        kinds =
            try transaction.number(
                """
                select coalesce(
                  (select k.kinds from kept_back_choice k where k.reader_id = ? and k.edition = ?),
                  (select e.kept_back_kinds from edition e where e.id = ?), 0)
                """, [.number(reader), .text(edition.rawValue), .text(edition.rawValue)]) ?? 0
    }

    var isEmpty: Bool { kinds == 0 }

    /// Returns the condition that a story is not kept back. Both numbers are written into the SQL, so that lists without
    /// kept back stories are the same statements as ever.
    func condition(_ story: StaticString) -> String {
        isEmpty ? "" : " and not exists (select 1 from headline hl where hl.story_id = \(story)\(isKeptBack))"
    }

    /// The condition that the story of `headline hl` is kept back.
    var isKeptBack: String {
        """
         and (hl.kinds & \(kinds)) <> 0 and not exists (select 1 from mark hm where hm.reader_id = \(reader)
          and hm.kind = \(MarkKind.restored.databaseValue) and hm.story_id = hl.story_id and hm.is_set = 1)
        """
    }

    /// The muted stories and those that are kept back, as a table with the columns `reader_id` and `story_id`.
    var hiddenStories: String {
        guard !isEmpty else { return "muted_story" }
        return """
            (select reader_id, story_id from muted_story where reader_id = \(reader)
             union select \(reader) as reader_id, hl.story_id from headline hl where hl.story_id > 0\(isKeptBack))
            """
    }
}
