public import Foundation
public import URLs

/// A service for the reader's keys of keyed APIs (such as a news API), sealed with the master key. Keys are stored by
/// origin: a key entered for an https address is never sent over plain http.
public struct APIKeyService: Sendable {
    let context: LibraryContext

    private static let prefix = "service-key "
    private static let maxLength = 200

    private static func name(_ site: WebAddress) -> String { prefix + site.origin }

    /// Stores a key in place of a former one. A different key has its own plan: requests made and refusals received
    /// (429) with the former key no longer count.
    /// - Throws: `.invalid` for a text that cannot be a key; `.secretsUnusable` without a usable master key.
    public func set(_ key: String, for site: WebAddress) async throws(LibraryError) {
        let trimmed = key.trimmingCharacters(in: .whitespacesAndNewlines)
        // The key must be valid in an HTTP header.
        guard (1...Self.maxLength).contains(trimmed.utf8.count), trimmed.utf8.allSatisfy({ (33...126).contains($0) })
        else {
            throw .invalid(why: "A key is one word of at most \(Self.maxLength) plain letters, digits and signs.")
        }
        let (name, now, service) = (Self.name(site), context.now(), site.hostKey)
        let (plan, policy) = (context.requestPlan, context.pollingPolicy)
        let isOther = await self.key(for: site) != trimmed
        let sealed = try context.secrets.seal(trimmed, as: name)
        let isLifted = try await context.writeAndNotify { transaction in
            try SecretStore(transaction: transaction).set(name, sealed, at: now)
            let budget = RequestBudgetTable(transaction: transaction, plan: plan, now: now, service: service)
            guard isOther, try budget.startAnew() else { return false }
            try HostBackoffTable(transaction: transaction, now: now, policy: policy).lift(service)
            return true
        }
        if isLifted { context.hostBackoffs.forget(service) }
    }

    /// Removes the key for a site.
    /// - Throws: `.notThere` if no key is stored.
    public func remove(for site: WebAddress) async throws(LibraryError) {
        let name = Self.name(site)
        let isRemoved = try await context.writeAndNotify { transaction in
            try SecretStore(transaction: transaction).remove(name)
        }
        guard isRemoved else { throw .notThere }
    }

    /// Returns the key for a site; nil if none is stored or the stored one cannot be unsealed.
    public func key(for site: WebAddress) async -> String? {
        let name = Self.name(site)
        do throws(LibraryError) {
            let sealed = try await context.database.read { try SecretStore(transaction: $0).get(name) }
            return sealed.flatMap { context.secrets.unseal($0, as: name) }
        } catch { return nil }
    }

    /// Returns the list of stored keys, without the keys themselves.
    public func all() async throws(LibraryError) -> [StoredAPIKey] {
        let entries = try await context.database.read { try SecretStore(transaction: $0).all() }
        return entries.filter { $0.name.hasPrefix(Self.prefix) }.map { entry in
            StoredAPIKey(
                site: String(entry.name.dropFirst(Self.prefix.count)), enteredAt: entry.madeAt,
                isReadable: context.secrets.canUnseal(entry.sealed, as: entry.name))
        }
    }
}

/// A record that a key is stored, without the key.
public struct StoredAPIKey: Sendable, Equatable {
    /// The scheme, host and port of the service.
    public var site: String
    /// The time when the key was entered.
    public var enteredAt: Date
    /// True if the master key unseals the stored key; if false, the reader must enter it again.
    public var isReadable: Bool
}
