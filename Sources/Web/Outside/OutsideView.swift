import Library
import Markup
import News

/// A page outside as HTML: its host and the ways back and forward, title, byline, text with pictures of our own copying,
/// and what there is to say when there is no text.
struct OutsideView {
    let visit: Visit
    let link: OutsideLink
    let facts: OutsideFacts
    /// Whether the page's origin may be asked because of this request.
    let mayAsk: Bool

    /// What script does when the page is here.
    private enum Deed: String {
        /// Asks for the page.
        case ask
        /// Asks whether the page that is shown has changed.
        case renew
        /// Waits for somebody else who asks.
        case wait
        case none
    }

    private var deed: Deed {
        if facts.isUnderWay, facts.fetchedAt == nil { return .wait }
        guard facts.isDue, mayAsk else { return .none }
        return facts.fetchedAt == nil ? .ask : .renew
    }

    private var host: String { facts.foundAt.host }
    private var isLoading: Bool { deed == .ask || deed == .wait }
    private var title: String { facts.title ?? (isLoading ? Words.loading : host) }

    func page() -> Page {
        var shell = Shell(visit: visit, title: title, kind: .story, left: .back(back))
        shell.barTitle = title
        shell.actions = [.share(visit.path(Route.share(link))), .type]
        shell.extras = [.sheet("outside.css"), .module("outside.js")]
        if isLoading {
            var waiting = link
            waiting.waits = true
            shell.extras.append(.withoutScript(visit.path(Route.outside(waiting))))
        }
        // What it shows changes with what is asked; and it is never large enough to be worth keeping.
        return Page(isKept: false, shell.page { w in article(&w) })
    }

    private var back: Route {
        guard let story = link.story, !link.isRow else { return link.list?.route ?? .today }
        return .story(story, in: link.list)
    }

    private func article(_ w: inout HTMLWriter) {
        w.raw("<article class=\"story outside\"")
        w.attribute("data-original", facts.foundAt.text)
        w.attribute("data-title", title)
        w.attribute("data-deed", deed.rawValue)
        w.raw(">")
        header(&w)
        OutsideNotes(visit: visit, link: link, facts: facts, isLoading: isLoading).writeAbove(into: &w)
        if facts.body != nil {
            OutsideText(visit: visit, link: link, facts: facts).write(into: &w)
            OutsideNotes(visit: visit, link: link, facts: facts, isLoading: false).writeBelow(into: &w)
        }
        footer(&w)
        w.raw("</article>")
    }

    private func header(_ w: inout HTMLWriter) {
        w.raw("<header><p class=\"kicker\"><span class=\"host\">")
        w.text(facts.siteName ?? host)
        w.raw("</span><span class=\"hops\">")
        hop("-1", Words.pageBack, .back, &w)
        hop("1", Words.pageForward, .chevron, &w)
        w.raw("</span></p><h1")
        language(&w)
        w.raw(">")
        w.text(title)
        w.raw("</h1>")
        if facts.body != nil { byline(&w) }
        w.raw("</header>")
    }

    /// Script shows them, and knows whether there is anywhere to go; the browser's own do the same without.
    private func hop(_ by: String, _ words: String, _ icon: Icon, _ w: inout HTMLWriter) {
        w.raw("<button class=\"action\" type=\"button\" hidden disabled")
        w.attribute("data-hop", by)
        w.attribute("aria-label", words)
        w.raw(">")
        icon.write(visit, into: &w)
        w.raw("</button>")
    }

    private func language(_ w: inout HTMLWriter) {
        if let language = facts.language { w.attribute("lang", language) }
        if facts.direction == .rtl { w.raw(" dir=\"rtl\"") }
    }

    private func byline(_ w: inout HTMLWriter) {
        var parts: [String] = []
        if let byline = facts.byline, !byline.isEmpty { parts.append(byline) }
        if let at = facts.publishedAt { parts.append(visit.time.long(at)) }
        if facts.words > 120 { parts.append(Words.readingTime(words: facts.words)) }
        guard !parts.isEmpty else { return }
        w.raw("<p class=\"byline\"><span class=\"facts-line\">")
        for part in parts {
            w.raw("<span>")
            w.text(part)
            w.raw("</span> ")
        }
        w.raw("</span></p>")
    }

    private func footer(_ w: inout HTMLWriter) {
        w.raw("<footer><div class=\"acts\"><button class=\"quiet\" type=\"button\" data-share hidden>")
        Icon.share.write(visit, into: &w)
        w.text(Words.share)
        w.raw("</button>")
        LeaveLink(visit: visit, link: link).write(.out, Words.original, style: "quiet", into: &w)
        if facts.fetchedAt != nil {
            OutsideNotes(visit: visit, link: link, facts: facts, isLoading: false).form(again: true, &w) { w in
                w.raw("<button class=\"quiet\">")
                Icon.refresh.write(visit, into: &w)
                w.text(Words.askAgain)
                w.raw("</button>")
            }
        }
        w.raw("</div></footer>")
    }
}
