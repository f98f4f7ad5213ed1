internal import Foundation

/// The site at one instant.
struct WordPressSnapshot: Sendable {
    let publication: Publication
    /// Without a trailing slash.
    let site: String
    let behaviour: WordPressBehaviour
    let startAt: Date
    let now: Date
    let visitors: WordPressVisitors
    /// Of the address asked for.
    var fields: [String: String] = [:]
    /// Whether a page of comments was asked for by its number.
    var isCommentPage = false

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

    func isProtected(_ post: WordPressPost) -> Bool { behaviour.protectedSlugs.contains(post.slug) }

    func title(of post: WordPressPost) -> String { (isProtected(post) ? "Protected: " : "") + post.story.title }

    /// In the place of a protected post's excerpt.
    static let protectedExcerpt = "There is no excerpt because this is a protected post."

    /// As `get_the_password_form` writes it in the place of text.
    func passwordForm(_ post: WordPressPost) -> String {
        """
        <form action="\(site)/wp-login.php?action=postpass" class="post-password-form" method="post">
        <p>This content is password protected. To view it please enter your password below:</p>
        <p><label for="pwbox-\(post.id)">Password: <input name="post_password" id="pwbox-\(post.id)" type="password" \
        size="20" /></label> <input type="submit" name="Submit" value="Enter" /></p></form>

        """
    }

    func isOpen(_ post: WordPressPost) -> Bool { !behaviour.commentsClosedSlugs.contains(post.slug) }

    /// Published by now, in order, including unapproved ones.
    func comments(of post: WordPressPost) -> [WordPressComment] {
        let delay = behaviour.commenting.approvalDelay
        let left = visitors.comments(of: post.slug, at: now, approvedAfter: delay).filter(isShown)
        let all =
            (WordPressComment.allBySlug[post.slug] ?? []) + (behaviour.extraComments[post.slug] ?? [])
            + left.map { $0.shown(after: post.publishedAt) }
        return all.filter { date(of: $0, on: post) <= now }.sorted { ($0.minutes, $0.id) < ($1.minutes, $1.id) }
    }

    /// What waits shows for ten minutes to who was led to it.
    private func isShown(_ comment: WordPressVisitorComment) -> Bool {
        switch comment.state {
        case .approved: true
        case .spam: false
        case .waiting:
            fields["unapproved"] == "\(comment.id)" && fields["moderation-hash"] == comment.moderationHash
                && now.timeIntervalSince(comment.receivedAt) < 600
        }
    }

    func date(of comment: WordPressComment, on post: WordPressPost) -> Date {
        post.publishedAt.addingTimeInterval(60 * Double(comment.minutes))
    }
}
