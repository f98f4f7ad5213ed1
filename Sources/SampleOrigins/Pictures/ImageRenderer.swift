internal import CVipsShim
internal import Logging
internal import NIOPosix

/// Renders pictures on demand and caches them.
///
/// Invariant: a picture is rendered at most once, however many requests come at the same time. NIO's thread pool, where
/// the work runs, bounds how many are rendered at once.
actor ImageRenderer {
    private var cache: [String: Task<[UInt8]?, Never>] = [:]

    /// An illustration as JPEG, or nil if libvips cannot draw it.
    func jpeg(_ spec: ImageSpec) async -> [UInt8]? {
        await cached(named: spec.seed) { Self.render(Illustrator.draw(spec), grain: 9) }
    }

    /// An illustration at another width.
    func jpeg(_ spec: ImageSpec, width: Int) async -> [UInt8]? {
        guard width < spec.size.width else { return await jpeg(spec) }
        return await cached(named: "\(spec.seed)@\(width)") {
            let size = spec.size.scaled(toWidth: width)
            let whole = "width=\"\(spec.size.width)\" height=\"\(spec.size.height)\""
            let small = "width=\"\(size.width)\" height=\"\(size.height)\""
            return Self.render(Illustrator.draw(spec).replacing(whole, with: small, maxReplacements: 1), grain: 5)
        }
    }

    /// An SVG drawing as JPEG.
    func jpeg(svg: String, name: String) async -> [UInt8]? {
        await cached(named: name) { Self.render(svg, grain: 6) }
    }

    /// An SVG drawing as PNG.
    func png(svg: String, name: String) async -> [UInt8]? {
        await cached(named: name + ".png") { Self.render(svg, grain: nil) }
    }

    private func cached(named name: String, _ work: @escaping @Sendable () -> [UInt8]?) async -> [UInt8]? {
        if let known = cache[name] { return await known.value }
        let task = Task<[UInt8]?, Never> {
            do {
                return try await NIOThreadPool.singleton.runIfActive(work)
            } catch {
                return nil
            }
        }
        cache[name] = task
        return await task.value
    }

    /// Renders JPEG with grain, or PNG if `grain` is nil.
    static func render(_ svg: String, grain: Double?) -> [UInt8]? {
        guard tidings_vips_start() == 0 else { return nil }
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
