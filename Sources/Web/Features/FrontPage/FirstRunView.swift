import Library
import Markup
import News

/// The front page without subscriptions: address field, OPML import, starter feeds.
struct FirstRunView {
    let scope: RequestScope

    func page() -> HTMLPage {
        HTMLPage(
            PageLayout(scope: scope, title: scope.edition.title, kind: .front, tab: .today, actions: []).document { w in
                w.raw(
                    "<div class=\"sheetless welcome\"><h1>A newspaper of your own.</h1><p class=\"dek\">Name a site you like, bring the feeds you have, or take a shelf to begin with. Nothing leaves this machine but the asking.</p>"
                )
                FeedAddressForm.write(scope, value: "", into: &w)
                w.raw("<h2>Bring your feeds</h2>")
                OPMLForm.write(scope, into: &w)
                writeStarterFeeds(&w)
                w.raw("</div>")
            })
    }

    private func writeStarterFeeds(_ w: inout HTMLWriter) {
        let lists = scope.dependencies.services.starterFeeds
        guard !lists.isEmpty else { return }
        w.raw("<h2>Or take a shelf</h2>")
        ActionForm(scope, .starterFeeds, returnPath: scope.path(Route.today), style: "shelves").write(into: &w) { w in
            for (index, list) in lists.enumerated() {
                w.raw("<button class=\"shelf\" name=\"shelf\"")
                w.attribute("value", String(index))
                w.raw("><b>")
                w.text(list.title)
                w.raw("</b><span>")
                w.text("\(list.summary) \(list.feeds.count) feeds.")
                w.raw("</span></button>")
            }
        }
    }
}

enum FeedAddressForm {
    static func write(_ scope: RequestScope, value: String, into w: inout HTMLWriter) {
        w.raw("<form method=\"get\" class=\"inline-form\"")
        w.attribute("action", scope.path(Route.addFeed("")))
        w.raw(
            "><input class=\"input\" name=\"address\" inputmode=\"url\" autocapitalize=\"off\" autocomplete=\"url\" spellcheck=\"false\" required aria-label=\"Address of a site or feed\" placeholder=\"Address of a site or feed\""
        )
        w.attribute("value", value)
        w.raw("><button class=\"button main\">Look</button></form>")
    }

    /// Confirms fetching an address that another site may have filled in.
    static func writeConfirmation(_ scope: RequestScope, _ address: String, at host: String, into w: inout HTMLWriter) {
        w.raw("<p class=\"note\">")
        w.text(Strings.notFetchedYet(host))
        w.raw("</p><div class=\"card-form\"><form method=\"get\"")
        w.attribute("action", scope.path(Route.addFeed("")))
        w.raw("><input type=\"hidden\" name=\"address\"")
        w.attribute("value", address)
        w.raw("><button class=\"button wide-button\">")
        w.text(Strings.findFeeds(at: host))
        w.raw("</button></form></div>")
    }
}

enum OPMLForm {
    static func write(_ scope: RequestScope, into w: inout HTMLWriter) {
        ActionForm(scope, .importOPML, returnPath: scope.path(Route.feeds), isMultipart: true, style: "inline-form")
            .write(
                into: &w
            ) { w in
                w.raw(
                    "<input class=\"input\" type=\"file\" name=\"file\" required accept=\".opml,.xml,text/x-opml,text/xml,application/xml\" aria-label=\"OPML file\"><button class=\"button\">Import</button>"
                )
            }
    }
}
