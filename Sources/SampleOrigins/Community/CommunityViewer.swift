internal import Untrusted

/// The member who requests a page.
struct CommunityViewer: Sendable {
    var member: SampleMember
    /// The session's token; nil if name and password came with the form.
    var token: String?
    var record: SampleMemberRecord

    var name: String { member.name }
    var mayFlag: Bool { member.karma >= 31 }
    var mayVoteDown: Bool { member.karma >= 501 }
    var showsDead: Bool { record.profile["showd"] == "yes" }

    /// Returns a link's `auth` or a form's `hmac`: 40 hexadecimal digits that only this session has for this purpose.
    func key(for purpose: String) -> String { Self.digits("\(token ?? "")/\(name)/\(purpose)", count: 40) }

    func accepts(_ key: String?, for purpose: String) -> Bool { token == nil || key == self.key(for: purpose) }

    static func digits(_ text: String, count: Int) -> String {
        var (rng, out) = (SeededRandom(text), "")
        while out.count < count { out += Hex.encode(rng.next()) }
        return String(out.prefix(count))
    }
}
