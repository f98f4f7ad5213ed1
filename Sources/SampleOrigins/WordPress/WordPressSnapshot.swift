internal import Foundation

/// The site at one instant.
struct WordPressSnapshot: Sendable {
    let publication: Publication
    /// Without a trailing slash.
    let site: String
    let behaviour: WordPressBehaviour
    let startAt: Date
    let now: Date

    /// Newest first.
    var posts: [WordPressPost] {
        guard !behaviour.isEmpty else { return [] }
        return WordPressPost.all(publication.stories, startAt: startAt).filter {
            $0.publishedAt <= now && !behaviour.removedSlugs.contains($0.slug)
        }
    }

    func posts(in category: WordPressCategory) -> [WordPressPost] { posts.filter { $0.categories.contains(category) } }

    func link(_ post: WordPressPost) -> String {
        behaviour.usesPlainPermalinks ? "\(site)/?p=\(post.id)" : site + post.path
    }

    func feedLink(_ post: WordPressPost) -> String {
        behaviour.usesPlainPermalinks ? "\(site)/?feed=rss2&p=\(post.id)" : "\(site)\(post.path)feed/"
    }

    var restRoot: String { behaviour.usesPlainPermalinks ? "\(site)/?rest_route=/" : "\(site)/wp-json/" }

    func isOpen(_ post: WordPressPost) -> Bool { !behaviour.commentsClosedSlugs.contains(post.slug) }

    /// Published by now, in order, including unapproved ones.
    func comments(of post: WordPressPost) -> [WordPressComment] {
        let all = (WordPressComment.allBySlug[post.slug] ?? []) + (behaviour.extraComments[post.slug] ?? [])
        return all.filter { date(of: $0, on: post) <= now }.sorted { ($0.minutes, $0.id) < ($1.minutes, $1.id) }
    }

    func date(of comment: WordPressComment, on post: WordPressPost) -> Date {
        post.publishedAt.addingTimeInterval(60 * Double(comment.minutes))
    }
}
