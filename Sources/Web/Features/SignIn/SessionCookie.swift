import Foundation
import HTTPTypes
import Hummingbird
import Library
import Untrusted

/// The session cookie (docs/decisions/0012): `__Host-` over https (RFC 6265bis §4.1.3.2), no Domain, HttpOnly,
/// SameSite=Lax.
enum SessionCookie {
    /// Returns the cookie's name, which has the port, since cookies ignore ports: two servers on one host must not sign
    /// each other out.
    static func name(for client: ClientInfo) -> String { name("tidings", for: client) }

    static func name(_ plain: String, for client: ClientInfo) -> String {
        let port = client.host.reversed().prefix { $0.isNumber }.reversed().map(String.init).joined()
        let isNamed = !port.isEmpty && client.host.hasSuffix(":" + port)
        return (client.isSecure ? "__Host-" : "") + plain + (isNamed ? "-" + port : "")
    }

    /// Returns the session token of a request; nil unless well-formed.
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

    /// Returns a cookie with the attributes of the session cookie.
    /// - Parameter lifetime: the lifetime in seconds.
    static func cookie(_ name: String, _ value: String, lifetime: TimeInterval, isSecure: Bool) -> Cookie {
        Cookie(
            name: name, value: value, maxAge: Int(saturating: lifetime), path: "/", secure: isSecure, httpOnly: true,
            sameSite: .lax)
    }
}

/// The cookie that marks a device that has signed in before (OWASP, "Slow Down Online Guessing Attacks with Device
/// Cookies"). It grants no access: its failed sign-ins are counted separately, so that others cannot lock out the
/// owner.
enum DeviceCookie {
    static func name(for client: ClientInfo) -> String { SessionCookie.name("tidings-device", for: client) }

    /// Returns the device token of a request; nil unless well-formed. The Library validates the token.
    static func token(_ request: Request, _ client: ClientInfo) -> SecretToken? {
        RequestCookies(of: request)[name(for: client)].flatMap { SecretToken($0) }
    }

    static func set(_ token: SecretToken, for client: ClientInfo, in response: inout Response) {
        response.setCookie(
            SessionCookie.cookie(
                name(for: client), token.text, lifetime: ReaderSession.deviceLifetime, isSecure: client.isSecure))
    }
}
