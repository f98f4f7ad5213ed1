import Fetching
import News
import Untrusted

/// Counts the comments of a list's posts, which have no count of their own, with one request for all of them. Without
/// pingbacks, as the API gives none.
struct WordPressCommentCounts: Sendable {
    let api: JSONAPIClient

    /// Of 100 comments, WordPress' maximum. With more comments, no post's count is known.
    private static let maxPages = 3

    /// By the posts' ids; empty where it could not be learnt, which costs the list nothing.
    func counts(of posts: [JSONValue], _ root: RESTRoot) async -> [String: Int] {
        var counts: [String: Int] = [:]
        // The API refuses the request for all if one of them is protected.
        for post in posts where !WordPressMapper.isProtected(post) {
            if let id = post["id"]?.nonEmptyString { counts[id] = 0 }
        }
        guard !counts.isEmpty else { return [:] }
        let ids = counts.keys.sorted().joined(separator: ",")
        do {
            var next: String? = root.address(
                "/wp/v2/comments", ["post": ids, "per_page": "100", "_fields": "id,post"])
            for _ in 1...Self.maxPages {
                guard let address = next else { break }
                let response = try await api.fetch(address)
                guard Self.pageCount(response) <= Self.maxPages else { return [:] }
                for comment in try api.value(of: response).elements ?? [] {
                    if let id = comment["post"]?.nonEmptyString { counts[id, default: 0] += 1 }
                }
                next = NextPageLink(response).cursor?.rawValue
            }
            return next == nil ? counts : [:]
        } catch {
            return [:]
        }
    }

    /// 0 where the site does not tell.
    private static func pageCount(_ response: FetchResponse) -> Int {
        response.header("X-WP-TotalPages").flatMap { UntrustedInteger($0) }?.int(clampedTo: 0...1_000_000) ?? 0
    }
}
