import CAssets
import Compression
import Crypto
import Foundation
import Hummingbird
import News
import Synchronization
import Untrusted

/// Static files, compressed at start; paths contain a content hash, so they never go stale.
struct AssetCatalog: Sendable {
    struct Asset: Sendable {
        let type: String
        let plain: [UInt8]
        let gzipped: [UInt8]?
    }

    private let assets: [String: Asset]
    /// Appended to the base style sheet: row style, grid, colours.
    private let stylesheetSuffixes: [String: [UInt8]]
    /// Hash of all assets, part of their paths.
    let contentHash: String
    /// Part of the marks of what tells which editions there are: strangers cannot guess them.
    private let secret: String
    private let folder: URL?
    private let inlineStylesheets: [String: InlineStylesheet]

    /// An inlined style sheet and its source expression (CSP 3 §2.3.1).
    struct InlineStylesheet: Sendable {
        let bytes: [UInt8]
        let cspSource: String

        init(bytes: [UInt8]) {
            self.bytes = bytes
            cspSource = "'sha256-\(Data(SHA256.hash(data: bytes)).base64EncodedString())'"
        }
    }

    /// - Parameters:
    ///   - folder: replaces the binary's files, uncached.
    ///   - editions: each gets a style sheet.
    ///   - secret: makes the paths of editions' files unknown to strangers.
    init(folder: URL? = nil, editions: [Edition] = [.mine], secret: String = "") {
        var count = 0
        let files = UnsafeBufferPointer(start: tidings_assets(&count), count: count)
        var assets: [String: Asset] = [:]
        // Keyed: strangers see the hash, and could otherwise test guesses of the editions against it.
        var hash = SHA256()
        hash.update(data: Array(secret.utf8))
        for file in files {
            let name = String(cString: file.name)
            let bytes = Self.minified(Array(UnsafeBufferPointer(start: file.bytes, count: file.length)), name)
            hash.update(data: bytes)
            assets[name] = Asset(
                type: String(cString: file.type), plain: bytes, gzipped: Zlib.gzip(bytes, level: 9))
        }
        var suffixes: [String: [UInt8]] = [:]
        for edition in editions {
            let sheet = EditionStylesheet(edition: edition, all: editions)
            let rows = assets["rows-\(edition.theme.rowStyle.rawValue).css"]?.plain ?? []
            let grid = edition.options.grid == .none ? [] : assets["grid.css"]?.plain ?? []
            let ticks = edition.options.allowsTicks ? assets["ticks.css"]?.plain ?? [] : []
            let suffix = rows + grid + ticks + StylesheetLayer.shared.wrap(Array(sheet.css.utf8))
            suffixes[sheet.fileName] = suffix
            let bytes = (assets[Self.baseStylesheet]?.plain ?? []) + suffix
            hash.update(data: suffix + Array(edition.title.utf8))
            assets[sheet.fileName] = Asset(
                type: "text/css; charset=utf-8", plain: bytes, gzipped: Zlib.gzip(bytes, level: 9))
        }
        let plain = StylesheetLayer.shared.wrap(Array(EditionStylesheet(edition: .mine, all: []).css.utf8))
        suffixes[Self.publicStylesheet] = plain
        let plainSheet = (assets[Self.baseStylesheet]?.plain ?? []) + plain
        assets[Self.publicStylesheet] = Asset(
            type: "text/css; charset=utf-8", plain: plainSheet, gzipped: Zlib.gzip(plainSheet, level: 9))
        self.assets = assets
        self.stylesheetSuffixes = suffixes
        inlineStylesheets = assets.filter { $0.key.hasSuffix(".css") && !Self.linkedStylesheets.contains($0.key) }
            .mapValues { InlineStylesheet(bytes: $0.plain) }
        self.folder = folder
        contentHash = folder == nil ? Hex.encode(hash.finalize().prefix(5)) : "dev"
        self.secret = secret
    }

    private static let baseStylesheet = "app.css"
    /// Of no edition, for pages that strangers see.
    static let publicStylesheet = "plain.css"
    /// Never inlined: the files that they name beside them would be looked for beside the page.
    static let linkedStylesheets: Set = ["pack.css", "leaflet.css"]

    func path(_ name: StaticString) -> String { "/assets/\(contentHash)/\(name)" }

    /// Whether to inline style sheets: on a navigation without the edition's in the browser's cache, for a fast first
    /// paint. That page loads the files after its content and sets a cookie; later pages link them.
    func inlinesStyles(_ request: Request, cookies: RequestCookies) -> Bool {
        folder == nil && request.headers[.secFetchMode] == "navigate" && cookies["sheet"] != contentHash
    }

