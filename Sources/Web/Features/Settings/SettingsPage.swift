import Library
import Markup
import News

/// Script shows the form as the *Aa* sheet.
struct SettingsPage {
    func page(for scope: RequestScope) async throws(LibraryError) -> HTMLPage {
        let layout = PageLayout(
            scope: scope, title: Strings.settings, left: .back(.today), barTitle: Strings.settings, actions: [])
        let devices = try await DevicesSection(for: scope)
        return HTMLPage(
            layout.document { w in
                w.raw("<div class=\"column\"><h1 class=\"visually-hidden\">Settings</h1>")
                SettingsNavigation(scope: scope, open: .settings).write(into: &w)
                w.raw("<div id=\"sheet-reading\">")
                ActionForm(scope, .preferences, returnPath: scope.currentURI, style: "card-form").write(into: &w) { w in
                    PreferencesFields.write(scope.preferences, into: &w)
                    w.raw("<button class=\"button main\" data-no-script>Apply</button>")
                }
                w.raw("</div>")
                devices.write(scope, into: &w)
                w.raw(
                    "<p class=\"note\">Read stories are kept for 90 days, unread ones for 180, the last 50 of every feed in any case, and saved stories for ever.</p></div>"
                )
            })
    }
}

enum PreferencesFields {
    static func write(_ p: Preferences, into w: inout HTMLWriter) {
        writeRadioGroup("Text size", "textSize", (1...5).map { ("\($0)", "A", "aa aa-\($0)") }, String(p.textSize), &w)
        writeRadioGroup("Face", "face", [("serif", "Serif", ""), ("sans", "Sans", "")], p.face.rawValue, &w)
        writeRadioGroup(
            "Colours", "theme",
            [
                ("automatic", "Automatic", ""), ("day", "Day", ""), ("night", "Night", ""), ("sepia", "Sepia", ""),
                ("black", "Black", ""),
            ], p.theme.rawValue, &w)
        writeRadioGroup(
            "Line width, on wide screens", "measure",
            [
                ("narrow", "Narrow", ""), ("medium", "Medium", ""), ("wide", "Wide", ""),
            ], p.measure.rawValue, &w)
        writeRadioGroup(
            "Rows", "density", [("comfortable", "Comfortable", ""), ("compact", "Compact", "")], p.density.rawValue, &w)
        w.raw("<input type=\"hidden\" name=\"part\" value=\"reading\"><fieldset><legend>Lists and pictures</legend>")
        writeCheckbox("scaleInterface", p.scalesInterface, "The text size is that of lists too", &w)
        writeCheckbox("readingTime", p.showsReadingTime, "Say in lists how long a story takes to read", &w)
        writeCheckbox("hidePictures", !p.showsPictures, "Load no pictures until I ask for them", &w)
        writeCheckbox("columns", p.columns, "Set stories in columns, on wide screens", &w)
        writeCheckbox("keepUnread", !p.marksOpened, "Leave stories unread when I open them", &w)
        writeCheckbox("mentions", p.looksForMentions, Strings.findDiscussionsSetting, &w)
        writeCheckbox("markOnScroll", p.markOnScroll, "Mark stories read as they scroll past", &w)
        w.raw("</fieldset>")
    }

    private static func writeCheckbox(_ name: StaticString, _ isOn: Bool, _ words: StaticString, _ w: inout HTMLWriter)
    {
        w.raw("<label class=\"check\"><input type=\"checkbox\" value=\"1\" name=\"")
        w.raw(name)
        w.raw("\"")
        if isOn { w.raw(" checked") }
        w.raw(">")
        w.raw(words)
        w.raw("</label>")
    }

    private static func writeRadioGroup(
        _ legend: StaticString, _ name: StaticString, _ offers: [(value: String, word: String, style: String)],
        _ chosen: String, _ w: inout HTMLWriter
    ) {
        w.raw("<fieldset><legend>")
        w.raw(legend)
        w.raw("</legend><div class=\"choices\">")
        for offer in offers {
            w.raw("<label><input type=\"radio\" name=\"")
            w.raw(name)
            w.raw("\"")
            w.attribute("value", offer.value)
            if offer.word == "A" { w.attribute("aria-label", "Size \(offer.value) of 5") }
            if offer.value == chosen { w.raw(" checked") }
            w.raw("><span")
            if !offer.style.isEmpty { w.attribute("class", offer.style) }
            w.raw(">")
            w.text(offer.word)
            w.raw("</span></label>")
        }
        w.raw("</div></fieldset>")
    }
}

struct SettingsNavigation {
    static let all: [(words: String, route: Route)] = [
        (Strings.reading, .settings), (Strings.editions, .editions), (Strings.muted, .mutes),
        (Strings.keyboard, .keyboardShortcuts),
        (Strings.about, .about),
    ]

    let scope: RequestScope
    let open: Route

    func write(into w: inout HTMLWriter) {
        let here = scope.path(open)
        w.raw("<nav class=\"pages chips\"")
        w.attribute("aria-label", Strings.settings)
        w.raw(">")
        for page in Self.all {
            let path = scope.path(page.route)
            w.raw("<a class=\"chip\"")
            w.attribute("href", path)
            if path == here { w.raw(" aria-current=\"page\"") }
            w.raw(">")
            w.text(page.words)
            w.raw("</a>")
        }
        w.raw("</nav>")
    }
}
