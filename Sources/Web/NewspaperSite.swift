import Foundation
import HTTPTypes
public import Hummingbird
public import Library
import Markup
public import News
public import Pictures

/// The pages as an HTTP responder: every address of `Route`, and what answers it.
public struct NewspaperSite: Sendable {
    private let furnished: House
    private let wardrobe: Wardrobe
    private let responses: PageResponse

    public init(
        library: NewsLibrary, pictures: PictureShop, signer: PictureSigner, backstage: Backstage, settings: WebSettings,
        editions: EditionRack = EditionRack(knows: { _ in true })
    ) {
        wardrobe = Wardrobe(folder: settings.assetsFolder, editions: editions.editions)
        furnished = House(
            library: library, pictures: pictures, signer: signer, backstage: backstage, settings: settings,
            rack: editions, assets: wardrobe.shelf(for: editions.editions), kept: KeptPages(),
            log: ServerLog(settings.logger, now: settings.now))
        responses = PageResponse(house: furnished)
    }

    /// The house with the style sheets of the editions that it has now.
    private var house: House {
        var house = furnished
        house.assets = wardrobe.shelf(for: house.rack.editions)
        return house
    }

    /// The router, to be served by a Hummingbird application.
    public func router() -> Router<PageContext> {
        let router = Router(context: PageContext.self, options: .autoGenerateHeadEndpoints)
        router.add(middleware: SecurityHeaders(house.settings))
        router.add(middleware: Stumbles(site: self, log: house.log))
        router.add(middleware: Doorkeeper(house: house))
        // Again: within the door there is a page to say it on, before it a sentence.
        router.add(middleware: Stumbles(site: self, log: house.log))
        SignInScreen(house: house).add(to: router)
        SignInScreen(house: house).addLinks(to: router)
        router.get("/") { _, _ in
            Response.redirect(to: Route.today.path(in: house.settings.leading), type: .found)
        }
        router.get("/assets/:mark/:name") { request, context in
            let name = context.parameters.get("name") ?? ""
            guard !house.assets.has(name),
                let icon = await house.icons.bytes(name, of: house.editions, house.pictures)
            else { return house.assets.response(name, to: request) }
            return AssetShelf.lasting(icon, type: "image/png")
        }
        router.get("/picture/:id/:width/:mac") { request, context in
            await PictureScreen(house: house).response(request, context)
        }
        router.get("/sound/:story/:part/:mac") { request, context in
            try await SoundScreen(house: house).response(request, context)
        }
        router.get("/api/live") { request, _ in
            Self.json(try await LiveNews(for: await visit(request)))
        }
        pages(on: router.group(":edition"))
        return router
    }

