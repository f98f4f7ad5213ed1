import Foundation
import Markup

/// A detector of truncated feeds, which examines a channel's newest stories. Evidence from fetched pages outweighs
/// signs in the text.
enum TruncationDetector {
    struct Sample: Sendable {
        var title = ""
        var html = ""
        var text = ""
        var wordCount = 0
        var hasPage = true
        /// True if the text only accompanies a recording.
        var isRecording = false
        /// The comparison of the fetched page with the feed's text; nil if the page was not fetched.
        var fetchEvidence: FetchEvidence?
    }

    enum FetchEvidence: Sendable { case longer, notLonger }

    /// The number of newest stories examined.
    static let sampleSize = 12
    /// The minimum number of stories for a guess.
    private static let minStories = 3
    private static let minEvidence = 3
    /// The median word count below which a channel's texts seem truncated.
    private static let briefWords = 70
    /// The word count above which a text counts as complete.
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

    /// Returns true if the text ends in "…", "...", "[…]" or "(...)", also before a read-more link.
    private static func endsInEllipsis(_ story: Sample) -> Bool {
        let end = reversedWithoutReadMore(story.text).drop { "])）】 \u{A0}→»›".contains($0) }
        return end.starts(with: "…") || end.starts(with: "...") || end.starts(with: "⋯") || end.starts(with: ". . .")
    }

    /// Returns the end of the text reversed, without a final read-more phrase.
    private static func reversedWithoutReadMore(_ text: String) -> Substring {
        // "[+1234 chars]" marks truncation at one aggregator.
        let tail = text.suffix(120).lowercased().replacing(/\[\+\d+ chars\]\s*$/, with: "")
        let bare = tail.trimmingCharacters(in: CharacterSet(charactersIn: " \u{A0}→»›>.!\n"))
        for words in ReadMorePhrases.all where bare.hasSuffix(words) {
            return Substring(String(bare.dropLast(words.count).reversed())).drop { $0.isWhitespace }
        }
        return Substring(String(tail.reversed())).drop { $0.isWhitespace }
    }

    /// Returns true if the last link is a read-more link and only tags follow it.
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

/// A guess whether a channel's feed is truncated.
public struct TruncationGuess: Sendable, Hashable {
    /// The evidence for the guess. Counts refer to the channel's newest stories.
    public enum Reason: Sendable, Hashable {
        /// The channel has too few stories for a guess, and counts as complete.
        case tooFewStories
        case endInEllipsis(Int, of: Int)
        case endInLink(Int, of: Int)
        case endInEllipsisOrLink(Int, of: Int)
        case endInMidSentence(Int, of: Int)
        /// Fetched pages have more text than the feed.
        case pagesHaveMore(Int)
        case pagesHaveNoMore(Int)
        /// Most stories have only a title.
        case noText
        case briefTexts(medianWords: Int)
        /// The texts are brief but complete: at least half of the stories begin with their title.
        case shortNotes
        case longTexts(medianWords: Int)
    }

    /// True if the feed seems truncated.
    public var isTruncated: Bool
    /// The evidence for the guess.
    public var reason: Reason

    public init(isTruncated: Bool, reason: Reason) {
        self.isTruncated = isTruncated
        self.reason = reason
    }
}
