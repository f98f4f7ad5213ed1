import Fetching
import News
import Packs

/// The version that an address returned last, and the validators of that response.
struct PackSourceState: Codable, Equatable {
    /// The version of the mapping; increase it when the same response would give another pack.
    static let stateVersion = 1

    var http: StoredHTTPValidators
    var identity: String
    var version: String
    /// The digest of the contents.
    var digest: String

    init(_ response: FetchResponse, _ identity: String, _ version: PackVersion?, digest: String) {
        http = StoredHTTPValidators(version: Self.stateVersion, response)
        (self.identity, self.version, self.digest) = (identity, version?.description ?? "", digest)
    }

    /// Decodes a stored state; nil if there is none or its version differs.
    init?(_ state: SourceState?) {
        guard let read = state?.decode(as: PackSourceState.self), read.http.reading == Self.stateVersion else {
            return nil
        }
        self = read
    }

    func isOf(_ identity: String, _ version: PackVersion, digest: String) -> Bool {
        (self.identity, self.version, self.digest) == (identity, version.description, digest)
    }

    /// Returns true if the state has a higher version of the same publication.
    func isAbove(_ identity: String, _ version: PackVersion) -> Bool {
        self.identity == identity && PackVersion(self.version).map { $0 > version } == true
    }

    var sourceState: SourceState? { SourceState(encoding: self) }

    var pollingHints: PollingHints {
        PollingHints(freshSeconds: http.freshSeconds, lacksValidators: http.validators.isEmpty)
    }
}
