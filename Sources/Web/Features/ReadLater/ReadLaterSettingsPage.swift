import Library
import Markup

/// A settings page that selects a service for stories to read later, besides *Saved*.
struct ReadLaterSettingsPage {
    /// The form value of *only here*.
    static let none = "none"

    func page(for scope: RequestScope) -> HTMLPage {
        let choice = scope.preferences.readLater
        return SettingsView.page(scope, Strings.readLater, back: .page(.readingSettings)) { w in
            w.element(.p, class: "note", text: Strings.readLaterExplanation)
            ActionForm(
                scope, .preferences, returnPath: scope.path(Route.page(.readingSettings)),
                fields: [("part", "read-later")], style: "settings card-form"
            ).write(into: &w) { w in
                SettingsView.writeChoice(
                    Strings.readLaterService, "service",
                    [(Self.none, Strings.readLaterNone)] + ReadLaterProvider.all.map { ($0.id, $0.name) },
                    choice?.service ?? Self.none, into: &w)
                writeServer(choice?.server ?? "", &w)
                w.element(.button, class: "button primary", text: Strings.save)
            }
        }
    }

    private func writeServer(_ server: String, _ w: inout HTMLWriter) {
        let services = ReadLaterProvider.all.filter(\.isSelfHosted).map(\.name)
        w.element(.label, class: "field") { w in
            w.element(.span, text: Strings.readLaterServer(services))
            w.void(
                .input, class: "input",
                [
                    .type("url"), .inputmode("url"), .autocapitalize("off"), .spellcheck("false"),
                    .name("server"), .value(server), .placeholder("https://"), .maxlength(500),
                ])
        }
    }
}
