public import Foundation
import Markup
import URLs

/// Writes a pack as a folder; building the folder gives the same pack.
public struct PackFolderExporter {
    private let pack: Pack
    private let media: any PackMediaSource
    private let types: [PackMediumID: PackMediaType]
    private let paths: [String: String]
    private let folder: URL

    /// Writes a folder.
    /// - Parameter folder: a folder that is empty or does not exist.
    /// - Throws: `.targetOccupied`, `.cannotWrite`, and the errors of `media`.
    public static func write(_ pack: Pack, media: any PackMediaSource, to folder: URL) throws(PackError) {
        let manager = FileManager.default
        if manager.fileExists(atPath: folder.path) {
            let names = try? manager.contentsOfDirectory(atPath: folder.path)  // A file has no contents: also occupied.
            guard names?.isEmpty == true else {
                throw .targetOccupied("\(folder.path) is not empty. Name a new folder.")
            }
        }
        do { try PackFolderExporter(pack, media, folder).run() } catch let error as PackError { throw error } catch {
            throw .cannotWrite(
                "\(folder.path) cannot be written: \(error.localizedDescription) Check the folder and its space.")
        }
    }

    private init(_ pack: Pack, _ media: any PackMediaSource, _ folder: URL) {
        self.pack = pack
        self.media = media
        self.folder = folder
        types = Dictionary(pack.media.map { ($0.id, $0.type) }, uniquingKeysWith: { first, _ in first })
        let tree = PackTree(pack.pages)
        var paths: [String: String] = [:]
        for page in tree.inOrder {
            let above = page.parent.flatMap { paths[$0] }.map { PackFolderPath.folder(of: $0) }
            let isFolder = !tree.children(of: page.slug).isEmpty || page.slug == "index"
            let inside = PackFolderPath.join(above ?? "", page.slug)
            paths[page.slug] = page.parent == nil ? "index.html" : isFolder ? "\(inside)/index.html" : "\(inside).html"
        }
        self.paths = paths
    }

    private func run() throws {
        try write(manifestText, "pack.yaml")
        if let map = pack.baseMap { try write(map.json + "\n", PackBuilder.baseMapName) }
        let places = Dictionary(pack.places.map { ($0.page, $0) }, uniquingKeysWith: { first, _ in first })
        let favourites = Dictionary(pack.favourites.map { ($0.page, $0.date) }, uniquingKeysWith: { first, _ in first })
        for page in pack.pages {
            guard let path = paths[page.slug] else { continue }
            try write(try text(of: page, places[page.slug], favourites[page.slug]), path)
        }
        for photo in pack.photographs {
            var lines = YAMLWriter()
            lines.add("position", number: photo.position == PackPage.lastPosition ? nil : photo.position)
            lines.add("caption", photo.caption.isEmpty ? nil : photo.caption)
            lines.add("credit", photo.credit)
            let stem = "\(PackBuilder.photographFolder)/\(photo.name)"
            // The file is written even if it is empty, as it stands for a photograph without files.
            try write(lines.text, stem + ".yaml")
            try write(photo.picture, stem)
        }
        // Each picture is written once, however many pages show it.
        let shown = isInText
        for medium in pack.media where shown.contains(medium.id) {
            try write(try media.bytes(of: medium.id), mediumPath(medium.id))
        }
    }

    private var isInText: Set<PackMediumID> {
        Set(pack.pages.flatMap { PackText.insideAddresses(of: $0.text).compactMap(PackAddress.mediumID) })
    }

    private var manifestText: String {
        let manifest = pack.manifest
        var lines = YAMLWriter()
        lines.add("identity", manifest.identity)
        lines.add("version", manifest.version.description)
        lines.add("title", manifest.title)
        lines.add("languages", list: manifest.languages)
        lines.add("licence", manifest.licence)
        lines.add("credits", list: manifest.credits)
        lines.add("address", manifest.address?.text)
        return lines.text
    }

