import Markup
import News

/// One line of the house's own under the date, such as what the demonstration shows.
enum Notice {
    static func write(_ visit: Visit, into w: inout HTMLWriter) {
        guard let notice = visit.edition.options.sample ? Words.sample : visit.house.settings.notice else { return }
        w.raw("<p class=\"note\">")
        w.text(notice)
        w.raw("</p>")
    }
}
