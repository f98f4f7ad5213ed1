import Library
import Markup
import News
import URLs

/// A view of a story in a list, in the edition's row style.
struct StoryRowView {
    let scope: RequestScope
    let list: StoryList?
    /// True if the row names its feed; false on the feed's own page.
    var showsFeedName = true
    /// True if the row's heading is below a section's heading.
    var isUnderSection = false
    /// True if all stories open their linked page, even those with text (MIT-11).
    var opensExternally = false

    /// True if the row has an anchor; false if the story is on the page twice.
    var hasAnchor = true
    var imageSlot = PictureSlot.list
    /// True if rows show the time of day in place of the age, below heads of days.
    var showsClock = false
    /// The title with the matches of a search; empty to write the row's own.
    var titleParts: [SnippetPart] = []
    /// The votes of the rows; nil if rows have no votes.
    var votes: RowVotes?

    private var rowStyle: EditionTheme.RowStyle { scope.edition.theme.rowStyle }
    /// True if the row is a card. A grid has cards in any row style; CSS turns them into rows on narrow screens.
    private var isCard: Bool { rowStyle == .wide || scope.listLayout == .grid }

    /// Writes the row.
    /// - Parameters:
    ///   - slot: the position of the picture; nil for the view's own.
    ///   - day: the day that begins with the row, in a list by date.
    func write(
        _ row: StoryRow, in slot: PictureSlot? = nil, day: String? = nil, into w: inout HTMLWriter,
        below: (inout HTMLWriter) -> Void = { _ in }
    ) {
        let slot = slot ?? (isUnderSection ? .section : imageSlot)
        let picture = visiblePicture(row)
        let linkedPage = linkedPageAddress(row)
        let style: StaticString = linkedPage == nil ? "row" : "row external"
        let isCard = isCard || slot == .sectionLead || slot == .pair
        writeArticle(row, style, hasPicture: picture != nil, into: &w) { w in
            if let day { w.element(.p, class: "day-head", text: day) }
            writeLink(row, to: linkedPage, into: &w) { w in
                if isCard, linkedPage == nil, let picture {
                    PictureView.writeCard(scope, picture, in: slot, into: &w)
                }
                w.element(.div, class: "row-text") { w in
                    // A linked page's picture is its publisher's logo, at the foot (MIT-10).
                    let logo = linkedPage == nil ? nil : picture
                    let endsWithSource = logo != nil && rowStyle == .right
                    if !endsWithSource, rowStyle != .counted { writeMetadata(row, into: &w) }
                    writeHeading(row, linkedPage, into: &w)
                    if rowStyle == .counted { writeMetadata(row, into: &w) }
                    writeDek(row, into: &w)
                    below(&w)
                    if let logo {
                        w.element(.div, class: "row-foot") { w in
                            if endsWithSource { writeMetadata(row, into: &w) }
                            PictureView.writeSourceLogo(scope, logo, into: &w)
                        }
                    }
                }
                if !isCard, linkedPage == nil, let picture { writeThumbnail(picture, in: slot, &w) }
            }
            if rowStyle == .counted { CommentCountView.writeTarget(scope, row, in: list, into: &w) }
            if linksToCluster(row) { ClusterLinkView(scope: scope, row: row).write(into: &w) }
            votes?.write(row, into: &w)
        }
    }

    private func linkedPageAddress(_ row: StoryRow) -> WebAddress? {
        row.isExternal || opensExternally ? row.link : nil
    }

    private func writeThumbnail(_ picture: PictureDetails, in slot: PictureSlot, _ w: inout HTMLWriter) {
        switch rowStyle {
        case .sourced, .right: PictureView.writeRow(scope, picture, in: slot, into: &w)
        case .left: PictureView.writeSquare(scope, picture, into: &w)
        case .wide, .tiles, .counted: return
        }
    }

