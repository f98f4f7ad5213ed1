import Foundation
import Library
import Untrusted

enum PreferencesForm {
    /// Applies a form to the preferences.
    /// - Throws: `.invalid` for an invalid list code, or an unknown read-later service or one without a server.
    static func apply(_ form: QueryParameters, to p: inout Preferences) throws(LibraryError) {
        if let size = form.number("textSize") { p.textSize = size.int(clampedTo: 1...5) }
        if let face = form["face"].flatMap(Preferences.Typeface.init(rawValue:)) { p.face = face }
        if let theme = form["theme"].flatMap(Preferences.Theme.init(rawValue:)) { p.theme = theme }
        if let measure = form["measure"].flatMap(Preferences.Measure.init(rawValue:)) { p.measure = measure }
        if let density = form["density"].flatMap(Preferences.Density.init(rawValue:)) { p.density = density }
        if let layout = form["layout"].flatMap(Preferences.Layout.init(rawValue:)) { p.layout = layout }
        applySwitches(form, to: &p)
        if form["offered"] == "1" { p.markOnScrollOffered = true }
        if form["topicsOffered"] == "1" { p.topicsOffered = true }
        if form["part"] == "list" { try applyListOptions(form, to: &p) }
        if form["part"] == "read-later" { p.readLater = try readLaterChoice(form) }
    }

    /// Returns the chosen read-later service; nil for none.
    private static func readLaterChoice(_ form: QueryParameters) throws(LibraryError) -> ReadLaterChoice? {
        guard let id = form["service"], id != ReadLaterSettingsPage.none else { return nil }
        guard let service = ReadLaterProvider.named(id) else { throw .invalid(why: "No such service.") }
        let server = form["server"]?.trimmingCharacters(in: .whitespacesAndNewlines) ?? ""
        guard service.isSelfHosted else { return ReadLaterChoice(service: id) }
        guard server.utf8.count <= 500, let address = ReadLaterProvider.serverAddress(server) else {
            throw .invalid(why: Strings.readLaterServerMissing(service.name))
        }
        return ReadLaterChoice(service: id, server: address)
    }

    /// Applies the checkboxes. Browsers omit unchecked boxes: a box is off if the form that has it omits it, or if a
    /// change of it alone (`only`) omits it, which leaves the other boxes as another device may have set them.
    private static func applySwitches(_ form: QueryParameters, to p: inout Preferences) {
        func isOn(_ name: String) -> Bool? {
            if form[name] == "1" { return true }
            return form["part"] == "reading" && (form["only"] ?? name) == name ? false : nil
        }
        if let hides = isOn("hidePictures") { p.showsPictures = !hides }
        if let scales = isOn("scaleInterface") { p.scalesInterface = scales }
        if let looks = isOn("mentions") { p.looksForMentions = looks }
        if let shows = isOn("readingTime") { p.showsReadingTime = shows }
        if let hasColumns = isOn("columns") { p.columns = hasColumns }
        if let keeps = isOn("keepUnread") { p.marksOpened = !keeps }
        if let marks = isOn("markOnScroll") { p.markOnScroll = marks }
    }

    private static func applyListOptions(
        _ form: QueryParameters, to preferences: inout Preferences
    ) throws(LibraryError) {
        guard let list = form["list"].flatMap({ StoryList(code: $0) }) else { throw .invalid(why: "No such list.") }
        var options = preferences.options(of: list)
        if let unread = form["unread"] { options.isUnreadOnly = unread == "1" }
        if let order = form["order"].flatMap(StoryOrder.init(rawValue:)) { options.order = order }
        try preferences.setOptions(options, of: list)
    }
}
