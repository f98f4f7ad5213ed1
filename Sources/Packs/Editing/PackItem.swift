public import Foundation
import Markup
import URLs

/// A part of a pack that is edited, saved and brought back on its own.
public enum PackItem: Sendable, Hashable {
    case manifest(PackManifest)
    case page(EditablePage)
    case photograph(PackPhoto)
    case baseMap(PackBaseMap)

    /// The identifier of an item within its pack.
    public enum Key: Sendable, Hashable {
        case manifest
        /// A page by its slug.
        case page(String)
        /// A photograph by its name.
        case photograph(String)
        case baseMap
    }

    /// The identifier of the item.
    public var key: Key {
        switch self {
        case .manifest: .manifest
        case .page(let page): .page(page.page.slug)
        case .photograph(let photograph): .photograph(photograph.name)
        case .baseMap: .baseMap
        }
    }

    /// The words for the item in a list of changes: the title of a page, the name of a photograph.
    public var subject: String {
        switch self {
        case .manifest(let manifest): manifest.title
        case .page(let page): page.page.title
        case .photograph(let photograph):
            photograph.caption.isEmpty ? photograph.name : String(photograph.caption.prefix(100))
        case .baseMap: ""
        }
    }

    /// Returns this version of an item with what another version changed since both began.
    /// - Returns: nil if both changed the same field to different values.
    public func merged(with other: PackItem, since before: PackItem) -> PackItem? {
        guard key == other.key, key == before.key, let mine = fields, let theirs = other.fields,
            let base = before.fields
        else { return nil }
        var merged = mine
        for name in Set(theirs.keys).union(base.keys) where theirs[name] != base[name] {
            guard mine[name] == base[name] || mine[name] == theirs[name] else { return nil }
            merged[name] = theirs[name]
        }
        // All fields come from items, so they make one again.
        guard let json = try? JSONSerialization.data(withJSONObject: merged) else { return nil }
        return try? PackItem(json: json, kind: key.kind)  // See above.
    }

    /// The fields of the item's JSON; nil if it is no object.
    private var fields: [String: NSObject]? {
        // Encoding these values cannot fail.
        guard let json = try? json() else { return nil }
        return (try? JSONSerialization.jsonObject(with: json)) as? [String: NSObject]  // See above.
    }
}

extension PackItem.Key {
    /// The kind of the item, as it is stored.
    public enum Kind: String, Sendable, Hashable { case manifest, page, photograph, baseMap = "base-map" }

    /// The kind of the item.
    public var kind: Kind {
        switch self {
        case .manifest: .manifest
        case .page: .page
        case .photograph: .photograph
        case .baseMap: .baseMap
        }
    }

    /// The slug of a page, or the name of a photograph; empty for the others.
    public var name: String {
        switch self {
        case .page(let name), .photograph(let name): name
        case .manifest, .baseMap: ""
        }
    }

    public init(_ kind: Kind, name: String) {
        self =
            switch kind {
            case .manifest: .manifest
            case .page: .page(name)
            case .photograph: .photograph(name)
            case .baseMap: .baseMap
            }
    }
}

extension PackItem {
    /// Reads an item from its JSON. Texts are cleaned again.
    /// - Throws: `DecodingError` if it is no such item.
    public init(json: Data, kind: Key.Kind) throws {
        let decoder = JSONDecoder()
        switch kind {
        case .manifest: self = .manifest(try decoder.decode(ManifestForm.self, from: json).value)
        case .page: self = .page(try decoder.decode(PageForm.self, from: json).value)
        case .photograph: self = .photograph(try decoder.decode(PhotographForm.self, from: json).value)
        case .baseMap: self = .baseMap(try decoder.decode(PackBaseMap.self, from: json))
        }
    }

    /// Returns the item as JSON with sorted keys, so that equal items give equal bytes.
    public func json() throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return switch self {
        case .manifest(let manifest): try encoder.encode(ManifestForm(manifest))
        case .page(let page): try encoder.encode(PageForm(page))
        case .photograph(let photograph): try encoder.encode(PhotographForm(photograph))
        case .baseMap(let map): try encoder.encode(map)
        }
    }
}

// MARK: - The forms as JSON

private struct ManifestForm: Codable {
    var identity, version, title: String
    var languages: [String]
    var licence: String?
    var credits: [String]
    var address: String?

    init(_ manifest: PackManifest) {
        identity = manifest.identity
        version = manifest.version.description
        title = manifest.title
        languages = manifest.languages
        licence = manifest.licence
        credits = manifest.credits
        address = manifest.address?.text
    }

    var value: PackManifest {
        PackManifest(
            identity: identity, version: PackVersion(version) ?? .zero, title: title, languages: languages,
            licence: licence, credits: credits, address: address.flatMap { WebAddress($0) })
    }
}

private struct PageForm: Codable {
    var slug: String
    var parent: String?
    var position: Int
    var title, kind, text: String
    var colour: String?
    var ground: Int?
    var address: String?
    var pictures: [String: PictureForm]
    var place: PackBaseMap.Point?
    var isDraft: Bool

    init(_ editable: EditablePage) {
        let page = editable.page
        slug = page.slug
        parent = page.parent
        position = page.position
        title = page.title
        kind = page.kind.rawValue
        text = page.text.text
        colour = page.colour?.description
        ground = page.ground
        address = page.address?.text
        pictures = Dictionary(
            page.pictures.map { ($0.key.rawValue, PictureForm($0.value)) }, uniquingKeysWith: { first, _ in first })
        place = editable.place
        isDraft = editable.isDraft
    }

    var value: EditablePage {
        var page = PackPage(slug: slug, parent: parent, position: position, title: title)
        page.kind = PackPage.Kind(rawValue: kind) ?? .basic
        page.text = PackText.clean(text)
        page.colour = colour.flatMap { PackColour($0) }
        page.ground = ground
        page.address = address.flatMap { WebAddress($0) }
        for (slot, picture) in pictures {
            if let slot = PackPage.Slot(rawValue: slot) { page.pictures[slot] = picture.value }
        }
        return EditablePage(page, place: place, isDraft: isDraft)
    }
}

private struct PhotographForm: Codable {
    var name: String
    var position: Int
    var caption: String
    var credit: String?
    var picture: PictureForm

    init(_ photograph: PackPhoto) {
        name = photograph.name
        position = photograph.position
        caption = photograph.caption
        credit = photograph.credit
        picture = PictureForm(photograph.picture)
    }

    var value: PackPhoto {
        PackPhoto(name: name, position: position, caption: caption, credit: credit, picture: picture.value)
    }
}

/// A picture's files: hashes by rendition.
private struct PictureForm: Codable {
    var files: [String: String]

    init(_ picture: PackPicture) {
        files = Dictionary(
            picture.files.map { ($0.key.rawValue, $0.value.hex) }, uniquingKeysWith: { first, _ in first })
    }

    var value: PackPicture {
        var picture = PackPicture()
        for (rendition, hash) in files {
            if let rendition = PackRendition(rawValue: rendition), let id = PackMediumID(hash) {
                picture.files[rendition] = id
            }
        }
        return picture
    }
}
