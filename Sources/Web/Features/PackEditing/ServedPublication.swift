import HTTPTypes
import Hummingbird
import Library
import Packs

extension PathPattern {
    static let servedPack: Self = "packs/:identity/:file", servedPackMedium: Self = "packs/:identity/media/:file"
}

extension PublicEndpoint {
    /// The files of publications that other houses follow.
    static let servedPublications: [Self] = [
        .response(.get, .servedPack, at: .app) { routes, request, context in
            try await ServedPublication(context, isMedium: false).response(routes, request, context)
        },
        .response(.get, .servedPackMedium, at: .app) { routes, request, context in
            try await ServedPublication(context, isMedium: true).response(routes, request, context)
        },
    ]
}

/// A file of a publication that other houses follow, as `tidings pack publish` writes them (docs/packs.md).
struct ServedPublication {
    private let identity, path: String

    init(_ context: WebRequestContext, isMedium: Bool) {
        identity = context.parameters.get("identity") ?? ""
        path = (isMedium ? "\(PackIndex.mediaFolder)/" : "") + (context.parameters.get("file") ?? "")
    }

    /// The address that other houses write into an edition's file, as `pack: address:`.
    static func address(of identity: String, at origin: String) -> String {
        "\(origin)/packs/\(identity)/\(PackIndex.fileName)"
    }

    func response(_ routes: Routes, _ request: Request, _ context: WebRequestContext) async throws -> Response {
        let projects = routes.dependencies.library.packProjects
        let served: ServedPackFile
        do throws(LibraryError) { served = try await projects.servedFile(path, of: identity) } catch {
            guard error == .notThere else { throw error }
            return Response.plainText(.notFound, "There is no such publication.")
        }
        return try await StoredFileResponse(
            file: served.file, type: served.type, tag: "\"\(served.tag)\"",
            // A file is named by its hash; only the index changes.
            cacheControl: path == PackIndex.fileName ? "public, no-cache" : "public, max-age=31536000, immutable"
        ).response(to: request, context)
    }
}
