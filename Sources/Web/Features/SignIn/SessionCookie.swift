import Foundation
import HTTPTypes
import Hummingbird
import Library
import Untrusted

/// The session cookie (docs/decisions/0012): `__Host-` over https (RFC 6265bis §4.1.3.2), no Domain, HttpOnly,
/// SameSite=Lax.
enum SessionCookie {
    /// Has the port, which cookies ignore: two servers on one host must not sign each other out.
    static func name(for client: ClientInfo) -> String { name("tidings", for: client) }

    static func name(_ plain: String, for client: ClientInfo) -> String {
        let port = client.host.reversed().prefix { $0.isNumber }.reversed().map(String.init).joined()
        let isNamed = !port.isEmpty && client.host.hasSuffix(":" + port)
        return (client.isSecure ? "__Host-" : "") + plain + (isNamed ? "-" + port : "")
    }

    /// Nil unless well-formed.
    static func token(_ request: Request, _ client: ClientInfo) -> SecretToken? {
        RequestCookies(of: request)[name(for: client)].flatMap { SecretToken($0) }
    }

    static func isSet(in response: Response, for client: ClientInfo) -> Bool {
        response.headers[values: .setCookie].contains { $0.hasPrefix(name(for: client) + "=") }
    }

    static func set(_ token: SecretToken, for client: ClientInfo, in response: inout Response) {
        response.setCookie(
            cookie(name(for: client), token.text, lifetime: ReaderSession.lifetime, isSecure: client.isSecure))
    }

    static func clear(for client: ClientInfo, in response: inout Response) {
        response.setCookie(cookie(name(for: client), "", lifetime: 0, isSecure: client.isSecure))
    }

    /// - Parameter lifetime: in seconds.
    static func cookie(_ name: String, _ value: String, lifetime: TimeInterval, isSecure: Bool) -> Cookie {
        Cookie(
            name: name, value: value, maxAge: Int(saturating: lifetime), path: "/", secure: isSecure, httpOnly: true,
            sameSite: .lax)
    }
}

/// Marks a device that has signed in before (OWASP, "Slow Down Online Guessing Attacks with Device Cookies"). It grants
/// no access: its failed sign-ins are counted apart, so that others cannot lock out the owner.
enum DeviceCookie {
    static func name(for client: ClientInfo) -> String { SessionCookie.name("tidings-device", for: client) }

    /// Nil unless well-formed; the Library validates it.
    static func token(_ request: Request, _ client: ClientInfo) -> SecretToken? {
        RequestCookies(of: request)[name(for: client)].flatMap { SecretToken($0) }
    }

    static func set(_ token: SecretToken, for client: ClientInfo, in response: inout Response) {
        response.setCookie(
            SessionCookie.cookie(
                name(for: client), token.text, lifetime: ReaderSession.deviceLifetime, isSecure: client.isSecure))
    }
}
