import Library
import Markup
import News

/// What there is to say of a thread beside its comments: how old it is, that it is on its way, that there are none, or why
/// there are none; always with a way on.
struct ThreadNotes {
    let visit: Visit
    let facts: ThreadFacts
    let list: StoryList?
    let isLoading: Bool

    private var host: String { facts.discussion?.host ?? facts.source.site.host }

    /// The line below the heading.
    func writeFacts(into w: inout HTMLWriter) {
        w.raw("<p class=\"byline\"><span class=\"facts-line\">")
        if let points = facts.row.points, facts.row.kind != .job { part(Words.points(points), &w) }
        if facts.newCount > 0 {
            w.raw("<span class=\"fresh\" title=\"")
            w.text(Words.yourVisit)
            w.raw("\">")
            w.text(Words.newComments(facts.newCount))
            w.raw("</span> ")
        }
        if let at = facts.answeredAt {
            w.raw("<span>")
            w.text(Words.commentsKept(from: host))
            w.raw(" ")
            TimeView.write(visit, at, isSpelled: true, into: &w)
            w.raw("</span>")
        }
        w.raw("</span></p>")
    }

    private func part(_ words: String, _ w: inout HTMLWriter) {
        w.raw("<span>")
        w.text(words)
        w.raw("</span> ")
    }

    func write(into w: inout HTMLWriter) {
        w.raw("<div class=\"thread-notes\">")
        if isLoading { loading(&w) } else { standing(&w) }
        w.raw("</div>")
    }

    private func standing(_ w: inout HTMLWriter) {
        if let failure = facts.failure {
            let why = Words.comments(failure, at: host, until: facts.waitUntil, visit.time)
            note(facts.comments.isEmpty ? why : "\(why) \(Words.commentsAsTheyWere)", isBad: true, retries: true, &w)
        } else if facts.answeredAt == nil, facts.comments.isEmpty {
            note(Words.commentsNotHere(host), isBad: false, retries: true, &w)
        } else if facts.comments.isEmpty {
            note(Words.noComments, isBad: false, retries: false, &w)
        }
        if facts.isOpen == false { note(Words.closed, isBad: false, retries: false, &w) }
        if facts.missing > 0 { note(Words.commentsMissing(facts.missing, host), isBad: false, retries: false, &w) }
        guard !facts.complaints.isEmpty else { return }
        w.raw("<details class=\"odd\"><summary>")
        w.text(Words.complaints)
        w.raw("</summary>")
        for complaint in facts.complaints { note(complaint, isBad: false, retries: false, &w) }
        w.raw("</details>")
    }

    private func loading(_ w: inout HTMLWriter) {
        w.raw("<p role=\"status\">")
        w.text(Words.loadingComments(from: host))
        w.raw("</p><div class=\"skeleton\" aria-hidden=\"true\" hidden><i></i><i></i><i></i><i></i></div>")
        form(again: false, &w) { w in
            w.raw("<button class=\"button\">")
            w.text(Words.loadComments)
            w.raw("</button>")
        }
    }

    private func note(_ sentence: String, isBad: Bool, retries: Bool, _ w: inout HTMLWriter) {
        w.raw(isBad ? "<p class=\"bad\" role=\"alert\">" : "<p>")
        w.text(sentence)
        w.raw("</p>")
        guard retries else { return }
        form(again: true, &w) { w in
            w.raw("<button class=\"button\">")
            w.text(facts.failure == nil ? Words.loadComments : Words.tryAgain)
            w.raw("</button>")
        }
    }

    /// - Parameter again: a person presses it, so that also what is fresh is asked for.
    func form(again: Bool, _ w: inout HTMLWriter, _ button: (inout HTMLWriter) -> Void) {
        var fields = [("story", String(facts.row.id.rawValue))]
        if let list { fields.append(("in", list.code)) }
        if !again { fields.append(("opened", "1")) }
        ActForm(visit, .comments, back: visit.path(Route.comments(facts.row.id, in: list)), fields: fields).write(
            into: &w, button)
    }
}
