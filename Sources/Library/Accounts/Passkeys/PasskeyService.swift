import Crypto
import Foundation
public import News
import Untrusted

/// A service for passkeys, by which readers sign in without a password (WebAuthn Level 2).
public struct PasskeyService: Sendable {
    let context: LibraryContext

    // MARK: - Keeping passkeys

    /// Returns the reader's passkeys in the order of creation.
    public func all(for reader: ReaderID) async throws(LibraryError) -> [Passkey] {
        let now = context.now()
        return try await context.database.read {
            try PasskeyStore(transaction: $0, now: now).all(of: reader).map(\.passkey)
        }
    }

    /// Returns true if some reader has a passkey for a site; false without a site.
    public func areThere(at site: PasskeySite?) async throws(LibraryError) -> Bool {
        guard let site else { return false }
        return try await context.database.read {
            try $0.exists("select 1 from passkey where host = ? limit 1", [.text(site.host)])
        }
    }

    /// Returns the facts from which the reader's browser makes a passkey.
    /// - Throws: `.notThere` for an unknown reader.
    public func options(at site: PasskeySite, for reader: ReaderID) async throws(LibraryError) -> PasskeyOptions {
        let now = context.now()
        let challenge = context.passkeyChallenges.make(for: .registration(reader.rawValue), at: now)
        return try await context.database.read { transaction in
            let known = try PasskeyStore(transaction: transaction, now: now).all(of: reader)
            return PasskeyOptions(
                challenge: Base64URL.encode(challenge),
                userHandle: Base64URL.encode(Self.userHandle(known, challenge)),
                userName: try AppPasswordStore(transaction: transaction, now: now).userName(of: reader.rawValue),
                knownIDs: known.filter { $0.passkey.host == site.host }.map(\.credentialID))
        }
    }

    /// Adds the passkey that a browser has made from `options`.
    /// - Parameter name: the name that the reader gave it.
    /// - Throws: `.invalid` with the reason for an answer that cannot be accepted, a name that is too long, or too many
    ///   passkeys.
    public func add(
        _ registration: PasskeyRegistration, named name: String, at site: PasskeySite, for reader: ReaderID
    ) async throws(LibraryError) -> Passkey {
        guard let name = LineNormalizer.normalize(name), name.count <= Passkey.maxNameLength else {
            throw .invalid(why: "Name the passkey, in at most \(Passkey.maxNameLength) characters.")
        }
        let (now, checked) = (context.now(), try checked(registration, at: site, for: reader))
        return try await context.writeAndNotify(for: reader) { transaction in
            let store = PasskeyStore(transaction: transaction, now: now)
            guard try store.find(checked.credential.id) == nil else { throw PasskeyRejection.taken.asLibraryError }
            let known = try store.all(of: reader)
            guard known.count < Passkey.maxCount else {
                throw LibraryError.invalid(
                    why: "There are \(Passkey.maxCount) passkeys already. Remove one that is not used.")
            }
            return try store.insert(
                checked.credential, checked.data, named: name, at: site,
                userHandle: Self.userHandle(known, checked.challenge), for: reader)
        }
    }

    private func checked(
        _ registration: PasskeyRegistration, at site: PasskeySite, for reader: ReaderID
    ) throws(LibraryError) -> PasskeyRegistration.Checked {
        do throws(PasskeyRejection) {
            let checked = try registration.checked(for: site)
            let isFresh = context.passkeyChallenges.use(
                checked.challenge, for: .registration(reader.rawValue), at: context.now())
            guard isFresh else { throw .staleChallenge }
            return checked
        } catch { throw error.asLibraryError }
    }

    /// Removes a passkey, which can then no longer sign in; sessions that it has opened stay.
    /// - Throws: `.notThere` if the reader has no such passkey.
    public func remove(_ id: Passkey.ID, for reader: ReaderID) async throws(LibraryError) {
        let now = context.now()
        let isRemoved = try await context.writeAndNotify(for: reader) {
            try PasskeyStore(transaction: $0, now: now).remove(id, of: reader)
        }
        guard isRemoved else { throw .notThere }
    }

    /// Returns the random handle by which a device groups the passkeys of one reader: that of the known ones, or one
    /// made from the challenge, so that nothing is stored before there is a passkey.
    private static func userHandle(_ known: [PasskeyStore.Record], _ challenge: [UInt8]) -> [UInt8] {
        known.first?.userHandle ?? Array(SHA256.hash(data: Data("tidings-user-handle".utf8) + challenge))
    }
}

extension PasskeyRejection {
    fileprivate var asLibraryError: LibraryError { .invalid(why: sentence) }
}
