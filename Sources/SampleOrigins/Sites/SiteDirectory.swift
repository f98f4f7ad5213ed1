internal import Foundation
internal import Synchronization

/// All sites' addresses. Filled after it is passed on: ports are known once all listen.
final class SiteDirectory: Sendable {
    /// Ages count from it.
    let startAt: Date
    private let storage = Mutex<[String: String]>([:])

    init(startAt: Date) {
        self.startAt = startAt
    }

    /// By slug, without a trailing slash.
    var sites: [String: String] {
        get { storage.withLock { $0 } }
        set { storage.withLock { $0 = newValue } }
    }
}
