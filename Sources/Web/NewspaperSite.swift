import Foundation
import HTTPTypes
public import Hummingbird
public import Library
import Markup
import News
public import Pictures

/// The pages as an HTTP responder: every address of `Route`, and what answers it.
public struct NewspaperSite: Sendable {
    private let house: House
    private let responses: PageResponse

    public init(
        library: NewsLibrary, pictures: PictureShop, signer: PictureSigner, backstage: Backstage, settings: WebSettings
    ) {
        house = House(
            library: library, pictures: pictures, signer: signer, backstage: backstage, settings: settings,
            assets: AssetShelf(folder: settings.assetsFolder), kept: KeptPages())
        responses = PageResponse(house: house)
    }

    /// The router, to be served by a Hummingbird application.
    public func router() -> Router<BasicRequestContext> {
        let router = Router(context: BasicRequestContext.self, options: .autoGenerateHeadEndpoints)
        router.add(middleware: SecurityHeaders(hosts: house.settings.hosts))
        router.add(middleware: Stumbles(site: self))
        router.get("/") { _, _ in Response.redirect(to: Route.today.path, type: .found) }
        router.get("/assets/:mark/:name") { request, context in
            house.assets.response(context.parameters.get("name") ?? "", to: request)
        }
        router.get("/picture/:id/:width/:mac") { request, context in
            await PictureScreen(house: house).response(request, context)
        }
        router.get("/api/live") { request, _ in
            Self.json(try await LiveNews(for: await visit(request)))
        }
        pages(on: router.group(RouterPath(Route.edition)))
        return router
    }

    private func pages(on group: RouterGroup<BasicRequestContext>) {
        group.get("") { request, _ in try await show(request) { try await FrontPageScreen().page(for: $0) } }
        group.get("unread") { request, _ in
            try await show(request) { try await ListScreen(list: .unread).page(for: $0) }
        }
        group.get("saved") { request, _ in try await show(request) { try await ListScreen(list: .saved).page(for: $0) }
        }
        group.get("all") { request, _ in
            try await show(request) { try await ListScreen(list: .everything).page(for: $0) }
        }
        group.get("feeds") { request, _ in try await show(request) { try await FeedsScreen().page(for: $0) } }
        group.get("newsstand") { request, _ in try await show(request) { try await NewsstandScreen().page(for: $0) } }
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
        group.post("act/:act") { request, context in try await act(request, context) }
    }

    private static func id(_ context: BasicRequestContext) throws(LibraryError) -> Int64 {
        guard let id = context.parameters.get("id", as: Int64.self) else { throw .notThere }
        return id
    }

    // MARK: - Answers

    /// A page, or 304 when nothing it depends on has changed.
    private func show(
        _ request: Request, _ page: (Visit) async throws -> Page
    ) async throws -> Response {
        let visit = try await visit(request)
        let tag = responses.entityTag(for: visit)
        if let unchanged = responses.unchanged(visit, tag) { return unchanged }
        return responses.response(try await page(visit), to: visit, tag: tag)
    }

    /// A story; opening it is the one change that a GET may make (decision 19), and it is made before the page's ETag is.
    private func story(_ id: StoryID, _ request: Request) async throws -> Response {
        let visit = try await visit(request)
        if visit.isPersonsNavigation { try await house.library.marks.open(id, for: visit.reader) }
        return try await show(request) { try await StoryScreen(id: id).page(for: $0) }
    }

    private func outlines(_ request: Request) async throws -> Response {
        let folders = try await house.library.subscriptions.exportOutlines(for: .first)
        return Response(
            status: .ok,
            headers: [
                .contentType: "text/x-opml; charset=utf-8", .cacheControl: "no-store",
                .contentDisposition: "attachment; filename=\"tidings.opml\"",
            ], body: ResponseBody(byteBuffer: ByteBuffer(bytes: house.backstage.writeOutlines(folders))))
    }

    private func act(_ request: Request, _ context: BasicRequestContext) async throws -> Response {
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
        let acting = Acting(visit: try await visit(request), form: form, file: file)
        let wantsFacts = request.headers[.accept]?.contains("application/json") ?? false
        do {
            let outcome = try await acting.carryOut(act)
            return wantsFacts ? Self.json(outcome) : Self.back(outcome.go ?? form["back"])
        } catch {
            guard wantsFacts else { throw error }
            return Self.json(Acting.Outcome(words: error.sentence, failed: true), status: .unprocessableContent)
        }
    }

    /// Back to a page of ours; a way back that leads elsewhere leads to the front page.
    private static func back(_ path: String?) -> Response {
        let isOurs =
            path.map {
                $0.hasPrefix("\(Route.edition)/") && !$0.contains("\\") && !$0.contains("\r") && !$0.contains("\n")
            } ?? false
        return Response.redirect(to: isOurs ? path ?? Route.today.path : Route.today.path, type: .normal)
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
    func visit(_ request: Request) async throws(LibraryError) -> Visit {
        let reader = ReaderID.first
        let now = house.settings.now()
        let cookies = request.headers[values: .cookie].joined(separator: ";").split(separator: ";")
        let told = cookies.lazy.map { $0.trimmingCharacters(in: .whitespaces) }.first { $0.hasPrefix("zone=") }
        let zone = told.flatMap { Query("z=" + $0.dropFirst(5))["z"] }.flatMap { TimeZone(identifier: $0) }
        let known = try await house.readers.recall(reader, house.library, now: now)
        return Visit(
            house: house, reader: reader, request: request, preferences: known.preferences,
            time: TimeWords(zone: zone ?? house.settings.zone, now: now), undo: known.undo)
    }

    /// A page that says what went wrong, within the paper's frame.
    func sorry(_ sentence: String, _ status: HTTPResponse.Status, to request: Request) async -> Response {
        do {
            let visit = try await visit(request)
            let shell = Shell(visit: visit, title: Words.paper, left: .back(.today), actions: [])
            var page = Page(
                isKept: false,
                shell.page { w in
                    w.raw("<h1 class=\"spoken\">That did not work</h1>")
                    EmptyView.write(sentence, ("Back to today", .today), into: &w)
                })
            page.status = status
            return responses.response(page, to: visit, tag: nil)
        } catch {
            return SecurityHeaders<BasicRequestContext>.plain(status, sentence)
        }
    }
}
