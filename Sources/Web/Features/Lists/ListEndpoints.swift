import Library
import News

extension PathPattern {
    static let today: Self = "", unread: Self = "unread", ticked: Self = "ticked", saved: Self = "saved"
    static let everything: Self = "all", section: Self = "section/:id", channel: Self = "feed/:id"
    static let search: Self = "search", newsstand: Self = "newsstand", sections: Self = "sections"
    static let keptBack: Self = "kept-back"
}

extension ReaderEndpoint {
    /// The front page, the lists of stories, and the pages that lead to them.
    static let lists: [Self] = [
        .page(
            .today,
            PageTraits(isReadingPage: true, isFrontPage: true, isStoredOffline: true, list: { $0.list(.everything) })
        ) { scope in
            try await HomePage().page(for: scope)
        },
        .page(.unread, PageTraits(isReadingPage: true, list: { $0.list(.everything) })) { scope in
            try await ListPage(list: scope.list(.unread)).page(for: scope)
        },
        .page(.everything, PageTraits(isReadingPage: true, list: { $0.list(.everything) })) { scope in
            try await ListPage(list: scope.list(.everything)).page(for: scope)
        },
        .page(.ticked, PageTraits(isReadingPage: true)) { scope in
            try await ListPage(list: scope.list(.ticked)).page(for: scope)
        },
        .page(.saved, PageTraits(isReadingPage: true, isStoredOffline: true)) { scope in
            guard scope.edition.pack == nil || scope.showsAllEditions else {
                return try await PackFavouritesPage().page(for: scope)
            }
            return try await ListPage(list: scope.list(.saved)).page(for: scope)
        },
        .page(.section, PageTraits(isReadingPage: true, list: { section($0) })) { scope in
            try await ListPage(list: .section(SectionID(rawValue: scope.id()))).page(for: scope)
        },
        .page(.channel, PageTraits(isReadingPage: true, list: { channel($0) })) { scope in
            try await ListPage(list: .channel(ChannelID(rawValue: scope.id()))).page(for: scope)
        },
        .page(.keptBack) { scope in try await KeptBackPage().page(for: scope) },
        .page(.newsstand) { scope in try await NewsstandPage().page(for: scope) },
        .page(.sections) { scope in try await SectionsPage().page(for: scope) },
        .page(.search, PageTraits(isStoredOffline: true)) { scope in try await StorySearchPage().page(for: scope) },
    ]

    private static func section(_ scope: RequestScope) -> StoryList? {
        scope.number("id").map { .section(SectionID(rawValue: $0)) }
    }

    private static func channel(_ scope: RequestScope) -> StoryList? {
        scope.number("id").map { .channel(ChannelID(rawValue: $0)) }
    }
}

extension ActionEndpoint {
    /// The actions on lists of stories, and on the searches.
    static let lists: [Self] = [
        Self(.loadMore, LoadMoreForm.self) { form, scope in try await LoadMoreAction(scope: scope).perform(form) },
        Self(.markRead, MarkReadForm.self) { form, scope in try await MarkActions(scope: scope).markRead(form) },
        Self(.restoreKeptBack, RestoreKeptBackForm.self) { form, scope in try await form.perform(in: scope) },
        Self(.undo, UndoForm.self) { form, scope in try await MarkActions(scope: scope).undo(form) },
        Self(.refresh, EmptyForm.self) { _, scope in try await FeedActions(scope: scope).refresh(nil) },
        Self(.forgetSearches, EmptyForm.self) { _, scope in
            try await scope.library.search.removeAllRecent(for: scope.reader)
            return .done("Cleared")
        },
        Self(.forgetSearch, RecentSearchForm.self) { form, scope in
            try await scope.library.search.removeRecent(form.words, for: scope.reader)
            return .done("Removed")
        },
        Self(.saveSearch, SaveSearchFields.self) { form, scope in
            let isSaved = form.value != "0"
            try await scope.library.search.setSaved(form.words, isSaved, for: scope.reader)
            return .done(isSaved ? Strings.searchSaved : Strings.searchUnsaved)
        },
    ]
}

struct SaveSearchFields: FormValue {
    let words: String
    /// "0" if the search is no longer to be saved.
    let value: String?

    static let faults = ["words": "No search was named."]
}

struct RecentSearchForm: FormValue {
    let words: String

    static let faults = ["words": "No search was named."]
}
