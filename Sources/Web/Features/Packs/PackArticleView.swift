import Library
import Markup
import News
import Packs
import URLs

/// A view of a page of a guide: its head, one picture, text, actions, and the ways to the neighbouring pages.
struct PackArticleView {
    let scope: RequestScope
    let details: PackPageDetails
    /// The previous and next page, with the menu that orders them.
    var neighbours: Neighbours

    struct Neighbours {
        var previous: PackPageSummary?
        var next: PackPageSummary?
        var menu = PackMenu.sisters
    }

    private enum Turn: String { case previous, next }

    init(scope: RequestScope, details: PackPageDetails) {
        self.scope = scope
        self.details = details
        neighbours = Neighbours(previous: details.previous, next: details.next)
    }

    private var page: PackPageSummary { details.summary }

    /// The header picture above the title, for a page without children.
    private var header: PackPicture? {
        guard !page.hasChildren, let picture = details.pictures[.header], !picture.files.isEmpty else { return nil }
        return picture
    }

    func write(into w: inout HTMLWriter) {
        let previous = neighbours.previous.map(path)
        let next = neighbours.next.map(path)
        w.element(
            .article, class: "story guide-page",
            [
                .data(.swipesBetween), .data(.pageColour, scope.tileToken(of: page)),
                .data(.previous, previous), .data(.next, next),
            ]
        ) { w in
            writeHead(&w)
            // A page begins with one picture, so that its text is in sight.
            if header == nil { writePicture(&w) }
            PackTextView(scope: scope, text: details.text).write(into: &w)
            if header != nil { writePicture(&w) }
            if !details.children.isEmpty {
                w.element(.nav, class: "guide-children", [.aria("label", page.title)]) { w in
                    PackChoiceList(
                        scope: scope, pages: details.children, style: page.kind == .tiled ? .tiles : .list
                    ).write(into: &w)
                }
            }
            PackActionsView(scope: scope, details: details).write(into: &w)
            writeTurns(&w)
        }
    }

    private func path(_ page: PackPageSummary) -> String { scope.packPath(page.slug, in: neighbours.menu) }

    private func writeHead(_ w: inout HTMLWriter) {
        w.element(.header, [.class("guide-head", header == nil ? nil : "pictured")]) { w in
            if let header { PackPictureView.write(scope, header, in: .page, alt: "", isLazy: false, into: &w) }
            w.element(.div, class: "guide-title") { w in
                PackPathView(scope: scope, path: details.path).write(into: &w)
                w.element(.h1, [.class("guide-name", page.title.count > 48 ? "long" : nil)], text: page.title)
            }
        }
    }

    /// Writes the links to the previous and the next page, at the end of the page.
    private func writeTurns(_ w: inout HTMLWriter) {
        guard neighbours.previous != nil || neighbours.next != nil else { return }
        w.element(.nav, class: "guide-turns", [.aria("label", Strings.otherPages)]) { w in
            if let previous = neighbours.previous { writeTurn(.previous, Strings.previousLabel, previous, &w) }
            if let next = neighbours.next { writeTurn(.next, Strings.next, next, &w) }
        }
    }

    private func writeTurn(_ turn: Turn, _ label: String, _ page: PackPageSummary, _ w: inout HTMLWriter) {
        w.element(
            .a, [.data(.neighbour, turn.rawValue), .class("guide-neighbour"), .href(path(page))]
        ) { w in
            w.element(.span, text: label)
            w.text(" ")
            w.element(.b, text: page.title)
        }
    }

    /// Writes the picture; nothing without one.
    private func writePicture(_ w: inout HTMLWriter) {
        guard let picture = details.pictures[.picture], !picture.files.isEmpty, picture != header else { return }
        w.element(.div, class: "guide-picture") { w in
            PackPictureView.write(scope, picture, in: .page, alt: "", isLazy: header != nil, into: &w)
        }
    }
}

/// A view of a page's text: links into the pack lead to its pages, others to the web (YORK-09).
struct PackTextView {
    let scope: RequestScope
    let text: SafeHTML

    func write(into w: inout HTMLWriter) {
        guard !text.isEmpty else { return }
        w.element(.div, class: "text") { w in w.safe(linked) }
    }

    private var linked: SafeHTML {
        let local = text.mappingLinks { address in
            guard PackAddress.isInside(address) else { return nil }
            if let (slug, fragment) = PackAddress.slug(of: address) {
                return scope.packPath(slug) + (fragment.map { "#\($0)" } ?? "")
            }
            return PackAddress.mediumID(of: address).map { scope.path(.packMedium($0)) } ?? scope.path(.today)
        }
        let pictured = local.mappingPictures { tag in
            guard let id = PackAddress.mediumID(of: tag.src) else { return tag }
            var tag = tag
            tag.src = scope.path(.packMedium(id))
            tag.srcset = nil
            tag.sizes = nil
            return tag
        }
        return pictured.linkingForeignPictures.withScrollingFormulas.openingWebLinksExternally(label: Strings.outside)
    }
}

/// A view of the actions on a page: adding it to the favourites or removing it, and sharing it.
struct PackActionsView {
    let scope: RequestScope
    let details: PackPageDetails

    private var page: PackPageSummary { details.summary }

    /// The shared text: the question, then the title.
    private var sentence: String {
        [scope.edition.pack?.sharingQuestion, page.title].compactMap(\.self).joined(separator: " ")
    }

    func write(into w: inout HTMLWriter) {
        w.element(
            .div, class: "form-actions guide-actions",
            [
                .data(.original, details.address?.text),
                .data(.title, page.title), .data(.shareText, sentence),
            ]
        ) { w in
            PackFavouriteButton(scope: scope, page: page).write(in: .page, into: &w)
            writeShare(&w)
            writeEdit(&w)
        }
    }

    /// Writes the link to the page's form, where its publishers edit here.
    private func writeEdit(_ w: inout HTMLWriter) {
        guard scope.offersPackEditor else { return }
        w.element(.a, class: "quiet", [.href(scope.path(.packEditorPage(page.slug)))]) { w in
            Icon.write.write(scope, into: &w)
            w.text(PackEditorStrings.editPage)
        }
    }

    /// Writes the share button, which script shows if the browser can share or copy; without script there is email.
    private func writeShare(_ w: inout HTMLWriter) {
        let hasLink = details.address != nil
        w.element(
            .button,
            [
                .type("button"), .class("quiet"), .hidden(), .data(.share, isSet: hasLink),
                .data(.shareWithoutLink, isSet: !hasLink),
            ]
        ) { w in
            Icon.share.write(scope, into: &w)
            w.text(Strings.share)
        }
        let body = [sentence, details.address?.text].compactMap(\.self).joined(separator: "\r\n\r\n")
        let mail = "mailto:?subject=\(QueryParameters.encoded(page.title))&body=\(QueryParameters.encoded(body))"
        w.element(.noscript) { w in
            w.element(.a, class: "quiet", [.href(mail)]) { w in
                Icon.mail.write(scope, into: &w)
                w.text(Strings.mail)
            }
        }
    }
}
