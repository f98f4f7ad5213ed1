import Library
import Markup
import News

/// The beginning of one comment: its head, which folds it, its text, and the ways from it. Whoever writes it closes it,
/// behind its answers. Kept short, since a page may have a thousand.
struct CommentView {
    let view: CommentsView
    let comment: CommentFact
    /// The comment past all answers.
    let next: CommentID?
    /// `CommentsView.heights`.
    let height: Int

    private var visit: Visit { view.visit }

    func write(into w: inout HTMLWriter) {
        w.raw("<li class=\"c")
        if comment.isNew { w.raw(" fresh") }
        if comment.standing != .shown || comment.kind == .pingback { w.raw(" aside") }
        w.raw("\" id=\"c")
        w.number(Int(comment.id.rawValue))
        w.raw("\"")
        w.attribute("data-h", height)
        if let link = comment.link { w.attribute("data-original", link.text) }
        w.raw(">")
        // A link within what can be pressed would be none for who cannot see.
        if let name = linkedName { link(name, &w) }
        w.raw("<details open>")
        head(&w)
        text(&w)
        ways(&w)
    }

    private func head(_ w: inout HTMLWriter) {
        w.raw("<summary>")
        author(&w)
        if comment.isByAuthor { mark(Words.byAuthor, "op", &w) }
        if let at = comment.publishedAt { TimeView.write(visit, at, isSpelled: true, into: &w) }
        if comment.isNew { mark(Words.newMark, "fresh", &w) }
        if let standing = Words.standing(comment.standing) { mark(standing, "standing", &w) }
        if comment.kind == .pingback { mark(Words.pingback, "standing", &w) }
        if comment.fade > 0 { mark(Words.votedDown, "spoken", &w) }
        if comment.depth >= CommentsView.toldFrom { mark(Words.level(comment.depth), "level", &w) }
        if comment.answers > 0 {
            w.raw("<span class=\"folded\">")
            w.text(Words.answers(comment.answers))
            w.raw("</span>")
        }
        w.raw("</summary>")
    }

    /// The author's name where it leads to who that is.
    private var linkedName: String? { view.hasPeople ? comment.author : nil }

    private func link(_ name: String, _ w: inout HTMLWriter) {
        w.raw("<a class=\"who\"")
        w.attribute("href", visit.path(Route.person(view.facts.source.id, name, .about)))
        w.raw(">")
        w.text(name)
        w.raw("</a>")
    }

    private func author(_ w: inout HTMLWriter) {
        if let name = linkedName { return mark(name, "spoken", &w) }
        guard let name = comment.author ?? (comment.standing == .shown ? Words.nobody : nil) else { return }
        w.raw("<b>")
        w.text(name)
        w.raw("</b>")
    }

    private func mark(_ words: String, _ style: StaticString, _ w: inout HTMLWriter) {
        w.raw("<span class=\"")
        w.raw(style)
        w.raw("\">")
        w.text(words)
        w.raw("</span>")
    }

    private func text(_ w: inout HTMLWriter) {
        w.raw("<div class=\"text said")
        switch comment.fade {
        case ..<1: break
        case ..<35: w.raw(" f1")
        case ..<70: w.raw(" f2")
        default: w.raw(" f3")
        }
        w.raw("\">")
        if comment.body.isEmpty, comment.standing == .deleted {
            w.raw("<p>")
            w.text(Words.deletedText)
            w.raw("</p>")
        } else {
            w.safe(leading(comment.body))
        }
        links(&w)
        w.raw("</div>")
    }

    /// Links to what is kept here of the same origin lead there (HN-70), all others on in this house. Pictures are not
    /// shown: a comment is words.
    private func leading(_ body: SafeHTML) -> SafeHTML {
        var body = body
        if body.holds("<img ") {
            body = body.mappingPictures { tag in
                var tag = tag
                (tag.srcset, tag.isLazy) = (nil, true)
                return tag
            }
        }
        guard body.holds("href=") else { return body }
        return body.mappingLinks { reference in
            guard reference.hasPrefix("http"), let address = WebAddress(reference) else { return nil }
            return path(to: address)
        }
    }

    private func path(to address: WebAddress) -> String? {
        if let place = view.facts.kept[address.text] {
            if place.story == view.facts.row.id, let comment = place.comment { return "#c\(comment.rawValue)" }
            return visit.path(Route.comments(place.story, in: nil)) + (place.comment.map { "#c\($0.rawValue)" } ?? "")
        }
        return visit.outside(address, from: view.facts.row.id, in: view.list).map { visit.path(Route.outside($0)) }
    }

    /// Addresses in full that the text shows cut (HN-19).
    private func links(_ w: inout HTMLWriter) {
        let cut = CutLinks.of(comment.body)
        guard !cut.isEmpty else { return }
        w.raw("<ul class=\"whole-links\">")
        for address in cut {
            w.raw("<li><a")
            w.attribute("href", path(to: address) ?? address.text)
            w.raw(">")
            w.text(address.text)
            w.raw("</a></li>")
        }
        w.raw("</ul>")
    }

    private func ways(_ w: inout HTMLWriter) {
        guard comment.parent != nil || next != nil || comment.link != nil else { return }
        w.raw("<p class=\"to\">")
        if let parent = comment.parent, !view.isTopOnly { way(parent, Words.parent, &w) }
        if let next { way(next, Words.nextComment, &w) }
        if comment.link != nil, comment.standing == .shown {
            w.raw("<button type=\"button\" class=\"scripted\" data-share>")
            w.text(Words.share)
            w.raw("</button>")
        }
        w.raw("</p>")
    }

    private func way(_ to: CommentID, _ words: String, _ w: inout HTMLWriter) {
        w.raw("<a href=\"#c")
        w.number(Int(to.rawValue))
        w.raw("\">")
        w.text(words)
        w.raw("</a>")
    }
}
