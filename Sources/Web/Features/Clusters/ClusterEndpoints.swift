import Library
import News

extension PathPattern {
    static let cluster: Self = "topic/:id"
}

extension ReaderEndpoint {
    /// The page of a topic: the stories about one event. Any of its stories names it; the address with the lowest ID is
    /// the topic's own.
    static let clusters: [Self] = [
        .page(
            .cluster, PageTraits(isReadingPage: true),
            prepare: { scope in
                let id = StoryID(rawValue: try scope.id())
                let clusters = scope.library.clusters
                guard let cluster = try await clusters.cluster(of: id, in: scope.edition.id, for: scope.reader) else {
                    return scope.path(Route.story(id, in: nil))
                }
                if cluster.id != id {
                    return scope.path(Route.cluster(cluster.id)) + ClusterView.query(ClusterView.row(scope))
                }
                if scope.intent.isUserOpening { try await recordVisit(to: cluster, scope) }
                return nil
            },
            { scope in try await ClusterPage(id: StoryID(rawValue: scope.id())).page(for: scope) })
    ]

    private static func recordVisit(to cluster: StoryCluster, _ scope: RequestScope) async throws(LibraryError) {
        do { try await scope.library.clusters.recordVisit(to: cluster, for: scope.reader) } catch {
            guard error.preventsWriting else { throw error }
        }
    }
}
