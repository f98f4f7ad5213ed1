import Foundation
import News

/// The rule that chooses a weighed front page: which story leads, and which of a section's stories stand on the page. In
/// plain words: docs/why/how-the-front-page-is-chosen.md.
///
/// A story's weight is what it is worth, times how fresh it is. Equal candidates give an equal page, whatever their
/// order, until the slot ends (`FrontPageOptions.slotStart`): neither a passing minute nor a read mark moves a story.
struct FrontPageRanking {
    private let options: FrontPageOptions
    /// Milliseconds.
    let slotStart: Int64

    init(_ options: FrontPageOptions, now: Date) {
        self.options = options
        slotStart = options.slotStart(at: now).milliseconds
    }

    /// A story as one channel tells it.
    struct Candidate: Sendable, Hashable {
        enum Picture: Sendable { case none, small, large }

        var ref: StoryRef
        /// Whether it had arrived when the slot began.
        var isStanding: Bool
        var picture = Picture.none
        var wordCount = 0
        /// Sources of this newspaper that tell it.
        var sourceCount = 1
        /// Of its channel, in the week before the slot.
        var storiesPerWeek = 0
        /// Before the slot.
        var isRead = false
        /// Links to another publisher; its picture is a logo.
        var isExternal = false
        /// The primary subtag (BCP 47), in lower case: `en`. Nil where the origin does not say.
        var language: String?
    }

    /// All numbers of the rule.
    enum Weights {
        /// Of a bare notice.
        static let notice = 1.0
        /// Added for a picture that can lead a page.
        static let largePicture = 1.0
        /// Added for any other picture, also one that is not measured yet.
        static let smallPicture = 0.3
        /// Added for a text of `longText` words or more; a part of it for fewer.
        static let length = 0.8
        static let longText = 600.0
        /// Added for each source that tells it, beyond the first, up to `maxOtherSources`.
        static let otherSource = 0.4
        static let maxOtherSources = 3
        /// Added for a channel of at most one story a week; nothing for one of `busyChannel` or more.
        static let rarity = 0.5
        static let busyChannel = 50
        /// Milliseconds in which a weight halves.
        static let halfLife = 12.0 * 3600 * 1000
        /// Times this, if read.
        static let read = 0.3
        /// Sources that make a story strong.
        static let manySources = 3
        /// How many times the lead's weight replaces it before the slot ends.
        static let clearlyBetter = 1.25
        /// Milliseconds before the slot. Older stories only fill up.
        static let freshFor: Int64 = 48 * 3600 * 1000
    }

    // MARK: Weighing

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

    /// Whether it may lead, however old.
    func isStrong(_ candidate: Candidate) -> Bool {
        guard !candidate.isExternal else { return false }
        return candidate.picture == .large || candidate.sourceCount >= Weights.manySources
            || Double(candidate.wordCount) >= Weights.longText
    }

    func weight(of candidate: Candidate) -> Double {
        let age = max(0, slotStart - candidate.ref.shownAt)
        let freshness = exp2(-Double(age) / Weights.halfLife)
        return worth(of: candidate) * freshness * (candidate.isRead ? Weights.read : 1)
    }

    /// Of equal weights, the newer one comes first.
    private func sorted(_ candidates: [Candidate]) -> [Candidate] {
        candidates.map { (weight: weight(of: $0), candidate: $0) }.sorted { a, b in
            if a.weight != b.weight { return a.weight > b.weight }
            let (first, second) = (a.candidate.ref, b.candidate.ref)
            return first.cursor == second.cursor ? first.channel < second.channel : first.cursor > second.cursor
        }.map { $0.candidate }
    }

    // MARK: Choosing

    /// The weightiest strong story that had arrived by the start of the slot, unless one has come since that is clearly
    /// better; nil without a strong story. One in another language than the page's leads only where no other can.
    func lead(among candidates: [Candidate]) -> Candidate? {
        let (all, main) = (sorted(candidates.filter(isStrong)), language(of: candidates))
        let inMainLanguage = all.filter { $0.language == nil || $0.language == main }
        let strong = inMainLanguage.isEmpty ? all : inMainLanguage
        guard var lead = strong.first(where: \.isStanding) else { return strong.first }
        // Ids ascend with arrival.
        let newcomers = strong.filter { !$0.isStanding }.sorted {
            ($0.ref.story, $0.ref.channel) < ($1.ref.story, $1.ref.channel)
        }
        for newcomer in newcomers where weight(of: newcomer) >= Weights.clearlyBetter * weight(of: lead) {
            lead = newcomer
        }
        return lead
    }

    /// The language that most stories are in. Newcomers do not count while there are others: the page would move.
    private func language(of candidates: [Candidate]) -> String? {
        let standing = candidates.filter { $0.isStanding && $0.language != nil }
        let counts = (standing.isEmpty ? candidates : standing).reduce(into: [String: Int]()) { counts, candidate in
            if let language = candidate.language { counts[language, default: 0] += 1 }
        }
        return counts.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key
    }

    /// A section's weightiest stories, in order. A source has at most `maxPerSource` of them, unless the others have no
    /// fresh story left.
    /// - Parameter seen: what the page has already.
    func top(_ count: Int, of candidates: [Candidate], seen: inout Deduplicator) -> [Candidate] {
        let candidates = sorted(candidates)
        var top: [Candidate] = []
        var countOfSource: [Int64: Int] = [:]
        for limit in [options.maxPerSource, .max] {
            for candidate in candidates where top.count < count {
                let source = candidate.ref.channel
                guard countOfSource[source, default: 0] < limit, seen.insert(candidate.ref) else { continue }
                countOfSource[source, default: 0] += 1
                top.append(candidate)
            }
        }
        return sorted(top)
    }
}
