import Library
import Markup

/// The frame of a settings page, and the parts of its rows.
enum SettingsView {
    static func page(
        _ scope: RequestScope, _ title: String, back: Route = .settings, script: StaticString? = nil,
        extras: [PageLayout.HeadElement] = [],
        _ content: (inout HTMLWriter) -> Void
    ) -> HTMLPage {
        var layout = PageLayout(scope: scope, title: title, left: .back(back), barTitle: title, actions: [])
        layout.extras = [.stylesheet("settings.css")] + extras
        if let script { layout.extras.append(.module(script)) }
        return HTMLPage(
            layout.document { w in
                w.element(.div, class: "settings-panes") { w in
                    SettingsNavigationView(scope: scope).write(into: &w)
                    w.element(.div, class: "page-column settings-pane") { w in
                        w.element(.h1, class: "visually-hidden", text: title)
                        w.element(.p, class: "settings-heading", [.aria("hidden", "true")], text: title)
                        content(&w)
                    }
                }
            })
    }

    static func writeGroup(_ title: String?, into w: inout HTMLWriter, _ rows: (inout HTMLWriter) -> Void) {
        w.element(.section, class: "settings-group") { w in
            if let title { w.element(.h2, class: "group-heading", text: title) }
            rows(&w)
        }
    }

    /// Writes a row that is a link.
    /// - Parameter sheet: the name of the sheet in which script shows the link's target.
    static func writeLink(
        _ scope: RequestScope, _ path: String, _ title: String, _ detail: String?, sheet: String? = nil,
        into w: inout HTMLWriter
    ) {
        w.element(.a, class: "settings-row", [.data(.sheet, sheet), .href(path)]) { w in
            writeLabel(title, detail, &w)
            Icon.chevron.write(scope, into: &w)
        }
    }

    static func writeFact(_ title: String, _ detail: String, into w: inout HTMLWriter) {
        w.element(.div, class: "settings-row") { w in writeLabel(title, detail, &w) }
    }

    static func writeSwitch(
        _ name: String, _ title: String, _ detail: String? = nil, isOn: Bool, into w: inout HTMLWriter
    ) {
        w.element(.label, class: "settings-row", [.id("set-\(name)")]) { w in
            writeLabel(title, detail, &w)
            w.void(.input, [.type("checkbox"), .role("switch"), .value("1"), .name(name), .checked(isOn)])
        }
    }

    /// Writes a choice as radio buttons.
    static func writeChoice(
        _ title: String, _ name: String, _ offers: [(value: String, label: String)], _ chosen: String,
        into w: inout HTMLWriter
    ) {
        w.element(.fieldset, [.data(.choice, name)]) { w in
            w.element(.legend, text: title)
            w.element(.div, class: "choices") { w in
                for offer in offers { writeOffer(offer, of: name, isChosen: offer.value == chosen, &w) }
            }
        }
    }

    /// Writes a radio button. The label "A" stands for a text size, and is shown in that size.
    private static func writeOffer(
        _ offer: (value: String, label: String), of name: String, isChosen: Bool, _ w: inout HTMLWriter
    ) {
        let isSize = offer.label == "A"
        let label = isSize ? "Size \(offer.value) of 5" : nil
        let style = isSize ? "size-letter size-\(offer.value)" : nil
        w.element(.label) { w in
            w.void(
                .input,
                [.type("radio"), .name(name), .value(offer.value), .aria("label", label), .checked(isChosen)])
            w.element(.span, [.attribute("class", style), .data(.offer, offer.value)], text: offer.label)
        }
    }

    /// Writes a save button for readers without script; script saves each change at once.
    static func writeSaveButton(_ label: String, into w: inout HTMLWriter) {
        w.element(.button, class: "button primary", [.data(.noScript)], text: label)
    }

    private static func writeLabel(_ title: String, _ detail: String?, _ w: inout HTMLWriter) {
        w.element(.span) { w in
            w.text(title)
            if let detail { w.element(.small, text: detail) }
        }
    }
}
