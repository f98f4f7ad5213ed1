public import Foundation

/// A member of the invented community.
public struct SampleMember: Sendable, Hashable {
    public var name: String
    public var password: String
    /// Flags are offered from 31, down arrows from 501.
    public var karma: Int

    public init(name: String = "juniper", password: String = "rosemary", karma: Int = 120) {
        self.name = name
        self.password = password
        self.karma = karma
    }
}

/// What the community keeps of a member.
public struct SampleMemberRecord: Sendable {
    /// A vote's direction.
    public enum Vote: String, Sendable { case up, down }

    /// By item.
    public var votes: [Int: Vote] = [:]
    /// When each vote was given; for an hour it can be taken back.
    public var voteTimes: [Int: Date] = [:]
    /// Newest first, stories and comments.
    public var favourites: [Int] = []
    public var hidden: [Int] = []
    public var flagged: [Int] = []
    /// As the member's own form has it: `about`, `email`, `showd`, `nopro`, `maxv`, `mina`, `delay`, `topc`.
    public var profile: [String: String] = SampleMemberRecord.defaultProfile

    static let profileFields = ["about", "email", "showd", "nopro", "maxv", "mina", "delay", "topc"]
    static let defaultProfile = [
        "about": "", "email": "", "showd": "no", "nopro": "no", "maxv": "20", "mina": "180", "delay": "0", "topc": "",
    ]
}
