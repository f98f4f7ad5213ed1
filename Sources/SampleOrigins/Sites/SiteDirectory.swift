internal import Foundation
internal import Synchronization

/// The addresses of all sites, filled after the directory is passed on: the ports are known once all sites listen.
final class SiteDirectory: Sendable {
    /// The start of the demo, from which ages are counted.
    let startAt: Date
    private let storage = Mutex<[String: String]>([:])

    init(startAt: Date) {
        self.startAt = startAt
    }

    /// The base URLs by slug, without a trailing slash.
    var sites: [String: String] {
        get { storage.withLock { $0 } }
        set { storage.withLock { $0 = newValue } }
    }
}
