import Library
import News
import URLs

/// The form of the key of one of the edition's services.
struct APIKeyForm: FormValue {
    /// The origin of the service's site.
    let site: String
    let key: String?

    static let faults = ["site": Strings.noSuchService]
}

/// The actions that store, try and remove the key of one of the edition's services. Each redirects to the key's page,
/// which shows the result. No message and no redirect contains the key.
struct APIKeyActions {
    let scope: RequestScope
    let form: APIKeyForm

    func set() async throws(LibraryError) -> ActionOutcome {
        let service = try service()
        do throws(LibraryError) {
            try await scope.library.apiKeys.set(form.key ?? "", for: service.site)
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

    func tryStored() async throws(LibraryError) -> ActionOutcome {
        let service = try service()
        return finish(.tried(try await trial(of: service)), service)
    }

    func remove() async throws(LibraryError) -> ActionOutcome {
        let service = try service()
        do throws(LibraryError) { try await scope.library.apiKeys.remove(for: service.site) } catch {
            // The key was already removed, by a second click or on another page.
            guard error == .notThere else { throw error }
        }
        try await updateTopics()
        return finish(.removed, service)
    }

    private func service() throws(LibraryError) -> KeyedAPIAddress {
        guard let service = scope.keyedAPIs.first(where: { $0.site.origin == form.site }) else {
            throw .invalid(why: Strings.noSuchService)
        }
        return service
    }

    private func trial(of service: KeyedAPIAddress) async throws(LibraryError) -> APIKeyTrial {
        try await scope.library.tryKey(of: service, in: scope.edition.id, for: scope.reader)
    }

    /// Updates the edition's channels: topics are fetched from the service only while there is a key.
    private func updateTopics() async throws(LibraryError) {
        guard scope.edition.topics != nil else { return }
        do throws(LibraryError) { try await scope.library.topics.updateChannels(of: scope.edition) } catch {
            // An edition without topics has no channels to update.
            guard error == .notThere else { throw error }
        }
    }

    private func finish(_ result: APIKeyResult, _ service: KeyedAPIAddress) -> ActionOutcome {
        scope.dependencies.apiKeyResults.store(result, of: APIKeyResult.Subject(service, in: scope.edition), for: scope)
        return .go(
            scope.path(.apiKey), words: Strings.serviceKeyResult(result, at: service.site.host, scope.time))
    }
}

/// The result of an action on a service's key.
enum APIKeyResult: Sendable {
    /// The part of an edition's page that shows the result.
    struct Subject: Hashable {
        private let edition: EditionID
        private let site: String

        init(_ service: KeyedAPIAddress, in edition: Edition) {
            self.edition = edition.id
            site = service.site.origin
        }
    }

    /// The key was not stored, for the reason in the sentence.
    case notStored(String)
    case tried(APIKeyTrial)
    case removed

    var isFailure: Bool {
        switch self {
        case .notStored, .tried(.failed), .tried(.planSpent): true
        case .tried(.works), .tried(.nothingToFetch), .removed: false
        }
    }
}
