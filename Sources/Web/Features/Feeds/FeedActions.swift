import Foundation
import Library
import News
import URLs
import Untrusted

/// The form of a feed to follow: a known one, or one by its address.
struct FollowFeedForm: FormValue {
    let channel: ChannelID?
    let folder: String?
    /// The title of a folder to create, which precedes the chosen one.
    let newFolder: String?
    let address: WebAddress?
    let title: String?
    let site: WebAddress?
    let icon: WebAddress?
    let kind: String?
}

struct ChannelForm: FormValue {
    let channel: ChannelID

    static let faults = ["channel": "No feed was named."]
}

struct SubscriptionForm: FormValue {
    let channel: ChannelID
    let title: String?
    let folder: String?
    /// The title of a folder to create, which precedes the chosen one.
    let newFolder: String?
    let fullText: FullTextChoice?
    /// The choice to be told by the feed's hub; nil for a feed without one.
    let hub: HubChoice?

    static let faults = ["channel": "No feed was named."]
}

struct FolderForm: FormValue {
    let folder: SectionID
    /// The new title; nil to remove the folder.
    let title: String?

    static let faults = ["folder": "No folder was named."]
}

/// The form with the folders in their new order.
struct FolderOrderForm: FormValue {
    let folder: RepeatedField
}

/// The form of a feed that is moved to another folder.
struct SubscriptionFolderForm: FormValue {
    let channel: ChannelID
    let folder: SectionID

    static let faults = ["channel": "No feed was named.", "folder": "No folder was named."]
}

struct ImportForm: FormValue {
    let file: UploadedFile

    static let faults = ["file": Strings.chooseFile]
}

struct StarterFeedsForm: FormValue {
    @Coded var list: UntrustedInteger

    static let faults = ["list": "There is no such starter pack."]
}

/// The form of a refresh of one feed; of all without one.
struct RefreshForm: FormValue {
    let channel: ChannelID?
}

/// The actions on subscriptions.
struct FeedActions {
    let scope: RequestScope

    private var library: NewsLibrary { scope.library }
    private var reader: ReaderID { scope.reader }

    func refresh(_ channel: ChannelID?) async throws(LibraryError) -> ActionOutcome {
        let result =
            if channel == nil, !scope.edition.usesFolders {
                try await library.editions.requestRefresh(of: scope.edition.id, for: reader)
            } else {
                try await library.refreshing.requestRefresh(channel.map { [$0] }, reason: .manual, for: reader)
            }
        if result.accepted > 0 { return .done(Strings.updating, count: result.accepted) }
        if result.tooSoon > 0 { return .say("Checked less than a minute ago") }
        if result.waiting > 0 { return .say("The sites asked us to wait") }
        return .say(result.gone > 0 ? Strings.onlyGoneFeeds : "Nothing to refresh")
    }

    func follow(_ form: FollowFeedForm) async throws(LibraryError) -> ActionOutcome {
        let folder = Self.trimmed(form.newFolder) ?? Self.trimmed(form.folder)
        if let channel = form.channel {
            let feed = try await library.subscriptions.follow(channel, folder: folder, for: reader)
            return .done("Following \(feed.title)", count: 1, undo: try await lastTicket())
        }
        guard let address = form.address else { throw .invalid(why: "That is not a web address.") }
        let metadata = ChannelMetadata(
            title: form.title.flatMap { $0.isEmpty ? nil : $0 }, site: form.site, icon: form.icon)
        let discovered = DiscoveredChannel(
            kind: SourceKind(rawValue: form.kind ?? SourceKind.feed.rawValue), address: address, metadata: metadata)
        let feed = try await library.subscriptions.follow(discovered, folder: folder, for: reader)
        return .done(
            "Following \(feed.title)", count: 1, undo: try await lastTicket(),
            go: scope.path(Route.channel(feed.id, depth: 0)))
    }

    private func lastTicket() async throws(LibraryError) -> Int64? {
        try await library.marks.lastUndo(for: reader, within: ReaderCache.undoOfferSeconds)?.id
    }

    private static func trimmed(_ field: String?) -> String? {
        let text = (field ?? "").trimmingCharacters(in: .whitespacesAndNewlines)
        return text.isEmpty ? nil : String(text.prefix(200))
    }