    private func pages(on group: RouterGroup<PageContext>) {
        SignInScreen(house: house).add(to: group)
        group.get("manifest.webmanifest") { request, _ in try manifest(for: request.uri.path) }
        group.get("") { request, _ in try await show(request) { try await FrontPageScreen().page(for: $0) } }
        group.get("unread") { request, _ in
            try await show(request) { try await ListScreen(list: $0.list(.unread)).page(for: $0) }
        }
        group.get("saved") { request, _ in
            try await show(request) { try await ListScreen(list: $0.list(.saved)).page(for: $0) }
        }
        group.get("all") { request, _ in
            try await show(request) { try await ListScreen(list: $0.list(.everything)).page(for: $0) }
        }
        group.get("feeds") { request, _ in
            try await show(request) { visit in
                guard visit.edition.isReadersOwn else { return try await ChannelsScreen().page(for: visit) }
                return try await FeedsScreen().page(for: visit)
            }
        }
        group.get("settings/about") { request, _ in try await show(request) { AboutScreen().page(for: $0) } }
        group.get("settings/editions") { request, _ in
            try await show(request) { try await EditionsScreen().page(for: $0) }
        }
        group.get("newsstand") { request, _ in try await show(request) { try await NewsstandScreen().page(for: $0) } }
        group.get("sections") { request, _ in try await show(request) { try await SectionsScreen().page(for: $0) } }
        group.get("settings") { request, _ in try await show(request) { try await SettingsScreen().page(for: $0) } }
        group.get("keys") { request, _ in try await show(request) { KeysScreen().page(for: $0) } }
        group.get("search") { request, _ in try await show(request) { try await SearchScreen().page(for: $0) } }
        group.get("add") { request, _ in try await show(request) { try await AddScreen().page(for: $0) } }
        group.get("feeds.opml") { request, _ in try await outlines(request) }
        group.get("section/:id") { request, context in
            let id = try Self.id(context)
            return try await show(request) {
                try await ListScreen(list: .section(SectionID(rawValue: id))).page(for: $0)
            }
        }
        group.get("feed/:id") { request, context in
            let id = try Self.id(context)
            return try await show(request) {
                try await ListScreen(list: .channel(ChannelID(rawValue: id))).page(for: $0)
            }
        }
        group.get("feed/:id/about") { request, context in
            let id = try Self.id(context)
            return try await show(request) { try await FeedFactsScreen(id: ChannelID(rawValue: id)).page(for: $0) }
        }
        group.get("story/:id") { request, context in
            try await story(StoryID(rawValue: try Self.id(context)), request)
        }
        group.get("outside/:mark") { request, context in
            let mark = context.parameters.get("mark")
            return try await show(request) { try await OutsideScreen(mark: mark).page(for: $0) }
        }
        group.get("share/:mark") { request, context in
            let mark = context.parameters.get("mark")
            return try await show(request) { try await LeaveScreen(kind: .menu, mark: mark).page(for: $0) }
        }
        group.get("leave/:mark") { request, context in
            let mark = context.parameters.get("mark")
            return try await show(request) { try await LeaveScreen(kind: .question, mark: mark).page(for: $0) }
        }
        group.get("settings/muted") { request, _ in try await show(request) { try await MutesScreen().page(for: $0) } }
        group.get("mute") { request, _ in try await show(request) { try await MuteScreen().page(for: $0) } }
        group.get("story/:id/menu") { request, context in
            let id = try Self.id(context)
            return try await show(request) { try await StoryMenuScreen(id: StoryID(rawValue: id)).page(for: $0) }
        }
        group.get("story/:id/pictures") { request, context in
            let id = try Self.id(context)
            return try await show(request) { try await GalleryScreen(id: StoryID(rawValue: id)).page(for: $0) }
        }
        group.get("person/:id") { request, context in
            let id = try Self.id(context)
            return try await show(request) { try await PersonScreen(source: id).page(for: $0) }
        }
        group.get("counts") { request, _ in Self.json(try await LiveCounts.counts(for: await visit(request))) }
        group.get("story/:id/comments") { request, context in
            try await comments(StoryID(rawValue: try Self.id(context)), request)
        }
        group.post("act/:act") { request, context in try await act(request, context) }
    }

    private static func id(_ context: PageContext) throws(LibraryError) -> Int64 {
        guard let id = Visit.id("id", of: context) else { throw .notThere }
        return id
    }

    // MARK: - Answers

    /// A page, or 304 when nothing it depends on has changed.
    private func show(
        _ request: Request, _ page: (Visit) async throws -> Page
    ) async throws -> Response {
        let visit = try await visit(request)
        guard house.has(visit.edition, at: request.uri.path) else { throw LibraryError.notThere }
        let tag = responses.entityTag(for: visit)
        let unchanged = responses.unchanged(visit, tag)
        let answer: Response
        if let unchanged {
            if let list = visit.appearing { try await Appearing(visit: visit).note(list) }
            answer = unchanged
        } else {
            answer = responses.response(try await page(visit), to: visit, tag: tag)
        }
        // Only what can be shown is a place to open again.
        try await house.places.note(visit)
        return answer
    }

    /// A story; opening it is the one change that a GET may make (decision 19), and it is made before the page's ETag is.
    private func story(_ id: StoryID, _ request: Request) async throws -> Response {
        let visit = try await visit(request)
        if visit.intent.isPersonsNavigation { try await house.library.marks.open(id, for: visit.reader) }
        return try await show(request) { try await StoryScreen(id: id).page(for: $0) }
    }

    /// What is said of a story; opening it is reading the story (HN-10).
    private func comments(_ id: StoryID, _ request: Request) async throws -> Response {
        let visit = try await visit(request)
        if visit.intent.isPersonsNavigation { try await house.library.marks.open(id, for: visit.reader) }
        return try await show(request) { try await DiscussionScreen(id: id).page(for: $0) }
    }

    private func outlines(_ request: Request) async throws -> Response {
        let folders = try await house.library.subscriptions.exportOutlines(for: Caller.current?.reader ?? .first)
        return Response(
            status: .ok,
            headers: [
                .contentType: "text/x-opml; charset=utf-8", .cacheControl: "no-store",
                .contentDisposition: "attachment; filename=\"tidings.opml\"",
            ], body: ResponseBody(byteBuffer: ByteBuffer(bytes: house.backstage.writeOutlines(folders))))
    }

