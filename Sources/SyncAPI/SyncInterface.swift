import Caching
public import Foundation
import HTTPTypes
public import Hummingbird
public import Library
import News

/// The interfaces by which other programs read the reader's stories and change their marks: Google Reader's, as FreshRSS,
/// Miniflux and The Old Reader have kept it, and Fever's (docs/sync.md).
public struct SyncInterface: Sendable {
    let library: NewsLibrary
    let editions: EditionRegistry
    let integrations: SyncIntegrations
    let now: @Sendable () -> Date
    /// The lists of feeds, which each call of a sync needs, by the revision of the reader's data.
    private let feedLists = BoundedCache<ReaderID, (revision: Int64, list: SyncFeedList)>(maxCount: 64)

    /// Creates the interfaces.
    public init(
        library: NewsLibrary, editions: EditionRegistry, integrations: SyncIntegrations,
        now: @escaping @Sendable () -> Date
    ) {
        self.library = library
        self.editions = editions
        self.integrations = integrations
        self.now = now
    }

    /// Returns true for the path of a request that is for the interfaces.
    public static func contains(_ path: String) -> Bool { SyncPath(path) != nil }

    /// The maximum size of a body in bytes: thousands of ids in their long form.
    private static let maxBody = 4 << 20
    /// The maximum size of an imported OPML file in bytes.
    private static let maxOPML = 16 << 20

    /// Responds to a request.
    /// - Throws: `LibraryError` if the database fails.
    public func respond(to request: Request, from client: SyncClient) async throws -> Response {
        do {
            guard let path = SyncPath(request.uri.path) else { throw SyncError.unknownCall }
            guard [.get, .head, .post].contains(request.method) else {
                return SyncResponse.text("Send this call as GET or POST.", .methodNotAllowed)
            }
            let body = try await body(of: request, path)
            let parameters = SyncParameters(query: request.uri.query ?? "", body: path.isImport ? [] : body)
            let call = SyncCall(
                request: request, client: client, parameters: parameters, body: body, interface: self)
            return try await respond(to: call, at: path)
        } catch let error as SyncError {
            return error.response
        } catch LibraryError.notThere {
            return SyncResponse.text("Tidings has no such feed, folder or story.", .badRequest)
        } catch LibraryError.invalid(let why) {
            return SyncResponse.text(why, .badRequest)
        }
    }

    /// Returns the feeds and groups of a reader.
    func feedList(for reader: ReaderID) async throws(LibraryError) -> SyncFeedList {
        let revision = library.revision(for: reader)
        if let known = feedLists.value(for: reader), known.revision == revision { return known.list }
        let list = try await library.sync.feeds(in: editions.editions, for: reader)
        feedLists.store((revision, list), for: reader)
        return list
    }

    /// Sets or clears a mark on stories. The list of feeds does not depend on what is read, so it is kept if nothing else
    /// has changed meanwhile.
    func mark(
        _ stories: [StoryID], as kind: MarkKind, _ value: Bool, for reader: ReaderID
    ) async throws(LibraryError) {
        let revision = library.revision(for: reader)
        try await library.sync.mark(stories, as: kind, value, for: reader)
        if kind == .read, let known = feedLists.value(for: reader), known.revision == revision,
            library.revision(for: reader) == revision + 1
        {
            feedLists.store((revision + 1, known.list), for: reader)
        }
    }

    private func respond(to call: SyncCall, at path: SyncPath) async throws -> Response {
        switch path {
        case .clientLogin: return try await ClientLogin(call: call).response()
        case .compatibility: return CompatibilityCheck.response(call)
        case .fever: return try await FeverHandler(call: call).response()
        case .call(let name):
            return try await GoogleReaderHandler(call: call, session: call.session()).response(to: name)
        case .atom(let stream):
            return try await GoogleReaderHandler(call: call, session: call.session()).atom(stream)
        }
    }

    private func body(of request: Request, _ path: SyncPath) async throws -> [UInt8] {
        guard request.method == .post else { return [] }
        do {
            let limit = path.isImport ? Self.maxOPML : Self.maxBody
            return Array(buffer: try await request.body.collect(upTo: limit))
        } catch is CancellationError {
            throw CancellationError()
        } catch { throw SyncError.tooLarge }
    }
}

extension SyncPath {
    /// True for the call whose body is a file.
    var isImport: Bool { self == .call("subscription/import") }
}
