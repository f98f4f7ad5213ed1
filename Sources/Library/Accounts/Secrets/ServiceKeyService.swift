public import Foundation
public import URLs

/// The reader's keys for services such as a news API, sealed with the master key. By origin: a key entered for an https
/// address is never sent over plain http.
public struct ServiceKeyService: Sendable {
    let context: LibraryContext

    private static let prefix = "service-key "
    private static let maxLength = 200

    private static func name(_ site: WebAddress) -> String { prefix + site.origin }

    /// Stores a key, in place of a former one. Another key has a plan of its own: what the service has been asked and has
    /// refused (429) with the former one no longer counts.
    /// - Throws: `.invalid` for what cannot be a key; `.secretsUnusable` without a usable master key.
    public func set(_ key: String, for site: WebAddress) async throws(LibraryError) {
        let trimmed = key.trimmingCharacters(in: .whitespacesAndNewlines)
        // It goes into a header.
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

    /// - Throws: `.notThere` if none is stored.
    public func remove(for site: WebAddress) async throws(LibraryError) {
        let name = Self.name(site)
        let isRemoved = try await context.writeAndNotify { transaction in
            try SecretStore(transaction: transaction).remove(name)
        }
        guard isRemoved else { throw .notThere }
    }

    /// Nil if none is stored, or if it cannot be opened.
    public func key(for site: WebAddress) async -> String? {
        let name = Self.name(site)
        do throws(LibraryError) {
            let sealed = try await context.database.read { try SecretStore(transaction: $0).get(name) }
            return sealed.flatMap { context.secrets.unseal($0, as: name) }
        } catch { return nil }
    }

    /// What is stored, without the keys themselves.
    public func all() async throws(LibraryError) -> [StoredServiceKey] {
        let entries = try await context.database.read { try SecretStore(transaction: $0).all() }
        return entries.filter { $0.name.hasPrefix(Self.prefix) }.map { entry in
            StoredServiceKey(
                site: String(entry.name.dropFirst(Self.prefix.count)), enteredAt: entry.madeAt,
                isReadable: context.secrets.canUnseal(entry.sealed, as: entry.name))
        }
    }
}

/// That a key is stored.
public struct StoredServiceKey: Sendable, Equatable {
    /// Scheme, host and port.
    public var site: String
    public var enteredAt: Date
    /// Whether the master key opens it; if not, it must be entered again.
    public var isReadable: Bool
}
