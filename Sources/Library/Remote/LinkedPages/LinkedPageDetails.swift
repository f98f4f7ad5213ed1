public import Foundation
public import Markup

/// What is known of a page outside, for the page that shows it.
public struct LinkedPageDetails: Sendable {
    /// The address that was asked for.
    public var address: WebAddress
    /// Where it was found, after redirects.
    public var resolvedAddress: WebAddress
    public var title: String?
    /// The publication's name.
    public var siteName: String?
    public var byline: String?
    public var publishedAt: Date?
    /// BCP 47.
    public var language: String?
    public var direction: TextDirection
    /// The text of this piece; nil when there is none to show.
    public var body: SafeHTML?
    /// Words of the whole text; for scripts without spaces, an equivalent.
    public var wordCount: Int
    /// Which piece this is, from 1, of how many: a very long text is shown in several.
    public var part: Int
    public var partCount: Int
    public var pictures: [PictureDetails]
    /// Whether the page says that it shows only a beginning: the rest is for those who subscribe.
    public var isTruncated: Bool
    /// What the page is instead of a text, as a sentence.
    public var notice: String?
    /// When it was read here; nil when it never was.
    public var fetchedAt: Date?
    /// It is time to ask its origin.
    public var needsRefresh: Bool
    /// Somebody is asking its origin.
    public var isFetching: Bool
    /// Why the last question brought nothing.
    public var failure: FetchFailure?
    /// Until when its host wants to be left alone.
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

    /// By `WebAddress.text`, as it stands in the body's `img src`.
    public var pictureByAddress: [String: PictureDetails] {
        Dictionary(pictures.map { ($0.address.text, $0) }, uniquingKeysWith: { first, _ in first })
    }

    /// A text with fewer words is said to be hardly one.
    public static let fewWords = 80
    /// Whether what was found is so little that the original should be offered first.
    public var isNearlyEmpty: Bool { body != nil && wordCount < Self.fewWords }
}
