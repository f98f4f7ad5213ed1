import Library
import Markup
import News
import URLs

/// The front page without subscriptions, with content that can be read after one tap: the reader's own feeds by address
/// or OPML, the other editions, and starter packs.
struct FirstRunView {
    let scope: RequestScope

    func page() -> HTMLPage {
        var layout = PageLayout(
            scope: scope, title: scope.edition.title, kind: .front, tab: .today, actions: [.settings])
        layout.extras = [.stylesheet("feeds.css")]
        return HTMLPage(
            layout.document { w in
                w.raw("<div class=\"standalone welcome\"><h1>A newspaper of your own.</h1>")
                FeedAddressForm.write(scope, value: "", into: &w)
                w.raw("<p class=\"note\">")
                w.text(Strings.firstRunHint)
                w.raw(" <a class=\"quiet\" href=\"#import\">")
                w.text(Strings.importOPML)
                w.raw("</a></p>")
                writeEditions(&w)
                writeStarterPacks(&w)
                w.raw("<h2 id=\"import\">")
                w.text(Strings.importOPML)
                w.raw("</h2>")
                OPMLForm.write(scope, into: &w)
                w.raw("</div>")
            })
    }

    /// Writes links to the other editions with their icons, which need no request to an origin.
    private func writeEditions(_ w: inout HTMLWriter) {
        let editions = scope.dependencies.editions.filter { !$0.usesFolders }
        guard !editions.isEmpty else { return }
        w.raw("<h2>")
        w.text(Strings.newspapers)
        w.raw("</h2><div class=\"cards\">")
        for edition in editions {
            w.raw("<a class=\"pack edition-card\"")
            w.attribute("href", Route.today.path(in: edition.id))
            w.raw("><img alt=\"\" width=\"40\" height=\"40\" decoding=\"async\"")
            w.attribute("src", AppManifest(edition).iconPath(.small, in: scope.dependencies.assets))
            w.raw("><div><b>")
            w.text(edition.title)
            w.raw("</b>")
            if let about = edition.about {
                w.raw("<span>")
                w.text(about)
                w.raw("</span>")
            }
            w.raw("</div></a>")
        }
        w.raw("</div>")
    }

    private func writeStarterPacks(_ w: inout HTMLWriter) {
        let packs = StarterPacksForm(scope: scope)
        guard !packs.isEmpty else { return }
        w.raw("<h2>")
        w.text(Strings.starterPacks)
        w.raw("</h2>")
        packs.write(into: &w)
    }
}

/// A form with the starter packs that have a feed not followed yet, one tap each.
struct StarterPacksForm {
    let scope: RequestScope
    /// The packs with their indices among all packs, by which the form names them.
    private let packs: [(index: Int, list: StarterFeedList)]

    init(scope: RequestScope, followed: Set<WebAddress> = []) {
        self.scope = scope
        packs = scope.dependencies.integrations.starterFeeds.enumerated()
            .filter { pack in pack.element.feeds.contains { !followed.contains($0.address) } }
            .map { (index: $0.offset, list: $0.element) }
    }

    var isEmpty: Bool { packs.isEmpty }

    func write(into w: inout HTMLWriter) {
        ActionForm(scope, .starterFeeds, returnPath: scope.path(Route.today), style: "cards").write(into: &w) { w in
            for (index, list) in packs {
                w.raw("<button class=\"pack\" name=\"list\"")
                w.attribute("value", String(index))
                w.raw("><b>")
                w.text(list.title)
                w.raw("</b><span>")
                w.text(list.summary)
                w.raw("</span><span>")
                w.text(list.feeds.map { $0.title ?? $0.address.host }.joined(separator: ", "))
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
        w.raw("><button class=\"button primary\">")
        w.text(Strings.addFeed)
        w.raw("</button></form>")
    }

    /// Writes a form that confirms fetching an address that another site may have filled in.
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
        ActionForm(scope, .importOPML, returnPath: scope.path(Route.feeds), isMultipart: true)
            .write(
                into: &w
            ) { w in
                w.raw(
                    "<div class=\"field\"><input class=\"input\" type=\"file\" name=\"file\" required accept=\".opml,.xml,text/x-opml,text/xml,application/xml\" aria-label=\"OPML file\"></div><button class=\"button wide-button\">"
                )
                w.text(Strings.importOPML)
                w.raw("</button>")
            }
    }
}
