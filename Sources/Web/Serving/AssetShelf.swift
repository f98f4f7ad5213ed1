import CAssets
import Crypto
import Foundation
import Hummingbird
import News

/// The files of the web app, compressed once at start, under addresses that name their content and so never go stale.
struct AssetShelf: Sendable {
    /// One file, ready to be sent.
    struct Asset: Sendable {
        let type: String
        let plain: [UInt8]
        let small: [UInt8]?
    }

    private let assets: [String: Asset]
    /// What stands behind the house's style sheet in each edition's: its row form and its colours.
    private let endings: [String: [UInt8]]
    /// Part of every asset's address: a hash of all of them.
    let mark: String
    private let folder: URL?
    private let styles: [EditionID: Style]

    /// A style sheet that stands in a page, and the policy's name for it (CSP 3 §2.3.1).
    struct Style: Sendable {
        let bytes: [UInt8]
        let source: String

        init(bytes: [UInt8]) {
            self.bytes = bytes
            source = "'sha256-\(Data(SHA256.hash(data: bytes)).base64EncodedString())'"
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
            let bytes = Self.travelling(Array(UnsafeBufferPointer(start: file.bytes, count: file.length)), name)
            hash.update(data: bytes)
            assets[name] = Asset(
                type: String(cString: file.type), plain: bytes, small: Gzip.compressed(bytes, level: 9))
        }
        var endings: [String: [UInt8]] = [:]
        var styles: [EditionID: Style] = [:]
        for edition in editions {
            let sheet = EditionSheet(edition: edition, all: editions)
            let rows = assets["rows-\(edition.look.rows.rawValue).css"]?.plain ?? []
            let grid = edition.options.grid == .none ? [] : assets["grid.css"]?.plain ?? []
            let ending = rows + grid + Array(sheet.css.utf8)
            endings[sheet.name] = ending
            let bytes = (assets[Self.sheet]?.plain ?? []) + ending
            hash.update(data: ending + Array(edition.title.utf8))
            styles[edition.id] = Style(bytes: bytes)
            assets[sheet.name] = Asset(
                type: "text/css; charset=utf-8", plain: bytes, small: Gzip.compressed(bytes, level: 9))
        }
        self.assets = assets
        self.endings = endings
        self.styles = styles
        self.folder = folder
        let digest = hash.finalize().prefix(5).map { $0 < 16 ? "0" + String($0, radix: 16) : String($0, radix: 16) }
        mark = folder == nil ? digest.joined() : "dev"
    }

    private static let sheet = "app.css"

    /// The address of a file of that name.
    func path(_ name: StaticString) -> String { "/assets/\(mark)/\(name)" }

    /// Whether a page carries the style sheet in itself: where a person opens one with a browser that has not got the file
    /// yet, so that nothing has to be waited for before the first words show. The page fetches the file behind its text and
    /// says so in a cookie; from then on pages name the file, which the browser keeps.
    func isFirstLook(_ request: Request, cookies: Cookies) -> Bool {
        folder == nil && request.headers[.secFetchMode] == "navigate" && cookies["sheet"] != mark
    }

    /// Whether there is a file of that name.
    func has(_ name: String) -> Bool { assets[name] != nil }

    /// The same for a name made at run time.
    func path(named name: String) -> String { "/assets/\(mark)/\(name)" }

    /// The address of an edition's style sheet; the house's own for one that came after the start.
    func sheet(of edition: Edition) -> String {
        guard styles[edition.id] != nil else { return path(named: Self.sheet) }
        return "/assets/\(mark)/\(EditionSheet(edition: edition, all: []).name)"
    }

    /// An edition's style sheet, to stand in a page that a browser sees first.
    func style(of edition: Edition) -> Style { styles[edition.id] ?? Style(bytes: assets[Self.sheet]?.plain ?? []) }

    /// The file, or 404.
    func response(_ name: String, to request: Request) -> Response {
        guard let asset = assets[name] else {
            return SecurityHeaders.plain(.notFound, "There is no such file.")
        }
        var headers: HTTPFields = [.contentType: asset.type, .vary: "Accept-Encoding"]
        if let folder, let fresh = fresh(name, folder) {
            headers[.cacheControl] = "no-store"
            return Response(status: .ok, headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(bytes: fresh)))
        }
        headers[.cacheControl] = "public, max-age=31536000, immutable"
        var bytes = asset.plain
        if let small = asset.small, Gzip.isWelcome(request) {
            bytes = small
            headers[.contentEncoding] = "gzip"
        }
        headers[.contentLength] = String(bytes.count)
        return Response(status: .ok, headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes)))
    }

    /// What was made for an address that names its content.
    static func lasting(_ bytes: [UInt8], type: String) -> Response {
        Response(
            status: .ok,
            headers: [
                .contentType: type, .cacheControl: "public, max-age=31536000, immutable",
                .contentLength: String(bytes.count),
            ], body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes)))
    }

    private static func travelling(_ bytes: [UInt8], _ name: String) -> [UInt8] {
        if name.hasSuffix(".js") { return Tightened.script(bytes) }
        return name.hasSuffix(".css") ? Tightened.sheet(bytes) : bytes
    }

    private func fresh(_ name: String, _ folder: URL) -> [UInt8]? {
        let file = endings[name] == nil ? name : Self.sheet
        return FileManager.default.contents(atPath: folder.appending(path: file).path)
            .map { Array($0) + (endings[name] ?? []) }
    }
}
