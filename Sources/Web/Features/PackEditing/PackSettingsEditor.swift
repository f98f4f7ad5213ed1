import Library
import Markup
import News
import Packs
import URLs

/// The description of the pack: title, languages, licence, credits and address.
struct PackSettingsEditor {
    func page(for scope: RequestScope) async throws(LibraryError) -> HTMLPage {
        let context = try await PackEditingContext(scope)
        let manifest = context.pack.manifest
        let revision = context.contents.revisions[.manifest] ?? 0
        return context.page(PackEditorStrings.aboutGuide, back: .page(.packEditor)) { w in
            w.element(.h1, text: PackEditorStrings.aboutGuide)
            ActionForm(
                scope, .savePackSettings, returnPath: scope.path(.page(.packEditorSettings)),
                fields: [("revision", String(revision))], style: "card-form"
            ).write(into: &w) { w in
                for (name, label, value) in [
                    ("title", PackEditorStrings.guideTitle, manifest.title),
                    ("languages", PackEditorStrings.guideLanguages, manifest.languages.joined(separator: " ")),
                    ("licence", PackEditorStrings.licence, manifest.licence ?? ""),
                    ("address", PackEditorStrings.guideAddress, manifest.address?.text ?? ""),
                ] {
                    w.element(.label, class: "field") { w in
                        w.element(.span, text: label)
                        w.void(.input, class: "input", [.name(name), .value(value)])
                    }
                }
                w.element(.label, class: "field") { w in
                    w.element(.span, text: PackEditorStrings.guideCredits)
                    w.element(.textarea, class: "input", [.name("credits"), .attribute("rows", "4")]) { w in
                        w.text(manifest.credits.joined(separator: "\n"))
                    }
                }
                w.element(.button, class: "button primary", text: Strings.save)
            }
            w.element(.p, class: "note", text: PackEditorStrings.guideIdentity(manifest.identity))
        }
    }
}
