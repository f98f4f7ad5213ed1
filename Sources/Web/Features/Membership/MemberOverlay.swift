import Library
import Markup
import News

/// The parts that an account adds to pages with stories. Editions without members need no database read, readers
/// without an account one lookup.
struct MemberOverlay: Sendable {
    /// The number of new replies; nil without an account.
    let newReplies: Int?
    /// The stories that the reader has hidden at their site.
    let hidden: Set<StoryID>

    static func load(_ stories: [StoryID], for scope: RequestScope) async throws(LibraryError) -> MemberOverlay {
        guard scope.hasMembers,
            let newReplies = try await scope.library.memberAccounts.newReplyCount(for: scope.reader)
        else { return MemberOverlay(newReplies: nil, hidden: []) }
        let hidden = try await scope.library.memberViews.hidden(among: stories, for: scope.reader)
        return MemberOverlay(newReplies: newReplies, hidden: hidden)
    }

    func visible(_ rows: [StoryRow]) -> [StoryRow] {
        hidden.isEmpty ? rows : rows.filter { !hidden.contains($0.id) }
    }

    func visible(_ front: FrontPage) -> FrontPage {
        guard !hidden.isEmpty else { return front }
        var front = front
        if let lead = front.lead, hidden.contains(lead.row.id) { front.lead = nil }
        for index in front.sections.indices { front.sections[index].rows = visible(front.sections[index].rows) }
        front.featured = visible(front.featured)
        return front
    }
}

/// A view of the number of new replies in the link to them, hidden if zero; script keeps it current like the unread
/// counts (`LiveStatus.unread`).
enum NewReplyCountView {
    /// The code of the number, used like the codes of lists.
    static let code = "replies"

    static func write(_ count: Int, style: StaticString, into w: inout HTMLWriter) {
        w.element(.b, [.class(style), .data(.unreadList, code), .hidden(count == 0)]) { w in
            w.element(.span, class: "visually-hidden", text: "\(Strings.newRepliesLabel) ")
            w.number(count)
        }
    }
}
