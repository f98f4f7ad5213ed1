import Library
import Markup
import News

/// One story in a list: where it is from and when, its title, a picture, in the row form of its edition.
struct StoryRowView {
    let scope: RequestScope
    let list: StoryList?
    /// Whether the row's own feed is named (not on the feed's own page).
    var showsFeedName = true
    /// Whether a section's heading stands above the row, which then takes the next level.
    var isUnderSection = false
    /// Whether all stories of the section are told elsewhere, whatever text they have (MIT-11).
    var opensLinkedPage = false

    /// Whether the row can be found by its story's number; not where the story stands on the page a second time.
    var hasAnchor = true

    private var rowStyle: EditionTheme.RowStyle { scope.edition.theme.rowStyle }
    /// A grid is made of cards whatever the edition's rows are; the style sheet makes rows of them on narrow screens.
    private var isCard: Bool { rowStyle == .wide || scope.listLayout == .grid }

    /// - Parameter below: what stands below the title instead of nothing, such as a search's snippet.
    func write(_ row: StoryRow, into w: inout HTMLWriter, below: (inout HTMLWriter) -> Void = { _ in }) {
        let picture = visiblePicture(row)
        let outside = linkedPageAddress(row)
        writeOpeningTags(row, outside == nil ? "row" : "row outside", into: &w)
        if isCard, outside == nil, let picture {
            ImageView.writeCard(scope, picture, rowStyle, into: &w)
        }
        if rowStyle == .counted { ScoreColumn.write(row, into: &w) }
        w.raw("<div class=\"words\">")
        // A story that is told elsewhere has its teller's mark for a picture, at the foot (MIT-10).
        let mark = outside == nil ? nil : picture
        let endsWithSource = mark != nil && rowStyle == .right
        if !endsWithSource { writeMetadata(row, into: &w) }
        writeHeading(row, into: &w)
        writeDek(row, into: &w)
        below(&w)
        if let mark {
            w.raw("<div class=\"foot\">")
            if endsWithSource { writeMetadata(row, into: &w) }
            ImageView.writeSourceLogo(scope, mark, into: &w)
            w.raw("</div>")
        }
        w.raw("</div>")
        if !isCard, outside == nil, let picture { writeThumbnail(picture, &w) }
        w.raw("</a></article>")
    }

    /// The page of another publisher on which the story is told.
    private func linkedPageAddress(_ row: StoryRow) -> WebAddress? {
        row.isExternal || opensLinkedPage ? row.link : nil
    }

    /// Whether the row can stand first, with a large picture.
    func canLead(_ row: StoryRow) -> Bool { linkedPageAddress(row) == nil }

    private func writeThumbnail(_ picture: PictureDetails, _ w: inout HTMLWriter) {
        switch rowStyle {
        case .sourced, .right: ImageView.writeRow(scope, picture, into: &w)
        case .left: ImageView.writeSquare(scope, picture, into: &w)
        case .wide, .tiles, .counted: return
        }
    }

    /// The first story of the first section: a large picture if there is one, else a larger title.
    func writeLead(_ row: StoryRow, into w: inout HTMLWriter) {
        let picture = visiblePicture(row).flatMap { $0.isLarge ? $0 : nil }
        writeOpeningTags(row, picture == nil ? "row lead bare" : "row lead", into: &w)
        if let picture { ImageView.writeLead(scope, picture, into: &w) }
        w.raw("<div class=\"words\">")
        writeMetadata(row, into: &w)
        writeHeading(row, into: &w)
        writeDek(row, into: &w)
        w.raw("</div></a></article>")
    }

    /// The row's picture, unless it cannot be had or none are wanted.
    private func visiblePicture(_ row: StoryRow) -> PictureDetails? {
        guard scope.preferences.showsPictures, let picture = row.picture, !picture.isKnownToFail else { return nil }
        return picture
    }

    private func writeOpeningTags(_ row: StoryRow, _ style: StaticString, into w: inout HTMLWriter) {
        w.raw("<article class=\"")
        w.raw(style)
        if !row.isRead { w.raw(" unread") }
        if visiblePicture(row) == nil { w.raw(" plain") }
        w.raw("\"")
        if hasAnchor {
            w.raw(" id=\"s")
            w.number(Int(row.id.rawValue))
            w.raw("\"")
        }
        w.attribute("data-story", Int(row.id.rawValue))
        if row.isSaved { w.raw(" data-saved") }
        if row.kind != .story { w.attribute("data-kind", row.kind.rawValue) }
        if row.direction == .rtl { w.raw(" dir=\"rtl\"") }
        if let language = row.language { w.attribute("lang", language) }
        w.raw("><a")
        if let outside = linkedPageAddress(row) {
            if let link = scope.linkedPageURL(outside, from: row.id, in: list, isRow: true) {
                w.attribute("href", scope.path(Route.linkedPage(link)))
                w.raw(" data-outside>")
            } else {
                w.attribute("href", outside.text)
                w.raw(" target=\"_blank\" rel=\"noopener noreferrer\" data-outside>")
            }
        } else {
            w.raw(" href=\"")
            Route.writeStory(row.id, in: list, of: scope.edition.id, into: &w)
            w.raw("\">")
        }
    }

