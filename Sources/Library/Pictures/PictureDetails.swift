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
    /// Column order: id, address, width, height, colour, alt, caption, credit, failed_until.
    init?(_ row: inout SQLRow, now: Date) {
        let id = row.optionalNumber()
        let address = row.optionalText().flatMap { WebAddress($0) }
        let width = row.optionalInt()
        let height = row.optionalInt()
        let colour = row.optionalText()
        let alt = row.optionalText()
        let caption = row.optionalText()
        let credit = row.optionalText()
        let failedUntil = row.optionalDate()
        guard let id, let address else { return nil }
        self.init(
            id: PictureID(rawValue: id), address: address, width: width, height: height, colour: colour, alt: alt,
            caption: caption, credit: credit, isKnownToFail: failedUntil.map { $0 > now } ?? false)
    }
}
