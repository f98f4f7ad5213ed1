import HTTPTypes
import Hummingbird
import Library
import News

extension Routes {
    typealias Group = RouterGroup<ReaderRequestContext>

    func addPageRoutes(on group: Group) {
        addListRoutes(on: group)
        addStoryRoutes(on: group)
        addLinkedPageRoutes(on: group)
        addFeedRoutes(on: group)
        addPackRoutes(on: group)
        addSettingsRoutes(on: group)
        addMapRoutes(on: group)
        addWritingRoutes(on: group)
        group.get("counts") { request, context in
            Self.jsonResponse(try await LiveCounts.counts(for: await responder.makeScope(request, context)))
        }
        group.get("offline.json") { request, context in
            try await OfflineManifest(scope: await responder.makeScope(request, context)).response()
        }
        group.get("favourites.json") { request, context in
            Self.jsonResponse(try await OfflineFavourites(for: await responder.makeScope(request, context)))
        }
        group.post("act/:act") { request, context in try await perform(request, context) }
    }

    private func addListRoutes(on group: Group) {
        addPage("", on: group) { try await HomePage().page(for: $0) }
        addPage("unread", on: group) { try await ListPage(list: $0.list(.unread)).page(for: $0) }
        addPage("saved", on: group) { scope in
            guard scope.edition.pack == nil || scope.showsAllEditions else {
                return try await PackFavouritesPage().page(for: scope)
            }
            return try await ListPage(list: scope.list(.saved)).page(for: scope)
        }
        addPage("ticked", on: group) { try await ListPage(list: $0.list(.ticked)).page(for: $0) }
        addPage("all", on: group) { try await ListPage(list: $0.list(.everything)).page(for: $0) }
        addPageWithID("section/:id", on: group) { id, scope in
            try await ListPage(list: .section(SectionID(rawValue: id))).page(for: scope)
        }
        addPageWithID("feed/:id", on: group) { id, scope in
            try await ListPage(list: .channel(ChannelID(rawValue: id))).page(for: scope)
        }
        addPage("newsstand", on: group) { try await NewsstandPage().page(for: $0) }
        addPage("sections", on: group) { try await SectionsPage().page(for: $0) }
        addPage("search", on: group) { try await StorySearchPage().page(for: $0) }
        addPage("topics", on: group) { try await TopicsPage().page(for: $0) }
        addPage("topics/places", on: group) { try await PlacesPage().page(for: $0) }
    }

    private func addStoryRoutes(on group: Group) {
        group.get("story/:id") { request, context in
            try await story(StoryID(rawValue: try Self.pathID(context)), request, context)
        }
        group.get("story/:id/comments") { request, context in
            try await comments(StoryID(rawValue: try Self.pathID(context)), request, context)
        }
        group.get("story/:id/comments/:comment/menu") { request, context in
            let story = try StoryID(rawValue: Self.pathID(context))
            let comment = try CommentID(rawValue: Self.pathID(context, "comment"))
            return try await responder.respond(request, context) { scope in
                try await CommentMenuPage(story: story, id: comment).page(for: scope)
            }
        }
        addPageWithID("story/:id/menu", on: group) { id, scope in
            try await StoryMenuPage(id: StoryID(rawValue: id)).page(for: scope)
        }
        addPageWithID("story/:id/pictures", on: group) { id, scope in
            try await GalleryPage(id: StoryID(rawValue: id)).page(for: scope)
        }
        addPageWithID("profile/:id", on: group) { id, scope in try await ProfilePage(source: id).page(for: scope) }
    }

    private func addLinkedPageRoutes(on group: Group) {
        addSignedPage("linked/:mark", on: group) { signature, scope in
            try await LinkedArticlePage(signature: signature).page(for: scope)
        }
        addSignedPage("share/:mark", on: group) { signature, scope in
            try await ExternalLinkPrompt(kind: .menu, signature: signature).page(for: scope)
        }
        addSignedPage("external/:mark", on: group) { signature, scope in
            try await ExternalLinkPrompt(kind: .confirmation, signature: signature).page(for: scope)
        }
    }

    private func addFeedRoutes(on group: Group) {
        addPage("feeds", on: group) { scope in
            guard scope.edition.usesFolders else { return try await EditionSourcesPage().page(for: scope) }
            return try await FeedsPage().page(for: scope)
        }
        addPage("add", on: group) { try await AddFeedPage().page(for: $0) }
        addPage("import", on: group) { try ImportReportPage().page(for: $0) }
        group.get("feeds.opml") { _, context in try await exportOPML(for: context.reader) }
        addPageWithID("feed/:id/details", on: group) { id, scope in
            try await FeedDetailPage(id: ChannelID(rawValue: id)).page(for: scope)
        }
    }

