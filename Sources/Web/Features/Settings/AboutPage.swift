import Library
import Markup
import News
import Packs

struct AboutPage {
    static let frontPageAnchor = "front-page"

    func page(for scope: RequestScope) async throws(LibraryError) -> HTMLPage {
        let pack = scope.edition.pack == nil ? nil : try await scope.installedPack()
        return SettingsView.page(scope, Strings.about) { w in
            w.element(.div, [.id("sheet-about")]) { w in writeContent(pack, scope, &w) }
        }
    }

    private func writeContent(_ pack: InstalledPack?, _ scope: RequestScope, _ w: inout HTMLWriter) {
        if let about = scope.edition.about, !scope.edition.usesFolders {
            w.element(.h2, class: "group-heading", text: scope.edition.title)
            writeNote(about, &w)
        }
        if let pack { writePack(pack, scope, &w) }
        w.element(.h2, class: "group-heading", text: "Tidings \(scope.dependencies.settings.build)")
        writeNote(Strings.aboutTidings, &w)
        writeShareButtons(scope, &w)
        if scope.edition.pack == nil { writeFrontPage(scope.edition, &w) }
        w.element(.h2, class: "group-heading", text: "Made with")
        w.element(.dl, class: "facts") { w in
            for part in ThirdPartyLicences.parts {
                w.element(.div) { w in
                    w.element(.dt, text: part.name)
                    w.element(.dd, text: part.licence)
                }
            }
        }
    }

    private func writeNote(_ words: String, _ w: inout HTMLWriter) {
        w.element(.p, class: "note", text: words)
    }

    /// Writes the pack's version, changes, licence and makers.
    private func writePack(_ pack: InstalledPack, _ scope: RequestScope, _ w: inout HTMLWriter) {
        let version = Strings.packVersion(
            pack.manifest.version.description, scope.time.medium(pack.installedAt))
        let changes = pack.changes.map { Strings.packChangesLine($0) }
        for line in [version] + [changes, pack.manifest.licence.map(Strings.packLicence)].compactMap(\.self) {
            writeNote(line, &w)
        }
        guard !pack.manifest.credits.isEmpty else { return }
        writeNote("\(Strings.packCredits) \(pack.manifest.credits.joined(separator: "; "))", &w)
    }

    private func writeFrontPage(_ edition: Edition, _ w: inout HTMLWriter) {
        w.element(.h2, class: "group-heading", [.id(Self.frontPageAnchor)], text: Strings.frontPageChoice)
        let sentences =
            switch edition.options.front.order {
            case .weighed: Strings.weighedFrontPage
            case .newest: Strings.listedFrontPage(edition.title)
            case .list: Strings.singleListFrontPage(edition.title)
            }
        for words in sentences {
            writeNote(words, &w)
        }
    }

    /// Writes buttons that share the project's page by share sheet or clipboard; without script by email (HN-73).
    private func writeShareButtons(_ scope: RequestScope, _ w: inout HTMLWriter) {
        let home = scope.dependencies.settings.projectURL
        let subject = QueryParameters.encoded(Strings.productName)
        let body = QueryParameters.encoded("\(Strings.recommended)\r\n\r\n\(home)")
        w.element(
            .div, class: "form-actions card-form",
            [
                .data(.original, home), .data(.title, Strings.productName),
                .data(.shareText, Strings.recommended),
            ]
        ) { w in
            w.element(.button, class: "quiet", [.type("button"), .data(.share), .hidden()]) { w in
                Icon.share.write(scope, into: &w)
                w.text(Strings.shareTidings)
            }
            w.element(.a, class: "quiet", [.href("mailto:?subject=\(subject)&body=\(body)")]) { w in
                Icon.mail.write(scope, into: &w)
                w.text(Strings.recommendByMail)
            }
        }
    }
}
