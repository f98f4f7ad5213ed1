import Library
import Markup
import News
import URLs

/// Prints a story's comments, each with the number that `tidings reply` takes.
struct CommentPrinter {
    let width: Int

    /// Deeper levels are indented no further.
    private static let maxDepth = 8

    func text(of thread: ThreadDetails) -> TerminalText {
        let count = Plural.comment.counted(thread.comments.count)
        let head = TerminalStyle.bold("\(thread.comments.isEmpty ? "No comments" : count)")
        return ([head] + thread.comments.map(text)).joined(separator: "\n\n")
    }

    private func text(of comment: CommentDetails) -> TerminalText {
        let indent = String(repeating: "  ", count: min(comment.depth, Self.maxDepth))
        let author = comment.author ?? "[\(comment.moderationState.rawValue)]"
        let time = comment.publishedAt.map { " · \(TerminalTimeFormatter().relative($0))" } ?? ""
        let head = TerminalStyle.dim("\(indent)c\(comment.id.rawValue)  \(author)\(time)")
        let body = StoryPrinter(width: width).text(of: comment.body, indent: indent)
        return body.isEmpty ? head : head + "\n" + body
    }
}

/// A comment as `--json` prints it.
struct CommentJSON: Encodable {
    let id, html: String
    let parent, author, publishedAt, link: String?
    let depth: Int

    init(_ comment: CommentDetails) {
        id = "c\(comment.id.rawValue)"
        parent = comment.parent.map { "c\($0.rawValue)" }
        (author, depth, html) = (comment.author, comment.depth, comment.body.text)
        publishedAt = comment.publishedAt.map { TerminalTimeFormatter().iso8601($0) }
        link = comment.link?.displayText
    }
}
