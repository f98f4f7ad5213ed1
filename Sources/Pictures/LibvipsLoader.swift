internal import CVipsShim
internal import Logging
import Synchronization

/// Loads libvips; says once in the log if it cannot be loaded.
final class LibvipsLoader: Sendable {
    private let isReported = Atomic(false)

    /// The next call tries again, so that installing libvips needs no restart.
    /// - Throws: `noDecoder`.
    func load() throws(ImageError) {
        guard let why = tidings_vips_start() else { return }
        let error = ImageError.noDecoder(why: String(cString: why))
        if !isReported.exchange(true, ordering: .relaxed) { Logger(label: "tidings").error("\(error.message)") }
        throw error
    }
}
