public import Foundation
import Synchronization

/// An access to the reader's account at a service: the key, and the requests that the plan still allows.
public struct KeyedAPIAccess: Sendable {
    /// An access without a key, which allows no requests.
    public static let none = KeyedAPIAccess(
        key: { nil },
        claimRequest: { (_) async throws(SourceError) in throw SourceError.busy(until: .distantFuture) },
        recordExhaustion: { _ in })

    private let readKey: @Sendable () async -> String?
    private let claim: @Sendable (RefreshReason) async throws(SourceError) -> Void
    private let record: @Sendable (_ until: Date?) async -> Void
    private let rejection: RejectedKey

    /// - Parameters:
    ///   - key: Returns the key; nil if there is none.
    ///   - claimRequest: Counts a request, or throws `.busy(until:)`.
    ///   - recordExhaustion: Records an exhausted plan; `until` is nil if the service does not state the end.
    ///   - rejection: The record of a rejected key.
    public init(
        key: @escaping @Sendable () async -> String?,
        claimRequest: @escaping @Sendable (RefreshReason) async throws(SourceError) -> Void,
        recordExhaustion: @escaping @Sendable (_ until: Date?) async -> Void,
        rejection: RejectedKey = RejectedKey()
    ) {
        readKey = key
        claim = claimRequest
        record = recordExhaustion
        self.rejection = rejection
    }

    /// Returns the reader's key, which may be sent only in a header, and only to this service.
    public func key() async -> String? { await readKey() }

    /// Counts one request before it is sent. Throws `.busy(until:)` if the plan's requests are used up, or if the
    /// remaining ones are reserved for content on screen.
    public func claimRequest(for reason: RefreshReason) async throws(SourceError) { try await claim(reason) }

    /// Records that the service has reported an exhausted plan (429).
    public func recordExhaustion(until: Date?) async { await record(until) }

    /// Returns the reason why the service rejects a key; nil unless the service said so in the last twelve hours.
    /// Always returns nil for a person's request, which tries the key again.
    public func rejection(of key: String, for reason: RefreshReason, at now: Date) -> KeyedAPIFailure? {
        reason == .manual ? nil : rejection.fault(of: key, at: now)
    }

    /// Records that the service has accepted a key, or the reason why it rejects the key.
    public func recordKey(_ key: String, rejectedFor fault: KeyedAPIFailure?, at now: Date) {
        rejection.record(key, fault, at: now)
    }
}

/// A record of the key that a service has rejected, so that the key is not sent with every list's request: each request
/// counts against the plan. The record is kept in memory: another process, or this one after a restart, tries the key
/// once.
public final class RejectedKey: Sendable {
    private let rejected = Mutex<(key: String, fault: KeyedAPIFailure, at: Date)?>(nil)
    /// The time in seconds after which a rejected key is tried again, because a service may accept a key again.
    private static let lifetime: TimeInterval = 12 * 3600

    /// Creates a record without a rejected key.
    public init() {}

    func fault(of key: String, at now: Date) -> KeyedAPIFailure? {
        rejected.withLock { rejected in
            guard let rejected, rejected.key == key, abs(now.timeIntervalSince(rejected.at)) < Self.lifetime else {
                return nil
            }
            return rejected.fault
        }
    }

    /// Records the result of using a key.
    /// - Parameter fault: The reason for the rejection; nil if the service accepted the key.
    func record(_ key: String, _ fault: KeyedAPIFailure?, at now: Date) {
        rejected.withLock { $0 = fault.map { (key, $0, now) } }
    }
}