    private func text(of page: PackPage, _ place: PackPlace?, _ favourite: Date?) throws -> String {
        var lines = YAMLWriter()
        lines.add("title", page.title)
        lines.add("slug", page.slug)
        lines.add("position", number: page.position == PackPage.lastPosition ? nil : page.position)
        lines.add("kind", page.kind == .basic ? nil : page.kind.rawValue)
        lines.add("colour", page.colour?.description)
        lines.add("ground", number: page.ground)
        lines.add("address", page.address?.text)
        for (slot, picture) in page.pictures.sorted(by: { $0.key.rawValue < $1.key.rawValue })
        where !picture.files.isEmpty {
            let stem = "\(slot.rawValue)s/\(page.slug)"
            lines.add(slot.rawValue, "/" + stem)
            try write(picture, stem)
        }
        lines.add("latitude", place.map { Self.degrees($0.latitude) })
        lines.add("longitude", place.map { Self.degrees($0.longitude) })
        lines.add("favourite", favourite?.formatted(.iso8601))
        return "---\n\(lines.text)---\n\(body(page))\n"
    }

    private func body(_ page: PackPage) -> String {
        page.text.mappingLinks { address in
            if let (slug, fragment) = PackAddress.slug(of: address), let path = paths[slug] {
                return "/\(path)" + (fragment.map { "#\($0)" } ?? "")
            }
            return PackAddress.mediumID(of: address).map { "/" + mediumPath($0) }
        }.mappingPictures { picture in
            var picture = picture
            picture.isLazy = false
            if let id = PackAddress.mediumID(of: picture.src) { picture.src = "/" + mediumPath(id) }
            return picture
        }.text
    }

    private func mediumPath(_ id: PackMediumID) -> String {
        "media/\(id.hex).\(types[id]?.fileExtensions.first ?? "")"
    }

    private func write(_ picture: PackPicture, _ stem: String) throws {
        for (rendition, id) in picture.files {
            let end = "\(rendition.suffixes[0]).\(types[id]?.fileExtensions.first ?? "")"
            try write(try media.bytes(of: id), stem + end)
        }
    }

    private func write(_ text: String, _ path: String) throws { try write(Data(text.utf8), path) }

    private func write(_ data: Data, _ path: String) throws {
        let file = folder.appending(path: path)
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try data.write(to: file)
    }

    /// Returns degrees with six decimals, without rounding.
    private static func degrees(_ millionths: Int) -> String {
        let digits = String(millionths.magnitude)
        let padded = String(repeating: "0", count: max(0, 7 - digits.count)) + digits
        return (millionths < 0 ? "-" : "") + padded.dropLast(6) + "." + padded.suffix(6)
    }
}

/// Keys and values in YAML; texts are in double quotes.
struct YAMLWriter {
    private(set) var text = ""

    mutating func add(_ key: String, _ value: String?) {
        if let value { text += "\(key): \(Self.quoted(value))\n" }
    }

    mutating func add(_ key: String, number: Int?) {
        if let number { text += "\(key): \(number)\n" }
    }

    mutating func add(_ key: String, list: [String]) {
        guard !list.isEmpty else { return }
        text += "\(key):\n" + list.map { "  - \(Self.quoted($0))\n" }.joined()
    }

    /// Returns a quoted value. `&` and `*` are escaped, as `YAMLReader` refuses references even in quotes.
    static func quoted(_ value: String) -> String {
        var quoted = "\""
        for scalar in value.unicodeScalars {
            switch scalar {
            case "\"": quoted += "\\\""
            case "\\": quoted += "\\\\"
            case "&", "*": quoted += scalar == "&" ? "\\x26" : "\\x2A"
            case "\n": quoted += "\\n"
            case "\t": quoted += "\\t"
            default: quoted.unicodeScalars.append(scalar)
            }
        }
        return quoted + "\""
    }
}
