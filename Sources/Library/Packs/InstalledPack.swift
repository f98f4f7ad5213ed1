public import Foundation
public import Markup
public import News
public import Packs
public import URLs

/// An installed version of a publication that an edition shows.
public struct InstalledPack: Sendable {
    /// The manifest of the version.
    public var manifest: PackManifest
    /// The time of the installation.
    public var installedAt: Date
    /// The root page, whose children are the choices of the start page.
    public var root: PackPageSummary
    /// The number of pages.
    public var pageCount: Int
    /// The number of photographs in the gallery.
    public var photographCount: Int
    /// The number of pages with a place.
    public var placeCount: Int
    /// True if the pack has a base map.
    public var hasBaseMap: Bool
    /// The reader's favourites that no longer have a page, newest first.
    public var lostFavourites: [OrphanedFavourite]
    /// The changes from the previous version; nil for the first version.
    public var changes: PackChanges?
}

/// The changes that a version made when it replaced another. A page counts as changed if its title, text or address
/// differs.
public struct PackChanges: Sendable, Hashable {
    /// The version that was replaced.
    public var replaced: PackVersion
    /// The number of pages that were not installed before.
    public var newPages = 0
    /// The number of pages that changed.
    public var changedPages = 0
    /// The number of pages that were removed.
    public var removedPages = 0

    /// The number of all new, changed and removed pages.
    public var count: Int { newPages + changedPages + removedPages }
}

/// A favourite whose page a new version no longer has.
public struct OrphanedFavourite: Sendable, Hashable {
    /// The last title of the page.
    public var title: String
    /// The time at which the reader marked the page.
    public var markedAt: Date
}

/// A page of a pack, as shown in lists.
public struct PackPageSummary: Sendable {
    /// The identifier of the page in the pack.
    public var slug: String
    /// The story of the page, for search, marks and lists.
    public var story: StoryID
    /// The title as plain text.
    public var title: String
    /// The layout of the page.
    public var kind: PackPage.Kind
    /// The page's own or inherited colour; nil if neither the page nor one above has one.
    public var colour: PackColour?
    /// The number of the page's own or inherited background; nil if neither the page nor one above has one.
    public var ground: Int?
    /// The picture of the page; nil for none.
    public var picture: PackPicture?
    /// True if the page leads to others; a page without children informs.
    public var hasChildren: Bool
    /// The time at which the reader made the page a favourite; nil if it is none.
    public var favouriteAt: Date?
    /// The place of the page's subject; nil for none.
    public var place: PackPlace?
}

/// A page of a pack with its text.
public struct PackPageDetails: Sendable {
    /// The page, as shown in lists.
    public var summary: PackPageSummary
    /// The text. Links inside the pack and pictures have addresses of `PackAddress`.
    public var text: SafeHTML
    /// The pictures of the page by slot.
    public var pictures: [PackPage.Slot: PackPicture]
    /// The public address, for sharing.
    public var address: WebAddress?
    /// The pages from the root to the page above.
    public var path: [PackPageSummary]
    /// The pages below, by position, then title.
    public var children: [PackPageSummary]
    /// The number of children, also if only some were read.
    public var childCount: Int
    /// The position among the pages with the same parent, from 0, and the number of these pages.
    public var position: (index: Int, count: Int)
    /// The page before this one among the pages with the same parent; nil for the first.
    public var previous: PackPageSummary?
    /// The page after this one among the pages with the same parent; nil for the last.
    public var next: PackPageSummary?
}

/// A range of a pack's photographs, with the number of all.
public struct PackPhotoList: Sendable {
    /// The photographs of the range, in the gallery's order.
    public var photographs: [PackPhoto]
    /// The number of all photographs in the gallery.
    public var count: Int
}

/// A photograph with its position in the gallery.
public struct PackPhotoDetails: Sendable {
    /// The photograph.
    public var photograph: PackPhoto
    /// The position in the gallery, from 0.
    public var index: Int
    /// The number of all photographs in the gallery.
    public var count: Int
    /// The name of the photograph before; nil for the first.
    public var previous: String?
    /// The name of the photograph after; nil for the last.
    public var next: String?
}

/// A picture of an installed pack.
public struct StoredPackMedium: Sendable {
    /// The ID, type and size of the picture.
    public var medium: PackMedium
    /// The path of the file.
    public var file: URL
}

/// The contents of a pack that a device needs to show it without this server.
public struct PackContents: Sendable {
    /// The installed version.
    public var version: PackVersion
    /// A hash that is equal for equal contents.
    public var digest: String
    /// The slugs of all pages in reading order.
    public var slugs: [String]
    /// The names of all photographs in the gallery's order.
    public var photographs: [String]
    /// The pictures of the pack, ordered by hash.
    public var media: [PackMedium]
}

/// The outcome of an installation; every outcome but `installed` leaves the installed version as it was.
public enum PackInstallation: Sendable, Hashable {
    /// An installed version.
    /// - Parameter replaced: the version before; nil for the first one.
    case installed(PackVersion, replaced: PackVersion?)
    /// A pack whose contents are installed already.
    case unchanged(PackVersion)
    /// An older version, or other contents under the same number; needs `allowsDowngrade`.
    case refused(PackVersion, installed: PackVersion)
    /// A pack of another publication.
    case otherPublication(identity: String)
}
