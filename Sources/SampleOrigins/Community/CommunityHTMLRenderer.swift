internal import Foundation

/// A renderer of the website, in current or older markup.
struct CommunityHTMLRenderer: Sendable {
    let snapshot: CommunitySnapshot
    let behaviour: CommunityBehaviour
    /// The member who sent the request; nil for a stranger.
    var viewer: CommunityViewer?
    /// The percent-encoded address of the page that members' links lead back to.
    var goto = "news"
    /// The records of members by name.
    var records: [String: SampleMemberRecord] = [:]

    static let perPage = 30

    private var controls: CommunityControls {
        CommunityControls(viewer: viewer, isOld: behaviour.markup == .storylink, goto: goto, now: snapshot.memberNow)
    }

    /// Returns the HTML of a page; nil for unknown paths.
    func html(_ path: String, _ fields: [String: String]) -> String? {
        guard var html = wholePage(path, fields) else { return nil }
        for (word, other) in behaviour.renamedMarkup { html = html.replacing(word, with: other) }
        guard behaviour.pageShare < 1 else { return html }
        return String(html.prefix(Int(Double(html.count) * behaviour.pageShare)))
    }

    private func wholePage(_ path: String, _ fields: [String: String]) -> String? {
        switch path {
        case "/", "/news": return list("top", "", fields)
        case "/newest": return newest(fields)
        case "/best": return list("best", "", fields)
        case "/ask": return list("ask", "", fields)
        case "/show": return list("show", "", fields)
        case "/jobs": return list("job", "", fields)
        case "/item": return item(Int(fields["id"] ?? "") ?? 0, page: max(1, Int(fields["p"] ?? "") ?? 1))
        case "/user": return user(fields["id"] ?? "")
        case "/submitted": return submitted(fields["id"] ?? "", fields)
        case "/threads": return threads(fields["id"] ?? "", fields)
        default: return memberList(path, fields)
        }
    }

    // MARK: Lists

    private func list(_ name: String, _ path: String, _ fields: [String: String]) -> String {
        let all = stories(name)
        let page = max(1, Int(fields["p"] ?? "") ?? 1)
        let start = (page - 1) * Self.perPage
        let more = all.count > start + Self.perPage ? "?p=\(page + 1)" : nil
        return rows(Array(all.dropFirst(start).prefix(Self.perPage)), from: start + 1, more: more)
    }

    /// Returns the stories of a list without those that the member has hidden.
    private func stories(_ name: String) -> [CommunityItem] {
        let hidden = Set(viewer?.record.hidden ?? [])
        return (snapshot.list(name) ?? []).filter { !hidden.contains($0.id) }
    }

    private func newest(_ fields: [String: String]) -> String {
        let all = stories("new").drop { item in
            Int(fields["next"] ?? "").map { item.id > $0 } ?? false
        }
        let number = Int(fields["n"] ?? "") ?? 1
        let next = all.dropFirst(Self.perPage).first
        return rows(
            Array(all.prefix(Self.perPage)), from: number,
            more: next.map { "newest?next=\($0.id)&amp;n=\(number + Self.perPage)" })
    }

    private func submitted(_ name: String, _ fields: [String: String]) -> String {
        let all = snapshot.submitted(by: name).filter(\.isStory).drop { item in
            Int(fields["next"] ?? "").map { item.id > $0 } ?? false
        }
        let next = all.dropFirst(Self.perPage).first
        return rows(
            Array(all.prefix(Self.perPage)), from: 1,
            more: next.map { "submitted?id=\(name)&amp;next=\($0.id)" })
    }

    func rows(_ items: [CommunityItem], from first: Int, more: String?) -> String {
        var out = items.enumerated().map { row($0.element, rank: first + $0.offset) }.joined(separator: "\n")
        if let more {
            out +=
                "<tr class=\"morespace\" style=\"height:10px\"></tr><tr><td colspan=\"2\"></td><td class='title'>"
                + "<a href='\(more)' class='morelink' rel='next'>More</a></td></tr>"
        }
        return pageLayout("<tr><td><table border='0' cellpadding='0' cellspacing='0'>\(out)</table></td></tr>")
    }

