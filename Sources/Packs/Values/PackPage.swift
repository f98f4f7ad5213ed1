public import Foundation
public import Markup
public import URLs

/// A page of a pack.
public struct PackPage: Sendable, Hashable {
    /// How a page is shown. Whether it leads on or informs depends on its children only.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        /// Title, picture and text.
        case basic
        /// Its children as a list of buttons.
        case list
        /// Its children as tiles.
        case tiled
        /// As `basic`, with the header picture in the title's place.
        case university
    }

    /// Its name in the pack: lower-case letters, digits, `-` and `_`.
    public var slug: String
    /// The slug of the page above; nil for the root.
    public var parent: String?
    /// Among its siblings; equal ones are ordered by title.
    public var position: Int
    /// Plain text.
    public var title: String
    public var kind: Kind
    /// Links inside the pack and pictures have addresses of `PackAddress`.
    public var text: SafeHTML
    /// nil: as the page above.
    public var colour: PackColour?
    /// The number of the background; nil: as the page above.
    public var ground: Int?
    /// Its public address, for sharing.
    public var address: WebAddress?
    /// By slot; without an entry there is no picture.
    public var pictures: [Slot: PackPicture]

    /// Where a picture stands on the page.
    public enum Slot: String, Sendable, Hashable, CaseIterable {
        /// Beside or above the text.
        case picture
        /// Instead of the title.
        case header
    }

    /// The position of pages and photographs that have none, as in the original app's export.
    public static let lastPosition = 999

    public init(
        slug: String, parent: String? = nil, position: Int = lastPosition, title: String, kind: Kind = .basic,
        text: SafeHTML = .empty, colour: PackColour? = nil, ground: Int? = nil, address: WebAddress? = nil,
        pictures: [Slot: PackPicture] = [:]
    ) {
        self.slug = slug
        self.parent = parent
        self.position = position
        self.title = title
        self.kind = kind
        self.text = text
        self.colour = colour
        self.ground = ground
        self.address = address
        self.pictures = pictures
    }
}

/// Where a page's subject is, for the map.
public struct PackPlace: Sendable, Hashable {
    /// The slug of its page.
    public var page: String
    /// In millionths of a degree, so that files hold no fractions.
    public var latitude: Int
    /// In millionths of a degree.
    public var longitude: Int

    static let latitudes = -90_000_000...90_000_000
    static let longitudes = -180_000_000...180_000_000

    public init(page: String, latitude: Int, longitude: Int) {
        self.page = page
        self.latitude = latitude
        self.longitude = longitude
    }
}

/// A page that the reader of the original app marked. Only imports of that app's store have them.
public struct PackFavourite: Sendable, Hashable {
    /// The page's slug.
    public var page: String
    /// In whole seconds.
    public var date: Date

    static let dates = 0...253_402_300_799

    public init(page: String, date: Date) {
        self.page = page
        self.date = date
    }
}