    private func addSettingsRoutes(on group: Group) {
        addPage("settings", on: group) { SettingsPage().page(for: $0) }
        addPage("settings/reading", on: group) { ReadingSettingsPage().page(for: $0) }
        addPage("settings/text", on: group) { TextSettingsPage().page(for: $0) }
        addPage("settings/read-later", on: group) { ReadLaterSettingsPage().page(for: $0) }
        addPage("settings/feeds", on: group) { FeedSettingsPage().page(for: $0) }
        addPage("settings/offline", on: group) { try await OfflinePage().page(for: $0) }
        addPage("settings/accounts", on: group) { try await AccountsPage().page(for: $0) }
        addPage("settings/devices", on: group) { try await DevicesPage().page(for: $0) }
        addPage("settings/security", on: group) { SecurityPage().page(for: $0) }
        addPage("settings/about", on: group) { try await AboutPage().page(for: $0) }
        addPage("settings/editions", on: group) { try await EditionsPage().page(for: $0) }
        addPage("settings/mutes", on: group) { try await MuteListPage().page(for: $0) }
        addPage("topics/key", on: group) { try await APIKeyPage().page(for: $0) }
        addPage("mute", on: group) { try await MuteEditorPage().page(for: $0) }
        addPage("keyboard-shortcuts", on: group) { KeyboardShortcutsPage().page(for: $0) }
    }

    // MARK: - Registration

    func addPage(
        _ path: RouterPath, on group: Group, _ page: @escaping @Sendable (RequestScope) async throws -> HTMLPage
    ) {
        group.get(path) { request, context in try await responder.respond(request, context, page) }
    }

    /// Registers a page with a numeric `:id`; other values give a 404.
    func addPageWithID(
        _ path: RouterPath, on group: Group, _ page: @escaping @Sendable (Int64, RequestScope) async throws -> HTMLPage
    ) {
        group.get(path) { request, context in
            let id = try Self.pathID(context)
            return try await responder.respond(request, context) { try await page(id, $0) }
        }
    }

    /// Registers a page whose `:mark` is the signature of an address.
    private func addSignedPage(
        _ path: RouterPath, on group: Group,
        _ page: @escaping @Sendable (String?, RequestScope) async throws -> HTMLPage
    ) {
        group.get(path) { request, context in
            let signature = context.parameters.get("mark")
            return try await responder.respond(request, context) { try await page(signature, $0) }
        }
    }

    static func pathID(_ context: ReaderRequestContext, _ name: String = "id") throws(LibraryError) -> Int64 {
        guard let id = RequestScope.pathID(name, of: context) else { throw .notThere }
        return id
    }

    // MARK: - Handlers

    /// Responds with the story's page and marks the story opened: the only change by GET, made before the page's ETag.
    private func story(_ id: StoryID, _ request: Request, _ context: ReaderRequestContext) async throws -> Response {
        let scope = try await responder.makeScope(request, context)
        if let path = try await packPath(of: id, for: scope) { return Response.redirect(to: path, type: .normal) }
        try await markOpened(id, scope)
        return try await responder.respond(request, context) { try await StoryPage(id: id).page(for: $0) }
    }

    /// Responds with the comments page; opening the comments marks the story opened (HN-10).
    private func comments(_ id: StoryID, _ request: Request, _ context: ReaderRequestContext) async throws -> Response {
        let scope = try await responder.makeScope(request, context)
        try await markOpened(id, scope)
        return try await responder.respond(request, context) { try await CommentsPage(id: id).page(for: $0) }
    }

    private func markOpened(_ id: StoryID, _ scope: RequestScope) async throws(LibraryError) {
        guard scope.intent.isUserNavigation else { return }
        do { try await dependencies.library.marks.markOpened(id, for: scope.reader) } catch {
            guard error.preventsWriting else { throw error }
        }
    }

    private func exportOPML(for reader: ReaderID) async throws -> Response {
        let folders = try await dependencies.library.subscriptions.folders(for: reader)
        return Response(
            status: .ok,
            headers: [
                .contentType: "text/x-opml; charset=utf-8", .cacheControl: "no-store",
                .contentDisposition: "attachment; filename=\"tidings.opml\"",
            ], body: ResponseBody(byteBuffer: ByteBuffer(bytes: dependencies.integrations.opml.write(folders))))
    }

    /// Returns the edition's web manifest for a reader. Strangers get the same manifest whichever editions exist
    /// (decision 0012).
    func manifest(for path: String, isReader: Bool) throws -> Response {
        let edition = dependencies.edition(at: path)
        guard !isReader || dependencies.has(edition, at: path) else { throw LibraryError.notThere }
        let app = isReader ? AppManifest(edition) : .withoutEdition
        let bytes = try WebManifest.manifest(for: app, assets: dependencies.assets).json()
        return Response(
            status: .ok,
            headers: [
                .contentType: "application/manifest+json", .cacheControl: "private, no-cache", .vary: "Cookie",
            ],
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes)))
    }
}