    func contains(_ name: String) -> Bool { assets[name] != nil }

    func path(named name: String) -> String { "/assets/\(mark(of: name))/\(name)" }

    /// An edition's file has a mark of its own, which opens no other: those of one edition tell nothing of the rest.
    private func mark(of name: String) -> String {
        guard isOfEdition(name) else { return contentHash }
        return contentHash + Hex.encode(SHA256.hash(data: Array("\(secret)/\(contentHash)/\(name)".utf8)).prefix(16))
    }

    /// A style sheet or a drawn icon.
    private func isOfEdition(_ name: String) -> Bool {
        if contains(name) { return stylesheetSuffixes[name] != nil && name != Self.publicStylesheet }
        return name.hasPrefix("icon-")
    }

    /// Whether anybody may have the file: all but those of editions, which need the mark of their own paths.
    func isPublic(_ name: String, mark: String?) -> Bool { !isOfEdition(name) || mark == self.mark(of: name) }

    /// The file as it is served, uncompressed.
    func bytes(_ name: String) -> [UInt8] {
        folder.flatMap { bytesFromFolder(name, $0) } ?? assets[name]?.plain ?? []
    }

    /// Every script, drawing and style that a page of the edition may load, in the order of their names.
    func offlinePaths(for edition: Edition) -> [String] {
        let icons = EditionIcon.Variant.allCases.map { "icon-\(edition.id.rawValue)-\($0.rawValue).png" }
        let own = EditionStylesheet(edition: edition, all: []).fileName
        let files = assets.keys.filter { name in
            guard name != "sw.js" else { return false }
            if name.hasSuffix(".css") { return stylesheetSuffixes[name] == nil || name == own }
            return name.hasSuffix(".js") || name.hasSuffix(".svg")
        }
        return (files + icons).sorted().map { path(named: $0) }
    }

    /// That of the base style sheet for an edition unknown to this catalog.
    func stylesheetName(of edition: Edition) -> String {
        let name = EditionStylesheet(edition: edition, all: []).fileName
        return contains(name) ? name : Self.baseStylesheet
    }

    /// Nil for a file that can only be linked.
    func inlineStylesheet(named name: String) -> InlineStylesheet? { inlineStylesheets[name] }

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

    /// A generated file whose path contains a content hash.
    static func immutableResponse(_ bytes: [UInt8], type: String) -> Response {
        Response(
            status: .ok,
            headers: [
                .contentType: type, .cacheControl: "public, max-age=31536000, immutable",
                .contentLength: String(bytes.count),
            ], body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes)))
    }

    private static func minified(_ bytes: [UInt8], _ name: String) -> [UInt8] {
        // Minified by its makers.
        if name.hasSuffix(".min.js") { return bytes }
        if name.hasSuffix(".js") { return AssetMinifier.script(bytes) }
        return name.hasSuffix(".css") ? StylesheetLayer(of: name).wrap(AssetMinifier.stylesheet(bytes)) : bytes
    }

    private func bytesFromFolder(_ name: String, _ folder: URL) -> [UInt8]? {
        let file = stylesheetSuffixes[name] == nil ? name : Self.baseStylesheet
        guard let bytes = FileManager.default.contents(atPath: folder.appending(path: file).path) else { return nil }
        guard file.hasSuffix(".css") else { return Array(bytes) }
        return StylesheetLayer(of: file).wrap(Array(bytes)) + (stylesheetSuffixes[name] ?? [])
    }
}

/// The catalog of the current editions.
///
/// Invariant: `catalog` is that of `editions`.
final class AssetCatalogCache: Sendable {
    private let folder: URL?
    private let secret: String
    private let cached: Mutex<(editions: [Edition], catalog: AssetCatalog)>

    /// - Parameter secret: see `AssetCatalog`.
    init(folder: URL?, editions: [Edition], secret: String) {
        self.folder = folder
        self.secret = secret
        cached = Mutex((editions, AssetCatalog(folder: folder, editions: editions, secret: secret)))
    }

    func catalog(for editions: [Edition]) -> AssetCatalog {
        cached.withLock { cached in
            // Fast: EditionRegistry returns the same array until it reloads, whose storage compares equal.
            if cached.editions != editions {
                cached = (editions, AssetCatalog(folder: folder, editions: editions, secret: secret))
            }
            return cached.catalog
        }
    }
}