    func unfollow(_ form: ChannelForm) async throws(LibraryError) -> ActionOutcome {
        let feed = try await library.subscriptions.one(form.channel, for: reader)
        let token = try await library.subscriptions.unfollow(form.channel, for: reader)
        return .done("Unfollowed \(feed.title)", count: 1, undo: token.id, go: scope.path(Route.feeds))
    }

    func update(_ form: SubscriptionForm) async throws(LibraryError) -> ActionOutcome {
        try await library.subscriptions.rename(form.channel, to: Self.trimmed(form.title), for: reader)
        try await library.subscriptions.move(
            form.channel, to: Self.trimmed(form.newFolder) ?? Self.trimmed(form.folder), for: reader)
        if let choice = form.fullText {
            try await library.subscriptions.setFullText(of: form.channel, choice, for: reader)
        }
        if let choice = form.hub { try await library.hubs.setChoice(choice, of: form.channel) }
        return .done("Changed")
    }

    func orderFolders(_ form: FolderOrderForm) async throws(LibraryError) -> ActionOutcome {
        let folders = form.folder.values.prefix(1000).compactMap { UntrustedInteger($0)?.id }
        guard !folders.isEmpty else { throw .invalid(why: "No folder was named.") }
        try await library.subscriptions.orderFolders(folders.map(SectionID.init(rawValue:)), for: reader)
        return .done(Strings.foldersOrdered)
    }

    func move(_ form: SubscriptionFolderForm) async throws(LibraryError) -> ActionOutcome {
        let folders = try await library.subscriptions.folders(for: reader)
        let folder = folders.first { $0.id == form.folder }
        guard let title = folder?.title, form.folder != .other else {
            guard form.folder == .other else { throw .notThere }
            try await library.subscriptions.move(form.channel, to: nil, for: reader)
            return .done(Strings.movedToOther)
        }
        try await library.subscriptions.move(form.channel, to: title, for: reader)
        return .done(Strings.moved(to: title))
    }

    func updateFolder(_ form: FolderForm) async throws(LibraryError) -> ActionOutcome {
        if let title = Self.trimmed(form.title) {
            try await library.subscriptions.renameFolder(form.folder, to: title, for: reader)
        } else {
            try await library.subscriptions.removeFolder(form.folder, for: reader)
        }
        return .done("Changed")
    }

    /// Imports the feeds of an OPML file, or leads to the preview of another program's saved pages.
    func importFile(_ form: ImportForm) async throws(LibraryError) -> ActionOutcome {
        let export: SavedPagesExport?
        do {
            export = try await library.sources.runUntrusted { () async throws(SavedPagesExportError) in
                try scope.dependencies.integrations.readSavedPages(form.file.bytes)
            }
        } catch { throw .invalid(why: error.userMessage) }
        guard let export else { return try await importOPML(form) }
        return .go(SavedPageActions(scope: scope).preview(export))
    }

    private func importOPML(_ form: ImportForm) async throws(LibraryError) -> ActionOutcome {
        let opml: OPMLImport
        do {
            opml = try await library.sources.runUntrusted { () async throws(OPMLImportError) in
                try scope.dependencies.integrations.opml.read(form.file.bytes)
            }
        } catch {
            throw .invalid(why: error.userMessage)
        }
        let report = try await library.subscriptions.importOutlines(opml.feeds, for: reader)
        let result = ImportResult(report, of: opml)
        let id = String(UInt32.random(in: .min ... .max), radix: 36)
        scope.dependencies.importReports.store(result, of: id, for: scope)
        return .done(
            Strings.importSummary(result), count: report.added, undo: report.undoToken?.id,
            go: scope.path(Route.importReport(id)))
    }

    func followStarterFeeds(_ form: StarterFeedsForm) async throws(LibraryError) -> ActionOutcome {
        let starterFeeds = scope.dependencies.integrations.starterFeeds
        guard let index = form.list.int(in: 0...Int.max), let chosen = starterFeeds.element(at: index) else {
            throw .invalid(why: "There is no such starter pack.")
        }
        let report = try await library.subscriptions.importOutlines(chosen.feeds, for: reader)
        return .done(
            Strings.importSummary(ImportResult(report, of: OPMLImport(feeds: chosen.feeds))), count: report.added,
            undo: report.undoToken?.id, go: scope.path(report.added == 0 ? Route.feeds : Route.today))
    }
}
