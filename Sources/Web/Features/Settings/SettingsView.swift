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
                w.raw("<div class=\"page-column\"><h1 class=\"visually-hidden\">")
                w.text(title)
                w.raw("</h1>")
                content(&w)
                w.raw("</div>")
            })
    }

    static func writeGroup(_ title: String?, into w: inout HTMLWriter, _ rows: (inout HTMLWriter) -> Void) {
        w.raw("<section class=\"settings-group\">")
        if let title {
            w.raw("<h2 class=\"group-heading\">")
            w.text(title)
            w.raw("</h2>")
        }
        rows(&w)
        w.raw("</section>")
    }

    /// Writes a row that is a link.
    /// - Parameter attribute: an attribute written into the link's start tag.
    static func writeLink(
        _ scope: RequestScope, _ path: String, _ title: String, _ detail: String?, attribute: StaticString = "",
        into w: inout HTMLWriter
    ) {
        w.raw("<a class=\"settings-row\"")
        w.raw(attribute)
        w.attribute("href", path)
        w.raw(">")
        writeLabel(title, detail, &w)
        Icon.chevron.write(scope, into: &w)
        w.raw("</a>")
    }

    static func writeFact(_ title: String, _ detail: String, into w: inout HTMLWriter) {
        w.raw("<div class=\"settings-row\">")
        writeLabel(title, detail, &w)
        w.raw("</div>")
    }

    static func writeSwitch(_ setting: BooleanPreference, isOn: Bool, into w: inout HTMLWriter) {
        w.raw("<label class=\"settings-row\"")
        w.attribute("id", setting.anchor)
        w.raw(">")
        writeLabel(setting.title, nil, &w)
        w.raw("<input type=\"checkbox\" role=\"switch\" value=\"1\"")
        w.attribute("name", setting.name)
        if isOn { w.raw(" checked") }
        w.raw("></label>")
    }

    /// Writes a choice as radio buttons.
    static func writeChoice(
        _ title: String, _ name: String, _ offers: [(value: String, label: String)], _ chosen: String,
        into w: inout HTMLWriter
    ) {
        w.raw("<fieldset><legend>")
        w.text(title)
        w.raw("</legend><div class=\"choices\">")
        for offer in offers {
            w.raw("<label><input type=\"radio\"")
            w.attribute("name", name)
            w.attribute("value", offer.value)
            if offer.label == "A" { w.attribute("aria-label", "Size \(offer.value) of 5") }
            if offer.value == chosen { w.raw(" checked") }
            w.raw("><span")
            if offer.label == "A" { w.attribute("class", "size-letter size-\(offer.value)") }
            w.raw(">")
            w.text(offer.label)
            w.raw("</span></label>")
        }
        w.raw("</div></fieldset>")
    }

    /// Writes a save button for readers without script; script saves each change at once.
    static func writeSaveButton(_ label: String, into w: inout HTMLWriter) {
        w.raw("<button class=\"button primary\" data-no-script>")
        w.text(label)
        w.raw("</button>")
    }

    private static func writeLabel(_ title: String, _ detail: String?, _ w: inout HTMLWriter) {
        w.raw("<span>")
        w.text(title)
        if let detail {
            w.raw("<small>")
            w.text(detail)
            w.raw("</small>")
        }
        w.raw("</span>")
    }
}
