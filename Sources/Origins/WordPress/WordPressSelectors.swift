import Markup

/// The selectors for WordPress' templates (wp-includes/class-walker-comment.php, comment-template.php, WordPress 2.7 to
/// 7) and for themes with other names.
enum WordPressSelectors {
    // MARK: The page

    static let api = ElementSelector("link[rel=https://api.w.org/]")
    static let shortLink = ElementSelector("link[rel=shortlink]")
    static let postField = ElementSelector("input[name=comment_post_ID]")
    static let body = ElementSelector("body")
    static let passwordForm = ElementSelector("form.post-password-form, .post-password-form form")
    static let article = ElementSelector("article, .post, .hentry, .type-post")

    // MARK: The thread

    static let comment = ElementSelector(
        "li.comment, li.pingback, li.trackback, .comment[id], .pingback[id], .trackback[id]")
    static let numberedElement = ElementSelector("[id^=div-comment-], [id^=comment-], [id^=li-comment-]")
    static let list = ElementSelector("ol.commentlist, ol.comment-list, ul.commentlist, ul.comment-list, .comment-list")
    /// The area around a thread, even an empty one.
    static let commentArea = ElementSelector(
        "#comments, .comments-area, #respond, .comment-respond, .wp-block-comments")
    static let title = ElementSelector(
        ".comments-title, #comments-title, h2#comments, h3#comments, h4#comments, .comment-title, .wp-block-comments-title"
    )
    static let form = ElementSelector("form#commentform, #respond form, form[action*=wp-comments-post.php]")
    static let mustSignIn = ElementSelector(".must-log-in")
    static let closed = ElementSelector(".no-comments, .nocomments, .comments-closed")
    static let link = ElementSelector("a[href]")
    static let paragraph = ElementSelector("p")

    // MARK: One comment

    static let html5Text = ElementSelector(
        ".comment-content, .comment-text, .comment-entry, .comment-body-text, [itemprop=text], .wp-block-comment-content"
    )
    static let xhtmlText = ElementSelector(".comment-body, .comment-box, .commentbody")
    static let legacyText = ElementSelector(".commentmetadata, cite")
    static let name = ElementSelector(".fn, .wp-block-comment-author-name, [itemprop=author]")
    static let author = ElementSelector(".comment-author, .comment-author-name, cite")
    static let time = ElementSelector("time[datetime]")
    static let date = ElementSelector(
        ".comment-metadata a, .commentmetadata a, .comment-meta a, .comment-date, .comment-time, .commentmetadata, .comment-meta"
    )
    static let pending = ElementSelector(".comment-awaiting-moderation")
    /// The elements in a comment that are not part of its text.
    static let boilerplate = ElementSelector(
        ".comment-author, .comment-meta, .commentmetadata, .comment-metadata, .reply, .comment-reply-link, "
            + ".comment-awaiting-moderation, .says, .avatar, .edit-link, .comment-edit-link, .children, .sharedaddy, "
            + ".comment-likes, form")

    /// The comment services of other sites, by the element that each service's script looks for.
    static let thirdPartyServices: [(selector: ElementSelector?, name: String)] = [
        (ElementSelector("#disqus_thread"), "Disqus"), (ElementSelector(".fb-comments"), "Facebook"),
        (ElementSelector("#remark42"), "Remark42"), (ElementSelector("#isso-thread"), "Isso"),
        (ElementSelector(".giscus"), "giscus"), (ElementSelector("#coral_thread"), "Coral"),
        (ElementSelector("#hyvor-talk-view"), "Hyvor Talk"), (ElementSelector("#spot-im-frame-inpage"), "OpenWeb"),
        (ElementSelector("[data-spot-im-module-default-area]"), "OpenWeb"),
        (ElementSelector("#IDCommentsNewThreadCover"), "IntenseDebate"),
        (ElementSelector("#livefyre-comments"), "Livefyre"),
    ]
}
