import Foundation
import Hummingbird
import Library
import Markup
import News
import URLs
import Untrusted

/// A handler of the action of a POST. The response is a redirect, or `Outcome` as JSON for script.
struct ActionHandler {
    let scope: RequestScope
    let form: QueryParameters
    var file: [UInt8]?

    struct Outcome: Encodable {
        var ticket: Int64?
        var count: Int?
        var words: String?
        /// The path to redirect to; nil for the form's own page.
        var go: String?
        var failed = false
        /// True if the action is already running: the client may retry.
        var isUnderWay = false
        /// The new revision of a saved draft.
        var revision: Int64?
        /// True if another device saved another draft in the meantime.
        var isConflict = false
        /// The sanitised HTML of a preview.
        var html: String?
        /// The result that the redirect's page shows; not sent to script.
        var membership: MembershipResult?
        /// The name that stays in the form after a failed sign-in; not sent to script.
        var typedName: String?

        private enum CodingKeys: CodingKey {
            case ticket, count, words, go, failed, isUnderWay, revision, isConflict, html
        }
    }

    func perform(_ action: Route.Action) async throws(LibraryError) -> Outcome {
        switch action {
        case .setMark: try await setMark()
        case .markRead: try await markRead()
        case .undo: try await undo()
        case .refresh: try await refresh(nil)
        case .retry: try await refresh(channel)
        case .follow: try await follow()
        case .unfollow: try await unfollow()
        case .updateSubscription: try await updateSubscription()
        case .importOPML: try await importOPML()
        case .starterFeeds: try await followStarterFeeds()
        case .openStory: try await markOpened()
        case .loadMore: try await LoadMoreAction(scope: scope, form: form).perform()
        case .preferences: try await savePreferences()
        case .updateFolder: try await updateFolder()
        case .forgetSearches: try await clearRecentSearches()
        case .forgetSearch: try await removeRecentSearch()
        case .mute: try await MuteActions(scope: scope, form: form).mute()
        case .unmute: try await MuteActions(scope: scope, form: form).unmute()
        case .readingProgress: try await ReadingProgressActions(scope: scope, form: form).save()
        case .fullText: try await fetchFullText()
        case .linkedPage: try await FetchLinkedPageAction(scope: scope, form: form).perform()
        case .refreshComments: try await CommentsPage(id: try story()).perform(form, for: scope)
        case .relatedDiscussions: try await RelatedDiscussionsAction(scope: scope, form: form).perform()
        case .locatePlace: try LocatePlaceAction(scope: scope, form: form).perform()
        case .followTopic: try await TopicActions(scope: scope, form: form).follow()
        case .unfollowTopic: try await TopicActions(scope: scope, form: form).unfollow()
        case .moveTopic: try await TopicActions(scope: scope, form: form).move()
        case .refreshPublishers: try await TopicActions(scope: scope, form: form).refreshPublishers()
        case .setAPIKey: try await APIKeyActions(scope: scope, form: form).set()
        case .tryAPIKey: try await APIKeyActions(scope: scope, form: form).tryStored()
        case .removeAPIKey: try await APIKeyActions(scope: scope, form: form).remove()
        case .endSession: try await endSession()
        case .endOtherSessions: try await endOtherSessions()
        }
    }

    private var library: NewsLibrary { scope.library }
    private var reader: ReaderID { scope.reader }
    private var channel: ChannelID? { form.id("channel").map { ChannelID(rawValue: $0) } }

    private func story() throws(LibraryError) -> StoryID {
        guard let id = form.id("story") else { throw .invalid(why: "No story was named.") }
        return StoryID(rawValue: id)
    }

    private var stories: [StoryID] {
        form.values("story").compactMap { UntrustedInteger($0)?.id.map { StoryID(rawValue: $0) } }
    }

    private func undoable(_ token: UndoToken, _ words: String) -> Outcome {
        Outcome(ticket: token.id, count: token.count, words: words)
    }

    private func setMark() async throws(LibraryError) -> Outcome {
        guard let kind = form["kind"].flatMap(MarkKind.init(rawValue:)) else { throw .invalid(why: "No such mark.") }
        if kind == .saved, form["story"] == nil, form["slug"] != nil {
            return try await PackFavouriteAction(scope: scope, form: form).perform()
        }
        guard !stories.isEmpty else { throw .invalid(why: "No story was named.") }
        let value = form["value"] != "0"
        let token = try await library.marks.mark(stories, as: kind, value, for: reader)
        let isMany = kind == .read && value && token.count != 1
        return undoable(
            token,
            isMany ? "\(Strings.countText(token)) marked read" : Strings.marked(kind, value, in: scope.edition))
    }