    func row(_ item: CommunityItem, rank: Int?, isInThread: Bool = false) -> String {
        // Unknown list markup does not affect threads.
        let markup = isInThread && behaviour.markup == .unknown ? .current : behaviour.markup
        let href = CommunityTextFormatter.escaped(item.url ?? "item?id=\(item.id)").replacing("&#x2F;", with: "/")
        let title = CommunityTextFormatter.escaped(item.title)
        let site = item.url.flatMap { URL(string: $0)?.host() }
        let bit =
            site.map {
                "<span class=\"sitebit comhead\"> (<a href=\"from?site=\($0)\"><span class=\"sitestr\">\($0)</span></a>)</span>"
            } ?? ""
        let cell: String
        switch markup {
        case .current: cell = "<span class=\"titleline\"><a href=\"\(href)\">\(title)</a>\(bit)</span>"
        case .titlelink: cell = "<a href=\"\(href)\" class=\"titlelink\">\(title)</a>\(bit)"
        case .storylink: cell = "<a href=\"\(href)\" class=\"storylink\">\(title)</a>\(bit)"
        case .unknown: cell = "<h3 class=\"headline\"><a href=\"\(href)\">\(title)</a></h3>"
        }
        let mark = item.visibility == .flagged ? "[flagged] " : item.visibility == .dead ? "[dead] " : ""
        let name = markup == .current ? "athing submission" : markup == .unknown ? "entry" : "athing"
        let shownRank = behaviour.omitsRanks ? nil : rank
        let number = shownRank.map { "<span class=\"rank\">\($0).</span>" } ?? ""
        return "<tr class='\(name)' id='\(item.id)'><td align=\"right\" valign=\"top\" class=\"title\">\(number)</td>"
            + "<td valign=\"top\" class=\"votelinks\">\(controls.storyArrow(item))</td><td class=\"title\">\(mark)\(cell)</td></tr>"
            + "<tr><td colspan=\"2\"></td><td class=\"subtext\">\(details(item, isInThread))</td></tr>"
            + "<tr class=\"spacer\" style=\"height:5px\"></tr>"
    }

    private func details(_ item: CommunityItem, _ isInThread: Bool) -> String {
        let age = age(item)
        guard item.kind != .job else { return age + " | " + controls.hide(item) }
        let count = snapshot.count(below: item.id)
        let words = count == 0 ? "discuss" : count == 1 ? "1&nbsp;comment" : "\(count)&nbsp;comments"
        let points = item.score == 1 ? "1 point" : "\(item.score) points"
        let inner =
            "<span class=\"score\" id=\"score_\(item.id)\">\(points)</span> by \(userLink(item.by)) "
            + "\(age) \(controls.unvote(item)) | \(controls.flag(item))\(controls.hide(item)) | "
            + (isInThread ? controls.favourite(item) : "")
            + "<a href=\"item?id=\(item.id)\">\(words)</a>\(controls.editLinks(item))"
        return behaviour.markup == .current ? "<span class=\"subline\">\(inner)</span>" : inner
    }

    private func age(_ item: CommunityItem) -> String {
        let text = TimestampFormatter(item.at).rfc3339.dropLast()
        let title = behaviour.markup == .current ? "\(text) \(item.time)" : String(text)
        let hours = max(0, Int(snapshot.now.timeIntervalSince(item.at) / 3_600))
        return "<span class=\"age\" title=\"\(title)\"><a href=\"item?id=\(item.id)\">\(hours) hours ago</a></span>"
    }

    // MARK: Threads

    private func item(_ id: Int, page: Int) -> String? {
        guard let item = snapshot.item(id), item.visibility != .dead else { return nil }
        guard item.visibility != .deleted || !item.isStory else { return nil }
        var top = item.isStory ? row(item, rank: nil, isInThread: true) : ""
        if viewer != nil, !item.isStory {
            top = comment(item, depth: 0, on: snapshot.item(item.story), isPage: true)
        } else if !item.text.isEmpty {
            top += "<tr><td colspan=\"2\"></td><td><div class=\"toptext\">\(item.text)</div></td></tr>"
        }
        for part in item.parts.compactMap(snapshot.item) {
            top +=
                "<tr class='athing' id='\(part.id)'><td></td><td class=\"comment\"><div>\(part.text)</div></td></tr>"
                + "<tr><td></td><td><span class=\"score\" id=\"score_\(part.id)\">\(part.score) points</span></td></tr>"
        }
        top += commentForm(item)
        let all = snapshot.thread(below: id).filter { isVisible($0.item) }
        let start = (page - 1) * behaviour.commentsPerPage
        let shown = all.dropFirst(start).prefix(behaviour.commentsPerPage)
        var rows = shown.map { comment($0.item, depth: $0.depth) }.joined(separator: "\n")
        if all.count > start + behaviour.commentsPerPage {
            rows +=
                "<tr><td><a href='item?id=\(id)&amp;p=\(page + 1)' class='morelink' rel='next'>More</a></td></tr>"
        }
        return pageLayout(
            "<tr><td><table class=\"fatitem\" border=\"0\">\(top)</table><br><table border=\"0\" class='\(threadClassName)'>\(rows)</table></td></tr>"
        )
    }

    private var threadClassName: String { behaviour.markup == .unknown ? "conversation" : "comment-tree" }

    /// Returns true if a page shows the item: deleted comments if they have replies, dead ones if the member or
    /// behaviour shows them.
    func isVisible(_ item: CommunityItem) -> Bool {
        switch item.visibility {
        case .shown, .flagged: true
        case .deleted: !item.kids.isEmpty
        case .dead: behaviour.showsDeadComments || viewer?.showsDead == true
        }
    }

    private static let fadeClasses = ["c00", "c5a", "c73", "c82", "c88", "c9c", "cae", "cbe", "cce", "cdd"]

