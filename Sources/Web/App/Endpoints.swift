import HTTPTypes
import Hummingbird
import Library
import News

/// All endpoints of the app. A feature adds a line here.
enum Endpoints {
    static let forEveryone: [PublicEndpoint] =
        [
            PublicEndpoint.signIn, PublicEndpoint.openID, PublicEndpoint.assets, PublicEndpoint.serviceWorker,
            PublicEndpoint.unsubscribe,
            PublicEndpoint.digestFeed, PublicEndpoint.hubs, PublicEndpoint.servedPublications, PublicEndpoint.joining,
        ].flatMap(\.self)

    static let forReaders: [ReaderEndpoint] = [
        ReaderEndpoint.lists, ReaderEndpoint.clusters, ReaderEndpoint.digests, ReaderEndpoint.stories,
        ReaderEndpoint.linkedPages,
        ReaderEndpoint.savedPages,
        ReaderEndpoint.feeds, ReaderEndpoint.topics, ReaderEndpoint.packs,
        ReaderEndpoint.packEditing.map { $0.requiring(.editor) }, ReaderEndpoint.settings,
        ReaderEndpoint.access, ReaderEndpoint.passkeys, ReaderEndpoint.otherApps, ReaderEndpoint.ownData,
        ReaderEndpoint.people.map { $0.requiring(.owner) },
        ReaderEndpoint.notifications,
        ReaderEndpoint.alerts, ReaderEndpoint.writing,
        ReaderEndpoint.accounts, ReaderEndpoint.offline, ReaderEndpoint.media, ReaderEndpoint.live,
        ReaderEndpoint.actions,
    ].flatMap(\.self).map { $0.path.isOfStory ? $0.requiringVisibleStory() : $0 }

    static let actions: [ActionEndpoint] = [
        ActionEndpoint.lists, ActionEndpoint.stories, ActionEndpoint.linkedPages, ActionEndpoint.savedPages,
        ActionEndpoint.feeds, ActionEndpoint.topics, ActionEndpoint.settings, ActionEndpoint.access,
        ActionEndpoint.passkeys, ActionEndpoint.otherApps, ActionEndpoint.notifications, ActionEndpoint.alerts,
        ActionEndpoint.digests,
        ActionEndpoint.writing,
        ActionEndpoint.accounts, ActionEndpoint.packEditing.map { $0.requiring(.editor) },
        ActionEndpoint.people.map { $0.requiring(.owner) }, ActionEndpoint.ownPerson,
        ActionEndpoint.outsideIdentities,
    ].flatMap(\.self)

    static func action(_ name: ActionName) -> ActionEndpoint? { actions.first { $0.name == name } }

    /// Returns true if a path is that of an endpoint that needs no session.
    static func isPublic(_ path: String) -> Bool { forEveryone.contains { $0.isPublic && $0.matches(path) } }

    /// Returns the kind of resource at a path; `.page` for unknown paths.
    static func kind(at path: String) -> ReaderEndpoint.Kind {
        forReaders.first { $0.kind != .page && $0.matches(path) }?.kind ?? .page
    }
}

extension PathPattern {
    static let root: Self = "", action: Self = "act/:act"
}

extension ReaderEndpoint {
    /// The address of the server, and the form of all actions.
    static let actions: [Self] = [
        .response(.get, .root, at: .app) { routes, _, _ in
            let start = Route.today.path(in: routes.dependencies.settings.defaultEdition)
            return Response.redirect(to: start, type: .found)
        },
        .response(.post, .action) { routes, request, context in try await routes.perform(request, context) },
    ]
}
