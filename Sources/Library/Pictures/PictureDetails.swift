import Foundation
public import Markup
public import News

/// A picture's metadata, with its texts in a story.
public struct PictureDetails: Sendable, Hashable {
    public var id: PictureID
    public var address: WebAddress
    /// In pixels: measured, or as the origin declares them; nil when neither is known.
    public var width: Int?
    public var height: Int?
    /// The mean colour as `#rrggbb`, once measured.
    public var colour: String?
    public var alt: String?
    public var caption: String?
    public var credit: String?
    /// The last fetch failed recently: do not show it.
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
    /// Reads id, address, width, height, colour, alt, caption, credit and failed_until; nil without an id.
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
