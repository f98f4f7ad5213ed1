import Library
import Markup
import News
import Packs
import URLs

/// A view of a page of a guide: its header with arrows to the neighbouring pages, picture, text, and actions.
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

    private enum Turn { case previous, next }

    init(scope: RequestScope, details: PackPageDetails) {
        self.scope = scope
        self.details = details
        neighbours = Neighbours(previous: details.previous, next: details.next)
    }

    private var page: PackPageSummary { details.summary }

    /// The header picture above the title, for a page without children; the title of a university is then smaller.
    private var header: PackPicture? {
        guard !page.hasChildren, let picture = details.pictures[.header], !picture.files.isEmpty else { return nil }
        return picture
    }

    func write(into w: inout HTMLWriter) {
        w.raw("<article class=\"story guide-page\" data-swipes-between")
        w.attribute("data-page-colour", scope.tileToken(of: page))
        if let previous = neighbours.previous { w.attribute("data-previous", path(previous)) }
        if let next = neighbours.next { w.attribute("data-next", path(next)) }
        w.raw(">")
        writeHead(&w)
        writePicture(&w)
        PackTextView(scope: scope, text: details.text).write(into: &w)
        if !details.children.isEmpty {
            w.raw("<nav class=\"guide-children\"")
            w.attribute("aria-label", page.title)
            w.raw(">")
            PackChoiceList(
                scope: scope, pages: details.children, style: page.kind == .tiled ? .tiles : .list
            ).write(into: &w)
            w.raw("</nav>")
        }
        PackActionsView(scope: scope, details: details).write(into: &w)
        w.raw("</article>")
    }

    private func path(_ page: PackPageSummary) -> String { scope.packPath(page.slug, in: neighbours.menu) }

    private func writeHead(_ w: inout HTMLWriter) {
        let isUniversity = page.kind == .university
        w.raw(
            header == nil
                ? "<header class=\"guide-head\">"
                : isUniversity
                    ? "<header class=\"guide-head pictured captioned\">" : "<header class=\"guide-head pictured\">")
        if let header { PackPictureView.write(scope, header, in: .page, alt: "", isLazy: false, into: &w) }
        writeTurn(.previous, &w)
        w.raw("<div class=\"guide-title\">")
        PackPathView(scope: scope, path: details.path).write(into: &w)
        writeTitle(&w)
        w.raw("</div>")
        writeTurn(.next, &w)
        w.raw("</header>")
    }

    private func writeTitle(_ w: inout HTMLWriter) {
        // The title becomes the caption below a university's header picture in its place (pack.css).
        w.raw(page.title.count > 48 ? "<h1 class=\"guide-name long\">" : "<h1 class=\"guide-name\">")
        w.text(page.title)
        w.raw("</h1>")
    }

    /// Writes an arrow, or at the ends an empty element, so that the title stays in the middle.
    private func writeTurn(_ turn: Turn, _ w: inout HTMLWriter) {
        guard let page = turn == .previous ? neighbours.previous : neighbours.next else {
            w.raw("<span class=\"guide-neighbour\"></span>")
            return
        }
        w.raw(turn == .previous ? "<a data-neighbour=\"previous\"" : "<a data-neighbour=\"next\"")
        w.raw(" class=\"guide-neighbour\"")
        w.attribute("href", path(page))
        let label = turn == .previous ? Strings.previousPage(page.title) : Strings.nextPage(page.title)
        w.attribute("aria-label", label)
        w.attribute("title", label)
        w.raw(">")
        Icon.chevron.write(scope, into: &w)
        w.raw("</a>")
    }

    /// Writes the picture; nothing without one.
    private func writePicture(_ w: inout HTMLWriter) {
        guard let picture = details.pictures[.picture], !picture.files.isEmpty, picture != header else { return }
        w.raw("<div class=\"guide-picture\">")
        PackPictureView.write(scope, picture, in: .page, alt: "", isLazy: header != nil, into: &w)
        w.raw("</div>")
    }
}

/// A view of a page's text: links into the pack lead to its pages, others to the web (YORK-09).
struct PackTextView {
    let scope: RequestScope
    let text: SafeHTML

    func write(into w: inout HTMLWriter) {
        guard !text.isEmpty else { return }
        w.raw("<div class=\"text\">")
        w.safe(linked)
        w.raw("</div>")
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
        w.raw("<div class=\"form-actions guide-actions\"")
        w.attribute("data-original", details.address?.text)
        w.attribute("data-title", page.title)
        w.attribute("data-share-text", sentence)
        w.raw(">")
        PackFavouriteButton(scope: scope, page: page).write(in: .page, into: &w)
        writeShare(&w)
        w.raw("</div>")
    }

    /// Writes the share button, which script shows if the browser can share or copy; without script there is email.
    private func writeShare(_ w: inout HTMLWriter) {
        w.raw("<button type=\"button\" class=\"quiet\" hidden")
        w.raw(details.address == nil ? " data-share-without-link>" : " data-share>")
        Icon.share.write(scope, into: &w)
        w.text(Strings.share)
        w.raw("</button><noscript><a class=\"quiet\"")
        let body = [sentence, details.address?.text].compactMap(\.self).joined(separator: "\r\n\r\n")
        w.attribute(
            "href", "mailto:?subject=\(QueryParameters.encoded(page.title))&body=\(QueryParameters.encoded(body))")
        w.raw(">")
        Icon.mail.write(scope, into: &w)
        w.text(Strings.mail)
        w.raw("</a></noscript>")
    }
}
