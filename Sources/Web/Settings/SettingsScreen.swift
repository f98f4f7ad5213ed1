import Library
import Markup

/// Reading: size, face, colours, width; and marking on scrolling past. The *Aa* sheet is this page's form, shown by script.
struct SettingsScreen {
    func page(for visit: Visit) async throws(LibraryError) -> Page {
        let shell = Shell(
            visit: visit, title: Words.settings, left: .back(.today), barTitle: Words.settings, actions: [])
        return Page(
            shell.page { w in
                w.raw("<div class=\"column\"><h1 class=\"spoken\">Settings</h1><div id=\"sheet-reading\">")
                ActForm(.preferences, back: visit.here, style: "card-form").write(into: &w) { w in
                    ReadingForm.write(visit.preferences, into: &w)
                    w.raw("<button class=\"button main\" data-no-script>Apply</button>")
                }
                w.raw(
                    "</div><p class=\"note\">Read stories are kept for 90 days, unread ones for 180, the last 50 of every feed in any case, and saved stories for ever.</p><p class=\"note\"><a class=\"quiet\""
                )
                w.attribute("href", Route.keys.path)
                w.raw(">Keyboard</a></p></div>")
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
        w.raw(
            "<fieldset><legend>Lists</legend><label class=\"check\"><input type=\"checkbox\" name=\"markOnScroll\" value=\"1\""
        )
        if p.markOnScroll { w.raw(" checked") }
        w.raw(">Mark stories read as they scroll past</label></fieldset>")
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
