public import Foundation
public import Markup

/// What is stored of a linked page.
public struct LinkedPageDetails: Sendable {
    /// The requested address.
    public var address: WebAddress
    /// The address after redirects.
    public var resolvedAddress: WebAddress
    public var title: String?
    /// The publication's name.
    public var siteName: String?
    public var byline: String?
    public var publishedAt: Date?
    /// BCP 47.
    public var language: String?
    public var direction: TextDirection
    /// The text of this part; nil when there is none.
    public var body: SafeHTML?
    /// Words of the whole text; for scripts without spaces, an equivalent.
    public var wordCount: Int
    /// The number of this part, from 1, of `partCount`: very long texts are shown in several.
    public var part: Int
    public var partCount: Int
    public var pictures: [PictureDetails]
    /// Whether the page says that it shows only the beginning to non-subscribers.
    public var isTruncated: Bool
    /// A sentence saying what the page is, if it has no text.
    public var notice: String?
    /// When it was last fetched; nil if never.
    public var fetchedAt: Date?
    /// Whether it should be fetched now.
    public var needsRefresh: Bool
    /// A fetch is in progress.
    public var isFetching: Bool
    /// Why the last fetch failed.
    public var failure: FetchFailure?
    /// The end of the host's Retry-After window.
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

    /// Keyed by `WebAddress.text`, as in the body's `img src`.
    public var pictureByAddress: [String: PictureDetails] {
        Dictionary(pictures.map { ($0.address.text, $0) }, uniquingKeysWith: { first, _ in first })
    }

    /// Texts with fewer words are nearly empty.
    public static let fewWords = 80
    /// Whether the text is so short that the original should be offered first.
    public var isNearlyEmpty: Bool { body != nil && wordCount < Self.fewWords }
}
