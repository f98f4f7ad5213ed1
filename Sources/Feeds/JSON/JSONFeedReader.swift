import Foundation
import Markup

/// Reads JSON Feed 1.0 and 1.1 (jsonfeed.org/version/1.1), and similar documents, as their text arrives.
///
/// Items inherit language, authors and site from the feed, whose members may come after them. So the text is buffered
/// until it is complete or has four megabytes, and the feed's members in it are read first; further items of a longer
/// document are read as they arrive. An incomplete item is read again with more text, but not before the text has
/// doubled, so that a long item costs at most twice its reading.
struct JSONFeedReader: ~Copyable {
    /// The feed's metadata.
    struct Head {
        var feed = Feed(format: .json)
        var site: WebAddress?
        var authors: [String] = []
        var version: String?

        /// It has enough members of a feed.
        var isFeed: Bool {
            version?.contains("jsonfeed.org/version") ?? (feed.title != nil || feed.link != nil || feed.selfLink != nil)
        }
    }

    private enum Stage {
        case beginning
        /// Between two items.
        case items
        /// Between two members after the items.
        case members
        case finished
        /// Other JSON.
        case notAFeed
    }

    let address: WebAddress?
    let limits: FeedLimits
    var head = Head()
    var diagnostics = FeedDiagnostics()
    private var stage = Stage.beginning
    private var entries = 0
    private var isMalformed = false
    private var isTruncated = false
    /// The items are a list, as they should be; else there is a single one in its place.
    private var isList = true
    /// Parsing waits until there are so many bytes.
    private var minimumByteCount: Int

    /// - Parameter held: bytes to buffer at the beginning.
    init(address: WebAddress?, limits: FeedLimits, held: Int = 4 << 20) {
        (self.address, self.limits, minimumByteCount) = (address, limits, held)
    }

    /// Reads what is complete, delivers its items and returns how many bytes were consumed; the rest must come again
    /// with more after it. Consumes nothing of other JSON.
    mutating func read(_ bytes: UnsafeBufferPointer<UInt8>, isLast: Bool, entry: (FeedEntry) -> Void) -> Int {
        guard isLast || bytes.count >= minimumByteCount else { return 0 }
        var at = 0
        if stage == .beginning {
            guard let items = readHead(bytes) else {
                minimumByteCount = bytes.count * 2
                if isLast { stage = .notAFeed }
                return 0
            }
            at = items
        }
        if stage == .items { at = readItems(bytes, at, isLast, entry) }
        if stage == .members { at = readTrailingMembers(bytes, at, isLast) }
        minimumByteCount = (bytes.count - at) * 2
        return stage == .finished ? bytes.count : at
    }

    /// Returns the feed's metadata, once everything has been read; nil for other JSON.
    mutating func finish() -> Feed? {
        guard stage != .notAFeed, stage != .beginning else { return nil }
        if head.version == nil { diagnostics.record("The document does not say which version of JSON Feed it is.") }
        if isTruncated { diagnostics.record(.truncatedDocument) }
        if isMalformed { diagnostics.record("The JSON is not quite as it should be.") }
        var feed = head.feed
        feed.base = head.site ?? address
        feed.author = head.authors.isEmpty ? nil : head.authors.joined(separator: ", ")
        feed.diagnostics = diagnostics.messages
        return feed
    }

    // MARK: Reading

    /// Reads the feed's metadata, as far as the text goes. Returns where its items begin.
    private mutating func readHead(_ bytes: UnsafeBufferPointer<UInt8>) -> Int? {
        var scanner = JSONScanner(bytes: bytes, at: bytes.hasBytes("\u{FEFF}", at: 0) ? 3 : 0)
        guard scanner.next() == 0x7B else { return nil }
        var items: Int?
        scanner.members { member, key in
            guard key == .items else { return read(&member, key) }
            guard items == nil, let first = member.next() else { return }
            isList = first == 0x5B
            isMalformed = member.isMalformed
            items = member.at + (isList ? 1 : 0)
        }
        if items == nil || !head.isFeed {
            (head, isMalformed) = (Head(), false)
            return nil
        }
        stage = .items
        return items
    }

    private mutating func readItems(
        _ bytes: UnsafeBufferPointer<UInt8>, _ start: Int, _ isLast: Bool, _ entry: (FeedEntry) -> Void
    ) -> Int {
        var scanner = JSONScanner(bytes: bytes, at: start)
        var isOpen = true
        while isOpen {
            let before = (at: scanner.at, isBad: scanner.isMalformed)
            var draft = JSONItemDraft()
            if isList {
                isOpen = scanner.nextElement { readItem(&$0, into: &draft) }
            } else {
                scanner.value { readItem(&$0, into: &draft) }
                isOpen = false
            }
            guard isLast || !scanner.hasRunOut else {
                isMalformed = isMalformed || before.isBad
                return before.at
            }
            if draft.isStory { emit(on: draft, entry) }
        }
        isMalformed = isMalformed || scanner.isMalformed
        isTruncated = scanner.isTruncated
        stage = isTruncated ? .finished : .members
        return scanner.at
    }

    private mutating func emit(on draft: consuming JSONItemDraft, _ entry: (FeedEntry) -> Void) {
        guard entries < limits.entries else {
            diagnostics.record(.tooManyEntries)
            return
        }
        entries += 1
        for _ in 0..<draft.invalidDateCount { diagnostics.record(.invalidDate) }  // bounded: a count
        finish(&draft)
        entry(draft.entry)
    }

    private mutating func readTrailingMembers(_ bytes: UnsafeBufferPointer<UInt8>, _ start: Int, _ isLast: Bool) -> Int
    {
        var scanner = JSONScanner(bytes: bytes, at: start)
        var isOpen = true
        while isOpen {
            let before = (at: scanner.at, isBad: scanner.isMalformed, head: head)
            isOpen = scanner.nextMember { read(&$0, JSONKey($1)) }
            guard isLast || !scanner.hasRunOut else {
                (isMalformed, head) = (isMalformed || before.isBad, before.head)
                return before.at
            }
        }
        isMalformed = isMalformed || scanner.isMalformed
        isTruncated = isTruncated || scanner.isTruncated
        stage = .finished
        return scanner.at
    }
}

/// An item of a JSON Feed while it is read.
struct JSONItemDraft: ~Copyable {
    /// True once the item has begun.
    var isStory = false
    var entry = FeedEntry()
    var text: String?
    var authors: [String] = []
    /// How many of its dates are invalid.
    var invalidDateCount = 0

    /// Adds an image; `image` comes before `banner_image`.
    mutating func add(_ url: String, first: Bool) {
        guard !entry.pictures.contains(where: { $0.url == url }) else { return }
        entry.pictures.insert(FeedImage(url: url), at: first ? 0 : entry.pictures.count)
    }

    mutating func add(category: String) {
        guard entry.categories.count < 100, !entry.categories.contains(category) else { return }
        entry.categories.append(category)
    }
}
