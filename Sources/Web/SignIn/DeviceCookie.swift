import Hummingbird
import Library

/// The cookie by which a device is known that has signed in before (OWASP, "Slow Down Online Guessing Attacks with Device
/// Cookies"). It opens nothing: guesses that come with it are counted apart from strangers', so that these cannot make
/// the owner wait. As bound and as unreadable as the session's, and random as that is.
enum DeviceCookie {
    static func name(for caller: Caller) -> String { SessionCookie.name("tidings-device", for: caller) }

    /// The cookie a request shows, if it shows one of the right form; only the Library knows whether it is a device's.
    static func token(_ request: Request, _ caller: Caller) -> Token? {
        Cookies(of: request)[name(for: caller)].flatMap { Token($0) }
    }

    static func set(_ token: Token, for caller: Caller, in response: inout Response) {
        SessionCookie.append(
            "\(name(for: caller))=\(token.text); Max-Age=\(Int(ReaderSession.deviceLifetime))", caller, &response)
    }
}
