/// A comment as written in the content file.
public struct SampleWordPressComment: Sendable, Hashable {
    /// The ID, unique within the site.
    public var id: Int
    /// The ID of the parent comment; nil for a thread's first comment.
    public var parent: Int?
    /// The author's name, or the title of a pingback.
    public var name: String
    /// The minutes after the story.
    public var minutes: Int
    /// The author's website, or the linking page of a pingback; nil for none.
    public var site: String?
    /// True if the comment is a pingback.
    public var isPingback = false
    /// True if the commenter is the story's author.
    public var isByAuthor = false
    /// True if the comment awaits approval.
    public var isPending = false
    /// The HTML as sanitised by WordPress, without paragraphs.
    public var html: String

    public init(id: Int, parent: Int? = nil, name: String, minutes: Int, html: String) {
        self.id = id
        self.parent = parent
        self.name = name
        self.minutes = minutes
        self.html = html
    }

    var paragraphs: String {
        html.split(separator: "\n\n").map { "<p>\($0.replacing("\n", with: "<br />\n"))</p>\n" }.joined()
    }

    /// The comments by story slug, with unique IDs.
    static let allBySlug: [String: [SampleWordPressComment]] = parse(EmbeddedContent.text(of: "mudlark-comments"))

    /// Parses `=== slug`, then comments: `- Name | minutes | marks`, more hyphens for replies, then text.
    static func parse(_ text: String) -> [String: [SampleWordPressComment]] {
        var all: [String: [SampleWordPressComment]] = [:]
        var slug = ""
        var open: [Int] = []
        var number = 500
        var words: [Substring] = []
        func close() {
            let last = (all[slug]?.count ?? 0) - 1
            if last >= 0, !words.isEmpty {
                all[slug]?[last].html = StoryFileParser.trimmed(words.joined(separator: "\n"))
            }
            words = []
        }
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            if line.hasPrefix("=== ") {
                close()
                (slug, open) = (StoryFileParser.trimmed(line.dropFirst(4)), [])
            } else if line.hasPrefix("-") {
                close()
                let depth = line.prefix { $0 == "-" }.count
                number += 3
                open = Array(open.prefix(depth - 1))
                all[slug, default: []].append(comment(number, open.last, line.dropFirst(depth)))
                open.append(number)
            } else {
                words.append(line)
            }
        }
        close()
        return all
    }

    private static func comment(_ id: Int, _ parent: Int?, _ head: Substring) -> SampleWordPressComment {
        let fields = head.split(separator: "|").map(StoryFileParser.trimmed)
        var comment = SampleWordPressComment(
            id: id, parent: parent, name: fields.first ?? "",
            minutes: fields.count > 1 ? Int(fields[1]) ?? 0 : 0, html: "")
        for mark in fields.dropFirst(2) {
            let parts = mark.split(separator: "=", maxSplits: 1).map(String.init)
            switch parts[0] {
            case "author": comment.isByAuthor = true
            case "pending": comment.isPending = true
            case "pingback": (comment.isPingback, comment.site) = (true, parts.count > 1 ? parts[1] : nil)
            case "site": comment.site = parts.count > 1 ? parts[1] : nil
            default: break
            }
        }
        return comment
    }
}