    /// Marks the story opened. Script shows the story beside its list, without a navigation.
    private func markOpened() async throws(LibraryError) -> Outcome {
        try await library.marks.markOpened(try story(), for: reader)
        return Outcome(words: "Opened")
    }

    /// Marks as read the named stories, the stories above one of a list, or a whole list.
    private func markRead() async throws(LibraryError) -> Outcome {
        if !stories.isEmpty {
            let token = try await library.marks.mark(stories, as: .read, true, for: reader)
            return undoable(token, "\(Strings.stories(token)) marked read")
        }
        guard let list = form["list"].flatMap({ StoryList(code: $0) }) else { throw .invalid(why: "No such list.") }
        let token: UndoToken
        if let story = form.id("above") {
            token = try await library.marks.markRead(above: StoryID(rawValue: story), in: list, for: reader)
        } else if let date = try oldestDate() {
            token = try await library.marks.markRead(before: date, in: list, for: reader)
            if token.count == 0 { return Outcome(count: 0, words: Strings.nothingOlder) }
        } else {
            guard let through = form.id("through").map(StoryID.init(rawValue:)) else {
                throw .invalid(why: "It was not said up to which story.")
            }
            token = try await library.marks.markAllRead(list, through: through, for: reader)
        }
        return undoable(token, "\(Strings.stories(token)) marked read")
    }

    /// Returns the date before which a story has the age in the form ("older"); nil for any age.
    private func oldestDate() throws(LibraryError) -> Date? {
        switch form["older"] {
        case nil: return nil
        case "day": return scope.now.addingTimeInterval(-86_400)
        case "week": return scope.now.addingTimeInterval(-7 * 86_400)
        default: throw .invalid(why: "No such age.")
        }
    }

    private func fetchFullText() async throws(LibraryError) -> Outcome {
        let outcome = try await library.fullTexts.fetch(try story(), isManual: form["opened"] != "1")
        return Outcome(words: Strings.fullTextOutcome(outcome), isUnderWay: outcome == .inProgress)
    }

    private func undo() async throws(LibraryError) -> Outcome {
        guard let token = form.id("ticket") else { throw .invalid(why: "Nothing to undo was named.") }
        let count = try await library.marks.undo(token, for: reader)
        return Outcome(count: count, words: "Undone")
    }

    private func refresh(_ channel: ChannelID?) async throws(LibraryError) -> Outcome {
        let result =
            if channel == nil, !scope.edition.usesFolders {
                try await library.editions.requestRefresh(of: scope.edition.id, for: reader)
            } else {
                try await library.refreshing.requestRefresh(channel.map { [$0] }, reason: .manual, for: reader)
            }
        if result.accepted > 0 { return Outcome(count: result.accepted, words: Strings.updating) }
        if result.tooSoon > 0 { return Outcome(words: "Checked less than a minute ago") }
        if result.waiting > 0 { return Outcome(words: "The sites asked us to wait") }
        return Outcome(words: result.gone > 0 ? Strings.onlyGoneFeeds : "Nothing to refresh")
    }

    private func follow() async throws(LibraryError) -> Outcome {
        if let channel {
            let feed = try await library.subscriptions.follow(channel, folder: trimmedField("folder"), for: reader)
            return Outcome(ticket: try await lastTicket(), count: 1, words: "Following \(feed.title)")
        }
        guard let address = form["address"].flatMap({ WebAddress($0) }) else {
            throw .invalid(why: "That is not a web address.")
        }
        let metadata = ChannelMetadata(
            title: form["title"].flatMap { $0.isEmpty ? nil : $0 }, site: form["site"].flatMap { WebAddress($0) },
            icon: form["icon"].flatMap { WebAddress($0) })
        let discovered = DiscoveredChannel(
            kind: SourceKind(rawValue: form["kind"] ?? SourceKind.feed.rawValue), address: address, metadata: metadata)
        let feed = try await library.subscriptions.follow(discovered, folder: trimmedField("folder"), for: reader)
        return Outcome(
            ticket: try await lastTicket(), count: 1, words: "Following \(feed.title)",
            go: scope.path(Route.channel(feed.id, depth: 0)))
    }

    private func lastTicket() async throws(LibraryError) -> Int64? {
        try await library.marks.lastUndo(for: reader, within: ReaderCache.undoOfferSeconds)?.id
    }

