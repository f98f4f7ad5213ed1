import Foundation
public import News
public import URLs

/// A picture's metadata, with its texts in a story.
public struct PictureDetails: Sendable, Hashable {
    /// The ID of the picture.
    public var id: PictureID
    /// The address of the picture file.
    public var address: WebAddress
    /// The width in pixels, measured or declared by the origin.
    public var width: Int?
    /// The height in pixels, measured or declared by the origin.
    public var height: Int?
    /// The mean colour as `#rrggbb`; nil until measured.
    public var meanColour: String?
    /// The alternative text in the story.
    public var alt: String?
    /// The caption in the story.
    public var caption: String?
    /// The credit in the story.
    public var credit: String?
    /// True if the last fetch failed recently.
    public var isKnownToFail: Bool

    /// True if the picture is wide enough to lead a front page; false if its width is unknown.
    public var isLarge: Bool { (width ?? 0) >= Self.largeWidth }

    /// The width in pixels from which a picture is large.
    static let largeWidth = 800

    public init(
        id: PictureID, address: WebAddress, width: Int? = nil, height: Int? = nil, meanColour: String? = nil,
        alt: String? = nil, caption: String? = nil, credit: String? = nil, isKnownToFail: Bool = false
    ) {
        self.id = id
        self.address = address
        self.width = width
        self.height = height
        self.meanColour = meanColour
        self.alt = alt
        self.caption = caption
        self.credit = credit
        self.isKnownToFail = isKnownToFail
    }
}

extension PictureDetails {
    /// Creates details from the columns `id`, `address`, `width`, `height`, `mean_colour`, `alt`, `caption`, `credit` and
    /// `retry_at`. Nil without a picture, or if its address cannot be parsed.
    init?(_ row: SQLRow, now: Date) {
        guard let id = row.optionalNumber("id"),
            let address = row.optionalText("address").flatMap({ WebAddress($0) })
        else { return nil }
        self.init(
            id: PictureID(rawValue: id), address: address, width: row.optionalInt("width"),
            height: row.optionalInt("height"), meanColour: row.optionalText("mean_colour"),
            alt: row.optionalText("alt"),
            caption: row.optionalText("caption"), credit: row.optionalText("credit"),
            isKnownToFail: row.optionalDate("retry_at").map { $0 > now } ?? false)
    }
}
