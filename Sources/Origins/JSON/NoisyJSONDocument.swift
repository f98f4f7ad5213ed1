import JSON
import Untrusted

// bounded throughout: positions only grow, and every range runs between two of them.

/// A JSON document with the output that PHP and plugins print around it: notices before it (`display_errors`), and HTML
/// comments of caches before and after it. A web page that merely contains JSON does not count.
struct NoisyJSONDocument {
    private let bytes: [UInt8]
    private let maxDepth: Int

    /// The limits of the search past notices; most responses have few.
    private static let maxStart = 1 << 16
    private static let maxTries = 64
    private static let diagnostics = ["notice", "warning", "deprecated", "strict standards", "error"]
    private static let documentTags = ["<!doctype", "<html", "<head", "<body", "<script", "<style", "<title", "<?xml"]

    /// Returns the document; nil if there is none.
    static func value(of bytes: [UInt8], maxDepth: Int) -> JSONValue? {
        NoisyJSONDocument(bytes: bytes, maxDepth: maxDepth).value()
    }

    /// Searches for the document. Notices may contain brackets too, so each bracket is tried in turn; the total number
    /// of steps is limited to twice the document's bytes.
    private func value() -> JSONValue? {
        var steps = 2 * bytes.count
        var tries = 0
        for start in bytes.indices.prefix(Self.maxStart) where bytes[start] == 0x7B || bytes[start] == 0x5B {
            guard tries < Self.maxTries, steps > 0 else { return nil }
            tries += 1
            let found = JSONReader.prefix(of: bytes, from: start, maxDepth: maxDepth)
            steps -= found.end - start
            guard let value = found.value else {
                // A document that is cut off has no complete part.
                if found.end == bytes.count { return nil }
                continue
            }
            if isDebris(bytes[..<start]), isDebris(bytes[found.end...]) { return value }
        }
        return nil
    }

    /// Returns true if the part consists only of white space, HTML comments and PHP notices.
    private func isDebris(_ part: ArraySlice<UInt8>) -> Bool {
        let text = String(decoding: part.prefix(Self.maxStart), as: UTF8.self)
        let rest = Self.withoutComments(text).lowercased().drop { $0.isWhitespace || $0 == "\u{FEFF}" }
        if rest.isEmpty { return true }
        guard !Self.documentTags.contains(where: rest.contains) else { return false }
        // Notices look like `<br />\n<b>Notice</b>:` or `PHP Notice:`.
        let plain = rest.replacing("</b>", with: "")
        let beginsSo =
            rest.hasPrefix("<")
            || (["", "php "].contains { start in
                Self.diagnostics.contains { rest.hasPrefix("\(start)\($0):") }
            })
        return beginsSo && Self.diagnostics.contains { plain.contains("\($0):") }
    }

    private static func withoutComments(_ text: String) -> String {
        var kept = ""
        var rest = Substring(text)
        while let open = rest.firstRange(of: "<!--") {
            kept += rest[..<open.lowerBound]
            rest = rest[open.upperBound...]
            guard let close = rest.firstRange(of: "-->") else { return kept }
            rest = rest[close.upperBound...]
        }
        return kept + rest
    }
}
