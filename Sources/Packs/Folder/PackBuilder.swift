public import Foundation
import Markup
import URLs
import Untrusted

/// A pack with a source of its media's bytes, before it is written.
public struct PackDraft: Sendable {
    /// The contents of the pack.
    public let pack: Pack
    /// The source of the bytes of the media.
    public let media: any PackMediaSource
    /// Notes on what was left out or changed, and why.
    public let notes: [PackIssue]
    /// The contents that an import could not bring along, a line for each kind.
    public let losses: [String]

    public init(pack: Pack, media: any PackMediaSource, notes: [PackIssue] = [], losses: [String] = []) {
        self.pack = pack
        self.media = media
        self.notes = notes
        self.losses = losses
    }
}

/// Builds a pack from a folder of Markdown or HTML files with front matter and pictures (docs/packs.md). Reports every
/// fault with file and line.
public struct PackBuilder {
    private let files: PackFolderFiles
    private let limits: PackLimits
    private var faults: [PackIssue]
    private var notes: [PackIssue] = []
    private var pictures: PictureFinder
    private var manifestFile = PackYAMLFile("", path: PackBuilder.manifestName, keys: [])
    private var pageFiles: [String: PackPageFile] = [:]
    private var photographFiles: [String: PackYAMLFile] = [:]

    static let manifestName = "pack.yaml"
    /// The name of the base map file, as `tidings pack map` writes it.
    public static let baseMapName = "map.json"
    static let photographFolder = "photographs"
    private static let manifestKeys = [
        "identity", "version", "title", "languages", "licence", "credits", "address",
    ]
    private static let photographKeys = ["position", "caption", "credit"]

    /// Builds a pack.
    /// - Throws: `.notThere`, `.tooLarge`; `.faults` with all faults.
    public static func build(_ folder: URL, limits: PackLimits = PackLimits()) throws(PackError) -> PackDraft {
        var builder = PackBuilder(try PackFolderFiles(folder), limits)
        return try builder.run()
    }

    private init(_ files: PackFolderFiles, _ limits: PackLimits) {
        self.files = files
        self.limits = limits
        faults = files.faults
        pictures = PictureFinder(files, mediumSize: limits.mediumSize)
    }

    private mutating func run() throws(PackError) -> PackDraft {
        let manifest = readManifest()
        var tree = PackFolderTree(readPageFiles())
        tree.leaveOutDrafts()
        notes += tree.notes
        pageFiles = tree.filesBySlug
        var pages: [PackPage] = []
        var places: [PackPlace] = []
        var favourites: [PackFavourite] = []
        let links = PackLinkResolver(tree: tree)
        for slug in tree.slugs {
            guard var file = tree.filesBySlug[slug] else { continue }
            pages.append(page(slug, &file, manifest, tree, links))
            if let place = place(slug, &file) { places.append(place) }
            if let favourite = favourite(slug, &file) { favourites.append(favourite) }
            faults += file.keys.faults
        }
        faults += tree.faults
        let pack = Pack(
            manifest: manifest, pages: pages, photographs: photographs(), places: places, favourites: favourites,
            media: Array(pictures.media.values), baseMap: baseMap())
        let check = PackValidator(pack, limits: limits)
        faults += check.faults.map(located) + manifestFile.faults
        guard faults.isEmpty else {
            throw .faults(faults.sorted { ($0.place, $0.line ?? 0, $0.message) < ($1.place, $1.line ?? 0, $1.message) })
        }
        let media = PackFolderMedia(files: files, paths: pictures.paths, mediumSize: limits.mediumSize)
        return PackDraft(pack: pack, media: media, notes: notes)
    }

    private func located(_ finding: PackValidator.Finding) -> PackIssue {
        let file: PackYAMLFile? =
            switch finding.subject {
            case .baseMap: PackYAMLFile("", path: Self.baseMapName, keys: [])
            case .manifest: manifestFile
            case .page(let slug, _): pageFiles[slug]?.keys
            case .photograph(let name, _): photographFiles[name]
            }
        let key =
            switch finding.subject {
            case .manifest(let key), .page(_, let key), .photograph(_, let key): key
            case .baseMap: ""
            }
        guard let file else { return PackIssue(place: Self.photographFolder, finding.message) }
        return PackIssue(place: file.path, line: file.line(of: key), finding.message)
    }

    // MARK: - Manifest

    private mutating func readManifest() -> PackManifest {
        var manifest = PackManifest(identity: "", version: PackVersion.zero, title: "", languages: [])
        guard files.contains(Self.manifestName) else {
            faults.append(
                PackIssue(
                    place: Self.manifestName,
                    "The file is missing. Write it with identity, version, title and languages (docs/packs.md)."))
            return manifest
        }
        let text: String
        do throws(PackIssue) { text = try files.text(Self.manifestName, limit: 256 << 10) } catch {
            faults.append(error)
            return manifest
        }
        var file = PackYAMLFile(text, path: Self.manifestName, keys: Self.manifestKeys)
        manifest.identity = file.text("identity") ?? ""
        if let version = PackVersion(file.text("version") ?? "") {
            manifest.version = version
        } else {
            file.fault("version", "“version” is up to four numbers joined by dots, such as 2.1. Write it.")
        }
        manifest.title = file.text("title").map { PrintableText.line($0) } ?? ""
        manifest.languages = file.list("languages")
        manifest.licence = file.text("licence")
        manifest.credits = file.list("credits").map { PrintableText.line($0) }
        manifest.address = file.address("address", base: nil)
        manifestFile = file
        return manifest
    }

