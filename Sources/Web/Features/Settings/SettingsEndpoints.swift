import Library
import News

extension PathPattern {
    static let settings: Self = "settings", readingSettings: Self = "settings/reading",
        textSettings: Self = "settings/text"
    static let readLater: Self = "settings/read-later", feedSettings: Self = "settings/feeds"
    static let offlineSettings: Self = "settings/offline", accountSettings: Self = "settings/accounts"
    static let about: Self = "settings/about"
    static let editions: Self = "settings/editions", mutes: Self = "settings/mutes"
    static let keptBackSettings: Self = "settings/kept-back", toneSettings: Self = "settings/tone"
    static let suggestions: Self = "settings/suggestions"
    static let keyboardShortcuts: Self = "keyboard-shortcuts"
}

extension ReaderEndpoint {
    static let settings: [Self] = [
        .page(.settings) { scope in SettingsPage().page(for: scope) },
        .page(.readingSettings) { scope in ReadingSettingsPage().page(for: scope) },
        .page(.textSettings) { scope in TextSettingsPage().page(for: scope) },
        .page(.readLater) { scope in ReadLaterSettingsPage().page(for: scope) },
        .page(.feedSettings) { scope in FeedSettingsPage().page(for: scope) },
        .page(.offlineSettings) { scope in try await OfflinePage().page(for: scope) },
        .page(.accountSettings) { scope in try await AccountsPage().page(for: scope) },
        .page(.about) { scope in try await AboutPage().page(for: scope) },
        .page(.editions) { scope in try await EditionsPage().page(for: scope) },
        .page(.mutes) { scope in try await MuteListPage().page(for: scope) },
        .page(.suggestions) { scope in try await SuggestionsPage().page(for: scope) },
        .page(.toneSettings) { scope in try await ToneSettingsPage().page(for: scope) },
        .page(.keptBackSettings) { scope in try await KeptBackSettingsPage().page(for: scope) },
        .page(.keyboardShortcuts) { scope in KeyboardShortcutsPage().page(for: scope) },
    ]
}

extension ActionEndpoint {
    /// The actions that change preferences.
    static let settings: [Self] = [
        Self(.preferences, PreferencesForm.self) { form, scope in
            if form.part == KeptBackFields.part {
                let keptBack = scope.library.keptBack
                let known = try await keptBack.kinds(in: scope.edition.id, for: scope.reader)
                try await keptBack.choose(form.keptBack.kinds(changing: known), in: scope.edition.id, for: scope.reader)
                return .done("Changed")
            }
            try await scope.library.readers.changePreferences(for: scope.reader) { try form.apply(to: &$0) }
            return .done("Changed")
        },
        Self(.suggestions, SuggestionForm.self) { form, scope in try await form.perform(in: scope) },
        Self(.arrangeEdition, EditionArrangementForm.self) { form, scope in
            let editions = scope.dependencies.editions
            guard let edition = editions.first(where: { $0.id.rawValue == form.edition }) else {
                throw LibraryError.notThere
            }
            try await scope.library.readers.changePreferences(for: scope.reader) {
                form.apply(to: &$0.editions, edition, among: editions)
            }
            return .done()
        },
    ]
}
