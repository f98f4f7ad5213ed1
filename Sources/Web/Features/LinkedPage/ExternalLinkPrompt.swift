import Library
import Markup
import News
import URLs

/// A page that confirms opening an original (MIT-54), or shows a linked page's menu (MIT-52).
struct ExternalLinkPrompt {
    enum Kind { case confirmation, menu }

    let kind: Kind
    let signature: String?

    func page(for scope: RequestScope) async throws(LibraryError) -> HTMLPage {
        let signer = scope.dependencies.integrations.linkedPageSigner
        guard let link = LinkedPageURL(signature: signature, scope.query, signer: signer) else {
            return LinkedArticlePage.forbiddenPage(scope)
        }
        let details = try await scope.library.linkedPages.details(of: link.address)
        let heading = kind == .confirmation ? Strings.openExternalLink(details.resolvedAddress.host) : Strings.shareMenu
        var layout = PageLayout(scope: scope, title: heading, left: .back(.linkedPage(link)), actions: [])
        layout.barTitle = heading
        layout.extras = [.stylesheet("linked-page.css")]
        let writer = layout.document { w in
            w.raw("<div class=\"page-column\"><h1 class=\"visually-hidden\">")
            w.text(heading)
            w.raw("</h1>")
            switch kind {
            case .confirmation: writeQuestion(scope, link, details, &w)
            case .menu: writeMenu(scope, link, details, &w)
            }
            w.raw("</div>")
        }
        return HTMLPage(isCacheable: false, writer)
    }

    private func writeQuestion(
        _ scope: RequestScope, _ link: LinkedPageURL, _ details: LinkedPageDetails, _ w: inout HTMLWriter
    ) {
        w.raw("<div id=\"sheet-leave\"><div class=\"menu leave\"><p>")
        w.text(Strings.externalLinkWarning)
        w.raw("</p><p class=\"external-address\" dir=\"ltr\">")
        w.text(details.resolvedAddress.displayText)
        w.raw(
            "</p><div class=\"button-row\"><a class=\"button primary\" target=\"_blank\" rel=\"noopener noreferrer\" data-leaves-app"
        )
        w.attribute("href", details.resolvedAddress.text)
        w.raw(">")
        Icon.external.write(scope, into: &w)
        w.text(Strings.openInBrowser)
        w.raw("</a><a class=\"button\" data-close")
        w.attribute("href", scope.path(Route.linkedPage(link)))
        w.raw(">")
        w.text(Strings.stay)
        w.raw("</a></div></div></div>")
    }

    private func writeMenu(
        _ scope: RequestScope, _ link: LinkedPageURL, _ details: LinkedPageDetails, _ w: inout HTMLWriter
    ) {
        w.raw("<div id=\"sheet-share\"><div class=\"menu\"")
        w.attribute("data-original", details.resolvedAddress.text)
        w.attribute("data-title", details.title ?? details.resolvedAddress.host)
        w.raw("><ul class=\"menu-lines\"><li>")
        ExternalLink(scope: scope, link: link, address: details.resolvedAddress).write(
            .external, Strings.openInBrowser, style: "", into: &w)
        w.raw("</li><li><button type=\"button\" data-share hidden>")
        Icon.share.write(scope, into: &w)
        w.text(Strings.shareLink)
        // The address can be copied by hand without script.
        w.raw("</button></li><noscript><li class=\"menu-address\"><label>")
        w.text(Strings.linkToCopy)
        w.raw("<input class=\"input\" readonly")
        w.attribute("value", details.resolvedAddress.text)
        w.raw("></label></li></noscript><li><a data-close")
        w.attribute("href", scope.path(Route.linkedPage(link)))
        w.raw(">")
        Icon.close.write(scope, into: &w)
        w.text(Strings.cancel)
        w.raw("</a></li></ul></div></div>")
    }
}

/// A link to a web page in the browser, with a confirmation if the edition requires one (MIT-54).
struct ExternalLink {
    let scope: RequestScope
    let link: LinkedPageURL
    /// The target, if it is not the link's own address.
    var address: WebAddress?

    /// Writes the link.
    /// - Parameter omitsShortcut: true to omit `data-original-link`, the target of a keyboard shortcut, because another link has
    ///   it.
    func write(
        _ icon: Icon?, _ words: String, style: StaticString, omitsShortcut: Bool = false, into w: inout HTMLWriter
    ) {
        let asks = scope.edition.options.confirmsExternalLinks
        w.raw(asks ? "<a data-sheet=\"leave\"" : "<a target=\"_blank\" rel=\"noopener noreferrer\"")
        if !omitsShortcut { w.raw(" data-original-link") }
        if style.utf8CodeUnitCount > 0 {
            w.raw(" class=\"")
            w.raw(style)
            w.raw("\"")
        }
        w.attribute("href", asks ? scope.path(Route.externalLink(link)) : (address ?? link.address).text)
        w.raw(">")
        icon?.write(scope, into: &w)
        w.text(words)
        w.raw("</a>")
    }
}
