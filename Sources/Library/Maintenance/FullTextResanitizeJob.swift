import Foundation
import Markup
import News
import URLs

/// A job that extracts full texts again from stored pages.
struct FullTextResanitizeJob: ResanitizeJob {
    private struct OutdatedText: Sendable {
        var story: Int64
        var rulesVersion: Int64
        var parts: [FullTextPart] = []
    }

    func runBatch(of size: Int, in context: LibraryContext) async throws(LibraryError) -> Int {
        // Pages are larger than stories, so a batch has fewer of them.
        let size = max(1, size / 4)
        let old = try await context.database.read { try Self.outdated($0, limit: size) }
        guard !old.isEmpty else { return 0 }
        var fresh: [(OutdatedText, PreparedFullText?)] = []
        for story in old { fresh.append((story, try Self.read(story))) }
        try await context.database.write(.refetchable) { [fresh] transaction in
            for (story, full) in fresh {
                if let full {
                    try FullTextWriter(transaction: transaction).rewrite(story.story, full, since: story.rulesVersion)
                } else {
                    try transaction.run(
                        "update full_text set rules_version = ? where story_id = ? and rules_version = ?",
                        [.number(FullTextAssembler.rulesVersion), .number(story.story), .number(story.rulesVersion)])
                }
            }
        }
        return old.count
    }

    /// Extracts a full text; nil if the stored text must be kept, because no page is stored or the extraction failed.
    private static func read(_ old: OutdatedText) throws(LibraryError) -> PreparedFullText? {
        guard !old.parts.isEmpty else { return nil }
        let text: FullText
        do { text = try FullTextAssembler(old.parts).fullText() } catch { return nil }
        return try PreparedFullText(text)
    }

    private static func outdated(_ transaction: Transaction, limit: Int) throws -> [OutdatedText] {
        let rows = try transaction.all(
            "select story_id, rules_version from full_text where rules_version < ? order by rules_version desc, story_id desc limit ?",
            [.number(FullTextAssembler.rulesVersion), .number(limit)]
        ) { OutdatedText(story: $0.number("story_id"), rulesVersion: $0.number("rules_version")) }
        return try rows.map { old in
            var old = old
            old.parts = try transaction.all(
                "select address, compressed_html, uncompressed_size from full_text_page where story_id = ? order by part",
                [.number(old.story)]
            ) { row -> FullTextPart? in
                guard let address = WebAddress(row.text("address")), let bytes = row.optionalBytes("compressed_html")
                else {
                    return nil
                }
                let packed = CompressedText(bytes: bytes, size: row.int("uncompressed_size"))
                // If the stored page is damaged, the text stays.
                do { return FullTextPart(address: address, html: try packed.decompressed()) } catch { return nil }
            }.compactMap(\.self)
            return old
        }
    }
}
