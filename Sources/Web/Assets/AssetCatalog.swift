import CAssets
import Compression
import Crypto
import Foundation
import Hummingbird
import News
import Synchronization
import Untrusted

/// The static files, compressed at start; paths contain a content hash, so cached copies are never stale.
struct AssetCatalog: Sendable {
    struct Asset: Sendable {
        let type: String
        let plain: [UInt8]
        let gzipped: [UInt8]?
    }

    private let assets: [String: Asset]
    /// The editions' additions to the base style sheet, by file name: row style, grid, colours.
    private let stylesheetSuffixes: [String: [UInt8]]
    /// The hash of all assets, which is part of their paths.
    let contentHash: String
    /// The secret in the path marks of editions' files. The files reveal which editions exist, and strangers cannot
    /// guess the marks.
    private let secret: String
    private let folder: URL?
    /// The names of the embedded files that each file consists of: one, those of a folder of `joinedFolders`, or the modules of
    /// a `JoinedScript`.
    private let parts: [String: [String]]
    private let inlineStylesheets: [String: InlineStylesheet]
    /// The editions' style sheets without `partsBeyondLists`.
    private let listStylesheets: [String: InlineStylesheet]

    /// An inlined style sheet and its source expression (CSP 3 §2.3.1).
    struct InlineStylesheet: Sendable {
        let bytes: [UInt8]
        let cspSource: String

        init(bytes: [UInt8]) {
            self.bytes = bytes
            cspSource = "'sha256-\(Data(SHA256.hash(data: bytes)).base64EncodedString())'"
        }
    }

    /// Creates the catalog.
    /// - Parameters:
    ///   - folder: the folder whose files replace those in the binary, uncached.
    ///   - editions: the editions, each of which gets a style sheet.
    ///   - secret: the secret that makes the paths of editions' files unknown to strangers.
    init(folder: URL? = nil, editions: [Edition] = [.mine], secret: String = "") {
        // The hash has a key: strangers see it, and could otherwise test guesses of the editions against it.
        var hash = SHA256()
        hash.update(data: Array(secret.utf8))
        var (assets, parts) = Self.embeddedFiles(&hash)
        var suffixes: [String: [UInt8]] = [:]
        var listStylesheets: [String: InlineStylesheet] = [:]
        let listBase = Self.listBase()
        for edition in editions {
            let sheet = EditionStylesheet(edition: edition, all: editions)
            let rows = assets["rows-\(edition.theme.rowStyle.rawValue).css"]?.plain ?? []
            let grid = edition.options.grid == .none ? [] : assets["grid.css"]?.plain ?? []
            let ticks = edition.options.allowsTicks ? assets["ticks.css"]?.plain ?? [] : []
            let suffix = rows + grid + ticks + StylesheetLayer.shared.wrap(Array(sheet.css.utf8))
            suffixes[sheet.fileName] = suffix
            listStylesheets[sheet.fileName] = InlineStylesheet(bytes: listBase + suffix)
            let bytes = (assets[Self.baseStylesheet]?.plain ?? []) + suffix
            hash.update(data: suffix + Array(edition.title.utf8))
            assets[sheet.fileName] = Asset(
                type: Self.stylesheetType, plain: bytes, gzipped: Zlib.gzip(bytes, level: 9))
        }
        let plain = StylesheetLayer.shared.wrap(Array(EditionStylesheet(edition: .mine, all: []).css.utf8))
        suffixes[Self.publicStylesheet] = plain
        let plainSheet = (assets[Self.baseStylesheet]?.plain ?? []) + plain
        assets[Self.publicStylesheet] = Asset(
            type: Self.stylesheetType, plain: plainSheet, gzipped: Zlib.gzip(plainSheet, level: 9))
        self.assets = assets
        self.stylesheetSuffixes = suffixes
        inlineStylesheets = assets.filter { $0.key.hasSuffix(".css") && !Self.linkedStylesheets.contains($0.key) }
            .mapValues { InlineStylesheet(bytes: $0.plain) }
        self.listStylesheets = listStylesheets
        self.folder = folder
        self.parts = parts
        contentHash = folder == nil ? Hex.encode(hash.finalize().prefix(5)) : "dev"
        self.secret = secret
    }

