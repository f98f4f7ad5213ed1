import Library
import Markup
import News

/// What can be done with a story, on a page of its own; a sheet over the story where there is script.
struct StoryMenuScreen {
    let id: StoryID

    func page(for visit: Visit) async throws(LibraryError) -> Page {
        let list = visit.query["in"].flatMap { StoryList(code: $0) }
        let facts = try await visit.library.stories.story(id, for: visit.reader, in: list)
        let back = Route.story(id, in: list)
        let shell = Shell(
            visit: visit, title: Words.storyMenu, kind: .story, left: .back(back), barTitle: Words.storyMenu,
            actions: [])
        return Page(
            shell.page { w in
                w.raw("<div class=\"column\"><h1 class=\"spoken\">")
                w.text(Words.storyMenu)
                w.raw("</h1><div id=\"sheet-menu\"><div class=\"menu\"")
                StoryFactsForScript.write(facts.row, into: &w)
                w.raw("><p class=\"menu-title\">")
                w.text(facts.row.title)
                w.raw("</p>")
                StoryMenu(visit: visit, facts: facts, back: visit.path(back)).write(into: &w)
                w.raw("</div></div></div>")
            })
    }
}

/// What script needs to share a story: link, title and dek (rows MIT-37, MIT-38).
enum StoryFactsForScript {
    static func write(_ row: StoryRow, into w: inout HTMLWriter) {
        if let link = row.link { w.attribute("data-original", link.text) }
        w.attribute("data-title", row.title)
        if let dek = row.dek { w.attribute("data-dek", dek) }
    }
}

/// The lines of a story's menu.
struct StoryMenu {
    let visit: Visit
    let facts: StoryFacts
    /// The story's own page.
    let back: String

    func write(into w: inout HTMLWriter) {
        w.raw("<ul class=\"menu-lines\">")
        if let link = facts.row.link { outside(link, &w) }
        if facts.abilities.canSave, visit.edition.options.saving {
            mark("saved", facts.row.isSaved, facts.row.isSaved ? Words.unsaveStory : Words.save, .save, &w)
        }
        mark("read", facts.row.isRead, facts.row.isRead ? Words.markUnread : Words.markRead, .ring, &w)
        line(
            .mute, "\(visit.path(Route.mute))?story=\(facts.row.id.rawValue)", Words.muteMenu, "data-sheet=\"mute\"", &w
        )
        line(.type, visit.path(Route.settings), Words.textSettings, "data-sheet=\"reading\"", &w)
        w.raw("</ul>")
    }

    private func outside(_ link: WebAddress, _ w: inout HTMLWriter) {
        script("data-share", .share, Words.share, &w)
        script("data-copy", .copy, Words.copyLink, &w)
        // Without script an address can only be taken by hand.
        w.raw("<noscript><li class=\"menu-address\"><label>")
        w.text(Words.linkToCopy)
        w.raw("<input class=\"input\" readonly")
        w.attribute("value", link.text)
        w.raw("></label></li></noscript>")
        let text = PlainText.of(html: Letter.withoutPictures(facts.body.text))
        line(
            .mail, Letter.to(facts.row, link, text: text, subject: visit.edition.options.mailSubject), Words.mail, "",
            &w
        )
        if let page = visit.outside(link, from: facts.row.id) {
            line(.out, visit.path(Route.leave(page)), Words.openOriginal, "data-sheet=\"leave\" data-v", &w)
        } else {
            line(.out, link.text, Words.openOriginal, "target=\"_blank\" rel=\"noopener noreferrer\" data-v", &w)
        }
    }

    private func script(_ attribute: StaticString, _ icon: Icon, _ words: String, _ w: inout HTMLWriter) {
        w.raw("<li><button type=\"button\" hidden ")
        w.raw(attribute)
        w.raw(">")
        icon.write(visit, into: &w)
        w.text(words)
        w.raw("</button></li>")
    }

    private func line(_ icon: Icon, _ path: String, _ words: String, _ more: StaticString, _ w: inout HTMLWriter) {
        w.raw("<li><a ")
        w.raw(more)
        w.attribute("href", path)
        w.raw(">")
        icon.write(visit, into: &w)
        w.text(words)
        w.raw("</a></li>")
    }

    private func mark(_ kind: String, _ isOn: Bool, _ words: String, _ icon: Icon, _ w: inout HTMLWriter) {
        w.raw("<li>")
        ActForm(
            visit, .marks, back: back,
            fields: [("story", String(facts.row.id.rawValue)), ("kind", kind), ("value", isOn ? "0" : "1")]
        ).write(into: &w) { w in
            w.raw("<button")
            w.attribute("aria-pressed", isOn ? "true" : "false")
            w.raw(">")
            icon.write(visit, into: &w)
            w.raw("<span>")
            w.text(words)
            w.raw("</span></button>")
        }
        w.raw("</li>")
    }
}
