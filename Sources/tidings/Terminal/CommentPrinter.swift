import Library
import Markup
import News
import URLs

/// A printer of a story's comments, each with the number that `tidings reply` takes.
struct CommentPrinter {
    let width: Int

    /// The depth above which comments are indented no further.
    private static let maxDepth = 8

    func text(of thread: ThreadDetails) -> TerminalText {
        let head = TerminalStyle.bold("\(Self.head(of: thread))")
        let notes = Self.notes(on: thread).map { TerminalStyle.dim("\($0)") }
        return ([head] + notes + thread.comments.map(text)).joined(separator: "\n\n")
    }

    /// Returns the heading with the origin's count, as on the web; says that there are no comments only if the origin
    /// said so.
    private static func head(of thread: ThreadDetails) -> String {
        let isEmpty = thread.fetchedAt != nil && thread.comments.isEmpty
        guard let count = isEmpty ? thread.missingCount : thread.row.commentCount else { return "Comments" }
        if count > 0 { return Plural.comment.counted(count) }
        return isEmpty && thread.failure == nil ? "No comments" : "Comments"
    }

    private static func notes(on thread: ThreadDetails) -> [String] {
        let host = thread.discussionLink?.host ?? thread.source.site.host
        var notes: [String] = []
        if let failure = thread.failure {
            let status = failure.status.map { "\(host) answered with status \($0)." }
            let unknown = "The comments of \(host) could not be fetched (\(failure.code.rawValue))."
            notes.append(failure.cause?.message ?? status ?? unknown)
            if !thread.comments.isEmpty { notes.append("These are the comments fetched before.") }
        } else if thread.fetchedAt == nil {
            notes.append("The comments of \(host) are not here.")
        }
        if thread.missingCount > 0 {
            notes.append("\(host) counts \(Plural.comment.counted(thread.missingCount, "more")) than it sent.")
        }
        return notes
    }

    private func text(of comment: CommentDetails) -> TerminalText {
        let indent = String(repeating: "  ", count: min(comment.depth, Self.maxDepth))
        let state = comment.moderationState
        let author = comment.author ?? (state == .shown ? "Unknown author" : "[\(state.rawValue)]")
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

    /// Returns the comments; nil if it is not known whether there are any.
    static func list(of thread: ThreadDetails) -> [CommentJSON]? {
        thread.fetchedAt == nil && thread.comments.isEmpty ? nil : thread.comments.map(CommentJSON.init)
    }
}