    private func writeHeading(_ row: StoryRow, into w: inout HTMLWriter) {
        w.raw(isUnderSection ? "<h3 class=\"headline\">" : "<h2 class=\"headline\">")
        if !row.isRead { w.raw("<span class=\"spoken\">Unread: </span>") }
        w.text(row.title)
        if let outside = linkedPageAddress(row) {
            w.raw("<span class=\"spoken\">, ")
            w.text(Strings.opens(at: outside.host))
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

    /// "Harbour Post · 4 min · also in Press Box", with small signs for sound, film, a gallery and a saved story.
    private func writeMetadata(_ row: StoryRow, into w: inout HTMLWriter) {
        w.raw("<p class=\"from\" dir=\"ltr\" lang=\"en\">")
        writeSource(row, into: &w)
        TimeView.write(scope, row.shownAt, into: &w)
        // The column tells it already where nothing else is counted.
        if rowStyle != .counted || row.points != nil { CommentCount.write(row, into: &w) }
        if scope.preferences.showsReadingTime, let time = Strings.readingTime(of: row) {
            w.raw("<span class=\"sep\" aria-hidden=\"true\">·</span><span class=\"kind\">")
            w.text(time)
            w.raw("</span>")
        }
        if !row.otherChannelTitles.isEmpty {
            w.raw("<span class=\"sep\" aria-hidden=\"true\">·</span><span class=\"also\">")
            w.text(Strings.alsoIn(row.otherChannelTitles))
            w.raw("</span>")
        }
        writeBadge(row.hasAudio, .audio, "With sound", into: &w)
        writeBadge(row.hasVideo, .film, "With film", into: &w)
        writeBadge(row.pictureCount > 3, .gallery, Strings.pictures(row.pictureCount), into: &w)
        if let rule = row.muteReason {
            w.raw("<span class=\"kind muted\">")
            Icon.mute.write(scope, into: &w)
            w.text(Strings.mutedBy(rule))
            w.raw("</span>")
        }
        if row.isSaved {
            w.raw("<span class=\"kind saved\" title=\"Saved\">")
            Icon.save.write(scope, into: &w)
            w.raw("<span class=\"spoken\">Saved</span></span>")
        }
        // Last, as a narrow screen has little room for it.
        if rowStyle == .counted, author(of: row) != nil {
            w.raw("<span class=\"place\"><span><span class=\"sep\" aria-hidden=\"true\">·</span> ")
            w.text(hostName(of: row))
            w.raw("</span></span>")
        }
        w.raw("</p>")
    }

    private func author(of row: StoryRow) -> String? { row.byline.flatMap { $0.isEmpty ? nil : $0 } }
    private func hostName(of row: StoryRow) -> String { row.link?.host ?? row.channelTitle }

    /// Who tells it: icon and name, or who found it; a newspaper of one source says it in its nameplate, not in every row.
    private func writeSource(_ row: StoryRow, into w: inout HTMLWriter) {
        let name: String
        switch rowStyle {
        case .counted: name = author(of: row) ?? hostName(of: row)
        case .right where isUnderSection, .left where isUnderSection: return
        default: name = row.channelTitle
        }
        guard showsFeedName || rowStyle == .counted else { return }
        if rowStyle == .sourced {
            SiteIconView.write(scope, row.icon, title: row.channelTitle, into: &w)
        }
        w.raw("<span class=\"name\">")
        w.text(name)
        w.raw("</span><span class=\"sep\" aria-hidden=\"true\">·</span>")
    }

    private func writeBadge(
        _ isThere: Bool, _ icon: Icon, _ words: @autoclosure () -> String, into w: inout HTMLWriter
    ) {
        guard isThere else { return }
        w.raw("<span class=\"kind\">")
        icon.write(scope, into: &w)
        w.raw("<span class=\"spoken\">")
        w.text(words())
        w.raw("</span></span>")
    }
}

extension PictureDetails {
    /// Wide enough for the front page's first place: 800 px. A picture not yet measured is not.
    var isLarge: Bool { (width ?? 0) >= 800 }
}

/// What a community gives a story, else how much it is talked about, in a column of 56 px before its title; empty where its
/// origin does not count, and for places to work.
enum ScoreColumn {
    static func write(_ row: StoryRow, into w: inout HTMLWriter) {
        w.raw("<span class=\"count-column\">")
        if row.kind != .job, let count = row.points ?? row.commentCount {
            w.raw("<b>")
            w.text(abbreviated(count))
            w.raw("</b><small>")
            if row.points != nil {
                w.text(count == 1 ? "point" : "points")
            } else {
                w.text(count == 1 ? "comment" : "comments")
            }
            w.raw("</small>")
        }
        w.raw("</span>")
    }

    /// "999", "1.2k": at most four letters wide.
    static func abbreviated(_ count: Int) -> String {
        switch count {
        case ..<1000: "\(max(0, count))"
        case ..<10_000: "\(count / 1000).\(count % 1000 / 100)k"
        default: "\(min(999, count / 1000))k"
        }
    }
}
