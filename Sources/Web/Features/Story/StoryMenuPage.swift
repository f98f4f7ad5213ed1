import Library
import Markup
import News
import URLs

/// Shown by script as a sheet.
struct StoryMenuPage {
    let id: StoryID

    func page(for scope: RequestScope) async throws(LibraryError) -> HTMLPage {
        let list = scope.query["in"].flatMap { StoryList(code: $0) }
        let details = try await scope.library.stories.story(id, for: scope.reader, in: list)
        let storyRoute = Route.story(id, in: list)
        let layout = PageLayout(
            scope: scope, title: Strings.storyMenu, kind: .story, left: .back(storyRoute), barTitle: Strings.storyMenu,
            actions: [])
        return HTMLPage(
            layout.document { w in
                w.raw("<div class=\"column\"><h1 class=\"visually-hidden\">")
                w.text(Strings.storyMenu)
                w.raw("</h1><div id=\"sheet-menu\"><div class=\"menu\"")
                StoryDataAttributes.write(details.row, into: &w)
                w.raw("><p class=\"menu-title\">")
                w.text(details.row.title)
                w.raw("</p>")
                StoryMenuView(scope: scope, details: details, returnPath: scope.path(storyRoute)).write(into: &w)
                w.raw("</div></div></div>")
            })
    }
}

/// For sharing by script (MIT-37, MIT-38).
enum StoryDataAttributes {
    static func write(_ row: StoryRow, into w: inout HTMLWriter) {
        if let link = row.link { w.attribute("data-original", link.text) }
        w.attribute("data-title", row.title)
        if let dek = row.dek { w.attribute("data-dek", dek) }
    }
}

struct StoryMenuView {
    let scope: RequestScope
    let details: StoryDetails
    let returnPath: String

    func write(into w: inout HTMLWriter) {
        w.raw("<ul class=\"menu-lines\">")
        if let link = details.row.link { writeLinkItems(link, &w) }
        if scope.edition.options.allowsSaving {
            writeMarkForm(
                "saved", details.row.isSaved, details.row.isSaved ? Strings.unsaveStory : Strings.save, .save, &w)
        }
        writeMarkForm("read", details.row.isRead, details.row.isRead ? Strings.markUnread : Strings.markRead, .ring, &w)
        writeMenuLink(
            .mute, "\(scope.path(Route.newMute))?story=\(details.row.id.rawValue)", Strings.muteMenu,
            "data-sheet=\"mute\"", &w
        )
        writeMenuLink(.typography, scope.path(Route.settings), Strings.textSettings, "data-sheet=\"reading\"", &w)
        w.raw("</ul>")
    }

    private func writeLinkItems(_ link: WebAddress, _ w: inout HTMLWriter) {
        writeScriptButton("data-share", .share, Strings.share, &w)
        writeScriptButton("data-copy", .copy, Strings.copyLink, &w)
        // For copying by hand without script.
        w.raw("<noscript><li class=\"menu-address\"><label>")
        w.text(Strings.linkToCopy)
        w.raw("<input class=\"input\" readonly")
        w.attribute("value", link.text)
        w.raw("></label></li></noscript>")
        let text = PlainText.of(html: ShareEmail.withoutPictures(details.body.text))
        writeMenuLink(
            .mail,
            ShareEmail.mailtoURL(details.row, link, text: text, subject: scope.edition.options.mailSubjectPrefix),
            Strings.mail, "",
            &w
        )
        if let page = scope.linkedPageURL(link, from: details.row.id) {
            writeMenuLink(
                .external, scope.path(Route.externalLink(page)), Strings.openOriginal, "data-sheet=\"leave\" data-v", &w
            )
        } else {
            writeMenuLink(
                .external, link.text, Strings.openOriginal, "target=\"_blank\" rel=\"noopener noreferrer\" data-v", &w)
        }
    }

    private func writeScriptButton(_ attribute: StaticString, _ icon: Icon, _ words: String, _ w: inout HTMLWriter) {
        w.raw("<li><button type=\"button\" hidden ")
        w.raw(attribute)
        w.raw(">")
        icon.write(scope, into: &w)
        w.text(words)
        w.raw("</button></li>")
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

    private func writeMarkForm(_ kind: String, _ isOn: Bool, _ words: String, _ icon: Icon, _ w: inout HTMLWriter) {
        w.raw("<li>")
        ActionForm(
            scope, .setMark, returnPath: returnPath,
            fields: [("story", String(details.row.id.rawValue)), ("kind", kind), ("value", isOn ? "0" : "1")]
        ).write(into: &w) { w in
            w.raw("<button")
            w.attribute("aria-pressed", isOn ? "true" : "false")
            w.raw(">")
            icon.write(scope, into: &w)
            w.raw("<span>")
            w.text(words)
            w.raw("</span></button>")
        }
        w.raw("</li>")
    }
}
