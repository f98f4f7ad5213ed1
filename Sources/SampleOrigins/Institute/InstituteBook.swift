internal import Synchronization

/// What the institute was told of its manners.
final class InstituteBook: Sendable {
    private let current = Mutex(InstituteManners())

    var manners: InstituteManners {
        get { current.withLock { $0 } }
        set { current.withLock { $0 = newValue } }
    }

    func change(_ work: (inout InstituteManners) -> Void) { current.withLock { work(&$0) } }
}
