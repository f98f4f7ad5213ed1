internal import Foundation
internal import Untrusted

/// A comment that a visitor left.
public struct WordPressVisitorComment: Sendable {
    /// What the site did with it.
    public enum State: Sendable { case approved, waiting, spam }

    public var id: Int
    /// Of the story.
    public var slug: String
    public var parent: Int
    public var name: String
    public var email: String
    public var url: String
    /// As it came.
    public var text: String
    public var state: State
    var receivedAt: Date
}

/// What visitors left at a site, and its answers' rules.
struct WordPressVisitors {
    private(set) var comments: [WordPressVisitorComment] = []
    private static let firstID = 90_001

    /// - Parameter delay: after which the owner approves.
    func comments(of slug: String, at now: Date, approvedAfter delay: Double?) -> [WordPressVisitorComment] {
        comments.filter { $0.slug == slug }.map { comment in
            var comment = comment
            if comment.state == .waiting, let delay, now.timeIntervalSince(comment.receivedAt) >= delay {
                comment.state = .approved
            }
            return comment
        }
    }

    mutating func add(_ comment: WordPressVisitorComment) -> Int {
        var comment = comment
        comment.id = Self.firstID + comments.count
        comments.append(comment)
        return comment.id
    }

    mutating func approve(_ id: Int) {
        for index in comments.indices where comments[index].id == id { comments[index].state = .approved }
    }

    mutating func remove(_ id: Int) {
        // Ids are counted: the place stays.
        for index in comments.indices where comments[index].id == id { comments[index].slug = "" }
    }
}

extension WordPressVisitorComment {
    /// Ten hexadecimal digits that show a waiting comment to who has them.
    var moderationHash: String { Hex.encode(FNV1a.hash("\(id) \(receivedAt.timeIntervalSince1970)".utf8)) }

    func shown(after publishedAt: Date) -> WordPressComment {
        var comment = WordPressComment(
            id: id, parent: parent == 0 ? nil : parent, name: name,
            minutes: Int(receivedAt.timeIntervalSince(publishedAt) / 60), html: html)
        comment.site = url.isEmpty ? nil : url
        comment.isPending = state == .waiting
        return comment
    }

    /// As `wp_kses` and `wptexturize` leave it: tags without attributes that WordPress allows, and typographic signs.
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
