import Hummingbird
import Library
import News

/// The context of requests that act for a reader. It exists only for requests that `AuthMiddleware` has authorized.
struct ReaderRequestContext: ChildRequestContext {
    typealias ParentContext = WebRequestContext

    var coreContext: CoreRequestContextStorage
    let client: ClientInfo
    let identity: ReaderIdentity

    var reader: ReaderID { identity.reader }

    /// Creates the context.
    /// - Throws: `RequestContextError` for requests without access.
    init(context: WebRequestContext) throws(RequestContextError) {
        guard let identity = context.identity else { throw .noReader }
        client = try context.requireClient()
        self.identity = identity
        coreContext = context.coreContext
    }
}

/// The reader that a request acts for, with the kind of authorization.
enum ReaderIdentity: Sendable {
    case signedIn(ReaderSession)
    /// A reader without a session, as the access policy allows.
    case anonymous(ReaderID)
    /// A reader without a session, whom a trusted proxy names.
    case proxied(ReaderID, ReaderRole)

    var reader: ReaderID {
        switch self {
        case .signedIn(let session): session.reader
        case .anonymous(let reader), .proxied(let reader, _): reader
        }
    }

    /// The reader's role. An anonymous request comes from the machine of the house.
    var role: ReaderRole {
        switch self {
        case .signedIn(let session): session.role
        case .anonymous: .owner
        case .proxied(_, let role): role
        }
    }

    /// Throws `.notAllowed` unless the reader has a role, or one above.
    func require(_ role: ReaderRole) throws(LibraryError) {
        guard self.role >= role else { throw .notAllowed(role) }
    }

    /// The session; nil for anonymous access, and for readers whom a proxy names.
    var session: ReaderSession? {
        switch self {
        case .signedIn(let session): session
        case .anonymous, .proxied: nil
        }
    }
}
