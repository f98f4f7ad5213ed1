import Library
import Markup
import News
import URLs

/// A page of a story. Only a user's navigation marks the story opened.
struct StoryPage {
    let id: StoryID

    func page(for scope: RequestScope) async throws(LibraryError) -> HTMLPage {
        let list = scope.query["in"].flatMap { StoryList(code: $0) }
        let details = try await scope.library.stories.story(
            id, for: scope.reader, in: list, prefersFeedText: scope.query["text"] == "given")
        let positions = try await scope.library.readingProgress.progress(in: id, for: scope.reader)
        var view = StoryView(scope: scope, details: details, list: list, positions: positions)
        view.keptBack = try await scope.library.keptBack.story(details.row, in: scope.edition.id, for: scope.reader)
        view.writing = try await ThreadPostingContext(details.row, at: details.source, for: scope)
        if scope.preferences.looksForMentions {
            let service = scope.library.relatedDiscussions
            view.relatedDiscussions = try await service.relatedDiscussions(of: id, for: scope.reader)
        }
        return view.page()
    }
}

struct StoryView {
    let scope: RequestScope
    let details: StoryDetails
    let list: StoryList?
    let positions: [ReadingProgress.Part: ReadingProgress]

    /// The discussions elsewhere; nil if the reader did not allow the lookup.
    var relatedDiscussions: RelatedDiscussionsService.RelatedDiscussions?

    /// The story as one that the edition keeps back; nil if it does not.
    var keptBack: KeptBackStory?

    /// The actions at the origin; nil if there are none.
    var writing: ThreadPostingContext?

    private let links: GalleryLinks

    init(
        scope: RequestScope, details: StoryDetails, list: StoryList?,
        positions: [ReadingProgress.Part: ReadingProgress] = [:]
    ) {
        self.scope = scope
        self.details = details
        self.list = list
        self.positions = positions
        links = GalleryLinks(scope: scope, details: details, list: list)
    }

    private var row: StoryRow { details.row }
    private var fullText: FullTextView { FullTextView(scope: scope, details: details, list: list) }

    func page() -> HTMLPage {
        var layout = PageLayout(
            scope: scope, title: scope.title(of: row), kind: .story, left: .back(list?.route ?? .today))
        switch scope.edition.layout.storyBar {
        case .title: layout.barTitle = scope.title(of: row)
        case .topic:
            layout.barTitle = details.tags.first ?? row.channelTitle
            layout.alwaysShowsBarTitle = true
        case .nothing: break
        }
        layout.actions = []
        layout.storyActions = StoryActionsView(scope: scope, details: details, list: list)
        if writing?.offers(nil).hasVotes == true {
            layout.extras = [.stylesheet("compose.css"), .module("membership.js")]
        }
        let writer = layout.document { w in writeArticle(&w) }
        // The script fetches the full text when the page opens, so a cached copy must not be shown; nor may outdated
        // votes.
        return HTMLPage(isCacheable: details.fullText.state != .fetchesOnOpen && writing?.view.account == nil, writer)
    }

    private func writeArticle(_ w: inout HTMLWriter) {
        w.element(
            .article, class: "story", [.data(.story, Int(row.id.rawValue)), .data(.read, isSet: row.isRead)],
            more: { w in writeScriptAttributes(&w) }
        ) { w in
            w.element(.header, [.dir(direction)]) { w in writeHeader(&w) }
            if let hero {
                HeroPictureView(scope: scope, links: links, language: row.language, direction: direction)
                    .write(hero, into: &w)
            }
            EnclosuresView(scope: scope, details: details, positions: positions).write(into: &w)
            writeBody(&w)
            fullText.write(into: &w)
            w.element(.footer) { w in
                StoryOriginsView(scope: scope, row: row).write(into: &w)
                KeptBackNote(scope: scope, story: keptBack).write(into: &w)
                RelatedDiscussionsView(scope: scope, story: row.id, list: list, details: relatedDiscussions)
                    .write(into: &w)
                StoryLinksView(scope: scope, details: details, list: list).write(into: &w)
                writeTurns(&w)
            }
        }
    }

    /// Writes the attributes of the article that only scripts use.
    private func writeScriptAttributes(_ w: inout HTMLWriter) {
        StoryDataAttributes.write(row, into: &w)
        w.attribute(.data(.fullText, isSet: fullText.isShown))
        if links.count > 0 { w.attribute(.data(.gallery, links.address)) }
        if let progress = positions[.text] {
            w.attributes([.data(.position, Int(progress.position)), .data(.resumeBlock, Int(progress.anchor))])
        }
        if let previous = details.previous {
            w.attribute(.data(.previous, scope.path(Route.story(previous.id, in: list))))
        }
        if let next = details.next { w.attribute(.data(.next, scope.path(Route.story(next.id, in: list)))) }
    }

    /// The lead image, unless the text contains it.
    private var hero: PictureDetails? {
        guard let picture = row.picture, !picture.isKnownToFail else { return nil }
        return isInText(picture) ? nil : picture
    }

    private func isInText(_ picture: PictureDetails) -> Bool {
        details.body.text.contains("src=\"\(picture.address.text.replacing("&", with: "&amp;"))\"")
    }

