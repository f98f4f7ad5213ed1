internal import Foundation
internal import Synchronization
internal import Untrusted

/// The mutable state of the community: its behaviour, and its members' sessions, forms and records.
final class CommunityState: Sendable {
    private let current = Mutex(Storage())

    private struct Storage {
        var behaviour = CommunityBehaviour()
        /// The members who created an account.
        var newMembers: [SampleMember] = []
        /// The member names by session token.
        var sessions: [String: String] = [:]
        var records: [String: SampleMemberRecord] = [:]
        /// The unused submission forms by name, each with the rejected submission before it; nil inside for a fresh
        /// form.
        var forms: [String: RejectedSubmission?] = [:]
        var tokenCount = 0

        mutating func makeToken(_ purpose: String, length: Int) -> String {
            tokenCount += 1
            return CommunityViewer.digits("\(purpose)/\(tokenCount)", count: length)
        }
    }

    /// A rejected submission with its error message, shown again above the form.
    struct RejectedSubmission: Sendable {
        var message: String
        var fields: [String: String]
    }

    var behaviour: CommunityBehaviour { current.withLock { $0.behaviour } }
    func update(_ work: (inout CommunityBehaviour) -> Void) { current.withLock { work(&$0.behaviour) } }

    // MARK: Members

    /// The members of the behaviour and those who created an account, with their records.
    var members: [(member: SampleMember, record: SampleMemberRecord)] {
        current.withLock { storage in
            (storage.behaviour.members + storage.newMembers).map { ($0, storage.records[$0.name] ?? .init()) }
        }
    }

    func add(_ member: SampleMember) { current.withLock { $0.newMembers.append(member) } }

    func record(of name: String) -> SampleMemberRecord { current.withLock { $0.records[name] ?? .init() } }

    func updateRecord(of name: String, _ work: (inout SampleMemberRecord) -> Void) {
        current.withLock { work(&$0.records[name, default: .init()]) }
    }

    // MARK: Sessions

    /// Starts a session. If sessions have expired, all earlier ones end.
    /// - Returns: The session's token.
    func startSession(of name: String) -> String {
        current.withLock { storage in
            if storage.behaviour.expiresSessions {
                storage.behaviour.expiresSessions = false
                storage.sessions = [:]
            }
            let token = storage.makeToken(name, length: 32)
            storage.sessions[token] = name
            return token
        }
    }

    func endSession(_ token: String) { current.withLock { $0.sessions[token] = nil } }

    /// Returns the member of a `Cookie` header's `user=NAME&TOKEN`; nil without a valid session.
    func viewer(cookie: String?) -> CommunityViewer? {
        let values = (cookie ?? "").split(separator: ";").map { $0.drop { $0 == " " } }
        guard let value = values.first(where: { $0.hasPrefix("user=") })?.dropFirst(5) else { return nil }
        let parts = value.split(separator: "&", maxSplits: 1).map(String.init)
        return current.withLock { storage in
            guard parts.count == 2, !storage.behaviour.expiresSessions, storage.sessions[parts[1]] == parts[0],
                let member = (storage.behaviour.members + storage.newMembers).first(where: { $0.name == parts[0] })
            else { return nil }
            return CommunityViewer(
                member: member, token: parts[1], record: storage.records[member.name] ?? .init())
        }
    }

    // MARK: Forms

    func makeForm(after rejected: RejectedSubmission? = nil) -> String {
        current.withLock { storage in
            let name = storage.makeToken("form", length: 22)
            storage.forms[name] = .some(rejected)
            return name
        }
    }

    /// Returns a form by name: nil for an unknown form; the inner value is nil for a fresh one.
    func form(_ name: String) -> RejectedSubmission?? { current.withLock { $0.forms[name] } }

    func removeForm(_ name: String) { current.withLock { _ = $0.forms.removeValue(forKey: name) } }

    /// Returns true, once, if the form just sent counts as stale (`CommunityBehaviour.expiresForms`).
    func claimExpiry() -> Bool {
        current.withLock { storage in
            defer { storage.behaviour.expiresForms = false }
            return storage.behaviour.expiresForms
        }
    }
}
