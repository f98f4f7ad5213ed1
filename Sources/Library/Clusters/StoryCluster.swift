public import Foundation
public import News

/// Stories of one or several publishers about one event.
public struct StoryCluster: Sendable {
    /// A story of a cluster and who published it.
    public struct Member: Sendable {
        public var row: StoryRow
        /// The name of the publisher.
        public var publisher: String
        /// Distinguishes publishers; a site's feeds are one.
        var publisherKey: String
        /// True if the story has no text beside its title, so that its place here is a guess.
        public var isTitleOnly: Bool
    }

    /// The stories in order of time, the first one first.
    public var members: [Member]
    /// The index of the member that leads.
    public var leadIndex: Int
    /// The time when the last publisher joined that had not told of it before.
    public var lastVoiceAt: Date

    public var lead: Member { members[leadIndex] }  // bounded: set by `ClusterRanking`
    /// The publishers in the order in which they told of it.
    public var publishers: [String] {
        var seen: Set<String> = []
        return members.filter { seen.insert($0.publisherKey).inserted }.map(\.publisher)
    }
}
