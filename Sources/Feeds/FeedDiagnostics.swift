/// The problems of a document: each kind once, with its first line and its count.
struct FeedDiagnostics {
    private var entries: [(message: String, line: Int?, count: Int)] = []
    /// The position that gives each problem its line; nil for documents without meaningful lines.
    private let location: ParserPosition?

    init(at location: ParserPosition? = nil) {
        self.location = location
    }

    /// Counts a problem under its message; stores at most forty messages and ignores further ones.
    mutating func record(_ message: @autoclosure () -> String) {
        let message = message()
        if let index = entries.firstIndex(where: { $0.message == message }) {
            entries[index].count += 1
        } else if entries.count < 40 {
            entries.append((message, location?.line, 1))
        }
    }

    mutating func record(_ diagnostic: FeedDiagnostic) {
        record(diagnostic.rawValue)
    }

    /// The problems, one sentence each.
    var messages: [String] { entries.map(Self.message) }

    /// Returns the sentences of both collections, in line order.
    func messages(with others: FeedDiagnostics) -> [String] {
        let all = (entries + others.entries).enumerated().sorted { a, b in
            (a.element.line ?? 0, a.offset) < (b.element.line ?? 0, b.offset)
        }
        return all.map { Self.message($0.element) }
    }

    private static func message(_ entry: (message: String, line: Int?, count: Int)) -> String {
        let line = entry.line.map { "Line \($0): " } ?? ""
        return line + entry.message + (entry.count == 1 ? "" : " (\(entry.count) times)")
    }
}

/// The current position of a parser, for diagnostics. Lines are counted on demand.
final class ParserPosition {
    @exclusivity(unchecked) private var document: UnsafeBufferPointer<UInt8>?
    @exclusivity(unchecked) private var lastLine = 1
    @exclusivity(unchecked) var at = 0

    func begin(_ document: UnsafeBufferPointer<UInt8>) {
        self.document = document
    }

    /// Keeps the line at `end` and forgets the bytes, which are valid during the scan only.
    func finish(at end: Int) {
        at = end
        lastLine = line
        document = nil
    }

    /// The line of the current position, counted from 1.
    var line: Int {
        guard let document, let base = document.baseAddress else { return lastLine }
        var (count, index) = (1, 0)
        let end = min(at, document.count)
        let (ones, low): (UInt64, UInt64) = (0x0101_0101_0101_0101, 0x7F7F_7F7F_7F7F_7F7F)
        // The loop sets the high bit of exactly the line ends, eight bytes at a time. Loads begin at or before `end -
        // 8`.
        while index + 8 <= end {
            let eight = UnsafeRawPointer(base + index).loadUnaligned(as: UInt64.self) ^ (ones &* 0x0A)
            let others = ((eight & low) &+ low) | eight | low
            count += (~others).nonzeroBitCount
            index += 8
        }
        while index < end {
            if base[index] == 0x0A { count += 1 }
            index += 1
        }
        return count
    }
}

enum FeedDiagnostic: String {
    case strayAmpersand = "An ampersand does not begin an entity; it was kept as text."
    case unknownEntity = "An entity is unknown; it was kept as text."
    case entityTooLarge = "Entities expand to too much text; they were not expanded."
    case invalidCharacterReference = "A character reference is invalid; it was removed."
    case strayBracket = "A < does not begin an element; it was kept as text."
    case strayEndTag = "An end tag has no start tag; it was ignored."
    case unclosedElement = "An element has no end tag; it was closed where its parent ends."
    case truncatedDocument = "The document is incomplete; everything up to the break was read."
    case undeclaredPrefix = "A namespace prefix is not declared; its usual meaning was assumed."
    case tooDeep = "Elements are nested too deeply; the inner ones were ignored."
    case tooManyAttributes = "An element has too many attributes; the rest were ignored."
    case malformedTag = "A tag is malformed; it was repaired."
    case leadingText = "There is text before the document; it was ignored."
    case trailingContent = "There is content after the end of the document; it was read as part of it."
    case invalidBytes = "Some bytes are invalid in the document's encoding; they were replaced."
    case invalidDate = "A date is invalid; it was ignored."
    case invalidURL = "An address is not a web address; it was ignored."
    case fieldTooLong = "A field is too long; its end was removed."
    case tooManyEntries = "There are too many stories; the rest were ignored."
    case tooManyValues = "There are too many authors, topics or files; the rest were ignored."
    case addressesTooLong = "The base of relative addresses is too long; some were ignored."
    case unterminatedCDATA = "A CDATA section is not closed; its text was read to the end."
}
