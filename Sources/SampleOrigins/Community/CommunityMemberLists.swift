internal import Foundation

/// The lists of members, and pages around a form.
extension CommunityHTMLRenderer {
    /// Returns the HTML of a member's list; nil for other paths.
    func memberList(_ path: String, _ fields: [String: String]) -> String? {
        let name = fields["id"] ?? ""
        let isComments = fields["comments"] == "t"
        switch path {
        case "/favorites": return kept(records[name]?.favourites ?? [], isComments, path, fields)
        case "/upvoted":
            return own(name, isComments, path, fields) { $0.votes.filter { $0.value == .up }.map(\.key).sorted(by: >) }
        case "/flagged": return own(name, isComments, path, fields, \.flagged)
        case "/hidden": return own(viewer?.name ?? "", false, path, fields, \.hidden)
        default: return nil
        }
    }

    private func own(
        _ name: String, _ isComments: Bool, _ path: String, _ fields: [String: String],
        _ list: (SampleMemberRecord) -> [Int]
    ) -> String {
        guard let viewer, viewer.name == name else { return "Can't display that." }
        return kept(list(viewer.record), isComments, path, fields)
    }

    private func kept(_ ids: [Int], _ isComments: Bool, _ path: String, _ fields: [String: String]) -> String {
        let items = ids.compactMap(snapshot.item).filter { $0.isStory != isComments }
        let page = max(1, Int(fields["p"] ?? "") ?? 1)
        let start = (page - 1) * Self.perPage
        let shown = Array(items.dropFirst(start).prefix(Self.perPage))
        let query = (fields["id"].map { "id=\($0)&amp;" } ?? "") + (isComments ? "comments=t&amp;" : "")
        let more = items.count > start + Self.perPage ? "\(path.dropFirst())?\(query)p=\(page + 1)" : nil
        guard isComments else { return rows(shown, from: start + 1, more: more) }
        let rows = shown.map { comment($0, depth: 0, on: snapshot.item($0.story)) }.joined(separator: "\n")
        let link = more.map { "<tr><td><a href='\($0)' class='morelink' rel='next'>More</a></td></tr>" } ?? ""
        return pageLayout("<tr><td><table border='0'>\(rows)\(link)</table></td></tr>")
    }

    /// Returns a page of a member's comments, each with its replies below.
    func ownThreads(_ name: String, _ fields: [String: String]) -> String {
        let all = snapshot.submitted(by: name).filter { $0.kind == .comment }.compactMap { snapshot.item($0.id) }
        let ids = Set(all.map(\.id))
        let roots = all.filter { !isBelow(ids, $0) }.drop { item in
            Int(fields["next"] ?? "").map { item.id > $0 } ?? false
        }
        let shown = roots.prefix(Self.perPage)
        var out = shown.flatMap { root in
            [comment(root, depth: 0, on: snapshot.item(root.story))]
                + snapshot.thread(below: root.id).filter { isVisible($0.item) }.map {
                    comment($0.item, depth: $0.depth + 1)
                }
        }
        if let next = roots.dropFirst(Self.perPage).first {
            out.append(
                "<tr><td><a href='threads?id=\(name)&amp;next=\(next.id)' class='morelink' rel='next'>More</a></td></tr>"
            )
        }
        return pageLayout(
            "<tr><td><table border='0' class='comment-tree'>\(out.joined(separator: "\n"))</table></td></tr>")
    }

    /// Returns true if one of these comments is an ancestor of the item.
    private func isBelow(_ ids: Set<Int>, _ item: CommunityItem) -> Bool {
        var at = snapshot.item(item.parent)
        while let parent = at, parent.kind == .comment {
            if ids.contains(parent.id) { return true }
            at = snapshot.item(parent.parent)
        }
        return false
    }

    // MARK: Forms

    /// Returns a page with a form below the item to which it applies.
    func formPage(about item: CommunityItem, _ form: String) -> String {
        pageLayout("<tr><td><table class=\"fatitem\" border=\"0\">\(fatItem(item))\(formRow(form))</table></td></tr>")
    }

    func formPage(_ form: String) -> String { pageLayout("<tr><td>\(form)</td></tr>") }

    /// Returns the form below a story or comment to which the member may reply; empty otherwise.
    func commentForm(_ item: CommunityItem) -> String {
        guard viewer != nil, item.kind != .job, item.visibility == .shown else { return "" }
        return formRow(
            CommunityForms(viewer: viewer, isOld: behaviour.markup == .storylink).comment(
                under: item.id, goto: "item?id=\(item.id)", button: item.isStory ? "add comment" : "reply"))
    }

    private func formRow(_ form: String) -> String {
        form.isEmpty
            ? "" : "<tr style='height:5px'></tr><tr><td colspan=\"2\"></td><td>\(form)</td></tr>"
    }

    private func fatItem(_ item: CommunityItem) -> String {
        guard item.isStory else { return comment(item, depth: 0, on: snapshot.item(item.story)) }
        let text =
            item.text.isEmpty
            ? "" : "<tr><td colspan=\"2\"></td><td><div class=\"toptext\">\(item.text)</div></td></tr>"
        return row(item, rank: nil, isInThread: true) + text
    }
}
