import Foundation
import HTTPTypes
public import Hummingbird
public import Library
import Markup
public import News
public import Pictures

/// The pages as an HTTP responder: every address of `Route`, and what answers it.
public struct Routes: Sendable {
    private let baseDependencies: WebDependencies
    private let assetCatalogs: AssetCatalogCache
    private let responder: PageResponder

    public init(
        library: NewsLibrary, pictures: ImageService, signer: ImageURLSigner, services: ExternalServices,
        settings: WebSettings,
        editions: EditionRegistry = EditionRegistry(isSupported: { _ in true })
    ) {
        assetCatalogs = AssetCatalogCache(folder: settings.assetsFolder, editions: editions.editions)
        baseDependencies = WebDependencies(
            library: library, pictures: pictures, signer: signer, services: services, settings: settings,
            editionRegistry: editions, assets: assetCatalogs.catalog(for: editions.editions),
            compressedPages: CompressedPageCache(),
            log: ServerLog(settings.logger, now: settings.now))
        responder = PageResponder(dependencies: baseDependencies)
    }

    /// The house with the style sheets of the editions that it has now.
    private var dependencies: WebDependencies {
        var dependencies = baseDependencies
        dependencies.assets = assetCatalogs.catalog(for: dependencies.editionRegistry.editions)
        return dependencies
    }

    /// The router, to be served by a Hummingbird application.
    public func router() -> Router<WebRequestContext> {
        let router = Router(context: WebRequestContext.self, options: .autoGenerateHeadEndpoints)
        router.add(middleware: SecurityMiddleware(dependencies.settings))
        router.add(middleware: ErrorMiddleware(site: self, log: dependencies.log))
        router.add(middleware: AuthMiddleware(dependencies: dependencies))
        // Again: within the door there is a page to say it on, before it a sentence.
        router.add(middleware: ErrorMiddleware(site: self, log: dependencies.log))
        SignInHandler(dependencies: dependencies).addRoutes(to: router)
        SignInHandler(dependencies: dependencies).addLinkRoutes(to: router)
        router.get("/") { _, _ in
            Response.redirect(to: Route.today.path(in: dependencies.settings.defaultEdition), type: .found)
        }
        router.get("/assets/:mark/:name") { request, context in
            let name = context.parameters.get("name") ?? ""
            guard !dependencies.assets.contains(name),
                let icon = await dependencies.iconRenderer.png(name, of: dependencies.editions, dependencies.pictures)
            else { return dependencies.assets.response(name, to: request) }
            return AssetCatalog.immutableResponse(icon, type: "image/png")
        }
        router.get("/picture/:id/:width/:mac") { request, context in
            await ImageHandler(dependencies: dependencies).response(request, context)
        }
        router.get("/sound/:story/:part/:mac") { request, context in
            try await AudioHandler(house: dependencies).response(request, context)
        }
        router.get("/api/live") { request, _ in
            Self.jsonResponse(try await LiveStatus(for: await makeScope(request)))
        }
        addPageRoutes(on: router.group(":edition"))
        return router
    }

