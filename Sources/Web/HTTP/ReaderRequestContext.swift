import Hummingbird
import Library
import News

/// The context of requests that act for a reader. It exists only for those that `AuthMiddleware` has authorized.
struct ReaderRequestContext: ChildRequestContext {
    typealias ParentContext = WebRequestContext

    var coreContext: CoreRequestContextStorage
    let client: ClientInfo
    let identity: ReaderIdentity

    var reader: ReaderID { identity.reader }

    /// - Throws: `RequestContextError` for requests without access.
    init(context: WebRequestContext) throws(RequestContextError) {
        guard let identity = context.identity else { throw .noReader }
        client = try context.requireClient()
        self.identity = identity
        coreContext = context.coreContext
    }
}

/// The reader that a request acts for, and by what right.
enum ReaderIdentity: Sendable {
    case signedIn(ReaderSession)
    /// Without signing in, as the access policy allows.
    case anonymous(ReaderID)

    var reader: ReaderID {
        switch self {
        case .signedIn(let session): session.reader
        case .anonymous(let reader): reader
        }
    }

    /// Nil without signing in.
    var session: ReaderSession? {
        switch self {
        case .signedIn(let session): session
        case .anonymous: nil
        }
    }
}
