import Library
import Markup
import News

/// The way from a story to what is said of it: a page of its own, which script shows in the panel at the right.
struct TalkButton {
    let visit: Visit
    let facts: StoryFacts
    let list: StoryList?

    /// Whether the story is discussed here. Places to work are not (HN-63).
    var isOffered: Bool {
        guard facts.row.kind != .job, let source = facts.source else { return false }
        return visit.house.backstage.discussions?.isOffered(by: source) ?? false
    }

    func write(style: StaticString, withIcon: Bool = true, into w: inout HTMLWriter) {
        w.raw("<a data-panel=\"right\" class=\"")
        w.raw(style)
        w.raw("\"")
        w.attribute("data-talk", Int(facts.row.id.rawValue))
        w.attribute("href", visit.path(Route.comments(facts.row.id, in: list)))
        w.raw(">")
        if withIcon { Icon.talk.write(visit, into: &w) }
        w.raw("<span>")
        if let count = facts.row.commentCount {
            TalkLine.write(count, new: facts.row.newComments, into: &w)
        } else {
            w.text(Words.comments)
        }
        w.raw("</span></a>")
    }
}
