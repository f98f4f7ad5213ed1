/// The calm wording of headlines that alarm: a pure rule over phrases, capitals and marks, which the app shows in full. It
/// changes what a page shows of a title, never the title. The phrases are English.
public enum HeadlineTone {
    /// The words before a colon, a dash or a bar at the beginning, which are left out with it.
    public static let leadIns = [
        "breaking", "breaking news", "just in", "urgent", "alert", "red alert", "developing", "exclusive", "revealed",
        "watch", "must see", "must read", "shock", "shocking", "horror", "warning", "bombshell", "outrage",
    ]
    /// The words before "as" at the beginning, which are left out with it.
    public static let leadInsBeforeAs = [
        "shock", "horror", "fury", "outrage", "panic", "chaos", "terror", "uproar", "anger", "disbelief",
    ]
    /// The adjectives that are left out before another word.
    public static let omittedWords = [
        "shocking", "horrifying", "terrifying", "chilling", "spine-chilling", "sickening", "jaw-dropping",
        "mind-blowing",
        "heart-stopping", "gut-wrenching", "sensational", "unbelievable", "apocalyptic",
    ]
    /// The words that are replaced, and their replacements.
    public static let replacements = [
        ("slams", "criticises"), ("slammed", "criticised"), ("slamming", "criticising"),
        ("lashes out at", "criticises"), ("lashed out at", "criticised"), ("hits out at", "criticises"),
        ("hit out at", "criticised"), ("outraged", "angry"), ("skyrockets", "rises"), ("skyrocket", "rise"),
        ("skyrocketed", "rose"), ("plummets", "falls"), ("plummet", "fall"), ("plummeted", "fell"),
        ("war of words", "dispute"), ("begs", "asks"),
    ]
    /// The words beside which a word of the two lists before stays, as it is meant literally: "Grand Slams", "slammed into".
    public static let literalNeighbours = ["grand", "into", "against", "shut", "out", "effect"]
    /// The words that are written in small letters where they stand in capitals. Others may be abbreviations.
    public static let shoutedWords = [
        "a", "absolute", "again", "all", "always", "and", "anger", "best", "big", "chaos", "dead", "ever", "every",
        "everyone", "everything", "finally", "free", "fury", "horror", "huge", "insane", "just", "massive", "must",
        "never", "no", "not", "now", "nothing", "only", "really", "shock", "stop", "terror", "that", "this", "total",
        "urgent", "very", "warning", "watch", "worst", "wrong", "you", "your",
    ]

    /// Returns a title in calm words; the title itself if nothing in it alarms.
    /// - Parameter language: the title's language as a BCP 47 tag. Of other languages than English only capitals and marks
    ///   are calmed.
    public static func calmed(_ title: String, language: String? = nil) -> String {
        let isEnglish = language.map { $0.lowercased().hasPrefix("en") } ?? true
        var calm = title
        if isEnglish { calm = withoutLeadIns(calm) }
        calm = withoutCapitals(calm)
        if isEnglish { calm = calmedWords(calm) }
        calm = withoutMarks(calm)
        return calm.contains(where: \.isLetter) ? calm : title
    }

    /// Returns a title in small letters if it is in capitals throughout, with four words and twelve letters or more. If most
    /// words are in capitals, and five or more, those words alone get small letters.
    private static func withoutCapitals(_ title: String) -> String {
        guard title.count(where: \.isUppercase) >= 12 else { return title }
        let words = title.split { !$0.isLetter }
        if words.count >= 4, !title.contains(where: \.isLowercase) { return sentence(title.lowercased()) }
        let loud = words.count { $0.count > 1 && !$0.contains(where: \.isLowercase) }
        guard loud >= 5, loud * 2 > words.count else { return title }
        let calm = title.split(separator: " ", omittingEmptySubsequences: false).map { word in
            word.contains(where: \.isLowercase) ? String(word) : word.lowercased()
        }
        return sentence(calm.joined(separator: " "))
    }

    // MARK: - The beginning

    private static let separators: Set<Character> = [":", "–", "—", "|", "!"]

    private static func withoutLeadIns(_ title: String) -> String {
        var rest = title[...]
        // Each turn shortens the title.
        while let next = withoutLeadIn(rest) { rest = next }
        return rest.startIndex == title.startIndex ? title : sentence(String(rest))
    }

    /// Returns the title after its lead-in; nil without one.
    private static func withoutLeadIn(_ title: Substring) -> Substring? {
        if let end = title.firstIndex(where: separators.contains) {
            let begin = words(title[..<end])
            if leadIns.contains(begin) {
                let rest = title[end...].drop { separators.contains($0) || $0.isWhitespace }
                if rest.contains(where: \.isLetter) { return rest }
            }
        }
        let parts = title.split(separator: " ", maxSplits: 2)
        guard parts.count == 3, parts[1].lowercased() == "as", leadInsBeforeAs.contains(parts[0].lowercased()) else {
            return nil
        }
        return parts[2]
    }

