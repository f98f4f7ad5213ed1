import Foundation
import URLs

/// An incremental parser for JSON Feed 1.0 and 1.1 (jsonfeed.org/version/1.1).
///
/// Items inherit language, authors and site from the feed, whose members may follow the items. So up to four megabytes
/// are buffered and the feed's members in them read first. An incomplete item is read again once the text has doubled,
/// so that long items are read at most twice.
struct JSONFeedParser: ~Copyable {
    struct Head {
        var feed = Feed(format: .json)
        var site: WebAddress?
        var authors = AuthorList()
        var version: String?

        var isFeed: Bool {
            version?.contains("jsonfeed.org/version") ?? (feed.title != nil || feed.link != nil || feed.selfLink != nil)
        }
    }

    private enum Stage {
        case beginning
        case items
        /// The feed's members after the items.
        case members
        case finished
        /// JSON that is not a feed.
        case notAFeed
    }

    let address: WebAddress?
    var head = Head()
    var resolver = FeedAddressResolver()
    var diagnostics = FeedDiagnostics()
    private var stage = Stage.beginning
    private var entryCount = 0
    private var isMalformed = false
    private var isTruncated = false
    /// True if the items are an array, false for a single item.
    private var isList = true
    private var minimumByteCount: Int

    /// - Parameter minimumByteCount: number of bytes to buffer before parsing begins.
    init(address: WebAddress?, minimumByteCount: Int = 4 << 20) {
        (self.address, self.minimumByteCount) = (address, minimumByteCount)
    }

    /// Delivers complete items and returns the number of bytes consumed; the rest must come again with more.
    mutating func read(_ bytes: UnsafeBufferPointer<UInt8>, isLast: Bool, entry: (FeedEntry) -> Void) -> Int {
        guard isLast || bytes.count >= minimumByteCount else { return 0 }
        var at = 0
        if stage == .beginning {
            guard let items = readHead(bytes, isLast: isLast) else {
                minimumByteCount = bytes.count * 2
                if isLast, stage == .beginning { stage = .notAFeed }
                return 0
            }
            at = items
        }
        if stage == .items { at = readItems(bytes, at, isLast, entry) }
        if stage == .members { at = readTrailingMembers(bytes, at, isLast) }
        minimumByteCount = (bytes.count - at) * 2
        return stage == .finished ? bytes.count : at
    }

    /// Returns the feed's metadata; nil for other JSON.
    mutating func finish() -> Feed? {
        guard stage != .notAFeed, stage != .beginning else { return nil }
        if head.version == nil { diagnostics.record("The document does not state its version of JSON Feed.") }
        if head.authors.isOverfull { diagnostics.record(.tooManyValues) }
        if resolver.isExhausted { diagnostics.record(.addressesTooLong) }
        if isTruncated { diagnostics.record(.truncatedDocument) }
        if isMalformed { diagnostics.record("The JSON is malformed; it was repaired.") }
        var feed = head.feed
        feed.base = head.site ?? address
        feed.author = head.authors.joined
        feed.diagnostics = diagnostics.messages
        return feed
    }

    // MARK: Reading

    /// Returns the index where the items begin; nil for incomplete text, and for a feed that states its version but has
    /// no items.
    private mutating func readHead(_ bytes: UnsafeBufferPointer<UInt8>, isLast: Bool) -> Int? {
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
        if items == nil, isLast, !scanner.isTruncated, head.version != nil, head.isFeed {
            stage = .finished
            return nil
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
            let before = (at: scanner.at, isMalformed: scanner.isMalformed)
            var draft = JSONItemDraft()
            if entryCount >= FeedLimits.maxReadEntries {
                diagnostics.record(.tooManyEntries)
                isOpen = scanner.nextElement { $0.skip() }
            } else if isList {
                isOpen = scanner.nextElement { readItem(&$0, into: &draft) }
            } else {
                scanner.value { readItem(&$0, into: &draft) }
                isOpen = false
            }
            guard isLast || !scanner.hasRunOut else {
                isMalformed = isMalformed || before.isMalformed
                return before.at
            }
            if draft.isObject { emit(draft, entry) }
        }
        isMalformed = isMalformed || scanner.isMalformed
        isTruncated = scanner.isTruncated
        stage = isTruncated ? .finished : .members
        return scanner.at
    }

    private mutating func emit(_ draft: consuming JSONItemDraft, _ entry: (FeedEntry) -> Void) {
        for _ in 0..<draft.invalidDateCount { diagnostics.record(.invalidDate) }  // bounded: a count
        entryCount += 1
        finish(&draft)
        if draft.hasTooManyValues || draft.authors.isOverfull { diagnostics.record(.tooManyValues) }
        entry(draft.entry)
    }

    private mutating func readTrailingMembers(_ bytes: UnsafeBufferPointer<UInt8>, _ start: Int, _ isLast: Bool) -> Int
    {
        var scanner = JSONScanner(bytes: bytes, at: start)
        var isOpen = true
        while isOpen {
            let before = (at: scanner.at, isMalformed: scanner.isMalformed, head: head)
            isOpen = scanner.nextMember { read(&$0, JSONKey($1)) }
            guard isLast || !scanner.hasRunOut else {
                (isMalformed, head) = (isMalformed || before.isMalformed, before.head)
                return before.at
            }
        }
        isMalformed = isMalformed || scanner.isMalformed
        isTruncated = isTruncated || scanner.isTruncated
        stage = .finished
        return scanner.at
    }
}

struct JSONItemDraft: ~Copyable {
    var isObject = false
    var entry = FeedEntry()
    var text: String?
    var authors = AuthorList()
    var invalidDateCount = 0
    /// True if some categories, files or images were dropped.
    private(set) var hasTooManyValues = false

    /// Adds an image; `image` comes before `banner_image`.
    mutating func add(_ url: String, first: Bool) {
        guard !entry.pictures.contains(where: { $0.url == url }), hasRoom(entry.pictures.count) else { return }
        entry.pictures.insert(FeedPicture(url: url), at: first ? 0 : entry.pictures.count)
    }

    mutating func add(category: String) {
        guard !entry.categories.contains(category), hasRoom(entry.categories.count) else { return }
        entry.categories.append(category)
    }

    mutating func add(_ enclosure: FeedEnclosure) {
        guard !enclosure.url.isEmpty, hasRoom(entry.enclosures.count) else { return }
        entry.enclosures.append(enclosure)
    }

    private mutating func hasRoom(_ count: Int) -> Bool {
        if count >= EntryDraft.maxValues { hasTooManyValues = true }
        return count < EntryDraft.maxValues
    }
}
