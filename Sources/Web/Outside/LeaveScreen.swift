import Library
import Markup
import News

/// The question before a page opens outside (MIT-54), with its whole address; and the menu of a page outside (MIT-52).
struct LeaveScreen {
    /// Which of the two.
    enum Kind { case question, menu }

    let kind: Kind
    let mark: String?

    func page(for visit: Visit) async throws(LibraryError) -> Page {
        guard let window = visit.house.backstage.outside,
            let link = OutsideLink(mark: mark, visit.query, window: window)
        else { return OutsideScreen.refusal(visit) }
        let facts = try await window.desk.facts(of: link.address)
        let heading = kind == .question ? Words.leave(facts.foundAt.host) : Words.shareMenu
        var shell = Shell(visit: visit, title: heading, left: .back(.outside(link)), actions: [])
        shell.barTitle = heading
        shell.extras = [.sheet("outside.css")]
        let writer = shell.page { w in
            w.raw("<div class=\"column\"><h1 class=\"spoken\">")
            w.text(heading)
            w.raw("</h1>")
            switch kind {
            case .question: question(visit, link, facts, &w)
            case .menu: menu(visit, link, facts, &w)
            }
            w.raw("</div>")
        }
        return Page(isKept: false, writer)
    }

    private func question(_ visit: Visit, _ link: OutsideLink, _ facts: OutsideFacts, _ w: inout HTMLWriter) {
        w.raw("<div id=\"sheet-leave\"><div class=\"menu leave\"><p>")
        w.text(Words.leaveWhy)
        w.raw("</p><p class=\"leave-address\" dir=\"ltr\">")
        w.text(facts.foundAt.shown)
        w.raw(
            "</p><div class=\"ways\"><a class=\"button main\" target=\"_blank\" rel=\"noopener noreferrer\" data-leave")
        w.attribute("href", facts.foundAt.text)
        w.raw(">")
        Icon.out.write(visit, into: &w)
        w.text(Words.openInBrowser)
        w.raw("</a><a class=\"button\" data-close")
        w.attribute("href", visit.path(Route.outside(link)))
        w.raw(">")
        w.text(Words.stay)
        w.raw("</a></div></div></div>")
    }

    private func menu(_ visit: Visit, _ link: OutsideLink, _ facts: OutsideFacts, _ w: inout HTMLWriter) {
        w.raw("<div id=\"sheet-share\"><div class=\"menu\"")
        w.attribute("data-original", facts.foundAt.text)
        w.attribute("data-title", facts.title ?? facts.foundAt.host)
        w.raw("><ul class=\"menu-lines\"><li>")
        LeaveLink(visit: visit, link: link).write(.out, Words.openInBrowser, style: "", into: &w)
        w.raw("</li><li><button type=\"button\" data-share hidden>")
        Icon.share.write(visit, into: &w)
        w.text(Words.shareLink)
        // Without script an address can only be taken by hand.
        w.raw("</button></li><noscript><li class=\"menu-address\"><label>")
        w.text(Words.linkToCopy)
        w.raw("<input class=\"input\" readonly")
        w.attribute("value", facts.foundAt.text)
        w.raw("></label></li></noscript><li><a data-close")
        w.attribute("href", visit.path(Route.outside(link)))
        w.raw(">")
        Icon.close.write(visit, into: &w)
        w.text(Words.cancel)
        w.raw("</a></li></ul></div></div>")
    }
}
