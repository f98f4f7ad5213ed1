import Foundation
import Hummingbird
import Library
import News
import Untrusted

/// The routes of editions with a pack.
extension Routes {
    func addPackRoutes(on group: Group) {
        group.get("page/:slug") { request, context in
            let slug = context.parameters.get("slug") ?? ""
            return try await packPage(slug, request, context)
        }
        addPage("photographs", on: group) { try await PhotographsPage().page(for: $0) }
        group.get("photographs/from/:number") { request, context in
            let number = UntrustedInteger(context.parameters.get("number") ?? "")?.int(clampedTo: 1...1 << 32) ?? 1
            return try await responder.respond(request, context) {
                try await PhotographsPage(startingWith: number).page(for: $0)
            }
        }
        group.get("photographs/:name") { request, context in
            let name = context.parameters.get("name")?.removingPercentEncoding ?? ""
            return try await responder.respond(request, context) { try await PhotographPage(name: name).page(for: $0) }
        }
        group.get("media/:sha") { request, context in
            try await PackMediumHandler(dependencies: dependencies).response(request, context)
        }
    }

    /// Responds with a page of the pack. A page opened from the favourites that is no longer one, for example because
    /// it was just removed, redirects to the remaining favourites.
    private func packPage(_ slug: String, _ request: Request, _ context: ReaderRequestContext) async throws -> Response
    {
        let scope = try await responder.makeScope(request, context)
        if scope.edition.pack != nil, scope.query["in"] == PackMenu.favourites.rawValue {
            let page = try await scope.library.packs.page(slug, in: scope.edition, for: scope.reader)
            if page.summary.favouriteAt == nil { return Response.redirect(to: scope.path(.saved), type: .normal) }
        }
        return try await responder.respond(request, context) { try await PackContentPage(slug: slug).page(for: $0) }
    }

    /// Returns the path of the pack page that a story belongs to; nil for other stories.
    func packPath(of story: StoryID, for scope: RequestScope) async throws(LibraryError) -> String? {
        let editions = ([scope.edition] + scope.dependencies.editions).filter { $0.pack != nil }
        guard !editions.isEmpty, let slug = try await scope.library.packs.slug(of: story) else { return nil }
        for edition in editions {
            // The lookup fails if the page belongs to another edition or has no version.
            let page = try? await scope.library.packs.page(slug, in: edition, for: scope.reader)
            if page?.summary.story == story { return scope.scoped(in: edition).packPath(slug) }
        }
        return nil
    }
}
