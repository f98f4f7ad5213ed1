public import Foundation
public import Markup
public import URLs

/// A page that a reader saves: by its address, or one of the pages that another reader's export lists.
public struct SavedPageDraft: Sendable {
    /// A feed that an export names as the origin of a page.
    public struct Feed: Sendable, Hashable {
        /// The address of the feed.
        public var address: WebAddress
        /// The title of the feed; nil if the export has none.
        public var title: String?

        public init(address: WebAddress, title: String? = nil) {
            self.address = address
            self.title = title
        }
    }

    /// The address of the page.
    public var address: WebAddress
    /// The title; nil to use the page's own as soon as it was read.
    public var title: String?
    /// The time when the page was saved; nil for now.
    public var savedAt: Date?
    /// The time of publication; nil if unknown.
    public var publishedAt: Date?
    /// The author line; nil if unknown.
    public var byline: String?
    /// The tags and folders that the reader gave the page.
    public var tags: [String] = []
    /// The text that the export has with the page; empty if the page is to be fetched.
    public var body = SafeHTML.empty
    /// The plain text of `body`.
    public var text = ""
    /// The HTML of `body` before sanitising.
    public var original = ""
    /// The pictures in `body`.
    public var pictures: [PictureReference] = []
    /// The feed that the page came from; nil if unknown.
    public var feed: Feed?

    public init(address: WebAddress, title: String? = nil, savedAt: Date? = nil) {
        self.address = address
        self.title = title
        self.savedAt = savedAt
    }
}

/// The saved pages of another program's export.
public struct SavedPagesExport: Sendable {
    /// The program or form that the file is of.
    public enum Format: String, Sendable, CaseIterable {
        case pocket, instapaper, freshRSS, miniflux, feedly, bookmarks, table
    }

    /// The program or form that the file is of.
    public var format: Format
    /// The pages in the order of the file, each address once.
    public var pages: [SavedPageDraft] = []
    /// The entries without a usable web address, as they are named in the file.
    public var refused: [String] = []
    /// The number of entries whose address another entry has.
    public var repeatedCount = 0
    /// The number of entries that are not starred in a file that has starred ones.
    public var unstarredCount = 0
    /// The number of notes and quotations, which are not kept.
    public var noteCount = 0
    /// The number of entries beyond the limit of one file.
    public var skippedCount = 0

    public init(format: Format) { self.format = format }
}

/// An error of reading an export, with a message for people.
public struct SavedPagesExportError: Error, Sendable {
    /// The message for people.
    public let userMessage: String
    public init(userMessage: String) { self.userMessage = userMessage }
}
