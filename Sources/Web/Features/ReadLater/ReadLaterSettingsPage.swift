import Library
import Markup

/// A settings page that selects a service for stories to read later, besides *Saved*.
struct ReadLaterSettingsPage {
    /// The form value of *only here*.
    static let none = "none"

    func page(for scope: RequestScope) -> HTMLPage {
        let choice = scope.preferences.readLater
        return SettingsView.page(scope, Strings.readLater, back: .settingsPage(.reading)) { w in
            w.raw("<p class=\"note\">")
            w.text(Strings.readLaterExplanation)
            w.raw("</p>")
            ActionForm(
                scope, .preferences, returnPath: scope.path(Route.settingsPage(.reading)),
                fields: [("part", "read-later")], style: "settings card-form"
            ).write(into: &w) { w in
                SettingsView.writeChoice(
                    Strings.readLaterService, "service",
                    [(Self.none, Strings.readLaterNone)] + ReadLaterProvider.all.map { ($0.id, $0.name) },
                    choice?.service ?? Self.none, into: &w)
                writeServer(choice?.server ?? "", &w)
                w.raw("<button class=\"button primary\">")
                w.text(Strings.save)
                w.raw("</button>")
            }
        }
    }

    private func writeServer(_ server: String, _ w: inout HTMLWriter) {
        w.raw("<label class=\"field\"><span>")
        w.text(Strings.readLaterServer(ReadLaterProvider.all.filter(\.isSelfHosted).map(\.name)))
        w.raw(
            "</span><input class=\"input\" type=\"url\" inputmode=\"url\" autocapitalize=\"off\" spellcheck=\"false\" name=\"server\""
        )
        w.attribute("value", server)
        w.raw(" placeholder=\"https://\" maxlength=\"500\"></label>")
    }
}
