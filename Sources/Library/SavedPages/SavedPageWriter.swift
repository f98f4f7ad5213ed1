import Foundation
import Markup
import News
import URLs

/// A page whose story is prepared outside the transaction, to keep the transaction short.
struct PreparedSavedPage: Sendable {
    var address: WebAddress
    var savedAt: Date?
    var story: PreparedStory

    init(_ page: SavedPageDraft, now: Date) throws(LibraryError) {
        let address = page.address.withoutCredentials.withoutFragment.withoutTracking
        self.address = address
        savedAt = page.savedAt.map { min($0, now) }
        let title = page.title.flatMap { LineNormalizer.normalize($0) } ?? SavedPageWriter.placeholderTitle(address)
        let story = FetchedStory(
            key: StorySimilarity.canonicalLink(address) ?? address.text, title: title, link: address,
            byline: page.byline ?? SavedPageWriter.placeholderByline(address), body: page.body, text: page.text,
            original: page.original, base: address, publishedAt: page.publishedAt,
            direction: PlainText.direction(of: title + " " + page.text.prefix(500), language: nil), tags: page.tags,
            pictures: page.pictures)
        self.story = try PreparedStory(story, now: now)
        if page.publishedAt == nil, let savedAt { self.story.shownAt = savedAt.milliseconds }
    }
}

/// A writer of saved pages: stories of a source that each reader has, in a channel that is never refreshed and that
/// nobody follows (decision 42).
struct SavedPageWriter {
    let transaction: Transaction
    let reader: Int64
    let now: Date

    /// The host in the address of the source; no host has this name (RFC 2606 §2).
    private static let host = "saved.invalid"
    static let channelTitle = "Saved pages"

    private var site: String { "https://\(Self.host)/\(reader)" }

    /// The title of a page that was not read yet.
    static func placeholderTitle(_ address: WebAddress) -> String {
        LineNormalizer.normalize(address.displayText) ?? address.host
    }
    /// The author line of a page that was not read yet: the site.
    static func placeholderByline(_ address: WebAddress) -> String { address.host }

    // MARK: Finding

    /// Returns the story of a page: one of the reader's channels, followed ones first, or a saved page.
    func find(_ address: WebAddress) throws -> SavedPageMatch? {
        let address = address.withoutCredentials.withoutFragment.withoutTracking
        let saved = try knownChannel()
        guard let canonical = StorySimilarity.canonicalLink(address) else {
            let story = try saved.flatMap { known in
                try transaction.number(
                    "select id from story where source_id = ? and origin_key = ? and purged_at is null",
                    [.number(known.source), .text(address.text)])
            }
            return try story.map(match)
        }
        let stories = try transaction.all(
            """
            select s.id, s.link from story s
            join channel_story cs on cs.story_id = s.id
            left join subscription u on u.reader_id = ? and u.channel_id = cs.channel_id
            where s.link_hash = ? and s.purged_at is null and (u.channel_id is not null or cs.channel_id = ?)
            order by coalesce(u.is_followed, 0) desc, s.id desc limit 20
            """, [.number(reader), .number(FNVHash.hash(canonical)), .number(saved?.channel ?? 0)]
        ) { (id: $0.number("id"), link: $0.optionalText("link").flatMap { WebAddress($0) }) }
        let found = stories.first { $0.link.flatMap { StorySimilarity.canonicalLink($0) } == canonical }
        return try found.map { try match($0.id) }
    }

    private func match(_ story: Int64) throws -> SavedPageMatch {
        let isSaved = try transaction.exists(
            "select 1 from mark where reader_id = ? and kind = ? and story_id = ? and is_set = 1",
            [.number(reader), .number(MarkKind.saved.databaseValue), .number(story)])
        return SavedPageMatch(story: StoryID(rawValue: story), isSaved: isSaved)
    }

    /// Returns the feeds among these that the reader follows.
    func followedFeeds(of feeds: Set<WebAddress>) throws -> Set<WebAddress> {
        let list = SQLList(feeds.map(\.withoutFragment.text).sorted())
        let known = try transaction.texts(
            """
            select c.address from channel c join subscription u on u.channel_id = c.id
            where u.reader_id = ? and u.is_followed = 1 and c.address in \(list.sql)
            """, [.number(reader)] + list.arguments)
        let addresses = Set(known)
        return feeds.filter { addresses.contains($0.withoutFragment.text) }
    }

    // MARK: Saving

    /// Saves pages as one change that can be undone. The texts of new pages are fetched in the background.
    func save(_ pages: [PreparedSavedPage]) throws -> SavedPagesReport {
        let marks = try MarkWriter(transaction, reader: reader, now: now)
        var report = SavedPagesReport()
        let token = try marks.change.performUndoable { undo in
            var changed = 0
            for page in pages {
                let known = try find(page.address)
                let story = try known?.story ?? insert(page)
                report.stories.append(story)
                if known == nil { report.newCount += 1 }
                guard try marks.setMark(story.rawValue, .saved, true, undo: undo) else {
                    report.alreadySavedCount += 1
                    continue
                }
                changed += 1
                if known != nil { report.knownCount += 1 }
                if let at = page.savedAt { try marks.write(.saved, story.rawValue, true, at: at.milliseconds) }
            }
            return changed
        }
        if token.count > 0 { report.undoToken = token }
        return report
    }