    private func userLink(_ name: String) -> String {
        let shown = behaviour.newUsers.contains(name) ? "<font color=\"#3c963c\">\(name)</font>" : name
        return "<a href=\"user?id=\(name)\" class=\"hnuser\">\(shown)</a>"
    }

    /// Returns the class `coll` for a folded comment, `noshow` for a comment below one.
    private func foldClass(_ item: CommunityItem) -> String {
        guard !behaviour.collapsedComments.isEmpty else { return "" }
        var at = item.parent
        while let parent = snapshot.item(at), parent.kind == .comment {
            if behaviour.collapsedComments.contains(parent.id) { return " noshow" }
            at = parent.parent
        }
        return behaviour.collapsedComments.contains(item.id) ? " coll" : ""
    }

    func comment(
        _ item: CommunityItem, depth: Int, on story: CommunityItem? = nil, isPage: Bool = false
    ) -> String {
        guard behaviour.markup != .unknown else { return "<li class=\"remark\"><div>\(item.text)</div></li>" }
        let who =
            item.visibility == .deleted ? "" : userLink(item.by) + " "
        let on =
            story.map {
                " <span class='onstory'> | on: <a href=\"item?id=\($0.id)\">\(CommunityTextFormatter.escaped($0.title))</a></span>"
            } ?? ""
        let fade = Self.fadeClasses[min(item.fadeLevel, Self.fadeClasses.count - 1)]
        let reply =
            "<div class='reply'><p><font size=\"1\"><u><a href=\"reply?id=\(item.id)&amp;goto=item%3Fid%3D\(item.story)%23\(item.id)\">reply</a></u></font></div>"
        let body: String
        switch item.visibility {
        case .deleted: body = "[deleted]"
        case .flagged: body = "[flagged]"
        case .shown, .dead:
            let tag = behaviour.markup == .storylink ? "span" : "div"
            body = "<\(tag) class=\"commtext \(fade)\">\(item.text)</\(tag)>\(depth > 6 ? "" : reply)"
        }
        let indent = behaviour.markup == .storylink ? "" : " indent='\(depth)'"
        let below = item.kids.count + 1
        let ownPage =
            isPage && viewer != nil ? " | " + (controls.flag(item) + controls.favourite(item)).dropLast(3) : ""
        let mark = item.visibility == .dead ? " [dead]" : ""
        return
            "<tr class='athing comtr\(foldClass(item))' id='\(item.id)'><td><table border='0'><tr><td class='ind'\(indent)><img src=\"s.gif\" height=\"1\" width=\"\(40 * depth)\"></td>"
            + "<td valign=\"top\" class=\"votelinks\">\(controls.commentArrows(item))</td><td class=\"default\"><div style=\"margin-top:2px\"><span class=\"comhead\">\(who)\(age(item))\(mark) \(controls.unvote(item))\(controls.editLinks(item))\(ownPage)"
            + "<span class='navs'> | <a href=\"#\(item.parent)\" class=\"clicky\">parent</a> <a class=\"togg clicky\" id=\"\(item.id)\" n=\"\(below)\" href=\"javascript:void(0)\">[–]</a>\(on)</span></span></div><br>"
            + "<div class=\"comment\">\(body)</div></td></tr></table></td></tr>"
    }

    private func threads(_ name: String, _ fields: [String: String]) -> String {
        if viewer?.name == name { return ownThreads(name, fields) }
        let recent = snapshot.submitted(by: name).filter { $0.kind == .comment }.prefix(Self.perPage)
        let rows = recent.map { comment($0, depth: 0, on: snapshot.item($0.story)) }.joined(separator: "\n")
        return pageLayout("<tr><td><table border='0' class='comment-tree'>\(rows)</table></td></tr>")
    }

    // MARK: Page frame

    private var account: String {
        guard let viewer else { return "<a href=\"login?goto=news\">login</a>" }
        return
            "<a id='me' href=\"user?id=\(viewer.name)\">\(viewer.name)</a> (<span id='karma'>\(viewer.member.karma)</span>) | "
            + "<a id='logout' href=\"logout?auth=\(viewer.key(for: "logout"))&amp;goto=\(goto)\">logout</a>"
    }

    func pageLayout(_ rows: String) -> String {
        """
        <html lang="en" op="news"><head><meta name="referrer" content="origin"><title>Slipway News</title></head>
        <body><center><table id="hnmain" border="0" cellpadding="0" cellspacing="0" width="85%" bgcolor="#f6f6ef">
        <tr><td bgcolor="#ff6600"><table border="0"><tr><td><span class="pagetop"><b class="hnname"><a href="news">Slipway News</a></b>
        <a href="newest">new</a> | <a href="ask">ask</a> | <a href="show">show</a> | <a href="jobs">jobs</a></span></td>
        <td><span class="pagetop">\(account)</span></td></tr></table></td></tr>
        \(rows)
        <tr><td><img src="s.gif" height="10" width="0"><br><center><form method="get" action="//search.example/">Search: <input type="text" name="q"></form></center></td></tr>
        </table></center></body></html>
        """
    }
}
