import Library
import Markup
import News

/// One story in a list: where it is from and when, its title, a picture, in the row form of its edition.
struct RowView {
    let visit: Visit
    let list: StoryList?
    /// Whether the row's own feed is named (not on the feed's own page).
    var namesFeed = true
    /// Whether a section's heading stands above the row, which then takes the next level.
    var isUnderSection = false
    /// Whether all stories of the section are told elsewhere, whatever text they have (MIT-11).
    var opensOutside = false

    /// Whether the row can be found by its story's number; not where the story stands on the page a second time.
    var isNumbered = true

    private var form: EditionLook.Rows { visit.edition.look.rows }
    /// A grid is made of cards whatever the edition's rows are; the style sheet makes rows of them on narrow screens.
    private var isCard: Bool { form == .wide || visit.layout == .grid }

    /// - Parameter below: what stands below the title instead of nothing, such as a search's snippet.
    func write(_ row: StoryRow, into w: inout HTMLWriter, below: (inout HTMLWriter) -> Void = { _ in }) {
        let picture = shown(row)
        let outside = outside(row)
        open(row, outside == nil ? "row" : "row outside", into: &w)
        if isCard, outside == nil, let picture {
            PictureView.card(visit, picture, form, into: &w)
        }
        if form == .counted { CountColumn.write(row, into: &w) }
        w.raw("<div class=\"words\">")
        // A story that is told elsewhere has its teller's mark for a picture, at the foot (MIT-10).
        let mark = outside == nil ? nil : picture
        let endsWithSource = mark != nil && form == .right
        if !endsWithSource { from(row, into: &w) }
        heading(row, into: &w)
        dek(row, into: &w)
        below(&w)
        if let mark {
            w.raw("<div class=\"foot\">")
            if endsWithSource { from(row, into: &w) }
            PictureView.mark(visit, mark, into: &w)
            w.raw("</div>")
        }
        w.raw("</div>")
        if !isCard, outside == nil, let picture { beside(picture, &w) }
        w.raw("</a></article>")
    }

    /// The page of another publisher on which the story is told.
    private func outside(_ row: StoryRow) -> WebAddress? { row.isToldElsewhere || opensOutside ? row.link : nil }

    /// Whether the row can stand first, with a large picture.
    func canLead(_ row: StoryRow) -> Bool { outside(row) == nil }

    private func beside(_ picture: PictureFact, _ w: inout HTMLWriter) {
        switch form {
        case .sourced, .right: PictureView.row(visit, picture, into: &w)
        case .left: PictureView.stamp(visit, picture, into: &w)
        case .wide, .tiles, .counted: return
        }
    }

    /// The first story of the first section: a large picture if there is one, else a larger title.
    func writeLead(_ row: StoryRow, into w: inout HTMLWriter) {
        let picture = shown(row).flatMap { $0.isLarge ? $0 : nil }
        open(row, picture == nil ? "row lead bare" : "row lead", into: &w)
        if let picture { PictureView.lead(visit, picture, into: &w) }
        w.raw("<div class=\"words\">")
        from(row, into: &w)
        heading(row, into: &w)
        dek(row, into: &w)
        w.raw("</div></a></article>")
    }

    /// The row's picture, unless it cannot be had or none are wanted.
    private func shown(_ row: StoryRow) -> PictureFact? {
        guard visit.preferences.showsPictures, let picture = row.picture, !picture.isKnownToFail else { return nil }
        return picture
    }

