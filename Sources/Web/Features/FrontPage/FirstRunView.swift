import Library
import Markup
import News
import URLs

/// The front page without subscriptions, with content that can be read after one tap: starter packs first, then the
/// reader's own feeds by name, address or file, and the other editions.
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
                    w.element(.h1, text: Strings.firstRunTitle)
                    w.element(.p, class: "dek", text: Strings.firstRunDek)
                    let packs = StarterPacksForm(scope: scope, known: FeedCatalog([], in: scope))
                    if !packs.isEmpty {
                        w.element(.h2, text: Strings.starterPacks)
                        packs.write(into: &w)
                    }
                    w.element(.h2, text: Strings.followSomethingElse)
                    FeedAddressForm.write(scope, value: "", into: &w)
                    w.element(.p, class: "hint", text: Strings.findFeedsHint)
                    writeEditions(&w)
                    w.element(.section, class: "import-form", [.id("import")]) { w in
                        ImportFileForm.write(scope, into: &w)
                    }
                    w.element(.p, class: "hint", text: Strings.firstRunHint)
                }
            })
    }

    private func writeEditions(_ w: inout HTMLWriter) {
        let editions = scope.dependencies.editions.filter { !$0.usesFolders }
        guard !editions.isEmpty else { return }
        w.element(.h2, text: Strings.newspapers)
        w.element(.div, class: "cards") { w in
            for edition in editions { EditionCard.write(scope, edition, to: .today, into: &w) }
        }
    }
}

enum FeedAddressForm {
    static func write(_ scope: RequestScope, value: String, into w: inout HTMLWriter) {
        let action = scope.path(Route.addFeed(""))
        let label = Strings.feedNameOrAddress
        w.element(.form, [.method("get"), .class("inline-form"), .action(action)]) { w in
            w.void(
                .input, class: "input",
                [
                    .type("search"), .name("address"), .autocapitalize("off"), .autocomplete("off"),
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
