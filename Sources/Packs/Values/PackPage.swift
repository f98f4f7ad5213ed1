public import Foundation
public import Markup
public import URLs

/// A page of a pack.
public struct PackPage: Sendable, Hashable {
    /// The layout of a page. The layout is independent of whether the page has children and leads to them, or informs.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        /// A page with title, picture and text.
        case basic
        /// A page with its children as a list of buttons.
        case list
        /// A page with its children as tiles.
        case tiled
        /// A page like `basic`, with the header picture in place of the title.
        case university
    }

    /// The page's name in the pack: lower-case letters, digits, `-` and `_`.
    public var slug: String
    /// The slug of the page above; nil for the root.
    public var parent: String?
    /// The position among the siblings; siblings with equal positions are ordered by title.
    public var position: Int
    /// The title as plain text.
    public var title: String
    /// The layout of the page.
    public var kind: Kind
    /// The text. Links inside the pack and pictures have addresses of `PackAddress`.
    public var text: SafeHTML
    /// The colour; nil to inherit that of the page above.
    public var colour: PackColour?
    /// The number of the background; nil to inherit that of the page above.
    public var ground: Int?
    /// The public address, for sharing.
    public var address: WebAddress?
    /// The pictures by slot; a slot without an entry has no picture.
    public var pictures: [Slot: PackPicture]

    /// The position of a picture on the page.
    public enum Slot: String, Sendable, Hashable, CaseIterable {
        /// The picture beside or above the text.
        case picture
        /// The picture that replaces the title.
        case header
    }

    /// The position of pages and photographs without one, as in the original app's export.
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

/// The place of a page's subject, for the map.
public struct PackPlace: Sendable, Hashable {
    /// The slug of the page.
    public var page: String
    /// The latitude in millionths of a degree, so that files contain no fractions.
    public var latitude: Int
    /// The longitude in millionths of a degree.
    public var longitude: Int

    static let latitudes = -90_000_000...90_000_000
    static let longitudes = -180_000_000...180_000_000

    public init(page: String, latitude: Int, longitude: Int) {
        self.page = page
        self.latitude = latitude
        self.longitude = longitude
    }
}

/// A page that the reader of the original app marked. Only imports of that app's store have favourites.
public struct PackFavourite: Sendable, Hashable {
    /// The slug of the page.
    public var page: String
    /// The time of the mark in whole seconds.
    public var date: Date

    static let dates = 0...253_402_300_799

    public init(page: String, date: Date) {
        self.page = page
        self.date = date
    }
}
