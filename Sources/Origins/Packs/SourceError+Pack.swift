import Failures
import News
import Packs

extension SourceError {
    /// - Parameter site: the host that a pack came from.
    init(_ error: PackError, site: String) {
        let cause = FailureCause(.pack(PackFailure(error)), at: site)
        self = if case .tooLarge = error { .notAllowed(cause) } else { .unreadable(cause) }
    }
}
