import Foundation
import Markup

/// An instant on a page: worded as date and clock, with the exact time on request; script turns it into an age.
enum TimeView {
    static func write(_ visit: Visit, _ date: Date, into w: inout HTMLWriter) {
        w.raw("<time")
        w.attribute("datetime", TimeWords.machine(date))
        w.raw(">")
        w.text(visit.time.short(date))
        w.raw("</time>")
    }
}
