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
        layout.inlinesAllStyles = true
        return HTMLPage(
            layout.document { w in
                w.element(.div, class: "standalone welcome") { w in
                    w.element(.h1, text: "A newspaper of your own.")
                    FeedAddressForm.write(scope, value: "", into: &w)
                    w.element(.p, class: "note") { w in
                        w.text(Strings.firstRunHint)
                        w.text(" ")
                        w.element(.a, class: "quiet", [.href("#import")], text: Strings.importOPML)
                    }
                    writeEditions(&w)
                    writeStarterPacks(&w)
                    w.element(.h2, [.id("import")], text: Strings.importOPML)
                    OPMLForm.write(scope, into: &w)
                }
            })
    }

    /// Writes links to the other editions with their icons, which need no request to an origin.
    private func writeEditions(_ w: inout HTMLWriter) {
        let editions = scope.dependencies.editions.filter { !$0.usesFolders }
        guard !editions.isEmpty else { return }
        w.element(.h2, text: Strings.newspapers)
        w.element(.div, class: "cards") { w in
            for edition in editions { write(edition, into: &w) }
        }
    }

    private func write(_ edition: Edition, into w: inout HTMLWriter) {
        let icon = AppManifest(edition).iconPath(.small, in: scope.dependencies.assets)
        w.element(.a, class: "pack edition-card", [.href(Route.today.path(in: edition.id))]) { w in
            w.void(.img, [.alt(""), .width(40), .height(40), .decoding("async"), .src(icon)])
            w.element(.div) { w in
                w.element(.b, text: edition.title)
                if let about = edition.about { w.element(.span, text: about) }
            }
        }
    }

    private func writeStarterPacks(_ w: inout HTMLWriter) {
        let packs = StarterPacksForm(scope: scope)
        guard !packs.isEmpty else { return }
        w.element(.h2, text: Strings.starterPacks)
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
                let sites = list.feeds.map { $0.title ?? $0.address.host }.joined(separator: ", ")
                w.element(.button, class: "pack", [.name("list"), .value(String(index))]) { w in
                    w.element(.b, text: list.title)
                    w.element(.span, text: list.summary)
                    w.element(.span, text: sites)
                }
            }
        }
    }
}

enum FeedAddressForm {
    static func write(_ scope: RequestScope, value: String, into w: inout HTMLWriter) {
        let action = scope.path(Route.addFeed(""))
        let label = "Address of a site or feed"
        w.element(.form, [.method("get"), .class("inline-form"), .action(action)]) { w in
            w.void(
                .input, class: "input",
                [
                    .name("address"), .inputmode("url"), .autocapitalize("off"), .autocomplete("url"),
                    .spellcheck("false"), .required(), .aria("label", label), .placeholder(label), .value(value),
                ])
            w.element(.button, class: "button primary", text: Strings.addFeed)
        }
    }

    /// Writes a form that confirms fetching an address that another site may have filled in.
    static func writeConfirmation(_ scope: RequestScope, _ address: String, at host: String, into w: inout HTMLWriter) {
        let action = scope.path(Route.addFeed(""))
        w.element(.p, class: "note", text: Strings.notFetchedYet(host))
        w.element(.div, class: "card-form") { w in
            w.element(.form, [.method("get"), .action(action)]) { w in
                w.void(.input, [.type("hidden"), .name("address"), .value(address)])
                w.element(.button, class: "button wide-button", text: Strings.findFeeds(at: host))
            }
        }
    }
}

enum OPMLForm {
    static func write(_ scope: RequestScope, into w: inout HTMLWriter) {
        let form = ActionForm(scope, .importOPML, returnPath: scope.path(Route.feeds), isMultipart: true)
        form.write(into: &w) { w in
            w.element(.div, class: "field") { w in
                w.void(
                    .input, class: "input",
                    [
                        .type("file"), .name("file"), .required(),
                        .attribute("accept", ".opml,.xml,text/x-opml,text/xml,application/xml"),
                        .aria("label", "OPML file"),
                    ])
            }
            w.element(.button, class: "button wide-button", text: Strings.importOPML)
        }
    }
}
