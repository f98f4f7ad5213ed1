import Hummingbird
import Library
import Markup
import News

/// A page outside, shown here (decision 18 of the design). Where it is kept it shows at once. What has to be asked for
/// is asked by script, once the page's frame is there; without script the page takes as long as its origin does.
struct OutsideScreen {
    let mark: String?

    func page(for visit: Visit) async throws(LibraryError) -> Page {
        guard let window = visit.house.backstage.outside,
            let link = OutsideLink(mark: mark, visit.query, window: window)
        else { return Self.refusal(visit) }
        if link.isRow, let story = link.story, visit.intent.isPersonsNavigation {
            try await visit.library.marks.open(story, for: visit.reader)
        }
        var facts = try await window.desk.facts(of: link.address, piece: link.piece)
        // Only a person who opens the page asks its origin; the mark proves that a page of ours led here.
        let mayAsk = visit.intent.mayHaveEffectsIfSigned && visit.intent.isNavigation
        if mayAsk, !Self.hasScript(visit) || link.waits {
            if facts.isDue {
                _ = try await window.desk.fetch(link.address, for: link.story, isAsked: false)
            } else if facts.isUnderWay, facts.fetchedAt == nil {
                try await window.desk.wait(for: link.address)
            }
            facts = try await window.desk.facts(of: link.address, piece: link.piece)
        }
        return OutsideView(visit: visit, link: link, facts: facts, mayAsk: mayAsk).page()
    }

    /// Script tells the server its time zone, so who has told one has script.
    private static func hasScript(_ visit: Visit) -> Bool { Cookies(of: visit.request)["zone"] != nil }

    /// In place of what nobody here has signed.
    static func refusal(_ visit: Visit) -> Page {
        let shell = Shell(visit: visit, title: Words.unsigned, left: .back(.today), actions: [])
        var page = Page(
            isKept: false,
            shell.page { w in
                w.raw("<h1 class=\"spoken\">")
                w.text(Words.unsigned)
                w.raw("</h1>")
                EmptyView.write(visit, Words.unsignedWhy, ("Back to today", .today), into: &w)
            })
        page.status = .forbidden
        return page
    }
}
