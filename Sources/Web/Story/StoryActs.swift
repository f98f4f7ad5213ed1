import Library
import Markup
import News

/// What can be done with a story, in words, where the thumb is when it has been read: mark unread, save, share, original.
struct StoryActs {
    let visit: Visit
    let facts: StoryFacts
    let list: StoryList?

    func write(into w: inout HTMLWriter) {
        let row = facts.row
        w.raw("<div class=\"acts\">")
        let talk = TalkButton(visit: visit, facts: facts, list: list)
        if talk.isOffered { talk.write(style: "quiet", into: &w) }
        mark("read", row.isRead, row.isRead ? Words.markUnread : Words.markRead, .ring, &w)
        if facts.abilities.canSave, visit.edition.options.saving {
            mark("saved", row.isSaved, row.isSaved ? Words.unsave : Words.save, row.isSaved ? .saveOn : .save, &w)
        }
        if let link = row.link {
            w.raw("<button class=\"quiet\" type=\"button\" data-share hidden>")
            Icon.share.write(visit, into: &w)
            w.raw("Share</button>")
            original(link, &w)
        }
        WholeTextView(visit: visit, facts: facts, list: list).writeAct(into: &w)
        if !talk.isOffered, let discussion = facts.discussion {
            w.raw("<a class=\"quiet\" target=\"_blank\" rel=\"noopener noreferrer\"")
            w.attribute("href", discussion.text)
            w.raw(">")
            w.text(facts.commentCount.map { "\($0) comments" } ?? "Comments")
            w.raw("</a>")
        }
        markAbove(&w)
        w.raw("</div>")
    }

    /// The story's page: read here, or opened outside after a question.
    private func original(_ link: WebAddress, _ w: inout HTMLWriter) {
        if let page = visit.outside(link, from: facts.row.id, in: list) {
            if facts.fullText.state != .shown {
                w.raw("<a class=\"quiet\"")
                w.attribute("href", visit.path(Route.outside(page)))
                w.raw(">")
                Icon.chevron.write(visit, into: &w)
                w.text(Words.readPage)
                w.raw("</a>")
            }
            return LeaveLink(visit: visit, link: page).write(.out, Words.original, style: "quiet", into: &w)
        }
        w.raw("<a class=\"quiet\" target=\"_blank\" rel=\"noopener noreferrer\" data-v")
        w.attribute("href", link.text)
        w.raw(">")
        Icon.out.write(visit, into: &w)
        w.text(Words.original)
        w.raw("</a>")
    }

    /// Everything above this story in the list it was opened from.
    private func markAbove(_ w: inout HTMLWriter) {
        guard let list, !list.isSaved, facts.previous != nil else { return }
        ActForm(
            visit, .read, back: visit.path(list.route),
            fields: [
                ("list", list.code), ("above", String(facts.row.id.rawValue)),
            ]
        ).write(into: &w) { w in
            w.raw("<button class=\"quiet\">")
            Icon.check.write(visit, into: &w)
            w.raw("<span>")
            w.text(Words.markAbove)
            w.raw("</span></button>")
        }
    }

    private func mark(_ kind: String, _ isOn: Bool, _ words: String, _ icon: Icon, _ w: inout HTMLWriter) {
        ActForm(
            visit, .marks, back: visit.here,
            fields: [
                ("story", String(facts.row.id.rawValue)), ("kind", kind), ("value", isOn ? "0" : "1"),
            ]
        ).write(into: &w) { w in
            w.raw("<button class=\"quiet\"")
            w.attribute("data-toggle", kind)
            w.attribute("aria-pressed", isOn ? "true" : "false")
            w.raw(">")
            icon.write(visit, into: &w)
            w.raw("<span>")
            w.text(words)
            w.raw("</span></button>")
        }
    }
}
