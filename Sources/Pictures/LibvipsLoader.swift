internal import CVipsShim
internal import Logging
import Synchronization

/// A loader of libvips, which logs once if libvips cannot be loaded.
final class LibvipsLoader: Sendable {
    private let isReported = Atomic(false)

    /// Loads libvips if necessary. A failed call is tried again by the next one, so that installing libvips needs no
    /// restart.
    /// - Throws: `noDecoder`.
    func load() throws(PictureError) {
        guard let why = tidings_vips_start() else { return }
        let error = PictureError.noDecoder(why: String(cString: why))
        if !isReported.exchange(true, ordering: .relaxed) { Logger(label: "tidings").error("\(error.message)") }
        throw error
    }
}
