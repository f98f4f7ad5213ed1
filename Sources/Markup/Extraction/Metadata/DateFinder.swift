import CGumbo
import URLs
import Untrusted

/// A finder of the publication date on a page without date metadata.
struct DateFinder {
    let tree: ArticleTree
    let address: WebAddress

    /// Returns the first of: a short text with a date class, the only timestamp near the headline or on the page,
    /// `fallback`, a line above the headline, the date in the address. Other stories' teasers are ignored.
    func publishedText(fallback: String?) -> String? {
        let surroundings = HeadlineSurroundings(tree, address: address)
        return markedDate(surroundings) ?? onlyTimestamp(surroundings) ?? fallback ?? dayAboveHeadline(surroundings)
            ?? Self.date(in: address.path)
    }

    private func markedDate(_ surroundings: HeadlineSurroundings) -> String? {
        var examinedCount = 0
        for (index, node) in tree.nodes.enumerated() where node.hints.contains(.date) && !node.isText {
            examinedCount += 1
            if examinedCount > 40 { return nil }
            if surroundings.isInTeaser(index) { continue }
            if let found = Self.text(tree, index, node) { return found }
        }
        return nil
    }

    /// Returns the timestamp if all, or all below the headline, or else all above it, are equal.
    private func onlyTimestamp(_ surroundings: HeadlineSurroundings) -> String? {
        let times = timestamps(surroundings)
        if Set(times.map(\.text)).count == 1 { return times.first?.text }
        let below = Set(times.filter { surroundings.isBelowHeadline($0.index) }.map(\.text))
        if !below.isEmpty { return below.count == 1 ? below.first : nil }
        let above = Set(times.filter { surroundings.isAboveHeadline($0.index) }.map(\.text))
        return above.count == 1 ? above.first : nil
    }

    private struct Timestamp {
        var text: String
        var index: Int
    }

    /// Returns the timestamps, without modification dates, menus, comments and teasers.
    private func timestamps(_ surroundings: HeadlineSurroundings) -> [Timestamp] {
        var found: [Timestamp] = []
        for (index, node) in tree.nodes.enumerated() where node.tag == GUMBO_TAG_TIME && !node.isText {
            guard found.count < 200 else { break }
            guard let source = node.source, !surroundings.isOutsideArticle(index), !isModificationDate(source),
                let text = timestamp(index, source)
            else { continue }
            found.append(Timestamp(text: text, index: index))
        }
        return found
    }

    private func timestamp(_ index: Int, _ source: GumboTree.Node) -> String? {
        guard let text = GumboTree.string(source, "datetime")?.trimmed, !text.isEmpty else {
            return DateLineParser.day(in: tree.text(index, limit: 120))
        }
        guard text.utf8.count < 40, Self.hasYear(text) else { return nil }
        return text.prefix(4).allSatisfy(\.isNumber) ? text : DateLineParser.day(in: text) ?? text
    }

    /// Finds a date such as "5 February 2026" alone in a short block.
    private func dayAboveHeadline(_ surroundings: HeadlineSurroundings) -> String? {
        guard let headline = surroundings.headline else { return nil }
        var examinedCount = 0
        for index in stride(from: headline - 1, to: 0, by: -1) where !tree.nodes[index].isText {
            guard HeadlineMetadata.isLine(tree.nodes[index]) else { continue }
            examinedCount += 1
            guard examinedCount <= 20 else { return nil }
            guard surroundings.lettersUpTo(endOf: index) - surroundings.lettersBefore(index) <= 60,
                surroundings.isAboveHeadline(index), !surroundings.isOutsideArticle(index)
            else { continue }
            if let day = DateLineParser.day(in: tree.text(index, limit: 120)) { return day }
        }
        return nil
    }

    private func isModificationDate(_ source: GumboTree.Node) -> Bool {
        let words = ((GumboTree.string(source, "itemprop") ?? "") + (GumboTree.string(source, "class") ?? ""))
            .lowercased()
        return words.contains("modif") || words.contains("updat")
    }

    private static func text(_ tree: ArticleTree, _ index: Int, _ node: ArticleTreeNode) -> String? {
        if let source = node.source {
            for name in ["datetime", "title", "content"] as [StaticString] {
                if let value = GumboTree.string(source, name), value.utf8.count < 40, hasYear(value) { return value }
            }
        }
        let text = tree.text(index, limit: 120)
        guard text.utf8.count <= 60, hasYear(text) else { return nil }
        // A label is removed: "Published on: 4 May 2016".
        guard let digit = text.firstIndex(where: \.isNumber), let colon = text[..<digit].lastIndex(of: ":") else {
            return text
        }
        return String(text[text.index(after: colon)...]).trimmed
    }

    private static func hasYear(_ text: String) -> Bool {
        text.split { !$0.isASCII || !$0.isNumber }.contains { part in
            (part.utf8.count == 4 || part.utf8.count == 8) && (part.hasPrefix("19") || part.hasPrefix("20"))
        }
    }

    /// Finds `/2016/05/04/` in a path.
    private static func date(in path: String) -> String? {
        let parts = path.split(separator: "/")
        guard parts.count >= 3 else { return nil }
        for index in 0..<(parts.count - 2) {  // bounded: three parts at least
            guard parts[index].utf8.count == 4, let year = UntrustedInteger(digits: parts[index])?.int(in: 1990...2100),
                parts[index + 1].utf8.count <= 2,
                let month = UntrustedInteger(digits: parts[index + 1])?.int(in: 1...12),
                parts[index + 2].utf8.count <= 2,
                let day = UntrustedInteger(digits: parts[index + 2])?.int(in: 1...31)
            else { continue }
            return "\(year)-\(month < 10 ? "0" : "")\(month)-\(day < 10 ? "0" : "")\(day)"
        }
        return nil
    }
}
