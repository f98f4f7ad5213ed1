import Foundation
import Markup

/// Guesses from a channel's newest stories whether its feed is truncated. Evidence from fetched pages outweighs signs
/// in the text.
enum TruncationDetector {
    struct Sample: Sendable {
        var title = ""
        var html = ""
        var text = ""
        var wordCount = 0
        var hasPage = true
        /// The text only accompanies a recording.
        var isRecording = false
        /// Compares the fetched page with the feed's text.
        var fetchEvidence: FetchEvidence?
    }

    enum FetchEvidence: Sendable { case longer, notLonger }

    /// The newest stories examined.
    static let sampleSize = 12
    /// Fewer allow no guess.
    private static let minStories = 3
    private static let minEvidence = 3
    /// A lower median is short for complete texts.
    private static let briefWords = 70
    /// Longer texts count as complete.
    private static let maxTruncatedWords = 250

    static func guess(_ samples: [Sample]) -> TruncationGuess {
        let stories = samples.filter { $0.hasPage && !$0.isRecording }
        guard stories.count >= minStories else {
            return TruncationGuess(isTruncated: false, reason: .tooFewStories)
        }
        if let guess = guessFromEvidence(of: stories) { return guess }
        let beginnings = stories.filter { $0.wordCount <= maxTruncatedWords }
        let linked = beginnings.filter(endsInReadMoreLink).count
        let dotted = beginnings.filter(endsInEllipsis).count
        let broken = beginnings.filter(endsInMidSentence).count
        let count = stories.count
        if dotted * 10 >= count * 6 { return truncated(.endInEllipsis(dotted, of: count)) }
        if linked * 10 >= count * 6 { return truncated(.endInLink(linked, of: count)) }
        let marked = beginnings.filter { endsInEllipsis($0) || endsInReadMoreLink($0) }.count
        if marked * 10 >= count * 6 { return truncated(.endInEllipsisOrLink(marked, of: count)) }
        if broken * 10 >= count * 8 { return truncated(.endInMidSentence(broken, of: count)) }
        return guessFromLength(stories)
    }

    static func looksTruncated(_ story: Sample) -> Bool {
        story.wordCount <= maxTruncatedWords && (endsInEllipsis(story) || endsInReadMoreLink(story))
    }

    private static func truncated(_ reason: TruncationGuess.Reason) -> TruncationGuess {
        TruncationGuess(isTruncated: true, reason: reason)
    }

    private static func guessFromEvidence(of stories: [Sample]) -> TruncationGuess? {
        let more = stories.count { $0.fetchEvidence == .longer }
        let noMore = stories.count { $0.fetchEvidence == .notLonger }
        if noMore >= minEvidence, noMore > more {
            return TruncationGuess(isTruncated: false, reason: .pagesHaveNoMore(noMore))
        }
        if more >= minEvidence, more > noMore * 2 {
            return truncated(.pagesHaveMore(more))
        }
        return nil
    }

    private static func guessFromLength(_ stories: [Sample]) -> TruncationGuess {
        let lengths = stories.map(\.wordCount).sorted()
        let median = lengths[lengths.count / 2]
        // Notes that begin with their title are short and complete.
        let notes = stories.filter(isShortNote).count
        guard median < briefWords, notes * 2 < stories.count else {
            return TruncationGuess(
                isTruncated: false, reason: median < briefWords ? .shortNotes : .longTexts(medianWords: median))
        }
        return truncated(median == 0 ? .noText : .briefTexts(medianWords: median))
    }

    private static func isShortNote(_ story: Sample) -> Bool {
        let title = letters(story.title, 60)
        return title.count >= 10 && letters(story.text, 200).starts(with: title)
    }

    private static func letters(_ text: String, _ limit: Int) -> [Character] {
        Array(text.lazy.filter { $0.isLetter || $0.isNumber }.prefix(limit))
    }

    // MARK: Endings

    /// "…", "...", "[…]", "(...)", also before a read-more link.
    private static func endsInEllipsis(_ story: Sample) -> Bool {
        let end = reversedWithoutReadMore(story.text).drop { "])）】 \u{A0}→»›".contains($0) }
        return end.starts(with: "…") || end.starts(with: "...") || end.starts(with: "⋯") || end.starts(with: ". . .")
    }

    /// Reversed, without a read-more phrase at the end.
    private static func reversedWithoutReadMore(_ text: String) -> Substring {
        // "[+1234 chars]" marks truncation at one aggregator.
        let tail = text.suffix(120).lowercased().replacing(/\[\+\d+ chars\]\s*$/, with: "")
        let bare = tail.trimmingCharacters(in: CharacterSet(charactersIn: " \u{A0}→»›>.!\n"))
        for words in ReadMorePhrases.all where bare.hasSuffix(words) {
            return Substring(String(bare.dropLast(words.count).reversed())).drop { $0.isWhitespace }
        }
        return Substring(String(tail.reversed())).drop { $0.isWhitespace }
    }

    /// The last link reads more, and only tags follow.
    private static func endsInReadMoreLink(_ story: Sample) -> Bool {
        let tail = story.html.suffix(600)
        guard let link = tail.ranges(of: "<a ").last, let open = tail[link.upperBound...].firstIndex(of: ">"),
            let close = tail[open...].firstRange(of: "</a>")
        else { return false }
        let after = tail[close.upperBound...].replacing(/<[^>]*>/, with: "")
        guard after.allSatisfy({ !$0.isLetter && !$0.isNumber }) else { return false }
        // bounded: found behind it
        let words = tail[tail.index(after: open)..<close.lowerBound].replacing(/<[^>]*>/, with: " ").lowercased()
        let bare = words.trimmingCharacters(in: CharacterSet(charactersIn: " \u{A0}→»›>….[]()\n"))
        return ReadMorePhrases.all.contains { bare == $0 || bare.hasPrefix($0 + " ") || bare.hasPrefix($0 + ":") }
    }

    private static func endsInMidSentence(_ story: Sample) -> Bool {
        guard story.wordCount >= 12, let last = story.text.last(where: { !$0.isWhitespace }) else { return false }
        return last.isLetter && !TextNormalizer.isIdeograph(last.unicodeScalars.first ?? " ")
            || ",;:-–—(".contains(last)
    }
}

/// Whether a channel seems truncated.
public struct TruncationGuess: Sendable, Hashable {
    /// What the guess rests on. Numbers are of the channel's newest stories.
    public enum Reason: Sendable, Hashable {
        /// No guess: it counts as complete.
        case tooFewStories
        case endInEllipsis(Int, of: Int)
        case endInLink(Int, of: Int)
        case endInEllipsisOrLink(Int, of: Int)
        case endInMidSentence(Int, of: Int)
        /// Fetched pages have more text than the feed.
        case pagesHaveMore(Int)
        case pagesHaveNoMore(Int)
        /// Most stories have a title only.
        case noText
        case briefTexts(medianWords: Int)
        /// Complete though brief: at least half of the stories begin with their title.
        case shortNotes
        case longTexts(medianWords: Int)
    }

    public var isTruncated: Bool
    public var reason: Reason

    public init(isTruncated: Bool, reason: Reason) {
        self.isTruncated = isTruncated
        self.reason = reason
    }
}
