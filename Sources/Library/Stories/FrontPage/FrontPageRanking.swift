import Foundation
import News

/// The rule that chooses the stories of a weighed front page: the lead, and the stories of each section.
/// `docs/why/how-the-front-page-is-chosen.md` explains it in plain words.
///
/// The weight of a story is its worth times its freshness. Equal candidates give an equal page, whatever their order,
/// until the slot ends (`FrontPageOptions.slotStart`): neither a passing minute nor a read mark moves a story.
struct FrontPageRanking {
    private let options: FrontPageOptions
    /// The start of the slot in milliseconds.
    let slotStart: Int64

    init(_ options: FrontPageOptions, now: Date) {
        self.options = options
        slotStart = options.slotStart(at: now).milliseconds
    }

    /// A story in one channel.
    struct Candidate: Sendable, Hashable {
        enum Picture: Sendable { case none, small, large }

        var ref: StoryReference
        /// True if the story had arrived when the slot began.
        var isStanding: Bool
        var picture = Picture.none
        var wordCount = 0
        /// The number of independent publishers that tell it: of its cluster those in the section, and one for each other
        /// section; without a cluster the edition's sources that have the story.
        var sourceCount = 1
        /// The independent publishers of its cluster in the section.
        var publishers: Set<String> = []
        /// The time in milliseconds when the last publisher joined the story's cluster; nil without a cluster.
        var lastVoiceAt: Int64?
        /// True if the story leads its cluster.
        var isClusterLead = false
        /// The number of stories in the channel in the week before the slot.
        var storiesPerWeek = 0
        /// True if the story was read before the slot, or in an earlier visit.
        var isRead = false
        /// True if the story links to another publisher; its picture is then a logo.
        var isExternal = false
        /// The primary language subtag (BCP 47) in lower case, such as `en`; nil if the origin does not name it.
        var language: String?
    }

    /// All numbers of the rule.
    enum Weights {
        /// The worth of a bare notice.
        static let notice = 1.0
        /// The addition for a picture that can lead a page.
        static let largePicture = 1.0
        /// The addition for any other picture, including one that is not measured yet.
        static let smallPicture = 0.3
        /// The addition for a text of `longText` words or more; proportionally less for shorter texts.
        static let length = 0.8
        static let longText = 600.0
        /// The addition for each further source of the story, up to `maxOtherSources`.
        static let otherSource = 0.4
        static let maxOtherSources = 3
        /// The addition for a channel with at most one story a week; zero for one with `busyChannel` or more.
        static let rarity = 0.5
        static let busyChannel = 50
        /// The milliseconds in which a weight halves.
        static let halfLife = 12.0 * 3600 * 1000
        /// The number of sources that makes a story strong.
        static let manySources = 3
        /// The multiple of the lead's weight at which another story replaces the lead before the slot ends.
        static let clearlyBetter = 1.25
        /// The milliseconds before the slot in which stories are fresh. Older stories only fill up the page.
        static let freshFor: Int64 = 48 * 3600 * 1000
    }

    // MARK: Weighing

    /// Returns the candidates of all sections, of which those of a cluster count each other section in which another
    /// publisher tells it as one more voice: what the whole town tells is more than what one section does.
    static func countingOtherSections(_ sections: [[Candidate]]) -> [[Candidate]] {
        var tellers: [Int64: [Int: [Candidate]]] = [:]
        for (index, candidates) in sections.enumerated() {
            for candidate in candidates where !candidate.publishers.isEmpty {
                if let group = candidate.ref.group {
                    tellers[group, default: [:]][index, default: []].append(candidate)
                }
            }
        }
        return sections.enumerated().map { index, candidates in
            candidates.map { candidate in
                guard !candidate.publishers.isEmpty, let others = candidate.ref.group.flatMap({ tellers[$0] }) else {
                    return candidate
                }
                return counting(others.filter { $0.key != index }, for: candidate)
            }
        }
    }

    private static func counting(_ sections: [Int: [Candidate]], for candidate: Candidate) -> Candidate {
        var (counted, known) = (candidate, candidate.publishers)
        for (_, others) in sections.sorted(by: { $0.key < $1.key }) {
            // Voices since the slot began count only for stories since then; otherwise the page would move.
            let standing = others.filter { $0.isStanding || !candidate.isStanding }
            let publishers = standing.reduce(into: Set<String>()) { $0.formUnion($1.publishers) }
            guard !publishers.isSubset(of: known) else { continue }
            known.formUnion(publishers)
            counted.sourceCount += 1
            let lastVoices = (standing.map(\.lastVoiceAt) + [counted.lastVoiceAt]).compactMap(\.self)
            counted.lastVoiceAt = lastVoices.max()
        }
        return counted
    }

    func worth(of candidate: Candidate) -> Double {
        let picture =
            switch candidate.picture {
            case .none: 0.0
            case .small: Weights.smallPicture
            case .large: Weights.largePicture
            }
        let length = Weights.length * min(1, Double(max(0, candidate.wordCount)) / Weights.longText)
        let others = min(Weights.maxOtherSources, max(0, candidate.sourceCount - 1))
        let frequency = min(Weights.busyChannel, max(1, candidate.storiesPerWeek))
        let rarity = Weights.rarity * (1 - log2(Double(frequency)) / log2(Double(Weights.busyChannel)))
        return Weights.notice + picture + length + Weights.otherSource * Double(others) + rarity
    }

    /// Returns true if the story may lead, however old it is.
    func isStrong(_ candidate: Candidate) -> Bool {
        guard !candidate.isExternal else { return false }
        return candidate.picture == .large || candidate.sourceCount >= Weights.manySources
            || Double(candidate.wordCount) >= Weights.longText
    }