    /// Returns a text in lower case with single spaces.
    private static func words(_ text: Substring) -> String {
        text.lowercased().split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    /// Returns the text with a capital at its beginning.
    private static func sentence(_ text: String) -> String {
        guard let first = text.firstIndex(where: \.isLetter) else { return text }
        return text[..<first] + text[first].uppercased() + text[text.index(after: first)...]
    }

    // MARK: - Words

    /// A word with what stands before it.
    private struct Token {
        var gap: Substring
        var word: String
    }

    private static let phrases: [String: [(words: [String], replacement: String)]] = Dictionary(
        grouping: replacements.map { (words: $0.0.split(separator: " ").map(String.init), replacement: $0.1) },
        by: { $0.words.first ?? "" })
    private static let omitted = Set(omittedWords), shouted = Set(shoutedWords), literal = Set(literalNeighbours)
    /// The words after which an adjective tells something: "The report is shocking to many".
    private static let verbs: Set = [
        "is", "are", "was", "were", "be", "been", "so", "very", "most", "more", "how", "too", "and", "or", "but", "not",
        "less", "looks", "seems", "feels",
    ]

    private static func calmedWords(_ title: String) -> String {
        let (tokens, tail) = tokens(title)
        var calm: [Token] = []
        var omittedGap: Substring?
        var index = 0
        while index < tokens.count {
            var token = tokens[index]
            // The next word begins where an omitted one did.
            token.gap = omittedGap ?? token.gap
            if isOmitted(tokens[index], after: calm.last, before: index + 1 < tokens.count ? tokens[index + 1] : nil) {
                omittedGap = token.gap
                index += 1
                continue
            }
            if omittedGap != nil { agree(&calm, with: token.word) }
            omittedGap = nil
            let (count, word) = replacement(at: index, in: tokens) ?? (1, softened(token.word, isFirst: calm.isEmpty))
            token.word = word
            calm.append(token)
            index += count
        }
        if let first = calm.first, tokens[0].word.first?.isUppercase == true { calm[0].word = sentence(first.word) }
        return calm.reduce("") { $0 + $1.gap + $1.word } + tail
    }

    /// Gives the article before an omitted word the form that the next word wants.
    private static func agree(_ calm: inout [Token], with word: String) {
        guard let last = calm.last, ["a", "an"].contains(last.word.lowercased()) else { return }
        let article = word.first.map { "aeiouAEIOU".contains($0) } == true ? "an" : "a"
        calm[calm.count - 1].word = cased(article, as: last.word)
    }

    private static func tokens(_ title: String) -> (tokens: [Token], tail: Substring) {
        func isPart(_ character: Character) -> Bool {
            character.isLetter || character.isNumber || "-’'".contains(character)
        }
        var tokens: [Token] = []
        var rest = title[...]
        while let start = rest.firstIndex(where: isPart) {
            let end = rest[start...].firstIndex { !isPart($0) } ?? rest.endIndex
            // bounded: end was found from start on.
            tokens.append(Token(gap: rest[..<start], word: String(rest[start..<end])))
            rest = rest[end...]
        }
        return (tokens, rest)
    }

    private static func replacement(at index: Int, in tokens: [Token]) -> (count: Int, word: String)? {
        for phrase in phrases[tokens[index].word.lowercased()] ?? [] {
            let found = tokens[index...].prefix(phrase.words.count)
            guard found.map({ $0.word.lowercased() }) == phrase.words, found.dropFirst().allSatisfy({ $0.gap == " " }),
                !tokens[..<index].suffix(1).contains(where: isLiteral),
                !tokens[index...].dropFirst(phrase.words.count).prefix(1).contains(where: isLiteral)
            else { continue }
            return (phrase.words.count, cased(phrase.replacement, as: tokens[index].word))
        }
        return nil
    }

    private static func isLiteral(_ token: Token) -> Bool { literal.contains(token.word.lowercased()) }

    private static func isOmitted(_ token: Token, after last: Token?, before next: Token?) -> Bool {
        guard omitted.contains(token.word.lowercased()), let next, next.gap == " ", !isLiteral(next) else {
            return false
        }
        return last.map { !verbs.contains($0.word.lowercased()) } ?? true
    }

    private static func softened(_ word: String, isFirst: Bool) -> String {
        guard word.count > 1, !word.contains(where: \.isLowercase), shouted.contains(word.lowercased()) else {
            return word
        }
        return isFirst ? sentence(word.lowercased()) : word.lowercased()
    }

    private static func cased(_ word: String, as other: String) -> String {
        other.first?.isUppercase == true ? sentence(word) : word
    }

    // MARK: - Marks

    /// Returns the title with one question mark for several marks with one among them, a full stop for several
    /// exclamation marks, and none at the end.
    private static func withoutMarks(_ title: String) -> String {
        var calm = ""
        var rest = title[...]
        while let start = rest.firstIndex(where: isMark) {
            let end = rest[start...].firstIndex { !isMark($0) } ?? rest.endIndex
            // bounded: end was found from start on.
            let marks = rest[start..<end]
            calm += rest[..<start]
            let isEnd = rest[end...].allSatisfy { !$0.isLetter && !$0.isNumber }
            if marks.contains("?") {
                calm += "?"
            } else if marks.count == 1, !isEnd {
                calm += marks
            } else if !isEnd {
                calm += "."
            }
            rest = rest[end...]
        }
        return calm + rest
    }

    private static func isMark(_ character: Character) -> Bool { character == "!" || character == "?" }
}
