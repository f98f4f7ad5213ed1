import Foundation
import News
import SampleOrigins
import Testing

/// A source with a `PostingCapability` under `PostingContractTests`. Add new ones to `all`.
struct PostingFixture: Sendable, CustomTestStringConvertible {
    static let all: [PostingFixture] = [.wordPress, .hackerNews]

    var name: String
    /// Opens the source with its origin behind the proxy (`FaultInjectingProxy.forward`), whose address is the site's.
    var open: @Sendable (_ proxy: FaultInjectingProxy, _ body: (Site) async throws -> Void) async throws -> Void

    /// An origin, and an action that it accepts.
    struct Site: Sendable {
        var origin: SampleOrigin
        var posting: any PostingCapability
        /// The session of a member; nil for a guest.
        var session: MemberSession?
        /// The action, which has not been done before.
        var action: RemoteAction
        /// Returns how often the origin has carried the action out.
        var count: @Sendable () -> Int
        var now: @Sendable () -> Date

        init(
            origin: SampleOrigin, posting: any PostingCapability, session: MemberSession? = nil, action: RemoteAction,
            now: @escaping @Sendable () -> Date, count: @escaping @Sendable () -> Int
        ) {
            self.origin = origin
            self.posting = posting
            self.session = session
            self.action = action
            self.now = now
            self.count = count
        }
    }

    var testDescription: String { name }
}
