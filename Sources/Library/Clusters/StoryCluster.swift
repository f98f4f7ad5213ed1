public import Foundation
public import News
import URLs

/// Stories of one publisher or several about one event; on screens a topic.
public struct StoryCluster: Sendable {
    /// A story of a cluster and who published it.
    public struct Member: Sendable {
        /// The story as it is in lists.
        public var row: StoryRow
        /// The name of the publisher.
        public var publisher: String
        /// True if the story has no text beside its title, so that its place here is a guess.
        public var isTitleOnly: Bool
        /// True if no publisher before had told of it, and the text is no copy of an earlier one.
        public internal(set) var isNewVoice = false
        /// True if the text is a copy of an earlier one.
        public internal(set) var isCopy = false
        /// The section of the story's channel; nil if it is in none.
        public internal(set) var section: SectionID?
        /// Distinguishes publishers; the feeds of one site are one.
        var publisherKey: String
        var textHash: Int64?
        /// True if the story was chosen to lead by those of its day (`ClusterLeadWriter`).
        var isLead: Bool

        /// The address of the story at its publisher, else its page here.
        public var address: String? { row.link?.text }
    }

    /// The reason why a story leads.
    public enum LeadReason: String, Sendable {
        /// There is no other publisher.
        case onlyPublisher
        /// Its publisher leads no other cluster that began on the same day.
        case ledNothingElse
        /// Its publisher leads others of that day as well, but fewer than the other publishers or with the longest text.
        case ledLeast
        /// The same on a day with many stories: among the clusters that began in the same part of it.
        case ledLeastThen
    }

    /// The stories in order of time, the first one first.
    public private(set) var members: [Member]
    /// The index of the member that leads.
    public internal(set) var leadIndex: Int
    /// The reason why that story leads.
    public internal(set) var leadReason: LeadReason = .ledLeast
    /// The time when the last publisher joined that had not told of it before.
    public private(set) var lastVoiceAt: Date

    /// The story that leads.
    public var lead: Member { members[leadIndex] }
    /// The keys of its publishers; the feeds of one site are one.
    public var publishers: Set<String> { Set(members.map(\.publisherKey)) }
    /// The number of independent voices.
    public var voiceCount: Int { members.count(where: \.isNewVoice) }
    /// The time of the first story.
    public var since: Date { members.map(\.row.shownAt).min() ?? lastVoiceAt }
    /// The lowest story ID, which is the cluster's in addresses.
    public var id: StoryID { members.map(\.row.id).min { $0.rawValue < $1.rawValue } ?? lead.row.id }

    /// - Parameter members: the stories in any order; not empty.
    init(_ members: [Member]) {
        var (publishers, texts): (Set<String>, Set<Int64>) = ([], [])
        var sorted = members.sorted { ($0.row.shownAt, $0.row.id.rawValue) < ($1.row.shownAt, $1.row.id.rawValue) }
        for index in sorted.indices {
            let member = sorted[index]
            let isNewText = member.textHash.map { texts.insert($0).inserted } ?? true
            sorted[index].isCopy = !isNewText
            let isNewPublisher = publishers.insert(member.publisherKey).inserted
            sorted[index].isNewVoice = isNewPublisher && isNewText
        }
        self.members = sorted
        lastVoiceAt = sorted.last(where: \.isNewVoice)?.row.shownAt ?? .distantPast
        leadIndex = sorted.firstIndex(where: \.isLead) ?? 0
        guard !sorted.contains(where: \.isLead) else { return }
        leadIndex = Self.longest(sorted.indices.map(\.self), of: sorted)
    }

    /// Returns the member with the longest text; of equal ones that of the lowest ID.
    private static func longest(_ indices: [Int], of members: [Member]) -> Int {
        indices.min { a, b in
            (-members[a].row.wordCount, members[a].row.id.rawValue) < (
                -members[b].row.wordCount, members[b].row.id.rawValue
            )
        } ?? 0
    }

    /// Lets another publisher's longest story lead, if there is one.
    mutating func lead(byOtherThan publishers: Set<String>) {
        let others = members.indices.filter { !publishers.contains(members[$0].publisherKey) }
        guard !others.isEmpty else { return }
        leadIndex = Self.longest(others, of: members)
    }
}
