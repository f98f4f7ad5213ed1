public import URLs
import Untrusted

/// A detector of the later pages of an article by address: only a page number differs (`/story` → `/story/2`, `?page=2`
/// → `?page=3`, `/story.html` → `/story-2.html`). Link texts are no help, as "Next" also labels the next story.
public struct PaginationDetector: Sendable {
    private let address: WebAddress
    private let bytes: [UInt8]

    /// Creates a detector.
    /// - Parameter address: the address of a page of the article.
    public init(_ address: WebAddress) {
        self.address = address
        bytes = Self.comparisonKey(address)
    }

    /// Returns true if `next` is page `number` after this first page.
    public func isPage(_ number: Int, at next: WebAddress) -> Bool {
        guard let change = change(to: next) else { return false }
        if change.removed.isEmpty { return Self.isNumbered(change.added, number) }
        // The first page may have the number 1.
        return change.removed == "1" && change.added == "\(number)" && Self.isPageMarker(change.before)
    }

    func isFollowed(by next: WebAddress) -> Bool {
        guard let change = change(to: next) else { return false }
        if change.removed.isEmpty { return Self.isNumbered(change.added, 2) }
        guard change.removed.utf8.count <= 3, let number = UntrustedInteger(digits: change.removed)?.int(in: 0...999),
            change.added == "\(number + 1)"
        else { return false }
        if Self.isPageMarker(change.before) { return true }
        // After a separator alone the number may be a story's ID.
        return (2...9).contains(number) && Self.separators.contains { change.before.hasSuffix($0) }
    }

    /// Returns true if a reference is worth parsing, because it has a digit.
    func mayLead(to reference: UnsafeBufferPointer<UInt8>) -> Bool {
        reference.contains { $0 >= 0x30 && $0 <= 0x39 }
    }

    // MARK: Comparison

    private struct Change {
        var before: String
        var removed: String
        var added: String
    }

    /// Returns the difference in whole numbers; nil for another host or port.
    private func change(to next: WebAddress) -> Change? {
        guard next.host == address.host, next.port == address.port else { return nil }
        let longer = Self.comparisonKey(next)
        let least = min(bytes.count, longer.count)
        var start = 0
        while start < least, bytes[start] == longer[start] { start += 1 }
        var end = 0
        while end < least - start, bytes[bytes.count - 1 - end] == longer[longer.count - 1 - end] { end += 1 }
        // The change from "12" to "13" concerns more than the last digit.
        if bytes.count - end > start, longer.count - end > start,
            Self.isDigit(bytes[start]) || start == bytes.count - end
        {
            while start > 0, Self.isDigit(bytes[start - 1]) { start -= 1 }
        }
        guard longer.count - end - start <= 16 else { return nil }
        return Change(
            before: String(decoding: bytes[..<start].suffix(16), as: UTF8.self).lowercased(),
            // bounded: prefix and suffix do not overlap
            removed: String(decoding: bytes[start..<(bytes.count - end)], as: UTF8.self),
            // bounded: prefix and suffix do not overlap
            added: String(decoding: longer[start..<(longer.count - end)], as: UTF8.self))
    }

    private static func isDigit(_ byte: UInt8) -> Bool { byte >= 0x30 && byte <= 0x39 }

    /// Returns the path and query, without trailing slash or extension.
    private static func comparisonKey(_ address: WebAddress) -> [UInt8] {
        var path = Array(address.path.utf8)
        for ending in [".html", ".htm", ".php", ".shtml", ".aspx"] where path.count > ending.utf8.count {
            if path.suffix(ending.utf8.count).elementsEqual(ending.utf8) { path.removeLast(ending.utf8.count) }
        }
        while path.count > 1, path.last == 0x2F { path.removeLast() }
        guard let query = address.query, !query.isEmpty else { return path }
        return path + [0x3F] + Array(query.utf8)
    }

    private static let pageWords: Set<String> = [
        "", "p", "s", "pg", "page", "paged", "pagenum", "part", "teil", "seite", "pagina", "página", "sida", "side",
    ]
    private static let separators = ["?p=", "&p=", "?s=", "&s=", "/p", "-p", "_p", ",", "_", "-", "/"]

    /// Returns true for "/2", "-2", "?page=2", "&p=2", "page=2&", "/page/2".
    private static func isNumbered(_ text: String, _ number: Int) -> Bool {
        let bare = text.lowercased().drop { "/-_,.?&".contains($0) }
        guard bare.count < text.count || bare.first?.isLetter == true else { return false }
        let trimmed = bare.last == "&" || bare.last == "/" ? bare.dropLast() : bare
        guard trimmed.hasSuffix("\(number)") else { return false }
        let word = trimmed.dropLast("\(number)".count)
        return pageWords.contains(String(word.last.map { "=/-_".contains($0) } == true ? word.dropLast() : word))
    }

    private static func isPageMarker(_ before: String) -> Bool {
        guard let mark = before.last else { return false }
        let stem = "=/-_".contains(mark) ? before.dropLast() : before[...]
        let word = stem.reversed().prefix(while: \.isLetter).reversed()
        let sign = stem.dropLast(word.count).last
        // The parameter in "?p=12" is as often a post's ID.
        return word.count >= 2 && pageWords.contains(String(word)) && sign.map { "/-_,.?&".contains($0) } == true
    }
}
