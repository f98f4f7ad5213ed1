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
    /// The votes of the rows; nil if rows have no votes.
    var votes: RowVotes?

    private var rowStyle: EditionTheme.RowStyle { scope.edition.theme.rowStyle }
    /// True if the row is a card. A grid has cards in any row style; CSS turns them into rows on narrow screens.
    private var isCard: Bool { rowStyle == .wide || scope.listLayout == .grid }

    /// Writes the row.
    /// - Parameter slot: the position of the picture; nil for the view's own.
    func write(
        _ row: StoryRow, in slot: PictureSlot? = nil, into w: inout HTMLWriter,
        below: (inout HTMLWriter) -> Void = { _ in }
    ) {
        let slot = slot ?? (isUnderSection ? .section : imageSlot)
        let picture = visiblePicture(row)
        let linkedPage = linkedPageAddress(row)
        writeOpeningTags(row, linkedPage == nil ? "row" : "row external", into: &w)
        if isCard, linkedPage == nil, let picture {
            PictureView.writeCard(scope, picture, in: slot, into: &w)
        }
        if rowStyle == .counted { ScoreColumn.write(row, into: &w) }
        w.raw("<div class=\"row-text\">")
        // A linked page's picture is its publisher's logo, at the foot (MIT-10).
        let logo = linkedPage == nil ? nil : picture
        let endsWithSource = logo != nil && rowStyle == .right
        if !endsWithSource { writeMetadata(row, into: &w) }
        writeHeading(row, into: &w)
        writeDek(row, into: &w)
        below(&w)
        if let logo {
            w.raw("<div class=\"row-foot\">")
            if endsWithSource { writeMetadata(row, into: &w) }
            PictureView.writeSourceLogo(scope, logo, into: &w)
            w.raw("</div>")
        }
        w.raw("</div>")
        if !isCard, linkedPage == nil, let picture { writeThumbnail(picture, in: slot, &w) }
        w.raw("</a>")
        votes?.write(row, into: &w)
        w.raw("</article>")
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
        writeOpeningTags(row, picture == nil ? "row lead without-picture" : "row lead", section: section, into: &w)
        if let picture { PictureView.writeLead(scope, picture, into: &w) }
        w.raw("<div class=\"row-text\">")
        writeMetadata(row, into: &w)
        writeHeading(row, into: &w)
        writeDek(row, into: &w)
        w.raw("</div></a></article>")
    }

    func leadPicture(_ row: StoryRow) -> PictureDetails? { visiblePicture(row).flatMap { $0.isLarge ? $0 : nil } }

    private func visiblePicture(_ row: StoryRow) -> PictureDetails? {
        guard scope.preferences.showsPictures, let picture = row.picture, !picture.isKnownToFail else { return nil }
        return picture
    }

    private func writeOpeningTags(
        _ row: StoryRow, _ style: StaticString, section: String? = nil, into w: inout HTMLWriter
    ) {
        w.raw("<article class=\"")
        w.raw(style)
        if !row.isRead { w.raw(" unread") }
        if visiblePicture(row) == nil { w.raw(" text-only") }
        w.raw("\"")
        if hasAnchor {
            w.raw(" id=\"s")
            w.number(Int(row.id.rawValue))
            w.raw("\"")
        }
        w.attribute("data-story", Int(row.id.rawValue))
        w.attribute("data-section", section)
        if row.isSaved { w.raw(" data-saved") }
        if row.isTicked { w.raw(" data-ticked") }
        if row.kind != .story { w.attribute("data-story-kind", row.kind.rawValue) }
        if row.direction == .rtl { w.raw(" dir=\"rtl\"") }
        if let language = row.language { w.attribute("lang", language) }
        w.raw("><a")
        if let address = linkedPageAddress(row) {
            if let link = scope.linkedPageURL(address, from: row.id, in: list, isRow: true) {
                w.attribute("href", scope.path(Route.linkedPage(link)))
                w.raw(" data-external>")
            } else {
                w.attribute("href", address.text)
                w.raw(" target=\"_blank\" rel=\"noopener noreferrer\" data-external>")
            }
        } else {
            w.raw(" href=\"")
            Route.writeStory(row.id, in: list, of: scope.edition.id, into: &w)
            w.raw("\">")
        }
    }

    private func writeHeading(_ row: StoryRow, into w: inout HTMLWriter) {
        w.raw(isUnderSection ? "<h3 class=\"headline\">" : "<h2 class=\"headline\">")
        if !row.isRead { w.raw("<span class=\"visually-hidden\">Unread: </span>") }
        // A row with a score column has the rank there.
        if rowStyle != .counted, let rank = row.rank {
            RankView.write(rank, into: &w)
            w.raw(" ")
        }
        if let state = Strings.storyState(row.moderationState) {
            w.raw("<span class=\"moderation-state\">")
            w.text(state)
            w.raw("</span> ")
        }
        w.text(row.title)
        if let address = linkedPageAddress(row) {
            w.raw("<span class=\"visually-hidden\">, ")
            w.text(Strings.opens(at: address.host))
            w.raw("</span>")
        }
        w.raw(isUnderSection ? "</h3>" : "</h2>")
    }

    private func writeDek(_ row: StoryRow, into w: inout HTMLWriter) {
        guard let dek = row.dek, dek.contains(where: { !$0.isWhitespace }) else { return }
        w.raw("<p class=\"dek\">")
        w.text(dek)
        w.raw("</p>")
    }

    /// Writes a line such as "Harbour Post · 4 min · also in Press Box", with icons. The styles write the separators,
    /// before the time and `sep`, so that no line begins with a separator.
    private func writeMetadata(_ row: StoryRow, into w: inout HTMLWriter) {
        w.raw("<p class=\"source-line\" dir=\"ltr\" lang=\"en\">")
        // Pages of a pack have one source and no age.
        if scope.edition.pack == nil {
            writeSource(row, into: &w)
            TimeView.write(scope, row.shownAt, into: &w)
        }
        // The score column shows the comment count if the story has no points.
        if rowStyle != .counted || row.points != nil { CommentCountView.write(row, into: &w) }
        if scope.preferences.showsReadingTime, let time = Strings.readingTime(of: row) {
            w.raw("<span class=\"badge separated\">")
            w.text(time)
            w.raw("</span>")
        }
        let others = SiteName.others(of: row, in: scope.edition)
        if !others.isEmpty {
            w.raw("<span class=\"also-at separated\">")
            w.text(Strings.alsoIn(others.map(\.name)))
            w.raw("</span>")
        }
        writeBadge(row.hasAudio, .audio, "With audio", into: &w)
        writeBadge(row.hasVideo, .film, "With video", into: &w)
        writeBadge(row.pictureCount > 3, .gallery, Strings.pictures(row.pictureCount), into: &w)
        if let rule = row.muteReason {
            w.raw("<span class=\"badge muted\">")
            Icon.mute.write(scope, into: &w)
            w.text(Strings.mutedBy(rule))
            w.raw("</span>")
        }
        if row.isTicked { writeMark(.ticked, "badge ticked", into: &w) }
        if row.isSaved { writeMark(.saved, "badge saved", into: &w) }
        // The site is last, because on narrow screens it may have a line of its own.
        if rowStyle == .counted, author(of: row) != nil {
            w.raw("<span class=\"site-name separated\">")
            w.text(SiteName.of(row, in: scope.edition))
            w.raw("</span>")
        }
        w.raw("</p>")
    }

    /// Writes the mark's icon and title, like `showKept` in `actions.js`.
    private func writeMark(_ tab: EditionTab, _ style: StaticString, into w: inout HTMLWriter) {
        let title = tab.title(in: scope.edition)
        w.raw("<span class=\"")
        w.raw(style)
        w.raw("\"")
        w.attribute("title", title)
        w.raw(">")
        tab.icon(isOn: true, in: scope.edition).write(scope, into: &w)
        w.raw("<span class=\"visually-hidden\">")
        w.text(title)
        w.raw("</span></span>")
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
        w.raw("<span class=\"name")
        if authorName != nil { w.raw(" row-author") }
        w.raw(isNewAuthor ? " new-account\">" : "\">")
        w.text(authorName ?? SiteName.of(row, in: scope.edition))
        if isNewAuthor {
            w.raw("<span class=\"visually-hidden\">, ")
            w.text(Strings.newAccount)
            w.raw("</span>")
        }
        w.raw("</span>")
    }

    private func writeBadge(
        _ isThere: Bool, _ icon: Icon, _ label: @autoclosure () -> String, into w: inout HTMLWriter
    ) {
        guard isThere else { return }
        w.raw("<span class=\"badge\">")
        icon.write(scope, into: &w)
        w.raw("<span class=\"visually-hidden\">")
        w.text(label())
        w.raw("</span></span>")
    }
}