    private mutating func baseMap() -> PackBaseMap? {
        guard files.contains(Self.baseMapName) else { return nil }
        do throws(PackIssue) {
            let json = try files.bytes(Self.baseMapName, limit: limits.baseMapSize)
            if let map = PackBaseMap(json: json, limits: limits) { return map }
            faults.append(
                PackIssue(
                    place: Self.baseMapName, line: 1,
                    "This is no base map. Write it with tidings pack map, or take it out."))
        } catch { faults.append(error) }
        return nil
    }

    // MARK: - Pages

    private mutating func readPageFiles() -> [PackPageFile] {
        var pages: [PackPageFile] = []
        for path in files.paths where PackPageFile.fileExtensions.contains(PackFolderPath.fileExtension(of: path)) {
            guard path != "README.md" else { continue }
            do throws(PackIssue) {
                let page = PackPageFile(try files.text(path, limit: limits.textSize), path: path)
                if page.isMarkdown, let problem = MarkdownRenderer.problem(of: page.body) {
                    throw PackIssue(place: path, line: page.bodyLine, problem)
                }
                pages.append(page)
            } catch { faults.append(error) }
        }
        return pages
    }

    private mutating func page(
        _ slug: String, _ file: inout PackPageFile, _ manifest: PackManifest, _ tree: PackFolderTree,
        _ links: PackLinkResolver
    ) -> PackPage {
        var page = PackPage(slug: slug, parent: tree.parents[slug], title: "")
        page.title = file.keys.text("title").map { PrintableText.line($0) } ?? ""
        page.position = file.keys.number("position", in: -1_000_000...1_000_000) ?? PackPage.lastPosition
        page.ground = file.keys.number("ground", in: 1...99)
        page.address = file.keys.address("address", base: manifest.address)
        if let text = file.keys.text("kind") {
            page.kind = PackPage.Kind(rawValue: text) ?? .basic
            if page.kind.rawValue != text {
                file.keys.fault("kind", "“kind” is list, basic, tiled or university. Correct it.")
            }
        }
        if let text = file.keys.text("colour") {
            page.colour = PackColour(text)
            if page.colour == nil {
                file.keys.fault("colour", "“colour” is written \"#rrggbb\", in quotes. Correct it.")
            }
        }
        for slot in PackPage.Slot.allCases {
            if let picture = picture(slot.rawValue, &file) { page.pictures[slot] = picture }
        }
        let body = links.text(of: file, pictures: &pictures)
        page.text = body.text
        faults += body.faults
        notes += body.notes
        return page
    }

    private mutating func picture(_ key: String, _ file: inout PackPageFile) -> PackPicture? {
        guard let name = file.keys.text(key) else { return nil }
        let folder = PackFolderPath.folder(of: file.path)
        guard let path = PackFolderPath.resolve(name, in: folder) else {
            file.keys.fault(
                key, "“\(name)” leads out of the pack's folder. Put the picture inside, and name it from here.")
            return nil
        }
        do throws(PackIssue) {
            let picture = try pictures.picture(PictureFinder.stem(path))
            guard picture.files.isEmpty else { return picture }
            file.keys.fault(
                key, "There is no picture “\(name)” beside this page. Correct the name, from this file's folder.")
        } catch { faults.append(error) }
        return nil
    }

    private func place(_ slug: String, _ file: inout PackPageFile) -> PackPlace? {
        let latitude = file.keys.degrees("latitude", in: PackPlace.latitudes)
        let longitude = file.keys.degrees("longitude", in: PackPlace.longitudes)
        if file.keys.has("latitude") != file.keys.has("longitude") {
            file.keys.fault("latitude", "A place has both “latitude” and “longitude”. Write the other one too.")
        }
        guard let latitude, let longitude else { return nil }
        return PackPlace(page: slug, latitude: latitude, longitude: longitude)
    }

    private func favourite(_ slug: String, _ file: inout PackPageFile) -> PackFavourite? {
        guard let text = file.keys.text("favourite") else { return nil }
        do {
            let date = try Date(text, strategy: .iso8601)
            guard PackFavourite.dates.contains(Int(saturating: date.timeIntervalSince1970.rounded())) else {
                throw CocoaError(.formatting)
            }
            return PackFavourite(page: slug, date: date)
        } catch {
            file.keys.fault("favourite", "“favourite” is a time such as 2014-07-05T10:00:00Z. Correct it.")
            return nil
        }
    }

    // MARK: - Photographs

    private mutating func photographs() -> [PackPhoto] {
        var photographs: [PackPhoto] = []
        let stems = PictureFinder.stems(in: Self.photographFolder, of: files)
        let described = files.paths.filter {
            PackFolderPath.folder(of: $0) == Self.photographFolder && PackFolderPath.fileExtension(of: $0) == "yaml"
        }.map { String($0.dropLast(5)) }
        for stem in Set(stems + described).sorted(by: { $0.utf8.lexicographicallyPrecedes($1.utf8) }) {
            var photo = PackPhoto(name: PackFolderPath.name(of: stem))
            let path = stem + ".yaml"
            var keys = PackYAMLFile("", path: path, keys: [])
            do throws(PackIssue) {
                photo.picture = try pictures.picture(stem)
                if files.contains(path) {
                    keys = PackYAMLFile(
                        try files.text(path, limit: 64 << 10), path: path, keys: Self.photographKeys)
                }
            } catch { faults.append(error) }
            photo.position = keys.number("position", in: -1_000_000...1_000_000) ?? PackPage.lastPosition
            photo.caption = keys.text("caption").map { PrintableText.lines($0) } ?? ""
            photo.credit = keys.text("credit").map { PrintableText.line($0) }
            faults += keys.faults
            photographFiles[photo.name] = keys
            photographs.append(photo)
        }
        return photographs
    }
}
