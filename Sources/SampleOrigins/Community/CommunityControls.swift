internal import Foundation

/// The arrows and links on stories and comments, for a stranger or, with tokens, for a member.
struct CommunityControls: Sendable {
    var viewer: CommunityViewer?
    /// True for the links of the years before 2021.
    var isOld = false
    /// The percent-encoded address of the page that links lead back to.
    var goto = "news"
    var now: Date

    private static let star =
        "<center><font color=\"#ff6600\">*</font><br><img src=\"s.gif\" height=\"1\" width=\"14\"></center>"
    /// The time in seconds during which a text can be edited or deleted.
    static let editWindow = 7_200.0
    static let unvoteWindow = 3_600.0

    // MARK: Arrows

    func storyArrow(_ item: CommunityItem) -> String {
        guard item.kind != .job else { return "" }
        guard let viewer else {
            return
                "<center><a id='up_\(item.id)' href='vote?id=\(item.id)&amp;how=up&amp;goto=news'><div class='votearrow' title='upvote'></div></a></center>"
        }
        return arrows(item, viewer)
    }

    /// Returns the arrows of a comment; empty for strangers.
    func commentArrows(_ item: CommunityItem) -> String {
        guard let viewer, item.visibility == .shown else { return "" }
        return arrows(item, viewer)
    }

    private func arrows(_ item: CommunityItem, _ viewer: CommunityViewer) -> String {
        guard item.by != viewer.name else { return Self.star }
        let isVoted = viewer.record.votes[item.id] != nil
        guard !isOld else { return isVoted ? "" : oldArrow(item, viewer) }
        var out = arrow(item, "up", "votearrow", isVoted, viewer)
        if item.kind == .comment, viewer.mayVoteDown {
            out += arrow(item, "down", "votearrow rotate180", isVoted, viewer)
        }
        return "<center>\(out)</center>"
    }

    private func arrow(
        _ item: CommunityItem, _ how: String, _ name: String, _ isVoted: Bool, _ viewer: CommunityViewer
    ) -> String {
        "<a id='\(how)_\(item.id)' class='clicky\(isVoted ? " nosee" : "")' href='\(vote(item, how, viewer))'>"
            + "<div class='\(name)' title='\(how)vote'></div></a>"
    }

    private func oldArrow(_ item: CommunityItem, _ viewer: CommunityViewer) -> String {
        "<center><a id=\"up_\(item.id)\" onclick=\"return vote(this)\" href=\"vote?for=\(item.id)&amp;dir=up&amp;by=\(viewer.name)"
            + "&amp;auth=\(viewer.key(for: "\(item.id)"))&amp;whence=\(goto)\"><img src=\"grayarrow.gif\" border=\"0\"></a></center>"
    }

    private func vote(_ item: CommunityItem, _ how: String, _ viewer: CommunityViewer) -> String {
        "vote?id=\(item.id)&amp;how=\(how)&amp;auth=\(viewer.key(for: "\(item.id)"))&amp;goto=\(goto)#\(item.id)"
    }

    /// Returns the link that takes a vote back, which works for an hour.
    func unvote(_ item: CommunityItem) -> String {
        guard let viewer, !isOld, let vote = viewer.record.votes[item.id], let at = viewer.record.voteTimes[item.id],
            now.timeIntervalSince(at) < Self.unvoteWindow
        else { return "<span id=\"unv_\(item.id)\"></span>" }
        return "<span id='unv_\(item.id)'> | <a id='un_\(item.id)' class='clicky' "
            + "href='\(self.vote(item, "un", viewer))'>\(vote == .up ? "unvote" : "undown")</a></span>"
    }

    // MARK: Links

    func hide(_ item: CommunityItem) -> String {
        guard let viewer else { return "<a href=\"hide?id=\(item.id)&amp;goto=news\">hide</a>" }
        let isHidden = viewer.record.hidden.contains(item.id)
        return link("hide", item, isUndone: isHidden, isHidden ? "un-hide" : "hide", viewer)
    }

    /// Returns the flag link and the bar after it; empty for strangers, own items and members with little karma.
    func flag(_ item: CommunityItem) -> String {
        guard let viewer, viewer.mayFlag, item.by != viewer.name else { return "" }
        let isFlagged = viewer.record.flagged.contains(item.id)
        return link("flag", item, isUndone: isFlagged, isFlagged ? "unflag" : "flag", viewer) + " | "
    }

    /// Returns the favourite link of an item's own page and the bar after it; empty for strangers.
    func favourite(_ item: CommunityItem) -> String {
        guard let viewer else { return "" }
        let isKept = viewer.record.favourites.contains(item.id)
        let past = "<a href=\"https://search.example/?query=\(item.id)\" class=\"hnpast\">past</a> | "
        return (item.isStory ? past : "")
            + "<a href=\"fave?id=\(item.id)\(isKept ? "&amp;un=t" : "")&amp;auth=\(viewer.key(for: "\(item.id)"))\">"
            + "\(isKept ? "un-favorite" : "favorite")</a> | "
    }

    private func link(
        _ page: String, _ item: CommunityItem, isUndone: Bool, _ text: String, _ viewer: CommunityViewer
    ) -> String {
        "<a href=\"\(page)?id=\(item.id)\(isUndone ? "&amp;un=t" : "")&amp;auth=\(viewer.key(for: "\(item.id)"))"
            + "&amp;goto=\(goto)\" class=\"clicky\">\(text)</a>"
    }

    /// Returns the edit and delete links, each after a bar; empty if the member may not edit.
    func editLinks(_ item: CommunityItem) -> String {
        guard mayEdit(item) else { return "" }
        let edit = " | <a href=\"edit?id=\(item.id)\">edit</a>"
        return mayDelete(item) ? edit + " | <a href=\"delete-confirm?id=\(item.id)&amp;goto=\(goto)\">delete</a>" : edit
    }

    func mayEdit(_ item: CommunityItem) -> Bool {
        item.by == viewer?.name && item.visibility == .shown && now.timeIntervalSince(item.at) < Self.editWindow
    }

    func mayDelete(_ item: CommunityItem) -> Bool { mayEdit(item) && item.kids.isEmpty }
}
