internal import Foundation
internal import Untrusted

/// A comment sent by a visitor.
public struct SampleWordPressVisitorComment: Sendable {
    /// The site's decision about a comment.
    public enum State: Sendable { case approved, waiting, spam }

    /// The ID, unique within the site.
    public var id: Int
    /// The slug of the story.
    public var slug: String
    /// The ID of the parent comment; 0 for none.
    public var parent: Int
    /// The visitor's name.
    public var name: String
    /// The visitor's email address.
    public var email: String
    /// The visitor's website; empty for none.
    public var url: String
    /// The text as sent.
    public var text: String
    /// The site's decision about the comment.
    public var state: State
    var receivedAt: Date
}

/// The comments that visitors sent to a site.
struct SampleWordPressVisitors {
    private(set) var comments: [SampleWordPressVisitorComment] = []
    private static let firstID = 90_001

    /// Returns the comments of a story.
    /// - Parameter delay: The seconds after which the owner approves; nil for never.
    func comments(of slug: String, at now: Date, approvedAfter delay: Double?) -> [SampleWordPressVisitorComment] {
        comments.filter { $0.slug == slug }.map { comment in
            var comment = comment
            if comment.state == .waiting, let delay, now.timeIntervalSince(comment.receivedAt) >= delay {
                comment.state = .approved
            }
            return comment
        }
    }

    mutating func add(_ comment: SampleWordPressVisitorComment) -> Int {
        var comment = comment
        comment.id = Self.firstID + comments.count
        comments.append(comment)
        return comment.id
    }

    mutating func approve(_ id: Int) {
        for index in comments.indices where comments[index].id == id { comments[index].state = .approved }
    }

    mutating func remove(_ id: Int) {
        // The position stays occupied, since IDs are counted.
        for index in comments.indices where comments[index].id == id { comments[index].slug = "" }
    }
}

extension SampleWordPressVisitorComment {
    /// The ten hexadecimal digits that show a waiting comment to a visitor who has them.
    var moderationHash: String { Hex.encode(FNV1a.hash("\(id) \(receivedAt.timeIntervalSince1970)".utf8)) }

    func shown(after publishedAt: Date) -> SampleWordPressComment {
        var comment = SampleWordPressComment(
            id: id, parent: parent == 0 ? nil : parent, name: name,
            minutes: Int(receivedAt.timeIntervalSince(publishedAt) / 60), html: html)
        comment.site = url.isEmpty ? nil : url
        comment.isPending = state == .waiting
        return comment
    }

    /// The HTML that `wp_kses` and `wptexturize` leave: tags without attributes that WordPress allows, and typographic
    /// signs.
    private var html: String {
        var html = XMLEscaping.escaped(text.replacing("\r\n", with: "\n"))
        for name in ["b", "i", "em", "strong", "code", "blockquote", "cite", "del", "q", "s", "strike"] {
            html = html.replacing("&lt;\(name)&gt;", with: "<\(name)>").replacing(
                "&lt;/\(name)&gt;", with: "</\(name)>")
        }
        html = html.replacing("&#39;", with: "&#8217;").replacing("...", with: "&#8230;")
        let parts = html.components(separatedBy: "&quot;")
        return parts.enumerated().map {
            $0.offset == 0 ? $0.element : ($0.offset % 2 == 1 ? "&#8220;" : "&#8221;") + $0.element
        }
        .joined()
    }
}