    /// Browsers ask for it without cookies; nothing of a reader is in it.
    private func manifest(for path: String) throws -> Response {
        let edition = house.edition(at: path)
        guard house.has(edition, at: path) else { throw LibraryError.notThere }
        let bytes = try WebManifest.manifest(for: AppFace(edition), assets: house.assets).written()
        return Response(
            status: .ok, headers: [.contentType: "application/manifest+json", .cacheControl: "max-age=3600"],
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes)))
    }

    private func act(_ request: Request, _ context: PageContext) async throws -> Response {
        guard let act = context.parameters.get("act").flatMap(Route.Act.init(rawValue:)) else {
            throw LibraryError.notThere
        }
        let body: ByteBuffer
        // It fails for too many bytes, or because nobody is there any more to be told otherwise.
        do { body = try await request.body.collect(upTo: 8 << 20) } catch { throw HTTPError(.contentTooLarge) }
        let bytes = Array(buffer: body)
        var form = Query(String(decoding: bytes, as: UTF8.self))
        var file: [UInt8]?
        if let type = request.headers[.contentType], type.lowercased().hasPrefix("multipart/form-data") {
            let parts = MultipartForm(bytes, contentType: type)
            form = Query(
                pairs: (parts?.parts ?? []).filter { $0.name != "file" }.map {
                    ($0.name, String(decoding: $0.bytes, as: UTF8.self))
                })
            file = parts?["file"]
        }
        let visit = try await visit(request)
        let acting = Acting(visit: visit, form: form, file: file)
        let wantsFacts = request.headers[.accept]?.contains("application/json") ?? false
        do {
            let outcome = try await acting.carryOut(act)
            return wantsFacts ? Self.json(outcome) : Self.back(outcome.go ?? form["back"], from: visit)
        } catch {
            guard wantsFacts else { throw error }
            house.log.pageFailed(error, Stumbles.status(of: error), request, context)
            return Self.json(Acting.Outcome(words: error.sentence, failed: true), status: .unprocessableContent)
        }
    }

    /// Back to a page of ours; a way back that leads elsewhere, or that no link of ours can be, leads to the front page.
    private static func back(_ path: String?, from visit: Visit) -> Response {
        let isOurs =
            path.map { path in
                visit.house.editions.contains { path.hasPrefix("/\($0.id.rawValue)/") } && path.utf8.count <= 4_000
                    && path.utf8.allSatisfy { (0x21...0x7E).contains($0) && $0 != UInt8(ascii: "\\") }
            } ?? false
        let today = visit.path(.today)
        return Response.redirect(to: isOurs ? path ?? today : today, type: .normal)
    }

    private static func json(_ value: some Encodable, status: HTTPResponse.Status = .ok) -> Response {
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
    func visit(_ request: Request) async throws(LibraryError) -> Visit {
        let reader = Caller.current?.reader ?? .first
        let now = house.settings.now()
        let cookies = Cookies(of: request)
        let zone = cookies["zone"].flatMap { Query("z=" + $0)["z"] }.flatMap { TimeZone(identifier: $0) }
        let known = try await house.readers.recall(reader, house.library, now: now)
        return Visit(
            house: house, edition: house.edition(at: request.uri.path), reader: reader, request: request,
            intent: RequestIntent.current(request), preferences: known.preferences,
            time: TimeWords(zone: zone ?? house.settings.zone, now: now), undo: known.undo,
            isFirstLook: house.assets.isFirstLook(request, cookies: cookies))
    }

    /// A page that says what went wrong, within the paper's frame.
    func sorry(_ sentence: String, _ status: HTTPResponse.Status, to request: Request) async -> Response {
        // Who stands before the door sees nothing of the house, not even its frame.
        guard Caller.current?.isAdmitted == true else { return SecurityHeaders.plain(status, sentence) }
        do {
            let visit = try await visit(request)
            let shell = Shell(visit: visit, title: visit.edition.title, left: .back(.today), actions: [])
            var page = Page(
                isKept: false,
                shell.page { w in
                    w.raw("<h1 class=\"spoken\">That did not work</h1>")
                    EmptyView.write(visit, sentence, ("Back to today", .today), into: &w)
                })
            page.status = status
            return responses.response(page, to: visit, tag: nil)
        } catch {
            return SecurityHeaders.plain(status, sentence)
        }
    }
}
