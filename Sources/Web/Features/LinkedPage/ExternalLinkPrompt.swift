import Library
import Markup
import News

/// The confirmation with the full address before an original opens in the browser (MIT-54), and a linked page's menu
/// (MIT-52).
struct ExternalLinkPrompt {
    enum Kind { case confirmation, menu }

    let kind: Kind
    let signature: String?

    func page(for scope: RequestScope) async throws(LibraryError) -> HTMLPage {
        guard let access = scope.dependencies.services.linkedPages,
            let link = LinkedPageURL(signature: signature, scope.query, access: access)
        else { return LinkedPage.forbiddenPage(scope) }
        let details = try await access.service.details(of: link.address)
        let heading = kind == .confirmation ? Strings.openExternalLink(details.resolvedAddress.host) : Strings.shareMenu
        var layout = PageLayout(scope: scope, title: heading, left: .back(.linkedPage(link)), actions: [])
        layout.barTitle = heading
        layout.extras = [.stylesheet("outside.css")]
        let writer = layout.document { w in
            w.raw("<div class=\"column\"><h1 class=\"spoken\">")
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
        w.raw("</p><p class=\"leave-address\" dir=\"ltr\">")
        w.text(details.resolvedAddress.displayText)
        w.raw(
            "</p><div class=\"ways\"><a class=\"button main\" target=\"_blank\" rel=\"noopener noreferrer\" data-leave")
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
        ExternalLink(scope: scope, link: link).write(.external, Strings.openInBrowser, style: "", into: &w)
        w.raw("</li><li><button type=\"button\" data-share hidden>")
        Icon.share.write(scope, into: &w)
        w.text(Strings.shareLink)
        // Without script the user can only copy the address by hand.
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

/// A link to an original at its own site, after a confirmation (MIT-54): a sheet with script, else a page.
struct ExternalLink {
    let scope: RequestScope
    let link: LinkedPageURL

    /// - Parameter isFirst: leaves out `data-v` (the keyboard shortcut for the original), as another link on the page
    ///   has it.
    func write(
        _ icon: Icon?, _ words: String, style: StaticString, isFirst: Bool = false, into w: inout HTMLWriter
    ) {
        w.raw("<a data-sheet=\"leave\"")
        if !isFirst { w.raw(" data-v") }
        if style.utf8CodeUnitCount > 0 {
            w.raw(" class=\"")
            w.raw(style)
            w.raw("\"")
        }
        w.attribute("href", scope.path(Route.externalLink(link)))
        w.raw(">")
        icon?.write(scope, into: &w)
        w.text(words)
        w.raw("</a>")
    }
}