    func weight(of candidate: Candidate) -> Double {
        // A further story of the same publisher renews nothing.
        let age = max(0, slotStart - (candidate.lastVoiceAt ?? candidate.ref.sortKey))
        let freshness = exp2(-Double(age) / Weights.halfLife)
        return worth(of: candidate) * freshness
    }

    /// Returns the candidates by descending weight, the read ones last; of equal weights, the newer story comes first.
    private func sorted(_ candidates: [Candidate]) -> [Candidate] {
        candidates.map { (weight: weight(of: $0), candidate: $0) }.sorted { a, b in
            if a.candidate.isRead != b.candidate.isRead { return b.candidate.isRead }
            if a.weight != b.weight { return a.weight > b.weight }
            let (first, second) = (a.candidate.ref, b.candidate.ref)
            return first.cursor == second.cursor ? first.channel < second.channel : first.cursor > second.cursor
        }.map { $0.candidate }
    }

    // MARK: Choosing

    /// Returns the weightiest strong story that had arrived by the start of the slot, unless a clearly better one has
    /// arrived since; nil without a strong story. A story in another language than the page's main one leads only if no
    /// other story can. Once all strong stories are read, the weightiest unread one steps up.
    func lead(among candidates: [Candidate]) -> Candidate? {
        let strong = candidates.filter(isStrong)
        let unread = candidates.filter { !$0.isRead && !$0.isExternal }
        let isOver = !strong.isEmpty && strong.allSatisfy(\.isRead) && !unread.isEmpty
        return lead(among: isOver ? unread : unreadFirst(strong), inLanguage: language(of: candidates))
    }

    private func unreadFirst(_ candidates: [Candidate]) -> [Candidate] {
        let unread = candidates.filter { !$0.isRead }
        return unread.isEmpty ? candidates : unread
    }

    private func lead(among candidates: [Candidate], inLanguage main: String?) -> Candidate? {
        let all = sorted(candidates)
        let inMainLanguage = all.filter { $0.language == nil || $0.language == main }
        let strong = inMainLanguage.isEmpty ? all : inMainLanguage
        guard var lead = strong.first(where: \.isStanding) else { return strong.first }
        // Story IDs ascend with arrival.
        let newcomers = strong.filter { !$0.isStanding }.sorted {
            ($0.ref.story, $0.ref.channel) < ($1.ref.story, $1.ref.channel)
        }
        for newcomer in newcomers where weight(of: newcomer) >= Weights.clearlyBetter * weight(of: lead) {
            lead = newcomer
        }
        return lead
    }

    /// Returns the language of most stories. Newcomers do not count while there are other stories, because the page
    /// would move.
    private func language(of candidates: [Candidate]) -> String? {
        let standing = candidates.filter { $0.isStanding && $0.language != nil }
        let counts = (standing.isEmpty ? candidates : standing).reduce(into: [String: Int]()) { counts, candidate in
            if let language = candidate.language { counts[language, default: 0] += 1 }
        }
        return counts.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key
    }

    /// The publishers whose stories lead clusters on the page.
    struct ClusterLeads {
        private var channels: Set<Int64> = []
        private var count = 0

        /// The number of clusters on a page in which no publisher leads twice while another of the cluster leads nowhere.
        private static let maxClusters = 10

        mutating func add(_ candidate: Candidate) {
            guard candidate.sourceCount > 1 else { return }
            count += 1
            channels.insert(candidate.ref.channel)
        }

        func hasLed(_ candidate: Candidate) -> Bool {
            count < Self.maxClusters && channels.contains(candidate.ref.channel)
        }
    }

    /// Returns the weightiest stories of a section in order. A source has at most `maxPerSource` of them beside those that
    /// others tell too, unless the other sources have no fresh story left. Of a cluster's stories its lead stands for all, unless its publisher
    /// leads another on the page and one of the others does not.
    /// - Parameters:
    ///   - seen: the stories that are on the page already.
    ///   - leads: the publishers that lead clusters on the page.
    func top(
        _ count: Int, of candidates: [Candidate], seen: inout Deduplicator, leads: inout ClusterLeads
    ) -> [Candidate] {
        let candidates = withLeads(candidates, leads)
        var top: [Candidate] = []
        var countOfSource: [Int64: Int] = [:]
        for limit in [options.maxPerSource, .max] {
            for candidate in candidates where top.count < count {
                let source = candidate.ref.channel
                let isAlone = candidate.sourceCount == 1
                guard !isAlone || countOfSource[source, default: 0] < limit, seen.insert(candidate.ref) else {
                    continue
                }
                if isAlone { countOfSource[source, default: 0] += 1 }
                leads.add(candidate)
                top.append(candidate)
            }
        }
        return sorted(top)
    }

    /// Returns the candidates by weight, with one of each cluster's.
    private func withLeads(_ candidates: [Candidate], _ leads: ClusterLeads) -> [Candidate] {
        var (leads, chosen, known) = (leads, [Candidate](), Set<Int64>())
        let groups = Dictionary(grouping: candidates.filter { $0.ref.group != nil }, by: \.ref.group)
        for candidate in sorted(candidates) {
            guard let group = candidate.ref.group, candidate.sourceCount > 1, let others = groups[group] else {
                chosen.append(candidate)
                continue
            }
            guard known.insert(group).inserted else { continue }
            let alike = sorted(others.filter { $0.isRead == candidate.isRead })
            let lead =
                alike.first { $0.isClusterLead && !leads.hasLed($0) } ?? alike.first { !leads.hasLed($0) }
                ?? alike.first(where: \.isClusterLead) ?? candidate
            leads.add(lead)
            chosen.append(lead)
        }
        return sorted(chosen)
    }
}