/// A view of a rank as the origin numbers its list ("3.").
enum RankView {
    static func write(_ rank: Int, into w: inout HTMLWriter) {
        w.raw("<span class=\"rank\" role=\"img\"")
        w.attribute("aria-label", Strings.rank(rank))
        w.raw(">")
        w.number(rank)
        w.raw(".</span>")
    }
}

/// A column with the rank and the points, or else the comment count; jobs and stories without counts have only the
/// rank.
enum ScoreColumn {
    static func write(_ row: StoryRow, into w: inout HTMLWriter) {
        w.raw("<span class=\"count-column\">")
        if let rank = row.rank { RankView.write(rank, into: &w) }
        if row.kind != .job, let count = row.points ?? row.commentCount {
            w.raw("<b>")
            w.text(abbreviated(count))
            w.raw("</b><small>")
            w.text((row.points == nil ? Plural.comment : .point).form(count))
            w.raw("</small>")
        }
        w.raw("</span>")
    }

    /// Returns the count in at most four characters: "999", "1.2k".
    static func abbreviated(_ count: Int) -> String {
        switch count {
        case ..<1000: "\(max(0, count))"
        case ..<10_000: "\(count / 1000).\(count % 1000 / 100)k"
        default: "\(min(999, count / 1000))k"
        }
    }
}
