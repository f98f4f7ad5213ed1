import Foundation
public import News
public import URLs

/// A service that saves any web page as a story of the reader's source “Saved pages”, which is fetched, searched and
/// kept like other stories. A page that is a story here already is saved as that story.
public struct SavedPageService: Sendable {
    private let context: LibraryContext

    init(context: LibraryContext) { self.context = context }

    /// Returns the story of a page; nil if it is none here.
    public func find(_ address: WebAddress, for reader: ReaderID) async throws(LibraryError) -> SavedPageMatch? {
        let now = context.now()
        return try await context.database.read { transaction in
            try SavedPageWriter(transaction: transaction, reader: reader.rawValue, now: now).find(address)
        }
    }

    /// Saves a page.
    public func save(_ page: SavedPageDraft, for reader: ReaderID) async throws(LibraryError) -> SavedPageResult {
        let report = try await importPages([page], for: reader)
        guard let story = report.stories.first else { throw .notThere }
        return SavedPageResult(
            story: story, isNewHere: report.newCount > 0, wasSaved: report.alreadySavedCount > 0,
            undoToken: report.undoToken)
    }

    /// Returns what saving the pages of an export would do.
    public func preview(_ pages: [SavedPageDraft], for reader: ReaderID) async throws(LibraryError) -> SavedPagesPreview
    {
        let now = context.now()
        return try await context.database.read { transaction in
            let writer = SavedPageWriter(transaction: transaction, reader: reader.rawValue, now: now)
            var preview = SavedPagesPreview()
            for page in pages {
                switch try writer.find(page.address) {
                case nil:
                    preview.newCount += 1
                    if page.text.isEmpty { preview.withoutTextCount += 1 }
                case let match? where match.isSaved: preview.alreadySavedCount += 1
                case _?: preview.knownCount += 1
                }
            }
            let feeds = Set(pages.compactMap(\.feed?.address))
            preview.feedCount = feeds.count
            let followed = try writer.followedFeeds(of: feeds)
            var named: Set<WebAddress> = []
            for case let feed? in pages.map(\.feed)
            where !followed.contains(feed.address) && named.insert(feed.address).inserted {
                preview.unknownFeeds.append(feed)
            }
            return preview
        }
    }

    /// Saves the pages of an export, each at its time. One token undoes it all.
    public func importPages(_ pages: [SavedPageDraft], for reader: ReaderID) async throws(LibraryError)
        -> SavedPagesReport
    {
        let now = context.now()
        var prepared: [PreparedSavedPage] = []
        for page in pages { prepared.append(try PreparedSavedPage(page, now: now)) }
        let drafts = prepared
        return try await context.writeAndNotify(for: reader) { transaction in
            try SavedPageWriter(transaction: transaction, reader: reader.rawValue, now: now).save(drafts)
        }
    }
}

/// A story that is the page at an address.
public struct SavedPageMatch: Sendable, Hashable {
    /// The story.
    public var story: StoryID
    /// True if the reader has saved it.
    public var isSaved: Bool
}

/// The result of saving one page.
public struct SavedPageResult: Sendable {
    /// The story that the page is.
    public var story: StoryID
    /// True if the page was not a story here before.
    public var isNewHere: Bool
    /// True if the story was saved before.
    public var wasSaved: Bool
    /// The token that undoes it; nil if nothing changed.
    public var undoToken: UndoToken?
}

/// The effect that saving the pages of an export would have.
public struct SavedPagesPreview: Sendable {
    /// The number of pages that are not here yet.
    public var newCount = 0
    /// The number of pages that are stories here, and would be saved.
    public var knownCount = 0
    /// The number of pages that are saved here already.
    public var alreadySavedCount = 0
    /// The number of new pages whose text the export does not have.
    public var withoutTextCount = 0
    /// The number of feeds that the pages came from.
    public var feedCount = 0
    /// The feeds among them that the reader does not follow, in the order of the export.
    public var unknownFeeds: [SavedPageDraft.Feed] = []
}

/// The result of saving the pages of an export.
public struct SavedPagesReport: Sendable {
    /// The number of pages that were no stories here before.
    public var newCount = 0
    /// The number of stories here that were saved.
    public var knownCount = 0
    /// The number of stories that were saved before.
    public var alreadySavedCount = 0
    /// The stories in the order of the pages.
    public var stories: [StoryID] = []
    /// The token that undoes it; nil if nothing changed.
    public var undoToken: UndoToken?
}
