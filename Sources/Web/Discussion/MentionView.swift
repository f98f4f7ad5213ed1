import Library
import Markup
import News

/// Where else the page that a story tells of is discussed: "131 comments on Hacker News". Only for readers who allow the
/// look-up; script asks when a story is opened.
struct MentionView {
    let visit: Visit
    let story: StoryID
    let list: StoryList?
    /// Nil where the reader did not allow it.
    let facts: MentionDesk.Facts?

    func write(into w: inout HTMLWriter) {
        guard let facts, facts.isDue || !facts.found.isEmpty else { return }
        w.raw("<div class=\"aside mentions\"")
        w.attribute("data-talk", "0")
        w.raw(">")
        for mention in facts.found { line(mention, &w) }
        // Script asks as soon as the page has the form, so it stands only where a person has opened the story.
        if facts.isDue, visit.intent.mayHaveEffects {
            ActForm(
                visit, .mentions, back: visit.path(Route.story(story, in: list)),
                fields: [("story", String(story.rawValue))]
            ).write(into: &w) { w in
                w.raw("<button class=\"quiet\">")
                w.text(Words.lookForMentions)
                w.raw("</button>")
            }
        }
        w.raw("</div>")
    }

    private func line(_ mention: MentionDesk.Mention, _ w: inout HTMLWriter) {
        w.raw("<a class=\"quiet\"")
        w.attribute("href", visit.path(Route.comments(mention.row.id, in: nil)))
        w.raw(">")
        Icon.talk.write(visit, into: &w)
        w.raw("<span>")
        w.text(Words.mentioned(mention.row.commentCount, on: name(of: mention.source)))
        w.raw("</span></a>")
    }

    /// As the newspaper that draws on it is called, else its host.
    private func name(of source: StorySource) -> String {
        let paper = visit.house.editions.first { edition in
            guard case .listed(let sections) = edition.sections else { return false }
            return sections.contains { $0.channels.contains { $0.kind == source.kind && $0.site == source.site } }
        }
        return paper?.title ?? source.site.host
    }
}
