import Foundation
import Markup

/// An instant on a page: worded as date and clock, with the exact time on request; script turns it into an age.
enum TimeView {
    static func write(_ visit: Visit, _ date: Date, into w: inout HTMLWriter) {
        w.raw("<time datetime=\"")
        w.text(upTo: TimeWords.machineLength) { TimeWords.machine(date, into: $0) }
        w.raw("\">")
        w.text(upTo: TimeWords.shortLength) { visit.time.short(date, into: $0) }
        w.raw("</time>")
    }
}
