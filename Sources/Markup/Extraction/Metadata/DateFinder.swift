import CGumbo
import URLs
import Untrusted

/// Finds the publication date of a page without date metadata.
struct DateFinder {
    let tree: PageTree
    let address: WebAddress

    /// A short text with a date class, the only timestamp near the headline or on the page, `fallback`, or the date in
    /// the address, in this order.
    func publishedText(fallback: String?) -> String? {
        var examinedCount = 0
        for (index, node) in tree.nodes.enumerated() where node.hints.contains(.date) && !node.isText {
            examinedCount += 1
            if examinedCount > 40 { break }
            if let found = Self.text(tree, index, node) { return found }
        }
        return onlyTimestamp ?? fallback ?? Self.date(in: address.path)
    }

    /// If all, or all near the headline, agree.
    private var onlyTimestamp: String? {
        let times = timestamps()
        if Set(times.map(\.text)).count == 1 { return times.first?.text }
        let near = Set(times.filter(\.isNearHeadline).map(\.text))
        return near.count == 1 ? near.first : nil
    }

    private struct Timestamp {
        var text: String
        var isNearHeadline: Bool
    }

    /// Without modification dates, menus and comments.
    private func timestamps() -> [Timestamp] {
        var found: [Timestamp] = []
        var headline: Int?
        var letters: Int32 = 0
        for entry in tree.preorder(tree.root) {
            let index = Int(entry)
            let node = tree.nodes[index]
            if node.isText {
                letters += node.textMeasure.length
            } else if node.tag == GUMBO_TAG_H1, headline == nil {
                (headline, letters) = (index, -Int32(tree.text(index, limit: 1_024).utf16.count))
            }
            guard !node.isText, node.tag == GUMBO_TAG_TIME, found.count < 200, !isOutsideArticle(index),
                let source = node.source, let text = GumboTree.string(source, "datetime")?.trimmed,
                text.utf8.count < 40,
                Self.hasYear(text), !isModificationDate(source)
            else { continue }
            let isNear = headline.map { letters < 300 && article(of: $0) == article(of: index) } ?? false
            let plain = text.prefix(4).allSatisfy(\.isNumber) ? text : DateLineParser.day(in: text) ?? text
            found.append(Timestamp(text: plain, isNearHeadline: isNear))
        }
        return found
    }

    private func isModificationDate(_ source: GumboTree.Node) -> Bool {
        let words = ((GumboTree.string(source, "itemprop") ?? "") + (GumboTree.string(source, "class") ?? ""))
            .lowercased()
        return words.contains("modif") || words.contains("updat")
    }

    private func isOutsideArticle(_ index: Int) -> Bool {
        var at = tree.parent(index)
        for _ in 0..<12 {
            guard let above = at else { return false }
            let node = tree.nodes[above]
            switch node.tag {
            case GUMBO_TAG_NAV, GUMBO_TAG_ASIDE, GUMBO_TAG_FOOTER: return true
            default: break
            }
            if node.hints.contains(.related) || node.hints.contains(.unlikely) && !node.hints.contains(.maybe) {
                return true
            }
            at = tree.parent(above)
        }
        return false
    }

    private func article(of index: Int) -> Int? {
        var at = tree.parent(index)
        for _ in 0..<24 {
            guard let above = at else { return nil }
            if tree.nodes[above].tag == GUMBO_TAG_ARTICLE { return above }
            at = tree.parent(above)
        }
        return nil
    }

    private static func text(_ tree: PageTree, _ index: Int, _ node: PageNode) -> String? {
        if let source = node.source {
            for name in ["datetime", "title", "content"] as [StaticString] {
                if let value = GumboTree.string(source, name), value.utf8.count < 40, hasYear(value) { return value }
            }
        }
        let text = tree.text(index, limit: 120)
        guard text.utf8.count <= 60, hasYear(text) else { return nil }
        // "Published on: 4 May 2016" has a label.
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

    /// `/2016/05/04/` in a path.
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
