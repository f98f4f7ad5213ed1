import Library
import Markup
import News
import Packs

struct AboutPage {
    static let frontPageAnchor = "front-page"

    func page(for scope: RequestScope) async throws(LibraryError) -> HTMLPage {
        let pack = scope.edition.pack == nil ? nil : try await scope.installedPack()
        let layout = PageLayout(
            scope: scope, title: Strings.about, left: .back(.settings), barTitle: Strings.about, actions: [])
        return HTMLPage(
            layout.document { w in
                w.raw("<div class=\"page-column\"><h1 class=\"visually-hidden\">")
                w.text(Strings.about)
                w.raw("</h1>")
                w.raw("<div id=\"sheet-about\">")
                if let about = scope.edition.about, !scope.edition.usesFolders {
                    w.raw("<h2 class=\"group-heading\">")
                    w.text(scope.edition.title)
                    w.raw("</h2><p class=\"note\">")
                    w.text(about)
                    w.raw("</p>")
                }
                if let pack { writePack(pack, scope, &w) }
                w.raw("<h2 class=\"group-heading\">")
                w.text("Tidings \(scope.dependencies.settings.build)")
                w.raw("</h2><p class=\"note\">")
                w.text(Strings.aboutTidings)
                w.raw("</p>")
                writeShareButtons(scope, &w)
                if scope.edition.pack == nil { writeFrontPage(scope.edition, &w) }
                w.raw("<h2 class=\"group-heading\">Made with</h2><dl class=\"facts\">")
                for part in ThirdPartyLicences.parts {
                    w.raw("<div><dt>")
                    w.text(part.name)
                    w.raw("</dt><dd>")
                    w.text(part.licence)
                    w.raw("</dd></div>")
                }
                w.raw("</dl></div></div>")
            })
    }

    /// Writes the pack's version, changes, licence and makers.
    private func writePack(_ pack: InstalledPack, _ scope: RequestScope, _ w: inout HTMLWriter) {
        let version = Strings.packVersion(
            pack.manifest.version.description, scope.time.medium(pack.installedAt))
        let changes = pack.changes.map { Strings.packChangesLine($0) }
        for line in [version] + [changes, pack.manifest.licence.map(Strings.packLicence)].compactMap(\.self) {
            w.raw("<p class=\"note\">")
            w.text(line)
            w.raw("</p>")
        }
        guard !pack.manifest.credits.isEmpty else { return }
        w.raw("<p class=\"note\">")
        w.text("\(Strings.packCredits) \(pack.manifest.credits.joined(separator: "; "))")
        w.raw("</p>")
    }

    private func writeFrontPage(_ edition: Edition, _ w: inout HTMLWriter) {
        w.raw("<h2 class=\"group-heading\"")
        w.attribute("id", Self.frontPageAnchor)
        w.raw(">")
        w.text(Strings.frontPageChoice)
        w.raw("</h2>")
        let isWeighed = edition.options.front.order == .weighed
        for words in isWeighed ? Strings.weighedFrontPage : Strings.listedFrontPage(edition.title) {
            w.raw("<p class=\"note\">")
            w.text(words)
            w.raw("</p>")
        }
    }

    /// Writes buttons that share the project's page by share sheet or clipboard; without script by email (HN-73).
    private func writeShareButtons(_ scope: RequestScope, _ w: inout HTMLWriter) {
        let home = scope.dependencies.settings.projectURL
        let body = "\(Strings.recommended)\r\n\r\n\(home)"
        w.raw("<div class=\"form-actions card-form\"")
        w.attribute("data-original", home)
        w.attribute("data-title", Strings.productName)
        w.attribute("data-share-text", Strings.recommended)
        w.raw("><button class=\"quiet\" type=\"button\" data-share hidden>")
        Icon.share.write(scope, into: &w)
        w.text(Strings.shareTidings)
        w.raw("</button><a class=\"quiet\"")
        w.attribute(
            "href",
            "mailto:?subject=\(QueryParameters.encoded(Strings.productName))&body=\(QueryParameters.encoded(body))")
        w.raw(">")
        Icon.mail.write(scope, into: &w)
        w.text(Strings.recommendByMail)
        w.raw("</a></div>")
    }
}
