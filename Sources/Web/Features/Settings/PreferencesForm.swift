import Foundation
import Library
import Untrusted

/// The changed preferences: some fields, or a part of the settings whose form omits switches that are off.
struct PreferencesForm: FormValue {
    let part: String?
    /// The kinds of headlines that the newspaper keeps back, for part `kept-back`.
    let keptBack: KeptBackFields
    /// The only switch that the form changes.
    let only: String?
    @CodedIfPresent var textSize: UntrustedInteger?
    let face: Preferences.Typeface?
    let theme: Preferences.Theme?
    let measure: Preferences.Measure?
    let density: Preferences.Density?
    let layout: Preferences.Layout?
    let hidePictures: Bool
    let scaleInterface: Bool
    let mentions: Bool
    let readingTime: Bool
    let columns: Bool
    let keepUnread: Bool
    let markOnScroll: Bool
    let calmHeadlines: Bool
    let offered: Bool
    let topicsOffered: Bool
    /// The list whose options are changed.
    @CodedIfPresent var list: StoryList?
    let unread: Bool?
    let order: StoryOrder?
    /// The read-later service, and the server of a self-hosted one.
    let service: String?
    let server: String?

    /// Applies the form to the preferences.
    /// - Throws: `.invalid` for an invalid list code, or an unknown read-later service or one without a server.
    func apply(to p: inout Preferences) throws(LibraryError) {
        if let textSize { p.textSize = textSize.int(clampedTo: 1...5) }
        if let face { p.face = face }
        if let theme { p.theme = theme }
        if let measure { p.measure = measure }
        if let density { p.density = density }
        if let layout { p.layout = layout }
        applySwitches(to: &p)
        if part == "tone" { p.calmsHeadlines = calmHeadlines }
        if offered { p.markOnScrollOffered = true }
        if topicsOffered { p.topicsOffered = true }
        if part == "list" { try applyListOptions(to: &p) }
        if part == "read-later" { p.readLater = try readLaterChoice() }
    }

    /// Returns the chosen read-later service; nil for none.
    private func readLaterChoice() throws(LibraryError) -> ReadLaterChoice? {
        guard let id = self.service, id != ReadLaterSettingsPage.none else { return nil }
        guard let service = ReadLaterProvider.named(id) else { throw .invalid(why: "No such service.") }
        let server = self.server?.trimmingCharacters(in: .whitespacesAndNewlines) ?? ""
        guard service.isSelfHosted else { return ReadLaterChoice(service: id) }
        guard server.utf8.count <= 500, let address = ReadLaterProvider.serverAddress(server) else {
            throw .invalid(why: Strings.readLaterServerMissing(service.name))
        }
        return ReadLaterChoice(service: id, server: address)
    }

    /// Applies the checkboxes. Browsers omit unchecked boxes: a box is off if the form that has it omits it, or if a
    /// change of it alone (`only`) omits it, which leaves the other boxes as another device may have set them.
    private func applySwitches(to p: inout Preferences) {
        func value(_ isOn: Bool, _ name: String) -> Bool? {
            if isOn { return true }
            return part == "reading" && (only ?? name) == name ? false : nil
        }
        if let hides = value(hidePictures, "hidePictures") { p.showsPictures = !hides }
        if let scales = value(scaleInterface, "scaleInterface") { p.scalesInterface = scales }
        if let looks = value(mentions, "mentions") { p.looksForMentions = looks }
        if let shows = value(readingTime, "readingTime") { p.showsReadingTime = shows }
        if let hasColumns = value(columns, "columns") { p.columns = hasColumns }
        if let keeps = value(keepUnread, "keepUnread") { p.marksOpened = !keeps }
        if let marks = value(markOnScroll, "markOnScroll") { p.markOnScroll = marks }
    }

    private func applyListOptions(to preferences: inout Preferences) throws(LibraryError) {
        guard let list else { throw .invalid(why: "No such list.") }
        var options = preferences.options(of: list)
        if let unread { options.isUnreadOnly = unread }
        if let order { options.order = order }
        try preferences.setOptions(options, of: list)
    }
}
