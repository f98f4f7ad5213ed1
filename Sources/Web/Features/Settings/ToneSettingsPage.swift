import Library
import Markup
import News

/// A page of the settings with the switch that shows headlines in calm words, its effect beside the original words, and its
/// whole method.
struct ToneSettingsPage {
    /// The number of newest stories in which titles that alarm are looked for, and of those shown.
    private static let searched = 400, shown = 8

    func page(for scope: RequestScope) async throws(LibraryError) -> HTMLPage {
        let newest = try await scope.library.stories.list(
            .within(nil, .everything), for: scope.reader, depth: Self.searched)
        let own = newest.rows.map { (original: $0.title, calm: HeadlineTone.calmed($0.title, language: $0.language)) }
            .filter { $0.original != $0.calm }
        let examples =
            own.isEmpty
            ? Strings.alarmingTitles.map { (original: $0, calm: HeadlineTone.calmed($0)) }
            : Array(own.prefix(Self.shown))
        return SettingsView.page(
            scope, Strings.tone, back: .page(.readingSettings), script: "preferences.js",
            extras: [.stylesheet("mute.css")]
        ) { w in
            ActionForm(
                scope, .preferences, returnPath: scope.currentURI, fields: [("part", "tone")], style: "settings"
            ).write(into: &w) { w in
                SettingsView.writeGroup(nil, into: &w) { w in
                    SettingsView.writeSwitch(
                        "calmHeadlines", Strings.calmHeadlines, isOn: scope.preferences.calmsHeadlines, into: &w)
                }
                SettingsView.writeSaveButton(Strings.save, into: &w)
            }
            w.element(.p, class: "note", text: Strings.calmHint)
            writeExamples(examples, own.isEmpty ? Strings.calmSamples : Strings.calmExamples, &w)
            writeMethod(&w)
        }
    }

    private func writeExamples(
        _ examples: [(original: String, calm: String)], _ title: String, _ w: inout HTMLWriter
    ) {
        SettingsView.writeGroup(title, into: &w) { w in
            w.element(.ul, class: "calm-examples") { w in
                for example in examples {
                    w.element(.li) { w in
                        w.element(.b, text: example.calm)
                        w.element(.span, text: Strings.original(example.original))
                    }
                }
            }
        }
    }

    private func writeMethod(_ w: inout HTMLWriter) {
        SettingsView.writeGroup(Strings.rulesOfKinds, into: &w) { w in
            w.element(.div, class: "calm-rules") { w in
                for (rule, words) in Strings.calmRules {
                    w.element(.p, text: rule)
                    w.element(.ul, class: "mute-phrases") { w in
                        for word in words { w.element(.li, text: word) }
                    }
                }
                w.element(.p, text: Strings.calmCapitals)
                w.element(.p, text: Strings.calmMarks)
            }
        }
    }
}