    private func insert(_ page: PreparedSavedPage) throws -> StoryID {
        let (channel, source) = try knownChannel() ?? makeChannel()
        var importer = StoryImporter(transaction: transaction, now: now, channel: channel, source: source)
        try PurgedStoryRestorer(transaction: transaction, source: source, now: now).prepare([page.story])
        _ = try importer.importStories([page.story])
        let story = try transaction.number(
            "select id from story where source_id = ? and origin_key = ?",
            [.number(source), .text(page.story.story.key)])
        guard let story else { throw LibraryError.notThere }
        if page.story.wordCount == 0 {
            try DueFullTextQueue.schedule(story, host: page.address.hostKey, at: now, transaction)
        }
        return StoryID(rawValue: story)
    }

    /// Removes the saved pages of a reader who leaves.
    func removeAll() throws {
        guard let known = try knownChannel() else { return }
        try StoryPurger(transaction: transaction, retention: .standard, now: now).purgeAll(of: known.channel)
    }

    private func knownChannel() throws -> (channel: Int64, source: Int64)? {
        try transaction.first(
            "select c.id, c.source_id from source s join channel c on c.source_id = s.id where s.kind = ? and s.address = ?",
            [.text(SourceKind.savedPages.rawValue), .text(site)]
        ) { (channel: $0.number("id"), source: $0.number("source_id")) }
    }

    private func makeChannel() throws -> (channel: Int64, source: Int64) {
        let source = try transaction.insertReturningID(
            into: "source", ["kind": .text(SourceKind.savedPages.rawValue), "address": .text(site)])
        let channel = try transaction.insertReturningID(
            into: "channel",
            [
                "source_id": .number(source), "address": .text(site), "host": .text(Self.host),
                "title": .text(Self.channelTitle), "state": .text(ChannelHealthState.paused.rawValue),
                "is_result_list": .bool(true), "full_text_choice": .text(FullTextChoice.always.rawValue),
            ])
        return (channel, source)
    }

    // MARK: Reading the page

    /// Gives a saved page what its text says of it. A title and an author that came with the page stay.
    /// - Returns: false for a story of another source.
    @discardableResult
    static func apply(_ text: FullText, to story: Int64, _ transaction: Transaction) throws -> Bool {
        guard let page = try page(story, transaction) else { return false }
        if page.title == placeholderTitle(page.address), let title = text.title {
            try setTitle(title, of: story, transaction)
        }
        let site = text.siteName ?? page.address.host
        if page.byline == placeholderByline(page.address) {
            let byline = [text.byline, site].compactMap(\.self).joined(separator: ", ")
            try transaction.run("update story set byline = ? where id = ?", [.text(byline), .number(story)])
        }
        try transaction.run(
            "update story set language = coalesce(?, language), direction = ? where id = ?",
            [.text(text.language), .text(text.direction.rawValue), .number(story)])
        if let at = text.publishedAt { try setPublication(at, of: story, transaction) }
        return true
    }

    /// Sets the time of publication, by which lists sort, unless it is known.
    private static func setPublication(_ at: Date, of story: Int64, _ transaction: Transaction) throws {
        let changed = try transaction.run(
            """
            update story set published_at = ?, shown_at = case when ? < arrived_at then ? else arrived_at end
            where id = ? and published_at is null
            """, [.date(at), .date(at), .date(at), .number(story)])
        guard changed > 0 else { return }
        try transaction.run(
            "update channel_story set shown_at = (select s.shown_at from story s where s.id = story_id) where story_id = ?",
            [.number(story)])
    }

    /// Gives a saved page that cannot be read the title that was found, unless it has one.
    static func applyTitle(_ title: String?, to story: Int64, _ transaction: Transaction) throws {
        guard let title, let page = try page(story, transaction), page.title == placeholderTitle(page.address) else {
            return
        }
        try StorySearchIndex(transaction: transaction).update(story) { try setTitle(title, of: story, transaction) }
    }

    private static func page(
        _ story: Int64, _ transaction: Transaction
    ) throws -> (title: String, byline: String?, address: WebAddress)? {
        try transaction.first(
            "select s.title, s.byline, s.link from story s join source o on o.id = s.source_id where s.id = ? and o.kind = ?",
            [.number(story), .text(SourceKind.savedPages.rawValue)]
        ) { row -> (title: String, byline: String?, address: WebAddress)? in
            row.optionalText("link").flatMap { WebAddress($0) }.map {
                (title: row.text("title"), byline: row.optionalText("byline"), address: $0)
            }
        } ?? nil
    }

    private static func setTitle(_ title: String, of story: Int64, _ transaction: Transaction) throws {
        guard let title = LineNormalizer.normalize(title) else { return }
        try transaction.run(
            "update story set title = ?, title_hash = ? where id = ?",
            [.text(title), .number(StorySimilarity.titleKey(title)), .number(story)])
    }
}
