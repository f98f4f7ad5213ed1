import Library
import Markup
import News

/// A story as HTML: title, byline, date, dek (MIT-41), lead picture edge to edge, text, what to do with it, what comes next.
struct StoryView {
    let visit: Visit
    let facts: StoryFacts
    let list: StoryList?
    /// Where the reader stopped, last time.
    let places: [StoryPlace.Part: StoryPlace]

    /// Where else it is discussed; nil where the reader did not allow to ask.
    var mentions: MentionDesk.Facts?

    private let links: GalleryLinks

    init(visit: Visit, facts: StoryFacts, list: StoryList?, places: [StoryPlace.Part: StoryPlace] = [:]) {
        self.visit = visit
        self.facts = facts
        self.list = list
        self.places = places
        links = GalleryLinks(visit: visit, facts: facts, list: list)
    }

    private var row: StoryRow { facts.row }

    func page() -> Page {
        var shell = Shell(visit: visit, title: row.title, kind: .story, left: .back(list?.route ?? .today))
        if visit.edition.shell.storyBar == .topic {
            shell.barTitle = facts.topics.first ?? row.channelTitle
            shell.isBarSteady = true
        }
        shell.actions = canSave ? [.save(story: row.id.rawValue, isOn: row.isSaved), .type] : [.type]
        let writer = shell.page { w in article(&w) }
        // A page that asks for more as soon as it is opened must not be shown from memory.
        return Page(isKept: facts.fullText.state != .wanted, writer)
    }

    /// The source can keep it, and the newspaper offers that.
    private var canSave: Bool {
        facts.abilities.canSave && visit.edition.options.saving
    }

    private func article(_ w: inout HTMLWriter) {
        w.raw("<article class=\"story\"")
        w.attribute("data-story", String(row.id.rawValue))
        StoryFactsForScript.write(row, into: &w)
        if links.count > 0 { w.attribute("data-gallery", links.address) }
        if let place = places[.text] {
            w.attribute("data-place", String(place.at))
            w.attribute("data-anchor", String(place.anchor))
        }
        if let next = facts.next { w.attribute("data-next", visit.path(Route.story(next.id, in: list))) }
        if let previous = facts.previous {
            w.attribute("data-previous", visit.path(Route.story(previous.id, in: list)))
        }
        w.raw(">")
        header(&w)
        if let hero { HeroView(visit: visit, links: links).write(hero, into: &w) }
        Enclosures(visit: visit, facts: facts, places: places).write(into: &w)
        let whole = WholeTextView(visit: visit, facts: facts, list: list)
        whole.writeAbove(into: &w)
        body(&w)
        whole.writeBelow(into: &w)
        footer(&w)
        w.raw("</article>")
    }

    /// The lead picture, unless the text begins with it anyway.
    private var hero: PictureFact? {
        guard let picture = row.picture, !picture.isKnownToFail else { return nil }
        return isInText(picture) ? nil : picture
    }

    private func isInText(_ picture: PictureFact) -> Bool {
        facts.body.text.contains("src=\"\(picture.address.text.replacing("&", with: "&amp;"))\"")
    }

    private func header(_ w: inout HTMLWriter) {
        w.raw("<header><p class=\"kicker\"><a")
        w.attribute("href", visit.path(Route.channel(row.channel, depth: 0)))
        w.raw(">")
        SiteIcon.write(visit, row.icon, title: row.channelTitle, into: &w)
        w.text(row.channelTitle)
        w.raw("</a><a class=\"more-acts\" data-sheet=\"menu\"")
        w.attribute("aria-label", Words.storyMenu)
        w.attribute("href", visit.path(Route.storyMenu(row.id, in: list)))
        w.raw(">")
        Icon.more.write(visit, into: &w)
        w.raw("</a></p><h1")
        language(&w)
        w.raw(">")
        w.text(row.title)
        w.raw("</h1>")
        byline(&w)
        if let dek = row.dek, dek.contains(where: { !$0.isWhitespace }), !textBegins(with: dek) {
            w.raw("<p class=\"standfirst\"")
            language(&w)
            w.raw(">")
            w.text(dek)
            w.raw("</p>")
        }
        if hero == nil, !(row.picture.map(isInText) ?? false) { links.writeLine(into: &w) }
        w.raw("</header>")
    }

    private func textBegins(with dek: String) -> Bool {
        let start = dek.prefix(60).filter(\.isLetter)
        return PlainText.of(html: String(facts.body.text.prefix(2000))).prefix(240).filter(\.isLetter).contains(start)
    }

