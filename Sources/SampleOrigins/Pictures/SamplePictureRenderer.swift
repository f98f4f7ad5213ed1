internal import CVipsShim
import Foundation
internal import Logging
internal import NIOPosix

/// A renderer that draws pictures on demand and caches them, in memory and optionally in a folder.
///
/// Invariant: a picture is rendered at most once, however many requests for it are concurrent. NIO's thread pool, which
/// runs the work, bounds the number of concurrent renderings.
actor SamplePictureRenderer {
    private let folder: URL?
    private var cache: [String: Task<[UInt8]?, Never>] = [:]

    /// Creates a renderer.
    /// - Parameter folder: The folder that keeps rendered pictures beyond this process, named by a hash of the drawing,
    ///   so that a changed drawing is rendered anew; nil for memory only. Several processes may share it.
    init(folder: URL? = nil) { self.folder = folder }

    /// Returns an illustration as JPEG; nil if libvips cannot draw it.
    func jpeg(_ spec: SamplePictureSpec) async -> [UInt8]? {
        await cached(named: spec.seed, grain: 9) { Illustrator.draw(spec) }
    }

    /// Returns an illustration as JPEG at a smaller width; nil if libvips cannot draw it.
    func jpeg(_ spec: SamplePictureSpec, width: Int) async -> [UInt8]? {
        guard width < spec.size.width else { return await jpeg(spec) }
        return await cached(named: "\(spec.seed)@\(width)", grain: 5) {
            let size = spec.size.scaled(toWidth: width)
            let whole = "width=\"\(spec.size.width)\" height=\"\(spec.size.height)\""
            let small = "width=\"\(size.width)\" height=\"\(size.height)\""
            return Illustrator.draw(spec).replacing(whole, with: small, maxReplacements: 1)
        }
    }

    /// Returns an SVG drawing as JPEG; nil if libvips cannot draw it.
    func jpeg(svg: String, name: String) async -> [UInt8]? {
        await cached(named: name, grain: 6) { svg }
    }

    /// Returns an SVG drawing as PNG; nil if libvips cannot draw it.
    func png(svg: String, name: String) async -> [UInt8]? {
        await cached(named: name + ".png", grain: nil) { svg }
    }

    private func cached(
        named name: String, grain: Double?, _ draw: @escaping @Sendable () -> String
    ) async -> [UInt8]? {
        if let known = cache[name] { return await known.value }
        let folder = folder
        let task = Task<[UInt8]?, Never> {
            do {
                return try await NIOThreadPool.singleton.runIfActive {
                    Self.render(draw(), grain: grain, keptIn: folder)
                }
            } catch {
                return nil
            }
        }
        cache[name] = task
        return await task.value
    }

    /// Returns one drawing in several sizes, cropped where the height is not 0, which is quicker than drawing each
    /// size.
    /// - Parameter spare: The folder that keeps the pictures if the renderer has none; memory does not keep them.
    nonisolated func scaledJPEGs(
        _ spec: SamplePictureSpec, sizes: [(width: Int, height: Int)], spare: URL? = nil
    ) async throws -> [[UInt8]] {
        let folder = folder ?? spare
        return try await NIOThreadPool.singleton.runIfActive {
            let svg = Illustrator.draw(spec)
            var drawing: [UInt8]?
            return try sizes.map { width, height in
                let bytes = Self.kept("\(Self.key(of: svg))-\(width)x\(height).jpg", in: folder) {
                    drawing = drawing ?? Self.render(svg, grain: 2)
                    return drawing.flatMap { Self.scaled($0, width: width, height: height) }
                }
                guard let bytes else { throw CocoaError(.fileWriteUnknown) }
                return bytes
            }
        }
    }

    private static func scaled(_ jpeg: [UInt8], width: Int, height: Int) -> [UInt8]? {
        var picture = tidings_vips_picture()
        guard
            tidings_vips_resize(
                jpeg, jpeg.count, TIDINGS_VIPS_JPEG, Int32(width), Int32(height), 78, 60, &picture) == 0,
            let bytes = picture.bytes
        else {
            logFailure()
            return nil
        }
        defer { tidings_vips_free(bytes) }
        return Array(UnsafeBufferPointer(start: bytes, count: picture.length))
    }

    private static func render(_ svg: String, grain: Double?, keptIn folder: URL?) -> [UInt8]? {
        kept("\(key(of: svg))-\(grain.map { "\($0).jpg" } ?? "x.png")", in: folder) { render(svg, grain: grain) }
    }

    private static func key(of svg: String) -> String {
        "\(String(SeededRandom.seed(of: svg), radix: 36))-\(svg.utf8.count)"
    }

    private static func kept(_ name: String, in folder: URL?, _ make: () -> [UInt8]?) -> [UInt8]? {
        guard let folder else { return make() }
        let file = folder.appending(path: name)
        // A picture without a readable file is drawn.
        if let kept = try? Data(contentsOf: file) { return Array(kept) }
        guard let bytes = make() else { return nil }
        do {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            try Data(bytes).write(to: file, options: .atomic)
        } catch {
            Logger(label: "sample-origin").debug("A picture could not be kept: \(error)")
        }
        return bytes
    }

    /// Renders JPEG with grain, or PNG if `grain` is nil; nil if libvips fails.
    static func render(_ svg: String, grain: Double?) -> [UInt8]? {
        var bytes: UnsafeMutablePointer<UInt8>?
        var length = 0
        var text = svg
        let result = text.withUTF8 { svg in
            svg.withMemoryRebound(to: CChar.self) { svg in
                grain.map { tidings_vips_svg_to_jpeg(svg.baseAddress, svg.count, $0, 84, &bytes, &length) }
                    ?? tidings_vips_svg_to_png(svg.baseAddress, svg.count, &bytes, &length)
            }
        }
        guard result == 0, let bytes else {
            logFailure()
            return nil
        }
        defer { tidings_vips_free(bytes) }
        return Array(UnsafeBufferPointer(start: bytes, count: length))
    }

    private static func logFailure() {
        var why = [CChar](repeating: 0, count: 400)
        tidings_vips_take_error(&why, why.count)
        let text = String(decoding: why.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
        Logger(label: "sample-origin").error("A picture could not be drawn: \(text)")
    }
}
