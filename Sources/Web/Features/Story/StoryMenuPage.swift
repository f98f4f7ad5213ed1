import Library
import Markup
import News
import URLs

/// A page with a story's menu; script shows it as a sheet.
struct StoryMenuPage {
    let id: StoryID

    func page(for scope: RequestScope) async throws(LibraryError) -> HTMLPage {
        let list = scope.query["in"].flatMap { StoryList(code: $0) }
        let details = try await scope.library.stories.story(id, for: scope.reader, in: list)
        let writing = try await ThreadPostingContext(details.row, at: details.source, for: scope)
        let storyRoute = Route.story(id, in: list)
        let layout = PageLayout(
            scope: scope, title: Strings.storyMenu, kind: .story, left: .back(storyRoute), barTitle: Strings.storyMenu,
            actions: [])
        // The member's view changes without a revision of the story.
        return HTMLPage(
            isCacheable: writing == nil,
            layout.document { w in
                w.raw("<div class=\"page-column\"><h1 class=\"visually-hidden\">")
                w.text(Strings.storyMenu)
                w.raw("</h1><div id=\"sheet-menu\"><div class=\"menu\"")
                StoryDataAttributes.write(details.row, into: &w)
                w.raw("><p class=\"menu-title\">")
                w.text(details.row.title)
                w.raw("</p>")
                StoryMenuView(scope: scope, details: details, list: list, writing: writing).write(into: &w)
                w.raw("</div></div></div>")
            })
    }
}

/// The data attributes of a story for sharing by script (MIT-37, MIT-38).
enum StoryDataAttributes {
    static func write(_ row: StoryRow, into w: inout HTMLWriter) {
        if let link = row.link { w.attribute("data-original", link.text) }
        w.attribute("data-title", row.title)
        if let dek = row.dek { w.attribute("data-share-text", dek) }
    }
}

/// The lines of a menu that copy a link: by script, or without it by hand.
enum CopyLinkItems {
    static func write(_ scope: RequestScope, _ link: WebAddress, into w: inout HTMLWriter) {
        w.raw("<li><button type=\"button\" hidden data-copy>")
        Icon.copy.write(scope, into: &w)
        w.text(Strings.copyLink)
        w.raw("</button></li><noscript><li class=\"menu-address\"><label>")
        w.text(Strings.linkToCopy)
        w.raw("<input class=\"input\" readonly")
        w.attribute("value", link.text)
        w.raw("></label></li></noscript>")
    }
}

/// A view of the actions that are not in the story's bar, in the order of use: a phone shows the first lines without
/// scrolling.
struct StoryMenuView {
    let scope: RequestScope
    let details: StoryDetails
    let list: StoryList?
    var writing: ThreadPostingContext?

    private var returnPath: String { scope.path(Route.story(details.row.id, in: list)) }

    func write(into w: inout HTMLWriter) {
        w.raw("<ul class=\"menu-lines\">")
        let actions = StoryActionsView(scope: scope, details: details, list: list)
        for action in actions.inMenu {
            w.raw("<li>")
            actions.write(action, isInMenu: true, into: &w)
            w.raw("</li>")
        }
        if !scope.edition.options.allowsSaving {
            w.raw("<li><p class=\"note\">")
            w.text(Strings.savingIsOff(scope.edition.title))
            w.raw("</p></li>")
        }
        if let writing { OriginMenuItems(writing: writing).write(into: &w) }
        StoryLinksView(scope: scope, details: details, list: list).writeMenuLines(into: &w)
        writeReadForm(&w)
        writeMarkAboveForm(&w)
        writeMenuLink(
            .mute, "\(scope.path(Route.newMute))?story=\(details.row.id.rawValue)", Strings.muteMenu,
            "data-sheet=\"mute\"", &w
        )
        if let link = details.row.link { writeLinkItems(link, &w) }
        writeTurn(details.next, Strings.nextStory, "data-neighbour=\"next\"", &w)
        writeTurn(details.previous, Strings.previousStory, "data-neighbour=\"previous\"", &w)
        w.raw("</ul>")
    }

    private func writeLinkItems(_ link: WebAddress, _ w: inout HTMLWriter) {
        CopyLinkItems.write(scope, link, into: &w)
        if let (service, page) = scope.readLaterPage(of: details.row) {
            w.raw("<li>")
            ExternalLink(scope: scope, link: page).write(
                .external, Strings.readLaterLink(service.name), style: "", omitsShortcut: true, into: &w)
            w.raw("</li>")
        }
        let text = PlainText.of(html: ShareEmail.withoutPictures(details.body.text))
        writeMenuLink(
            .mail,
            ShareEmail.mailtoURL(details.row, link, text: text, subject: scope.edition.options.mailSubjectPrefix),
            Strings.mail, "",
            &w
        )
    }

    /// Writes a link to another story, for bars without room for it.
    private func writeTurn(_ row: StoryRow?, _ words: String, _ attribute: StaticString, _ w: inout HTMLWriter) {
        guard let row else { return }
        w.raw("<li class=\"neighbour\"><a ")
        w.raw(attribute)
        w.attribute("href", scope.path(Route.story(row.id, in: list)))
        w.raw(">")
        Icon.chevron.write(scope, into: &w)
        w.text(words)
        w.raw("</a></li>")
    }

    private func writeMenuLink(
        _ icon: Icon, _ path: String, _ words: String, _ more: StaticString, _ w: inout HTMLWriter
    ) {
        w.raw("<li><a ")
        w.raw(more)
        w.attribute("href", path)
        w.raw(">")
        icon.write(scope, into: &w)
        w.text(words)
        w.raw("</a></li>")
    }

    private func writeReadForm(_ w: inout HTMLWriter) {
        let isRead = details.row.isRead
        w.raw("<li>")
        ActionForm(
            scope, .setMark, returnPath: returnPath,
            fields: [("story", String(details.row.id.rawValue)), ("kind", "read"), ("value", isRead ? "0" : "1")]
        ).write(into: &w) { w in
            // The label names the action, so the button has no state: "Mark unread, pressed" would say the reverse.
            w.raw("<button data-toggle=\"read\">")
            Icon.ring.write(scope, into: &w)
            w.raw("<span>")
            w.text(isRead ? Strings.markUnread : Strings.markRead)
            w.raw("</span></button>")
        }
        w.raw("</li>")
    }

    private func writeMarkAboveForm(_ w: inout HTMLWriter) {
        guard let list, !list.isMarked, details.previous != nil else { return }
        w.raw("<li>")
        ActionForm(
            scope, .markRead, returnPath: scope.path(list.route),
            fields: [("list", list.code), ("above", String(details.row.id.rawValue))]
        ).write(into: &w) { w in
            w.raw("<button>")
            Icon.check.write(scope, into: &w)
            w.raw("<span>")
            w.text(Strings.markAbove)
            w.raw("</span></button>")
        }
        w.raw("</li>")
    }
}
