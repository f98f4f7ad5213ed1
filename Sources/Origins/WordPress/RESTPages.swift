import Fetching
import News
import URLs
import Untrusted

/// The pages of a list in the REST API.
enum RESTPages {
    private static let numbers = 1...1_000_000
    private static let counts = 0...1_000_000

    /// Returns the next page by the `Link` header, or by the number of pages for hosts that drop that header.
    static func next(after response: FetchResponse) -> SourceCursor? {
        NextPageLink(response).cursor ?? nextByCount(after: response)
    }

    static func nextByCount(after response: FetchResponse) -> SourceCursor? {
        guard let count = count(response), let here = WebAddress(response.address), number(of: here) < count else {
            return nil
        }
        return following(here)
    }

    /// Returns the next page, also for hosts that drop every header: a full page may be followed by another.
    /// - Parameter length: the number of entries on this page.
    static func next(after response: FetchResponse, length: Int, pageSize: Int) -> SourceCursor? {
        if let next = next(after: response) { return next }
        guard length >= pageSize, count(response) == nil else { return nil }
        return WebAddress(response.address).flatMap(following)
    }

    /// Returns the number of pages; nil if the site does not state it.
    static func count(_ response: FetchResponse) -> Int? {
        response.header("X-WP-TotalPages").flatMap { UntrustedInteger($0) }?.int(clampedTo: counts)
    }

    private static func number(of address: WebAddress) -> Int {
        address.value(ofQuery: "page").flatMap { UntrustedInteger($0)?.int(clampedTo: numbers) } ?? 1
    }

    private static func following(_ address: WebAddress) -> SourceCursor? {
        address.setting(query: "page", "\(number(of: address) + 1)").map { SourceCursor(rawValue: $0.text) }
    }
}
