import Library
import Markup

/// A preference that is on or off.
struct BooleanPreference: Sendable {
    /// The name of the form's field.
    let name: String
    let title: String
    /// The synonyms for the settings' search.
    let synonyms: String
    let isOn: @Sendable (Preferences) -> Bool

    var anchor: String { "set-\(name)" }

    static let groups: [(title: String, switches: [BooleanPreference])] = [
        (
            title: Strings.stories,
            switches: [
                BooleanPreference(
                    name: "columns", title: "Show stories in columns on wide screens", synonyms: "pages layout"
                ) {
                    $0.columns
                }
            ]
        ),
        (
            title: Strings.lists,
            switches: [
                BooleanPreference(
                    name: "scaleInterface", title: "Use the text size in lists too", synonyms: "larger interface zoom"
                ) { $0.scalesInterface },
                BooleanPreference(
                    name: "readingTime", title: "Show how long a story takes to read", synonyms: "minutes reading time"
                ) { $0.showsReadingTime },
            ]
        ),
        (
            title: Strings.pictures,
            switches: [
                BooleanPreference(
                    name: "hidePictures", title: "Load pictures only when I ask", synonyms: "images data saving"
                ) { !$0.showsPictures }
            ]
        ),
        (
            title: Strings.readAndUnread,
            switches: [
                BooleanPreference(
                    name: "keepUnread", title: "Leave stories unread when I open them", synonyms: "mark read"
                ) { !$0.marksOpened },
                BooleanPreference(
                    name: "markOnScroll", title: "Mark stories read as they scroll past", synonyms: "scrolling unread"
                ) { $0.markOnScroll },
            ]
        ),
        (
            title: Strings.discussions,
            switches: [
                BooleanPreference(
                    name: "mentions", title: Strings.findDiscussionsSetting, synonyms: "comments privacy related"
                ) { $0.looksForMentions }
            ]
        ),
    ]
}

/// A page of the settings of reading, without the look of the text (`TextSettingsPage`).
struct ReadingSettingsPage {
    func page(for scope: RequestScope) -> HTMLPage {
        let preferences = scope.preferences
        return SettingsView.page(scope, Strings.reading, script: "preferences.js") { w in
            SettingsView.writeGroup(nil, into: &w) { w in
                SettingsView.writeLink(
                    scope, scope.path(Route.textSettings(returnPath: scope.currentURI)), Strings.textSettings,
                    Strings.textSettingsDetail, sheet: "reading", into: &w)
                SettingsView.writeLink(
                    scope, scope.path(Route.page(.toneSettings)), Strings.tone, Strings.toneDetail, into: &w)
                SettingsView.writeLink(
                    scope, scope.path(Route.page(.readLater)), Strings.readLater,
                    preferences.readLater.flatMap { ReadLaterProvider.named($0.service)?.name }
                        ?? Strings.readLaterDetail, into: &w)
                SettingsView.writeLink(
                    scope, "\(scope.path(Route.page(.about)))#\(AboutPage.frontPageAnchor)", Strings.frontPageChoice,
                    nil,
                    into: &w)
            }
            ActionForm(
                scope, .preferences, returnPath: scope.currentURI, fields: [("part", "reading")], style: "settings"
            )
            .write(into: &w) { w in
                SettingsView.writeGroup(nil, into: &w) { w in writeMeasure(preferences, &w) }
                for group in BooleanPreference.groups {
                    SettingsView.writeGroup(group.title, into: &w) { w in
                        for setting in group.switches {
                            SettingsView.writeSwitch(
                                setting.name, setting.title, isOn: setting.isOn(preferences), into: &w)
                        }
                    }
                }
                SettingsView.writeSaveButton(Strings.save, into: &w)
            }
        }
    }

    private func writeMeasure(_ preferences: Preferences, _ w: inout HTMLWriter) {
        w.element(.div, class: "settings-row", [.id("set-measure")]) { w in
            SettingsView.writeChoice(
                Strings.lineWidth, "measure", [("narrow", "Narrow"), ("medium", "Medium"), ("wide", "Wide")],
                preferences.measure.rawValue, into: &w)
        }
    }
}

/// A page of the settings of the text's look. Script shows it as a sheet over the story, which changes with each
/// choice.
struct TextSettingsPage {
    func page(for scope: RequestScope) -> HTMLPage {
        let returnPath = scope.query["back"] ?? scope.path(Route.page(.readingSettings))
        return SettingsView.page(
            scope, Strings.textSettings, back: .page(.readingSettings), script: "preferences.js"
        ) { w in
            w.element(.div, [.id("sheet-reading")]) { w in
                Self.writeForm(scope, returnPath: returnPath, into: &w)
            }
        }
    }

    /// Writes the form, also for the first page of the settings.
    /// - Parameter sample: a line that is shown in the size, where there is no story beside the form.
    static func writeForm(
        _ scope: RequestScope, returnPath: String, sample: String? = nil, into w: inout HTMLWriter
    ) {
        ActionForm(
            scope, .preferences, returnPath: returnPath, fields: [("part", "text")], style: "settings card-form"
        )
        .write(into: &w) { w in
            writeFields(scope.preferences, sample, &w)
            SettingsView.writeSaveButton(Strings.apply, into: &w)
        }
    }

    private static func writeFields(_ preferences: Preferences, _ sample: String?, _ w: inout HTMLWriter) {
        SettingsView.writeChoice(
            "Size", "textSize", (1...5).map { ("\($0)", "A") }, String(preferences.textSize), into: &w)
        if let sample { w.element(.p, class: "text-sample", text: sample) }
        SettingsView.writeChoice(
            "Font", "face", [("serif", "Serif"), ("sans", "Sans")], preferences.face.rawValue, into: &w)
        SettingsView.writeChoice(
            "Theme", "theme",
            [("automatic", "Auto"), ("day", "Day"), ("night", "Night"), ("sepia", "Sepia"), ("black", "Black")],
            preferences.theme.rawValue, into: &w)
        SettingsView.writeChoice(
            "Spacing", "density", [("comfortable", "Comfortable"), ("compact", "Compact")],
            preferences.density.rawValue, into: &w)
    }
}