    private func addPageRoutes(on group: RouterGroup<WebRequestContext>) {
        SignInHandler(dependencies: dependencies).addRoutes(to: group)
        group.get("manifest.webmanifest") { request, _ in try manifest(for: request.uri.path) }
        group.get("") { request, _ in try await respond(request) { try await TodayPage().page(for: $0) } }
        group.get("unread") { request, _ in
            try await respond(request) { try await ListPage(list: $0.list(.unread)).page(for: $0) }
        }
        group.get("saved") { request, _ in
            try await respond(request) { try await ListPage(list: $0.list(.saved)).page(for: $0) }
        }
        group.get("all") { request, _ in
            try await respond(request) { try await ListPage(list: $0.list(.everything)).page(for: $0) }
        }
        group.get("feeds") { request, _ in
            try await respond(request) { scope in
                guard scope.edition.usesFolders else { return try await EditionSourcesPage().page(for: scope) }
                return try await FeedsPage().page(for: scope)
            }
        }
        group.get("settings/about") { request, _ in try await respond(request) { AboutPage().page(for: $0) } }
        group.get("settings/editions") { request, _ in
            try await respond(request) { try await EditionsPage().page(for: $0) }
        }
        group.get("newsstand") { request, _ in try await respond(request) { try await NewsstandPage().page(for: $0) } }
        group.get("sections") { request, _ in try await respond(request) { try await SectionsPage().page(for: $0) } }
        group.get("settings") { request, _ in try await respond(request) { try await SettingsPage().page(for: $0) } }
        group.get("keys") { request, _ in try await respond(request) { KeyboardShortcutsPage().page(for: $0) } }
        group.get("search") { request, _ in try await respond(request) { try await StorySearchPage().page(for: $0) } }
        group.get("add") { request, _ in try await respond(request) { try await AddFeedPage().page(for: $0) } }
        group.get("feeds.opml") { request, _ in try await exportOPML(request) }
        group.get("section/:id") { request, context in
            let id = try Self.pathID(context)
            return try await respond(request) {
                try await ListPage(list: .section(SectionID(rawValue: id))).page(for: $0)
            }
        }
        group.get("feed/:id") { request, context in
            let id = try Self.pathID(context)
            return try await respond(request) {
                try await ListPage(list: .channel(ChannelID(rawValue: id))).page(for: $0)
            }
        }
        group.get("feed/:id/about") { request, context in
            let id = try Self.pathID(context)
            return try await respond(request) { try await FeedDetailPage(id: ChannelID(rawValue: id)).page(for: $0) }
        }
        group.get("story/:id") { request, context in
            try await story(StoryID(rawValue: try Self.pathID(context)), request)
        }
        group.get("outside/:mark") { request, context in
            let mark = context.parameters.get("mark")
            return try await respond(request) { try await LinkedPage(signature: mark).page(for: $0) }
        }
        group.get("share/:mark") { request, context in
            let mark = context.parameters.get("mark")
            return try await respond(request) {
                try await ExternalLinkPrompt(kind: .menu, signature: mark).page(for: $0)
            }
        }
        group.get("leave/:mark") { request, context in
            let mark = context.parameters.get("mark")
            return try await respond(request) {
                try await ExternalLinkPrompt(kind: .confirmation, signature: mark).page(for: $0)
            }
        }
        group.get("settings/muted") { request, _ in try await respond(request) { try await MutesPage().page(for: $0) } }
        group.get("mute") { request, _ in try await respond(request) { try await MutePage().page(for: $0) } }
        group.get("story/:id/menu") { request, context in
            let id = try Self.pathID(context)
            return try await respond(request) { try await StoryMenuPage(id: StoryID(rawValue: id)).page(for: $0) }
        }
        group.get("story/:id/pictures") { request, context in
            let id = try Self.pathID(context)
            return try await respond(request) { try await GalleryPage(id: StoryID(rawValue: id)).page(for: $0) }
        }
        group.get("person/:id") { request, context in
            let id = try Self.pathID(context)
            return try await respond(request) { try await ProfilePage(source: id).page(for: $0) }
        }
        group.get("counts") { request, _ in
            Self.jsonResponse(try await LiveCounts.counts(for: await makeScope(request)))
        }
        group.get("story/:id/comments") { request, context in
            try await comments(StoryID(rawValue: try Self.pathID(context)), request)
        }
        group.post("act/:act") { request, context in try await perform(request, context) }
    }

    private static func pathID(_ context: WebRequestContext) throws(LibraryError) -> Int64 {
        guard let id = RequestScope.pathID("id", of: context) else { throw .notThere }
        return id
    }

    // MARK: - Answers

    /// A page, or 304 when nothing it depends on has changed.
    private func respond(
        _ request: Request, _ page: (RequestScope) async throws -> HTMLPage
    ) async throws -> Response {
        let scope = try await makeScope(request)
        guard dependencies.has(scope.edition, at: request.uri.path) else { throw LibraryError.notThere }
        let tag = responder.entityTag(for: scope)
        let unchanged = responder.notModifiedResponse(scope, tag)
        let answer: Response
        if let unchanged {
            if let list = scope.displayedList { try await RefreshOnView(scope: scope).refreshIfStale(list) }
            answer = unchanged
        } else {
            answer = responder.response(try await page(scope), to: scope, tag: tag)
        }
        // Only what can be shown is a place to open again.
        try await dependencies.lastVisitedPaths.record(scope)
        return answer
    }

    /// A story; opening it is the one change that a GET may make (decision 19), and it is made before the page's ETag is.
    private func story(_ id: StoryID, _ request: Request) async throws -> Response {
        let scope = try await makeScope(request)
        if scope.intent.isUserNavigation { try await dependencies.library.marks.markOpened(id, for: scope.reader) }
        return try await respond(request) { try await StoryPage(id: id).page(for: $0) }
    }

    /// What is said of a story; opening it is reading the story (HN-10).
    private func comments(_ id: StoryID, _ request: Request) async throws -> Response {
        let scope = try await makeScope(request)
        if scope.intent.isUserNavigation { try await dependencies.library.marks.markOpened(id, for: scope.reader) }
        return try await respond(request) { try await CommentsPage(id: id).page(for: $0) }
    }

    private func exportOPML(_ request: Request) async throws -> Response {
        let folders = try await dependencies.library.subscriptions.exportOutlines(
            for: ClientInfo.current?.reader ?? .first)
        return Response(
            status: .ok,
            headers: [
                .contentType: "text/x-opml; charset=utf-8", .cacheControl: "no-store",
                .contentDisposition: "attachment; filename=\"tidings.opml\"",
            ], body: ResponseBody(byteBuffer: ByteBuffer(bytes: dependencies.services.writeOPML(folders))))
    }

