internal import Foundation
internal import Synchronization

/// The addresses of all sites. Ports are known only when all listen, so it is filled after it is passed on.
final class SiteDirectory: Sendable {
    /// The instant that ages are counted from.
    let startAt: Date
    private let storage = Mutex<[String: String]>([:])

    init(startAt: Date) {
        self.startAt = startAt
    }

    /// Sites without a trailing slash, by slug.
    var sites: [String: String] {
        get { storage.withLock { $0 } }
        set { storage.withLock { $0 = newValue } }
    }
}
