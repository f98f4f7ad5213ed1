public import Foundation

/// A member of the invented community.
public struct SampleMember: Sendable, Hashable {
    /// The unique user name.
    public var name: String
    /// The password in plain text.
    public var password: String
    /// The karma: flags are offered from 31, down arrows from 501.
    public var karma: Int

    public init(name: String = "juniper", password: String = "rosemary", karma: Int = 120) {
        self.name = name
        self.password = password
        self.karma = karma
    }
}

/// The votes, marks and profile of a member.
public struct SampleMemberRecord: Sendable {
    /// The direction of a vote.
    public enum Vote: String, Sendable { case up, down }

    /// The votes by item ID.
    public var votes: [Int: Vote] = [:]
    /// The times of the votes by item ID; a vote can be taken back for an hour.
    public var voteTimes: [Int: Date] = [:]
    /// The IDs of favourite stories and comments, newest first.
    public var favourites: [Int] = []
    /// The IDs of hidden stories, newest first.
    public var hidden: [Int] = []
    /// The IDs of flagged items, newest first.
    public var flagged: [Int] = []
    /// The profile by field names of the member's own form: `about`, `email`, `showd`, `nopro`, `maxv`, `mina`,
    /// `delay`, `topc`.
    public var profile: [String: String] = SampleMemberRecord.defaultProfile

    static let profileFields = ["about", "email", "showd", "nopro", "maxv", "mina", "delay", "topc"]
    static let defaultProfile = [
        "about": "", "email": "", "showd": "no", "nopro": "no", "maxv": "20", "mina": "180", "delay": "0", "topc": "",
    ]
}
