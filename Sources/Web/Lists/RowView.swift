import Library
import Markup
import News

/// One story in a list: where it is from and when, its title, a picture.
struct RowView {
    let visit: Visit
    let list: StoryList?
    /// Whether the row's own feed is named (not on the feed's own page).
    var namesFeed = true
    /// Whether a section's heading stands above the row, which then takes the next level.
    var isUnderSection = false

    /// - Parameter below: what stands below the title instead of nothing, such as a search's snippet.
    func write(_ row: StoryRow, into w: inout HTMLWriter, below: (inout HTMLWriter) -> Void = { _ in }) {
        open(row, "row", into: &w)
        w.raw("<div class=\"words\">")
        from(row, into: &w)
        heading(row, into: &w)
        dek(row, into: &w)
        below(&w)
        w.raw("</div>")
        if let picture = row.picture, !picture.isKnownToFail { PictureView.row(visit, picture, into: &w) }
        w.raw("</a></article>")
    }

    /// The first story of the first section: a large picture if there is one, else a larger title.
    func writeLead(_ row: StoryRow, into w: inout HTMLWriter) {
        let picture = row.picture.flatMap { $0.isLarge && !$0.isKnownToFail ? $0 : nil }
        open(row, picture == nil ? "row lead bare" : "row lead", into: &w)
        if let picture { PictureView.lead(visit, picture, into: &w) }
        w.raw("<div class=\"words\">")
        from(row, into: &w)
        heading(row, into: &w)
        dek(row, into: &w)
        w.raw("</div></a></article>")
    }

    private func open(_ row: StoryRow, _ style: String, into w: inout HTMLWriter) {
        w.raw("<article")
        w.attribute("class", style + (row.isRead ? "" : " unread") + (row.picture == nil ? " plain" : ""))
        w.attribute("id", "s\(row.id.rawValue)")
        w.attribute("data-story", String(row.id.rawValue))
        if row.isSaved { w.raw(" data-saved") }
        if row.direction == .rtl { w.raw(" dir=\"rtl\"") }
        if let language = row.language { w.attribute("lang", language) }
        w.raw("><a")
        w.attribute("href", Route.story(row.id, in: list).path)
        w.raw(">")
    }

    private func heading(_ row: StoryRow, into w: inout HTMLWriter) {
        w.raw(isUnderSection ? "<h3 class=\"headline\">" : "<h2 class=\"headline\">")
        if !row.isRead { w.raw("<span class=\"spoken\">Unread: </span>") }
        w.text(row.title)
        w.raw(isUnderSection ? "</h3>" : "</h2>")
    }

    private func dek(_ row: StoryRow, into w: inout HTMLWriter) {
        guard let dek = row.dek, !dek.isEmpty else { return }
        w.raw("<p class=\"dek\">")
        w.text(dek)
        w.raw("</p>")
    }

    /// "Harbour Post · 4 min · also in Press Box", with small signs for sound, film, a gallery and a saved story.
    private func from(_ row: StoryRow, into w: inout HTMLWriter) {
        w.raw("<p class=\"from\" dir=\"ltr\" lang=\"en\">")
        if namesFeed {
            SiteIcon.write(visit, row.icon, title: row.channelTitle, into: &w)
            w.raw("<span class=\"name\">")
            w.text(row.channelTitle)
            w.raw("</span><span class=\"sep\" aria-hidden=\"true\">·</span>")
        }
        TimeView.write(visit, row.shownAt, into: &w)
        if !row.alsoIn.isEmpty {
            w.raw("<span class=\"sep\" aria-hidden=\"true\">·</span><span class=\"also\">")
            w.text(Words.alsoIn(row.alsoIn))
            w.raw("</span>")
        }
        sign(row.hasAudio, .audio, "With sound", into: &w)
        sign(row.hasVideo, .film, "With film", into: &w)
        sign(row.pictureCount > 3, .gallery, Words.pictures(row.pictureCount), into: &w)
        if row.isSaved {
            w.raw("<span class=\"kind saved\" title=\"Saved\">")
            Icon.save.write(visit, into: &w)
            w.raw("<span class=\"spoken\">Saved</span></span>")
        }
        w.raw("</p>")
    }

    private func sign(_ isThere: Bool, _ icon: Icon, _ words: String, into w: inout HTMLWriter) {
        guard isThere else { return }
        w.raw("<span class=\"kind\">")
        icon.write(visit, into: &w)
        w.raw("<span class=\"spoken\">")
        w.text(words)
        w.raw("</span></span>")
    }
}

extension PictureFact {
    /// Wide enough for the front page's first place: 800 px. A picture not yet measured is not.
    var isLarge: Bool { (width ?? 0) >= 800 }
}
