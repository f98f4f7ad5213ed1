import Foundation
import HTTPTypes
import Hummingbird
import Library
import News
import Packs

/// The previews of packs that are edited: for each a library of its own, into which the unpublished state is installed as
/// a publication would be, and the app's own pages over it. Readers, searches and lists of the house see none of it.
actor PackPreviews {
    /// A preview with what it shows.
    private struct Preview {
        let routes: Routes
        let library: NewsLibrary
        let edition: Edition
        var project: PackProject.ID
        var changeNumber: Int64
    }

    private let base: Routes
    private let folder = FileManager.default.temporaryDirectory.appending(path: "tidings-preview-\(UUID().uuidString)")
    private var previews: [EditionID: Preview] = [:]

    init(base: Routes) { self.base = base }

    deinit {
        for preview in previews.values { preview.library.close() }
        // A folder that stays behind is the system's to remove.
        try? FileManager.default.removeItem(at: folder)
    }

    /// The end of the names of previews in addresses. No edition's own name has two hyphens in a row.
    private static let ending = "--preview"

    /// Returns the name of an edition's preview in addresses.
    static func id(of edition: EditionID) -> EditionID { EditionID(rawValue: edition.rawValue + ending) }

    /// Returns the name of the previewed edition in a path; nil for other paths.
    static func edition(at path: String) -> EditionID? {
        let name = path.dropFirst().prefix { $0 != "/" && $0 != "?" }
        return name.hasSuffix(ending) ? EditionID(rawValue: String(name.dropLast(ending.count))) : nil
    }

    /// Returns the app that shows a preview, with the present state of what is edited.
    /// - Throws: `.notThere` for editions whose pack is not edited here.
    func routes(for id: EditionID) async throws -> Routes {
        let editions = base.dependencies.editions
        guard let edition = editions.first(where: { $0.id == id }), let options = edition.pack,
            let project = try await base.dependencies.library.packProjects.project(identity: options.identity)
        else { throw LibraryError.notThere }
        let known = previews[id]
        if let known, known.edition == Self.shown(edition), known.project == project.id {
            guard known.changeNumber != project.changeNumber else { return known.routes }
            try await install(project, in: known)
            previews[id]?.changeNumber = project.changeNumber
            return known.routes
        }
        let preview = try await open(edition, project)
        try await install(project, in: preview)
        previews[id]?.library.close()
        previews[id] = preview
        return preview.routes
    }

    /// Returns the app of the preview that has a style sheet or an icon; nil if none has it.
    func routes(withAsset name: String) -> Routes? {
        previews.values.first { name.contains($0.edition.id.rawValue) }?.routes
    }

    /// Returns the edition as its preview shows it. Nothing is fetched for it.
    private static func shown(_ edition: Edition) -> Edition {
        var shown = edition
        shown.id = id(of: edition.id)
        shown.pack?.address = nil
        if let channel = shown.pack?.channel {
            shown.sections = .listed([EditionSection(key: "pages", title: edition.title, channels: [channel])])
        }
        return shown
    }

    private func open(_ edition: Edition, _ project: PackProject) async throws -> Preview {
        let shown = Self.shown(edition)
        let place = folder.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
        let library = try NewsLibrary.open(at: place, now: base.dependencies.settings.now)
        try await library.editions.synchronize([shown])
        var settings = base.dependencies.settings
        settings.defaultEdition = shown.id
        let routes = Routes(
            library: library, images: base.dependencies.images, signer: base.dependencies.signer,
            integrations: base.dependencies.integrations, settings: settings, editions: EditionRegistry([shown]),
            isPreview: true)
        return Preview(
            routes: routes, library: library, edition: shown, project: project.id, changeNumber: project.changeNumber)
    }

    private func install(_ project: PackProject, in preview: Preview) async throws {
        let projects = base.dependencies.library.packProjects
        let pack = try await projects.contents(identity: project.identity).pack.pack(version: .zero.next)
        do throws(PackInstallError) {
            _ = try await preview.library.packs.install(
                pack, media: projects.media, in: preview.edition, allowsDowngrade: true)
        } catch {
            throw LibraryError.invalid(why: error.userMessage)
        }
    }
}

extension Endpoint {
    /// Handles a request; one below a preview is handled by the preview's app, and may be framed by our own pages.
    func respond(_ routes: Routes, _ request: Request, _ context: Context) async throws -> Response {
        guard root == .edition, Context.self == ReaderRequestContext.self, let previews = routes.previews,
            let edition = PackPreviews.edition(at: request.uri.path)
        else { return try await handler(routes, request, context) }
        let app = try await previews.routes(for: edition)
        var response: Response
        do { response = try await handler(app, request, context) } catch let error as LibraryError {
            // The page of the error is made here, as only pages of the preview may be framed.
            guard let reader = context as? ReaderRequestContext else { throw error }
            let words = error == .notThere ? PackEditorStrings.linkLeadsNowhere : error.userMessage
            response = await app.responder.errorPage(words, ErrorMiddleware.status(of: error), to: request, reader)
        }
        if let policy = response.headers[.contentSecurityPolicy] {
            response.headers[.contentSecurityPolicy] = policy.replacing(
                "frame-ancestors 'none'", with: "frame-ancestors 'self'")
        }
        return response
    }
}