    private func writeHeader(_ w: inout HTMLWriter) {
        w.element(.p, class: "kicker") { w in writeSource(&w) }
        let title = scope.title(of: row)
        w.element(.h1, [.lang(row.language), .dir(direction)], text: title)
        OriginalTitleView.write(row.title, shownAs: title, into: &w)
        StoryBylineView(scope: scope, details: details).write(into: &w)
        if let dek = row.dek, dek.contains(where: { !$0.isWhitespace }), !textBegins(with: dek) {
            w.element(.p, class: "standfirst", [.lang(row.language), .dir(direction)], text: dek)
        }
        if hero == nil, !(row.picture.map(isInText) ?? false) { links.writeSummary(into: &w) }
        StoryMarksView(scope: scope, row: row).write(into: &w)
        writing?.writeStoryVote(into: &w)
    }

    /// Writes the source's name as in lists. A feed's name links to the feed.
    private func writeSource(_ w: inout HTMLWriter) {
        let name = SiteName.of(row, in: scope.edition)
        guard name == row.channelTitle else { return w.element(.span, text: name) }
        let route: Route = details.source?.kind == .savedPages ? .saved : .channel(row.channel, depth: 0)
        w.element(.a, [.href(scope.path(route))]) { w in
            SiteIconView.write(scope, row.icon, title: name, into: &w)
            w.text(name)
        }
    }

    /// Returns true if the text begins with the summary. A page may have a picture with its caption, a heading or a
    /// dateline before the summary or at its beginning.
    private func textBegins(with dek: String) -> Bool {
        let text = PlainText.of(html: ShareEmail.withoutPictures(details.body.text))
        let summary = Self.letters(of: dek)
        // A short summary may be repeated further down by chance.
        let beginning = Self.letters(of: text.prefix(summary.count < 40 ? 300 : 1_200))
        return beginning.contains(String(summary.prefix(50)))
            || (summary.count >= 100 && beginning.contains(String(summary.dropFirst(40).prefix(50))))
    }

    private static func letters(of text: some StringProtocol) -> String {
        String(text.lazy.filter { $0.isLetter || $0.isNumber }).lowercased()
    }

    /// The `dir` attribute of the story's texts; nil for left to right.
    private var direction: String? { row.direction == .rtl ? "rtl" : nil }

    private func writeBody(_ w: inout HTMLWriter) {
        let clickToLoad = ClickToLoadPictures(scope: scope)
        var (number, count) = (0, hero.flatMap { clickToLoad.button(0, alt: $0.alt ?? "") } == nil ? 0 : 1)
        let linked = details.body.linkingPictures { tag, number in
            clickToLoad.button(number, alt: "") == nil ? links.link(to: WebAddress(tag.src)) : nil
        }
        let body = linked.replacingPictures { tag in
            number += 1
            let button = clickToLoad.button(number, alt: tag.alt)
            if button != nil { count += 1 }
            return button
        } else: { tag in
            PictureView.localTag(scope, details.pictureByAddress[tag.src], tag)
        }
        clickToLoad.writeForm(hiddenCount: count, into: &w)
        w.element(.div, class: "text", [.lang(row.language), .dir(direction)]) { w in
            w.safe(body.withScrollingFormulas.linkingToLinkedPages(scope, story: row.id, list: list))
        }
    }
}

extension StoryView {
    /// Writes links to the next and the previous story of the list.
    private func writeTurns(_ w: inout HTMLWriter) {
        let canLoadOlder = details.next == nil && details.hasOlderStories
        guard details.next != nil || details.previous != nil || (list != nil && canLoadOlder) else { return }
        w.element(.nav, class: "next", [.aria("label", Strings.otherStories)]) { w in
            if let next = details.next {
                w.element(.p, class: "label", text: Strings.next)
                StoryRowView(scope: scope, list: list, imageSlot: .story).write(next, into: &w)
            } else if let list, canLoadOlder {
                writeNextStoryForm(list, &w)
            }
            if let previous = details.previous {
                let path = scope.path(Route.story(previous.id, in: list))
                w.element(.a, class: "quiet previous", [.data(.neighbour, "previous"), .href(path)]) { w in
                    Icon.chevron.write(scope, into: &w)
                    w.element(.span, text: Strings.previous(scope.title(of: previous)))
                }
            }
        }
    }

    /// Writes the button for the next story as a form, since it causes a fetch (MIT-50).
    private func writeNextStoryForm(_ list: StoryList, _ w: inout HTMLWriter) {
        if let failureCode = scope.query["older"] {
            FetchStatusView(
                state: .failed, sentence: Strings.loadMoreFailure(failureCode, title: scope.edition.title),
                style: "error-note"
            ).write(into: &w)
        }
        ActionForm(
            scope, .loadMore, returnPath: scope.path(Route.story(row.id, in: list)),
            fields: [("list", list.code), ("after", String(row.id.rawValue))]
        ).write(into: &w) { w in
            w.element(.button, class: "button wide-button", [.data(.next)], text: Strings.nextStory)
        }
    }
}
