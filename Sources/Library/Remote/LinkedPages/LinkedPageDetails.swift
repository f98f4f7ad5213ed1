public import Foundation
public import Markup
public import News
public import URLs

/// A stored linked page.
public struct LinkedPageDetails: Sendable {
    /// As requested.
    public var address: WebAddress
    /// After redirects.
    public var resolvedAddress: WebAddress
    public var title: String?
    public var siteName: String?
    public var byline: String?
    public var publishedAt: Date?
    /// BCP 47.
    public var language: String?
    public var direction: TextDirection
    public var body: SafeHTML?
    /// Of the whole text; an equivalent for scripts without spaces.
    public var wordCount: Int
    /// From 1; very long texts have several parts.
    public var part: Int
    public var partCount: Int
    public var pictures: [PictureDetails]
    /// The page shows only the beginning to non-subscribers.
    public var isTruncated: Bool
    /// What the page is, without text.
    public var notice: FailureCause?
    public var fetchedAt: Date?
    public var needsRefresh: Bool
    public var isFetching: Bool
    public var failure: FetchFailure?
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

    public var pictureByAddress: [String: PictureDetails] {
        Dictionary(pictures.map { ($0.address.text, $0) }, uniquingKeysWith: { first, _ in first })
    }

    /// Texts with fewer words are nearly empty.
    public static let fewWords = 80
    /// Too short: the original is offered first.
    public var isNearlyEmpty: Bool { body != nil && wordCount < Self.fewWords }
}
