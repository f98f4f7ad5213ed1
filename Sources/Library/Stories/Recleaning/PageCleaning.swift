import Foundation
import Markup
import News

/// Reads kept pages of whole texts again.
struct PageCleaning: RuleWork {
    private struct Old: Sendable {
        var story: Int64
        var rules: Int64
        var parts: [FullTextPart] = []
    }

    func batch(of size: Int, in house: House) async throws(LibraryError) -> Int {
        // Pages are larger than stories.
        let size = max(1, size / 4)
        let old = try await house.store.read { try Self.old($0, limit: size) }
        guard !old.isEmpty else { return 0 }
        var fresh: [(Old, PreparedFullText?)] = []
        for story in old { fresh.append((story, try Self.read(story))) }
        try await house.store.write(.refetchable) { [fresh] session in
            for (story, full) in fresh {
                if let full {
                    try FullTextRecords(session: session).rewrite(story.story, full, since: story.rules)
                } else {
                    try session.run(
                        "update full_text set rules = ? where story_id = ? and rules = ?",
                        [.number(FullTextReading.rules), .number(story.story), .number(story.rules)])
                }
            }
        }
        return old.count
    }

    /// Nil when newer rules find no story there, or the pages are not there: the text stays as it is.
    private static func read(_ old: Old) throws(LibraryError) -> PreparedFullText? {
        guard !old.parts.isEmpty else { return nil }
        let text: FullText
        do { text = try FullTextReading(old.parts).story() } catch { return nil }
        return try PreparedFullText(text)
    }

    private static func old(_ session: Session, limit: Int) throws -> [Old] {
        let rows = try session.all(
            "select story_id, rules from full_text where rules < ? order by rules desc, story_id desc limit ?",
            [.number(FullTextReading.rules), .number(limit)]
        ) { Old(story: $0.number(), rules: $0.number()) }
        return try rows.map { old in
            var old = old
            old.parts = try session.all(
                "select address, packed, size from full_text_page where story_id = ? order by part",
                [.number(old.story)]
            ) { row -> FullTextPart? in
                let (address, bytes, size) = (WebAddress(row.words()), row.optionalBytes(), row.int())
                guard let address, let bytes else { return nil }
                // Damaged: there is nothing better than the text as it was.
                do { return FullTextPart(address: address, html: try Packed(bytes: bytes, size: size).text()) } catch {
                    return nil
                }
            }.compactMap(\.self)
            return old
        }
    }
}
