import Feeds
import Fetching
import Foundation
import Markup
import News
import URLs
import Untrusted

/// A client for requests with a member's cookie. Requests go only to the site's own origin, with the pauses of other
/// pages. Nothing of the responses is kept except the tokens of the session.
struct HackerNewsMemberClient: Sendable {
    let fetcher: Fetcher
    let mapper: HackerNewsPageMapper
    let endpoints: HackerNewsEndpoints
    let spacing: Duration
    let tokens: MemberTokenCache
    let now: @Sendable () -> Date

    private static let maxPageBytes = 4 << 20
    private static let maxCookieBytes = 4_096
    static let cookieName = "user"
    static let accept = "text/html, application/xhtml+xml;q=0.9"

    var host: String { endpoints.host }
    var selectors: HackerNewsSelectors { mapper.selectors }

    // MARK: Reading

    /// Fetches a page and verifies that it is shown to the signed-in member.
    /// - Throws: `.signInNeeded` if the session is lost.
    func memberPage(_ address: String, as session: MemberSession) async throws(SourceError) -> HackerNewsMemberPage {
        let page = try await page(address, as: session)
        guard page.isSignedIn(as: session) else { throw page.failure(at: host) }
        guard !page.isCutOff else { throw .unreadable(FailureCause(.doubtfulPage(.cutOff), at: host)) }
        tokens.record(controls(on: page), at: endpoints.site, for: session, now: now())
        return page
    }

    func controls(on page: HackerNewsMemberPage) -> [Int: HackerNewsControls] {
        HackerNewsControls.all(in: page.root, selectors: selectors, endpoints: endpoints)
    }

    /// Fetches a page.
    /// - Parameter session: nil for a request without a cookie.
    func page(_ address: String, as session: MemberSession?) async throws(SourceError) -> HackerNewsMemberPage {
        guard let url = WebAddress(address), endpoints.isAtOrigin(url) else {
            throw .notAllowed(FailureCause(.foreignPage(address), at: host))
        }
        var request = FetchRequest(address: address, accept: Self.accept, bodyLimit: Self.maxPageBytes)
        request.minimumSpacing = spacing
        request.backoffStatuses = HackerNewsScraper.backoffStatuses
        if let session {
            guard Self.isSendable(session.cookie) else { throw .signInNeeded }
            request.headers = [("Cookie", session.cookie)]
        }
        let response: FetchResponse
        do { response = try await fetcher.fetch(request) } catch { throw SourceError(error, site: host) }
        // The cookie is not sent along a redirect to another site, and the target is not a page of this site.
        guard let final = WebAddress(response.address), endpoints.isAtOrigin(final) else {
            throw .notAllowed(FailureCause(.foreignPage(response.address), at: host))
        }
        let html: String
        do { html = try DocumentDecoder.webPage(response.body, charset: response.charset) } catch {
            throw .unreadable(FailureCause(error, site: host))
        }
        return HackerNewsMemberPage(html, address: final, selectors: selectors)
    }

    // MARK: Sending

    /// Sends a form or follows a link, once, without following redirects. Responses of every status are returned.
    /// - Throws: `FetchError`; `.busy` only if nothing was sent.
    func send(
        _ address: WebAddress, method: PreparedAction.Method, fields: [(name: String, value: String)],
        as session: MemberSession?
    ) async throws(FetchError) -> FetchResponse {
        guard endpoints.isAtOrigin(address) else { throw .badAddress(address.origin) }
        var request = FetchRequest(address: address.text, accept: Self.accept, bodyLimit: Self.maxPageBytes)
        request.changesState = true
        request.acceptsErrorStatuses = true
        request.acceptsBackoffStatuses = true
        request.minimumSpacing = spacing
        request.backoffStatuses = HackerNewsScraper.backoffStatuses
        // The site's referrer policy lets browsers send only the origin.
        request.headers = [("Referer", endpoints.site + "/")]
        if let session { request.headers.append(("Cookie", session.cookie)) }
        if method == .post {
            request.method = .post
            request.headers.append(("Content-Type", URLEncodedForm.contentType))
            request.body = URLEncodedForm.body(fields)
        }
        return try await fetcher.fetch(request)
    }

    func page(of response: FetchResponse, at address: WebAddress) -> HackerNewsMemberPage {
        HackerNewsMemberPage(
            DocumentDecoder.decoded(response.body, charset: response.charset), address: address, selectors: selectors)
    }

    // MARK: Cookies

    /// Returns the `Cookie` header value for the session that a response starts; the cookie's attributes are ignored.
    static func sessionCookie(in response: FetchResponse) -> String? {
        response.values(of: "set-cookie").lazy.compactMap { field in
            let pair = field.prefix { $0 != ";" }.split(separator: "=", maxSplits: 1)
            guard pair.count == 2, pair[0].trimmingCharacters(in: .whitespaces) == cookieName else { return nil }
            return sessionCookie(value: String(pair[1]))
        }.first
    }

    /// Returns the `Cookie` header value for a session.
    /// - Returns: nil if the text is not a valid cookie value (RFC 6265 §4.1.1).
    static func sessionCookie(value: String) -> String? {
        var value = value.trimmingCharacters(in: .whitespacesAndNewlines)
        if value.count > 1, value.hasPrefix("\""), value.hasSuffix("\"") {
            value = String(value.dropFirst().dropLast())
        }
        let isShort = value.utf8.count <= maxCookieBytes
        guard !value.isEmpty, isShort, value.utf8.allSatisfy(isCookieOctet) else { return nil }
        return "\(cookieName)=\(value)"
    }

    /// Returns the user name in a cookie such as `juniper&token`.
    static func name(in cookie: String) -> String? {
        let parts = cookie.dropFirst(cookieName.count + 1).split(separator: "&", omittingEmptySubsequences: false)
        guard parts.count > 1, let name = parts.first.flatMap({ String($0).removingPercentEncoding }) else {
            return nil
        }
        let printable = MemberSession.printable(name)
        return printable.isEmpty ? nil : printable
    }

    private static func isCookieOctet(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x21, 0x23...0x2B, 0x2D...0x3A, 0x3C...0x5B, 0x5D...0x7E: true
        default: false
        }
    }

    /// Returns true if no byte of the stored cookie can end the header field.
    static func isSendable(_ cookie: String) -> Bool {
        !cookie.isEmpty && cookie.utf8.allSatisfy { (0x20...0x7E).contains($0) }
    }
}
