public import Foundation
import Synchronization

/// What a source needs of the reader's account at a service: a key, and requests that the plan still allows.
public struct ServiceAccess: Sendable {
    /// No key, and nothing is allowed.
    public static let none = ServiceAccess(
        key: { nil },
        claimRequest: { (_) async throws(SourceError) in throw SourceError.busy(until: .distantFuture) },
        recordExhaustion: { _ in })

    private let readKey: @Sendable () async -> String?
    private let claim: @Sendable (RefreshReason) async throws(SourceError) -> Void
    private let record: @Sendable (_ until: Date?) async -> Void
    private let rejection: KeyRejection

    /// - Parameters:
    ///   - key: nil without one.
    ///   - claimRequest: counts a request, or throws `.busy(until:)`.
    ///   - recordExhaustion: `until` as the service says; nil where it does not.
    ///   - rejection: what the service said of the key.
    public init(
        key: @escaping @Sendable () async -> String?,
        claimRequest: @escaping @Sendable (RefreshReason) async throws(SourceError) -> Void,
        recordExhaustion: @escaping @Sendable (_ until: Date?) async -> Void,
        rejection: KeyRejection = KeyRejection()
    ) {
        readKey = key
        claim = claimRequest
        record = recordExhaustion
        self.rejection = rejection
    }

    /// The reader's key, to be sent in a header to this service only.
    public func key() async -> String? { await readKey() }

    /// Counts one request before it is sent. Throws `.busy(until:)` when the plan's requests are spent, or when what is
    /// left is kept for what is on screen.
    public func claimRequest(for reason: RefreshReason) async throws(SourceError) { try await claim(reason) }

    /// The service says that the plan is spent (429).
    public func recordExhaustion(until: Date?) async { await record(until) }

    /// Why the service does not take this key; nil unless it said so in the last twelve hours, or for what a person asks
    /// for, which tries it again.
    public func rejection(of key: String, for reason: RefreshReason, at now: Date) -> ServiceFault? {
        reason == .manual ? nil : rejection.fault(of: key, at: now)
    }

    /// The service took the key, or said why it does not.
    public func recordKey(_ key: String, rejectedFor fault: ServiceFault?, at now: Date) {
        rejection.record(key, fault, at: now)
    }
}

/// The key that a service has rejected, so that it is not sent with every list's request: each counts against the plan.
/// Kept in memory: another process, or this one after a restart, tries the key once.
public final class KeyRejection: Sendable {
    private let rejected = Mutex<(key: String, fault: ServiceFault, at: Date)?>(nil)
    /// Then it is tried once more: a service may take a key again.
    private static let lifetime: TimeInterval = 12 * 3600

    /// None is rejected.
    public init() {}

    func fault(of key: String, at now: Date) -> ServiceFault? {
        rejected.withLock { rejected in
            guard let rejected, rejected.key == key, abs(now.timeIntervalSince(rejected.at)) < Self.lifetime else {
                return nil
            }
            return rejected.fault
        }
    }

    /// - Parameter fault: nil if the service took it.
    func record(_ key: String, _ fault: ServiceFault?, at now: Date) {
        rejected.withLock { $0 = fault.map { (key, $0, now) } }
    }
}
