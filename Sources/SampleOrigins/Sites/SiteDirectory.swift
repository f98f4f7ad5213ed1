internal import Foundation
internal import Synchronization

/// Where every site of the town stands. Ports are known only when all listen, so it is filled after it is handed out.
final class SiteDirectory: Sendable {
    /// The instant that the town's times are counted from.
    let startAt: Date
    private let storage = Mutex<[String: String]>([:])

    init(startAt: Date) {
        self.startAt = startAt
    }

    /// Sites without a slash at their end, by slug.
    var sites: [String: String] {
        get { storage.withLock { $0 } }
        set { storage.withLock { $0 = newValue } }
    }
}
