public import Foundation

/// What a source needs of the reader's account at a service: a key, and requests that the plan still allows.
public struct ServiceAccess: Sendable {
    private let readKey: @Sendable () async -> String?
    private let claim: @Sendable (RefreshReason) async throws(SourceError) -> Void
    private let exhaust: @Sendable (Date?) async -> Void

    /// - Parameters:
    ///   - key: the reader's key, nil if there is none.
    ///   - claimRequest: counts one request, or throws `.busy(until:)`.
    ///   - recordExhaustion: receives until when the plan is spent, if the service says so.
    public init(
        key: @escaping @Sendable () async -> String?,
        claimRequest: @escaping @Sendable (RefreshReason) async throws(SourceError) -> Void,
        recordExhaustion: @escaping @Sendable (_ until: Date?) async -> Void
    ) {
        readKey = key
        claim = claimRequest
        exhaust = recordExhaustion
    }

    /// The reader's key; nil if there is none.
    public func key() async -> String? { await readKey() }

    /// Counts one request before it is sent. Throws `.busy(until:)` when the plan's requests are spent, or when what is
    /// left is kept for what is on screen.
    public func claimRequest(for reason: RefreshReason) async throws(SourceError) { try await claim(reason) }

    /// The service says that the plan is spent (429).
    public func recordExhaustion(until: Date?) async { await exhaust(until) }

    /// No key, nothing allowed.
    public static let none = ServiceAccess(
        key: { nil }, claimRequest: { (_) async throws(SourceError) in throw SourceError.signInNeeded },
        recordExhaustion: { _ in })
}
