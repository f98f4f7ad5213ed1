import Untrusted

/// The roles of an element in its page, from whole words in its class and ID.
///
/// A name is only a hint: a heading is never dropped because of its name, nor is prose, unless the name has no other
/// words (`comment-list`, but not `comments-on-design`).
struct ClassNameHints: OptionSet, Sendable {
    let rawValue: UInt32

    static let comments = ClassNameHints(rawValue: 1)
    /// Notices that ask for consent.
    static let consent = ClassNameHints(rawValue: 1 << 1)
    /// Cookie notices, or recipes.
    static let cookies = ClassNameHints(rawValue: 1 << 26)
    static let advertising = ClassNameHints(rawValue: 1 << 2)
    static let navigation = ClassNameHints(rawValue: 1 << 3)
    static let sidebar = ClassNameHints(rawValue: 1 << 4)
    static let footer = ClassNameHints(rawValue: 1 << 5)
    static let header = ClassNameHints(rawValue: 1 << 6)
    /// Links to social networks, and buttons to share.
    static let share = ClassNameHints(rawValue: 1 << 7)
    /// Links to other articles.
    static let related = ClassNameHints(rawValue: 1 << 8)
    static let tags = ClassNameHints(rawValue: 1 << 9)
    static let byline = ClassNameHints(rawValue: 1 << 10)
    /// A few sentences on the author.
    static let authorBox = ClassNameHints(rawValue: 1 << 11)
    static let date = ClassNameHints(rawValue: 1 << 12)
    static let caption = ClassNameHints(rawValue: 1 << 13)
    /// The introduction below the headline.
    static let standfirst = ClassNameHints(rawValue: 1 << 14)
    /// An answer on a question-and-answer page.
    static let answer = ClassNameHints(rawValue: 1 << 15)
    static let paywall = ClassNameHints(rawValue: 1 << 16)
    /// A quoted post of a social network.
    static let quotedPost = ClassNameHints(rawValue: 1 << 17)
    /// Newsletters, accounts and contact forms.
    static let signUp = ClassNameHints(rawValue: 1 << 18)
    /// Reading time, ratings, print buttons.
    static let tools = ClassNameHints(rawValue: 1 << 19)
    /// A remark that belongs to the text: a note, a tip, a footnote.
    static let note = ClassNameHints(rawValue: 1 << 20)
    static let pullQuote = ClassNameHints(rawValue: 1 << 21)
    static let popup = ClassNameHints(rawValue: 1 << 22)
    /// A name typical of articles.
    static let content = ClassNameHints(rawValue: 1 << 23)
    /// A name typical of other content.
    static let other = ClassNameHints(rawValue: 1 << 24)
    /// A name typical of pages with articles, but not of the article's element: `page`, `blog`.
    static let page = ClassNameHints(rawValue: 1 << 25)

    /// The roles that are dropped before the search for the article, unless the name also has `content`.
    static let unlikely: ClassNameHints = [
        .comments, .consent, .cookies, .advertising, .navigation, .sidebar, .footer, .header, .share, .popup,
    ]
    /// The surroundings of the page, which relaxed attempts do not include either.
    static let surroundings: ClassNameHints = [
        .sidebar, .footer, .navigation, .advertising, .signUp, .authorBox, .popup,
    ]
    static let negative: ClassNameHints = [
        .comments, .consent, .advertising, .sidebar, .footer, .share, .related, .tags, .signUp, .tools, .popup, .other,
    ]
    static let positive: ClassNameHints = [.content, .page]
    /// The roles that are removed inside an article if the element is small.
    static let boilerplate: ClassNameHints = [
        .comments, .consent, .advertising, .navigation, .authorBox, .signUp, .tools, .tags, .share,
    ]
}

extension ClassNameHints {
    /// The hints from the names in an attribute.
    struct Reading {
        var hints: ClassNameHints = []
        /// The hints from names that have no other words.
        var sure: ClassNameHints = []
    }

    /// Reads a class or an ID. All other words of an ID must be layout words: `related-work` is a heading's ID.
    static func read(_ name: UnsafeBufferPointer<UInt8>, isID: Bool) -> Reading {
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 2 * maximumLength + 2) { buffer in
            var reading = Reading()
            var count = 0
            // bounded: counts
            for index in 0..<min(name.count, maximumLength) {
                let byte = name[index]
                if byte <= 0x20 {
                    add(UnsafeBufferPointer(rebasing: buffer[..<count]), to: &reading, isID: isID)
                    count = 0
                    continue
                }
                let isUpper = byte >= 0x41 && byte <= 0x5A
                if isUpper, index > 0, name[index - 1] >= 0x61, name[index - 1] <= 0x7A {
                    count = append(0x2D, buffer, count)
                }
                let lower = isUpper ? byte | 0x20 : byte
                let isWord = ASCII.isLetter(lower) || ASCII.isDigit(lower) || lower >= 0x80
                count = append(isWord ? lower : 0x2D, buffer, count)
            }
            add(UnsafeBufferPointer(rebasing: buffer[..<count]), to: &reading, isID: isID)
            return reading
        }
    }

    private static let maximumLength = 1_024

    /// Appends a byte; words are separated by single hyphens.
    private static func append(_ byte: UInt8, _ buffer: UnsafeMutableBufferPointer<UInt8>, _ count: Int) -> Int {
        if byte == 0x2D, count == 0 || buffer[count - 1] == 0x2D { return count }
        buffer[count] = byte
        return count + 1
    }

    /// Reads one name, such as `author-box`.
    private static func add(_ name: UnsafeBufferPointer<UInt8>, to reading: inout Reading, isID: Bool) {
        var found: ClassNameHints = []
        var hasOwnWords = false
        var isQualified = false
        var at = 0
        // WordPress gives a post with the tag "cookies" the class `tag-cookies`.
        if !isID, ClassNameWords.isTopic(name) { return }
        while at < name.count {
            if name[at] == 0x2D {
                at += 1
                continue
            }
            var end = at
            while end < name.count, name[end] != 0x2D { end += 1 }
            if let match = ClassNameWords.hints(in: name, at: at) {
                // The class `has-sidebar` describes a page.
                if !isQualified { found.formUnion(match.hints) }
                isQualified = false
                at += match.length
                continue
            }
            isQualified = ClassNameWords.isQualifier(name, at, end)
            if !isQualified, !ClassNameWords.isLayout(name, at, end) { hasOwnWords = true }
            at = end
        }
        if !hasOwnWords { reading.sure.formUnion(found) }
        if !isID || !hasOwnWords { reading.hints.formUnion(found) }
    }
}
