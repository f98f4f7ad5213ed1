import Library
import Markup
import News

/// Somebody's page as HTML: three shelves, one shown.
struct PersonView {
    let visit: Visit
    let facts: PersonFacts
    let shelf: PersonShelf

    private var host: String { facts.source.site.host }

    func page() -> Page {
        var shell = Shell(visit: visit, title: facts.name, kind: .story, left: .back(.today))
        shell.barTitle = facts.name
        shell.actions = [.type]
        shell.extras = [.sheet("thread.css")]
        // It says what the origin says now.
        return Page(
            isKept: false,
            shell.page { w in
                w.raw("<div class=\"column discussion person\"><header><p class=\"kicker\">")
                w.text(host)
                w.raw("</p><h1>")
                w.text(facts.name)
                w.raw("</h1></header>")
                shelves(&w)
                if let failure = facts.failure {
                    w.raw("<p class=\"sorry\" role=\"alert\">")
                    w.text(Words.person(failure, facts.name, at: host, visit.time))
                    w.raw("</p>")
                } else if !facts.isAsked {
                    unasked(&w)
                } else {
                    content(&w)
                }
                w.raw("</div>")
            })
    }

    private func path(_ shelf: PersonShelf) -> String {
        visit.path(Route.person(facts.source.id, facts.name, shelf))
    }

    private func shelves(_ w: inout HTMLWriter) {
        w.raw("<nav class=\"narrow chips\"")
        w.attribute("aria-label", Words.aboutPerson(facts.name))
        w.raw(">")
        for other in PersonShelf.allCases {
            w.raw("<a class=\"chip\"")
            w.attribute("href", path(other))
            if other == shelf { w.raw(" aria-current=\"true\"") }
            w.raw(">")
            w.text(Words.shelf(other))
            w.raw("</a>")
        }
        w.raw("</nav>")
    }

    private func content(_ w: inout HTMLWriter) {
        switch shelf {
        case .about: about(&w)
        case .stories:
            if facts.stories.isEmpty { none(&w) }
            w.raw("<div class=\"list\">")
            let view = RowView(visit: visit, list: nil, namesFeed: false)
            for row in facts.stories { view.write(row, into: &w) }
            w.raw("</div>")
        case .comments:
            if facts.comments.isEmpty { none(&w) }
            for fact in facts.comments { said(fact, &w) }
        }
        if let next = facts.next {
            w.raw("<div class=\"more\"><a class=\"button wide-button\"")
            w.attribute("href", path(shelf) + "&after=\(Query.encoded(next.rawValue))")
            w.raw(">")
            w.text(Words.loadMore)
            w.raw("</a></div>")
        }
    }

    /// The page was fetched ahead, or another site led here: pressing the link is the person's own wish.
    private func unasked(_ w: inout HTMLWriter) {
        w.raw("<p class=\"note\">")
        w.text(Words.personNotAsked(host))
        w.raw("</p><p><a class=\"button\"")
        w.attribute("href", path(shelf) + (visit.query["after"].map { "&after=\(Query.encoded($0))" } ?? ""))
        w.raw(">")
        w.text(Words.askAboutPerson(facts.name, at: host))
        w.raw("</a></p>")
    }

    private func none(_ w: inout HTMLWriter) {
        w.raw("<p class=\"note\">")
        w.text(Words.nothingBy(facts.name))
        w.raw("</p>")
    }

    private func about(_ w: inout HTMLWriter) {
        guard let person = facts.person else { return }
        w.raw("<dl class=\"facts\">")
        if let karma = person.karma { fact(Words.karma, String(karma), &w) }
        if let joined = person.joinedAt { fact(Words.joined, visit.time.long(joined), &w) }
        w.raw("</dl>")
        if !person.about.isEmpty {
            w.raw("<div class=\"text said\">")
            w.safe(person.about.leadingOutside(visit, story: nil, list: nil))
            w.raw("</div>")
        }
        if let page = person.page, let link = visit.outside(page) {
            w.raw("<p>")
            LeaveLink(visit: visit, link: link).write(.out, Words.openAt(page.host), style: "quiet", into: &w)
            w.raw("</p>")
        }
    }

    private func fact(_ name: String, _ value: String, _ w: inout HTMLWriter) {
        w.raw("<div><dt>")
        w.text(name)
        w.raw("</dt><dd>")
        w.text(value)
        w.raw("</dd></div>")
    }

    private func said(_ fact: PersonFacts.SaidFact, _ w: inout HTMLWriter) {
        w.raw("<article class=\"said-by\"><p>")
        if let title = fact.said.storyTitle ?? (fact.place == nil ? nil : Words.toStory) {
            w.text(Words.saidOn)
            w.raw(" ")
            if let path = path(of: fact) {
                w.raw("<a")
                w.attribute("href", path)
                w.raw(">")
                w.text(title)
                w.raw("</a>")
            } else {
                w.text(title)
            }
            w.raw(" · ")
        }
        if let at = fact.said.comment.publishedAt { TimeView.write(visit, at, into: &w) }
        w.raw("</p><div class=\"text said\">")
        w.safe(fact.said.comment.body.leadingOutside(visit, story: nil, list: nil))
        w.raw("</div></article>")
    }

    private func path(of fact: PersonFacts.SaidFact) -> String? {
        if let place = fact.place {
            return visit.path(Route.comments(place.story, in: nil)) + (place.comment.map { "#c\($0.rawValue)" } ?? "")
        }
        return fact.said.comment.link.flatMap { visit.outside($0) }.map { visit.path(Route.outside($0)) }
    }
}
