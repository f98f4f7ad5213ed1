import Foundation
import HTTPTypes
import Hummingbird
import Library
import Untrusted

/// The cookie that carries a session (decision 20): for https with the prefix that binds it to this very host
/// (RFC 6265bis §4.1.3.2), without Domain, unreadable for script, never sent with another site's POST.
enum SessionCookie {
    /// Cookies know no ports, so the port stands in the name: two houses on one machine do not sign each other out.
    static func name(for caller: Caller) -> String { name("tidings", for: caller) }

    /// A name that is bound to this host where the connection allows it.
    static func name(_ plain: String, for caller: Caller) -> String {
        let port = caller.host.reversed().prefix { $0.isNumber }.reversed().map(String.init).joined()
        let isNamed = !port.isEmpty && caller.host.hasSuffix(":" + port)
        return (caller.isSecure ? "__Host-" : "") + plain + (isNamed ? "-" + port : "")
    }

    /// The token a request shows, if it shows one of the right form.
    static func token(_ request: Request, _ caller: Caller) -> Token? {
        Cookies(of: request)[name(for: caller)].flatMap { Token($0) }
    }

    /// Whether an answer says something of it already.
    static func isSet(in response: Response, for caller: Caller) -> Bool {
        response.headers[values: .setCookie].contains { $0.hasPrefix(name(for: caller) + "=") }
    }

    static func set(_ token: Token, for caller: Caller, in response: inout Response) {
        append(
            "\(name(for: caller))=\(token.text); Max-Age=\(Int(saturating: ReaderSession.lifetime))", caller, &response)
    }

    static func clear(for caller: Caller, in response: inout Response) {
        append("\(name(for: caller))=; Max-Age=0", caller, &response)
    }

    static func append(_ start: String, _ caller: Caller, _ response: inout Response) {
        let value = start + "; Path=/; HttpOnly; SameSite=Lax" + (caller.isSecure ? "; Secure" : "")
        response.headers.append(HTTPField(name: .setCookie, value: value))
    }
}
