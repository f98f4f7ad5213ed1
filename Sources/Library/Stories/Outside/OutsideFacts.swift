public import Foundation
public import Markup

/// What is known of a page outside, for the page that shows it.
public struct OutsideFacts: Sendable {
    /// The address that was asked for.
    public var address: WebAddress
    /// Where it was found, after redirects.
    public var foundAt: WebAddress
    public var title: String?
    /// The publication's name.
    public var siteName: String?
    public var byline: String?
    public var publishedAt: Date?
    /// BCP 47.
    public var language: String?
    public var direction: Direction
    /// The text of this piece; nil when there is none to show.
    public var body: SafeHTML?
    /// Words of the whole text; for scripts without spaces, an equivalent.
    public var words: Int
    /// Which piece this is, from 1, of how many: a very long text is shown in several.
    public var piece: Int
    public var pieces: Int
    public var pictures: [PictureFact]
    /// Whether the page says that it shows only a beginning: the rest is for those who subscribe.
    public var isCutShort: Bool
    /// What the page is instead of a text, as a sentence.
    public var remark: String?
    /// When it was read here; nil when it never was.
    public var fetchedAt: Date?
    /// It is time to ask its origin.
    public var isDue: Bool
    /// Somebody is asking its origin.
    public var isUnderWay: Bool
    /// Why the last question brought nothing.
    public var failure: FullTextFailure?
    /// Until when its host wants to be left alone.
    public var waitUntil: Date?

    public init(address: WebAddress) {
        self.address = address
        foundAt = address
        direction = .ltr
        (words, piece, pieces) = (0, 1, 1)
        pictures = []
        isCutShort = false
        isDue = true
        isUnderWay = false
    }

    /// By `WebAddress.text`, as it stands in the body's `img src`.
    public var pictureByAddress: [String: PictureFact] {
        Dictionary(pictures.map { ($0.address.text, $0) }, uniquingKeysWith: { first, _ in first })
    }

    /// A text with fewer words is said to be hardly one.
    public static let fewWords = 80
    /// Whether what was found is so little that the original should be offered first.
    public var isHardlyAnything: Bool { body != nil && words < Self.fewWords }
}
