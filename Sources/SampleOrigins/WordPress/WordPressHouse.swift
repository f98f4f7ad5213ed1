internal import Foundation

/// The student paper as one answer sees it: its stories, its comments, its set-up, at an instant.
struct WordPressHouse: Sendable {
    let publication: Publication
    /// Without a slash at its end.
    let site: String
    let manners: WordPressManners
    let startAt: Date
    let now: Date

    /// Newest first.
    var posts: [WordPressPost] {
        guard !manners.isEmpty else { return [] }
        return WordPressPost.all(publication.stories, startAt: startAt).filter {
            $0.publishedAt <= now && !manners.withdrawn.contains($0.slug)
        }
    }

    func posts(in category: WordPressCategory) -> [WordPressPost] { posts.filter { $0.categories.contains(category) } }

    func link(_ post: WordPressPost) -> String { manners.isPlain ? "\(site)/?p=\(post.id)" : site + post.path }

    func feedLink(_ post: WordPressPost) -> String {
        manners.isPlain ? "\(site)/?feed=rss2&p=\(post.id)" : "\(site)\(post.path)feed/"
    }

    /// The interface's root, as pages name it.
    var interface: String { manners.isPlain ? "\(site)/?rest_route=/" : "\(site)/wp-json/" }

    func isOpen(_ post: WordPressPost) -> Bool { !manners.closed.contains(post.slug) }

    /// What was said by now, in order; of what waits for approval everything, as its writer sees it.
    func comments(of post: WordPressPost) -> [WordPressComment] {
        let all = (WordPressComment.written[post.slug] ?? []) + (manners.more[post.slug] ?? [])
        return all.filter { date(of: $0, on: post) <= now }.sorted { ($0.minutes, $0.id) < ($1.minutes, $1.id) }
    }

    func date(of comment: WordPressComment, on post: WordPressPost) -> Date {
        post.publishedAt.addingTimeInterval(60 * Double(comment.minutes))
    }
}
