import Fetching
import JSON
import News

/// The comment counts of a list's posts, which have no count of their own, fetched with one request for all posts.
/// Pingbacks are not counted, since the API omits them.
struct WordPressCommentCounts: Sendable {
    let api: JSONAPIClient

    /// The number of comments per page: WordPress' maximum.
    private static let pageSize = 100
    /// The maximum number of pages; if there are more comments, no post's count is known.
    private static let maxPages = 3

    /// Returns the counts by post id; empty if they are unavailable, which does not affect the list.
    func counts(of posts: [JSONValue], _ root: RESTRoot) async -> [String: Int] {
        var counts: [String: Int] = [:]
        // The API refuses the whole request if one post is protected.
        for post in posts where !WordPressMapper.isProtected(post) {
            if let id = post["id"]?.nonEmptyString { counts[id] = 0 }
        }
        guard !counts.isEmpty else { return [:] }
        let ids = counts.keys.sorted().joined(separator: ",")
        do {
            var next: String? = root.address(
                "/wp/v2/comments", ["post": ids, "per_page": "\(Self.pageSize)", "_fields": "id,post"])
            for _ in 1...Self.maxPages {
                guard let address = next else { break }
                let response = try await api.fetch(address)
                guard RESTPages.count(response) ?? 0 <= Self.maxPages else { return [:] }
                let comments = try api.value(of: response).elements
                for comment in comments ?? [] {
                    if let id = comment["post"]?.nonEmptyString { counts[id, default: 0] += 1 }
                }
                next = RESTPages.next(after: response, length: comments?.count ?? 0, pageSize: Self.pageSize)?.rawValue
            }
            return next == nil ? counts : [:]
        } catch {
            return [:]
        }
    }
}
