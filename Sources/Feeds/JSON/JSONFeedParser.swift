import Caching
import Foundation
import URLs

/// A parser for JSON Feed 1.0 and 1.1 (jsonfeed.org/version/1.1).
///
/// Items inherit language, authors and site from the feed, whose members may follow the items. So the feed's members
/// are read first.
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

    let address: WebAddress?
    var head = Head()
    var resolver = FeedAddressResolver()
    private(set) var entries: NewestElements<FeedEntry>
    private var diagnostics = FeedDiagnostics()

    init(address: WebAddress?, limits: FeedLimits) {
        self.address = address
        entries = NewestElements(limit: limits.entries)
    }

    /// Reads a document into `entries` and returns the feed's metadata; nil for other JSON.
    mutating func parse(_ bytes: UnsafeBufferPointer<UInt8>) -> Feed? {
        var scanner = JSONScanner(bytes)
        guard scanner.next() == 0x7B else { return nil }
        var items: JSONScanner?
        scanner.members { member, key in
            guard key == .items else { return read(&member, key) }
            if items == nil { items = member }
        }
        guard head.isFeed else { return nil }
        if var items {
            readItems(&items)
            return feed(isMalformed: items.isMalformed, isTruncated: items.isTruncated)
        }
        // A feed that states its version may have no items.
        return scanner.isTruncated || head.version == nil ? nil : feed(isMalformed: false, isTruncated: false)
    }

    /// Reads the items and, again, the feed's members after them, since in malformed JSON they may be other ones.
    private mutating func readItems(_ scanner: inout JSONScanner) {
        scanner.elements { item in
            guard entries.count < FeedLimits.maxReadEntries else { return diagnostics.record(.tooManyEntries) }
            var draft = JSONItemDraft()
            readItem(&item, into: &draft)
            if draft.isObject { add(draft) }
        }
        var isOpen = !scanner.isTruncated
        while isOpen { isOpen = scanner.nextMember { read(&$0, JSONKey($1)) } }
    }

    private mutating func add(_ draft: consuming JSONItemDraft) {
        for _ in 0..<draft.invalidDateCount { diagnostics.record(.invalidDate) }  // bounded: a count
        finish(&draft)
        if draft.hasTooManyValues || draft.authors.isOverfull { diagnostics.record(.tooManyValues) }
        let date = draft.entry.published ?? draft.entry.updated
        entries.append(draft.entry, date: date)
    }

    private mutating func feed(isMalformed: Bool, isTruncated: Bool) -> Feed {
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
