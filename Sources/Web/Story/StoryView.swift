import Library
import Markup
import News

/// A story as HTML: title, byline, date, lead picture edge to edge, text, what to do with it, what comes next.
struct StoryView {
    let visit: Visit
    let facts: StoryFacts
    let list: StoryList?

    private var row: StoryRow { facts.row }

    func page() -> Page {
        var shell = Shell(visit: visit, title: row.title, left: .back(list?.route ?? .today), hasTabs: false)
        shell.actions = [.save(story: row.id.rawValue, isOn: row.isSaved), .type]
        let writer = shell.page { w in article(&w) }
        return Page(mediaSources: mediaSources, writer)
    }

    /// Where this story's sound and film live: the only place from which its page may play.
    private var mediaSources: [String] {
        let played = facts.enclosures.filter { $0.isAudio || $0.isVideo }.map(\.address)
        // A host may hold what means something in a policy (`;`, `,`, `*`), which would rewrite ours.
        let plain = played.filter {
            $0.host.utf8.allSatisfy {
                $0 >= 0x30 && $0 <= 0x3A || $0 >= 0x61 && $0 <= 0x7A || [0x2D, 0x2E, 0x5B, 0x5D, 0x5F].contains($0)
            }
        }
        return Array(
            Set(
                plain.map { address in
                    "\(address.isSecure ? "https" : "http")://\(address.host):\(address.port)"
                })
        ).sorted()
    }

    private func article(_ w: inout HTMLWriter) {
        w.raw("<article class=\"story\"")
        w.attribute("data-story", String(row.id.rawValue))
        if let link = row.link { w.attribute("data-original", link.text) }
        w.attribute("data-title", row.title)
        if let dek = row.dek { w.attribute("data-dek", dek) }
        if let next = facts.next { w.attribute("data-next", Route.story(next.id, in: list).path) }
        if let previous = facts.previous { w.attribute("data-previous", Route.story(previous.id, in: list).path) }
        w.raw(">")
        header(&w)
        if let hero { figure(hero, &w) }
        Enclosures.write(visit, facts.enclosures, into: &w)
        body(&w)
        footer(&w)
        w.raw("</article>")
    }

    /// The lead picture, unless the text begins with it anyway.
    private var hero: PictureFact? {
        guard let picture = row.picture, !picture.isKnownToFail else { return nil }
        return facts.body.text.contains("src=\"\(picture.address.text.replacing("&", with: "&amp;"))\"") ? nil : picture
    }

    private func header(_ w: inout HTMLWriter) {
        w.raw("<header><p class=\"kicker\"><a")
        w.attribute("href", Route.channel(row.channel, depth: Route.step).path)
        w.raw(">")
        SiteIcon.write(visit, row.icon, title: row.channelTitle, into: &w)
        w.text(row.channelTitle)
        w.raw("</a></p><h1")
        language(&w)
        w.raw(">")
        w.text(row.title)
        w.raw("</h1>")
        if let dek = row.dek, !dek.isEmpty, !textBegins(with: dek) {
            w.raw("<p class=\"standfirst\"")
            language(&w)
            w.raw(">")
            w.text(dek)
            w.raw("</p>")
        }
        byline(&w)
        w.raw("</header>")
    }

    private func textBegins(with dek: String) -> Bool {
        let start = dek.prefix(60).filter(\.isLetter)
        return PlainText.of(html: String(facts.body.text.prefix(2000))).prefix(240).filter(\.isLetter).contains(start)
    }

    private func byline(_ w: inout HTMLWriter) {
        w.raw("<p class=\"byline\">")
        if let byline = row.byline {
            w.text(byline)
            w.raw(" · ")
        }
        w.raw("<time data-long")
        w.attribute("datetime", TimeWords.machine(row.shownAt))
        w.raw(">")
        w.text(visit.time.long(row.shownAt))
        w.raw("</time>")
        if row.words > 120 {
            w.raw(" · ")
            w.text(Words.readingTime(words: row.words))
        }
        if !facts.also.isEmpty {
            w.raw("<span class=\"also\">Also in ")
            for (index, also) in facts.also.enumerated() {
                if index > 0 { w.raw(", ") }
                w.raw("<a")
                w.attribute("href", Route.story(also.story, in: nil).path)
                w.raw("><u>")
                w.text(also.channelTitle)
                w.raw("</u></a>")
            }
            w.raw("</span>")
        }
        w.raw("</p>")
    }

    private func language(_ w: inout HTMLWriter) {
        if let language = row.language { w.attribute("lang", language) }
        if row.direction == .rtl { w.raw(" dir=\"rtl\"") }
    }

    private func figure(_ picture: PictureFact, _ w: inout HTMLWriter) {
        let tag = PictureView.sized(visit, picture)
        w.raw("<figure class=\"picture hero\"><img decoding=\"async\" fetchpriority=\"high\"")
        w.attribute("alt", picture.alt ?? "")
        w.attribute("src", tag.src)
        if let set = tag.srcset { w.attribute("srcset", set) }
        if let sizes = tag.sizes { w.attribute("sizes", sizes) }
        if let width = tag.width { w.attribute("width", String(width)) }
        if let height = tag.height { w.attribute("height", String(height)) }
        if let colour = tag.colour { w.attribute("data-colour", colour) }
        w.raw(">")
        caption(picture, &w)
        w.raw("</figure>")
    }

    private func caption(_ picture: PictureFact, _ w: inout HTMLWriter) {
        guard picture.caption != nil || picture.credit != nil else { return }
        w.raw("<figcaption>")
        if let caption = picture.caption {
            w.text(caption)
            w.raw(" ")
        }
        if let credit = picture.credit {
            w.raw("<span class=\"credit\">")
            w.text(credit)
            w.raw("</span>")
        }
        w.raw("</figcaption>")
    }

    private func body(_ w: inout HTMLWriter) {
        w.raw("<div class=\"text\"")
        language(&w)
        w.raw(">")
        w.safe(
            facts.body.mappingPictures { tag in
                PictureView.tag(visit, facts.pictureByAddress[tag.src], tag)
            })
        w.raw("</div>")
    }

    private func footer(_ w: inout HTMLWriter) {
        w.raw("<footer>")
        StoryActs(visit: visit, facts: facts, list: list).write(into: &w)
        if let next = facts.next {
            w.raw("<nav class=\"next\" aria-label=\"Next story\"><p class=\"label\">Next</p>")
            RowView(visit: visit, list: list).write(next, into: &w)
            w.raw("</nav>")
        }
        w.raw("</footer>")
    }
}

extension StoryList {
    /// The screen that shows this list.
    var route: Route {
        switch self {
        case .section(let id): .section(id, depth: Route.step)
        case .channel(let id): .channel(id, depth: Route.step)
        case .unread: .unread
        case .saved: .saved
        case .everything: .everything(depth: Route.step)
        }
    }
}
