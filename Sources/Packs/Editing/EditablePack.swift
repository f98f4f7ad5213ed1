import Foundation
import Markup

/// A pack that is edited: all its pages, drafts among them, in a form in which each item changes on its own.
public struct EditablePack: Sendable, Hashable {
    /// The description; the version is that of the last publication.
    public var manifest: PackManifest
    /// The pages by slug.
    public internal(set) var pages: [String: EditablePage]
    /// The photographs of the gallery by name.
    public internal(set) var photographs: [String: PackPhoto]
    /// The base map; nil for none.
    public var baseMap: PackBaseMap?
    /// The media that the items may refer to, by hash.
    public var media: [PackMediumID: PackMedium]

    /// Creates a pack without pages.
    public init(manifest: PackManifest) {
        self.manifest = manifest
        pages = [:]
        photographs = [:]
        media = [:]
    }

    /// Creates a pack of one page, as which a new publication begins.
    public init(identity: String, title: String, language: String, colour: PackColour? = nil) {
        self.init(manifest: PackManifest(identity: identity, version: .zero, title: title, languages: [language]))
        put(.page(EditablePage(PackPage(slug: "home", title: title, colour: colour, ground: 1))))
    }

    /// Creates what is edited of a finished pack. Favourites are a reader's own, and are left out.
    public init(_ pack: Pack) {
        manifest = pack.manifest
        let places = Dictionary(pack.places.map { ($0.page, $0) }, uniquingKeysWith: { first, _ in first })
        let editable = pack.pages.map { page in
            EditablePage(
                page, place: places[page.slug].map { .init(latitude: $0.latitude, longitude: $0.longitude) })
        }
        pages = Dictionary(editable.map { ($0.page.slug, $0) }, uniquingKeysWith: { first, _ in first })
        photographs = Dictionary(pack.photographs.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
        baseMap = pack.baseMap
        media = Dictionary(pack.media.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    }

    /// The tree of all pages, drafts among them.
    public var tree: PackTree { PackTree(pages.values.map(\.page)) }

    /// The photographs in the order of the gallery.
    public var gallery: [PackPhoto] {
        photographs.values.sorted { ($0.position, $0.name) < ($1.position, $1.name) }
    }

    // MARK: - Items

    /// Puts an item in the place of the one with its key, or adds it.
    public mutating func put(_ item: PackItem) {
        switch item {
        case .manifest(let manifest): self.manifest = manifest
        case .page(let page): pages[page.page.slug] = page
        case .photograph(let photograph): photographs[photograph.name] = photograph
        case .baseMap(let map): baseMap = map
        }
    }

    /// Removes the item with a key; the description stays.
    public mutating func remove(_ key: PackItem.Key) {
        switch key {
        case .manifest: return
        case .page(let slug): pages[slug] = nil
        case .photograph(let name): photographs[name] = nil
        case .baseMap: baseMap = nil
        }
    }

    /// Puts an item in the place of the one with a key, or removes that one for nil.
    public mutating func set(_ item: PackItem?, at key: PackItem.Key) {
        if let item { put(item) } else { remove(key) }
    }

    /// Returns the item with a key; nil if there is none.
    public subscript(key: PackItem.Key) -> PackItem? {
        switch key {
        case .manifest: .manifest(manifest)
        case .page(let slug): pages[slug].map { .page($0) }
        case .photograph(let name): photographs[name].map { .photograph($0) }
        case .baseMap: baseMap.map { .baseMap($0) }
        }
    }

    /// The items, the description first, then the pages and photographs by their keys.
    public var items: [PackItem] {
        [.manifest(manifest)]
            + pages.values.sorted { $0.page.slug < $1.page.slug }.map { .page($0) }
            + photographs.values.sorted { $0.name < $1.name }.map { .photograph($0) }
            + [baseMap].compactMap(\.self).map { .baseMap($0) }
    }

    // MARK: - What readers get

    /// The slugs of drafts and of all pages below one, which are not published.
    public var unpublishedSlugs: Set<String> {
        let drafts = pages.values.filter(\.isDraft).map(\.page)
        return Set(tree.descendants(of: drafts).map(\.slug))
    }

    /// Returns the pack as readers get it: without drafts and the pages below them, and with the media that are used.
    public func pack(version: PackVersion) -> Pack {
        var manifest = manifest
        manifest.version = version
        let leftOut = unpublishedSlugs
        let published = pages.values.filter { !leftOut.contains($0.page.slug) }
        let places = published.compactMap { page in
            page.place.map { PackPlace(page: page.page.slug, latitude: $0.latitude, longitude: $0.longitude) }
        }
        let used = Self.mediaIDs(of: published, photographs.values)
        return Pack(
            manifest: manifest, pages: published.map(\.page), photographs: Array(photographs.values), places: places,
            media: media.values.filter { used.contains($0.id) }, baseMap: baseMap)
    }

    /// Returns what prevents a publication, and what readers would miss.
    public func findings(for version: PackVersion) -> [PackFinding] {
        let check = PackValidator(pack(version: version), limits: PackLimits())
        return check.faults.map { PackFinding($0, isFault: true) }
            + check.unresolved.map { finding in
                var named = PackFinding(finding, isFault: false)
                if let page = finding.missingSlug.flatMap({ pages[$0] }) {
                    named.message =
                        "A link leads to “\(page.page.title)”, which is a draft or below one. "
                        + "Publish that page too, or remove the link."
                }
                return named
            }
    }

    private static func mediaIDs(
        of pages: [EditablePage], _ photographs: some Sequence<PackPhoto>
    ) -> Set<PackMediumID> {
        var used: Set<PackMediumID> = []
        for page in pages.map(\.page) {
            for picture in page.pictures.values { used.formUnion(picture.files.values) }
            used.formUnion(PackText.insideAddresses(of: page.text).compactMap(PackAddress.mediumID))
        }
        for photograph in photographs { used.formUnion(photograph.picture.files.values) }
        return used
    }
}

/// A finding about a pack that is edited, with the item that it is about.
public struct PackFinding: Sendable, Hashable {
    /// The item to correct.
    public var key: PackItem.Key
    /// A sentence that ends with what to do.
    public var message: String
    /// True if the pack cannot be published with it.
    public var isFault: Bool

    init(_ finding: PackValidator.Finding, isFault: Bool) {
        key =
            switch finding.subject {
            case .manifest: .manifest
            case .page(let slug, _): .page(slug)
            case .photograph(let name, _): .photograph(name)
            case .baseMap: .baseMap
            }
        message = finding.message
        self.isFault = isFault
    }
}
