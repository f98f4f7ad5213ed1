import Foundation
import HTTPTypes
import Hummingbird
import Library
import Untrusted

/// The cookie that carries a session (decision 20): for https with the prefix that binds it to this very host
/// (RFC 6265bis §4.1.3.2), without Domain, unreadable for script, never sent with another site's POST.
enum SessionCookie {
    /// Cookies know no ports, so the port stands in the name: two houses on one machine do not sign each other out.
    static func name(for client: ClientInfo) -> String { name("tidings", for: client) }

    /// A name that is bound to this host where the connection allows it.
    static func name(_ plain: String, for client: ClientInfo) -> String {
        let port = client.host.reversed().prefix { $0.isNumber }.reversed().map(String.init).joined()
        let isNamed = !port.isEmpty && client.host.hasSuffix(":" + port)
        return (client.isSecure ? "__Host-" : "") + plain + (isNamed ? "-" + port : "")
    }

    /// The token a request shows, if it shows one of the right form.
    static func token(_ request: Request, _ client: ClientInfo) -> SecretToken? {
        RequestCookies(of: request)[name(for: client)].flatMap { SecretToken($0) }
    }

    /// Whether an answer says something of it already.
    static func isSet(in response: Response, for client: ClientInfo) -> Bool {
        response.headers[values: .setCookie].contains { $0.hasPrefix(name(for: client) + "=") }
    }

    static func set(_ token: SecretToken, for client: ClientInfo, in response: inout Response) {
        append(
            "\(name(for: client))=\(token.text); Max-Age=\(Int(saturating: ReaderSession.lifetime))", client, &response)
    }

    static func clear(for client: ClientInfo, in response: inout Response) {
        append("\(name(for: client))=; Max-Age=0", client, &response)
    }

    static func append(_ start: String, _ client: ClientInfo, _ response: inout Response) {
        let value = start + "; Path=/; HttpOnly; SameSite=Lax" + (client.isSecure ? "; Secure" : "")
        response.headers.append(HTTPField(name: .setCookie, value: value))
    }
}

/// The cookie by which a device is known that has signed in before (OWASP, "Slow Down Online Guessing Attacks with Device
/// Cookies"). It opens nothing: guesses that come with it are counted apart from strangers', so that these cannot make
/// the owner wait. As bound and as unreadable as the session's, and random as that is.
enum DeviceCookie {
    static func name(for client: ClientInfo) -> String { SessionCookie.name("tidings-device", for: client) }

    /// The cookie a request shows, if it shows one of the right form; only the Library knows whether it is a device's.
    static func token(_ request: Request, _ client: ClientInfo) -> SecretToken? {
        RequestCookies(of: request)[name(for: client)].flatMap { SecretToken($0) }
    }

    static func set(_ token: SecretToken, for client: ClientInfo, in response: inout Response) {
        SessionCookie.append(
            "\(name(for: client))=\(token.text); Max-Age=\(Int(ReaderSession.deviceLifetime))", client, &response)
    }
}
