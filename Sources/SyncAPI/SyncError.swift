import HTTPTypes
import Hummingbird

/// An error of a call, with a sentence for the person who looks for what went wrong.
enum SyncError: Error, Equatable {
    /// The call lacks something, or says something that cannot be done.
    case badRequest(String)
    /// The program has not signed in, or its app password was revoked.
    case signInNeeded
    /// The write token is too old: the program gets another one, and tries again.
    case staleToken
    /// There is no such call.
    case unknownCall
    /// The body is too large.
    case tooLarge

    var response: Response {
        switch self {
        case .badRequest(let why): return SyncResponse.text(why, .badRequest)
        case .signInNeeded:
            return SyncResponse.text("Sign in again: the app password was removed or never existed.", .unauthorized)
        case .staleToken:
            var response = SyncResponse.text("The token is too old; ask for another one.", .unauthorized)
            if let name = HTTPField.Name("X-Reader-Google-Bad-Token") { response.headers[name] = "true" }
            return response
        case .unknownCall: return SyncResponse.text("Tidings has no such call.", .notFound)
        case .tooLarge: return SyncResponse.text("The body is too large.", .contentTooLarge)
        }
    }
}