    /// Browsers ask for it without cookies; nothing of a reader is in it.
    private func manifest(for path: String) throws -> Response {
        let edition = dependencies.edition(at: path)
        guard dependencies.has(edition, at: path) else { throw LibraryError.notThere }
        let bytes = try WebManifest.manifest(for: AppManifest(edition), assets: dependencies.assets).json()
        return Response(
            status: .ok, headers: [.contentType: "application/manifest+json", .cacheControl: "max-age=3600"],
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes)))
    }

    private func perform(_ request: Request, _ context: WebRequestContext) async throws -> Response {
        guard let act = context.parameters.get("act").flatMap(Route.Action.init(rawValue:)) else {
            throw LibraryError.notThere
        }
        let body: ByteBuffer
        // It fails for too many bytes, or because nobody is there any more to be told otherwise.
        do { body = try await request.body.collect(upTo: 8 << 20) } catch { throw HTTPError(.contentTooLarge) }
        let bytes = Array(buffer: body)
        var form = QueryParameters(String(decoding: bytes, as: UTF8.self))
        var file: [UInt8]?
        if let type = request.headers[.contentType], type.lowercased().hasPrefix("multipart/form-data") {
            let parts = MultipartForm(bytes, contentType: type)
            form = QueryParameters(
                pairs: (parts?.parts ?? []).filter { $0.name != "file" }.map {
                    ($0.name, String(decoding: $0.bytes, as: UTF8.self))
                })
            file = parts?["file"]
        }
        let scope = try await makeScope(request)
        let acting = ActionHandler(scope: scope, form: form, file: file)
        let wantsFacts = request.headers[.accept]?.contains("application/json") ?? false
        do {
            let outcome = try await acting.perform(act)
            return wantsFacts ? Self.jsonResponse(outcome) : Self.redirectBack(outcome.go ?? form["back"], from: scope)
        } catch {
            guard wantsFacts else { throw error }
            dependencies.log.pageFailed(error, ErrorMiddleware.status(of: error), request, context)
            return Self.jsonResponse(
                ActionHandler.Outcome(words: error.userMessage, failed: true), status: .unprocessableContent)
        }
    }

    /// Back to a page of ours; a way back that leads elsewhere, or that no link of ours can be, leads to the front page.
    private static func redirectBack(_ path: String?, from scope: RequestScope) -> Response {
        let isOurs =
            path.map { path in
                scope.dependencies.editions.contains { path.hasPrefix("/\($0.id.rawValue)/") }
                    && path.utf8.count <= 4_000
                    && path.utf8.allSatisfy { (0x21...0x7E).contains($0) && $0 != UInt8(ascii: "\\") }
            } ?? false
        let today = scope.path(.today)
        return Response.redirect(to: isOurs ? path ?? today : today, type: .normal)
    }

    private static func jsonResponse(_ value: some Encodable, status: HTTPResponse.Status = .ok) -> Response {
        // Encoding these plain structs cannot fail; an empty object keeps the promise of always answering.
        let bytes = (try? JSONEncoder().encode(value)) ?? Data("{}".utf8)
        return Response(
            status: status, headers: [.contentType: "application/json", .cacheControl: "no-store"],
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes)))
    }

    // MARK: - Visits

    /// What is known of the reader of a request. The zone comes from a cookie that script sets, else the server's.
    ///
    /// The edition is the first part of the address; what belongs to none, such as `/api`, is seen from the leading one.
    func makeScope(_ request: Request) async throws(LibraryError) -> RequestScope {
        let reader = ClientInfo.current?.reader ?? .first
        let now = dependencies.settings.now()
        let cookies = RequestCookies(of: request)
        let zone = cookies["zone"].flatMap { QueryParameters("z=" + $0)["z"] }.flatMap { TimeZone(identifier: $0) }
        let known = try await dependencies.readerCache.load(reader, dependencies.library, now: now)
        return RequestScope(
            dependencies: dependencies, edition: dependencies.edition(at: request.uri.path), reader: reader,
            request: request,
            intent: RequestIntent.current(request), preferences: known.preferences,
            time: TimeFormatter(zone: zone ?? dependencies.settings.zone, now: now), undo: known.undo,
            inlinesStyles: dependencies.assets.inlinesStyles(request, cookies: cookies))
    }

    /// A page that says what went wrong, within the paper's frame.
    func errorPage(_ sentence: String, _ status: HTTPResponse.Status, to request: Request) async -> Response {
        // Who stands before the door sees nothing of the house, not even its frame.
        guard ClientInfo.current?.isAuthorized == true else { return SecurityMiddleware.plainText(status, sentence) }
        do {
            let scope = try await makeScope(request)
            let layout = PageLayout(scope: scope, title: scope.edition.title, left: .back(.today), actions: [])
            var page = HTMLPage(
                isCacheable: false,
                layout.document { w in
                    w.raw("<h1 class=\"spoken\">That did not work</h1>")
                    EmptyStateView.write(scope, sentence, ("Back to today", .today), into: &w)
                })
            page.status = status
            return responder.response(page, to: scope, tag: nil)
        } catch {
            return SecurityMiddleware.plainText(status, sentence)
        }
    }
}
