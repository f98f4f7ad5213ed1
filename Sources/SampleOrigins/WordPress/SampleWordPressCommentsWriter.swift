internal import Foundation

/// A writer of comments in the markup of WordPress' walkers and form.
struct SampleWordPressCommentsWriter {
    let snapshot: SampleWordPressSnapshot
    let post: SampleWordPressPost
    /// The number of the comment page; nil for the story's own page.
    let requestedPage: Int?

    private var all: [SampleWordPressComment] { snapshot.comments(of: post) }
    private var roots: [SampleWordPressComment] {
        let known = Set(all.map(\.id))
        return all.filter { $0.parent.map { !known.contains($0) } ?? true }
    }

    private func replies(to id: Int) -> [SampleWordPressComment] { all.filter { $0.parent == id } }

    // MARK: Pages

    private var pageCount: Int {
        guard let size = snapshot.behaviour.threadsPerPage, size > 0 else { return 1 }
        return max(1, (roots.count + size - 1) / size)
    }

    private var page: Int { requestedPage ?? (snapshot.behaviour.showsNewestPageFirst ? pageCount : 1) }

    private var visibleComments: [SampleWordPressComment] {
        var shown = roots
        if let size = snapshot.behaviour.threadsPerPage {
            shown = Array(roots.dropFirst((page - 1) * size).prefix(size))
        }
        // WordPress reverses each page by itself (`reverse_top_level`): page 1 has the oldest either way.
        return snapshot.behaviour.showsNewestThreadFirst ? shown.reversed() : shown
    }

    private func address(ofPage number: Int, fragment: String = "comments") -> String {
        XMLEscaping.escaped(
            snapshot.behaviour.usesPlainPermalinks
                ? "\(snapshot.link(post))&cpage=\(number)#\(fragment)"
                : "\(snapshot.link(post))comment-page-\(number)/#\(fragment)"
        )
    }

    private var navigation: String {
        var links = ""
        if page > 1 {
            links += "<div class=\"nav-previous\"><a href=\"\(address(ofPage: page - 1))\">&larr; Older</a></div>"
        }
        if page < pageCount {
            links += "<div class=\"nav-next\"><a href=\"\(address(ofPage: page + 1))\">Newer &rarr;</a></div>"
        }
        return links.isEmpty ? "" : "<nav class=\"comment-navigation\">\(links)</nav>\n"
    }

    // MARK: The comment area

    /// The HTML of the comment area; empty if closed and without comments.
    var html: String {
        // `comments_template` shows nothing for a protected post.
        guard !snapshot.isProtected(post) else { return "" }
        let count = all.filter { !$0.isPending }.count
        switch snapshot.behaviour.markup {
        case .thirdParty: return "<div id=\"disqus_thread\"></div><script src=\"/js/embed.js\"></script>\n"
        case .unknown: return unknownMarkup
        case .loadedByScript:
            return "<section id=\"comments\"><h2 class=\"comments-title\">\(count) Responses</h2>\(form)</section>\n"
        default: break
        }
        guard snapshot.isOpen(post) || !all.isEmpty else { return "" }
        let list = snapshot.behaviour.markup == .xhtml ? "commentlist" : "comment-list"
        let title =
            all.isEmpty
            ? "" : "<h2 class=\"comments-title\">\(count == 1 ? "One thought" : "\(count) thoughts") on this</h2>\n"
        let items = visibleComments.map { item($0, depth: 1) }.joined()
        return """
            <div id="comments" class="comments-area">
            \(title)\(navigation)\(visibleComments.isEmpty ? "" : "<ol class=\"\(list)\">\n\(items)</ol>\n")\(navigation)\
            \(snapshot.isOpen(post) ? form : "<p class=\"no-comments\">Comments are closed.</p>")
            </div>

            """
    }

    private var unknownMarkup: String {
        let items = all.map {
            "<div class=\"voice\"><b>\(XMLEscaping.escaped($0.name))</b><div>\($0.paragraphs)</div></div>\n"
        }
        return "<div class=\"voices\">\(items.joined())</div>\n"
    }

    var form: String {
        guard !snapshot.behaviour.requiresSignIn else {
            return "<div id=\"respond\" class=\"comment-respond\"><p class=\"must-log-in\">You must be "
                + "<a href=\"\(snapshot.site)/wp-login.php\">logged in</a> to post a comment.</p></div>\n"
        }
        return SampleWordPressFormWriter(snapshot: snapshot, post: post).html
    }

    // MARK: One comment

    private func item(_ comment: SampleWordPressComment, depth: Int) -> String {
        let below = replies(to: comment.id)
        let inner = below.map { item($0, depth: depth + 1) }.joined()
        let isFlat = snapshot.behaviour.flattensReplies
        let nested =
            below.isEmpty || isFlat
            ? ""
            : snapshot.behaviour.markup == .xhtml
                ? "<ul class='children'>\n\(inner)</ul>\n" : "<ol class=\"children\">\n\(inner)</ol>\n"
        let kind = comment.isPingback ? "pingback" : "comment"
        let marks =
            (comment.isByAuthor ? " byuser comment-author-staff bypostauthor" : "")
            + " even thread-even depth-\(depth)" + (below.isEmpty ? "" : " parent")
        if comment.isPingback, !snapshot.behaviour.showsWholePingbacks { return pingback(comment, marks) }
        switch snapshot.behaviour.markup {
        case .xhtml:
            return "<li class=\"\(kind)\(marks)\" id=\"comment-\(comment.id)\">\n\(xhtml(comment))\(nested)</li>\n"
        case .twentyEleven:
            return
                "<li class=\"\(kind)\(marks)\" id=\"li-comment-\(comment.id)\">\n\(twentyEleven(comment))\(nested)</li>\n"
        default:
            return "<li id=\"comment-\(comment.id)\" class=\"\(kind)\(marks)\">\n\(html5(comment))\(nested)</li>\n"
                + (isFlat ? inner : "")
        }
    }