    /// The embedded files by name, and the parts that each consists of.
    private static func embeddedFiles(_ hash: inout SHA256) -> (assets: [String: Asset], parts: [String: [String]]) {
        var count = 0
        let files = UnsafeBufferPointer(start: tidings_assets(&count), count: count)
        var sources: [String: (type: String, bytes: [UInt8])] = [:]
        var parts: [String: [String]] = [:]
        for file in files {
            let part = String(cString: file.name)
            let name = joinedFolders[String(part.prefix { $0 != "/" })] ?? part
            let bytes = UnsafeBufferPointer(start: file.bytes, count: file.length)
            sources[name, default: (String(cString: file.type), [])].bytes += bytes
            parts[name, default: []].append(part)
        }
        var modules = sources.mapValues { [$0.bytes] }
        for (script, names) in JoinedScript.modules {
            modules[script] = names.compactMap { sources[$0]?.bytes }
            for name in names where name != script { modules[name] = nil }
            parts[script] = names
        }
        var assets: [String: Asset] = [:]
        for (name, modules) in modules.sorted(by: { $0.key < $1.key }) {
            guard let source = sources[name] else { continue }
            let bytes = minified(modules, name)
            hash.update(data: bytes)
            assets[name] = Asset(type: source.type, plain: bytes, gzipped: Zlib.gzip(bytes, level: 9))
        }
        return (assets, parts)
    }

    /// The parts of the base style sheet that a list needs only once something is opened in it.
    private static let partsBeyondLists: Set = ["app/story.css", "app/overlays.css", "app/transitions.css"]

    /// Returns the base style sheet without `partsBeyondLists`.
    private static func listBase() -> [UInt8] {
        var count = 0
        let files = UnsafeBufferPointer(start: tidings_assets(&count), count: count)
        let parts = files.filter { file in
            let part = String(cString: file.name)
            return part.hasPrefix("app/") && !partsBeyondLists.contains(part)
        }
        return minified(parts.map { Array(UnsafeBufferPointer(start: $0.bytes, count: $0.length)) }, baseStylesheet)
    }

    /// The folders whose files are served as one file, joined in the order of `CAssets`, with the name of that file.
    private static let joinedFolders = ["app": baseStylesheet, "worker": serviceWorker]
    /// The style sheet of all pages and editions.
    private static let baseStylesheet = "app.css"
    /// The service worker, which is served at the root; see `ServiceWorkerHandler`.
    static let serviceWorker = "sw.js"
    private static let stylesheetType = "text/css; charset=utf-8"
    /// The style sheet without an edition's rules, for pages that strangers see.
    static let publicStylesheet = "plain.css"
    /// The style sheets that are never inlined, because they name files relative to themselves.
    static let linkedStylesheets: Set = ["pack.css", "leaflet.css"]

    func path(_ name: StaticString) -> String { "/assets/\(contentHash)/\(name)" }

    /// Returns true if the page inlines its style sheets for a fast first paint: on a navigation without the edition's
    /// style sheet in the browser's cache. That page loads the files after its content and sets a cookie; later pages
    /// link the files.
    func inlinesStyles(_ request: Request, cookies: RequestCookies) -> Bool {
        folder == nil && request.headers[.secFetchMode] == "navigate" && cookies["sheet"] != contentHash
    }

    func contains(_ name: String) -> Bool { assets[name] != nil }

    func path(named name: String) -> String { "/assets/\(mark(of: name))/\(name)" }

    /// Returns the path component that identifies a file's version. An edition's file has a mark of its own, which
    /// opens no other file: the files of one edition reveal no other edition.
    private func mark(of name: String) -> String {
        guard isOfEdition(name) else { return contentHash }
        return contentHash + Hex.encode(SHA256.hash(data: Array("\(secret)/\(contentHash)/\(name)".utf8)).prefix(16))
    }

    /// Returns true for an edition's style sheet or drawn icon.
    private func isOfEdition(_ name: String) -> Bool {
        if contains(name) { return stylesheetSuffixes[name] != nil && name != Self.publicStylesheet }
        return name.hasPrefix("icon-")
    }

    /// Returns true if any client may load the file: all files but those of editions, which need the mark of their own
    /// paths.
    func isPublic(_ name: String, mark: String?) -> Bool { !isOfEdition(name) || mark == self.mark(of: name) }

    /// Returns the file as it is served, uncompressed; empty if it does not exist.
    func bytes(_ name: String) -> [UInt8] {
        folder.flatMap { bytesFromFolder(name, $0) } ?? assets[name]?.plain ?? []
    }

    /// The beginnings of the names of files that neither a front page nor its stories load.
    private static let notOfFrontPages = [
        "compose", "map", "member", "mute", "pack", "place", "player", "settings", "sign-in", "thread", "topics",
    ]

    /// The beginnings of the names of files that only pages load which need the server, such as those that edit a pack.
    private static let neverOffline = ["prosemirror", "text-editor"]

