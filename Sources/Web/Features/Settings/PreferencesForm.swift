import Library
import Untrusted

enum PreferencesForm {
    /// - Throws: `.invalid` for a list that is none.
    static func read(_ form: QueryParameters, over known: Preferences) throws(LibraryError) -> Preferences {
        var p = known
        if let size = form.number("textSize") { p.textSize = size.int(clampedTo: 1...5) }
        if let face = form["face"].flatMap(Preferences.Typeface.init(rawValue:)) { p.face = face }
        if let theme = form["theme"].flatMap(Preferences.Theme.init(rawValue:)) { p.theme = theme }
        if let measure = form["measure"].flatMap(Preferences.Measure.init(rawValue:)) { p.measure = measure }
        if let density = form["density"].flatMap(Preferences.Density.init(rawValue:)) { p.density = density }
        if let layout = form["layout"].flatMap(Preferences.Layout.init(rawValue:)) { p.layout = layout }
        // Browsers omit unchecked boxes: a partial form cannot uncheck.
        if !["scroll", "layout", "text", "list"].contains(form["part"]) || form["markOnScroll"] != nil {
            p.markOnScroll = form["markOnScroll"] == "1"
        }
        if form["part"] == "reading" {
            p.showsPictures = form["hidePictures"] != "1"
            p.scalesInterface = form["scaleInterface"] == "1"
            p.looksForMentions = form["mentions"] == "1"
            p.showsReadingTime = form["readingTime"] == "1"
            p.columns = form["columns"] == "1"
            p.marksOpened = form["keepUnread"] != "1"
        }
        if form["offered"] == "1" { p.markOnScrollOffered = true }
        if form["part"] == "list" { try readListOptions(form, into: &p) }
        return p
    }

    private static func readListOptions(
        _ form: QueryParameters, into preferences: inout Preferences
    ) throws(LibraryError) {
        guard let list = form["list"].flatMap({ StoryList(code: $0) }) else { throw .invalid(why: "No such list.") }
        var options = preferences.options(of: list)
        if let unread = form["unread"] { options.isUnreadOnly = unread == "1" }
        if let order = form["order"].flatMap(StoryOrder.init(rawValue:)) { options.order = order }
        try preferences.setOptions(options, of: list)
    }
}
