import Foundation
import HTTPTypes
import Hummingbird
import Library
import News
import Packs

/// A handler of the pictures of the installed version, and of the one that is edited here, streamed from their files. A file's name is its hash, so the
/// file never changes.
struct PackMediumHandler {
    let dependencies: WebDependencies

    func response(_ request: Request, _ context: ReaderRequestContext) async throws -> Response {
        let edition = dependencies.edition(at: request.uri.path)
        guard edition.pack != nil, dependencies.has(edition, at: request.uri.path),
            let id = context.parameters.get("sha").flatMap({ PackMediumID($0) })
        else { return Response.plainText(.notFound, "There is no such picture.") }
        let stored: StoredPackMedium
        do { stored = try await medium(id, in: edition) } catch {
            return Response.plainText(.notFound, "There is no such picture.")
        }
        return try await StoredFileResponse(
            file: stored.file, type: stored.medium.type.rawValue, tag: "\"\(id.hex)\"",
            cacheControl: "private, max-age=31536000, immutable"
        ).response(to: request, context)
    }

    private func medium(_ id: PackMediumID, in edition: Edition) async throws(LibraryError) -> StoredPackMedium {
        do throws(LibraryError) { return try await dependencies.library.packs.medium(id, in: edition) } catch {
            let projects = dependencies.library.packProjects
            guard error == .notThere, let options = edition.pack,
                let project = try await projects.project(identity: options.identity)
            else { throw error }
            return try await projects.medium(id, in: project.id)
        }
    }
}
