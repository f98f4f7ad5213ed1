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

    var reader: ReaderID {
        switch self {
        case .signedIn(let session): session.reader
        case .anonymous(let reader): reader
        }
    }

    /// The reader's role. A request without a session comes from the machine of the house.
    var role: ReaderRole { session?.role ?? .owner }

    /// Throws `.notAllowed` unless the reader has a role, or one above.
    func require(_ role: ReaderRole) throws(LibraryError) {
        guard self.role >= role else { throw .notAllowed(role) }
    }

    /// The session; nil for anonymous access.
    var session: ReaderSession? {
        switch self {
        case .signedIn(let session): session
        case .anonymous: nil
        }
    }
}
