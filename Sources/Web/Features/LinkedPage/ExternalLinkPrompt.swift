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
            w.element(.div, class: "page-column") { w in
                w.element(.h1, class: "visually-hidden", text: heading)
                switch kind {
                case .confirmation: writeQuestion(scope, link, details, &w)
                case .menu: writeMenu(scope, link, details, &w)
                }
            }
        }
        return HTMLPage(isCacheable: false, writer)
    }

    private func writeQuestion(
        _ scope: RequestScope, _ link: LinkedPageURL, _ details: LinkedPageDetails, _ w: inout HTMLWriter
    ) {
        w.element(.div, [.id("sheet-leave")]) { w in
            w.element(.div, class: "menu leave") { w in
                w.element(.p, text: Strings.externalLinkWarning)
                w.element(
                    .p, class: "external-address", [.dir("ltr")], text: details.resolvedAddress.displayText)
                w.element(.div, class: "button-row") { w in
                    w.element(
                        .a, class: "button primary",
                        [
                            .target("_blank"), .rel("noopener noreferrer"),
                            .data(.leavesApp), .href(details.resolvedAddress.text),
                        ]
                    ) { w in
                        Icon.external.write(scope, into: &w)
                        w.text(Strings.openInBrowser)
                    }
                    w.element(
                        .a, class: "button", [.data(.close), .href(scope.path(Route.linkedPage(link)))],
                        text: Strings.stay)
                }
            }
        }
    }

    private func writeMenu(
        _ scope: RequestScope, _ link: LinkedPageURL, _ details: LinkedPageDetails, _ w: inout HTMLWriter
    ) {
        let address = details.resolvedAddress
        w.element(.div, [.id("sheet-share")]) { w in
            w.element(
                .div, class: "menu", [.data(.original, address.text), .data(.title, details.title ?? address.host)]
            ) { w in
                w.element(.ul, class: "menu-lines") { w in writeMenuItems(scope, link, address, &w) }
            }
        }
    }

    private func writeMenuItems(
        _ scope: RequestScope, _ link: LinkedPageURL, _ address: WebAddress, _ w: inout HTMLWriter
    ) {
        w.element(.li) { w in
            ExternalLink(scope: scope, link: link, address: address).write(
                .external, Strings.openInBrowser, into: &w)
        }
        w.element(.li) { w in
            w.element(.button, [.type("button"), .data(.share), .hidden()]) { w in
                Icon.share.write(scope, into: &w)
                w.text(Strings.shareLink)
            }
        }
        // The address can be copied by hand without script.
        w.element(.noscript) { w in
            w.element(.li, class: "menu-address") { w in
                w.element(.label) { w in
                    w.text(Strings.linkToCopy)
                    w.void(.input, class: "input", [.readonly(), .value(address.text)])
                }
            }
        }
        w.element(.li) { w in
            w.element(.a, [.data(.close), .href(scope.path(Route.linkedPage(link)))]) { w in
                Icon.close.write(scope, into: &w)
                w.text(Strings.cancel)
            }
        }
    }
}

/// A link to a web page in the browser, with a confirmation if the edition requires one (MIT-54).
struct ExternalLink {
    let scope: RequestScope
    let link: LinkedPageURL
    /// The target, if it is not the link's own address.
    var address: WebAddress?

    /// Writes the link.
    /// - Parameters:
    ///   - style: the class; none if empty.
    ///   - omitsShortcut: true to omit `data-original-link`, the target of a keyboard shortcut, because another link
    ///     has it.
    func write(
        _ icon: Icon?, _ words: String, style: StaticString = "", omitsShortcut: Bool = false,
        into w: inout HTMLWriter
    ) {
        let asks = scope.edition.options.confirmsExternalLinks
        let path = asks ? scope.path(Route.externalLink(link)) : (address ?? link.address).text
        w.element(
            .a,
            [
                .data(.sheet, asks ? "leave" : nil), .target(asks ? nil : "_blank"),
                .rel(asks ? nil : "noopener noreferrer"), .data(.originalLink, isSet: !omitsShortcut),
            ],
            more: { w in
                if style.utf8CodeUnitCount > 0 { w.attribute(.class(style)) }
                w.attribute(.href(path))
            }
        ) { w in
            icon?.write(scope, into: &w)
            w.text(words)
        }
    }
}
