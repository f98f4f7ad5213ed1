import Library
import Markup
import News

/// A story's thread as HTML: nested lists of comments, each of which folds by the browser's own means, so that it works
/// without script; the panel at the right is this very page.
struct ThreadView {
    let visit: Visit
    let facts: ThreadFacts
    let list: StoryList?
    /// Whether the origin may be asked because of this request.
    let mayAsk: Bool
    let hasPeople: Bool

    /// What script does when the page is here.
    private enum Deed: String { case ask, renew, wait, none }

    private var deed: Deed {
        if facts.isUnderWay { return facts.answeredAt == nil ? .wait : .none }
        guard facts.isDue, mayAsk else { return .none }
        return facts.answeredAt == nil ? .ask : .renew
    }

    private var isLoading: Bool { facts.comments.isEmpty && (deed == .ask || deed == .wait) }
    private var isTopOnly: Bool { visit.query["levels"] == "top" }

    /// Comments that can be read, as lists and origins count them, and those that are said to be; the origin's own number
    /// before they came.
    private var count: Int? {
        guard facts.answeredAt != nil || !facts.comments.isEmpty else { return facts.row.commentCount }
        return facts.comments.count { $0.standing == .shown } + facts.missing
    }

    func page() -> Page {
        var shell = Shell(
            visit: visit, title: facts.row.title, kind: .story, left: .back(.story(facts.row.id, in: list)))
        shell.barTitle = facts.row.title
        shell.actions = [.type]
        shell.extras = [.sheet("thread.css"), .module("thread.js")]
        if isLoading {
            shell.extras.append(.withoutScript(path + (list == nil ? "?" : "&") + "wait=1"))
        }
        // What it shows changes with what is asked.
        return Page(isKept: false, shell.page { w in whole(&w) })
    }

    private var path: String { visit.path(Route.comments(facts.row.id, in: list)) }

    private func whole(_ w: inout HTMLWriter) {
        w.raw("<section id=\"panel-right\" class=\"discussion")
        if isTopOnly { w.raw(" only-top") }
        w.raw("\"")
        w.attribute("aria-label", Words.comments)
        w.attribute("data-story", Int(facts.row.id.rawValue))
        w.attribute("data-deed", deed.rawValue)
        w.attribute("data-at", path)
        w.attribute("data-title", facts.row.title)
        w.raw(">")
        header(&w)
        PollView.write(facts.poll, into: &w)
        ThreadNotes(visit: visit, facts: facts, list: list, isLoading: isLoading).write(into: &w)
        thread(&w)
        footer(&w)
        w.raw("</section>")
    }

    private func header(_ w: inout HTMLWriter) {
        w.raw("<header><p class=\"kicker\"><a")
        w.attribute("href", visit.path(Route.story(facts.row.id, in: list)))
        w.raw(">")
        w.text(facts.row.title)
        w.raw("</a></p><h1>")
        w.text(count.map(Words.comments) ?? Words.comments)
        w.raw("</h1>")
        ThreadNotes(visit: visit, facts: facts, list: list, isLoading: isLoading).writeFacts(into: &w)
        if !facts.comments.isEmpty { tools(&w) }
        w.raw("</header>")
    }

    private func tools(_ w: inout HTMLWriter) {
        w.raw("<div class=\"thread-tools\">")
        if facts.comments.contains(where: { $0.depth > 0 }) {
            w.raw("<a class=\"quiet\" data-levels")
            let query = (list == nil ? "?" : "&") + "levels=top"
            w.attribute("href", isTopOnly ? path : path + query)
            w.attribute("data-other", isTopOnly ? Words.onlyTop : Words.allLevels)
            w.raw(">")
            w.text(isTopOnly ? Words.allLevels : Words.onlyTop)
            w.raw("</a>")
        }
        if let first = facts.comments.first(where: \.isNew) {
            w.raw("<a class=\"quiet\" data-next-new")
            w.attribute("href", "#c\(first.id.rawValue)")
            w.raw(">")
            w.text(Words.nextNew)
            w.raw("</a>")
        }
        w.raw("<button class=\"quiet scripted\" type=\"button\" data-find>")
        Icon.search.write(visit, into: &w)
        w.raw("<span class=\"spoken\">")
        w.text(Words.findInThread)
        w.raw("</span></button></div>")
    }

    private func thread(_ w: inout HTMLWriter) {
        guard !facts.comments.isEmpty else { return }
        CommentsView(visit: visit, facts: facts, list: list, isTopOnly: isTopOnly, hasPeople: hasPeople)
            .write(into: &w)
    }

    private func footer(_ w: inout HTMLWriter) {
        w.raw("<footer class=\"thread-foot\">")
        ThreadNotes(visit: visit, facts: facts, list: list, isLoading: isLoading).form(again: true, &w) { w in
            w.raw("<button class=\"quiet\">")
            Icon.refresh.write(visit, into: &w)
            w.text(Words.refreshComments)
            w.raw("</button>")
        }
        if let address = facts.discussion, let link = visit.outside(address, from: facts.row.id, in: list) {
            LeaveLink(visit: visit, link: link).write(.out, Words.openAt(address.host), style: "quiet", into: &w)
        }
        w.raw("</footer>")
    }
}