    private func pingback(_ comment: SampleWordPressComment, _ marks: String) -> String {
        let link =
            "<a href=\"\(XMLEscaping.escaped(comment.site ?? "#"))\" class=\"url\" rel=\"ugc external nofollow\">"
            + "\(XMLEscaping.escaped(comment.name))</a>"
        if snapshot.behaviour.markup == .twentyEleven {
            return "<li class=\"post pingback\"><p>Pingback: \(link)</p></li>\n"
        }
        return "<li id=\"comment-\(comment.id)\" class=\"pingback\(marks)\">\n"
            + "<div class=\"comment-body\">\nPingback: \(link)\n</div>\n</li>\n"
    }

    private func name(_ comment: SampleWordPressComment) -> String {
        let name = XMLEscaping.escaped(comment.name)
        guard let site = comment.site else { return name }
        return "<a href=\"\(XMLEscaping.escaped(site))\" class=\"url\" rel=\"ugc external nofollow\">\(name)</a>"
    }

    private var avatar: String {
        "<img alt='' src='\(snapshot.site)/wp-content/avatar.png' class='avatar avatar-32 photo' height='32' width='32' />"
    }

    private func link(_ comment: SampleWordPressComment) -> String {
        // The link names the page, unless it is the first page and the story's own (`get_comment_link`).
        let isNamed =
            snapshot.behaviour.threadsPerPage != nil && (snapshot.behaviour.showsNewestPageFirst || page > 1)
        return isNamed
            ? address(ofPage: page, fragment: "comment-\(comment.id)")
            : XMLEscaping.escaped("\(snapshot.link(post))#comment-\(comment.id)")
    }

    private func pending(_ comment: SampleWordPressComment) -> String {
        guard comment.isPending else { return "" }
        return "<em class=\"comment-awaiting-moderation\">Your comment waits to be approved.</em>\n<br />\n"
    }

    private func reply(_ comment: SampleWordPressComment) -> String {
        guard snapshot.isOpen(post) else { return "" }
        return """
            <div class="reply"><a rel="nofollow" class="comment-reply-link" \
            href="\(XMLEscaping.escaped(snapshot.link(post)))?replytocom=\(comment.id)#respond" data-commentid="\(comment.id)" \
            data-postid="\(post.id)" data-belowelement="div-comment-\(comment.id)" data-respondelement="respond" \
            data-replyto="Reply to \(XMLEscaping.escaped(comment.name))">Reply</a></div>

            """
    }

    private func xhtml(_ comment: SampleWordPressComment) -> String {
        """
        <div id="div-comment-\(comment.id)" class="comment-body">
        <div class="comment-author vcard">\(avatar)
        <cite class="fn">\(name(comment))</cite> <span class="says">says:</span></div>
        \(pending(comment))<div class="comment-meta commentmetadata"><a href="\(link(comment))">
        \(formattedDate(comment))</a></div>
        \(comment.paragraphs)\(reply(comment))</div>

        """
    }

    private func html5(_ comment: SampleWordPressComment) -> String {
        """
        <article id="div-comment-\(comment.id)" class="comment-body"><footer class="comment-meta">
        <div class="comment-author vcard">\(avatar) <b class="fn">\(name(comment))</b>
        <span class="says">says:</span></div>
        <div class="comment-metadata"><a href="\(link(comment))"><time datetime="\(isoDate(comment))">\(formattedDate(comment))\
        </time></a></div>
        \(pending(comment))</footer>
        <div class="comment-content">
        \(comment.paragraphs)</div>
        \(reply(comment))</article>

        """
    }

    private func twentyEleven(_ comment: SampleWordPressComment) -> String {
        """
        <article id="comment-\(comment.id)" class="comment"><footer class="comment-meta">
        <div class="comment-author vcard">\(avatar)<span class="fn">\(name(comment))</span> on \
        <a href="\(link(comment))"><time datetime="\(isoDate(comment))">\(formattedDate(comment))</time></a> \
        <span class="says">said:</span></div>\(pending(comment))</footer>
        <div class="comment-content">\(comment.paragraphs)</div>
        \(reply(comment))</article>

        """
    }

    /// Formats a date such as `2026-11-21T17:24:14+00:00`.
    private func isoDate(_ comment: SampleWordPressComment) -> String {
        TimestampFormatter(snapshot.date(of: comment, on: post)).rfc3339.dropLast() + "+00:00"
    }

    /// Formats a date such as `April 2, 2013 at 9:15 am`.
    private func formattedDate(_ comment: SampleWordPressComment) -> String {
        let text = TimestampFormatter(snapshot.date(of: comment, on: post)).rfc3339
        let numbers = text.split { !$0.isNumber }.compactMap { Int($0) }
        guard numbers.count >= 5 else { return text }
        let hour = numbers[3] % 12 == 0 ? 12 : numbers[3] % 12
        let minute = numbers[4] < 10 ? "0\(numbers[4])" : "\(numbers[4])"
        return "\(Self.months[numbers[1] - 1]) \(numbers[2]), \(numbers[0]) at \(hour):\(minute) "
            + (numbers[3] < 12 ? "am" : "pm")
    }

    private static let months = [
        "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
        "December",
    ]
}
