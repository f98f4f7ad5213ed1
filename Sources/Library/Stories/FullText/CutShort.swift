import Foundation

/// Tells from a channel's newest stories whether it gives whole texts: pure rules.
///
/// Publishers cut in three ways: with dots, with a link to read on, or in silence. What was learned at the pages
/// themselves weighs more than any of these signs, so a wrong guess corrects itself after a few stories.
enum CutShort {
    /// One story as its channel gives it.
    struct Sample: Sendable {
        var title = ""
        var html = ""
        var text = ""
        var words = 0
        /// Whether there is a page to go to.
        var hasPage = true
        /// Sound or film is the story; its text is a note beside it.
        var isRecording = false
        /// What the page gave when it was asked: more than the channel, no more, or it was not asked.
        var lesson: Lesson?
    }

    enum Lesson: Sendable { case more, noMore }

    /// So many of the newest stories are looked at.
    static let sampleSize = 12
    /// So few say nothing.
    private static let fewest = 3
    /// So many pages that held no more overrule all signs.
    private static let lessonsEnough = 3
    /// Stories of fewer words are brief for a text that is whole.
    private static let brief = 70
    /// Only texts up to so many words are taken for beginnings: nobody cuts after a thousand.
    private static let longestBeginning = 250

    static func guess(_ samples: [Sample]) -> FullTextGuess {
        let stories = samples.filter { $0.hasPage && !$0.isRecording }
        guard stories.count >= fewest else {
            return FullTextGuess(isCutShort: false, reason: "it has too few stories with a page of their own to tell")
        }
        if let taught = lesson(of: stories) { return taught }
        let beginnings = stories.filter { $0.words <= longestBeginning }
        let linked = beginnings.filter(endsInLink).count
        let dotted = beginnings.filter(endsInDots).count
        let broken = beginnings.filter(endsInMidSentence).count
        let count = stories.count
        if dotted * 10 >= count * 6 { return cut("\(dotted) of its \(count) newest stories end in “…”") }
        if linked * 10 >= count * 6 { return cut("\(linked) of its \(count) newest stories end in a link to read on") }
        let signed = beginnings.filter { endsInDots($0) || endsInLink($0) }.count
        if signed * 10 >= count * 6 { return cut("\(signed) of its \(count) newest stories end in “…” or a link") }
        if broken * 10 >= count * 8 { return cut("\(broken) of its \(count) newest stories stop in mid-sentence") }
        return byLength(stories)
    }

    /// Whether one text alone looks like the beginning of another.
    static func isBeginning(_ story: Sample) -> Bool {
        story.words <= longestBeginning && (endsInDots(story) || endsInLink(story))
    }

    private static func cut(_ reason: String) -> FullTextGuess { FullTextGuess(isCutShort: true, reason: reason) }

    private static func lesson(of stories: [Sample]) -> FullTextGuess? {
        let more = stories.count { $0.lesson == .more }
        let noMore = stories.count { $0.lesson == .noMore }
        if noMore >= lessonsEnough, noMore > more {
            return FullTextGuess(
                isCutShort: false, reason: "the pages of \(noMore) of its newest stories held no more than it gives")
        }
        if more >= lessonsEnough, more > noMore * 2 {
            return cut("the pages of \(more) of its newest stories held more than it gives")
        }
        return nil
    }

    private static func byLength(_ stories: [Sample]) -> FullTextGuess {
        let lengths = stories.map(\.words).sorted()
        let middle = lengths[lengths.count / 2]
        // Notes that begin with their own title were written without one: they are short and whole.
        let notes = stories.filter(isNote).count
        guard middle < brief, notes * 2 < stories.count else {
            return FullTextGuess(
                isCutShort: false,
                reason: middle < brief
                    ? "its stories are short notes without titles of their own"
                    : "its newest stories have about \(middle) words each and end as sentences do")
        }
        return cut(
            middle == 0
                ? "its newest stories have a title and no text"
                : "its newest stories have only about \(middle) words each")
    }

    private static func isNote(_ story: Sample) -> Bool {
        let title = letters(story.title, 60)
        return title.count >= 10 && letters(story.text, 200).starts(with: title)
    }

    private static func letters(_ text: String, _ limit: Int) -> [Character] {
        Array(text.lazy.filter { $0.isLetter || $0.isNumber }.prefix(limit))
    }

    // MARK: Endings

    /// "…", "...", "[…]", "(...)", also before a link to read on.
    private static func endsInDots(_ story: Sample) -> Bool {
        let end = withoutInvitation(story.text).drop { "])）】 \u{A0}→»›".contains($0) }
        return end.starts(with: "…") || end.starts(with: "...") || end.starts(with: "⋯") || end.starts(with: ". . .")
    }

    /// The text backwards, without an invitation at its end.
    private static func withoutInvitation(_ text: String) -> Substring {
        // "[+1234 chars]" is how one aggregator counts what it left out.
        let tail = text.suffix(120).lowercased().replacing(/\[\+\d+ chars\]\s*$/, with: "")
        let bare = tail.trimmingCharacters(in: CharacterSet(charactersIn: " \u{A0}→»›>.!\n"))
        for words in Invitations.all where bare.hasSuffix(words) {
            return Substring(String(bare.dropLast(words.count).reversed())).drop { $0.isWhitespace }
        }
        return Substring(String(tail.reversed())).drop { $0.isWhitespace }
    }

    /// The last link of the text invites to read on, and nothing but its closing tags follows.
    private static func endsInLink(_ story: Sample) -> Bool {
        let tail = story.html.suffix(600)
        guard let link = tail.ranges(of: "<a ").last, let open = tail[link.upperBound...].firstIndex(of: ">"),
            let close = tail[open...].firstRange(of: "</a>")
        else { return false }
        let after = tail[close.upperBound...].replacing(/<[^>]*>/, with: "")
        guard after.allSatisfy({ !$0.isLetter && !$0.isNumber }) else { return false }
        // bounded: found behind it
        let words = tail[tail.index(after: open)..<close.lowerBound].replacing(/<[^>]*>/, with: " ").lowercased()
        let bare = words.trimmingCharacters(in: CharacterSet(charactersIn: " \u{A0}→»›>….[]()\n"))
        return Invitations.all.contains { bare == $0 || bare.hasPrefix($0 + " ") || bare.hasPrefix($0 + ":") }
    }

    private static func endsInMidSentence(_ story: Sample) -> Bool {
        guard story.words >= 12, let last = story.text.last(where: { !$0.isWhitespace }) else { return false }
        return last.isLetter && !Folding.isIdeograph(last.unicodeScalars.first ?? " ") || ",;:-–—(".contains(last)
    }
}
