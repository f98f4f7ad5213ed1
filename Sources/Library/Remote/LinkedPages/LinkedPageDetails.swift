public import Foundation
public import Markup
public import News
public import URLs

/// A stored linked page.
public struct LinkedPageDetails: Sendable {
    /// The address as requested.
    public var address: WebAddress
    /// The address after redirects.
    public var resolvedAddress: WebAddress
    /// The title; nil if the page states none.
    public var title: String?
    /// The name of the site; nil if the page states none.
    public var siteName: String?
    /// The author line; nil if the page states none.
    public var byline: String?
    /// The time of publication; nil if the page does not state it.
    public var publishedAt: Date?
    /// The language as a BCP 47 tag; nil if unknown.
    public var language: String?
    /// The direction of the text.
    public var direction: TextDirection
    /// The sanitised text of this part; nil if none is stored.
    public var body: SafeHTML?
    /// The word count of all parts; an equivalent count for scripts without spaces.
    public var wordCount: Int
    /// The number of this part, from 1; very long texts have several parts.
    public var part: Int
    /// The number of parts, at least 1.
    public var partCount: Int
    /// The pictures of all parts.
    public var pictures: [PictureDetails]
    /// True if the page shows only the beginning to non-subscribers.
    public var isTruncated: Bool
    /// The reason why the page has no text; nil if it has one.
    public var notice: FailureCause?
    /// The time of the last response; nil if the page was never fetched.
    public var fetchedAt: Date?
    /// True if the page may be fetched and is stale or not stored.
    public var needsRefresh: Bool
    /// True if a fetch is in progress.
    public var isFetching: Bool
    /// The failure of the last fetch; nil if that succeeded.
    public var failure: FetchFailure?
    /// The end of the host's back-off; nil if there is none.
    public var backoffUntil: Date?

    public init(address: WebAddress) {
        self.address = address
        resolvedAddress = address
        direction = .ltr
        (wordCount, part, partCount) = (0, 1, 1)
        pictures = []
        isTruncated = false
        needsRefresh = true
        isFetching = false
    }

    /// The pictures by address.
    public var pictureByAddress: [String: PictureDetails] {
        Dictionary(pictures.map { ($0.address.text, $0) }, uniquingKeysWith: { first, _ in first })
    }

    /// The word count below which a text is nearly empty.
    public static let fewWords = 80
    /// True if the text is so short that the original is offered first.
    public var isNearlyEmpty: Bool { body != nil && wordCount < Self.fewWords }
}
