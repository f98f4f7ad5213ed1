internal import Foundation

/// The site at one instant.
struct SampleWordPressSnapshot: Sendable {
    let publication: Publication
    /// The base URL, without a trailing slash.
    let site: String
    let behaviour: SampleWordPressBehaviour
    let startAt: Date
    let now: Date
    let visitors: SampleWordPressVisitors
    /// The fields of the requested URL's query.
    var fields: [String: String] = [:]
    /// True if a page of comments was requested by its number.
    var isCommentPage = false

    /// The published posts, newest first.
    var posts: [SampleWordPressPost] {
        guard !behaviour.isEmpty else { return [] }
        return SampleWordPressPost.all(publication.stories, startAt: startAt).filter {
            $0.publishedAt <= now && !behaviour.removedSlugs.contains($0.slug)
        }
    }

    func posts(in category: SampleWordPressCategory) -> [SampleWordPressPost] {
        posts.filter { $0.categories.contains(category) }
    }

    func link(_ post: SampleWordPressPost) -> String {
        behaviour.usesPlainPermalinks ? "\(site)/?p=\(post.id)" : site + post.path
    }

    func feedLink(_ post: SampleWordPressPost) -> String {
        behaviour.usesPlainPermalinks ? "\(site)/?feed=rss2&p=\(post.id)" : "\(site)\(post.path)feed/"
    }

    var restRoot: String { behaviour.usesPlainPermalinks ? "\(site)/?rest_route=/" : "\(site)/wp-json/" }

    func isProtected(_ post: SampleWordPressPost) -> Bool { behaviour.protectedSlugs.contains(post.slug) }

    func title(of post: SampleWordPressPost) -> String { (isProtected(post) ? "Protected: " : "") + post.story.title }

    /// The text that replaces a protected post's excerpt.
    static let protectedExcerpt = "There is no excerpt because this is a protected post."

    /// Returns the form that replaces a protected post's text (`get_the_password_form`).
    func passwordForm(_ post: SampleWordPressPost) -> String {
        """
        <form action="\(site)/wp-login.php?action=postpass" class="post-password-form" method="post">
        <p>This content is password protected. To view it please enter your password below:</p>
        <p><label for="pwbox-\(post.id)">Password: <input name="post_password" id="pwbox-\(post.id)" type="password" \
        size="20" /></label> <input type="submit" name="Submit" value="Enter" /></p></form>

        """
    }

    func isOpen(_ post: SampleWordPressPost) -> Bool { !behaviour.commentsClosedSlugs.contains(post.slug) }

    /// Returns the comments published by now, in order, including unapproved ones.
    func comments(of post: SampleWordPressPost) -> [SampleWordPressComment] {
        let delay = behaviour.commenting.approvalDelay
        let left = visitors.comments(of: post.slug, at: now, approvedAfter: delay).filter(isShown)
        let all =
            (SampleWordPressComment.allBySlug[post.slug] ?? []) + (behaviour.extraComments[post.slug] ?? [])
            + left.map { $0.shown(after: post.publishedAt) }
        return all.filter { date(of: $0, on: post) <= now }.sorted { ($0.minutes, $0.id) < ($1.minutes, $1.id) }
    }

    /// Returns true if a comment is shown: a waiting one for ten minutes, to a visitor with its moderation hash.
    private func isShown(_ comment: SampleWordPressVisitorComment) -> Bool {
        switch comment.state {
        case .approved: true
        case .spam: false
        case .waiting:
            fields["unapproved"] == "\(comment.id)" && fields["moderation-hash"] == comment.moderationHash
                && now.timeIntervalSince(comment.receivedAt) < 600
        }
    }

    func date(of comment: SampleWordPressComment, on post: SampleWordPressPost) -> Date {
        post.publishedAt.addingTimeInterval(60 * Double(comment.minutes))
    }
}
