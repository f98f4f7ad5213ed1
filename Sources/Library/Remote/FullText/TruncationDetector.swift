import Foundation

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
            return TruncationGuess(
                isTruncated: false, reason: "it has too few stories with a page of their own to tell")
        }
        if let guess = guessFromEvidence(of: stories) { return guess }
        let beginnings = stories.filter { $0.wordCount <= maxTruncatedWords }
        let linked = beginnings.filter(endsInReadMoreLink).count
        let dotted = beginnings.filter(endsInEllipsis).count
        let broken = beginnings.filter(endsInMidSentence).count
        let count = stories.count
        if dotted * 10 >= count * 6 { return truncated("\(dotted) of its \(count) newest stories end in “…”") }
        if linked * 10 >= count * 6 {
            return truncated("\(linked) of its \(count) newest stories end in a link to read on")
        }
        let marked = beginnings.filter { endsInEllipsis($0) || endsInReadMoreLink($0) }.count
        if marked * 10 >= count * 6 {
            return truncated("\(marked) of its \(count) newest stories end in “…” or a link")
        }
        if broken * 10 >= count * 8 {
            return truncated("\(broken) of its \(count) newest stories stop in mid-sentence")
        }
        return guessFromLength(stories)
    }

    static func looksTruncated(_ story: Sample) -> Bool {
        story.wordCount <= maxTruncatedWords && (endsInEllipsis(story) || endsInReadMoreLink(story))
    }

    private static func truncated(_ reason: String) -> TruncationGuess {
        TruncationGuess(isTruncated: true, reason: reason)
    }

    private static func guessFromEvidence(of stories: [Sample]) -> TruncationGuess? {
        let more = stories.count { $0.fetchEvidence == .longer }
        let noMore = stories.count { $0.fetchEvidence == .notLonger }
        if noMore >= minEvidence, noMore > more {
            return TruncationGuess(
                isTruncated: false, reason: "the pages of \(noMore) of its newest stories held no more than it gives")
        }
        if more >= minEvidence, more > noMore * 2 {
            return truncated("the pages of \(more) of its newest stories held more than it gives")
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
                isTruncated: false,
                reason: median < briefWords
                    ? "its stories are short notes without titles of their own"
                    : "its newest stories have about \(median) words each and end as sentences do")
        }
        return truncated(
            median == 0
                ? "its newest stories have a title and no text"
                : "its newest stories have only about \(median) words each")
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
    public var isTruncated: Bool
    /// To follow "because": "9 of its 10 newest stories end in “…”".
    public var reason: String

    public init(isTruncated: Bool, reason: String) {
        self.isTruncated = isTruncated
        self.reason = reason
    }
}
