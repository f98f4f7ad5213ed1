internal import CVipsShim
internal import Logging
import Synchronization

/// Loads libvips; says once in the log if it cannot be.
final class DecoderLoader: Sendable {
    private let isReported = Mutex(false)

    /// The next call tries again, so that installing libvips needs no restart.
    /// - Throws: `noDecoder`.
    func load() throws(ImageError) {
        guard let why = tidings_vips_start() else { return }
        let error = ImageError.noDecoder(why: String(cString: why))
        let isNew = isReported.withLock { reported in
            defer { reported = true }
            return !reported
        }
        if isNew { Logger(label: "tidings").error("\(error.message)") }
        throw error
    }
}
