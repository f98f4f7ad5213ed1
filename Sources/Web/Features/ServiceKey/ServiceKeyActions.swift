import Caching
import Library
import News
import URLs

/// Stores, tries and removes the key of one of the edition's services. Each leads back to its page, which says what came
/// of it. Nothing that it says or redirects to has the key.
struct ServiceKeyActions {
    let scope: RequestScope
    let form: QueryParameters

    func set() async throws(LibraryError) -> ActionHandler.Outcome {
        let service = try service()
        do throws(LibraryError) {
            try await scope.library.serviceKeys.set(form["key"] ?? "", for: service.site)
        } catch {
            switch error {
            case .invalid(let why): return finish(.notStored(why), service)
            case .secretsUnusable(let why): return finish(.notStored(Strings.secretsUnusable(why)), service)
            default: throw error
            }
        }
        try await updateTopics()
        return finish(.tried(try await trial(of: service)), service)
    }

    func tryStored() async throws(LibraryError) -> ActionHandler.Outcome {
        let service = try service()
        return finish(.tried(try await trial(of: service)), service)
    }

    func remove() async throws(LibraryError) -> ActionHandler.Outcome {
        let service = try service()
        do throws(LibraryError) { try await scope.library.serviceKeys.remove(for: service.site) } catch {
            // Twice, or by another page: what was asked for is so.
            guard error == .notThere else { throw error }
        }
        try await updateTopics()
        return finish(.removed, service)
    }

    private func service() throws(LibraryError) -> ServiceAddress {
        guard let service = scope.keyedServices.first(where: { $0.site.origin == form["site"] }) else {
            throw .invalid(why: Strings.noSuchService)
        }
        return service
    }

    private func trial(of service: ServiceAddress) async throws(LibraryError) -> ServiceKeyTrial {
        try await scope.library.tryKey(of: service, in: scope.edition.id, for: scope.reader)
    }

    /// What is followed is read from the service only while there is a key.
    private func updateTopics() async throws(LibraryError) {
        guard scope.edition.topics != nil else { return }
        do throws(LibraryError) { try await scope.library.topics.updateChannels(of: scope.edition) } catch {
            // Without topics there is nothing to bring up to date.
            guard error == .notThere else { throw error }
        }
    }

    private func finish(_ result: ServiceKeyResult, _ service: ServiceAddress) -> ActionHandler.Outcome {
        scope.dependencies.serviceKeyResults.store(result, of: service, for: scope)
        return ActionHandler.Outcome(
            words: Strings.serviceKeyResult(result, at: service.site.host, scope.time), go: scope.path(.serviceKey))
    }
}

/// What came of an action on a service's key.
enum ServiceKeyResult: Sendable {
    /// With a sentence.
    case notStored(String)
    case tried(ServiceKeyTrial)
    case removed

    var isFailure: Bool {
        switch self {
        case .notStored, .tried(.failed), .tried(.planSpent): true
        case .tried(.works), .tried(.nothingToFetch), .removed: false
        }
    }
}

/// The last results, for the page that a form leads to.
struct ServiceKeyResultCache: Sendable {
    private struct Key: Hashable {
        let reader: ReaderID
        let edition: EditionID
        let service: String
    }

    private let results = BoundedCache<Key, ServiceKeyResult>(maxCount: 64, lifetime: 120)

    func store(_ result: ServiceKeyResult, of service: ServiceAddress, for scope: RequestScope) {
        results.store(result, for: Self.key(service, scope), now: scope.now)
    }

    func result(of service: ServiceAddress, for scope: RequestScope) -> ServiceKeyResult? {
        results.value(for: Self.key(service, scope), now: scope.now)
    }

    private static func key(_ service: ServiceAddress, _ scope: RequestScope) -> Key {
        Key(reader: scope.reader, edition: scope.edition.id, service: service.site.origin)
    }
}
