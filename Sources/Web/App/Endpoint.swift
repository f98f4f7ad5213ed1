import HTTPTypes
import Hummingbird
import Library
import News
import Untrusted

/// A page, file or action of the app: its path, and what depends on which one it is. A feature states its endpoints in
/// its folder; `Endpoints.swift` lists them. The router, the sign-in and the test that walks all routes use that list.
///
/// `Context` tells who may request it: `ReaderRequestContext` exists only for requests with access.
struct Endpoint<Context: RequestContext>: Sendable {
    typealias Handler = @Sendable (Routes, Request, Context) async throws -> Response

    /// The path above the endpoint's own: none, or that of an edition.
    enum Root: Sendable { case app, edition }

    /// The kind of resource, which tells how a request without access is answered.
    enum Kind: Sendable {
        /// A page or action, for which a browser is led to the sign-in.
        case page
        /// JSON for script.
        case data
        /// A picture or recording.
        case media
    }

    let method: HTTPRequest.Method
    let root: Root
    let path: PathPattern
    let kind: Kind
    /// True if a request without a session reaches it too.
    let isPublic: Bool
    /// True if a device that has taken the edition along shows it without a network.
    let isStoredOffline: Bool
    let handler: Handler

    /// The path as the router takes it, such as `/:edition/story/:id`.
    var routerPath: String { Self.routerPath(of: path, at: root) }

    static func routerPath(of path: PathPattern, at root: Root = .edition) -> String {
        root == .edition ? "/:edition/\(path.text)" : "/\(path.text)"
    }

    /// Returns true if a request's path is this endpoint's.
    func matches(_ requestPath: String) -> Bool {
        let components = requestPath.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
        return path.matches(root == .app ? components : components.dropFirst())
    }

    func add(to router: some RouterMethods<Context>, of routes: Routes) {
        router.on(RouterPath(routerPath), method: method) { request, context in
            try await respond(routes, request, context)
        }
    }

    /// Returns an endpoint that makes its response from the request itself.
    static func response(
        _ method: HTTPRequest.Method = .get, _ path: PathPattern, at root: Root = .edition, kind: Kind = .page,
        isPublic: Bool = Context.self == WebRequestContext.self, isStoredOffline: Bool = false,
        _ handler: @escaping Handler
    ) -> Self {
        Endpoint(
            method: method, root: root, path: path, kind: kind, isPublic: isPublic, isStoredOffline: isStoredOffline,
            handler: handler)
    }
}

typealias PublicEndpoint = Endpoint<WebRequestContext>
typealias ReaderEndpoint = Endpoint<ReaderRequestContext>

/// The properties of a page that depend on which one it is.
struct PageTraits: Sendable {
    /// True if the edition opens again at this page.
    var isReadingPage = false
    /// True if an edition with weighed stories weighs them for this page.
    var isFrontPage = false
    /// True if a device that has taken the edition along shows the page without a network.
    var isStoredOffline = false
    /// Returns the list on the page whose sources may be refreshed when it is shown.
    var list: @Sendable (RequestScope) -> StoryList? = { _ in nil }
}

extension ReaderEndpoint {
    /// Returns the endpoint for readers with a role, or one above.
    func requiring(_ role: ReaderRole) -> Self {
        Self(
            method: method, root: root, path: path, kind: kind, isPublic: isPublic, isStoredOffline: isStoredOffline
        ) { [handler] routes, request, context in
            try context.identity.require(role)
            return try await handler(routes, request, context)
        }
    }

    /// Returns the endpoint, with a check that the story in its path is not another reader's.
    func requiringVisibleStory() -> Self {
        Self(
            method: method, root: root, path: path, kind: kind, isPublic: isPublic, isStoredOffline: isStoredOffline
        ) { [handler] routes, request, context in
            if let id = context.parameters.get("id").flatMap({ UntrustedInteger($0)?.id }) {
                try await routes.dependencies.library.stories.requireVisible(
                    [StoryID(rawValue: id)], for: context.identity.reader)
            }
            return try await handler(routes, request, context)
        }
    }

    typealias Page = @Sendable (RequestScope) async throws -> HTMLPage

    /// Returns an endpoint for a page, which is sent with an ETag.
    /// - Parameter prepare: makes the changes of a visit before the ETag is computed; a path that it returns is redirected
    ///   to.
    static func page(
        _ path: PathPattern, _ traits: PageTraits = PageTraits(),
        prepare: (@Sendable (RequestScope) async throws -> String?)? = nil, _ page: @escaping Page
    ) -> Self {
        response(.get, path, isStoredOffline: traits.isStoredOffline) { routes, request, context in
            if let prepare {
                let scope = try await routes.responder.makeScope(request, context, traits)
                if let target = try await prepare(scope) { return Response.redirect(to: target, type: .normal) }
            }
            return try await routes.responder.respond(request, context, traits, page)
        }
    }

    /// Returns an endpoint for JSON that script requests.
    static func data<Value: Encodable & SendableMetatype>(
        _ path: PathPattern, at root: Root = .edition,
        _ value: @escaping @Sendable (RequestScope) async throws -> Value
    ) -> Self {
        response(.get, path, at: root, kind: .data) { routes, request, context in
            Routes.jsonResponse(try await value(await routes.responder.makeScope(request, context)))
        }
    }

    /// Returns an endpoint for a file that depends on the scope.
    static func file(
        _ path: PathPattern, kind: Kind = .page, isStoredOffline: Bool = false,
        _ file: @escaping @Sendable (RequestScope) async throws -> Response
    ) -> Self {
        response(.get, path, kind: kind, isStoredOffline: isStoredOffline) { routes, request, context in
            try await file(await routes.responder.makeScope(request, context))
        }
    }
}
