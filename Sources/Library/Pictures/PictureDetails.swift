import Foundation
public import News
public import URLs

/// A picture's metadata, with its texts in a story.
public struct PictureDetails: Sendable, Hashable {
    public var id: PictureID
    public var address: WebAddress
    /// Pixels, measured or declared by the origin.
    public var width: Int?
    public var height: Int?
    /// Mean colour `#rrggbb`, once measured.
    public var colour: String?
    public var alt: String?
    public var caption: String?
    public var credit: String?
    /// The last fetch failed recently.
    public var isKnownToFail: Bool

    /// Wide enough to lead a front page; false if not measured.
    public var isLarge: Bool { (width ?? 0) >= Self.largeWidth }

    /// In pixels.
    static let largeWidth = 800

    public init(
        id: PictureID, address: WebAddress, width: Int? = nil, height: Int? = nil, colour: String? = nil,
        alt: String? = nil, caption: String? = nil, credit: String? = nil, isKnownToFail: Bool = false
    ) {
        self.id = id
        self.address = address
        self.width = width
        self.height = height
        self.colour = colour
        self.alt = alt
        self.caption = caption
        self.credit = credit
        self.isKnownToFail = isKnownToFail
    }
}

extension PictureDetails {
    /// Columns: `id`, `address`, `width`, `height`, `colour`, `alt`, `caption`, `credit`, `failed_until`. Nil without a
    /// picture or if its address cannot be parsed.
    init?(_ row: SQLRow, now: Date) {
        guard let id = row.optionalNumber("id"),
            let address = row.optionalText("address").flatMap({ WebAddress($0) })
        else { return nil }
        self.init(
            id: PictureID(rawValue: id), address: address, width: row.optionalInt("width"),
            height: row.optionalInt("height"), colour: row.optionalText("colour"), alt: row.optionalText("alt"),
            caption: row.optionalText("caption"), credit: row.optionalText("credit"),
            isKnownToFail: row.optionalDate("failed_until").map { $0 > now } ?? false)
    }
}
