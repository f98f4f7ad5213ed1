import CAssets
import Crypto
import Foundation
import Hummingbird
import News
import Synchronization

/// The files of the web app, compressed once at start, under addresses that name their content and so never go stale.
struct AssetCatalog: Sendable {
    /// One file, ready to be sent.
    struct Asset: Sendable {
        let type: String
        let plain: [UInt8]
        let gzipped: [UInt8]?
    }

    private let assets: [String: Asset]
    /// What stands behind the house's style sheet in each edition's: its row form and its colours.
    private let stylesheetSuffixes: [String: [UInt8]]
    /// Part of every asset's address: a hash of all of them.
    let contentHash: String
    private let folder: URL?
    private let inlineStylesheets: [EditionID: InlineStylesheet]

    /// A style sheet that stands in a page, and the policy's name for it (CSP 3 §2.3.1).
    struct InlineStylesheet: Sendable {
        let bytes: [UInt8]
        let cspSource: String

        init(bytes: [UInt8]) {
            self.bytes = bytes
            cspSource = "'sha256-\(Data(SHA256.hash(data: bytes)).base64EncodedString())'"
        }
    }

    /// - Parameters:
    ///   - folder: serve from there, uncached, instead of from the binary.
    ///   - editions: each gets a style sheet of its own: the house's, then its row form's, its grid's
    ///     where it has one, and its colours.
    init(folder: URL? = nil, editions: [Edition] = [.mine]) {
        var count = 0
        let held = UnsafeBufferPointer(start: tidings_assets(&count), count: count)
        var assets: [String: Asset] = [:]
        var hash = SHA256()
        for file in held {
            let name = String(cString: file.name)
            let bytes = Self.minified(Array(UnsafeBufferPointer(start: file.bytes, count: file.length)), name)
            hash.update(data: bytes)
            assets[name] = Asset(
                type: String(cString: file.type), plain: bytes, gzipped: Gzip.compressed(bytes, level: 9))
        }
        var endings: [String: [UInt8]] = [:]
        var styles: [EditionID: InlineStylesheet] = [:]
        for edition in editions {
            let sheet = EditionStylesheet(edition: edition, all: editions)
            let rows = assets["rows-\(edition.theme.rowStyle.rawValue).css"]?.plain ?? []
            let grid = edition.options.grid == .none ? [] : assets["grid.css"]?.plain ?? []
            let ending = rows + grid + Array(sheet.css.utf8)
            endings[sheet.fileName] = ending
            let bytes = (assets[Self.baseStylesheet]?.plain ?? []) + ending
            hash.update(data: ending + Array(edition.title.utf8))
            styles[edition.id] = InlineStylesheet(bytes: bytes)
            assets[sheet.fileName] = Asset(
                type: "text/css; charset=utf-8", plain: bytes, gzipped: Gzip.compressed(bytes, level: 9))
        }
        self.assets = assets
        self.stylesheetSuffixes = endings
        self.inlineStylesheets = styles
        self.folder = folder
        let digest = hash.finalize().prefix(5).map { $0 < 16 ? "0" + String($0, radix: 16) : String($0, radix: 16) }
        contentHash = folder == nil ? digest.joined() : "dev"
    }

    private static let baseStylesheet = "app.css"

    /// The address of a file of that name.
    func path(_ name: StaticString) -> String { "/assets/\(contentHash)/\(name)" }

    /// Whether a page carries the style sheet in itself: where a person opens one with a browser that has not got the file
    /// yet, so that nothing has to be waited for before the first words show. The page fetches the file behind its text and
    /// says so in a cookie; from then on pages name the file, which the browser keeps.
    func inlinesStyles(_ request: Request, cookies: RequestCookies) -> Bool {
        folder == nil && request.headers[.secFetchMode] == "navigate" && cookies["sheet"] != contentHash
    }

    /// Whether there is a file of that name.
    func contains(_ name: String) -> Bool { assets[name] != nil }

    /// The same for a name made at run time.
    func path(named name: String) -> String { "/assets/\(contentHash)/\(name)" }

    /// The address of an edition's style sheet; the house's own for one that came after the start.
    func stylesheetPath(of edition: Edition) -> String {
        guard inlineStylesheets[edition.id] != nil else { return path(named: Self.baseStylesheet) }
        return "/assets/\(contentHash)/\(EditionStylesheet(edition: edition, all: []).fileName)"
    }

    /// An edition's style sheet, to stand in a page that a browser sees first.
    func inlineStylesheet(of edition: Edition) -> InlineStylesheet {
        inlineStylesheets[edition.id] ?? InlineStylesheet(bytes: assets[Self.baseStylesheet]?.plain ?? [])
    }

    /// The file, or 404.
    func response(_ name: String, to request: Request) -> Response {
        guard let asset = assets[name] else {
            return SecurityMiddleware.plainText(.notFound, "There is no such file.")
        }
        var headers: HTTPFields = [.contentType: asset.type, .vary: "Accept-Encoding"]
        if let folder, let fresh = bytesFromFolder(name, folder) {
            headers[.cacheControl] = "no-store"
            return Response(status: .ok, headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(bytes: fresh)))
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

    /// What was made for an address that names its content.
    static func immutableResponse(_ bytes: [UInt8], type: String) -> Response {
        Response(
            status: .ok,
            headers: [
                .contentType: type, .cacheControl: "public, max-age=31536000, immutable",
                .contentLength: String(bytes.count),
            ], body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes)))
    }

    private static func minified(_ bytes: [UInt8], _ name: String) -> [UInt8] {
        if name.hasSuffix(".js") { return AssetMinifier.script(bytes) }
        return name.hasSuffix(".css") ? AssetMinifier.stylesheet(bytes) : bytes
    }

    private func bytesFromFolder(_ name: String, _ folder: URL) -> [UInt8]? {
        let file = stylesheetSuffixes[name] == nil ? name : Self.baseStylesheet
        return FileManager.default.contents(atPath: folder.appending(path: file).path)
            .map { Array($0) + (stylesheetSuffixes[name] ?? []) }
    }
}

/// The files of the web app, made anew when the editions are others than before (their files were read again).
///
/// Invariant: the shelf belongs to exactly the editions beside it.
final class AssetCatalogCache: Sendable {
    private let folder: URL?
    private let cached: Mutex<(editions: [Edition], catalog: AssetCatalog)>

    init(folder: URL?, editions: [Edition]) {
        self.folder = folder
        cached = Mutex((editions, AssetCatalog(folder: folder, editions: editions)))
    }

    func catalog(for editions: [Edition]) -> AssetCatalog {
        cached.withLock { cached in
            // The rack hands out one array until it reads again, so that they are compared at a glance.
            if cached.editions != editions { cached = (editions, AssetCatalog(folder: folder, editions: editions)) }
            return cached.catalog
        }
    }
}
