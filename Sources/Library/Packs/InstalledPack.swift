public import Foundation
public import Markup
public import News
public import Packs
public import URLs

/// The version of a publication that an edition shows.
public struct InstalledPack: Sendable {
    public var manifest: PackManifest
    public var installedAt: Date
    /// Home: its children are the choices.
    public var root: PackPageSummary
    public var pageCount: Int
    public var photographCount: Int
    /// Pages with a place.
    public var placeCount: Int
    public var hasBaseMap: Bool
    /// What was a favourite of this reader's before and has no page any more, newest first.
    public var lostFavourites: [LostFavourite]
    /// Nil for the first version.
    public var changes: PackChanges?
}

/// What a version changed when it replaced another. A page has changed if its title, text or address has.
public struct PackChanges: Sendable, Hashable {
    public var replaced: PackVersion
    public var newPages = 0
    public var changedPages = 0
    public var gonePages = 0

    public var count: Int { newPages + changedPages + gonePages }
}

/// A favourite whose page a new version no longer has.
public struct LostFavourite: Sendable, Hashable {
    public var title: String
    public var markedAt: Date
}

/// A page of a pack, as lists show it.
public struct PackPageSummary: Sendable {
    public var slug: String
    /// The story that it is to search, marks and lists.
    public var story: StoryID
    public var title: String
    public var kind: PackPage.Kind
    /// Its own or inherited; nil when no page above has one.
    public var colour: PackColour?
    /// The background's number, its own or inherited.
    public var ground: Int?
    public var picture: PackPicture?
    /// A page that leads on; one without children informs.
    public var hasChildren: Bool
    /// When this reader made it a favourite.
    public var favouriteAt: Date?
    public var place: PackPlace?
}

/// A page of a pack with its text.
public struct PackPageDetails: Sendable {
    public var summary: PackPageSummary
    /// Links inside the pack and pictures have addresses of `PackAddress`.
    public var text: SafeHTML
    public var pictures: [PackPage.Slot: PackPicture]
    /// Its public address, for sharing.
    public var address: WebAddress?
    /// From the root to the page above.
    public var path: [PackPageSummary]
    /// By position, then title.
    public var children: [PackPageSummary]
    /// How many there are, also where only some were read.
    public var childCount: Int
    /// Its place among the pages with the same parent, from 0, and how many these are.
    public var position: (index: Int, count: Int)
    public var previous: PackPageSummary?
    public var next: PackPageSummary?
}

/// Some of a pack's photographs, and how many there are in all.
public struct PackPhotoList: Sendable {
    public var photographs: [PackPhoto]
    public var count: Int
}

/// A photograph, and its place in the gallery.
public struct PackPhotoDetails: Sendable {
    public var photograph: PackPhoto
    /// From 0.
    public var index: Int
    public var count: Int
    /// The names of those beside it.
    public var previous: String?
    public var next: String?
}

/// A picture of an installed pack.
public struct StoredPackMedium: Sendable {
    public var medium: PackMedium
    public var file: URL
}

/// What a device needs to show a pack without this server.
public struct PackContents: Sendable {
    public var version: PackVersion
    /// Equal for equal contents.
    public var digest: String
    /// In reading order.
    public var slugs: [String]
    public var photographs: [String]
    public var media: [PackMedium]
}

/// How an installation ended; each but the first left what was there as it was.
public enum PackInstallation: Sendable, Hashable {
    /// - Parameter replaced: nil for the first version.
    case installed(PackVersion, replaced: PackVersion?)
    /// The same contents are there already.
    case unchanged(PackVersion)
    /// An older version, or other contents under the same number; needs `allowsDowngrade`.
    case refused(PackVersion, installed: PackVersion)
    /// A pack of another publication.
    case otherPublication(identity: String)
}