    private func trimmedField(_ field: String) -> String? {
        let text = (form[field] ?? "").trimmingCharacters(in: .whitespacesAndNewlines)
        return text.isEmpty ? nil : String(text.prefix(200))
    }

    private func unfollow() async throws(LibraryError) -> Outcome {
        guard let channel else { throw .invalid(why: "No feed was named.") }
        let feed = try await library.subscriptions.one(channel, for: reader)
        let token = try await library.subscriptions.unfollow(channel, for: reader)
        return Outcome(
            ticket: token.id, count: 1, words: "Unfollowed \(feed.title)", go: scope.path(Route.feeds))
    }

    private func updateSubscription() async throws(LibraryError) -> Outcome {
        guard let channel else { throw .invalid(why: "No feed was named.") }
        try await library.subscriptions.rename(channel, to: trimmedField("title"), for: reader)
        try await library.subscriptions.move(channel, to: trimmedField("folder"), for: reader)
        if let choice = form["fullText"].flatMap(FullTextChoice.init(rawValue:)) {
            try await library.subscriptions.setFullText(of: channel, choice, for: reader)
        }
        return Outcome(words: "Changed")
    }

    private func importOPML() async throws(LibraryError) -> Outcome {
        guard let file, !file.isEmpty else { throw .invalid(why: "Choose an OPML file first.") }
        let opml: OPMLImport
        do {
            opml = try await library.sources.runUntrusted { () async throws(OPMLImportError) in
                try scope.dependencies.integrations.opml.read(file)
            }
        } catch {
            throw .invalid(why: error.userMessage)
        }
        let report = try await library.subscriptions.importOutlines(opml.feeds, for: reader)
        let result = ImportResult(report, of: opml)
        let id = String(UInt32.random(in: .min ... .max), radix: 36)
        scope.dependencies.importReports.store(result, of: id, for: scope)
        return Outcome(
            ticket: report.undoToken?.id, count: report.added, words: Strings.importSummary(result),
            go: scope.path(Route.importReport(id)))
    }

    private func followStarterFeeds() async throws(LibraryError) -> Outcome {
        let starterFeeds = scope.dependencies.integrations.starterFeeds
        guard let index = form.number("list")?.int(in: 0...Int.max), let chosen = starterFeeds.element(at: index)
        else {
            throw .invalid(why: "There is no such starter pack.")
        }
        let report = try await library.subscriptions.importOutlines(chosen.feeds, for: reader)
        return Outcome(
            ticket: report.undoToken?.id, count: report.added,
            words: Strings.importSummary(ImportResult(report, of: OPMLImport(feeds: chosen.feeds))),
            go: report.added == 0 ? scope.path(Route.feeds) : scope.path(Route.today))
    }

    private func savePreferences() async throws(LibraryError) -> Outcome {
        let form = form
        try await library.readers.changePreferences(for: reader) { try PreferencesForm.apply(form, to: &$0) }
        return Outcome(words: "Changed")
    }

    private func updateFolder() async throws(LibraryError) -> Outcome {
        guard let id = form.id("folder").map(SectionID.init(rawValue:)) else {
            throw .invalid(why: "No folder was named.")
        }
        if let title = trimmedField("title") {
            try await library.subscriptions.renameFolder(id, to: title, for: reader)
        } else {
            try await library.subscriptions.removeFolder(id, for: reader)
        }
        return Outcome(words: "Changed")
    }

    private func endSession() async throws(LibraryError) -> Outcome {
        guard let id = form.id("session") else { throw .invalid(why: "No device was named.") }
        try await library.sessions.end(ReaderSession.ID(rawValue: id), for: reader)
        return Outcome(count: 1, words: SignInStrings.signedOut)
    }

    /// Ends all other sessions of the reader; all sessions if the request has none (local access).
    private func endOtherSessions() async throws(LibraryError) -> Outcome {
        let count = try await library.sessions.endAll(for: reader, but: scope.identity.session?.id)
        return Outcome(count: count, words: SignInStrings.devicesSignedOut(count))
    }

    private func clearRecentSearches() async throws(LibraryError) -> Outcome {
        try await library.search.removeAllRecent(for: reader)
        return Outcome(words: "Cleared")
    }

    private func removeRecentSearch() async throws(LibraryError) -> Outcome {
        guard let words = form["words"] else { throw .invalid(why: "No search was named.") }
        try await library.search.removeRecent(words, for: reader)
        return Outcome(words: "Removed")
    }
}
