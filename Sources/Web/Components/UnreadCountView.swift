import Library
import Markup
import News

/// How many stories of a list are unread; script keeps it current (`LiveStatus.unread`). Zero is hidden.
enum UnreadCountView {
    enum Wording {
        /// "12"; assistive technology reads "12 unread".
        case number
        /// "12 unread".
        case words
    }

    static func write(
        _ count: BoundedCount, of list: StoryList, _ wording: Wording = .words, style: StaticString = "tally",
        hasDot: Bool = false, into w: inout HTMLWriter
    ) {
        w.raw("<span class=\"")
        w.raw(style)
        w.raw("\"")
        w.attribute("data-unread", list.code)
        w.raw(count.value == 0 ? " hidden>" : ">")
        if hasDot { w.raw("<i class=\"dot\"></i>") }
        switch wording {
        case .words: w.text(Strings.unread(count))
        case .number:
            w.text(Strings.countText(count))
            w.raw("<span class=\"visually-hidden\"> unread</span>")
        }
        w.raw("</span>")
    }

    /// A list's own number, which says so when all is read.
    static func writeSummary(_ count: BoundedCount, of list: StoryList, into w: inout HTMLWriter) {
        w.raw("<span")
        w.attribute("data-unread", list.code)
        w.attribute("data-none", Strings.listIsRead)
        w.raw(">")
        w.text(count.value == 0 ? Strings.listIsRead : Strings.unread(count))
        w.raw("</span>")
    }

    /// "Mark all 12 read": script keeps the number, as any other of the list.
    static func writeMarkAllRead(_ count: BoundedCount, of list: StoryList, into w: inout HTMLWriter) {
        w.raw("Mark all <span")
        w.attribute("data-unread", list.code)
        w.raw(">")
        w.text(Strings.countText(count))
        w.raw("</span> read")
    }
}

extension RequestScope {
    /// The list whose number stands in the bar.
    var tabUnreadList: StoryList { edition.usesFolders ? .unread : .within(edition.id, .unread) }
}
