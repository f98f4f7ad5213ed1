/// The problems of a document: each kind once, with its first line and its count.
struct FeedDiagnostics {
    private var entries: [(message: String, line: Int?, count: Int)] = []
    /// The position that gives each problem its line; nil for documents without meaningful lines.
    private let location: SourceLocation?

    init(at location: SourceLocation? = nil) {
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
final class SourceLocation {
    @exclusivity(unchecked) private var window: UnsafeBufferPointer<UInt8>?
    @exclusivity(unchecked) private var windowStart = 0
    @exclusivity(unchecked) private var linesBefore = 0
    @exclusivity(unchecked) var at = 0

    func beginWindow(_ window: UnsafeBufferPointer<UInt8>, at start: Int = 0) {
        (self.window, self.windowStart, at) = (window, start, start)
    }

    /// Ends the window: bytes up to `end` were consumed, and the next window begins with the rest.
    func endWindow(_ end: Int) {
        linesBefore += lineCount(to: end)
        window = nil
    }

    /// The line of the current position, counted from 1.
    var line: Int { linesBefore + lineCount(to: at) + 1 }

    private func lineCount(to end: Int) -> Int {
        guard let window, let base = window.baseAddress else { return 0 }
        var (count, index) = (0, windowStart)
        let end = min(end, window.count)
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
    case strayAmpersand = "An ampersand begins no entity; it was read as it stands."
    case unknownEntity = "An entity is not known; it was left as it stands."
    case entityTooLarge = "Entities stand for more text than is reasonable; they were left as they stand."
    case invalidCharacterReference = "A character reference names no character; it was dropped."
    case strayBracket = "A < begins no element; it was read as it stands."
    case strayEndTag = "An element is closed that was never opened."
    case unclosedElement = "An element is not closed; it was closed where its parent ends."
    case truncatedDocument = "The document ends before it is finished; what could be read is here."
    case undeclaredPrefix = "A prefix is used that was never declared; it was read as it usually is meant."
    case tooDeep = "Elements are nested too deep; the inner ones were passed over."
    case tooManyAttributes = "An element has too many attributes; the rest was passed over."
    case malformedTag = "A tag is not written as XML demands; it was read as it was meant."
    case leadingText = "There is text before the document begins; it was passed over."
    case trailingContent = "There is more after the document's end; it was read as part of it."
    case invalidBytes = "There are bytes that are no text in the document's encoding; they were replaced."
    case invalidDate = "A date names no instant; it was passed over."
    case invalidURL = "An address is none of the web's; it was passed over."
    case fieldTooLong = "A field is longer than is reasonable; its end was dropped."
    case tooManyEntries = "There are more stories than is reasonable; the rest was passed over."
    case tooManyValues = "There are more authors, topics or files than is reasonable; the rest was passed over."
    case addressesTooLong = "Relative addresses have too long a base; some were passed over."
    case unterminatedCDATA = "A CDATA section is not finished; its text was read to the end."
}