    /// Writes the lead story with a large picture or title.
    /// - Parameter section: the id of its section's heading; the row is outside the section element.
    func writeLead(_ row: StoryRow, of section: String, into w: inout HTMLWriter) {
        let picture = leadPicture(row)
        let linkedPage = linkedPageAddress(row)
        let style: StaticString = picture == nil ? "row lead without-picture" : "row lead"
        writeArticle(row, style, section: section, hasPicture: visiblePicture(row) != nil, into: &w) { w in
            writeLink(row, to: linkedPage, into: &w) { w in
                if let picture { PictureView.writeLead(scope, picture, into: &w) }
                w.element(.div, class: "row-text") { w in
                    writeMetadata(row, into: &w)
                    writeHeading(row, linkedPage, into: &w)
                    writeDek(row, into: &w)
                }
            }
            if linksToCluster(row) { ClusterLinkView(scope: scope, row: row).write(into: &w) }
        }
    }

    /// Returns true if the other publishers are named below the row, as a link to the topic; in a community only if there
    /// are any, as its own lists are none.
    private func linksToCluster(_ row: StoryRow) -> Bool {
        row.cluster != nil && (rowStyle != .counted || !SiteName.others(of: row, in: scope.edition).isEmpty)
    }

    func leadPicture(_ row: StoryRow) -> PictureDetails? { visiblePicture(row).flatMap { $0.isLarge ? $0 : nil } }

    func visiblePicture(_ row: StoryRow) -> PictureDetails? {
        guard scope.preferences.showsPictures, let picture = row.picture, !picture.isKnownToFail else { return nil }
        return picture
    }

    /// Writes the element of a row. Its attributes are written one by one, so that no list is built for each row.
    private func writeArticle(
        _ row: StoryRow, _ style: StaticString, section: String? = nil, hasPicture: Bool, into w: inout HTMLWriter,
        content: (inout HTMLWriter) -> Void
    ) {
        let number = Int(row.id.rawValue)
        w.element(
            .article, [],
            more: { w in
                w.attribute("class") { w in
                    w.raw(style)
                    if !row.isRead { w.raw(" unread") }
                    if !hasPicture { w.raw(" text-only") }
                }
                if hasAnchor {
                    w.attribute("id") { w in
                        w.raw("s")
                        w.number(number)
                    }
                }
                w.data(.story, number)
                if let section { w.data(.section, section) }
                if row.isSaved { w.data(.saved) }
                if row.isTicked { w.data(.ticked) }
                if row.kind != .story { w.data(.storyKind, row.kind.rawValue) }
                if row.direction == .rtl { w.attribute("dir", "rtl") }
                if let language = row.language { w.attribute("lang", language) }
            }, content: content)
    }

    /// Writes the link of a row: to the linked page, or else to the story.
    private func writeLink(
        _ row: StoryRow, to linkedPage: WebAddress?, into w: inout HTMLWriter, content: (inout HTMLWriter) -> Void
    ) {
        guard let linkedPage else {
            return w.element(
                .a, [],
                more: { w in
                    w.attribute("href") { w in
                        Route.writeStory(row.id, in: list, of: scope.edition.id, into: &w)
                    }
                }, content: content)
        }
        if let link = scope.linkedPageURL(linkedPage, from: row.id, in: list, isRow: true) {
            w.element(.a, [.href(scope.path(Route.linkedPage(link))), .data(.external)], content: content)
        } else {
            w.element(
                .a, [.href(linkedPage.text), .target("_blank"), .rel("noopener noreferrer"), .data(.external)],
                content: content)
        }
    }

    private func writeHeading(_ row: StoryRow, _ linkedPage: WebAddress?, into w: inout HTMLWriter) {
        w.element(isUnderSection ? .h3 : .h2, class: "headline") { w in
            if !row.isRead { RowMarks.writeUnreadLabel(into: &w) }
            if let rank = row.rank {
                RankView.write(rank, into: &w)
                w.text(" ")
            }
            if let state = Strings.storyState(row.moderationState) {
                w.element(.span, class: "moderation-state", text: state)
                w.text(" ")
            }
            if titleParts.isEmpty { w.text(scope.title(of: row)) } else { SnippetView.write(titleParts, into: &w) }
            if rowStyle == .counted, let site = SiteName.linked(row, in: scope.edition) {
                w.text(" ")
                w.element(.span, class: "site-name", text: site)
            }
            if let linkedPage {
                w.element(.span, class: "visually-hidden") { w in
                    w.text(", ")
                    w.text(Strings.opens(at: linkedPage.host))
                }
            }
        }
    }