    /// Returns the paths of all scripts, drawings and styles that a page of the edition may load, sorted by name.
    /// - Parameter isFrontPage: true to leave out what neither a front page nor its stories load.
    func offlinePaths(for edition: Edition, isFrontPage: Bool = false) -> [String] {
        let icons = EditionIcon.Variant.allCases.map { "icon-\(edition.id.rawValue)-\($0.rawValue).png" }
        let own = EditionStylesheet(edition: edition, all: []).fileName
        let files = assets.keys.filter { name in
            guard name != Self.serviceWorker, !Self.neverOffline.contains(where: name.hasPrefix) else { return false }
            if isFrontPage, Self.notOfFrontPages.contains(where: name.hasPrefix) { return false }
            if name.hasSuffix(".css") { return stylesheetSuffixes[name] == nil || name == own }
            return name.hasSuffix(".js") || name.hasSuffix(".svg")
        }
        return (files + icons).sorted().map { path(named: $0) }
    }

    /// Returns the name of the edition's style sheet; the base style sheet's name for an edition unknown to this
    /// catalog.
    func stylesheetName(of edition: Edition) -> String {
        let name = EditionStylesheet(edition: edition, all: []).fileName
        return contains(name) ? name : Self.baseStylesheet
    }

    /// Returns the style sheet for inlining; nil for a file that can only be linked.
    /// - Parameter forList: true for what a list shows before anything is opened in it.
    func inlineStylesheet(named name: String, forList: Bool = false) -> InlineStylesheet? {
        (forList ? listStylesheets[name] : nil) ?? inlineStylesheets[name]
    }

    static let missingResponse = Response.plainText(.notFound, "There is no such file.")

    func response(_ name: String, to request: Request) -> Response {
        guard let asset = assets[name] else { return Self.missingResponse }
        var headers: HTTPFields = [.contentType: asset.type, .vary: "Accept-Encoding"]
        if let folder, let fileBytes = bytesFromFolder(name, folder) {
            headers[.cacheControl] = "no-store"
            return Response(status: .ok, headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(bytes: fileBytes)))
        }
        headers[.cacheControl] = "public, max-age=31536000, immutable"
        var bytes = asset.plain
        if let gzipped = asset.gzipped, Gzip.isAccepted(request) {
            bytes = gzipped
            headers[.contentEncoding] = "gzip"
        }
        headers[.contentLength] = String(bytes.count)
        return Response(status: .ok, headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes)))
    }

    /// Returns the response with a generated file whose path contains a content hash.
    static func immutableResponse(_ bytes: [UInt8], type: String) -> Response {
        Response(
            status: .ok,
            headers: [
                .contentType: type, .cacheControl: "public, max-age=31536000, immutable",
                .contentLength: String(bytes.count),
            ], body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes)))
    }

    private static func minified(_ modules: [[UInt8]], _ name: String) -> [UInt8] {
        if isOwnScript(name) { return withConstants(JoinedScript.joined(modules.map(AssetMinifier.script), as: name)) }
        let bytes = Array(modules.joined())
        return name.hasSuffix(".css") ? StylesheetLayer(of: name).wrap(AssetMinifier.stylesheet(bytes)) : bytes
    }

    /// Returns true for our scripts; others are already minified by their authors.
    private static func isOwnScript(_ name: String) -> Bool { name.hasSuffix(".js") && !name.hasSuffix(".min.js") }

    private static func withConstants(_ script: [UInt8]) -> [UInt8] {
        ScriptConstants.shared.prelude(for: script) + script
    }

    private func bytesFromFolder(_ name: String, _ folder: URL) -> [UInt8]? {
        let file = stylesheetSuffixes[name] == nil ? name : Self.baseStylesheet
        var modules: [[UInt8]] = []
        for part in parts[file] ?? [file] {
            let path = folder.appending(path: part).path
            guard let found = FileManager.default.contents(atPath: path) else { return nil }
            modules.append(Array(found))
        }
        if Self.isOwnScript(file) { return Self.withConstants(JoinedScript.joined(modules, as: file)) }
        let bytes = Array(modules.joined())
        guard file.hasSuffix(".css") else { return bytes }
        return StylesheetLayer(of: file).wrap(bytes) + (stylesheetSuffixes[name] ?? [])
    }
}

/// A cache of the asset catalog of the current editions.
final class AssetCatalogCache: Sendable {
    private let folder: URL?
    private let secret: String
    private let cached: Mutex<(editions: [Edition], catalog: AssetCatalog)>

    /// Creates the cache with the catalog of `editions`.
    /// - Parameter secret: the secret in the paths of editions' files; see `AssetCatalog`.
    init(folder: URL?, editions: [Edition], secret: String) {
        self.folder = folder
        self.secret = secret
        cached = Mutex((editions, AssetCatalog(folder: folder, editions: editions, secret: secret)))
    }

    func catalog(for editions: [Edition]) -> AssetCatalog {
        cached.withLock { cached in
            // The comparison is fast: EditionRegistry returns the same array until it reloads, and equal storage
            // compares equal.
            if cached.editions != editions {
                cached = (editions, AssetCatalog(folder: folder, editions: editions, secret: secret))
            }
            return cached.catalog
        }
    }
}