    private func open(_ row: StoryRow, _ style: StaticString, into w: inout HTMLWriter) {
        w.raw("<article class=\"")
        w.raw(style)
        if !row.isRead { w.raw(" unread") }
        if shown(row) == nil { w.raw(" plain") }
        w.raw("\"")
        if isNumbered {
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
        if let outside = outside(row) {
            if let link = visit.outside(outside, from: row.id, in: list, isRow: true) {
                w.attribute("href", visit.path(Route.outside(link)))
                w.raw(" data-outside>")
            } else {
                w.attribute("href", outside.text)
                w.raw(" target=\"_blank\" rel=\"noopener noreferrer\" data-outside>")
            }
        } else {
            w.raw(" href=\"")
            Route.writeStory(row.id, in: list, of: visit.edition.id, into: &w)
            w.raw("\">")
        }
    }

    private func heading(_ row: StoryRow, into w: inout HTMLWriter) {
        w.raw(isUnderSection ? "<h3 class=\"headline\">" : "<h2 class=\"headline\">")
        if !row.isRead { w.raw("<span class=\"spoken\">Unread: </span>") }
        w.text(row.title)
        if let outside = outside(row) {
            w.raw("<span class=\"spoken\">, ")
            w.text(Words.opens(at: outside.host))
            w.raw("</span>")
        }
        w.raw(isUnderSection ? "</h3>" : "</h2>")
    }

    private func dek(_ row: StoryRow, into w: inout HTMLWriter) {
        guard let dek = row.dek, dek.contains(where: { !$0.isWhitespace }) else { return }
        w.raw("<p class=\"dek\">")
        w.text(dek)
        w.raw("</p>")
    }

    /// "Harbour Post · 4 min · also in Press Box", with small signs for sound, film, a gallery and a saved story.
    private func from(_ row: StoryRow, into w: inout HTMLWriter) {
        w.raw("<p class=\"from\" dir=\"ltr\" lang=\"en\">")
        source(row, into: &w)
        TimeView.write(visit, row.shownAt, into: &w)
        // The column tells it already where nothing else is counted.
        if form != .counted || row.points != nil { TalkLine.write(row, into: &w) }
        if visit.preferences.showsReadingTime, let time = Words.readingTime(of: row) {
            w.raw("<span class=\"sep\" aria-hidden=\"true\">·</span><span class=\"kind\">")
            w.text(time)
            w.raw("</span>")
        }
        if !row.alsoIn.isEmpty {
            w.raw("<span class=\"sep\" aria-hidden=\"true\">·</span><span class=\"also\">")
            w.text(Words.alsoIn(row.alsoIn))
            w.raw("</span>")
        }
        sign(row.hasAudio, .audio, "With sound", into: &w)
        sign(row.hasVideo, .film, "With film", into: &w)
        sign(row.pictureCount > 3, .gallery, Words.pictures(row.pictureCount), into: &w)
        if let rule = row.mutedBy {
            w.raw("<span class=\"kind muted\">")
            Icon.mute.write(visit, into: &w)
            w.text(Words.mutedBy(rule))
            w.raw("</span>")
        }
        if row.isSaved {
            w.raw("<span class=\"kind saved\" title=\"Saved\">")
            Icon.save.write(visit, into: &w)
            w.raw("<span class=\"spoken\">Saved</span></span>")
        }
        // Last, as a narrow screen has little room for it.
        if form == .counted, author(of: row) != nil {
            w.raw("<span class=\"place\"><span><span class=\"sep\" aria-hidden=\"true\">·</span> ")
            w.text(place(of: row))
            w.raw("</span></span>")
        }
        w.raw("</p>")
    }

    private func author(of row: StoryRow) -> String? { row.byline.flatMap { $0.isEmpty ? nil : $0 } }
    private func place(of row: StoryRow) -> String { row.link?.host ?? row.channelTitle }

    /// Who tells it: icon and name, or who found it; a newspaper of one source says it in its nameplate, not in every row.
    private func source(_ row: StoryRow, into w: inout HTMLWriter) {
        let name: String
        switch form {
        case .counted: name = author(of: row) ?? place(of: row)
        case .right where isUnderSection, .left where isUnderSection: return
        default: name = row.channelTitle
        }
        guard namesFeed || form == .counted else { return }
        if form == .sourced {
            SiteIcon.write(visit, row.icon, title: row.channelTitle, into: &w)
        }
        w.raw("<span class=\"name\">")
        w.text(name)
        w.raw("</span><span class=\"sep\" aria-hidden=\"true\">·</span>")
    }

    private func sign(
        _ isThere: Bool, _ icon: Icon, _ words: @autoclosure () -> String, into w: inout HTMLWriter
    ) {
        guard isThere else { return }
        w.raw("<span class=\"kind\">")
        icon.write(visit, into: &w)
        w.raw("<span class=\"spoken\">")
        w.text(words())
        w.raw("</span></span>")
    }
}

extension PictureFact {
    /// Wide enough for the front page's first place: 800 px. A picture not yet measured is not.
    var isLarge: Bool { (width ?? 0) >= 800 }
}
