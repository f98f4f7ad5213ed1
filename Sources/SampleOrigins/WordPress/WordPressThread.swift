internal import Foundation

/// Writes a story's comments as WordPress' walkers and form do (protocols 2.7 and 2.8).
struct WordPressThread {
    let house: WordPressHouse
    let post: WordPressPost
    /// The page of comments that is wanted; nil for the story's own.
    let wanted: Int?

    private var all: [WordPressComment] { house.comments(of: post) }
    private var roots: [WordPressComment] {
        let known = Set(all.map(\.id))
        return all.filter { $0.parent.map { !known.contains($0) } ?? true }
    }

    private func answers(to id: Int) -> [WordPressComment] { all.filter { $0.parent == id } }

    // MARK: Pages

    private var pageCount: Int {
        guard let size = house.manners.threadsPerPage, size > 0 else { return 1 }
        return max(1, (roots.count + size - 1) / size)
    }

    private var page: Int { wanted ?? (house.manners.newestPageFirst ? pageCount : 1) }

    private var shown: [WordPressComment] {
        guard let size = house.manners.threadsPerPage else { return roots }
        return Array(roots.dropFirst((page - 1) * size).prefix(size))
    }

    private func address(ofPage number: Int) -> String {
        Markings.escaped(
            house.manners.isPlain
                ? "\(house.link(post))&cpage=\(number)#comments" : "\(house.link(post))comment-page-\(number)/#comments"
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

    // MARK: The whole

    /// The part of the page below the story; empty where comments are closed and there are none.
    var html: String {
        let count = all.filter { !$0.isPending }.count
        switch house.manners.markup {
        case .elsewhere: return "<div id=\"disqus_thread\"></div><script src=\"/js/embed.js\"></script>\n"
        case .unknown: return strange
        case .fetchedLater:
            return "<section id=\"comments\"><h2 class=\"comments-title\">\(count) Responses</h2>\(form)</section>\n"
        default: break
        }
        guard house.isOpen(post) || !all.isEmpty else { return "" }
        let list = house.manners.markup == .xhtml ? "commentlist" : "comment-list"
        let title =
            all.isEmpty
            ? "" : "<h2 class=\"comments-title\">\(count == 1 ? "One thought" : "\(count) thoughts") on this</h2>\n"
        let items = shown.map { item($0, depth: 1) }.joined()
        return """
            <div id="comments" class="comments-area">
            \(title)\(navigation)\(shown.isEmpty ? "" : "<ol class=\"\(list)\">\n\(items)</ol>\n")\(navigation)\
            \(house.isOpen(post) ? form : "<p class=\"no-comments\">Comments are closed.</p>")
            </div>

            """
    }

    /// In names of its own.
    private var strange: String {
        let items = all.map {
            "<div class=\"voice\"><b>\(Markings.escaped($0.name))</b><div>\($0.paragraphs)</div></div>\n"
        }
        return "<div class=\"voices\">\(items.joined())</div>\n"
    }

    var form: String {
        guard !house.manners.wantsSignIn else {
            return "<div id=\"respond\" class=\"comment-respond\"><p class=\"must-log-in\">You must be "
                + "<a href=\"\(house.site)/wp-login.php\">logged in</a> to post a comment.</p></div>\n"
        }
        return """
            <div id="respond" class="comment-respond"><h3 id="reply-title" class="comment-reply-title">Say something</h3>
            <form action="\(house.site)/wp-comments-post.php" method="post" id="commentform" class="comment-form">
            <p><textarea id="comment" name="comment" cols="45" rows="8" maxlength="65525" required></textarea></p>
            <p><input id="author" name="author" type="text" maxlength="245" required />
            <input id="email" name="email" type="email" maxlength="100" required />
            <input id="url" name="url" type="url" maxlength="200" /></p>
            <p><input name="submit" type="submit" id="submit" value="Post Comment" />
            <input type='hidden' name='comment_post_ID' value='\(post.id)' id='comment_post_ID' />
            <input type='hidden' name='comment_parent' id='comment_parent' value='0' /></p>
            <p style="display: none;"><input type="hidden" id="akismet_comment_nonce" name="akismet_comment_nonce" \
            value="\(nonce)" /></p><p style="display: none !important;" class="akismet-fields-container" \
            data-prefix="ak_"><label>&#916;<textarea name="ak_hp_textarea" cols="45" rows="8" maxlength="100"></textarea>\
            </label><input type="hidden" id="ak_js_1" name="ak_js" value="\(post.id % 250)"/></p>
            </form></div>

            """
    }

    private var nonce: String {
        let digits = String(Dice.seed(of: "nonce \(post.id)"), radix: 16)
        return String((digits + "0123456789").prefix(10))
    }

    // MARK: One comment

    private func item(_ comment: WordPressComment, depth: Int) -> String {
        let below = answers(to: comment.id)
        let inner = below.map { item($0, depth: depth + 1) }.joined()
        let nested =
            below.isEmpty
            ? ""
            : house.manners.markup == .xhtml
                ? "<ul class='children'>\n\(inner)</ul>\n" : "<ol class=\"children\">\n\(inner)</ol>\n"
        let kind = comment.isPingback ? "pingback" : "comment"
        let marks =
            (comment.isByAuthor ? " byuser comment-author-staff bypostauthor" : "")
            + " even thread-even depth-\(depth)" + (below.isEmpty ? "" : " parent")
        if comment.isPingback, !house.manners.showsWholePingbacks { return pingback(comment, marks) }
        switch house.manners.markup {
        case .xhtml:
            return "<li class=\"\(kind)\(marks)\" id=\"comment-\(comment.id)\">\n\(xhtml(comment))\(nested)</li>\n"
        case .eleven:
            return "<li class=\"\(kind)\(marks)\" id=\"li-comment-\(comment.id)\">\n\(eleven(comment))\(nested)</li>\n"
        default:
            return "<li id=\"comment-\(comment.id)\" class=\"\(kind)\(marks)\">\n\(html5(comment))\(nested)</li>\n"
        }
    }

    private func pingback(_ comment: WordPressComment, _ marks: String) -> String {
        let link =
            "<a href=\"\(Markings.escaped(comment.site ?? "#"))\" class=\"url\" rel=\"ugc external nofollow\">"
            + "\(Markings.escaped(comment.name))</a>"
        if house.manners.markup == .eleven {
            return "<li class=\"post pingback\"><p>Pingback: \(link)</p></li>\n"
        }
        return "<li id=\"comment-\(comment.id)\" class=\"pingback\(marks)\">\n"
            + "<div class=\"comment-body\">\nPingback: \(link)\n</div>\n</li>\n"
    }

    private func name(_ comment: WordPressComment) -> String {
        let name = Markings.escaped(comment.name)
        guard let site = comment.site else { return name }
        return "<a href=\"\(Markings.escaped(site))\" class=\"url\" rel=\"ugc external nofollow\">\(name)</a>"
    }

    private var portrait: String {
        "<img alt='' src='\(house.site)/wp-content/avatar.png' class='avatar avatar-32 photo' height='32' width='32' />"
    }

    private func link(_ comment: WordPressComment) -> String {
        Markings.escaped("\(house.link(post))#comment-\(comment.id)")
    }

    private func pending(_ comment: WordPressComment) -> String {
        guard comment.isPending else { return "" }
        return "<em class=\"comment-awaiting-moderation\">Your comment waits to be approved.</em>\n<br />\n"
    }

    private func reply(_ comment: WordPressComment) -> String {
        guard house.isOpen(post) else { return "" }
        return """
            <div class="reply"><a rel="nofollow" class="comment-reply-link" \
            href="\(Markings.escaped(house.link(post)))?replytocom=\(comment.id)#respond" data-commentid="\(comment.id)" \
            data-postid="\(post.id)" data-belowelement="div-comment-\(comment.id)" data-respondelement="respond" \
            data-replyto="Reply to \(Markings.escaped(comment.name))">Reply</a></div>

            """
    }

    private func xhtml(_ comment: WordPressComment) -> String {
        """
        <div id="div-comment-\(comment.id)" class="comment-body">
        <div class="comment-author vcard">\(portrait)
        <cite class="fn">\(name(comment))</cite> <span class="says">says:</span></div>
        \(pending(comment))<div class="comment-meta commentmetadata"><a href="\(link(comment))">
        \(words(comment))</a></div>
        \(comment.paragraphs)\(reply(comment))</div>

        """
    }

    private func html5(_ comment: WordPressComment) -> String {
        """
        <article id="div-comment-\(comment.id)" class="comment-body"><footer class="comment-meta">
        <div class="comment-author vcard">\(portrait) <b class="fn">\(name(comment))</b>
        <span class="says">says:</span></div>
        <div class="comment-metadata"><a href="\(link(comment))"><time datetime="\(zoned(comment))">\(words(comment))\
        </time></a></div>
        \(pending(comment))</footer>
        <div class="comment-content">
        \(comment.paragraphs)</div>
        \(reply(comment))</article>

        """
    }

    private func eleven(_ comment: WordPressComment) -> String {
        """
        <article id="comment-\(comment.id)" class="comment"><footer class="comment-meta">
        <div class="comment-author vcard">\(portrait)<span class="fn">\(name(comment))</span> on \
        <a href="\(link(comment))"><time datetime="\(zoned(comment))">\(words(comment))</time></a> \
        <span class="says">said:</span></div>\(pending(comment))</footer>
        <div class="comment-content">\(comment.paragraphs)</div>
        \(reply(comment))</article>

        """
    }

    /// `2026-11-21T17:24:14+00:00`
    private func zoned(_ comment: WordPressComment) -> String {
        Instant(house.date(of: comment, on: post)).rfc3339.dropLast() + "+00:00"
    }

    /// `April 2, 2013 at 9:15 am`
    private func words(_ comment: WordPressComment) -> String {
        let text = Instant(house.date(of: comment, on: post)).rfc3339
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