    private func writeDek(_ row: StoryRow, into w: inout HTMLWriter) {
        guard let dek = row.dek, dek.contains(where: { !$0.isWhitespace }) else { return }
        w.element(.p, class: "dek", text: dek)
    }

    /// Writes a line such as "Harbour Post · 4 min · also in Press Box", with icons, or "342 points · ada · 5 h". The
    /// styles write the separators, before the time and `separated`, so that no line begins with a separator.
    private func writeMetadata(_ row: StoryRow, into w: inout HTMLWriter) {
        w.element(
            .p, class: "source-line",
            more: { w in
                w.attribute(.dir("ltr"))
                w.attribute(.lang("en"))
            }
        ) { w in
            // Pages of a pack have one source and no age.
            if scope.edition.pack == nil {
                if rowStyle == .counted { PointsView.write(row, into: &w) }
                writeSource(row, into: &w)
                if showsClock {
                    w.element(.span, class: "clock separated", text: scope.time.clock(row.shownAt))
                } else {
                    TimeView.write(scope, row.shownAt, into: &w)
                }
            }
            // Rows of a community have a target for their comments instead.
            if rowStyle != .counted { CommentCountView.write(row, into: &w) }
            if scope.preferences.showsReadingTime, let time = Strings.readingTime(of: row) {
                w.element(.span, class: "badge separated", text: time)
            }
            let others = linksToCluster(row) ? [] : SiteName.others(of: row, in: scope.edition)
            if !others.isEmpty {
                w.element(.span, class: "also-in separated", text: Strings.alsoIn(others.map(\.name)))
            }
            writeBadges(row, into: &w)
        }
    }

    private func writeBadges(_ row: StoryRow, into w: inout HTMLWriter) {
        if row.hasAudio { writeBadge(.audio, "With audio", into: &w) }
        if row.hasVideo { writeBadge(.film, "With video", into: &w) }
        if row.pictureCount > 3 { writeBadge(.gallery, Strings.pictures(row.pictureCount), into: &w) }
        if let rule = row.muteReason {
            w.element(.span, class: "badge muted") { w in
                Icon.mute.write(scope, into: &w)
                w.text(Strings.mutedBy(rule))
            }
        }
        if row.isTicked { RowMarks(scope: scope).write(.ticked, into: &w) }
        if row.isSaved { RowMarks(scope: scope).write(.saved, into: &w) }
    }

    private func writeBadge(_ icon: Icon, _ label: String, into w: inout HTMLWriter) {
        w.element(.span, class: "badge") { w in
            icon.write(scope, into: &w)
            w.element(.span, class: "visually-hidden", text: label)
        }
    }

    private func author(of row: StoryRow) -> String? { row.byline.flatMap { $0.isEmpty ? nil : $0 } }

    /// Writes the source; nothing under a section's heading in the row styles of editions with one source.
    private func writeSource(_ row: StoryRow, into w: inout HTMLWriter) {
        switch rowStyle {
        case .counted: break
        case .right where isUnderSection, .left where isUnderSection: return
        default: guard showsFeedName else { return }
        }
        if rowStyle == .sourced {
            SiteIconView.write(scope, row.icon, title: row.channelTitle, into: &w)
        }
        let authorName = rowStyle == .counted ? author(of: row) : nil
        let isNewAuthor = authorName != nil && row.isAuthorNew
        // A row without an author names the site, unless its title does.
        if rowStyle == .counted, authorName == nil, SiteName.linked(row, in: scope.edition) != nil { return }
        let name = authorName ?? SiteName.of(row, in: scope.edition)
        w.element(
            .span, [],
            more: { w in
                w.attribute("class") { w in
                    w.raw("name")
                    if authorName != nil { w.raw(" row-author") }
                    if isNewAuthor { w.raw(" new-account") }
                }
            }
        ) { w in
            w.text(name)
            if isNewAuthor { w.element(.span, class: "visually-hidden", text: ", \(Strings.newAccount)") }
        }
    }
}