    private func byline(_ w: inout HTMLWriter) {
        // Points between the facts come from the style sheet, which sets none where a line begins or ends.
        w.raw("<p class=\"byline\"><span class=\"facts-line\">")
        if let byline = row.byline {
            w.raw("<span>")
            w.text(byline)
            w.raw("</span> ")
        }
        w.raw("<span><time data-long")
        w.attribute("datetime", TimeWords.machine(row.shownAt))
        w.raw(">")
        w.text(visit.time.long(row.shownAt))
        w.raw("</time></span>")
        if let time = Words.readingTime(of: row) {
            w.raw(" <span>")
            w.text(time)
            w.raw("</span>")
        }
        if let points = row.points, row.kind != .job {
            w.raw(" <span>")
            w.text(Words.points(points))
            w.raw("</span>")
        }
        let talk = TalkButton(visit: visit, facts: facts, list: list)
        if talk.isOffered {
            w.raw(" <span>")
            talk.write(style: "talk", withIcon: false, into: &w)
            w.raw("</span>")
        }
        w.raw("</span>")
        if !facts.also.isEmpty {
            w.raw("<span class=\"also\">Also in ")
            for (index, also) in facts.also.enumerated() {
                if index > 0 { w.raw(", ") }
                w.raw("<a")
                w.attribute("href", visit.path(Route.story(also.story, in: nil)))
                w.raw("><u>")
                w.text(also.channelTitle)
                w.raw("</u></a>")
            }
            w.raw("</span>")
        }
        if let rule = row.mutedBy {
            w.raw("<span class=\"also\"><a")
            w.attribute("href", visit.path(Route.mutes))
            w.raw("><u>")
            w.text(Words.mutedBy(rule))
            w.raw("</u></a></span>")
        }
        w.raw("</p>")
    }

    private func language(_ w: inout HTMLWriter) {
        if let language = row.language { w.attribute("lang", language) }
        if row.direction == .rtl { w.raw(" dir=\"rtl\"") }
    }

    private func body(_ w: inout HTMLWriter) {
        let held = HeldPictures(visit: visit)
        var (number, count) = (0, hero.flatMap { held.button(0, alt: $0.alt ?? "") } == nil ? 0 : 1)
        let linked = facts.body.linkingPictures { tag, number in
            held.button(number, alt: "") == nil ? links.link(to: WebAddress(tag.src)) : nil
        }
        let body = linked.holdingPictures { tag in
            number += 1
            let button = held.button(number, alt: tag.alt)
            if button != nil { count += 1 }
            return button
        } else: { tag in
            PictureView.tag(visit, facts.pictureByAddress[tag.src], tag)
        }
        held.writeForm(holding: count, into: &w)
        w.raw("<div class=\"text\"")
        language(&w)
        w.raw(">")
        w.safe(body.leadingOutside(visit, story: row.id, list: list))
        w.raw("</div>")
    }

    private func footer(_ w: inout HTMLWriter) {
        w.raw("<footer>")
        MentionView(visit: visit, story: row.id, list: list, facts: mentions).write(into: &w)
        StoryActs(visit: visit, facts: facts, list: list).write(into: &w)
        if let next = facts.next {
            w.raw("<nav class=\"next\" aria-label=\"Next story\"><p class=\"label\">Next</p>")
            RowView(visit: visit, list: list).write(next, into: &w)
            w.raw("</nav>")
        } else if let list, facts.goesOn, visit.house.backstage.olderStories != nil {
            further(list, &w)
        }
        w.raw("</footer>")
    }
}

extension StoryView {
    /// The next story where what is known of the list ends: its origin is asked first (MIT-50).
    private func further(_ list: StoryList, _ w: inout HTMLWriter) {
        w.raw("<nav class=\"next\" aria-label=\"Next story\">")
        if let trouble = visit.query["older"] {
            w.raw("<p class=\"sorry\" role=\"alert\">")
            w.text(Words.older(trouble, title: visit.edition.title))
            w.raw("</p>")
        }
        ActForm(
            visit, .older, back: visit.path(Route.story(row.id, in: list)),
            fields: [("list", list.code), ("after", String(row.id.rawValue))]
        ).write(into: &w) { w in
            w.raw("<button class=\"button wide-button\" data-next>")
            w.text(Words.nextStory)
            w.raw("</button>")
        }
        w.raw("</nav>")
    }
}

extension StoryList {
    /// The screen that shows this list.
    var route: Route {
        switch self {
        case .section(let id): .section(id, depth: 0)
        case .channel(let id): .channel(id, depth: 0)
        case .unread: .unread
        case .saved: .saved
        case .everything: .everything(depth: 0)
        case .within(_, .unread): .unread
        case .within(_, .saved): .saved
        case .within(_, .everything): .today
        }
    }
}
