import Library
import Markup
import News
import URLs

/// A page that saves another page after one tap: the target of the share menu and of the bookmark. Opening it changes and
/// fetches nothing.
struct SavePagePage {
    func page(for scope: RequestScope) async throws(LibraryError) -> HTMLPage {
        let query = scope.query
        let shared = SharedAddress(url: query["url"], text: query["text"], title: query["title"])
        var match: SavedPageMatch?
        if let address = shared.address { match = try await scope.library.savedPages.find(address, for: scope.reader) }
        var layout = PageLayout(
            scope: scope, title: Strings.savePage, left: .back(.saved), barTitle: Strings.savePage, actions: [])
        layout.extras = [.stylesheet("feeds.css")]
        return HTMLPage(
            isCacheable: false,
            layout.document { w in
                w.element(.div, class: "page-column find-feeds") { w in
                    w.element(.h1, class: "visually-hidden", text: Strings.savePage)
                    if shared.address == nil, !shared.isEmpty {
                        FetchStatusView(
                            state: .failed, sentence: Strings.noAddressShared, style: "error-note"
                        ).write(into: &w)
                    }
                    if let match { write(match, scope, &w) }
                    if match?.isSaved != true { SavePageFormView.write(scope, shared, into: &w) }
                    if shared.isEmpty { writeWays(scope, &w) }
                }
            })
    }

    private func write(_ match: SavedPageMatch, _ scope: RequestScope, _ w: inout HTMLWriter) {
        w.element(.p, class: "note") { w in
            w.text(match.isSaved ? Strings.pageWasSaved : Strings.pageIsStory)
            w.text(" ")
            w.element(
                .a, class: "quiet", [.href(scope.path(Route.story(match.story, in: nil)))], text: Strings.readIt)
        }
    }

    /// Writes how pages are saved from elsewhere: a bookmark for browsers, and the share menu of phones.
    private func writeWays(_ scope: RequestScope, _ w: inout HTMLWriter) {
        let code = Self.bookmark(to: scope)
        w.element(.div, class: "card-form import-form") { w in
            w.element(.h2, text: Strings.saveFromBrowser)
            w.element(.p, class: "hint", text: Strings.bookmarkHint)
            w.element(.p, class: "bookmark-link") { w in
                w.element(.a, class: "button", [.href(code)], text: Strings.saveToTidings)
            }
            w.element(.label, class: "field") { w in
                w.element(.span, text: Strings.bookmarkAddress)
                w.void(.input, class: "input", [.readonly(), .value(code)])
            }
            w.element(.h2, text: Strings.saveFromPhone)
            w.element(.p, class: "hint", text: Strings.shareMenuHint)
        }
    }

    /// The address of a bookmark that opens this page with the address and title of the page that is open. It only
    /// navigates: other sites' policies forbid our scripts.
    private static func bookmark(to scope: RequestScope) -> String {
        let target = scope.client.origin + scope.path(Route.page(.savePage))
        return "javascript:(()=>{location.href='\(target)?url='+encodeURIComponent(location.href)"
            + "+'&title='+encodeURIComponent(document.title)})()"
    }
}

enum SavePageFormView {
    static func write(_ scope: RequestScope, _ shared: SharedAddress?, into w: inout HTMLWriter) {
        ActionForm(scope, .savePage, returnPath: scope.path(.saved), style: "card-form").write(into: &w) { w in
            w.element(.label, class: "field") { w in
                w.element(.span, text: Strings.pageAddress)
                w.void(
                    .input, class: "input",
                    [
                        .name("address"), .inputmode("url"), .autocapitalize("off"), .autocomplete("url"),
                        .spellcheck("false"), .required(), .maxlength(2_000), .value(shared?.address?.text ?? ""),
                    ])
            }
            if let title = shared?.title {
                w.element(.label, class: "field") { w in
                    w.element(.span, text: Strings.pageTitle)
                    w.void(.input, class: "input", [.name("title"), .maxlength(300), .value(title)])
                }
            }
            w.element(.button, class: "button primary wide-button", text: Strings.save)
            w.element(.p, class: "hint", text: Strings.savePageHint)
        }
    }
}
