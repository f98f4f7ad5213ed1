import Library
import Markup

/// Reading: size, face, colours, width, rows, pictures; and marking on scrolling past. The *Aa* sheet is this page's form, shown by script.
struct SettingsScreen {
    func page(for visit: Visit) async throws(LibraryError) -> Page {
        let shell = Shell(
            visit: visit, title: Words.settings, left: .back(.today), barTitle: Words.settings, actions: [])
        let devices = try await DevicesSection(for: visit)
        return Page(
            shell.page { w in
                w.raw("<div class=\"column\"><h1 class=\"spoken\">Settings</h1>")
                SettingsPages(visit: visit, open: .settings).write(into: &w)
                w.raw("<div id=\"sheet-reading\">")
                ActForm(visit, .preferences, back: visit.here, style: "card-form").write(into: &w) { w in
                    ReadingForm.write(visit.preferences, into: &w)
                    w.raw("<button class=\"button main\" data-no-script>Apply</button>")
                }
                w.raw("</div>")
                devices.write(visit, into: &w)
                w.raw(
                    "<p class=\"note\">Read stories are kept for 90 days, unread ones for 180, the last 50 of every feed in any case, and saved stories for ever.</p></div>"
                )
            })
    }
}

/// The choices of the *Aa* sheet.
enum ReadingForm {
    static func write(_ p: Preferences, into w: inout HTMLWriter) {
        choices("Text size", "textSize", (1...5).map { ("\($0)", "A", "aa aa-\($0)") }, String(p.textSize), &w)
        choices("Face", "face", [("serif", "Serif", ""), ("sans", "Sans", "")], p.face.rawValue, &w)
        choices(
            "Colours", "theme",
            [
                ("automatic", "Automatic", ""), ("day", "Day", ""), ("night", "Night", ""), ("sepia", "Sepia", ""),
                ("black", "Black", ""),
            ], p.theme.rawValue, &w)
        choices(
            "Line width, on wide screens", "measure",
            [
                ("narrow", "Narrow", ""), ("medium", "Medium", ""), ("wide", "Wide", ""),
            ], p.measure.rawValue, &w)
        choices(
            "Rows", "density", [("comfortable", "Comfortable", ""), ("compact", "Compact", "")], p.density.rawValue, &w)
        w.raw("<input type=\"hidden\" name=\"part\" value=\"reading\"><fieldset><legend>Lists and pictures</legend>")
        box("scaleInterface", p.scalesInterface, "The text size is that of lists too", &w)
        box("readingTime", p.showsReadingTime, "Say in lists how long a story takes to read", &w)
        box("hidePictures", !p.showsPictures, "Load no pictures until I ask for them", &w)
        box("columns", p.columns, "Set stories in columns, on wide screens", &w)
        box("keepUnread", !p.marksOpened, "Leave stories unread when I open them", &w)
        box("mentions", p.looksForMentions, Words.mentionsChoice, &w)
        box("markOnScroll", p.markOnScroll, "Mark stories read as they scroll past", &w)
        w.raw("</fieldset>")
    }

    private static func box(_ name: StaticString, _ isOn: Bool, _ words: StaticString, _ w: inout HTMLWriter) {
        w.raw("<label class=\"check\"><input type=\"checkbox\" value=\"1\" name=\"")
        w.raw(name)
        w.raw("\"")
        if isOn { w.raw(" checked") }
        w.raw(">")
        w.raw(words)
        w.raw("</label>")
    }

    private static func choices(
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
