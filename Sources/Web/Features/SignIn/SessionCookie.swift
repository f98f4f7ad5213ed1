import Foundation
import HTTPTypes
import Hummingbird
import Library
import Untrusted

/// The session cookie (docs/decisions/0012): over https with the `__Host-` prefix (RFC 6265bis §4.1.3.2), without
/// Domain, HttpOnly and SameSite=Lax.
enum SessionCookie {
    /// Cookies do not distinguish ports, so the port is part of the name: two servers on one host do not sign each
    /// other out.
    static func name(for client: ClientInfo) -> String { name("tidings", for: client) }

    /// A cookie name with the `__Host-` prefix over https, and with the port.
    static func name(_ plain: String, for client: ClientInfo) -> String {
        let port = client.host.reversed().prefix { $0.isNumber }.reversed().map(String.init).joined()
        let isNamed = !port.isEmpty && client.host.hasSuffix(":" + port)
        return (client.isSecure ? "__Host-" : "") + plain + (isNamed ? "-" + port : "")
    }

    /// The request's session token, if well-formed.
    static func token(_ request: Request, _ client: ClientInfo) -> SecretToken? {
        RequestCookies(of: request)[name(for: client)].flatMap { SecretToken($0) }
    }

    /// Whether the response already sets the cookie.
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

/// The cookie of a device that has signed in before (OWASP, "Slow Down Online Guessing Attacks with Device Cookies").
/// It grants no access: failed sign-ins with it are counted apart from those of unknown clients, so that these cannot
/// lock out the owner. It has the attributes of the session cookie and is as random.
enum DeviceCookie {
    static func name(for client: ClientInfo) -> String { SessionCookie.name("tidings-device", for: client) }

    /// The request's device token, if well-formed; only the Library knows whether it is valid.
    static func token(_ request: Request, _ client: ClientInfo) -> SecretToken? {
        RequestCookies(of: request)[name(for: client)].flatMap { SecretToken($0) }
    }

    static func set(_ token: SecretToken, for client: ClientInfo, in response: inout Response) {
        SessionCookie.append(
            "\(name(for: client))=\(token.text); Max-Age=\(Int(ReaderSession.deviceLifetime))", client, &response)
    }
}
