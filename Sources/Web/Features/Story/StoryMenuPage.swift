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
                w.element(.div, class: "page-column") { w in
                    w.element(.h1, class: "visually-hidden", text: Strings.storyMenu)
                    w.element(.div, [.id("sheet-menu")]) { w in
                        StoryMenuView(scope: scope, details: details, list: list, writing: writing).write(into: &w)
                    }
                }
            })
    }
}

/// The data attributes of a story for sharing by script (MIT-37, MIT-38).
enum StoryDataAttributes {
    static func write(_ row: StoryRow, into w: inout HTMLWriter) {
        w.attributes([.data(.original, row.link?.text), .data(.title, row.title), .data(.shareText, row.dek)])
    }
}

/// The lines of a menu that copy a link: by script, or without it by hand.
enum CopyLinkItems {
    static func write(_ scope: RequestScope, _ link: WebAddress, into w: inout HTMLWriter) {
        w.element(.li) { w in
            w.element(.button, [.type("button"), .hidden(), .data(.copy)]) { w in
                Icon.copy.write(scope, into: &w)
                w.text(Strings.copyLink)
            }
        }
        w.element(.noscript) { w in
            w.element(.li, class: "menu-address") { w in
                w.element(.label) { w in
                    w.text(Strings.linkToCopy)
                    w.void(.input, class: "input", [.readonly(), .value(link.text)])
                }
            }
        }
    }
}

/// A view of the story's title and of the actions that are not in its bar, in the order of use: a phone shows the first
/// lines without scrolling.
struct StoryMenuView {
    let scope: RequestScope
    let details: StoryDetails
    let list: StoryList?
    var writing: ThreadPostingContext?

    private var returnPath: String { scope.path(Route.story(details.row.id, in: list)) }

    func write(into w: inout HTMLWriter) {
        w.element(
            .div, class: "menu", more: { w in StoryDataAttributes.write(details.row, into: &w) }
        ) { w in
            w.element(.p, class: "menu-title", text: scope.title(of: details.row))
            w.element(.ul, class: "menu-lines") { w in writeLines(&w) }
        }
    }

    private func writeLines(_ w: inout HTMLWriter) {
        let actions = StoryActionsView(scope: scope, details: details, list: list)
        for action in actions.inMenu {
            w.element(.li) { w in actions.write(action, isInMenu: true, into: &w) }
        }
        if !scope.edition.options.allowsSaving {
            w.element(.li) { w in
                w.element(.p, class: "note", text: Strings.savingIsOff(scope.edition.title))
            }
        }
        if let writing { OriginMenuItems(writing: writing).write(into: &w) }
        StoryLinksView(scope: scope, details: details, list: list).writeMenuLines(into: &w)
        writeReadForm(&w)
        writeMarkAboveForm(&w)
        let mutePath = "\(scope.path(Route.page(.newMute)))?story=\(details.row.id.rawValue)"
        writeLink(.mute, Strings.muteMenu, [.data(.sheet, "mute"), .href(mutePath)], &w)
        if let link = details.row.link { writeLinkItems(link, &w) }
        writeTurn(details.next, Strings.nextStory, "next", &w)
        writeTurn(details.previous, Strings.previousStory, "previous", &w)
    }

    private func writeLinkItems(_ link: WebAddress, _ w: inout HTMLWriter) {
        CopyLinkItems.write(scope, link, into: &w)
        if let (service, page) = scope.readLaterPage(of: details.row) {
            w.element(.li) { w in
                ExternalLink(scope: scope, link: page).write(
                    .external, Strings.readLaterLink(service.name), style: "", omitsShortcut: true, into: &w)
            }
        }
        let text = PlainText.of(html: ShareEmail.withoutPictures(details.body.text))
        let email = ShareEmail.mailtoURL(
            details.row, link, text: text, subject: scope.edition.options.mailSubjectPrefix)
        writeLink(.mail, Strings.mail, [.href(email)], &w)
    }

    /// Writes a link to another story, for bars without room for it.
    private func writeTurn(_ row: StoryRow?, _ words: String, _ neighbour: String, _ w: inout HTMLWriter) {
        guard let row else { return }
        w.element(.li, class: "neighbour") { w in
            w.element(.a, [.data(.neighbour, neighbour), .href(scope.path(Route.story(row.id, in: list)))]) { w in
                Icon.chevron.write(scope, into: &w)
                w.text(words)
            }
        }
    }

    private func writeLink<let N: Int>(
        _ icon: Icon, _ words: String, _ attributes: InlineArray<N, HTMLAttribute>, _ w: inout HTMLWriter
    ) {
        w.element(.li) { w in
            w.element(.a, attributes) { w in
                icon.write(scope, into: &w)
                w.text(words)
            }
        }
    }

    private func writeReadForm(_ w: inout HTMLWriter) {
        w.element(.li) { w in
            // The label names the action, so the button has no state: "Mark unread, pressed" would say the reverse.
            MarkForm(
                scope: scope, story: details.row.id, mark: .read, isOn: details.row.isRead,
                off: MarkForm.Face(icon: .ring, label: Strings.markRead),
                on: MarkForm.Face(icon: .ring, label: Strings.markUnread), returnPath: returnPath
            ).write([.data(.toggle, "read")], into: &w)
        }
    }

    private func writeMarkAboveForm(_ w: inout HTMLWriter) {
        guard let list, !list.isMarked, details.previous != nil else { return }
        w.element(.li) { w in
            ActionForm(
                scope, .markRead, returnPath: scope.path(list.route),
                fields: [("list", list.code), ("above", String(details.row.id.rawValue))]
            ).write(into: &w) { w in
                w.element(.button) { w in
                    Icon.check.write(scope, into: &w)
                    w.element(.span, text: Strings.markAbove)
                }
            }
        }
    }
}
