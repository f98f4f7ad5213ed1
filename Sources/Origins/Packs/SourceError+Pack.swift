import Failures
import News
import Packs

extension SourceError {
    /// Creates the error for a pack.
    /// - Parameter site: the host that the pack came from.
    init(_ error: PackError, site: String) {
        let cause = FailureCause(.pack(PackDownloadFailure(error)), at: site)
        self = if case .tooLarge = error { .notAllowed(cause) } else { .unreadable(cause) }
    }
}
