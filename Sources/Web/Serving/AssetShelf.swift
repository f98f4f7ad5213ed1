import CAssets
import Crypto
import Foundation
import Hummingbird

/// The files of the web app, compressed once at start, under addresses that name their content and so never go stale.
struct AssetShelf: Sendable {
    /// One file, ready to be sent.
    struct Asset: Sendable {
        let type: String
        let plain: [UInt8]
        let small: [UInt8]?
    }

    private let assets: [String: Asset]
    /// Part of every asset's address: a hash of all of them.
    let mark: String
    private let folder: URL?

    /// - Parameter folder: serve from there, uncached, instead of from the binary.
    init(folder: URL? = nil) {
        var count = 0
        let held = UnsafeBufferPointer(start: tidings_assets(&count), count: count)
        var assets: [String: Asset] = [:]
        var hash = SHA256()
        for file in held {
            let bytes = Array(UnsafeBufferPointer(start: file.bytes, count: file.length))
            let name = String(cString: file.name)
            hash.update(data: bytes)
            assets[name] = Asset(
                type: String(cString: file.type), plain: bytes, small: Gzip.compressed(bytes, level: 9))
        }
        self.assets = assets
        self.folder = folder
        let digest = hash.finalize().prefix(5).map { $0 < 16 ? "0" + String($0, radix: 16) : String($0, radix: 16) }
        mark = folder == nil ? digest.joined() : "dev"
    }

    /// The address of a file of that name.
    func path(_ name: StaticString) -> String { "/assets/\(mark)/\(name)" }

    /// The file, or 404.
    func response(_ name: String, to request: Request) -> Response {
        guard let asset = assets[name] else {
            return SecurityHeaders<BasicRequestContext>.plain(.notFound, "There is no such file.")
        }
        var headers: HTTPFields = [.contentType: asset.type, .vary: "Accept-Encoding"]
        if let folder, let fresh = FileManager.default.contents(atPath: folder.appending(path: name).path) {
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
}
