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
        let origin = try await AccessState(scope).origins.first
        return context.page(PackEditorStrings.aboutGuide, back: .page(.packEditor)) { w in
            w.element(.h1, text: PackEditorStrings.aboutGuide)
            let values = FormFieldValues(scope, .savePackSettings, faults: PackEditorStrings.faultyFields)
            values.writeFormFault(&w)
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
                        w.void(.input, class: "input", [.name(name), .value(values.value(name, value))])
                        values.writeFault(name, &w)
                    }
                }
                w.element(.label, class: "field") { w in
                    w.element(.span, text: PackEditorStrings.guideCredits)
                    w.element(.textarea, class: "input", [.name("credits"), .attribute("rows", "4")]) { w in
                        w.text(values.value("credits", manifest.credits.joined(separator: "\n")))
                    }
                }
                w.element(.button, class: "button primary", text: Strings.save)
            }
            w.element(.p, class: "note", text: PackEditorStrings.guideIdentity(manifest.identity))
            Self.writeServing(context, at: origin, &w)
            SettingsView.writeLink(
                scope, scope.path(.page(.packDeletion)), PackDeletionStrings.title, PackDeletionStrings.hint, into: &w)
        }
    }

    /// Writes whether other houses can follow the guide, and at which address.
    private static func writeServing(_ context: PackEditingContext, at origin: String?, _ w: inout HTMLWriter) {
        let (scope, project) = (context.scope, context.contents.project)
        w.element(.h2, class: "group-heading", text: PackEditorStrings.otherHouses)
        if project.isServed {
            w.element(.p, class: "note", text: PackEditorStrings.isServed(isPublished: project.published != nil))
            w.element(.p, class: "note command") { w in
                w.element(
                    .code, text: ServedPublication.address(of: project.identity, at: origin ?? scope.client.origin))
            }
            if origin == nil { w.element(.p, class: "warning", text: PackEditorStrings.onlyThisMachine) }
        } else {
            w.element(.p, class: "note", text: PackEditorStrings.servingExplanation)
        }
        ActionForm(
            scope, .servePack, returnPath: scope.path(.page(.packEditorSettings)),
            fields: [("served", project.isServed ? "0" : "1")], style: "native-submit"
        ).writeButton(project.isServed ? PackEditorStrings.serveNoLonger : PackEditorStrings.serve, into: &w)
    }
}
